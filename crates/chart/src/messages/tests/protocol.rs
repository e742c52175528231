//! The pictures of real runs: what is drawn step by step obeys the protocol's rules.

use super::pictures::drawn;
use super::*;
use workload::Workload;
use workload::task_batch::{BatchTask, TaskBatch};

/// Fifty tasks on six nodes of three agents; the settings are written with single quotes.
fn run_of(settings: &str) -> Run {
    let task = |at: Time| BatchTask {
        name: format!("{}", at + 1),
        start: at * 37 % 190,
        end: at * 37 % 190 + 10 + at * 13 % 60,
        load: 5 + (at * 17 % 36) as u32,
        ..BatchTask::default()
    };
    let batch = TaskBatch { tasks: (0..50).map(task).collect(), ..TaskBatch::default() };
    let json = format!("{{'platform': [100, 100, 100, 100, 100, 100], 'system': {{'broker': {settings}}}}}");
    let scenario: Scenario = serde_json::from_str(&json.replace('\'', "\"")).expect(&json);
    run(&scenario, &Workload::of_tasks("fifty", batch)).unwrap()
}

/// The highest load of a node after a number of steps, reserved and with what is offered.
fn highest(run: &Run, steps: &Steps, shown: usize) -> (u32, u32) {
    let reserved = Reserved::of(run);
    let loads = LoadsAt::of(run, steps, &reserved, 0..run.platform.len(), shown);
    let all: Vec<_> = loads.held.iter().flat_map(|it| levels(it)).collect();
    let most = |of: fn(&crate::messages::Level) -> u32| all.iter().map(of).max();
    (most(|it| it.reserved).unwrap_or(0), most(|it| it.all).unwrap_or(0))
}

#[test]
fn no_table_nor_its_copy_is_ever_beyond_the_highest_load() {
    let run = run_of("{}");
    let steps = Steps::of(&run.messages);
    assert!(steps.len() >= 12);
    let (mut reserved, mut offered) = (0, 0);
    for shown in 0..=steps.len() {
        let (now, with_offers) = highest(&run, &steps, shown);
        assert!(now >= reserved, "a reservation is gone at step {shown}");
        assert!(with_offers <= 85, "step {shown}: {with_offers}");
        (reserved, offered) = (now, offered.max(with_offers));
    }
    assert!(reserved > 0 && offered > 50);
    assert_eq!(highest(&run, &steps, steps.len()), (reserved, reserved));
}

#[test]
fn in_the_end_everybody_has_what_is_in_the_schedule() {
    let troubled = "{'latency': 0.2, 'jitter': 0.5, 'loss_percent': 20, 'failure_percent': 15, 'brokers': 2}";
    for settings in ["{}", troubled] {
        let run = run_of(settings);
        let steps = Steps::of(&run.messages);
        let agents = TasksByAgent::of(&run, &steps, steps.len());
        let mut expected = vec![0; run.messages.agents.len()];
        for it in run.schedule.outcomes.iter().filter(|it| it.bar_count > 0) {
            let agent = run.messages.agent_of(it.provider as usize);
            expected[agent.unwrap()] += 1;
        }
        assert_eq!(agents.now, expected);
        assert_eq!(agents.now, agents.in_the_end);
        assert!(expected.iter().sum::<usize>() > 10);
        for shown in 0..=steps.len() {
            assert!(step_words(&run, &steps, shown).ends_with('.'));
        }
    }
}

#[test]
fn an_offer_that_is_taken_loads_its_node_least_of_all_that_were_seen() {
    let run = run_of("{'latency': 0.1, 'jitter': 0.3, 'loss_percent': 10, 'agents': [1, 2, 3]}");
    let steps = Steps::of(&run.messages);
    let mut compared = 0;
    for (place, it) in run.messages.offers.iter().enumerate() {
        let said = verdict_words(&run, &steps, place);
        let is_lost = it.verdict == Verdict::Unseen;
        assert_eq!(said.contains("did not reach"), is_lost, "{said}");
        let Some((_, loads)) = said.split_once("the load would be ") else {
            continue;
        };
        let numbers: Vec<u32> =
            loads.split(|c: char| !c.is_ascii_digit() && c != '%').filter_map(|it| it.parse().ok()).collect();
        // "45 % there and 60 % with Agent 2": the third is an agent's number.
        if let [own, other, _] = numbers[..] {
            compared += 1;
            assert_eq!(own <= other, it.verdict.is_taken(), "{said}");
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn what_goes_wrong_is_in_the_picture_in_words() {
    let run = run_of(
        "{'latency': 0.1, 'jitter': 0.2, 'loss_percent': 15, 'timeout': 0.35, 'links': [{'agent': 2, 'latency': 0.3}],
            'outages': [{'agent': 1, 'from': 1, 'until': 3}]}",
    );
    let messages = &run.messages;
    let steps = Steps::of(messages);
    for (words, fate) in [("lost", Fate::Lost), ("unheard", Fate::Unheard), ("too late", Fate::TooLate)] {
        let is_so = |step: &Step| {
            let it = &messages.list[step.message as usize];
            it.fate == fate && (step.part != Part::Sending || fate == Fate::Lost)
        };
        let at = steps.steps.iter().position(is_so).expect(words);
        let [picture, ..] = drawn(&run, at + 1, 390, &Theme::light());
        assert!(picture.contains(words), "{words}");
        keep(&format!("messages-sequence-{fate:?}-390-light.svg"), picture);
    }
}
