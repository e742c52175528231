use super::*;
use crate::lessons::LessonAction;
use crate::places::LessonStep;
use chart::{ColourBy, Resource};
use export::permalink;
use export::project::{self, Project};
use export::snapshot::{CurvesForm, LessonPlace, Sight, TradeOffForm};
use scheduling::criteria::span::Span;

fn snapshot(workload: Source) -> Snapshot {
    Snapshot {
        workload,
        scenarios: vec![
            Scenario { platform: vec![12], ..Scenario::default() },
            Scenario { seed: 4, ..Scenario::default() },
        ],
        front: 1,
        baseline: 1,
        view: "jobs".to_owned(),
        sight: Some(Sight::from(chart::Viewport { start: 0.0, end: 50.0, first_row: 0.0, last_row: 5.0 })),
        cursor: Some(30),
        opened: Some(40),
        job: Some(3),
        selected: vec![1, 3],
        colour_by: ColourBy::WAIT,
        rows: Resource::Memory,
        span: Some(Span::between(0, 20)),
        curves: CurvesForm { seeds: 3, ..CurvesForm::default() },
        trade_off: TradeOffForm { range: (60, 600), ..TradeOffForm::default() },
        lesson: None,
    }
}

/// The second step of a lesson, with something set in the first.
fn second_step() -> LessonPlace {
    LessonPlace { id: "backfilling".to_owned(), step: 1, set: [(0, vec![2])].into(), ..LessonPlace::default() }
}

/// What the link of the page reads as.
fn linked(page: &Page) -> Snapshot {
    permalink::read(&page.state.link().unwrap().0).unwrap()
}

#[test]
fn a_link_to_a_step_of_a_lesson_opens_it_with_what_was_set() {
    let mut page = Page::open();
    page.does("show lessons");
    assert_eq!(page.state.snapshot().lesson, None);
    page.act(Action::Lessons(LessonAction::Arrive(second_step())));
    let linked = linked(&page);
    assert_eq!(linked.lesson, Some(second_step()));
    let mut other = Page::at_start();
    other.open_snapshot(&linked, Origin::Link);
    other.follow("| view lessons");
    assert_eq!(other.state.view.lesson, linked.lesson);
    assert_eq!(other.state.lessons.opened(), Some("backfilling"));
    // A link to the list closes it.
    other.open_snapshot(&Snapshot { lesson: None, ..linked }, Origin::Link);
    assert_eq!((&other.state.view.lesson, other.state.lessons.opened()), (&None, None));
}

#[test]
fn a_lesson_is_in_links_only_while_lessons_are_shown() {
    let mut page = Page::open();
    page.act(Action::Lessons(LessonAction::Arrive(second_step())));
    for (script, expected) in [("show jobs", None), ("show lessons", Some(second_step()))] {
        page.does(script);
        assert_eq!(page.state.snapshot().lesson, expected, "{script}");
    }
}

#[test]
fn the_browsers_history_goes_to_a_step_of_a_lesson_or_to_the_list() {
    let mut page = Page::open();
    let place = |id: &str, step| LessonPlace { id: id.to_owned(), step, part: 1, ..LessonPlace::default() };
    for expected in [Some(place("backfilling", 0)), Some(place("grouping", 3)), None] {
        let step = expected.clone().map(|LessonPlace { id, step, part, .. }| LessonStep { id, step, part });
        page.act(Action::Teach(TeachAction::Step(step)));
        assert_eq!(page.state.view.lesson, expected);
        assert_eq!(page.state.lessons.opened(), expected.as_ref().map(|it| it.id.as_str()));
    }
}

/// The page as it opens, or an open one, with a snapshot.
fn at_start_with(workload: Source, origin: Origin) -> Page {
    let mut page = Page::at_start();
    page.open_snapshot(&snapshot(workload), origin);
    page
}

fn open_with(workload: Source) -> Page {
    let mut page = Page::open();
    page.open_snapshot(&snapshot(workload), Origin::Link);
    page
}

#[test]
fn a_link_is_what_the_page_opens_with_and_what_it_hands_out_again() {
    let mut page = at_start_with(Source::Sample, Origin::Link);
    let snapshot = snapshot(Source::Sample);
    // Before its run is there, too: it will show what it was opened with.
    page.follow("| can (false, false) / said / settled false");
    assert_eq!(page.state.snapshot(), snapshot);
    page.follow("run | settled true");
    assert_eq!(page.state.snapshot(), snapshot);
    assert_eq!(linked(&page), snapshot);
    assert!(!page.state.link().unwrap().1);
}

#[test]
fn a_link_that_is_opened_later_is_a_step() {
    let mut page = open_with(Source::Sample);
    assert_eq!(page.last_notice().said, Said::done("The link has been opened.", true));
    page.does("undo");
    assert_eq!(page.present().scenario, Scenario::default());
}

#[test]
fn what_a_link_looks_at_is_not_looked_for_after_the_next_step() {
    let mut page = open_with(Source::Sample);
    page.does("seed 9; run");
    assert_eq!(page.state.view.cursor, None);
}

#[test]
fn the_last_session_and_a_project_say_that_they_are_open() {
    at_start_with(Source::Sample, Origin::Session).follow("| said The last session is open again.");
    at_start_with(Source::Sample, Origin::Project).follow("| said The project has been opened.");
    let mut page = Page::at_start();
    page.open_snapshot(&Snapshot::default(), Origin::Session);
    assert!(page.said().is_empty());
}

#[test]
fn a_view_that_there_is_not_is_said() {
    let mut page = Page::open();
    page.does("show summary");
    page.open_snapshot(&Snapshot { view: "hologram".to_owned(), ..Snapshot::default() }, Origin::Link);
    page.follow("| view summary");
    assert!(page.last_notice().said.failed);
}

#[test]
fn a_link_waits_for_its_file_asks_for_it_and_is_shown_when_it_comes() {
    let mut page = at_start_with(file(LOG), Origin::Link);
    page.follow("| search Some(UnderWay)\nask | search Some(Asked)\nrun; log 1 | search None");
    page.run();
    assert_eq!(page.state.snapshot(), snapshot(file(LOG)));
    assert_eq!(page.state.opening.found, None);
}

#[test]
fn what_a_link_finds_by_itself_is_told_from_what_a_person_gives() {
    for (origin, is_found) in [(Origin::Link, true), (Origin::Session, true), (Origin::Project, false)] {
        let mut page = at_start_with(file(LOG), origin);
        page.drop_log(1, LOG);
        let found = page.state.opening.found.as_deref();
        assert_eq!(found, is_found.then_some(&snapshot(file(LOG))), "{origin:?}");
    }
}

#[test]
fn another_file_in_its_place_is_taken_with_the_link_or_by_itself() {
    for (take, seeds) in [("take with link", "[1, 4]"), ("take alone", "[1]")] {
        let mut page = open_with(file(LOG));
        page.follow("ask; other 2 | search Some(Other(2)) / reached {0, 2} / log 0");
        assert_eq!(page.state.other_file().map(Source::File), Some(file(OTHER)));
        page.follow(&format!("{take} | search None / log 2 / seeds {seeds}"));
    }
}

/// No other file was given, so there is none to take.
#[test]
fn whoever_leaves_a_link_stays_with_the_page() {
    let mut page = open_with(file(LOG));
    page.follow("leave | search None");
    assert_eq!(page.present().scenario, Scenario::default());
    page.follow("take with link | log 0");
}

#[test]
fn a_generated_workload_that_cannot_be_had_is_waited_for_no_more() {
    let mut page = Page::at_start();
    page.state.opening.is_under_way = true;
    let generated = Source::Generated(Box::new(Lublin { seed: 2, ..Lublin::default() }));
    page.open_snapshot(&snapshot(generated), Origin::Link);
    page.follow("| search Some(UnderWay)");
    page.state.opening.is_under_way = false;
    assert!(page.state.opening.is_sought());
    page.act(Action::Workload(WorkloadAction::Unreadable(9, "no".to_owned())));
    page.follow("| search None");
    assert!(!page.state.opening.is_sought());
}

#[test]
fn forms_are_in_the_link_and_another_link_brings_its_own() {
    let mut page = Page::open();
    let plain = linked(&page);
    let mut curves = CurvesForm::default();
    curves.take_axis("workload.load_factor");
    curves.values = Some("1, 2".to_owned());
    page.act(Action::Form(FormAction::Curves(curves.clone())));
    let trade_off =
        TradeOffForm { typed: [("grid-period".to_owned(), "0, 60".to_owned())].into(), ..TradeOffForm::default() };
    page.act(Action::Form(FormAction::TradeOff(trade_off.clone())));
    assert_eq!(*page.state.forms.curves, curves);
    assert_eq!(*page.state.forms.trade_off, trade_off);
    // Asking for something else is no step that could be undone, and runs nothing by itself.
    page.follow("| can (false, false)");
    let mut other = Page::open();
    for (link, expected) in [(linked(&page), &page.state.forms), (plain, &Forms::default())] {
        other.open_snapshot(&link, Origin::Link);
        assert_eq!(other.state.forms, *expected);
    }
}

#[test]
fn nothing_is_settled_before_it_is_known_what_the_page_opens_with() {
    let mut page = Page::at_start();
    page.state.opening.is_under_way = true;
    page.follow("| settled false");
    page.act(Action::Open(OpenAction::Begin));
    page.follow("| settled true");
}

#[test]
fn a_link_too_long_for_its_selection_leaves_that_out() {
    let mut page = Page::open();
    page.view(ViewAction::Select((0..400_000).filter(|it| it % 7 % 2 == 0).collect()));
    assert!(page.state.link().unwrap().1);
    assert!(linked(&page).selected.is_empty());
}

#[test]
fn what_cannot_be_run_has_no_link_and_no_project() {
    let mut page = Page::at_start();
    page.change(|scenario| scenario.platform = Vec::new());
    let why = page.state.link().expect_err("no processors");
    assert!(why.to_string().contains("provider"), "{why}");
    let project = Project { snapshot: page.state.snapshot(), log: None };
    assert!(project::write(&project).is_err());
}

/// A workflow, and jobs of a log before it and behind it.
#[test]
fn a_project_with_a_workflow_is_opened_from_a_log_and_a_log_after_it() {
    const DOT: &str = "digraph { a [costs=\"2 3\"] b [costs=\"4 4\"] a -> b [data=1] }";
    let drop_workflow = |page: &mut Page| {
        let reading = workload::read("a.swf", DOT.as_bytes()).unwrap();
        page.read(7, reading, file(DOT));
    };
    let mut page = Page::on_log();
    drop_workflow(&mut page);
    let said = &page.last_notice().said.text;
    assert!(said.starts_with("a.swf: 2 tasks on 2 machines."), "{said}");
    assert!(said.contains("counts as 1 s"), "{said}");
    page.run();
    page.change(|scenario| scenario.workload.machines = Some(1));
    page.run();
    let snapshot = page.state.snapshot();
    assert_eq!(snapshot.workload, file(DOT));
    // Requests are of jobs.
    page.edit(listed("requests.csv", Vec::new()));
    let said = &page.last_notice().said.text;
    assert!(said.starts_with("requests.csv: requests are for jobs of a log"), "{said}");
    assert_eq!(page.state.snapshot(), snapshot);
    let mut other = Page::on_log();
    other.open_snapshot(&snapshot, Origin::Project);
    other.follow("| search Some(UnderWay)");
    drop_workflow(&mut other);
    other.run();
    assert_eq!(other.state.snapshot(), snapshot);
    assert_eq!(other.state.run.finished.as_ref().unwrap().run.platform, [1]);
    // What was taken of the workflow is not asked of a log.
    other.does("other 9; run");
    assert_eq!(other.present().scenario.workload.of_workflows(), None);
}

#[test]
fn a_file_that_is_asked_for_takes_the_place_of_every_run() {
    let missing = snapshot(file(OTHER));
    for origin in [Origin::Link, Origin::Project, Origin::Session, Origin::HandIn] {
        let mut page = Page::on_log();
        let (former, before) = (page.present().clone(), page.state.can());
        page.open_snapshot(&missing, origin);
        // While it is sought the run stays. Lessons have runs of their own.
        page.follow("| shows-run true\nask | asked Some(\"a.swf\") / shows-run false");
        assert_eq!(linked(&page), missing);
        page.follow("show lessons | asked None / shows-run true");
        page.does("show gantt");
        let asking = page.state.clone();
        for way_back in ["undo", "leave"] {
            page.state = asking.clone();
            assert!(page.state.can().0);
            page.follow(&format!("{way_back} | shows-run true / notice a.swf was not opened. The page shows a.swf."));
            assert_eq!(page.present(), &former);
            assert_eq!(page.state.can(), before);
        }
        // The file comes: undoing leads to the former log with its own settings.
        page.state = asking;
        page.follow("other 2 | log 2 / asked None");
        page.does("undo");
        assert_eq!(page.present(), &former);
    }
}
