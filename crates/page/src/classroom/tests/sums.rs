use super::super::{exploring_in_words, searching_in_words, sweep_in_words};
use crate::curves::{Sweep, SweepAction, Sweeps};
use crate::history::Experiment;
use crate::reduce::Reduce;
use crate::tasks::tests::{answers, report_on_log, scenario, scenario_of};
use crate::trade_off::{Exploring, Searching, TradeOffAction, TradeOffs};
use crate::words;
use export::snapshot::{CurvesForm, TradeOffForm};
use std::rc::Rc;
use workload::WorkloadKind::Log;

fn base() -> Rc<Experiment> {
    Rc::new(Experiment::new(scenario(), 4))
}

fn form() -> TradeOffForm {
    let queues = ["fcfs", "easy"].map(str::to_owned).to_vec();
    TradeOffForm {
        ticked: [("queue".to_owned(), queues)].into(),
        typed: [("period".to_owned(), "0, 600".to_owned())].into(),
        seeds: 1,
        range: (0, 60),
        ..TradeOffForm::default()
    }
}

#[test]
fn an_exploration_is_told_with_the_best_by_each_criterion() {
    let exploring = Exploring::plan(&form(), &base(), Log, 0).unwrap();
    let tasks = exploring.tasks();
    assert_eq!(exploring_in_words(&exploring), None);
    let mut state = TradeOffs::default();
    state.apply(TradeOffAction::Explore(Box::new(exploring)));
    state.apply(TradeOffAction::Explored(answers(&tasks)));
    let told = |state: &TradeOffs| exploring_in_words(state.exploring.as_ref()?);
    let text = told(&state).unwrap();
    let least = tasks.iter().map(|it| report_on_log(scenario_of(it)).mean_flow_time).min_by(f64::total_cmp).unwrap();
    let count = words::plural(tasks.len(), "combination");
    assert!(text.starts_with(&format!("Trade-off over {count}, 1 seed; best U ")), "{text}");
    assert!(text.contains(&format!("; best F {}: ", words::duration(least))), "{text}");
    // Of a stopped one the runs that returned count.
    let exploring = Exploring::plan(&form(), &base(), Log, 1).unwrap();
    let tasks = exploring.tasks();
    state.apply(TradeOffAction::Explore(Box::new(exploring)));
    state.apply(TradeOffAction::Explored(answers(&tasks[..1])));
    state.apply(TradeOffAction::StopExploring);
    let text = told(&state).unwrap();
    let stopped = format!("(stopped after 1 of {} runs)", tasks.len());
    assert!(text.contains(&stopped), "{text}");
}

#[test]
fn a_search_and_a_sweep_are_told_in_a_sentence() {
    let mut state = TradeOffs::default();
    let searching = Searching::plan(&form(), &base(), Log, 0).unwrap();
    assert_eq!(searching_in_words(&searching), None);
    state.apply(TradeOffAction::Search(Box::new(searching)));
    while let Some(round) = state.searching.as_ref().filter(|it| it.is_running()) {
        let made = answers(&round.tasks());
        state.apply(TradeOffAction::Searched(made));
    }
    let text = state.searching.as_ref().and_then(|it| searching_in_words(it));
    let text = text.unwrap();
    assert!(text.starts_with("Search for the best period: "), "{text}");
    assert!(text.contains(" tried; best F "), "{text}");

    let form = Rc::new(CurvesForm { values: Some("0, 30, 60".to_owned()), seeds: 2, ..CurvesForm::default() });
    let sweep = Sweep::plan(&form, &base(), Log).unwrap();
    let tasks = sweep.tasks();
    assert_eq!(sweep_in_words(&sweep), None);
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Start(Box::new(sweep)));
    sweeps.apply(SweepAction::Made(answers(&tasks)));
    let text = sweeps.sweep.as_ref().and_then(|it| sweep_in_words(it)).unwrap();
    assert!(text.starts_with("Curves over ") && text.contains(": 3 values, "), "{text}");
    assert!(text.ends_with(", 2 seeds"), "{text}");
}
