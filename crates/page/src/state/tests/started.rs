//! Runs beside the one in front, started by views.

use super::*;
use crate::curves::SweepAction;
use crate::history::Compared;
use crate::lessons::LessonContent;
use crate::trade_off::TradeOffAction;
use experiment::lesson::shelf::SHELF;
use export::snapshot::{CurvesForm, TradeOffForm};

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
