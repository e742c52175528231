//! What is so after each step, against a walk through all steps before.

use super::*;
use crate::messages::failures::Down;
use crate::messages::steps::offers_of;

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
