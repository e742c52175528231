//! A log that is dropped: on its own machine, without reservations, whatever was there before it.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::workload::reserve::IntervalStart;
use slotscope::workload::{self, Workload};

use crate::harness::Page;
use crate::scene;

/// Eight processors, as its waits tell: its header is silent.
const SMALL: &[u8] = b"1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 6 -1 -1 6 60 -1 1 1 1 -1 1 1 -1 -1\n\
    3 9 56 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n\
    4 20 75 30 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n";

/// Its second job asks for 23 years.
const ENDLESS: &[u8] = b"; MaxProcs: 8\n\
    1 0 0 3600 8 -1 -1 8 7200 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 4 -1 -1 4 725328000 -1 1 1 1 -1 1 1 -1 -1\n\
    3 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n";

fn read(bytes: &[u8]) -> Workload {
    workload::read("any", bytes).expect("a log").workload
}

#[track_caller]
fn wait_for_run(page: &Page, scenario: &Scenario, log: &Workload) {
    scene::wait_for(page, &report(&scene::run(scenario, log)));
}

#[test]
#[ignore = "needs the built page, Chromium and the real logs: cargo xtask test"]
fn real_logs_one_after_another_show_what_each_shows_alone() {
    const LOGS: [(&str, &str); 3] = [
        ("KTH-SP2-1996-2.swf.gz", "100 processors (header)"),
        ("NASA-iPSC-1993-3.1-cln.swf.gz", "128 processors (header)"),
        ("SDSC-SP2-1998-first-4961.swf", "128 processors (header)"),
    ];
    let page = scene::open();
    // Larger than any of their machines.
    page.set_value("#provider-0", 9216);
    for place in [0, 1, 2, 0] {
        let (name, machine) = LOGS[place];
        let (path, log) = scene::real_log(name);
        page.drop_file(&path);
        wait_for_run(&page, &scene::scenario_of(&log), &log);
        page.wait_for_text(".notice:last-child", machine);
        page.wait_for_text(".notice:last-child", "No job is a reservation.");
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_notice_gives_back_providers_and_share_and_each_can_be_undone() {
    let log = read(SMALL);
    let own = scene::scenario_of(&log);
    assert_eq!(own.platform, [8]);
    let page = scene::open();
    page.drop_bytes("small.swf", SMALL);
    wait_for_run(&page, &own, &log);
    page.wait_for_text(
        ".notice:last-child",
        "Machine: 8 processors, a guess: the most that the log has in use at once.",
    );

    page.click("#keep-providers");
    let mut kept = own.clone();
    kept.platform = vec![64, 64];
    wait_for_run(&page, &kept, &log);
    page.click("#start-with-share");
    let mut both = kept.clone();
    both.workload.reservations.percent = 30.0;
    wait_for_run(&page, &both, &log);
    page.wait_for_none("#start-with-share");
    page.wait_for_none("#keep-providers");

    for scenario in [&kept, &own] {
        page.click("#undo");
        wait_for_run(&page, scenario, &log);
    }
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_share_that_was_set_by_hand_stays() {
    let log = read(SMALL);
    let page = scene::open();
    page.set_value("#ar-percent", 50);
    page.drop_bytes("small.swf", SMALL);
    let mut scenario = scene::scenario_of(&log);
    scenario.workload.reservations.percent = 50.0;
    wait_for_run(&page, &scenario, &log);
    page.wait_for_text(".notice:last-child", "The 50 % reservations that you set stay.");
    assert_eq!(page.count("#start-with-share"), 0);
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn requests_of_years_are_flagged_and_clipped() {
    let log = read(ENDLESS);
    let page = scene::open();
    page.drop_bytes("endless.swf", ENDLESS);
    let mut scenario = scene::scenario_of(&log);
    wait_for_run(&page, &scenario, &log);
    page.click("#statistics > summary");
    page.wait_for_text("#implausible-requests", "1 job requests more time than is plausible (number: 2)");
    page.click("#clip-limits");
    scenario.workload.clip_limit_to = Some(7200);
    wait_for_run(&page, &scenario, &log);
    page.wait_for_none("#clip-limits");
    assert_eq!(scene::linked(&page).scenarios[0].workload.clip_limit_to, Some(7200));
    page.click("#undo");
    page.wait_for("#clip-limits");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_load_is_typed_and_swept() {
    let log = read(SMALL);
    let page = scene::open();
    page.drop_bytes("small.swf", SMALL);
    let mut scenario = scene::scenario_of(&log);
    wait_for_run(&page, &scenario, &log);
    page.click("#jobs-taken > summary");
    page.set_value("#load-factor", 2.5);
    scenario.workload.load_factor = 2.5;
    wait_for_run(&page, &scenario, &log);
    scene::show(&page, "curves");
    page.set_value("#curves-axis", "load factor");
    page.set_value("#curves-values", "0.5, 1, 2");
    page.set_value("#curves-seeds", 1);
    page.click("#curves-run");
    page.wait_for("#curves-done[data-done='9']");
    page.assert_no_console_errors();
}

/// Chromium holds back what ends in .swf; the header of the log is in what it lets through.
#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn an_exported_schedule_keeps_the_header_of_its_log() {
    let unix = b"; Computer: IBM SP2\n; Installation: KTH\n; TimeZone: 3600\n; MaxProcs: 8\n\
        1 1362096000 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
        2 1362096005 0 60 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n";
    let log = read(unix);
    let page = scene::open();
    page.drop_bytes("unix.swf", unix);
    wait_for_run(&page, &scene::scenario_of(&log), &log);
    let schedule = scene::exported_text(&page, "swf", ".swf.txt");
    for line in ["; Installation: KTH", "; TimeZone: 3600", "; UnixStartTime: 1362096000", "; MaxProcs: 8"] {
        assert!(schedule.lines().any(|it| it == line), "{line}\n{schedule}");
    }
    page.assert_no_console_errors();
}

/// No waits, two partitions, a column that is not read, a job that never ran, a line that is no job.
const LACKING: &[u8] = b"; MaxProcs: 8\n\
    1 0 -1 60 2 -1 -1 2 -1 -1 1 1 1 -1 1 1 -1 -1 n[1-2]\n\
    2 5 -1 60 6 -1 -1 6 60 -1 1 1 1 -1 1 2 -1 -1 n3\n\
    3 9 -1 -1 -1 -1 -1 4 60 -1 5 1 1 -1 1 1 -1 -1\n\
    four 9 0 30 4 -1 -1 4 60\n";

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn what_becomes_of_a_file_is_said_in_the_notice_and_in_full_in_the_panel() {
    let log = read(LACKING);
    let page = scene::open();
    page.drop_bytes("lacking.swf", LACKING);
    let mut scenario = scene::scenario_of(&log);
    let reservations = &scenario.workload.reservations;
    assert_eq!(reservations.start, IntervalStart::LeadTime);
    wait_for_run(&page, &scenario, &log);
    const SAID: [&str; 6] = [
        "2 of 3 jobs ran and are scheduled; 1 never ran.",
        "Machine: 8 processors (header).",
        "1 line could not be read and is left out.",
        "1 job has no time limit: the run time is used.",
        "The log's 2 partitions are pooled: a job may run on any processor.",
        "The log has no waits: reservations ask to start 0 to 24\u{a0}h after submission, drawn at random.",
    ];
    for sentence in SAID {
        page.wait_for_text(".notice:last-child", sentence);
    }
    page.unfold("#account");
    for sentence in SAID {
        page.wait_for_text("#account", sentence);
    }
    page.wait_for_text("#account", "Column not used: field 19 (\"n[1-2]\").");
    // A range of jobs is told as soon as it has been run.
    page.click("#jobs-taken > summary");
    page.set_value("#last-job", 1);
    scenario.workload.last_job = Some(1);
    wait_for_run(&page, &scenario, &log);
    page.unfold("#account");
    page.wait_for_text("#account", "1 of 3 jobs is scheduled: the selection leaves out the others.");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn logged_starts_without_logged_waits_are_warned_about() {
    let log = read(LACKING);
    let page = scene::open();
    page.drop_bytes("lacking.swf", LACKING);
    let mut scenario = scene::scenario_of(&log);
    wait_for_run(&page, &scenario, &log);
    page.set_value("#ar-percent", 50);
    scenario.workload.reservations.percent = 50.0;
    wait_for_run(&page, &scenario, &log);
    assert_eq!(page.count("#no-waits"), 0);
    page.click("label[for=interval-start-0]");
    scenario.workload.reservations.start = IntervalStart::LoggedWait;
    wait_for_run(&page, &scenario, &log);
    page.wait_for_text("#no-waits", "every reservation is ready the moment it is submitted");
    page.click("label[for=interval-start-1]");
    page.wait_for_none("#no-waits");
    page.assert_no_console_errors();
}
