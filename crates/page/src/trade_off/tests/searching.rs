//! Searches for the best period.

use super::*;
use experiment::PeriodOf;
use experiment::trade_off::PeriodSearch;
use scheduling::criteria::Criterion;
use workload::Time;

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
