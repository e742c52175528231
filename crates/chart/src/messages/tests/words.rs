//! Sentences, by hand and of everything.

use super::sequence::drawn;
use super::*;
use crate::messages::failures::Down;
use crate::messages::steps::offers_of;
use workload::Workload;
use workload::task_batch::{BatchTask, TaskBatch};

/// Two agents of two nodes each offer for tasks 1 to 6: a pair of offers for each.
fn run_of_verdicts(verdicts: &[[(u32, Verdict); 2]]) -> Run {
    use MessageKind::{Batch, Decision, Offers, Receipt};
    let mut run = bar_run(&[100; 4], &[]);
    let count = verdicts.len() as u32;
    run.jobs = (1..=count).map(|id| job(id.into(), 0, 30, 10)).collect();
    let list = [
        (Batch, 0, count),
        (Batch, 1, count),
        (Offers, 0, count),
        (Offers, 1, count),
        (Decision, 0, 1),
        (Decision, 1, 0),
        (Receipt, 0, 1),
    ];
    let message = |(kind, agent, tasks)| Message { tasks, ..message(kind, agent, Fate::Read) };
    let offer = |agent: u32, job: usize| {
        let (load, verdict) = verdicts[job][agent as usize];
        Offer { message: 2 + agent, job: job as u32, provider: agent * 2, load, verdict }
    };
    let both = (0..2).flat_map(|agent| (0..verdicts.len()).map(move |job| offer(agent, job)));
    run.messages = Messages {
        brokers: 1,
        agents: vec![2, 2],
        most_load: vec![85; 4],
        list: list.map(message).into(),
        offers: both.collect(),
        bookings: vec![Booking::default(); verdicts.len()],
        ..Messages::default()
    };
    run
}

fn all(run: &Run) -> Vec<String> {
    let steps = Steps::of(&run.messages);
    (0..=steps.len()).map(|it| step_words(run, &steps, it)).collect()
}

#[test]
fn each_message_has_its_sentence() {
    let pair = [(45, Verdict::First), (60, Verdict::HigherLoad)];
    let run = run_of_verdicts(&[pair, [(30, Verdict::HigherLoad), (20, Verdict::LowerLoad)]]);
    let expected = "No message has been sent yet: 2 tasks wait.
The broker asks Agent 1 to place 2 tasks.
The broker asks Agent 2 to place 2 tasks.
Agent 1 offers to take 2 of 2 tasks, among them task 1 on node 1, which would then be loaded to 45 %.
Agent 2 offers to take 2 of 2 tasks, among them task 1 on node 3, which would then be loaded to 60 %.
The broker confirms 1 of 2 offers to Agent 1.
The broker tells Agent 2 that it takes none of its offers.
Agent 1 tells the broker: 1 task is reserved.";
    assert_eq!(all(&run).join("\n"), expected);
}

#[test]
fn each_fate_has_its_sentence() {
    let mut run = run_of_verdicts(&[[(45, Verdict::First), (60, Verdict::HigherLoad)]]);
    let list = &mut run.messages.list;
    for (message, fate) in [(0, Fate::Lost), (1, Fate::Unheard), (2, Fate::TooLate)] {
        list[message].fate = fate;
    }
    list[5].arrives = 40;
    (list[6].refused, list[6].tasks) = (1, 0);
    let said = all(&run);
    for (at, expected) in [
        (1, "The broker asks Agent 1 to place 1 task. The message is lost on its way."),
        (2, "The broker asks Agent 2 to place 1 task. It is not received: Agent 2 is down."),
        (7, "Agent 1 tells the broker: 0 tasks are reserved, 1 cannot be any more."),
        (8, "Agent 2 reads that none of its offers is taken, and clears its copy of the table."),
    ] {
        assert_eq!(said[at], expected);
    }
    assert!(said[3].ends_with("It comes too late: its recipient has stopped waiting."));
    assert!(said[6].ends_with("It arrives at 0.04 s."));
}

#[test]
fn a_step_has_its_number_its_round_and_its_time() {
    let mut run = run_of_verdicts(&[[(45, Verdict::First), (60, Verdict::HigherLoad)]]);
    let last = run.messages.list.last_mut().unwrap();
    (last.round, last.sent, last.arrives) = (1, 50, 50);
    let steps = Steps::of(&run.messages);
    let at = |messages: &Messages, shown| step_place(messages, &steps, shown);
    assert_eq!(at(&run.messages, 0), "step 0 of 7");
    assert_eq!(at(&run.messages, 1), "step 1 of 7, round 1, at 0 s");
    run.messages.brokers = 2;
    let said = at(&run.messages, 7);
    assert_eq!(said, "step 7 of 7, round 2 of Broker 1, at 0.05 s");
}

#[test]
fn each_verdict_has_its_sentence() {
    use Verdict::{FewerReservations, First, HigherLoad, LowerLoad, MoreReservations, Unseen};
    let run = run_of_verdicts(&[
        [(45, First), (60, HigherLoad)],
        [(60, HigherLoad), (45, LowerLoad)],
        [(45, MoreReservations), (45, FewerReservations)],
        [(45, First), (45, MoreReservations)],
        [(45, First), (30, Unseen)],
        [(45, MoreReservations), (30, LowerLoad)],
    ]);
    let steps = Steps::of(&run.messages);
    let said: Vec<String> = (0..12).map(|it| verdict_words(&run, &steps, it)).collect();
    let expected = "The broker keeps Agent 1’s offer for task 1: the load would be 45 % there and 60 % with Agent 2.
The broker does not take Agent 1’s offer for task 2: the load would be 60 % there and 45 % with Agent 2.
The broker does not take Agent 1’s offer for task 3: the load would be 45 % with Agent 2 too, which had fewer \
reservations.
The broker keeps Agent 1’s offer for task 4: the load would be 45 % with Agent 2 too, which came later and had no \
fewer reservations.
The broker keeps Agent 1’s offer for task 5, the only one: the load would be 45 %.
The broker does not take Agent 1’s offer for task 6: an offer at 45 % was as good, and in the end Agent 2 gets the \
task at 30 %.
The broker does not take Agent 2’s offer for task 1: the load would be 60 % there and 45 % with Agent 1.
The broker takes Agent 2’s offer for task 2 in place of another: the load would be 45 % there and 60 % with Agent 1.
The broker takes Agent 2’s offer for task 3 in place of another: the load would be 45 % with Agent 1 too, which had \
more reservations.
The broker does not take Agent 2’s offer for task 4: the load would be 45 % with Agent 1 too, which had no more \
reservations.
Agent 2’s offer for task 5 is not considered: it did not reach the broker in time.
The broker takes Agent 2’s offer for task 6 in place of another: the load would be 30 % there and 45 % with Agent 1.";
    assert_eq!(said.join("\n"), expected);
    // A step's own: of Agent 1's offers, and of the decision on Agent 2's.
    assert_eq!(verdicts(&run, &steps, 3, 2), (said[..2].to_vec(), 6));
    assert_eq!(verdicts(&run, &steps, 6, 9), (said[6..].to_vec(), 6));
    assert_eq!(verdicts(&run, &steps, 1, 9), (Vec::new(), 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(32)))]

    #[test]
    fn every_step_and_every_offer_has_words(plan in plan()) {
        let run = run_of(&plan);
        let steps = Steps::of(&run.messages);
        for shown in 0..=steps.len() {
            let said = step_words(&run, &steps, shown);
            prop_assert!(said.ends_with('.') && said.len() > 20, "{said}");
        }
        for offer in 0..run.messages.offers.len() {
            prop_assert!(verdict_words(&run, &steps, offer).ends_with('.'));
        }
        prop_assert_eq!(verdict_words(&run, &steps, run.messages.offers.len()), "");
    }
}

/// Fifty tasks on six nodes of three agents; the settings are written with single quotes.
fn run_of_fifty(settings: &str) -> Run {
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
    let run = run_of_fifty("{}");
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
        let run = run_of_fifty(settings);
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
    let run = run_of_fifty("{'latency': 0.1, 'jitter': 0.3, 'loss_percent': 10, 'agents': [1, 2, 3]}");
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
    let run = run_of_fifty(
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

/// Whether the offers of a message hold, by what its agent has done and read up to a step.
fn holds(messages: &Messages, steps: &Steps, offers: u32, shown: usize) -> bool {
    let of = messages.list[offers as usize];
    let mut holds = false;
    for step in &steps.steps[..shown] {
        let it = messages.list[step.message as usize];
        if step.message == offers && step.part != Part::Arrival {
            holds = true;
        }
        let gets_there = step.part != Part::Sending && it.agent == of.agent;
        let is_of_broker = it.broker == of.broker;
        let is_learnt = match (it.kind, it.fate) {
            (MessageKind::Decision, Fate::Read) => is_of_broker && it.round >= of.round,
            (MessageKind::Batch, Fate::Read) => is_of_broker && it.round > of.round,
            (MessageKind::Decision | MessageKind::Batch, Fate::Unheard) => true,
            _ => false,
        };
        if gets_there && is_learnt {
            holds = false;
        }
    }
    of.kind == MessageKind::Offers && holds
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(48)))]

    #[test]
    fn every_message_is_sent_once_and_arrives_once_if_it_does(plan in plan()) {
        let run = run_of(&plan);
        let (messages, steps) = (&run.messages, Steps::of(&run.messages));
        prop_assert!(steps.steps.is_sorted_by_key(|it| it.at));
        for (message, it) in (0..).zip(&messages.list) {
            let own: Vec<_> = steps.steps.iter().filter(|step| step.message == message).collect();
            let parts: Vec<_> = own.iter().map(|step| (step.part, step.at)).collect();
            let whole = vec![(Part::Whole, it.sent)];
            let both = vec![(Part::Sending, it.sent), (Part::Arrival, it.arrives)];
            let expected = match it.fate {
                Fate::Lost => whole,
                Fate::Sent => vec![both[0]],
                _ if it.sent == it.arrives => whole,
                _ => both,
            };
            prop_assert_eq!(parts, expected);
        }
    }

    #[test]
    fn what_holds_is_what_a_walk_through_the_steps_finds(plan in plan(), share in 0.0..=1.0) {
        let run = run_of(&plan);
        let (messages, steps) = (&run.messages, Steps::of(&run.messages));
        let shown = (share * steps.len() as f64) as usize;
        for (message, it) in (0..).zip(&messages.list) {
            let mut before = steps.steps[..shown].iter().filter(|step| step.message == message);
            let is_ended = before.clone().any(|step| step.part != Part::Sending);
            prop_assert_eq!(steps.is_sent(message, shown), before.next().is_some());
            prop_assert_eq!(steps.is_ended(message, shown), is_ended && it.fate != Fate::Lost);
            if it.kind == MessageKind::Offers {
                let found = steps.is_open(message, shown);
                prop_assert_eq!(found, holds(messages, &steps, message, shown));
            }
            let offers = messages.offers.iter().filter(|of| of.message == message);
            prop_assert_eq!(offers_of(messages, message).len(), offers.count());
        }
    }

    #[test]
    fn each_round_of_a_broker_has_one_heading_before_its_messages(plan in plan()) {
        let run = run_of(&plan);
        let steps = Steps::of(&run.messages);
        let mut begun = std::collections::BTreeSet::new();
        let mut count = 0;
        for row in &steps.rows {
            match *row {
                Row::Round { broker, round } => prop_assert!(begun.insert((broker, round))),
                Row::Step(step) => {
                    prop_assert_eq!(step, count);
                    count += 1;
                    let it = run.messages.list[steps.steps[step as usize].message as usize];
                    prop_assert!(begun.contains(&(it.broker, it.round)));
                }
            }
        }
        prop_assert_eq!(count as usize, steps.len());
        let jobs = 0..run.jobs.len() as u32;
        let offers = |job: u32| {
            run.messages.offers.iter().zip(0..).filter(move |(it, _)| it.job == job).map(|(_, place)| place).collect::<Vec<u32>>()
        };
        for job in jobs {
            prop_assert_eq!(steps.offers_for(&run.messages, job), offers(job));
        }
    }

    #[test]
    fn the_current_row_is_in_sight(plan in plan(), share in 0.0..=1.0, in_sight in 1..40usize) {
        let steps = Steps::of(&run_of(&plan).messages);
        let shown = (share * steps.len() as f64) as usize;
        let first = steps.first_row(shown, in_sight);
        prop_assert!((first..first + in_sight).contains(&steps.row(shown)));
        prop_assert!(first == 0 || first + in_sight <= steps.rows.len());
    }
}

#[test]
fn an_agent_is_down_from_the_first_message_unheard_to_the_last_before_it_speaks() {
    let (batch, offers) = (MessageKind::Batch, MessageKind::Offers);
    let messages = Messages {
        brokers: 1,
        agents: vec![1, 1],
        list: vec![
            message(batch, 0, Fate::Unheard),
            message(batch, 1, Fate::Read),
            message(batch, 0, Fate::Unheard),
            message(batch, 0, Fate::Read),
            message(offers, 0, Fate::Read),
            message(batch, 1, Fate::Unheard),
            message(batch, 1, Fate::Lost),
        ],
        ..Messages::default()
    };
    // Behind the broker's line.
    let down = |agent: usize, first, last| Down { line: 1 + agent, first, last };
    assert_eq!(Steps::of(&messages).down, [down(0, 0, 2), down(1, 5, 5)]);
}
