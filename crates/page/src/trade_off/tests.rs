use super::*;
use crate::history::{Experiment, WorkloadKey};
use crate::tasks::Task;
use crate::tasks::tests::{
    answers, lost, report_on_log, scenario, scenario_of, scenarios_of, told, with, without_draws,
};
use experiment::trade_off::{Criteria, Exploration, PeriodSearch, Point};
use experiment::{PeriodOf, Scenario};
use scheduling::criteria::Criterion;
use workload::{Time, WorkloadKind};

const WORKLOAD: WorkloadKey = 4;

/// FCFS and EASY with two periods over two seeds; periods up to a minute are searched.
fn form() -> TradeOffForm {
    let queues = ["fcfs", "easy"].map(str::to_owned).to_vec();
    TradeOffForm {
        ticked: [("queue".to_owned(), queues)].into(),
        typed: [("period".to_owned(), "0, 600".to_owned())].into(),
        seeds: 2,
        range: (0, 60),
        ..TradeOffForm::default()
    }
}

fn base_of(scenario: Scenario) -> Rc<Experiment> {
    Rc::new(Experiment::new(scenario, WORKLOAD))
}

fn try_to_explore(state: &mut TradeOffs, form: &TradeOffForm, base: Scenario) -> Result<Vec<Task>, String> {
    let question = state.next_exploration();
    let exploring = Exploring::plan(form, &base_of(base), WorkloadKind::Log, question)?;
    let tasks = exploring.tasks();
    state.apply(TradeOffAction::Explore(Box::new(exploring)));
    Ok(tasks)
}

fn explore(state: &mut TradeOffs, form: &TradeOffForm, base: Scenario) -> Vec<Task> {
    try_to_explore(state, form, base).unwrap()
}

/// The state with an exploration, and its tasks.
fn exploring() -> (TradeOffs, Vec<Task>) {
    let mut state = TradeOffs::default();
    let tasks = explore(&mut state, &form(), scenario());
    (state, tasks)
}

/// Has runs of the exploration return.
fn explore_on(state: &mut TradeOffs, tasks: &[Task]) {
    state.apply(TradeOffAction::Explored(answers(tasks)));
}

/// The same, all of whose runs have returned.
fn explored() -> TradeOffs {
    let (mut state, tasks) = exploring();
    explore_on(&mut state, &tasks);
    state
}

fn try_to_search(state: &mut TradeOffs, form: &TradeOffForm, base: Scenario) -> Result<(), String> {
    let round = state.next_search();
    let searching = Searching::plan(form, &base_of(base), WorkloadKind::Log, round)?;
    state.apply(TradeOffAction::Search(Box::new(searching)));
    Ok(())
}

fn search(state: &mut TradeOffs, form: &TradeOffForm, base: Scenario) {
    try_to_search(state, form, base).unwrap();
}

/// The state with a search.
fn searching() -> TradeOffs {
    let mut state = TradeOffs::default();
    search(&mut state, &form(), scenario());
    state
}

/// Answers round after round until the search is over.
fn search_on(state: &mut TradeOffs) {
    while found(state).is_running() {
        let tasks = found(state).tasks();
        search_by(state, &tasks);
    }
}

/// Has runs of the search return.
fn search_by(state: &mut TradeOffs, tasks: &[Task]) {
    state.apply(TradeOffAction::Searched(answers(tasks)));
}

fn space(state: &TradeOffs) -> &Exploring {
    state.exploring.as_ref().unwrap()
}

fn found(state: &TradeOffs) -> &Searching {
    state.searching.as_ref().unwrap()
}

/// Checks the averages, the front and the doubts: those of the library.
#[track_caller]
fn check(state: &TradeOffs, plan: &Exploration) {
    let points = points(&runs(plan), &plan.criteria);
    let averages = plan.averages(&points);
    let ranked = plan.criteria.ranked(&averages, &plan.judged(&points));
    let exploring = space(state);
    assert_eq!(*exploring.plan, *plan);
    assert_eq!(exploring.averages, averages);
    assert_eq!(exploring.ranked, ranked);
    assert_eq!(exploring.told, plan.told_dominated(&points, &ranked));
}

/// The form with other criteria.
fn weighing(names: &[&str]) -> TradeOffForm {
    TradeOffForm { criteria: names.iter().map(|&it| it.to_owned()).collect(), ..form() }
}

fn points(scenarios: &[Scenario], criteria: &Criteria) -> Vec<Option<Point>> {
    let point = |it| Some(criteria.point(&report_on_log(it)));
    scenarios.iter().map(point).collect()
}

fn runs(plan: &Exploration) -> Vec<Scenario> {
    (0..plan.study.count()).map(|run| plan.run(run).0).collect()
}

/// The exploration of the form by the library.
fn library() -> Exploration {
    let space = form().space(&scenario()).unwrap();
    Exploration::new(&scenario(), &space, (2, None), WorkloadKind::Log)
}

#[test]
fn an_exploration_runs_every_candidate_under_every_seed() {
    let (state, tasks) = exploring();
    let plan = library();
    assert_eq!(*space(&state).plan, plan);
    assert_eq!(scenarios_of(&tasks), runs(&plan));
    for (at, task) in tasks.iter().enumerate() {
        assert_eq!((task.mark.place, task.workload), (at, WORKLOAD));
    }
    let exploring = space(&state);
    assert_eq!(told(&exploring.runs), format!("0 of {} running", tasks.len()));
    assert_eq!((exploring.on_front(), exploring.not_told()), (0, 0));
    assert!(exploring.ranked.is_empty());
    assert_eq!(state.searching, None);
}

#[test]
fn an_exploration_and_a_search_run_on_the_replicates_of_the_form() {
    let replicate = "shake=3:40".parse().unwrap();
    let form = TradeOffForm { replicate: Some(replicate), ..form() };
    let mut state = TradeOffs::default();
    let tasks = explore(&mut state, &form, without_draws());
    let count = space(&state).plan.candidates.len();
    assert_eq!(tasks.len(), 3 * count);
    let place_of = |task: &Task| match &task.job {
        crate::tasks::Job::Run { replicate, .. } => *replicate,
        other => panic!("no run: {other:?}"),
    };
    for (at, task) in tasks.iter().enumerate() {
        assert_eq!(place_of(task), Some((replicate, (at / count) as u32)));
    }
    let words = "3 perturbations of the submissions by up to 40 s";
    assert!(space(&state).in_one_line().ends_with(words));
    explore_on(&mut state, &tasks);
    let averages = &space(&state).averages;
    assert!(averages.iter().flatten().all(|it| it.seeds == 3 && it.half_width.is_some()));
    search(&mut state, &form, without_draws());
    assert!(found(&state).tasks().iter().all(|it| place_of(it).is_some()));
    search_on(&mut state);
    let best = found(&state).search.best().unwrap();
    assert!(best.average.seeds == 3 && best.average.half_width.is_some());
}

#[test]
fn too_many_runs_unreadable_numbers_and_broken_scenarios_are_refused() {
    let typed = |values: &str, seeds| TradeOffForm {
        typed: [("period".to_owned(), values.to_owned())].into(),
        seeds,
        ..form()
    };
    let refused =
        |form: &TradeOffForm, base| try_to_explore(&mut TradeOffs::default(), form, base).expect_err("refused");
    let why = refused(&typed("0, 1, .., 100", 100), scenario());
    assert_eq!(why, "20200 runs are too many; at most 20000 can be made at once");
    refused(&typed("-5", 2), scenario());
    let broken = || with("platform=[]");
    let why = refused(&form(), broken());
    assert!(why.contains("platform"), "{why}");
    let why = try_to_search(&mut TradeOffs::default(), &form(), broken()).expect_err("refused");
    assert!(why.contains("platform"), "{why}");
}

#[test]
fn a_workflow_is_tried_in_24_ways_and_in_28_with_its_reservation_as_a_whole() {
    let base = Scenario { system: scheduling::system::System::of_key("workflow").unwrap(), ..Scenario::default() };
    let candidates = |form: &TradeOffForm| {
        let planned = Exploring::plan(form, &base_of(base.clone()), WorkloadKind::Workflow, 0);
        planned.unwrap().plan.candidates.len()
    };
    let mut form = TradeOffForm::default();
    assert_eq!(candidates(&form), 24);
    let knobs = base.system.model().knobs();
    let of = |key: &str| knobs.iter().find(|it| it.key() == key).unwrap();
    let counts = |form: &TradeOffForm, key: &str| {
        let all = of(key).choices().unwrap().all;
        (form.ticked(of(key)).len(), all.len())
    };
    assert_eq!((counts(&form, "scheduler"), counts(&form, "variant")), ((4, 5), (6, 7)));
    let all = of("variant").choices().unwrap().all;
    form.tick(of("variant"), all.iter().map(|it| it.key).collect());
    assert_eq!(candidates(&form), 28);
}

#[test]
fn means_and_the_front_are_those_of_the_library() {
    let state = explored();
    check(&state, &library());
    let exploring = space(&state);
    let on_front = exploring.ranked.iter().filter(|(_, on_front)| *on_front).count();
    assert_eq!(exploring.on_front(), on_front);
    assert!(on_front > 0);
    assert!(!exploring.runs.is_running());
}

#[test]
fn the_front_follows_the_runs_and_doubts_wait_for_the_last_one() {
    let (mut state, tasks) = exploring();
    let (first, rest) = tasks.split_at(1);
    explore_on(&mut state, first);
    assert_eq!(space(&state).ranked, [(0, true)]);
    assert!(space(&state).told.is_empty());
    assert_eq!(space(&state).not_told(), 0);
    explore_on(&mut state, rest);
    assert_eq!(space(&state).ranked.len(), library().candidates.len());
    assert_eq!(space(&state).told.len(), library().candidates.len());
}

#[test]
fn failed_runs_are_counted_and_leave_their_candidates_out() {
    let (mut state, tasks) = exploring();
    let count = library().candidates.len();
    let mut made = answers(&tasks);
    // Both seeds of the first candidate, and one of the second.
    for at in [0, count, 1] {
        made[at] = lost(&tasks[at]);
    }
    state.apply(TradeOffAction::Explored(made));
    let exploring = space(&state);
    let total = tasks.len();
    assert_eq!(told(&exploring.runs), format!("{total} of {total} ended, 3 failed: the worker stopped"));
    assert_eq!(exploring.averages[0], None);
    assert!(exploring.averages[1].is_some());
    assert!(exploring.ranked.iter().all(|&(at, _)| at != 0));
    assert_eq!(exploring.ranked.len(), count - 1);
}

#[test]
fn an_exploration_that_is_stopped_keeps_its_points_and_takes_no_more() {
    let (mut state, tasks) = exploring();
    explore_on(&mut state, &tasks[..2]);
    state.apply(TradeOffAction::StopExploring);
    let exploring = space(&state);
    assert_eq!(told(&exploring.runs), format!("2 of {} cancelled", tasks.len()));
    assert_eq!(exploring.ranked.len(), 2);
    // The runs that have returned are judged.
    assert_eq!(exploring.told.len(), library().candidates.len());
    let before = exploring.clone();
    explore_on(&mut state, &tasks[2..]);
    assert_eq!(space(&state).runs, before.runs);
    assert_eq!(space(&state).ranked, before.ranked);
}

#[test]
fn answers_to_an_earlier_exploration_are_dropped() {
    let (mut state, old) = exploring();
    let tasks = explore(&mut state, &form(), without_draws());
    explore_on(&mut state, &old);
    state.apply(TradeOffAction::Explored(vec![lost(&old[0])]));
    assert_eq!(told(&space(&state).runs), format!("0 of {} running", tasks.len()));
    assert!(space(&state).ranked.is_empty());
    explore_on(&mut state, &tasks);
    assert!(!space(&state).runs.is_running());
}

#[test]
fn other_criteria_are_weighed_of_the_same_runs() {
    let mut state = explored();
    let names = ["makespan", "mean_waiting_time"];
    let runs = space(&state).runs.clone();
    state.weigh(&weighing(&names));
    check(&state, &library().by(Criteria::named(&scenario().system, &names).unwrap()));
    assert_eq!(space(&state).runs, runs, "no run is made again");
    // And back.
    state.weigh(&form());
    check(&state, &library());
}

#[test]
fn runs_that_return_after_other_criteria_were_chosen_are_weighed_by_them() {
    let (mut state, tasks) = exploring();
    let form = weighing(&["makespan", "utilization"]);
    explore_on(&mut state, &tasks[..1]);
    state.weigh(&form);
    explore_on(&mut state, &tasks[1..]);
    let mut at_once = explored();
    at_once.weigh(&form);
    assert_eq!(space(&state).averages, space(&at_once).averages);
    assert_eq!(space(&state).told, space(&at_once).told);
}

#[test]
fn a_candidate_is_found_again_as_the_present_scenario() {
    let state = explored();
    let exploring = space(&state);
    let first = exploring.scenario(0).unwrap().clone();
    assert_eq!(exploring.place_of(&base_of(first.clone())), Some(0));
    let elsewhere = Experiment::new(first, WORKLOAD + 1);
    assert_eq!(exploring.place_of(&elsewhere), None);
    let count = exploring.plan.candidates.len();
    assert_eq!(exploring.scenario(count), None);
    // Whatever is varied may be anywhere in the space; the rest is the base's.
    assert!(exploring.is_of(&base_of(exploring.scenario(1).unwrap().clone())));
    assert!(!exploring.is_of(&elsewhere));
    let other = base_of(with("workload.reservations.percent=60"));
    assert!(!exploring.is_of(&other));
    assert_eq!(exploring.place_of(&other), None);
}

#[test]
fn exploration_and_search_leave_each_other_alone() {
    let mut state = explored();
    search(&mut state, &form(), scenario());
    let exploring = space(&state).clone();
    search_on(&mut state);
    state.apply(TradeOffAction::StopSearching);
    assert_eq!(space(&state).runs, exploring.runs);
    assert_eq!(space(&state).ranked, exploring.ranked);
    assert!(!space(&state).runs.cancelled);
    let searching = found(&state).clone();
    explore(&mut state, &form(), scenario());
    state.apply(TradeOffAction::StopExploring);
    assert_eq!(*found(&state), searching);
}

#[test]
fn without_an_exploration_or_a_search_nothing_happens() {
    let (_, tasks) = exploring();
    let mut state = TradeOffs::default();
    explore_on(&mut state, &tasks[..1]);
    state.apply(TradeOffAction::StopExploring);
    state.weigh(&form());
    search_by(&mut state, &tasks[..1]);
    state.apply(TradeOffAction::StopSearching);
    assert_eq!(state, TradeOffs::default());
}

#[test]
fn the_form_folds_once_an_exploration_has_started_and_a_search_leaves_it() {
    let mut state = TradeOffs::default();
    state.apply(TradeOffAction::Fold(true));
    assert!(!state.folded, "there is nothing yet that it could fold to");
    search(&mut state, &form(), scenario());
    assert!(!state.folded);
    explore(&mut state, &form(), scenario());
    assert!(state.folded);
    let candidates = space(&state).plan.candidates.len();
    let line = format!("{candidates} combinations · ");
    let told = space(&state).in_one_line();
    assert!(told.starts_with(&line) && told.ends_with(" · 2 seeds"), "{told}");
    state.apply(TradeOffAction::Fold(false));
    assert!(!state.folded);
}

/// The runs of the present round.
fn wanted(search: &PeriodSearch) -> Vec<Scenario> {
    (0..search.study().count()).map(|run| search.run(run).0).collect()
}

/// The search of the form by the library, to its end.
fn library_search(criterion: Criterion) -> PeriodSearch {
    let of = PeriodOf::all(&scenario().system)[0];
    let mut search = PeriodSearch::new(&scenario(), (of, criterion), (0, 60), (2, None), WorkloadKind::Log);
    while search.study().count() > 0 {
        search.take(&points(&wanted(&search), &Criteria::default()));
    }
    search
}

#[test]
fn a_search_goes_on_round_by_round_to_the_best_period_of_the_library() {
    for criterion in Criterion::PAPER {
        let form = TradeOffForm { criterion, ..form() };
        let mut state = TradeOffs::default();
        search(&mut state, &form, scenario());
        let (first, tasks) = (found(&state).round(), found(&state).tasks());
        let count = tasks.len();
        assert_eq!(found(&state).progress(), (0, count));
        search_by(&mut state, &tasks);
        assert_ne!(found(&state).round(), first);
        assert_eq!(found(&state).progress(), (count, count + found(&state).tasks().len()));
        search_on(&mut state);
        let expected = library_search(criterion);
        assert_eq!(found(&state).search.best(), expected.best());
        assert_eq!(found(&state).known(), expected.tried());
        let (done, total) = found(&state).progress();
        assert_eq!(done, total);
        assert!(found(&state).tasks().is_empty());
    }
}

#[test]
fn the_tasks_of_a_round_are_the_runs_that_the_search_wants() {
    let state = searching();
    let tasks = found(&state).tasks();
    assert_eq!(scenarios_of(&tasks), wanted(&found(&state).search));
    for (at, task) in tasks.iter().enumerate() {
        let mark = (task.mark.question, task.mark.place, task.workload);
        assert_eq!(mark, (found(&state).round(), at, WORKLOAD));
    }
}

#[test]
fn periods_are_known_as_soon_as_a_run_of_them_has_returned() {
    let mut state = searching();
    assert!(found(&state).known().is_empty());
    let tasks = found(&state).tasks();
    search_by(&mut state, &tasks[1..2]);
    let periods: Vec<Time> = found(&state).known().iter().map(|it| it.period).collect();
    assert_eq!(periods, [10]);
    assert_eq!(found(&state).progress(), (1, tasks.len()));
}

#[test]
fn a_round_is_concluded_without_the_runs_that_failed_and_they_stay_told() {
    let mut state = searching();
    let tasks = found(&state).tasks();
    let mut made = answers(&tasks);
    made[0] = lost(&tasks[0]);
    state.apply(TradeOffAction::Searched(made));
    let failed = Some(("the worker stopped".to_owned(), 1));
    assert_eq!(found(&state).runs.failed, failed);
    assert!(found(&state).is_running(), "the next round");
    search_on(&mut state);
    assert_eq!(found(&state).runs.failed, failed);
    assert!(found(&state).search.best().is_some());
}

#[test]
fn a_search_whose_runs_all_fail_ends() {
    let mut state = searching();
    let made = found(&state).tasks().iter().map(lost).collect();
    state.apply(TradeOffAction::Searched(made));
    assert!(!found(&state).is_running());
    assert_eq!(found(&state).search.best(), None);
    assert!(found(&state).known().is_empty());
}

#[test]
fn a_search_that_is_stopped_names_the_best_so_far_and_takes_no_more() {
    let mut state = searching();
    let tasks = found(&state).tasks();
    search_by(&mut state, &tasks[..3]);
    let known = found(&state).known();
    state.apply(TradeOffAction::StopSearching);
    let stopped = found(&state).clone();
    assert!(stopped.runs.cancelled && !stopped.is_running());
    assert_eq!(stopped.known(), known);
    assert_eq!(stopped.progress(), (3, 3));
    assert!(stopped.search.best().is_some());
    search_by(&mut state, &tasks[3..]);
    assert_eq!(*found(&state), stopped);
}

#[test]
fn answers_to_an_earlier_round_or_search_are_dropped() {
    let mut state = searching();
    let old = found(&state).tasks();
    search_by(&mut state, &old);
    let second = found(&state).clone();
    search_by(&mut state, &old);
    assert_eq!(*found(&state), second);
    let tasks = second.tasks();
    search(&mut state, &form(), without_draws());
    let fresh = found(&state).clone();
    search_by(&mut state, &tasks);
    state.apply(TradeOffAction::Searched(vec![lost(&old[0])]));
    assert_eq!(*found(&state), fresh);
}

#[test]
fn every_round_of_this_visit_has_another_number() {
    let mut state = searching();
    let mut numbers = vec![found(&state).round()];
    let tasks = found(&state).tasks();
    search_by(&mut state, &tasks);
    numbers.push(found(&state).round());
    state.apply(TradeOffAction::StopSearching);
    for _ in 0..2 {
        search(&mut state, &form(), scenario());
        numbers.push(found(&state).round());
    }
    let ascending = numbers.windows(2).all(|it| it[0] < it[1]);
    assert!(ascending, "{numbers:?}");
}

#[test]
fn a_search_is_of_all_scenarios_that_differ_in_the_period_alone() {
    let state = searching();
    let mut other = scenario();
    let of = PeriodOf::all(&other.system)[0];
    of.set(&mut other, 1_234);
    assert!(found(&state).is_of(&base_of(other.clone())));
    other.seed = 9;
    assert!(!found(&state).is_of(&base_of(other)));
    let elsewhere = Experiment::new(scenario(), WORKLOAD + 1);
    assert!(!found(&state).is_of(&elsewhere));
}

#[test]
fn a_range_beyond_the_longest_period_ends_there() {
    let of = PeriodOf::all(&scenario().system)[0];
    let most = of.knob().numbers().unwrap().most as Time;
    let far = TradeOffForm { range: (most, most + 5), ..form() };
    let mut state = TradeOffs::default();
    search(&mut state, &far, scenario());
    let tasks = found(&state).tasks();
    let periods = tasks.iter().map(|it| of.of(scenario_of(it)));
    assert!(periods.into_iter().all(|it| it == most));
    assert_eq!(tasks.len(), 2, "one period under two seeds");
}

#[test]
fn a_system_without_a_period_is_not_searched() {
    let mut state = TradeOffs::default();
    let other = scheduling::system::System::all();
    let mut without = other.into_iter().filter(|it| PeriodOf::all(it).is_empty());
    let base = Scenario { system: without.next().unwrap(), ..scenario() };
    let why = try_to_search(&mut state, &form(), base).expect_err("no period");
    assert!(why.contains("no period"), "{why}");
    assert_eq!(state, TradeOffs::default());
}
