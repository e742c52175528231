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

fn read(bytes: &[u8]) -> Workload {
    workload::read("any", bytes).expect("a log").workload
}

#[track_caller]
fn wait_for_run(page: &Page, scenario: &Scenario, log: &Workload) {
    scene::wait_for(page, &report(&scene::run(scenario, log)));
}

#[test]
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
}

#[test]
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
}

/// No waits, two partitions, a column that is not read, a job that never ran, a line that is no job.
const LACKING: &[u8] = b"; MaxProcs: 8\n\
    1 0 -1 60 2 -1 -1 2 -1 -1 1 1 1 -1 1 1 -1 -1 n[1-2]\n\
    2 5 -1 60 6 -1 -1 6 60 -1 1 1 1 -1 1 2 -1 -1 n3\n\
    3 9 -1 -1 -1 -1 -1 4 60 -1 5 1 1 -1 1 1 -1 -1\n\
    four 9 0 30 4 -1 -1 4 60\n";

#[test]
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
}
