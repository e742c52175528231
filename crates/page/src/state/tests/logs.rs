use super::*;
use workload::select::Dependencies;

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
