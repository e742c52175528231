//! What is dropped and cannot be taken: it is said, and nothing that is on the page is lost.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use crate::command::Folder;
use crate::harness::Page;
use crate::{command, scene};
use slotscope::criteria::{Report, report};
use slotscope::experiment::{Provenance, Scenario, WorkloadFacts, knobs};
use slotscope::export::snapshot::Source;
use slotscope::export::{batsim_jobs_csv, batsim_workload, schedule_gwf, schedule_sacct, schedule_swf};
use slotscope::page::words;
use slotscope::system::cluster::Cluster;
use slotscope::system::two_level::{BatchAllocation, QueuePolicy};
use slotscope::workload::node_table::read_nodes;
use slotscope::workload::reserve::IntervalStart;
use slotscope::workload::stats::Statistics;
use slotscope::workload::table::Mapping;
use slotscope::workload::{Machine, Workload, read_with};
use slotscope::{experiment, workload};

/// A log of a machine of 8 processors.
const SMALL: &[u8] = b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

#[track_caller]
fn wait_for_offers(page: &Page, count: usize) {
    page.wait_until_with(
        "return [...document.querySelectorAll('.notice button')]
            .filter(it => it.textContent === 'Undo').length === arguments[0]",
        [count],
    );
}

#[test]
fn a_scenario_that_cannot_be_run_is_not_taken() {
    let page = scene::open();
    for (wrong, why) in [
        (&br#"{"platform": []}"#[..], "platform"),
        (br#"{"platform": "x"}"#, "line 1"),
        (br#"{"workload": {"first_job": 9, "last_job": 1}}"#, "last_job"),
        (br#"{"system": {"two_level": {"grid": {"period": -5}}}}"#, "period"),
        (br#"{"seeds": 1}"#, "seeds"),
    ] {
        page.drop_bytes("wrong.json", wrong);
        page.wait_for_text(".notice.failed", why);
        // Nothing said before is mistaken for what is said next.
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    assert_eq!(page.count("#refused"), 0);
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn only_the_last_step_is_offered_to_be_undone() {
    let page = scene::open();
    page.drop_bytes("first.swf", SMALL);
    page.wait_for_text("#workload-name", "first.swf");
    page.drop_bytes("second.swf", SMALL);
    page.wait_for_text("#workload-name", "second.swf");
    wait_for_offers(&page, 1);
    page.click(".notice button");
    page.wait_for_text("#workload-name", "first.swf");
    wait_for_offers(&page, 0);
}

#[test]
fn a_name_with_markup_in_it_stays_text() {
    let page = scene::open();
    let name = "<img src=x onerror=alert(1)>.swf";
    page.drop_bytes(name, SMALL);
    page.wait_for_text("#workload-name", name);
    assert_eq!(page.count("img"), 0);
}

#[test]
fn rejected_jobs_are_told_in_the_head() {
    let page = scene::open();
    page.drop_bytes("small.json", br#"{"platform": [1], "workload": {"reservations": {"percent": 30}}}"#);
    let scenario = Scenario { platform: vec![1], ..Scenario::default() };
    let report = scene::report_of(&scenario, &scene::sample());
    scene::wait_for(&page, &report);
    page.wait_for_text("#rejected", &format!("{} rejected", report.rejected));
    // The panel says it as well, the table why, and both what to change.
    page.wait_for_text("#too-large", "no provider has more than 1: larger jobs are rejected");
    page.click("#rejected");
    page.wait_for("#view-summary");
    let row = "#rejections tr[data-cause=too_large]";
    page.wait_for_text(row, "Larger than every provider");
    let jobs = slotscope::text::count(report.rejections["too_large"] as i64);
    page.wait_for_text(&format!("{row} td"), &jobs);
    let sample = scene::sample();
    let machine = Machine::of(sample.header(), sample.records());
    let on_one = Scenario { platform: vec![machine.processors], ..Scenario::default() };
    page.click("#view-summary .one-provider");
    let on_one = slotscope::criteria::report(&scene::run(&on_one, &sample));
    assert_eq!(on_one.rejected, 0);
    scene::wait_for(&page, &on_one);
    page.wait_for_none("#rejected");
    page.wait_for_none("#rejections");
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";

/// A page that already shows a log of its own, so that there is something to lose.
fn page_with_a_log() -> (Page, Vec<u8>, Report) {
    let log = command::slotscope(&["generate", "lublin", "--jobs", "200", "--seed", "3"]);
    let workload = workload::read("mine.swf", &log).unwrap().workload;
    let figures = scene::report_of(&scene::scenario_of(&workload), &workload);
    let page = scene::open();
    page.drop_bytes("mine.swf", &log);
    scene::wait_for(&page, &figures);
    (page, log, figures)
}

fn half_of_it_packed(log: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(log).unwrap();
    let mut packed = packed.finish().unwrap();
    packed.truncate(packed.len() / 2);
    packed
}

#[test]
fn a_broken_file_says_what_is_wrong_and_keeps_the_old_view() {
    let (page, log, figures) = page_with_a_log();
    let half = half_of_it_packed(&log);
    let broken: [(&str, &[u8], &str); 6] = [
        ("holiday.png", PNG, "a PNG image"),
        ("nothing.swf", b"", "is empty"),
        ("half.swf.gz", &half, "cut short"),
        ("page.html", b"<!doctype html>\n<p>404</p>\n", "HTML"),
        ("words.swf", b"hello\nworld\n", "has lines as \"hello\""),
        ("comments.swf", b"; MaxProcs: 8\n", "no job"),
    ];
    for (name, bytes, reason) in broken {
        page.drop_bytes(name, bytes);
        page.wait_for_text(".notice.failed", name);
        let said = page.text(".notice.failed p");
        // In the words of the library, which name the file.
        assert_eq!(said, workload::read(name, bytes).unwrap_err().to_string());
        assert!(said.contains(reason), "{said}");
        scene::wait_for(&page, &figures);
        assert_eq!(page.text("#workload-name"), "mine.swf");
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    // The page goes on as before.
    page.set_value("#queue-policy", "EASY backfilling");
    page.press("Control+z");
    scene::wait_for(&page, &figures);
}

#[test]
fn bad_lines_are_listed_and_the_good_ones_scheduled() {
    let text = "; MaxProcs: 128\n\
        1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
        nonsense\n\
        2 5 0 60 4 -1 -1 4 60 -1 1 2 1 -1 1 1 -1 -1\n\
        3 6 0 sixty 4 -1 -1 4 60 -1 1 2 1 -1 1 1 -1 -1\n\
        4 7 0 30 16 -1 -1 16 60 -1 1 3 1 -1 1 1 -1 -1\n";
    let reading = workload::read("mixed.swf", text.as_bytes()).unwrap();
    assert_eq!((reading.workload.records().len(), reading.left_out), (3, 2));
    let page = scene::open();
    page.drop_bytes("mixed.swf", text.as_bytes());
    let run = scene::run(&scene::scenario_of(&reading.workload), &reading.workload);
    scene::wait_for(&page, &report(&run));
    page.click("#complaints summary");
    let listed = page.execute("return [...document.querySelectorAll('#complaints li')].map(it => it.innerText)");
    let complaints = reading.complaints.iter().map(ToString::to_string);
    assert_eq!(listed, json!(complaints.collect::<Vec<_>>()));
    for (at, line) in ["line 3", "line 5"].into_iter().enumerate() {
        assert!(listed[at].as_str().unwrap().contains(line), "{listed}");
    }
    assert!(page.text("#complaints summary").contains("2 lines"));
}

#[test]
fn a_refusal_goes_when_something_else_is_done() {
    let page = scene::open();
    page.drop_bytes("mine.json", br#"{ "platform": ["x"] }"#);
    page.wait_for_text(".notice.failed", "platform[0]: a whole number");
    page.wait_for_text(".notice.failed", "is needed, not \"x\"");
    page.drop_bytes("mine.json", br#"{ "platform": [32] }"#);
    page.wait_for_none(".notice.failed");
    // So does that of a sweep that is too large.
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 0.01, .., 99");
    page.set_value("#curves-seeds", 9);
    page.click("#curves-run");
    page.wait_for_text(".notice.failed", "at most");
    page.set_value("#curves-values", "0");
    page.set_value("#curves-seeds", 1);
    page.click("#curves-run");
    page.wait_for_none(".notice.failed");
}

/// Each with a name that does not fit.
const FILES: [(&str, &[u8]); 4] = [
    ("grid.json", include_bytes!("../formats/grid.gwf")),
    ("accounting.csv", include_bytes!("../formats/accounting.txt")),
    ("workload.swf", include_bytes!("../formats/workload.json")),
    ("requests.csv", include_bytes!("../formats/jobs.csv")),
];

#[test]
fn files_of_other_programs_are_dropped_and_handed_out() {
    let page = scene::open();
    for (name, bytes) in FILES {
        let log = workload::read(name, bytes).unwrap().workload;
        let scenario = scene::scenario_of(&log);
        let run = scene::run(&scenario, &log);
        page.drop_bytes(name, bytes);
        page.wait_for_text("#workload-name", name);
        scene::wait_for(&page, &report(&run));
        let facts = WorkloadFacts::of_file(&log, bytes);
        let words = Provenance::of(&scenario, &facts).notes(&experiment::words(&scenario));
        let clock = log.header().clock();
        for (what, ending, expected) in [
            ("swf", ".swf.txt", schedule_swf(&run, log.header(), name, &words)),
            ("gwf", ".gwf", schedule_gwf(&run, log.header(), name, &words)),
            ("sacct", ".sacct.txt", schedule_sacct(&run, clock)),
            ("jobs-csv", ".csv", batsim_jobs_csv(&run)),
            ("batsim", ".json", batsim_workload(&run)),
        ] {
            let handed = scene::exported_text(&page, what, ending);
            assert_eq!(handed, expected, "{name} as {what}");
            let back = workload::read(name, handed.as_bytes()).unwrap();
            assert_eq!(back.complaint_count, 0, "{name} as {what}");
            let ids = |log: &workload::Workload| -> Vec<u64> { log.records().iter().map(|record| record.id).collect() };
            let taken: Vec<u64> = run.jobs.iter().map(|job| job.id).collect();
            assert_eq!(ids(&back.workload), taken, "{name} as {what}");
        }
    }
}

/// Two jobs of 40 and 80 processors, which wait 10 and 3510 s.
const TABLE: &str = "No;Sent;Begin;Over;Width;Team\n\
    17;2024-03-01 12:00:00;2024-03-01 12:00:10;2024-03-01 13:00:10;40;red\n\
    18;2024-03-01 12:01:40;2024-03-01 13:00:10;2024-03-01 14:00:10;80;blue\n";

const COLUMNS: &str = "job=No,submit=Sent,start=Begin,end=Over,requested_processors=Width";

/// The places of keys in their list, below *Not used*.
const JOB: u32 = 1;
const REQUESTED_PROCESSORS: u32 = 10;

fn table() -> Workload {
    let mapping = Mapping::parse(COLUMNS).expect("a mapping");
    read_with("jobs.csv", TABLE.as_bytes(), &mapping).expect("a table").workload
}

/// Chooses what a column is.
fn take(page: &Page, place: u32, key: u32) {
    page.execute_with(
        "const list = document.getElementById(`table-key-${arguments[0]}`);
         list.selectedIndex = arguments[1];
         list.dispatchEvent(new Event('change', { bubbles: true }))",
        (place, key),
    );
    page.wait_until_with(
        "return document.getElementById(`table-key-${arguments[0]}`).selectedIndex === arguments[1]",
        (place, key),
    );
}

#[track_caller]
fn wait_for_table(page: &Page, scenario: &Scenario) {
    scene::wait_for_run(page, scenario, &table());
}

#[test]
fn a_table_is_read_once_its_columns_are_known() {
    let page = scene::open();
    page.drop_bytes("jobs.csv", TABLE.as_bytes());
    page.wait_for("#table-dialog[open]");
    page.wait_for_text("#table-dialog-title", "jobs.csv");
    // Three columns of dates are in order: submission, start and end.
    page.wait_for_text("#table-preview", "2024-03-01 12:00:00");
    page.wait_for_text("#table-preview", "58\u{a0}min 30\u{a0}s");
    page.wait_for_text("#table-missing", "each job counts as one processor");
    take(&page, 0, JOB);
    take(&page, 4, REQUESTED_PROCESSORS);
    page.wait_for_text("#table-preview", "80");
    page.set_value("#table-times-4", "3");
    page.wait_for_text("#table-preview", "240");
    page.set_value("#table-times-4", "x");
    page.wait_for_text("#table-missing", "is no number and no column");
    assert_eq!(page.count("#table-use:disabled"), 1);
    page.set_value("#table-times-4", "");
    page.wait_for_text("#table-preview", "80");
    page.click("#table-use");
    page.wait_for_none("#table-dialog[open]");
    let scenario = scene::scenario_of(&table());
    wait_for_table(&page, &scenario);
    page.wait_for_text("#workload-name", "jobs.csv");
    // The columns are part of the link, which needs the file, and asks nothing.
    let linked = scene::linked(&page);
    let Source::File(mark) = &linked.workload else {
        panic!("the link names no file");
    };
    assert_eq!(mark.mapping.as_ref().map(Mapping::to_string).as_deref(), Some(COLUMNS));
    let other = scene::open_at(&linked);
    other.wait_for("#awaited");
    other.drop_bytes("renamed.csv", TABLE.as_bytes());
    wait_for_table(&other, &scenario);
    other.wait_for_none("#table-dialog[open]");
    // The same columns again: they are filled in as before.
    page.drop_bytes("april.csv", TABLE.replace("2024-03", "2024-04").as_bytes());
    page.wait_for_text("#table-dialog", "Filled in as for your last table with these columns.");
    page.click("#table-cancel");
    page.wait_for_none("#table-dialog[open]");
    wait_for_table(&page, &scenario);
}

/// Of Slurm: a job with four GPUs on two nodes, one with half the memory of a node, and two that fill all cores.
const LOG: &str = "JobID|Submit|Start|End|Timelimit|AllocCPUS|ReqTRES
1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|01:00:00|8|cpu=8,node=2,gres/gpu=4,mem=32G
2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:30:00|01:00:00|2|cpu=2,node=1,mem=32G
3|2024-03-01T00:10:00|2024-03-01T01:00:00|2024-03-01T01:20:00|01:00:00|32|cpu=32,node=2
4|2024-03-01T00:20:00|2024-03-01T01:20:00|2024-03-01T01:50:00|01:00:00|4|cpu=4,node=1,gres/gpu=4
";

const NODES: &str = "\
NodeName=a1 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
NodeName=a2 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
";

const REQUESTS: &str = "job,ready,deadline\n4,1200,9000\n";

fn log() -> Workload {
    workload::read("log.txt", LOG.as_bytes()).expect("a log").workload
}

/// What the command line runs of a log without a scenario, under a cluster of these nodes if it gets them.
fn usual(nodes: bool) -> Scenario {
    let mut scenario = scene::scenario_of(&log());
    if nodes {
        Cluster::of_mut(&mut scenario.system).nodes = read_nodes(NODES.as_bytes()).expect("nodes").kinds;
    }
    scenario
}

#[track_caller]
fn wait_for(page: &Page, scenario: &Scenario) {
    scene::wait_for_run(page, scenario, &log());
}

#[test]
fn a_log_its_nodes_and_requests_are_the_same_page_in_any_order() {
    let folder = Folder::new();
    let [log, nodes, requests] = [("log.txt", LOG), ("nodes.txt", NODES), ("list.csv", REQUESTS)];
    let paths = [log, nodes, requests].map(|(name, text)| folder.file(name, text));
    let [log_path, nodes_path, list_path] = paths.each_ref().map(|path| path.to_str().expect("a plain path"));
    let cluster = String::from_utf8(command::slotscope(&["nodes", nodes_path])).expect("a scenario");
    let cluster = folder.file("cluster.json", &cluster);
    let cluster = cluster.to_str().expect("a plain path");
    let native = command::slotscope(&["run", cluster, log_path, "--requests", list_path]);
    let native = String::from_utf8(native).expect("a report");
    let page = scene::open();
    for files in [[log, nodes, requests], [requests, nodes, log]] {
        page.drop_all(&files.map(|(name, text)| (name, text.as_bytes())));
        wait_for(&page, &usual(true));
        page.wait_for_text(".notice", "nodes.txt: 2 nodes from output of scontrol show nodes, under Cluster.");
        page.wait_for_text(".notice", "list.csv: 1 reservation listed; Cluster makes no reservations.");
        let in_browser = scene::exported_text(&page, "report", ".json");
        assert_eq!(command::without_log(&in_browser), command::without_log(&native));
        page.press("Control+z");
        scene::wait_for(&page, &scene::sample_report());
    }
}

#[test]
fn a_file_that_is_not_used_stops_no_other() {
    let page = scene::open();
    let files = [("b.json", &br#"{"seeds": 1}"#[..]), ("nodes.txt", NODES.as_bytes()), ("log.txt", LOG.as_bytes())];
    page.drop_all(&files);
    wait_for(&page, &usual(true));
    page.wait_for_text(".notice", "b.json is not a scenario");
    page.wait_for_text(".notice", "log.txt: All 4 jobs");
}

#[test]
fn nodes_alone_wait_for_the_log_of_their_jobs() {
    let page = scene::open();
    page.drop_bytes("nodes.txt", NODES.as_bytes());
    page.wait_for_text(".notice", "nodes.txt: 2 nodes are here; drop the log of their jobs.");
    scene::wait_for(&page, &scene::sample_report());
    page.drop_bytes("log.txt", LOG.as_bytes());
    wait_for(&page, &usual(true));
}

#[test]
fn where_gpus_are_not_modelled_a_button_uses_the_cluster() {
    let page = scene::open();
    page.drop_bytes("log.txt", LOG.as_bytes());
    wait_for(&page, &usual(false));
    page.wait_for_text(".notice", "Not modelled by Two-level grid: GPUs");
    let mut on_cluster = usual(false);
    Cluster::of_mut(&mut on_cluster.system);
    page.click("#use-system");
    wait_for(&page, &on_cluster);
    page.wait_for_text(".notice", "The log names no nodes: drop a file of them.");
    page.press("Control+z");
    wait_for(&page, &usual(false));
    // The line of the account has it as well.
    page.unfold("#account-use-system");
    page.click("#account-use-system");
    wait_for(&page, &on_cluster);
    page.wait_for_none("#account-use-system");
    page.drop_bytes("nodes.txt", NODES.as_bytes());
    wait_for(&page, &usual(true));
}

/// Eight processors, as its waits tell: its header is silent.
const TWO_JOBS: &[u8] = b"1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 6 -1 -1 6 60 -1 1 1 1 -1 1 1 -1 -1\n\
    3 9 56 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n\
    4 20 75 30 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n";

fn read(bytes: &[u8]) -> Workload {
    workload::read("any", bytes).expect("a log").workload
}

#[track_caller]
fn wait_for_run(page: &Page, scenario: &Scenario, log: &Workload) {
    scene::wait_for_run(page, scenario, log);
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
    let log = read(TWO_JOBS);
    let own = scene::scenario_of(&log);
    assert_eq!(own.platform, [8]);
    let page = scene::open();
    page.drop_bytes("small.swf", TWO_JOBS);
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

/// The page shows this log, all of it, on its own machine, with the figures of the command line.
#[track_caller]
fn assert_shown(page: &Page, path: &Path, log: &Workload) {
    let scenario = scene::scenario_of(log);
    scene::wait_for_run(page, &scenario, log);
    assert_eq!(page.text("#workload-name"), log.name);
    page.unfold(".facts");
    let facts = page.text(".facts");
    let users = Statistics::of(log).users as usize;
    for number in [log.records().len(), users, scenario.platform[0] as usize] {
        let spaced = grouped(number);
        assert!(facts.contains(&spaced), "no {spaced} in: {facts}");
    }
    let taken = scene::exported_text(page, "scenario", ".json");
    let taken_scenario: Scenario = serde_json::from_str(&taken).expect("a scenario");
    assert_eq!(taken_scenario, scenario);
    let written = command::run(&Folder::new(), &taken, path);
    scene::wait_for(page, &written.figures());
    assert_eq!(scene::exported_text(page, "report", ".json"), written.report);
}

/// As the page writes numbers: 28 489, with narrow spaces.
fn grouped(number: usize) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands}\u{202f}{rest:03}"),
    }
}

#[test]
fn a_packed_real_log_is_loaded_through_the_file_input() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.send_file("#file", &path);
    assert_shown(&page, &path, &log);
}

#[test]
fn a_real_log_is_dropped_split_and_scheduled_by_other_grid_and_local_policies() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    assert_shown(&page, &path, &log);
    let picture = || page.execute("return document.querySelector('#gantt-canvas').toDataURL()");
    page.wait_for_text("#one-provider", "the grid has nothing to choose");
    assert_eq!(page.count("#batch-allocation, #reservation-allocation"), 0);
    let whole = picture();
    page.click("#split-4");
    page.wait_for_text("#too-large", "no provider has more than 25");
    let mut scenario = scene::scenario_of(&log);
    scenario.platform = vec![25; 4];
    let split = scene::report_of(&scenario, &log);
    scene::wait_for(&page, &split);
    page.wait_for_text("#rejected", &format!("{} rejected", words::count(split.rejected as i64)));
    assert!(split.rejected > 0);
    page.click("label[for=batch-allocation-1]");
    page.set_value("#queue-policy", "EASY backfilling");
    page.set_value("#grid-period-number", 900);
    page.set_value("#ar-percent", 20);
    scenario.workload.reservations.percent = 20.0;
    let options = scene::options(&mut scenario);
    options.grid.batch_allocation = BatchAllocation::LeastWork;
    options.grid.period = 900;
    options.local.queue = QueuePolicy::Easy;
    scene::wait_for_run(&page, &scenario, &log);
    page.poll("another picture", || (picture() != whole).then_some(()));
    scene::show(&page, "slots");
    page.wait_until("return document.querySelectorAll('.slot-picture').length === 4");
    scene::show(&page, "curves");
    let knob = knobs::knob(&scenario, "system.two_level.grid.period").expect("a knob");
    page.set_value("#curves-axis", knob.label);
    page.set_value("#curves-values", "0, 3600");
    page.set_value("#curves-seeds", 1);
    scene::draw_curves(&page);
    for figure in ["mean utilization", "mean flow time", "mean tardiness"] {
        page.wait_for_text(".curve-pictures", figure);
    }
}

#[test]
fn a_real_log_with_gaps_in_its_records_is_loaded() {
    let (path, log) = scene::real_log("NASA-iPSC-1993-3.1-cln.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    assert_shown(&page, &path, &log);
}

#[test]
fn a_generated_log_is_loaded_and_left_again() {
    let folder = Folder::new();
    let text = command::slotscope(&["generate", "lublin", "--jobs", "300", "--seed", "7", "--processors", "96"]);
    let path = folder.file("small.swf", &text);
    let log = workload::read("small.swf", &text).unwrap().workload;
    let page = scene::open();
    page.send_file("#file", &path);
    assert_shown(&page, &path, &log);
    page.click(".notice button");
    scene::wait_for(&page, &scene::sample_report());
    page.drop_file(&path);
    assert_shown(&page, &path, &log);
}
