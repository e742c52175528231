use super::*;
use crate::history::{Experiment, WorkloadKey};
use crate::tasks::Task;
use crate::tasks::tests::{answers, lost, report_on_log, scenario, scenario_of, without_draws};
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

fn explore(
    state: &mut TradeOffs,
    form: &TradeOffForm,
    base: Scenario,
) -> Result<Vec<Task>, String> {
    let question = state.next_exploration();
    let (exploring, tasks) = Exploring::plan(form, &base_of(base), WorkloadKind::Log, question)?;
    state.apply(TradeOffAction::Explore(Box::new(exploring)));
    Ok(tasks)
}

/// The state with an exploration, and its tasks.
fn exploring() -> (TradeOffs, Vec<Task>) {
    let mut state = TradeOffs::default();
    let tasks = explore(&mut state, &form(), scenario()).expect("a space");
    (state, tasks)
}

/// The same, all of whose runs have returned.
fn explored() -> TradeOffs {
    let (mut state, tasks) = exploring();
    state.apply(TradeOffAction::Explored(answers(&tasks)));
    state
}

fn search(state: &mut TradeOffs, form: &TradeOffForm, base: Scenario) -> Result<(), String> {
    let round = state.next_search();
    let searching = Searching::plan(form, &base_of(base), WorkloadKind::Log, round)?;
    state.apply(TradeOffAction::Search(Box::new(searching)));
    Ok(())
}

/// The state with a search.
fn searching() -> TradeOffs {
    let mut state = TradeOffs::default();
    search(&mut state, &form(), scenario()).expect("a search");
    state
}

/// Answers round after round until the search is over.
fn search_on(state: &mut TradeOffs) {
    while found(state).is_running() {
        let made = answers(&found(state).tasks());
        state.apply(TradeOffAction::Searched(made));
    }
}

fn space(state: &TradeOffs) -> &Exploring {
    state.exploring.as_ref().expect("an exploration")
}

fn found(state: &TradeOffs) -> &Searching {
    state.searching.as_ref().expect("a search")
}

fn points(scenarios: &[Scenario], criteria: &Criteria) -> Vec<Option<Point>> {
    let point = |it| Some(criteria.point(&report_on_log(it)));
    scenarios.iter().map(point).collect()
}

/// The exploration of the form by the library.
fn library() -> Exploration {
    let space = form().space(&scenario()).expect("a space");
    Exploration::new(&scenario(), &space, 2, WorkloadKind::Log)
}

#[test]
fn an_exploration_runs_every_candidate_under_every_seed() {
    let (state, tasks) = exploring();
    let plan = library();
    assert_eq!(*space(&state).plan, plan);
    let scenarios: Vec<&Scenario> = tasks.iter().map(scenario_of).collect();
    assert_eq!(scenarios, plan.runs().iter().collect::<Vec<_>>());
    assert!(tasks.iter().enumerate().all(|(at, it)| it.mark.place == at));
    assert!(tasks.iter().all(|it| it.workload == WORKLOAD));
    let exploring = space(&state);
    assert_eq!(
        (exploring.runs.total(), exploring.runs.done),
        (tasks.len(), 0)
    );
    assert_eq!((exploring.on_front(), exploring.not_told()), (0, 0));
    assert!(exploring.ranked.is_empty());
    assert_eq!(state.searching, None);
}

#[test]
fn too_many_runs_unreadable_numbers_and_broken_scenarios_are_refused() {
    let refused = |form: &TradeOffForm, base| {
        explore(&mut TradeOffs::default(), form, base).expect_err("refused")
    };
    let mut many = form();
    many.typed
        .insert("period".to_owned(), "0, 1, .., 5000".to_owned());
    let why = refused(&many, scenario());
    assert_eq!(why, "these are 20004 runs; at most 20000 are made at once");
    let mut wrong = form();
    wrong.typed.insert("period".to_owned(), "-5".to_owned());
    refused(&wrong, scenario());
    let broken = Scenario {
        platform: Vec::new(),
        ..scenario()
    };
    let why = refused(&form(), broken.clone());
    assert!(why.contains("platform"), "{why}");
    let why = search(&mut TradeOffs::default(), &form(), broken).expect_err("refused");
    assert!(why.contains("platform"), "{why}");
}

#[test]
fn means_and_the_front_are_those_of_the_library() {
    let state = explored();
    let plan = library();
    let averages = plan.averages(&points(&plan.runs(), &plan.criteria));
    let ranked = plan.criteria.ranked(&averages);
    let exploring = space(&state);
    assert_eq!(exploring.averages, averages);
    assert_eq!(exploring.ranked, ranked);
    let points = points(&plan.runs(), &plan.criteria);
    assert_eq!(exploring.told, plan.told_dominated(&points, &ranked));
    let on_front = ranked.iter().filter(|(_, on_front)| *on_front).count();
    assert_eq!(exploring.on_front(), on_front);
    assert!(on_front > 0);
    assert!(!exploring.runs.is_running());
}

#[test]
fn the_front_follows_the_runs_and_doubts_wait_for_the_last_one() {
    let (mut state, tasks) = exploring();
    let (first, rest) = tasks.split_at(1);
    state.apply(TradeOffAction::Explored(answers(first)));
    assert_eq!(space(&state).ranked, [(0, true)]);
    assert!(space(&state).told.is_empty());
    assert_eq!(space(&state).not_told(), 0);
    state.apply(TradeOffAction::Explored(answers(rest)));
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
    let why = "the worker stopped".to_owned();
    assert_eq!(exploring.runs.failed, Some((why, 3)));
    assert!(!exploring.runs.is_running());
    assert_eq!(exploring.averages[0], None);
    assert!(exploring.averages[1].is_some());
    assert!(exploring.ranked.iter().all(|&(at, _)| at != 0));
    assert_eq!(exploring.ranked.len(), count - 1);
}

#[test]
fn an_exploration_that_is_stopped_keeps_its_points_and_takes_no_more() {
    let (mut state, tasks) = exploring();
    state.apply(TradeOffAction::Explored(answers(&tasks[..2])));
    state.apply(TradeOffAction::StopExploring);
    let exploring = space(&state);
    assert!(exploring.runs.cancelled && !exploring.runs.is_running());
    assert_eq!((exploring.runs.done, exploring.ranked.len()), (2, 2));
    // What there is is judged as it is.
    assert_eq!(exploring.told.len(), library().candidates.len());
    let before = exploring.clone();
    state.apply(TradeOffAction::Explored(answers(&tasks[2..])));
    assert_eq!(space(&state).runs, before.runs);
    assert_eq!(space(&state).ranked, before.ranked);
}

#[test]
fn answers_to_an_earlier_exploration_are_dropped() {
    let (mut state, old) = exploring();
    let tasks = explore(&mut state, &form(), without_draws()).expect("a space");
    state.apply(TradeOffAction::Explored(answers(&old)));
    state.apply(TradeOffAction::Explored(vec![lost(&old[0])]));
    assert_eq!(
        (space(&state).runs.done, space(&state).ranked.len()),
        (0, 0)
    );
    assert_eq!(space(&state).runs.failed, None);
    state.apply(TradeOffAction::Explored(answers(&tasks)));
    assert!(!space(&state).runs.is_running());
}

#[test]
fn other_criteria_are_weighed_of_the_same_runs() {
    let mut state = explored();
    let names = ["makespan", "mean_waiting_time"];
    let criteria = Criteria::named(&scenario().system, &names).expect("criteria");
    let weighed = TradeOffForm {
        criteria: names.map(str::to_owned).to_vec(),
        ..form()
    };
    let runs = space(&state).runs.clone();
    state.apply(TradeOffAction::Weigh(Rc::new(weighed)));
    let plan = library().by(criteria.clone());
    let points = points(&plan.runs(), &criteria);
    let averages = plan.averages(&points);
    assert_eq!(*space(&state).plan, plan);
    assert_eq!(space(&state).averages, averages);
    assert_eq!(space(&state).ranked, criteria.ranked(&averages));
    let told = plan.told_dominated(&points, &criteria.ranked(&averages));
    assert_eq!(space(&state).told, told);
    assert_eq!(space(&state).runs, runs, "no run is made again");
    // And back.
    state.apply(TradeOffAction::Weigh(Rc::new(form())));
    let usual = explored();
    assert_eq!(space(&state).averages, space(&usual).averages);
    assert_eq!(space(&state).ranked, space(&usual).ranked);
}

#[test]
fn runs_that_return_after_other_criteria_were_chosen_are_weighed_by_them() {
    let (mut state, tasks) = exploring();
    let weighed = TradeOffForm {
        criteria: vec!["makespan".to_owned(), "utilization".to_owned()],
        ..form()
    };
    state.apply(TradeOffAction::Explored(answers(&tasks[..1])));
    state.apply(TradeOffAction::Weigh(Rc::new(weighed.clone())));
    state.apply(TradeOffAction::Explored(answers(&tasks[1..])));
    let mut at_once = explored();
    at_once.apply(TradeOffAction::Weigh(Rc::new(weighed)));
    assert_eq!(space(&state).averages, space(&at_once).averages);
    assert_eq!(space(&state).told, space(&at_once).told);
}

#[test]
fn a_candidate_is_found_again_as_the_present_scenario() {
    let state = explored();
    let exploring = space(&state);
    let first = exploring.scenario(0).expect("a candidate").clone();
    assert_eq!(exploring.place_of(&base_of(first.clone())), Some(0));
    let elsewhere = Experiment::new(first, WORKLOAD + 1);
    assert_eq!(exploring.place_of(&elsewhere), None);
    let count = exploring.plan.candidates.len();
    assert_eq!(exploring.scenario(count), None);
    // Whatever is varied may be anywhere in the space; the rest is the base's.
    assert!(exploring.is_of(&base_of(exploring.scenario(1).expect("one").clone())));
    assert!(!exploring.is_of(&elsewhere));
    let mut other = scenario();
    other.workload.reservations.percent = 60.0;
    assert!(!exploring.is_of(&base_of(other.clone())));
    assert_eq!(exploring.place_of(&base_of(other)), None);
}

/// The search of the form by the library, to its end.
fn library_search(criterion: Criterion) -> PeriodSearch {
    let of = PeriodOf::all(&scenario().system)[0];
    let mut search = PeriodSearch::new(&scenario(), of, criterion, (0, 60), 2);
    while !search.wanted().is_empty() {
        search.take(&points(&search.wanted(), &Criteria::default()));
    }
    search
}

#[test]
fn a_search_goes_on_round_by_round_to_the_best_period_of_the_library() {
    for criterion in Criterion::PAPER {
        let form = TradeOffForm {
            criterion,
            ..form()
        };
        let mut state = TradeOffs::default();
        search(&mut state, &form, scenario()).expect("a search");
        let (first, count) = (found(&state).round(), found(&state).tasks().len());
        assert_eq!(found(&state).progress(), (0, count));
        let made = answers(&found(&state).tasks());
        state.apply(TradeOffAction::Searched(made));
        assert_ne!(found(&state).round(), first);
        let (done, total) = found(&state).progress();
        assert_eq!(done, count);
        assert_eq!(total, count + found(&state).tasks().len());
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
    let wanted = found(&state).search.wanted();
    let scenarios: Vec<&Scenario> = tasks.iter().map(scenario_of).collect();
    assert_eq!(scenarios, wanted.iter().collect::<Vec<_>>());
    let marks = tasks.iter().map(|it| (it.mark.question, it.mark.place));
    let round = found(&state).round();
    assert!(marks.enumerate().all(|(at, mark)| mark == (round, at)));
    assert!(tasks.iter().all(|it| it.workload == WORKLOAD));
}

#[test]
fn periods_are_known_as_soon_as_a_run_of_them_has_returned() {
    let mut state = searching();
    assert!(found(&state).known().is_empty());
    let tasks = found(&state).tasks();
    state.apply(TradeOffAction::Searched(answers(&tasks[1..2])));
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
    state.apply(TradeOffAction::Searched(answers(&tasks[..3])));
    let known = found(&state).known();
    state.apply(TradeOffAction::StopSearching);
    let stopped = found(&state).clone();
    assert!(stopped.runs.cancelled && !stopped.is_running());
    assert_eq!(stopped.known(), known);
    assert_eq!(stopped.progress(), (3, 3));
    assert!(stopped.search.best().is_some());
    state.apply(TradeOffAction::Searched(answers(&tasks[3..])));
    assert_eq!(*found(&state), stopped);
}

#[test]
fn answers_to_an_earlier_round_or_search_are_dropped() {
    let mut state = searching();
    let old = found(&state).tasks();
    state.apply(TradeOffAction::Searched(answers(&old)));
    let second = found(&state).clone();
    state.apply(TradeOffAction::Searched(answers(&old)));
    assert_eq!(*found(&state), second);
    let tasks = second.tasks();
    search(&mut state, &form(), without_draws()).expect("a search");
    let fresh = found(&state).clone();
    state.apply(TradeOffAction::Searched(answers(&tasks)));
    state.apply(TradeOffAction::Searched(vec![lost(&old[0])]));
    assert_eq!(*found(&state), fresh);
}

#[test]
fn every_round_of_this_visit_has_another_number() {
    let mut state = searching();
    let mut numbers = vec![found(&state).round()];
    let made = answers(&found(&state).tasks());
    state.apply(TradeOffAction::Searched(made));
    numbers.push(found(&state).round());
    state.apply(TradeOffAction::StopSearching);
    search(&mut state, &form(), scenario()).expect("a search");
    numbers.push(found(&state).round());
    search(&mut state, &form(), scenario()).expect("a search");
    numbers.push(found(&state).round());
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
    let most = of.knob().numbers().expect("numbers").most as Time;
    let far = TradeOffForm {
        range: (most, most + 5),
        ..form()
    };
    let mut state = TradeOffs::default();
    search(&mut state, &far, scenario()).expect("a search");
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
    let base = Scenario {
        system: without.next().expect("a system without a period"),
        ..scenario()
    };
    let why = search(&mut state, &form(), base).expect_err("no period");
    assert!(why.contains("no period"), "{why}");
    assert_eq!(state, TradeOffs::default());
}

#[test]
fn exploration_and_search_leave_each_other_alone() {
    let mut state = explored();
    search(&mut state, &form(), scenario()).expect("a search");
    let exploring = space(&state).clone();
    search_on(&mut state);
    state.apply(TradeOffAction::StopSearching);
    assert_eq!(space(&state).runs, exploring.runs);
    assert_eq!(space(&state).ranked, exploring.ranked);
    assert!(!space(&state).runs.cancelled);
    let searching = found(&state).clone();
    explore(&mut state, &form(), scenario()).expect("a space");
    state.apply(TradeOffAction::StopExploring);
    assert_eq!(*found(&state), searching);
}

#[test]
fn without_an_exploration_or_a_search_nothing_happens() {
    let (_, tasks) = exploring();
    let mut state = TradeOffs::default();
    state.apply(TradeOffAction::Explored(answers(&tasks[..1])));
    state.apply(TradeOffAction::StopExploring);
    state.apply(TradeOffAction::Weigh(Rc::new(form())));
    state.apply(TradeOffAction::Searched(answers(&tasks[..1])));
    state.apply(TradeOffAction::StopSearching);
    assert_eq!(state, TradeOffs::default());
}
