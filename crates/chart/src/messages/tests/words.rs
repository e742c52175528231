//! Sentences, by hand and of everything.

use super::*;

/// Two agents of two nodes each offer for tasks 1 to 6: a pair of offers for each.
fn run(verdicts: &[[(u32, Verdict); 2]]) -> Run {
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
    let run = run(&[pair, [(30, Verdict::HigherLoad), (20, Verdict::LowerLoad)]]);
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
    let mut run = run(&[[(45, Verdict::First), (60, Verdict::HigherLoad)]]);
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
    let mut run = run(&[[(45, Verdict::First), (60, Verdict::HigherLoad)]]);
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
    let run = run(&[
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
