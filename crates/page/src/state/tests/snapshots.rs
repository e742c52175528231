use std::collections::BTreeMap;

use super::*;
use crate::places::LessonStep;
use chart::{ColourBy, Resource};
use export::permalink;
use export::project::{self, Project};
use export::snapshot::{CurvesForm, LessonPlace, Sight, Snapshot, TradeOffForm};
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
    LessonPlace {
        id: "backfilling".to_owned(),
        step: 1,
        set: BTreeMap::from([(0, vec![2])]),
        moments: BTreeMap::new(),
        times: BTreeMap::new(),
        path: Vec::new(),
    }
}

#[test]
fn a_link_to_a_step_of_a_lesson_opens_it_with_what_was_set() {
    let mut page = Page::open();
    page.view(ViewAction::Show(View::Lessons));
    assert_eq!(page.state.snapshot().lesson, None);
    page.view(ViewAction::Lesson(Some(second_step())));
    let (hash, _) = page.state.link().unwrap();
    let linked = permalink::read(&hash).unwrap();
    assert_eq!(linked.lesson, Some(second_step()));
    let mut other = Page::at_start();
    open(&mut other, &linked, Origin::Link);
    assert_eq!(other.state.view.shown, View::Lessons);
    assert_eq!(other.state.view.lesson, Some(second_step()));
    assert_eq!(other.state.opening.lessons, 1);
    // A link to the list closes it.
    let list = Snapshot { lesson: None, ..linked };
    open(&mut other, &list, Origin::Link);
    assert_eq!(other.state.view.lesson, None);
    assert_eq!(other.state.opening.lessons, 2);
}

#[test]
fn a_lesson_is_in_links_only_while_lessons_are_shown() {
    let mut page = Page::open();
    page.view(ViewAction::Lesson(Some(second_step())));
    page.view(ViewAction::Show(View::Jobs));
    assert_eq!(page.state.snapshot().lesson, None);
    page.view(ViewAction::Show(View::Lessons));
    assert_eq!(page.state.snapshot().lesson, Some(second_step()));
}

#[test]
fn the_browsers_history_goes_to_a_step_and_what_was_set_stays() {
    let mut page = Page::open();
    let step = |id: &str, step| {
        let id = id.to_owned();
        ViewAction::LessonStep(Some(LessonStep { id, step }))
    };
    page.view(ViewAction::Lesson(Some(second_step())));
    page.view(step("backfilling", 0));
    let first = LessonPlace { step: 0, ..second_step() };
    assert_eq!(page.state.view.lesson, Some(first));
    page.view(step("grouping", 3));
    let other = page.state.view.lesson.clone().unwrap();
    assert_eq!((other.id.as_str(), other.step), ("grouping", 3));
    assert!(other.set.is_empty());
    page.view(ViewAction::LessonStep(None));
    assert_eq!(page.state.view.lesson, None);
}

fn open(page: &mut Page, snapshot: &Snapshot, origin: Origin) {
    let snapshot = Box::new(snapshot.clone());
    page.act(Action::Open(OpenAction::Open(snapshot, origin, None)));
}

fn search(page: &Page) -> Option<Search> {
    page.state.opening.awaited.as_ref().map(|it| it.search)
}

#[test]
fn a_link_is_what_the_page_opens_with_and_what_it_hands_out_again() {
    let mut page = Page::at_start();
    let snapshot = snapshot(Source::Sample);
    open(&mut page, &snapshot, Origin::Link);
    assert_eq!(page.state.history.can(), (false, false));
    assert!(page.said().is_empty());
    // Before its run is there, too: it will show what it was opened with.
    assert_eq!(page.state.snapshot(), snapshot);
    assert!(!page.state.is_settled());
    page.run();
    assert_eq!(page.state.snapshot(), snapshot);
    assert!(page.state.is_settled());
    let (hash, leaves_out) = page.state.link().expect("a link");
    assert_eq!(permalink::read(&hash), Ok(snapshot));
    assert!(!leaves_out);
}

#[test]
fn a_link_that_is_opened_later_is_a_step() {
    let mut page = Page::open();
    open(&mut page, &snapshot(Source::Sample), Origin::Link);
    let said = Said::done("The link has been opened.", true);
    assert_eq!(page.last_notice().said, said);
    page.edit(EditAction::Undo);
    assert_eq!(page.present().scenario, Scenario::default());
}

#[test]
fn what_a_link_looks_at_is_not_looked_for_after_the_next_step() {
    let mut page = Page::open();
    open(&mut page, &snapshot(Source::Sample), Origin::Link);
    page.set_seed(9, false);
    page.run();
    assert_eq!(page.state.view.cursor, None);
}

#[test]
fn the_last_session_and_a_project_say_that_they_are_open() {
    for (origin, text) in
        [(Origin::Session, "The last session is open again."), (Origin::Project, "The project has been opened.")]
    {
        let mut page = Page::at_start();
        open(&mut page, &snapshot(Source::Sample), origin);
        assert_eq!(page.said(), [text]);
    }
    let mut page = Page::at_start();
    open(&mut page, &Snapshot::default(), Origin::Session);
    assert!(page.said().is_empty());
}

#[test]
fn a_view_that_there_is_not_is_said() {
    let mut page = Page::open();
    page.view(ViewAction::Show(View::Summary));
    let unknown = Snapshot { view: "hologram".to_owned(), ..Snapshot::default() };
    open(&mut page, &unknown, Origin::Link);
    assert_eq!(page.state.view.shown, View::Summary);
    assert!(page.last_notice().said.failed);
}

#[test]
fn a_link_waits_for_its_file_asks_for_it_and_is_shown_when_it_comes() {
    let mut page = Page::at_start();
    let snapshot = snapshot(file(LOG));
    open(&mut page, &snapshot, Origin::Link);
    assert_eq!(search(&page), Some(Search::UnderWay));
    page.act(Action::Open(OpenAction::Ask));
    assert_eq!(search(&page), Some(Search::Asked));
    page.run();
    page.drop_log(1, LOG);
    assert_eq!(search(&page), None);
    page.run();
    assert_eq!(page.state.snapshot(), snapshot);
    assert_eq!(page.state.opening.found, None);
}

#[test]
fn what_a_link_finds_by_itself_is_told_from_what_a_person_gives() {
    for (origin, is_found) in [(Origin::Link, true), (Origin::Session, true), (Origin::Project, false)] {
        let mut page = Page::at_start();
        let snapshot = snapshot(file(LOG));
        open(&mut page, &snapshot, origin);
        page.drop_log(1, LOG);
        let found = page.state.opening.found.as_deref();
        assert_eq!(found, is_found.then_some(&snapshot), "{origin:?}");
    }
}

#[test]
fn another_file_in_its_place_is_taken_with_the_link_or_by_itself() {
    for with_link in [true, false] {
        let mut page = Page::open();
        open(&mut page, &snapshot(file(LOG)), Origin::Link);
        page.act(Action::Open(OpenAction::Ask));
        page.drop_log(2, OTHER);
        assert_eq!(search(&page), Some(Search::Other(2)));
        assert_eq!(Some(file(OTHER)), page.state.other_file().map(Source::File));
        assert!(page.state.reached().contains(&2));
        assert_eq!(page.present().workload, SAMPLE);
        page.act(Action::Open(OpenAction::TakeOther { with_link }));
        assert_eq!(search(&page), None);
        assert_eq!(page.present().workload, 2);
        assert_eq!(page.present().count(), if with_link { 2 } else { 1 });
    }
}

#[test]
fn whoever_leaves_a_link_stays_with_the_page() {
    let mut page = Page::open();
    open(&mut page, &snapshot(file(LOG)), Origin::Link);
    page.act(Action::Open(OpenAction::Leave));
    assert_eq!(search(&page), None);
    assert_eq!(page.present().scenario, Scenario::default());
    // No other file was given, so there is none to take.
    page.act(Action::Open(OpenAction::TakeOther { with_link: true }));
    assert_eq!(page.present().workload, SAMPLE);
}

#[test]
fn a_generated_workload_that_cannot_be_had_is_waited_for_no_more() {
    let mut page = Page::at_start();
    page.state.opening.is_under_way = true;
    let generated = Source::Generated(Box::new(Lublin { seed: 2, ..Lublin::default() }));
    open(&mut page, &snapshot(generated), Origin::Link);
    assert_eq!(search(&page), Some(Search::UnderWay));
    page.state.opening.is_under_way = false;
    assert!(page.state.opening.is_sought());
    page.act(Action::Workload(WorkloadAction::Unreadable("no".to_owned())));
    assert_eq!(search(&page), None);
    assert!(!page.state.opening.is_sought());
}

#[test]
fn forms_are_in_the_link_and_another_link_brings_its_own() {
    let mut page = Page::open();
    let (without, _) = page.state.link().expect("a link");
    let mut curves = CurvesForm::default();
    curves.take_axis("workload.load_factor");
    curves.values = Some("1, 2".to_owned());
    page.act(Action::Form(FormAction::Curves(curves.clone())));
    let mut trade_off = TradeOffForm::default();
    trade_off.typed.insert("grid-period".into(), "0, 60".into());
    page.act(Action::Form(FormAction::TradeOff(trade_off.clone())));
    assert_eq!(*page.state.forms.curves, curves);
    assert_eq!(*page.state.forms.trade_off, trade_off);
    // Asking for something else is no step that could be undone, and runs nothing by itself.
    assert_eq!(page.state.history.can(), (false, false));
    let (hash, _) = page.state.link().expect("a link");
    let mut other = Page::open();
    open(&mut other, &permalink::read(&hash).expect("a snapshot"), Origin::Link);
    assert_eq!(other.state.forms, page.state.forms);
    let plain = permalink::read(&without).expect("a snapshot");
    open(&mut other, &plain, Origin::Link);
    assert_eq!(other.state.forms, Forms::default());
}

#[test]
fn nothing_is_settled_before_it_is_known_what_the_page_opens_with() {
    let mut page = Page::at_start();
    page.state.opening.is_under_way = true;
    assert!(!page.state.is_settled());
    page.act(Action::Open(OpenAction::Begin));
    assert!(page.state.is_settled());
}

#[test]
fn a_link_too_long_for_its_selection_leaves_that_out() {
    let mut page = Page::open();
    let odd: Vec<u64> = (0..400_000).filter(|it| it % 7 % 2 == 0).collect();
    page.view(ViewAction::Select(odd.into()));
    let Ok((hash, leaves_out)) = page.state.link() else {
        panic!("a link");
    };
    assert!(leaves_out);
    assert_eq!(permalink::read(&hash).unwrap().selected, Vec::<u64>::new());
}

/// A workflow, and jobs of a log before it and behind it.
#[test]
fn what_cannot_be_run_has_no_link_and_no_project() {
    let mut page = Page::at_start();
    page.edit(EditAction::Change {
        control: "platform",
        moving: false,
        change: Box::new(|scenario| scenario.platform = Vec::new()),
    });
    let why = page.state.link().expect_err("no processors");
    assert!(why.to_string().contains("provider"), "{why}");
    let project = Project { snapshot: page.state.snapshot(), log: None };
    assert!(project::write(&project).is_err());
}

#[test]
fn a_project_with_a_workflow_is_opened_from_a_log_and_a_log_after_it() {
    const DOT: &str = "digraph { a [costs=\"2 3\"] b [costs=\"4 4\"] a -> b [data=1] }";
    let drop_workflow = |page: &mut Page| {
        let reading = workload::read("a.swf", DOT.as_bytes()).expect("a workflow");
        page.read(7, reading, file(DOT));
    };
    let mut page = Page::on_log();
    drop_workflow(&mut page);
    let said = page.last_notice().said.text.clone();
    assert!(said.starts_with("a.swf: 2 tasks on 2 machines."), "{said}");
    assert!(said.contains("counts as 1 s"), "{said}");
    page.run();
    page.edit(EditAction::Change {
        control: "ccr",
        moving: false,
        change: Box::new(|scenario| scenario.workload.machines = Some(1)),
    });
    page.run();
    let snapshot = page.state.snapshot();
    assert_eq!(snapshot.workload, file(DOT));
    // Requests are of jobs.
    page.edit(EditAction::List { name: "requests.csv".to_owned(), requests: Vec::new() });
    let said = &page.last_notice().said.text;
    assert!(said.starts_with("requests.csv: requests are for jobs of a log"), "{said}");
    assert_eq!(page.state.snapshot(), snapshot);
    let mut other = Page::on_log();
    open(&mut other, &snapshot, Origin::Project);
    assert_eq!(search(&other), Some(Search::UnderWay));
    drop_workflow(&mut other);
    other.run();
    assert_eq!(other.state.snapshot(), snapshot);
    let finished = other.state.run.finished.clone().expect("a run");
    assert_eq!(finished.run.platform, [1]);
    // What was taken of the workflow is not asked of a log.
    other.drop_log(9, OTHER);
    other.run();
    assert_eq!(other.present().scenario.workload.of_workflows(), None);
}

#[test]
fn a_file_that_is_asked_for_takes_the_place_of_every_run() {
    let missing = snapshot(file(OTHER));
    for origin in [Origin::Link, Origin::Project, Origin::Session, Origin::HandIn] {
        let mut page = Page::on_log();
        let (former, before) = (page.present().clone(), page.state.can());
        open(&mut page, &missing, origin);
        // While it is sought the run stays.
        assert!(page.state.shown_run().is_some());
        page.act(Action::Open(OpenAction::Ask));
        assert_eq!(page.state.asked().map(|it| it.name.as_str()), Some("a.swf"));
        assert!(page.state.shown_run().is_none());
        let (hash, _) = page.state.link().expect("a link");
        assert_eq!(permalink::read(&hash).as_ref(), Ok(&missing));
        // Lessons have runs of their own.
        page.view(ViewAction::Show(View::Lessons));
        assert!(page.state.asked().is_none() && page.state.shown_run().is_some());
        page.view(ViewAction::Show(View::Gantt));
        let asking = page.state.clone();
        for way_back in [Action::Edit(EditAction::Undo), Action::Open(OpenAction::Leave)] {
            page.state = asking.clone();
            assert!(page.state.can().0);
            page.act(way_back);
            assert_eq!(page.present(), &former);
            assert_eq!(page.state.can(), before);
            assert!(page.state.shown_run().is_some());
            assert_eq!(page.last_notice().said.text, "a.swf was not opened. The page shows a.swf.");
        }
        // The file comes: undoing leads to the former log with its own settings.
        page.state = asking;
        page.drop_log(2, OTHER);
        assert_eq!((page.present().workload, page.state.asked()), (2, None));
        page.edit(EditAction::Undo);
        assert_eq!(page.present(), &former);
    }
}
