//! Files that are dropped together, or one after the other.

use super::*;
use crate::tables::{Asked, TableAction};
use workload::ReadErrorKind;
use workload::select::Dependencies;
use workload::table::Mapping;

/// Three jobs on GPUs and memory; the log names no nodes.
const GPUS: &str = "JobID|Submit|Start|End|Timelimit|AllocCPUS|ReqTRES
1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|01:00:00|8|cpu=8,node=2,gres/gpu=4,mem=32G
2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:30:00|01:00:00|2|cpu=2,node=1,mem=32G
3|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:20:00|01:00:00|2|cpu=2,node=1
";

const NODES: &str = "NodeName=a1 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
NodeName=a2 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
NodeName=b1 CPUTot=32 RealMemory=131072 State=DOWN
";

const REQUESTS: &str = "job,ready,deadline\n1,0,7200\n77,0,7200\n";

/// What is said of the nodes and the requests.
const NODES_TOLD: &str = "nodes.txt: 3 nodes from output of scontrol show nodes, under Cluster. Down or drained, but \
    among them: b1. 1 remark, the first: no partitions are told of: any job may run on every node.";
const REQUESTS_TOLD: &str = "list.csv: 2 reservations listed; Cluster makes no reservations.";

/// The scenario that `slotscope nodes` prints, on the log that has been read.
fn of_command_line(page: &Page) -> Scenario {
    let kinds = workload::node_table::read_nodes(NODES.as_bytes()).unwrap().kinds;
    let json = serde_json::json!({ "system": { "cluster": { "nodes": kinds } } }).to_string();
    let file = experiment::ScenarioFile::read(json.as_bytes()).unwrap();
    let mut scenario = file.on(&page.state.contents().unwrap().facts());
    let listed = workload::requests_csv::read_requests(REQUESTS.as_bytes()).unwrap();
    scenario.workload.reservations.request = workload::reserve::RequestKind::Listed;
    scenario.workload.reservations.listed = listed.into();
    scenario
}

#[test]
fn a_log_its_nodes_and_requests_are_one_step_and_one_notice_in_any_order() {
    for files in [[("nodes.txt", NODES), ("list.csv", REQUESTS)], [("list.csv", REQUESTS), ("nodes.txt", NODES)]] {
        let mut page = Page::open();
        page.drop_files(Some(1), &files);
        page.follow("| log 0 / said ");
        page.drop_log(1, GPUS);
        assert_eq!(page.present().scenario, of_command_line(&page));
        let said = page.last_notice().said.clone();
        let lines: Vec<&str> = said.text.lines().collect();
        assert_eq!(lines[1..], [NODES_TOLD, REQUESTS_TOLD]);
        assert!(lines[0].starts_with("a.swf: All 3 jobs") && !lines[0].contains("Not modelled"), "{said:?}");
        page.run();
        assert_eq!(page.last_notice().said.text, said.text);
        page.follow("undo | log 0 / can (false, true)");
    }
}

#[test]
fn nodes_before_their_log_are_kept_for_it() {
    let mut page = Page::open();
    page.drop_files(None, &[("nodes.txt", NODES)]);
    page.follow("| log 0 / can (false, false) / notice nodes.txt: 3 nodes are here; drop the log of their jobs.");
    page.drop_log(1, GPUS);
    assert!(page.last_notice().said.text.ends_with(NODES_TOLD));
    page.drop_files(None, &[("list.csv", REQUESTS)]);
    assert_eq!(page.present().scenario, of_command_line(&page));
    // Another log has nodes of its own.
    page.drop_log(2, OTHER);
    assert!(page.last_notice().said.text.contains("The nodes of the previous log are discarded."));
}

#[test]
fn nodes_after_their_log_make_the_system_a_cluster() {
    let mut page = Page::open();
    page.drop_log(1, GPUS);
    page.drop_files(None, &[("nodes.txt", NODES)]);
    assert_eq!(page.last_notice().said, Said::done(NODES_TOLD, true));
    page.drop_files(None, &[("list.csv", REQUESTS)]);
    assert_eq!(page.present().scenario, of_command_line(&page));
    page.follow(
        "run | notice list.csv: 2 reservations listed; Cluster makes no reservations.\nundo; undo; undo | log 0",
    );
}

#[test]
fn the_line_of_a_list_tells_after_the_run_how_many_are_for_jobs_taken() {
    let mut page = Page::open();
    page.drop_files(Some(1), &[("list.csv", "3,0,900\n77,0,900\n"), ("a.json", r#"{"seed": 4}"#)]);
    page.drop_log(1, LOG);
    let told = |page: &Page| page.last_notice().said.text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(told(&page), ["a.json: the scenario is used.", "list.csv: 2 reservations listed."]);
    page.follow("| seed 4 / offers 0");
    page.run();
    assert_eq!(told(&page)[1], "list.csv: 2 reservations listed, 1 of them for selected jobs.");
}

#[test]
fn a_file_that_is_not_used_stops_no_other() {
    let mut page = Page::on_log();
    page.drop_files(
        None,
        &[
            ("a.json", r#"{"seed": 4, "system": {"co_allocation": {}}}"#),
            ("b.json", r#"{"seed": 5}"#),
            ("c.json", r#"{"seeds": 5}"#),
            ("nodes.txt", NODES),
            ("list.csv", "job,ready,deadline\n1,x,5\n"),
        ],
    );
    page.follow("| seed 4 / undoable true");
    let said = &page.last_notice().said;
    assert!(said.stays && !said.failed);
    let lines: Vec<&str> = said.text.lines().collect();
    assert_eq!(lines[0], "b.json is not used: a.json is used instead.");
    assert!(lines[1].starts_with("c.json is not a scenario: "), "{said:?}");
    assert!(lines[2].starts_with("list.csv is not a list of requests: line 2"), "{said:?}");
    assert_eq!(lines[3], "a.json: the scenario is used.");
    assert_eq!(lines[4], "nodes.txt is not used: the scenario chooses Co-allocation, which knows no nodes.");
    page.follow("undo | seed 1");
}

#[test]
fn what_came_with_a_log_that_cannot_be_read_waits_for_the_next() {
    let mut page = Page::open();
    page.drop_files(Some(1), &[("nodes.txt", NODES)]);
    // What comes while the log is being read is its own.
    page.drop_files(None, &[("list.csv", REQUESTS)]);
    page.act(Action::Workload(WorkloadAction::Unreadable(1, "a.swf: no.".to_owned())));
    let lines = "a.swf: no.\nnodes.txt: 3 nodes are here; drop the log of their jobs.\n\
        list.csv: 2 reservations are here; drop the log of their jobs.";
    assert_eq!(page.last_notice().said.text, lines);
    page.follow("| log 0 / can (false, false)");
    page.drop_files(Some(2), &[]);
    page.drop_log(2, GPUS);
    assert_eq!(page.present().scenario, of_command_line(&page));
}

#[test]
fn a_system_that_knows_nodes_is_offered_where_gpus_are_not_modelled() {
    let mut page = Page::open();
    page.drop_log(1, GPUS);
    let notice = page.last_notice().clone();
    assert!(notice.said.text.contains("Not modelled by Two-level grid: GPUs (1 job)"));
    let offer = Offer::System("cluster");
    assert!(notice.said.offers.contains(&offer));
    page.act(Action::Accept(notice.number, offer.clone()));
    assert_eq!(page.present().scenario.system, System::of_key("cluster").unwrap());
    page.follow("| notice The system is Cluster. The log names no nodes: drop a file of them.");
    assert!(!page.last_notice().said.offers.contains(&offer));
    page.follow("undo; undo | log 0");
    page.drop_log(2, LOG);
    assert!(!page.last_notice().said.offers.contains(&offer));
}

#[test]
fn a_dropped_log_takes_the_place_of_the_present_one_and_can_be_undone() {
    let mut page = Page::open();
    page.follow("log 1 | log 1 / platform [10] / undoable true");
    assert_eq!(page.state.contents().unwrap().records, 5);
    let said = &page.last_notice().said;
    assert!(said.text.contains("a.swf"), "{said:?}");
    page.follow("undo | log 0 / platform [64,64]");
}

#[test]
fn its_notice_gives_back_providers_and_share_each_beside_the_other() {
    let mut page = Page::open();
    page.drop_log(1, LOG);
    let notice = page.last_notice().clone();
    let [providers, share] = &notice.said.offers[..] else {
        panic!("{notice:?}");
    };
    assert!(matches!(providers, Offer::Providers(_)));
    page.act(Action::Accept(notice.number, providers.clone()));
    page.follow("| platform [64,64] / log 1");
    let rest = page.last_notice().clone();
    assert_eq!(rest.said.offers, std::slice::from_ref(share));
    page.act(Action::Accept(rest.number, share.clone()));
    page.follow("| workload.reservations.percent 30.0 / chosen true\nundo; undo | platform [10]");
}

#[test]
fn preceding_jobs_that_the_log_contradicts_are_ignored_and_offered() {
    let mut page = Page::open();
    let lines = (1..=4).map(|id| format!("{id} {id}00 0 10 1 -1 -1 1 60 -1 1 1 1 1 1 1 1 1\n"));
    page.drop_log(1, &lines.collect::<String>());
    assert_eq!(page.present().scenario.workload.dependencies, Dependencies::Ignore);
    let notice = page.last_notice().clone();
    let told = "4 jobs name a preceding job, which is ignored: all name job 1.";
    assert!(notice.said.text.contains(told), "{notice:?}");
    assert!(notice.said.offers.contains(&Offer::Dependencies));
    page.act(Action::Accept(notice.number, Offer::Dependencies));
    assert_eq!(page.present().scenario.workload.dependencies, Dependencies::Honour);
}

#[test]
fn undo_leads_to_no_more_than_so_many_bytes_of_logs() {
    let mut page = Page::open();
    for key in 1..=4 {
        page.drop_log(key, LOG);
        let mut contents = Contents::clone(page.state.contents().unwrap());
        contents.name = format!("{key}.swf");
        let Source::File(mark) = &mut contents.source else {
            panic!("a file");
        };
        mark.size = 40_000_000;
        page.state.workloads.know(key, contents.into());
        page.run();
    }
    page.follow(
        "seed 2 | reached {0, 3, 4} / notice Undo can no longer return to 2.swf: the page keeps 100 MB of logs.
undo; undo; undo; undo; undo | log 3",
    );
}

#[test]
fn what_it_offers_goes_with_the_next_step() {
    Page::open().follow("log 1; seed 2 | said");
}

#[test]
fn a_log_that_is_known_again_stays_as_it_is() {
    let mut page = Page::on_log();
    page.set_seed(2, false);
    let contents = page.state.contents().unwrap().clone();
    let notices = page.state.notices.clone();
    page.act(Action::Workload(WorkloadAction::Known(1, contents.clone())));
    page.act(Action::Workload(WorkloadAction::Loaded(1, contents)));
    page.follow("| seed 2");
    assert_eq!(page.state.notices, notices);
    assert_eq!(page.state.workloads.count(), 2);
}

#[test]
fn a_file_that_is_no_log_is_said_and_leaves_the_page() {
    let mut page = Page::on_log();
    let why = "b.swf: no log";
    page.act(Action::Workload(WorkloadAction::Unreadable(9, why.to_owned())));
    assert_eq!(page.last_notice().said, Said::failed(why));
    page.follow("| log 1");
}

#[test]
fn a_log_that_was_not_read_is_read_again_when_that_is_wanted() {
    let mut page = Page::on_log();
    let why = "c.swf was not read: the worker died.";
    let not_read = || Action::Workload(WorkloadAction::NotRead(8, why.to_owned()));
    page.act(not_read());
    page.follow("| reached {0, 1, 8}");
    // Other steps do not take that away.
    page.set_seed(3, false);
    page.act(not_read());
    let number = page.last_notice().number;
    page.act(Action::Accept(number, Offer::ReadAgain(8)));
    assert_eq!(page.state.workloads.read_again, (1, 8));
    assert!(!page.said().contains(&why));
    page.follow("| reached {0, 1}");
}

/// The picture still shows a log that was undone, and redo leads to it.
#[test]
fn what_can_be_reached_is_what_undo_and_redo_lead_to_and_the_rest_is_let_go() {
    let mut page = Page::on_log();
    page.follow("other 2; run | reached {0, 1, 2}\nundo | reached {0, 1, 2}\nrun; seed 4 | reached {0, 1}");
    page.act(Action::Workload(WorkloadAction::LetGo(vec![2])));
    assert!(page.state.workloads.get(2).is_none());
    assert_eq!(page.state.workloads.count(), 2);
}

#[test]
fn a_task_batch_takes_the_place_of_a_log_and_a_log_of_it() {
    const TASKS: &str = "task,start,end,load\n1,0,3100,20\n2,30,90,45\n3,5,5,5\n";
    let mut page = Page::on_log();
    let before = page.present().scenario.clone();
    let reading = workload::read("tasks.csv", TASKS.as_bytes()).unwrap();
    page.read(7, reading, file(TASKS));
    page.follow(
        "| log 7 / platform [100,100,100,100,100,100] / notice tasks.csv: 2 tasks, 0 to 3\u{202f}100\u{a0}s. \
         1 item could not be read and is left out. File lists no nodes; using the platform's 6.",
    );
    // Its file is what a link names and a project holds.
    assert_eq!(page.state.snapshot().workload, file(TASKS));
    let contents = page.state.contents().unwrap();
    assert_eq!((contents.left_out, contents.complaints.len()), (1, 1));
    // Requests are of jobs.
    page.edit(listed("requests.csv", Vec::new()));
    let said = &page.last_notice().said.text;
    assert!(said.contains("for jobs of a log, but this is a task batch"), "{said}");
    page.follow("undo | log 1");
    assert_eq!(page.present().scenario, before);
    page.follow("redo | log 7\nother 9; run | platform [7]");
}

#[test]
fn the_scenario_that_a_task_batch_begins_with_is_had_again() {
    let made = workload::task_batch::generate::MadeUp::default();
    let mut page = Page::open();
    page.read(3, made.workload().unwrap().into(), Source::Tasks(made.clone()));
    let first = page.present().scenario.clone();
    assert_eq!(page.state.snapshot().workload, Source::Tasks(made));
    page.does("set platform [50]; reset");
    assert_eq!(page.present().scenario, first);
}

/// A log without waits has reservations begin at drawn times, says so, and takes that along when it goes.
#[test]
fn where_reservations_begin_goes_with_the_log() {
    let no_waits = "; MaxProcs: 8\n1 0 -1 60 2 -1 -1 2 60\n2 5 -1 0 4 -1 -1 4 60 -1 5\n";
    let mut page = Page::open();
    page.follow("| workload.reservations.start \"logged_wait\"");
    page.drop_log(1, no_waits);
    page.follow(
        "| workload.reservations.start \"lead_time\" / \
         notice a.swf: 1 of 2 jobs ran and is scheduled; 1 never ran. Machine: 8 processors (header). The log \
         has no waits: reservations ask to start 0 to 24\u{a0}h after submission, drawn at random. No job is a \
         reservation.",
    );
    // The share that the notice offers is put on it so.
    let notice = page.last_notice().clone();
    let mut offers = notice.said.offers.iter();
    let share = offers.find(|it| matches!(it, Offer::Share(_)));
    page.act(Action::Accept(notice.number, share.unwrap().clone()));
    page.follow(
        "| workload.reservations.start \"lead_time\"
reset | workload.reservations.start \"lead_time\"
log 2 | workload.reservations.start \"logged_wait\"
undo | workload.reservations.start \"lead_time\"
undo; undo; undo | workload.reservations.start \"logged_wait\"",
    );
}

/// The panel says how many jobs are taken as soon as the run says it.
#[test]
fn the_account_says_how_many_jobs_a_range_takes() {
    let first = |page: &Page| {
        let contents = page.state.contents().unwrap();
        let selection = &page.present().scenario.workload;
        let account = contents.account(selection, page.state.jobs_taken());
        crate::account::lines(&account, selection, 1).swap_remove(0)
    };
    let mut page = Page::on_log();
    page.follow("| taken Some((5, None))\nset workload.last_job 2 | taken None");
    assert_eq!(first(&page), "The file has 5 jobs; all ran.");
    page.follow("run | taken Some((2, None))");
    assert_eq!(first(&Page::open()), "All 1\u{202f}000 jobs ran and are scheduled.");
    assert_eq!(first(&page), "2 of 5 jobs are scheduled: the selection leaves out the others.");
}

/// A link keeps its meaning, whatever the log's waits.
#[test]
fn a_link_to_a_file_says_what_becomes_of_it() {
    let mut page = Page::open();
    for (scenario, rows) in [
        (
            "{\"workload\": {\"first_job\": null, \"last_job\": 3}}",
            "log 1 | notice The link has been opened. a.swf: The file has 5 jobs; all ran. / \
             workload.reservations.start \"logged_wait\"",
        ),
        (
            "{\"workload\": {\"first_job\": null, \"last_job\": null}, \"platform\": [64]}",
            "| notice The link has been opened. a.swf: All 5 jobs ran and are scheduled.",
        ),
    ] {
        let link = Snapshot {
            workload: file(LOG),
            scenarios: vec![Scenario::from_json(scenario.as_bytes()).expect(scenario)],
            ..Snapshot::default()
        };
        page.open_snapshot(&link, Origin::Link);
        page.follow(rows);
        page.run();
    }
}

const TABLE: &str = "No,Sent,Span,Width\n1,100,50,4\n2,110,60,4\n";

fn asked(key: WorkloadKey) -> Action {
    let error = workload::read("a.csv", TABLE.as_bytes()).unwrap_err();
    let ReadErrorKind::UnknownTable(unknown) = error.kind else {
        panic!("{error}");
    };
    Action::Table(TableAction::Ask(Box::new(Asked {
        key,
        mark: FileMark::of("a.csv", TABLE.as_bytes()),
        table: unknown.table,
        guess: unknown.guess,
        kept: None,
    })))
}

fn mapping() -> Mapping {
    Mapping::parse("job=No,submit=Sent,run_time=Span,requested_processors=Width").unwrap()
}

/// Has the table read by its mapping, as another workload.
fn read(page: &mut Page, key: WorkloadKey, source: Source) {
    page.read(key, workload::read_with("a.csv", TABLE.as_bytes(), &mapping()).unwrap(), source);
}

/// An open page that waits for the table with its mapping, and the source of that link.
fn linked() -> (Page, Source) {
    let mark = FileMark::of("a.csv", TABLE.as_bytes());
    let source = Source::File(mark.with_mapping(Some(mapping())));
    let mut page = Page::open();
    page.open_snapshot(&Snapshot { workload: source.clone(), ..Snapshot::default() }, Origin::Link);
    (page, source)
}

/// The file of workload 7 is wanted; read by the mapping, as workload 8, it is the workload of the link.
fn is_read_by_mapping(mut page: Page, source: Source) {
    let wanted = page.state.tables.wanted.clone().unwrap();
    assert_eq!((wanted.key, wanted.mapping), (7, mapping()));
    read(&mut page, 8, source.clone());
    page.follow("| search None / log 8");
    assert_eq!(page.state.snapshot().workload, source);
}

/// The file's bytes stay while the dialog is open.
#[test]
fn a_dropped_table_is_asked_about() {
    let mut page = Page::open();
    page.act(asked(7));
    assert!(page.state.tables.form.is_some());
    page.follow("| reached {0, 7}");
    page.act(Action::Table(TableAction::Cancel));
    assert!(page.state.tables.form.is_none());
    page.follow("| reached {0}");
}

#[test]
fn another_file_closes_the_dialog() {
    let mut page = Page::open();
    page.act(asked(7));
    read(&mut page, 8, Source::File(FileMark::of("b.csv", b"another")));
    assert!(page.state.tables.form.is_none());
}

/// This version recognizes the table by itself.
#[test]
fn a_link_with_a_mapping_opens_on_a_table_that_needs_none_today() {
    let (mut page, source) = linked();
    read(&mut page, 7, Source::File(FileMark::of("a.csv", TABLE.as_bytes())));
    is_read_by_mapping(page, source);
}

/// A link that waits for the file has the mapping.
#[test]
fn a_link_to_a_table_needs_no_question() {
    let (mut page, source) = linked();
    page.does("ask");
    page.act(asked(7));
    assert!(page.state.tables.form.is_none());
    is_read_by_mapping(page, source);
}

#[test]
fn what_came_with_a_table_waits_until_its_columns_are_told_or_for_another_log() {
    let with_list = || {
        let mut page = Page::open();
        page.drop_files(Some(7), &[("list.csv", "job,ready,deadline\n1,0,900\n")]);
        page.act(asked(7));
        page.follow("| said ");
        page
    };
    let mut page = with_list();
    page.state.tables.want(7, None, mapping());
    read(&mut page, 8, Source::File(FileMark::of("a.csv", TABLE.as_bytes())));
    assert!(page.last_notice().said.text.ends_with("\nlist.csv: 1 reservation listed."));
    let mut page = with_list();
    page.act(Action::Table(TableAction::Cancel));
    page.follow("| notice list.csv: 1 reservation is here; drop the log of its jobs. / log 0");
}
