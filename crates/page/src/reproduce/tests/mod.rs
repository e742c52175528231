mod stages;

use super::*;
use crate::tasks::tests::{answers, log, lost, scenario_of};
use crate::tasks::{Job, NotMade, Task, Wanted};
use experiment::Scenario;
use reproduction::Plan;
use scheduling::criteria::report_with_waits;

const WORKLOAD: WorkloadKey = 4;

/// An item by its paper and its own key.
fn item(paper: usize, key: &str) -> &'static About {
    let mut items = CONTENTS[paper].items.iter();
    items.find(|it| it.key == key).expect("an item")
}

/// An item of two runs, both of which are drawn.
fn pictured() -> &'static About {
    item(0, "figure-7")
}

/// An item of fifteen runs, none of which is drawn.
fn table() -> &'static About {
    item(0, "table-2")
}

/// The table of another paper of the same name, whose report tells of waits.
fn other_table() -> &'static About {
    item(1, "table-2")
}

/// An item that is concluded without a run.
fn without_runs() -> &'static About {
    item(0, "figure-2")
}

/// An item that needs jobs of certain months, of which the log has none.
fn unavailable() -> &'static About {
    item(2, "thresholds")
}

fn wish(item: &'static About) -> Wish {
    let settings = ReproductionSettings { seeds: 1, ..ReproductionSettings::default() };
    Wish { item, workload: WORKLOAD, options: settings.options().expect("options") }
}

fn wished(items: &[&'static About]) -> Reproduction {
    let mut state = Reproduction::default();
    wish_for(&mut state, items);
    state
}

fn wish_for(state: &mut Reproduction, items: &[&'static About]) {
    let wishes = items.iter().map(|it| wish(it)).collect();
    state.apply(ReproductionAction::Wish(wishes, 0.0));
}

fn making(state: &Reproduction) -> &Making {
    state.making.as_ref().expect("an item that is being made")
}

fn is_being_made(state: &Reproduction) -> Option<&'static About> {
    state.making.as_ref().map(|it| it.wish.item)
}

fn tasks(state: &Reproduction) -> Vec<Task> {
    making(state).tasks()
}

/// Has all tasks of the present stage answered.
fn answer(state: &mut Reproduction) {
    let made = answers(&tasks(state));
    state.apply(ReproductionAction::Made(made, 0.0));
}

/// Answers until nothing is being made.
fn finish(state: &mut Reproduction) {
    while state.making.is_some() {
        answer(state);
    }
}

fn outcome<'a>(state: &'a Reproduction, item: &About) -> &'a Result<Reproduced, String> {
    &state.done(item).expect("an outcome").outcome
}

fn reproduced<'a>(state: &'a Reproduction, item: &About) -> &'a Reproduced {
    outcome(state, item).as_ref().expect("findings")
}

/// The plan and the findings of an item by the library.
fn library(about: &About) -> (Plan, Findings) {
    let paper = reproduction::paper(about.of).expect("a paper");
    let item = paper.item(about.key).expect("an item");
    let plan = item.plan(&[log()], &wish(pictured()).options);
    let plan = plan.expect("a plan");
    let report = |it: reproduction::PlannedRun| it.report(&experiment::run(&it.scenario, &log()).expect("a run"));
    let reports: Vec<_> = plan.runs().map(report).collect();
    let findings = item.conclude(&plan, &[log()], &reports);
    (plan, findings)
}

#[test]
fn the_jobs_are_a_range_or_those_of_each_item() {
    let jobs = |first_job, last_job| {
        let settings = ReproductionSettings { seeds: 3, first_job, last_job, ..ReproductionSettings::default() };
        settings.options().map(|it| (it.jobs, it.seeds))
    };
    assert_eq!(jobs(None, None), Ok((None, 3)));
    assert_eq!(jobs(Some(1), Some(9)), Ok((Some((1, 9)), 3)));
    assert_eq!(jobs(Some(4), Some(4)), Ok((Some((4, 4)), 3)));
    let why = jobs(Some(9), Some(1)).expect_err("no range");
    assert!(why.contains("before the first"), "{why}");
    for half in [jobs(Some(1), None), jobs(None, Some(1))] {
        let why = half.expect_err("no range");
        assert!(why.contains("both ends"), "{why}");
    }
}

#[test]
fn settings_change_alone_and_not_for_what_was_wished_for() {
    let mut state = wished(&[table()]);
    let settings = ReproductionSettings { seeds: 9, ..ReproductionSettings::default() };
    state.apply(ReproductionAction::Set(settings.clone()));
    assert_eq!(state.settings, settings);
    assert_eq!(making(&state).wish, wish(table()));
    assert_eq!(state.shown, Reproduction::default().shown);
}

#[test]
fn a_paper_opens_at_its_first_item_and_an_item_with_its_paper() {
    let mut state = Reproduction::default();
    assert_eq!(state.paper(), &CONTENTS[0]);
    assert_eq!(state.shown, &CONTENTS[0].items[0]);
    state.apply(ReproductionAction::Turn(&CONTENTS[1]));
    assert_eq!((state.paper(), state.shown), (&CONTENTS[1], &CONTENTS[1].items[0]));
    state.apply(ReproductionAction::Show(table()));
    assert_eq!((state.paper(), state.shown), (&CONTENTS[0], table()));
    assert!(state.making.is_none() && state.waiting.is_empty());
}

#[test]
fn items_are_made_one_after_the_other_in_the_order_of_the_wishes() {
    let mut state = wished(&[table(), other_table()]);
    wish_for(&mut state, &[pictured()]);
    assert_eq!(is_being_made(&state), Some(table()));
    assert!(state.is_making(table()) && !state.is_making(other_table()));
    assert!(state.is_waiting(other_table()) && state.is_waiting(pictured()));
    assert!(!state.is_waiting(table()));
    let mut order = Vec::new();
    while let Some(item) = is_being_made(&state) {
        order.push(item);
        answer(&mut state);
    }
    order.dedup();
    assert_eq!(order, [table(), other_table(), pictured()]);
    assert!(state.waiting.is_empty());
    let done: Vec<&About> = state.done.iter().map(|it| it.wish.item).collect();
    assert_eq!(done, [table(), other_table(), pictured()]);
}

#[test]
fn an_item_that_waits_or_is_being_made_is_not_wished_for_twice() {
    let mut state = wished(&[table(), pictured()]);
    wish_for(&mut state, &[table(), pictured(), other_table()]);
    assert_eq!(state.waiting, [wish(pictured()), wish(other_table())]);
    // With other options, or of another log, it is another wish.
    let mut more = wish(table());
    more.options.seeds = 2;
    let elsewhere = Wish { workload: WORKLOAD + 1, ..wish(table()) };
    let wishes = vec![more.clone(), elsewhere.clone()];
    state.apply(ReproductionAction::Wish(wishes, 0.0));
    assert_eq!(state.waiting[2..], [more, elsewhere]);
}

#[test]
fn every_workload_that_is_needed_is_named() {
    let mut state = wished(&[without_runs()]);
    finish(&mut state);
    let of = |item, workload| Wish { workload, ..wish(item) };
    let wishes = vec![of(table(), 7), of(pictured(), 8)];
    state.apply(ReproductionAction::Wish(wishes, 0.0));
    let workloads: Vec<WorkloadKey> = state.workloads().collect();
    assert_eq!(workloads, [WORKLOAD, 7, 8]);
}

#[test]
fn an_item_tells_how_long_it_took() {
    let mut state = Reproduction::default();
    let wishes = vec![wish(without_runs()), wish(table())];
    state.apply(ReproductionAction::Wish(wishes, 1_000.0));
    for now in [1_500.0, 3_250.0] {
        let made = answers(&tasks(&state));
        state.apply(ReproductionAction::Made(made, now));
    }
    assert_eq!(reproduced(&state, without_runs()).took, 2_250.0);
    // The next one begins when it gets its turn.
    while state.making.is_some() {
        let made = answers(&tasks(&state));
        state.apply(ReproductionAction::Made(made, 4_000.0));
    }
    assert_eq!(reproduced(&state, table()).took, 750.0);
    assert_eq!((seconds(2_499.0), seconds(2_500.0)), (2, 3));
}

#[test]
fn an_item_that_cannot_be_made_says_why_and_the_next_one_follows() {
    let mut state = wished(&[unavailable(), without_runs()]);
    answer(&mut state);
    let why = outcome(&state, unavailable()).as_ref().expect_err("no such jobs");
    assert!(why.contains("has no jobs"), "{why}");
    assert_eq!(is_being_made(&state), Some(without_runs()));
    finish(&mut state);
    assert!(outcome(&state, without_runs()).is_ok());
    // Others stay as they are.
    assert!(outcome(&state, unavailable()).is_err());
}

#[test]
fn a_lost_run_ends_its_item_and_no_other() {
    let mut state = wished(&[table(), pictured()]);
    answer(&mut state);
    let old = tasks(&state);
    let mut made = answers(&old);
    made[3] = lost(&old[3]);
    made[5] = lost(&old[5]);
    state.apply(ReproductionAction::Made(made, 0.0));
    let why = outcome(&state, table()).as_ref().expect_err("a lost run");
    assert_eq!(why, "the worker stopped");
    assert_eq!(is_being_made(&state), Some(pictured()));
    // More of its runs end late.
    state.apply(ReproductionAction::Made(vec![lost(&old[7])], 0.0));
    assert_eq!(is_being_made(&state), Some(pictured()));
    finish(&mut state);
    assert!(outcome(&state, pictured()).is_ok());
    // It can be made again.
    wish_for(&mut state, &[table()]);
    finish(&mut state);
    assert!(outcome(&state, table()).is_ok());
    assert_eq!(state.done.len(), 2);
}

#[test]
fn answers_to_an_earlier_item_or_stage_are_dropped() {
    let mut state = wished(&[table()]);
    let planning = tasks(&state);
    answer(&mut state);
    let running = tasks(&state);
    state.apply(ReproductionAction::Made(answers(&planning), 0.0));
    assert_eq!(tasks(&state), running);
    state.apply(ReproductionAction::Stop);
    wish_for(&mut state, &[pictured()]);
    let next = tasks(&state);
    state.apply(ReproductionAction::Made(answers(&planning), 0.0));
    assert_eq!(tasks(&state), next, "the plan is of another item");
    answer(&mut state);
    state.apply(ReproductionAction::Made(answers(&running), 0.0));
    assert_eq!(making(&state).progress(), Some((0, 2)));
    state.apply(ReproductionAction::Made(vec![lost(&running[0])], 0.0));
    finish(&mut state);
    assert_eq!(reproduced(&state, pictured()).findings, library(pictured()).1);
}

#[test]
fn a_run_that_returns_twice_counts_once() {
    let mut state = wished(&[pictured()]);
    answer(&mut state);
    let first = &tasks(&state)[..1];
    for _ in 0..2 {
        state.apply(ReproductionAction::Made(answers(first), 0.0));
    }
    assert_eq!(making(&state).progress(), Some((1, 2)));
}

#[test]
fn a_stop_drops_what_waits_and_is_being_made_and_keeps_what_is_done() {
    let mut state = wished(&[without_runs(), table(), pictured()]);
    while is_being_made(&state) == Some(without_runs()) {
        answer(&mut state);
    }
    answer(&mut state);
    let old = tasks(&state);
    state.apply(ReproductionAction::Stop);
    assert!(state.making.is_none() && state.waiting.is_empty());
    assert!(!state.is_making(table()) && !state.is_waiting(pictured()));
    state.apply(ReproductionAction::Made(answers(&old), 0.0));
    assert!(state.done(table()).is_none());
    assert!(outcome(&state, without_runs()).is_ok());
    // Again, to the end.
    wish_for(&mut state, &[without_runs(), table(), pictured()]);
    finish(&mut state);
    for item in [without_runs(), table(), pictured()] {
        assert!(outcome(&state, item).is_ok(), "{}", item.key);
    }
}

#[test]
fn items_of_the_same_key_of_two_papers_are_kept_apart() {
    let mut state = wished(&[pictured(), table()]);
    finish(&mut state);
    assert_eq!(table().key, other_table().key);
    assert!(state.done(other_table()).is_none());
    state.apply(ReproductionAction::Show(table()));
    let keys = |state: &Reproduction| -> Vec<String> { state.findings().iter().map(|it| it.item.clone()).collect() };
    // In the order of the paper.
    assert_eq!(keys(&state), [table().key, pictured().key]);
    state.apply(ReproductionAction::Turn(&CONTENTS[1]));
    assert!(keys(&state).is_empty());
    wish_for(&mut state, &[other_table()]);
    finish(&mut state);
    assert_eq!(keys(&state), [other_table().key]);
    let findings = &reproduced(&state, table()).findings;
    assert_eq!(*findings, library(table()).1);
}

#[test]
fn an_item_that_is_made_again_replaces_its_last_outcome() {
    let mut state = wished(&[without_runs()]);
    finish(&mut state);
    let first = state.done(without_runs()).expect("an outcome").clone();
    let mut other = wish(without_runs());
    other.options.seeds = 2;
    state.apply(ReproductionAction::Wish(vec![other.clone()], 0.0));
    // Until then the last one stays.
    assert_eq!(state.done(without_runs()), Some(&first));
    finish(&mut state);
    let second = state.done(without_runs()).expect("an outcome");
    assert!(*second != first && second.wish == other);
    assert_eq!(state.done.len(), 1);
}

#[test]
fn a_refused_run_is_told_in_its_words() {
    let mut state = wished(&[pictured()]);
    answer(&mut state);
    let mark = tasks(&state)[1].mark;
    let refused = Err(NotMade::Refused("no job fits".to_owned()));
    state.apply(ReproductionAction::Made(vec![(mark, refused)], 0.0));
    let why = outcome(&state, pictured()).as_ref().expect_err("refused");
    assert_eq!(why, "no job fits");
}

#[test]
fn the_settings_fold_to_a_line_once_an_item_is_wished_for() {
    let mut state = Reproduction::default();
    assert!(!state.folded);
    wish_for(&mut state, &[table()]);
    assert!(state.folded);
    let told = |settings: &ReproductionSettings| settings.in_one_line();
    let line = "5 seeds · main readings · each item's own jobs";
    assert_eq!(told(&state.settings), line);
    state.apply(ReproductionAction::Fold(false));
    state.apply(ReproductionAction::Stop);
    assert!(!state.folded);
    let some = ReproductionSettings { seeds: 1, readings: Readings::All, first_job: Some(1), last_job: Some(300) };
    assert_eq!(told(&some), "1 seed · all readings · jobs 1–300");
}
