use super::*;
use crate::curves::SweepAction;
use crate::explained::{Explained, Question};
use crate::history::Compared;
use crate::lessons::LessonContent;
use crate::line_above::run_told;
use crate::look::Looking;
use crate::settings::step;
use crate::sketched::{Sketched, scenario};
use crate::trade_off::TradeOffAction;
use chart::{ColourBy, Resource, Viewport};
use experiment::Watch;
use experiment::lesson::shelf::SHELF;
use export::snapshot::{CurvesForm, TradeOffForm};
use scheduling::criteria::span::Span;
use scheduling::engine::decisions::Gap;
use workload::reserve::RequestKind;
use workload::sketch::Sketch;

#[test]
fn a_change_is_a_step_that_undo_takes_back_and_redo_takes_again() {
    Page::open().follow("seed 7 | seed 7\nundo | seed 1\nredo | seed 7");
}

#[test]
fn steps_are_in_words() {
    let mut page = Page::open();
    let mut words = |does: &str| {
        let before = page.present().scenario.clone();
        page.does(does);
        step(&before, &page.present().scenario)
    };
    assert_eq!(words("set system.two_level.local.queue easy"), "FCFS with backfilling → EASY backfilling");
    assert_eq!(words("set system.two_level.grid.period 600"), "on arrival → grid δ 10 min");
    assert_eq!(words("undo; undo"), "EASY backfilling → FCFS with backfilling, and 1 more");
    assert_eq!(words("system cluster"), "Two-level grid → Cluster");
    assert_eq!(page.state.history.beside().map(|it| it.is_some()), [true, false]);
}

#[test]
fn a_system_comes_back_with_the_settings_that_it_had() {
    let mut page = Page::open();
    page.does("set system.two_level.local.queue easy");
    let with_easy = page.present().scenario.clone();
    page.does("system cluster");
    assert_eq!(page.present().scenario.system, System::of_key("cluster").unwrap());
    page.does("system two_level");
    assert_eq!(page.present().scenario, with_easy);
    // Also after another log has come; a step that is undone is forgotten with the settings that it brought.
    page.does("system broker; log 1; system two_level");
    assert_eq!(page.present().scenario.system, with_easy.system);
    page.does("undo; undo; undo; undo; undo; undo; system broker; system two_level");
    assert_eq!(page.present().scenario, Scenario::default());
}

#[test]
fn a_movement_is_one_step_until_it_is_let_go() {
    Page::open().follow(
        "move 2; move 3; move 4; move 5; move 6; move 7; move 8; settle; move 20; undo | seed 8
undo | seed 1 / can (false, true)",
    );
}

#[test]
fn a_share_that_is_set_is_chosen_and_one_of_a_scenario_file_too() {
    Page::open().follow("| chosen false\nset workload.reservations.percent 55.0 | chosen true");
    // A file that says what is there already changes nothing, and chooses nothing.
    let mut page = Page::open();
    let there = page.present().scenario.clone();
    for (seed, is_chosen) in [(there.seed, false), (5, true)] {
        let file = Scenario { seed, ..there.clone() };
        page.drop_scenario(&serde_json::to_string(&file).unwrap());
        assert_eq!(page.present().share_by_hand, is_chosen);
    }
}

#[test]
fn a_scenario_file_is_merged_over_the_workload_that_is_there() {
    Page::on_log().follow(
        "scenario {'seed': 5} | seed 5 / platform [10] / workload.last_job null / workload.reservations.percent 0.0
undo | seed 1",
    );
    // On the sample as well, whose jobs links take from 1 to 1000 on 2 × 64 processors.
    Page::open().follow(
        "scenario {'platform': 'log', 'workload': {'reservations': {'percent': 20}}} | \
         platform [128] / workload.first_job null / workload.reservations.percent 20.0",
    );
}

#[test]
fn a_scenario_file_that_cannot_be_run_changes_nothing() {
    let mut page = Page::on_log();
    let before = page.present().scenario.clone();
    page.follow(
        "| offers 2
scenario {'system': {'two_level': {'grid': {'reservation_allocation': 'static_partition'}}}} | offers 2",
    );
    assert_eq!(page.present().scenario, before);
    let last = &page.last_notice().said.text;
    assert!(last.starts_with("a.json is not a scenario: platform: static_partition needs at least two"), "{last}");
}

#[test]
fn another_scenario_is_taken_with_its_workload() {
    let mut page = Page::on_log();
    let scenario = Scenario { seed: 9, ..Scenario::default() };
    page.edit(EditAction::Take(Box::new(scenario.clone()), SAMPLE));
    assert_eq!(page.present().scenario, scenario);
    page.follow("| log 0\nundo | log 1");
}

#[test]
fn scenarios_join_the_comparison_and_leave_it() {
    let mut page = Page::open();
    page.edit(EditAction::Compare(Compared::Add));
    page.set_seed(2, false);
    page.edit(EditAction::CompareWith(Box::new(Scenario { seed: 3, ..Scenario::default() })));
    page.follow("| seeds [1, 2, 3]");
    assert_eq!(page.present().front(), 2);
    page.edit(EditAction::Compare(Compared::Remove(0)));
    page.follow("| seeds [2, 3]\nundo | seeds [1, 2, 3]");
}

#[test]
fn reset_goes_back_to_what_the_workload_began_with() {
    for (mut page, platform) in [(Page::open(), "[64,64]"), (Page::on_log(), "[10]")] {
        let begun = page.present().scenario.clone();
        page.follow(&format!("seed 5; reset | platform {platform}"));
        assert_eq!(page.present().scenario, begun);
    }
    assert_eq!(Page::open().present().scenario, Scenario::default());
}

#[test]
fn a_sketch_that_is_opened_is_shown_to_be_drawn_on_and_its_stroke_keeps_its_job() {
    let mut page = Page::open();
    page.does("show jobs");
    let sketch = Rc::new(Sketch::blackboard());
    let draw = |page: &mut Page, key, opens, moving, chosen| {
        let reading = workload::read("Blackboard", sketch.swf("Blackboard").as_bytes()).unwrap();
        page.workloads.push((key, reading.workload));
        let sketch = sketch.clone();
        page.edit(EditAction::Sketched(Box::new(Sketched { key, sketch, opens, moving, chosen })));
    };
    draw(&mut page, 4, Some(scenario()), None, None);
    assert_eq!(page.present().sketch, Some(sketch.clone()));
    page.follow("| log 4 / view gantt");
    assert!(page.state.view.drawing);
    page.run();
    draw(&mut page, 5, None, Some("pen"), Some(3));
    page.run();
    let job = page.state.view.job.expect("the job that was drawn");
    assert_eq!(page.state.run.finished.as_ref().unwrap().run.jobs[job].id, 3);
    page.follow("reset | workload.last_job null");
}

/// A list of requests for jobs of these numbers.
fn list(name: &str, jobs: &[u64]) -> EditAction {
    let requests = jobs.iter().map(|&job| ListedRequest { job, ready: 500, deadline: 900, best_effort: None });
    listed(name, requests.collect())
}

#[test]
fn a_list_of_requests_is_told_once_a_run_knows_how_many_are_for_jobs_taken() {
    let mut page = Page::on_log();
    page.edit(list("requests.csv", &[1, 3, 77]));
    assert_eq!(page.present().scenario.workload.reservations.request, RequestKind::Listed);
    assert!(!page.said().iter().any(|it| it.contains("requests.csv")));
    page.run();
    let text = "requests.csv: 3 reservations listed, 2 of them for selected jobs.";
    assert_eq!(page.last_notice().said, Said::done(text, true));
    page.follow("| listed Some(2)");
    // The same once more makes no run, and nothing to undo.
    page.edit(list("requests.csv", &[1, 3, 77]));
    assert_eq!(page.last_notice().said, Said::done(text, false));
    // One whose run does not come about is told all the same.
    page.edit(list("b.csv", &[1]));
    page.act(Action::Run(RunAction::NotRun(NotRun::Refused("no".into()))));
    page.follow("| notice b.csv: 1 reservation listed.");
}

#[test]
fn of_a_list_that_was_undone_nothing_is_told() {
    let mut page = Page::on_log();
    page.edit(list("a.csv", &[1]));
    page.follow("undo; run | listed None");
    assert!(!page.said().iter().any(|it| it.contains("a.csv")));
}

#[test]
fn the_next_policy_is_one_step_and_a_run_tells_its_name() {
    let mut page = Page::open();
    let first = page.state.run.finished.clone().unwrap();
    page.does("policy 1; run");
    let next = page.state.run.finished.clone().unwrap();
    let queue = |of: &Experiment| {
        let line = of.run_line(workload::WorkloadKind::Log);
        line.split_once(" · ").map(|(it, _)| it.to_owned())
    };
    assert_eq!(queue(page.present()).as_deref(), Some("Two-level grid: strict FCFS"));
    let told = run_told(&next, Some(&first));
    assert!(told.starts_with("strict FCFS. "), "{told}");
    assert!(told.contains("jobs scheduled: mean utilization U "), "{told}");
    assert_eq!(format!("strict FCFS. {}", run_told(&next, None)), told);
    assert_eq!(run_told(&next, Some(&next)), run_told(&next, None));
    page.does("policy -1; policy -1");
    assert_eq!(queue(page.present()).as_deref(), Some("Two-level grid: ordered by submit, 1 promise"));
    page.follow("undo; undo; undo | can (false, true)");
    assert_eq!(*page.present(), *first.experiment);
}

#[test]
fn there_is_no_next_policy_in_lessons_nor_where_nothing_decides() {
    let mut page = Page::open();
    page.follow("show lessons; policy 1 | can (false, false)");
    page.does("show gantt; system as_logged");
    let as_logged = page.present().clone();
    page.does("policy 1");
    assert_eq!(page.present(), &as_logged);
    page.follow("undo | can (false, true)");
}

/// An edit that arrives late, when another system schedules, changes nothing and is no step.
#[test]
fn an_edit_of_another_system_changes_nothing() {
    let mut page = Page::open();
    let before = page.present().scenario.clone();
    for path in ["system.broker.latency", "system.cluster.nodes", "system.two_level.no_such", "no.such"] {
        page.edit(EditAction::Set { path: path.to_owned(), value: 5.into(), moving: false });
        assert_eq!(page.present().scenario, before, "{path}");
    }
    assert_eq!(page.state.history.can(), (false, false));
}

/// A form with a search up to a minute.
fn form() -> TradeOffForm {
    TradeOffForm { seeds: 1, range: (0, 60), ..TradeOffForm::default() }
}

fn criteria(names: &[&str]) -> Vec<String> {
    names.iter().map(|&it| it.to_owned()).collect()
}

#[test]
fn runs_start_from_the_present_experiment_and_stay_when_it_changes() {
    let mut page = Page::on_log();
    page.act(Action::Form(FormAction::TradeOff(form())));
    for start in [Start::Sweep, Start::Exploration, Start::Search] {
        page.act(Action::Start(start));
    }
    let experiment = page.state.history.present().clone();
    page.does("seed 7; undo; redo");
    let State { curves, trade_off, .. } = &page.state;
    let sweep = curves.sweep.as_ref().unwrap();
    let (exploring, searching) = (trade_off.exploring.as_ref().unwrap(), trade_off.searching.as_ref().unwrap());
    for base in [&sweep.base, &exploring.base, &searching.base] {
        assert!(Rc::ptr_eq(base, &experiment));
    }
    for (awaited, tasks) in [
        (sweep.runs.awaited(), sweep.tasks()),
        (exploring.runs.awaited(), exploring.tasks()),
        (searching.runs.awaited(), searching.tasks()),
    ] {
        assert!(tasks.iter().all(|it| Some(it.mark.question) == awaited && it.workload == 1), "{awaited:?}");
        assert!(!tasks.is_empty());
    }
    for view in [View::Curves, View::TradeOff] {
        assert!(page.state.base(view).is_some_and(|it| Rc::ptr_eq(it, &experiment)));
    }
}

#[test]
fn curves_follow_the_settings_while_their_view_is_open_and_runs_are_short() {
    let mut page = Page::on_log();
    page.run();
    assert!(page.state.curves.sweep.is_none());
    page.does("show curves");
    let base = |page: &Page| page.state.curves.sweep.as_ref().map(|it| it.base.scenario.seed);
    assert_eq!(base(&page), Some(1));
    assert!(page.state.curves.is_live && page.state.curves.folded);
    // The run of the new scenario has not returned.
    page.does("seed 7");
    assert_eq!(base(&page), Some(1));
    page.run();
    assert_eq!(base(&page), Some(7));
    // A cancelled sweep is not started again, and no sweep is started while another view is open.
    page.act(Action::Curves(SweepAction::Cancel));
    page.does("show jobs; seed 8");
    page.run();
    assert_eq!(base(&page), Some(7));
    page.does("show curves");
    assert_eq!(base(&page), Some(8));
    page.act(Action::Curves(SweepAction::Fold(false)));
    page.act(Action::Form(FormAction::Curves(CurvesForm {
        values: Some("0, 50".to_owned()),
        ..CurvesForm::default()
    })));
    let sweep = page.state.curves.sweep.clone().unwrap();
    assert_eq!((sweep.xs.as_slice(), page.state.curves.folded), (&[0.0, 50.0][..], false));
    // A slow sweep starts only when the button is pressed.
    page.does("seed 9");
    page.act(Action::Run(RunAction::Running));
    let finished = Rc::new(Finished { milliseconds: 5_000.0, ..page.finished() });
    page.act(Action::Run(RunAction::Finished(finished)));
    assert_eq!(base(&page), Some(8));
    page.act(Action::Start(Start::Sweep));
    assert_eq!((base(&page), page.state.curves.is_live), (Some(9), false));
}

#[test]
fn what_cannot_be_started_is_told_until_something_can() {
    let mut page = Page::open();
    page.change(|scenario| scenario.platform = Vec::new());
    page.act(Action::Start(Start::Exploration));
    assert!(page.state.trade_off.exploring.is_none());
    assert!(page.last_notice().said.failed);
    page.does("undo");
    page.act(Action::Start(Start::Exploration));
    assert!(page.state.trade_off.exploring.is_some());
    page.follow("| said");
}

#[test]
fn a_form_with_other_criteria_weighs_the_runs_that_there_are_and_no_other_change_does() {
    let mut page = Page::open();
    page.act(Action::Start(Start::Exploration));
    let explored = |page: &Page| page.state.trade_off.exploring.clone().unwrap();
    let before = explored(&page);
    page.act(Action::Form(FormAction::TradeOff(form())));
    assert!(Rc::ptr_eq(&before, &explored(&page)), "drawn anew for nothing");
    let other = TradeOffForm { criteria: criteria(&["makespan", "mean_waiting_time"]), ..form() };
    page.act(Action::Form(FormAction::TradeOff(other)));
    let weighed = explored(&page);
    assert_ne!(weighed.plan.criteria, before.plan.criteria);
    page.act(Action::TradeOff(TradeOffAction::StopExploring));
    assert_eq!(explored(&page).runs.awaited(), None);
}

#[test]
fn the_compared_scenarios_are_taken_up_while_their_view_is_open() {
    let mut page = Page::open();
    page.edit(EditAction::CompareWith(Box::new(Scenario { seed: 3, ..Scenario::default() })));
    let numbers = |page: &Page| page.state.comparison.numbers(page.state.history.present());
    assert_eq!(numbers(&page), None);
    page.does("show compare");
    assert_eq!(numbers(&page).map(|it| it.len()), Some(2));
    let before = page.state.comparison.clone();
    page.does("cursor 30");
    assert!(page.state.comparison == before, "drawn anew for nothing");
    page.does("show jobs; seed 9");
    assert!(page.state.comparison == before);
    page.does("show compare");
    assert!(page.state.comparison != before);
}

#[test]
fn a_lesson_opens_from_any_view_and_the_page_says_where_it_stands() {
    let mut page = Page::open();
    let card = &SHELF[0];
    page.act(Action::Teach(TeachAction::Open(card)));
    page.follow("| view lessons");
    assert!(page.state.lessons.shown == LessonContent::Fetching(card));
    assert_eq!(page.state.view.lesson.as_ref().map(|it| &*it.id), Some(card.id));
    page.act(Action::Lessons(LessonAction::Close));
    assert_eq!(page.state.view.lesson, None);
}

#[test]
fn the_run_on_the_page_becomes_a_step_of_a_lesson_once_it_is_there() {
    let mut page = Page::on_log();
    page.does("seed 7");
    page.act(Action::Teach(TeachAction::MakeOfRun));
    assert!(page.state.lessons.draft().is_none());
    assert!(page.last_notice().said.failed);
    page.run();
    page.act(Action::Teach(TeachAction::MakeOfRun));
    page.follow("| view lessons");
    assert!(page.state.lessons.making().is_some());
}

#[test]
fn a_lesson_that_is_not_known_is_told() {
    let mut page = Page::open();
    let mut linked = page.state.snapshot();
    linked.view = "lessons".to_owned();
    linked.lesson = Some(export::snapshot::LessonPlace { id: "nowhere".to_owned(), ..Default::default() });
    page.open_snapshot(&linked, Origin::Link);
    assert!(page.said().iter().any(|it| it.contains("The lesson nowhere does not come with Slotscope")));
    assert!(page.state.lessons.shown == LessonContent::List);
}

#[test]
fn a_comparison_that_is_opened_with_one_scenario_begins_beside_a_contrast() {
    let mut page = Page::on_log();
    page.run();
    let before = page.state.history.present().clone();
    let compared = |page: &Page| {
        let compared = page.state.compared();
        (compared.count(), compared.front(), page.state.history.present().count())
    };
    page.does("show compare");
    assert_eq!(compared(&page), (2, 0, 1));
    assert_eq!(page.state.snapshot().scenarios.len(), 2);
    // It is no step, and other views do not know of it.
    assert!(Rc::ptr_eq(&before, page.state.history.present()));
    page.does("show jobs");
    assert_eq!((compared(&page), page.state.snapshot().scenarios.len()), ((1, 0, 1), 1));
    // What is done to it keeps it, in one step.
    page.does("show compare; seed 9");
    assert_eq!(compared(&page), (2, 0, 2));
    page.follow("| seeds [9, 1]");
    page.does("undo");
    assert_eq!(compared(&page), (2, 0, 1));
    page.edit(EditAction::Compare(Compared::Front(1)));
    assert_eq!(compared(&page), (2, 1, 2));
    page.does("undo");
    // Taken away, it stays away until the view is opened again.
    page.edit(EditAction::Compare(Compared::Remove(1)));
    assert_eq!(compared(&page), (1, 0, 1));
    page.does("seed 4; undo");
    assert_eq!(compared(&page), (1, 0, 1));
    page.does("show jobs; show compare");
    assert_eq!(compared(&page), (2, 0, 1));
    // Runs that take long are made on request only.
    let mut page = Page::on_log();
    page.act(Action::Run(RunAction::Running));
    let finished = Rc::new(Finished { milliseconds: 7_000.0, ..page.finished() });
    page.act(Action::Run(RunAction::Finished(finished)));
    page.does("show compare");
    assert_eq!(compared(&page).0, 1);
}

#[test]
fn trade_offs_begin_with_the_policies_and_periods_that_take_seconds() {
    let mut page = Page::on_log();
    let took = |page: &mut Page, milliseconds: f64| {
        page.act(Action::Run(RunAction::Running));
        let finished = Rc::new(Finished { milliseconds, ..page.finished() });
        page.act(Action::Run(RunAction::Finished(finished)));
    };
    let shown = |page: &Page| {
        let exploring = page.state.trade_off.exploring.clone()?;
        Some((exploring.base.scenario.seed, exploring.runs.total(), exploring.is_brief()))
    };
    took(&mut page, 2_000.0);
    page.does("show trade-off");
    assert_eq!(shown(&page), None, "too slow");
    took(&mut page, 10.0);
    let (seed, runs, is_brief) = shown(&page).unwrap();
    assert!(seed == 1 && is_brief && (10..=600).contains(&runs), "{runs} runs");
    assert!(page.state.trade_off.folded);
    // They follow the scenario and the form.
    page.does("seed 7");
    took(&mut page, 10.0);
    assert_eq!(shown(&page).map(|it| it.0), Some(7));
    page.act(Action::Form(FormAction::TradeOff(form())));
    let one = shown(&page).unwrap().1;
    assert!(one <= runs);
    // What was asked for stays.
    page.act(Action::Start(Start::Exploration));
    let asked = shown(&page).unwrap();
    assert!(!asked.2 && asked.1 >= one);
    page.does("seed 8");
    took(&mut page, 10.0);
    assert_eq!(shown(&page), Some(asked));
}

pub(super) const GAP: Gap = Gap { provider: 0, first_processor: 1, last_processor: 2 };

#[test]
fn views_open_and_follow_one_another_and_a_group_opens_with_its_last() {
    Page::open().follow(
        "show jobs | view jobs
step 2 | view slots / last jobs
step -1 | view summary / last summary",
    );
}

#[test]
fn a_job_is_chosen_where_it_is_seen_brought_into_sight_or_found_in_the_gantt_chart() {
    Page::open().follow(
        "show jobs; bring 3 | job Some(3) true
job 4 | job Some(4) false / view jobs
find 5 | job Some(5) true / view gantt
job none | job None false",
    );
}

/// While it is drawn on, a click draws.
#[test]
fn a_job_and_idle_processors_are_asked_about_in_turn() {
    let gap = "Gap(60, Gap { provider: 0, first_processor: 1, last_processor: 2 })";
    Page::open().follow(&format!(
        "| subject None
gap | subject Some({gap})
job 1 | subject Some(Job(1))
gap | job None false
drawing on | subject None
drawing off; cursor 77; show play | subject Some(Moment(77))
show jobs | subject None"
    ));
}

#[test]
fn an_answer_is_kept_until_it_is_asked_again() {
    let mut page = Page::open();
    let explained = Rc::new(Explained {
        question: Question { experiment: page.state.history.present().clone(), watch: Watch::Job(1) },
        told: Err("the worker died".to_owned()),
    });
    page.view(ViewAction::Explained(explained.clone()));
    assert_eq!(page.state.view.explained, Some(explained));
    page.view(ViewAction::AskAgain);
    assert_eq!(page.state.view.explained, None);
}

#[test]
fn what_is_looked_at_stays_in_a_run_of_the_same_jobs_and_goes_with_another_log() {
    let mut page = Page::on_log();
    let span = Some(Span::between(10, 20));
    let sight = Viewport { start: 0.0, end: 50.0, first_row: 0.0, last_row: 5.0 };
    page.does("job 2; cursor 30");
    for action in [
        ViewAction::Open(40),
        ViewAction::Select(Rc::from([2, 3])),
        ViewAction::Look(Looking::Span(span)),
        ViewAction::Look(Looking::ColourBy(ColourBy::USER)),
        ViewAction::Sight(Some(sight)),
    ] {
        page.view(action);
    }
    for (script, expected) in [
        ("seed 3; run", (Some(2), Some(30), Some(40), &[2, 3][..], span, Some(sight))),
        ("other 2; run", (None, None, None, &[], None, None)),
    ] {
        page.does(script);
        let view = &page.state.view;
        let seen = (view.job, view.cursor, view.opened, &*view.selected, view.look.span, view.sight);
        assert_eq!(seen, expected, "{script}");
    }
    // How colours tell is the person's, not the log's.
    assert_eq!(page.state.view.look.colour_by, ColourBy::USER);
}

#[test]
fn the_moment_that_the_player_begins_with_is_none_of_the_inside_view() {
    let mut page = Page::on_log();
    let finished = page.state.run.finished.clone().unwrap();
    page.does("show play");
    page.view(ViewAction::Begin(5));
    page.follow("| subject Some(Moment(5))");
    assert_eq!(page.state.view.cursor, None);
    assert_eq!(finished.moment(None), scheduling::system::moment::busiest(&finished.run));
    page.follow("cursor 77 | subject Some(Moment(77))");
    assert_eq!(finished.moment(page.state.view.cursor), 77);
}

#[test]
fn other_rows_are_all_in_sight_at_first() {
    let mut page = Page::on_log();
    let sight = Viewport { start: 0.0, end: 50.0, first_row: 2.0, last_row: 5.0 };
    let all = Some(Viewport { first_row: 0.0, last_row: u32::MAX.into(), ..sight });
    let sight = Some(sight);
    page.view(ViewAction::Sight(sight));
    page.view(ViewAction::Look(Looking::Rows(Resource::Cores)));
    let sights = |page: &Page| (page.state.view.sight, page.state.view.sight_of_processors());
    assert_eq!(sights(&page), (sight, sight));
    page.view(ViewAction::Look(Looking::Rows(Resource::Gpus)));
    assert_eq!(page.state.view.sight, all);
    page.view(ViewAction::Sight(sight));
    page.view(ViewAction::Look(Looking::ColourBy(ColourBy::USER)));
    assert_eq!(sights(&page), (sight, all));
}

#[test]
fn idle_processors_are_no_longer_asked_about_after_another_run() {
    let mut page = Page::on_log();
    page.does("gap; run");
    assert_eq!(page.state.view.gap, None);
}
