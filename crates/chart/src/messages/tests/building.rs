//! Runs with messages, made by dice: what is said is in order, whatever becomes of it.

use super::*;
use scheduling::engine::Outcome;

/// A task: when it starts, how long it is, its load.
pub(super) type Asked = (Time, Time, u32);

/// What is said in the runs made here.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) brokers: u32,
    pub(super) agents: Vec<u32>,
    pub(super) tasks: Vec<Asked>,
    pub(super) rounds: u32,
    /// Of each message in turn, over and over: how long it takes, and a number that says what becomes of it.
    pub(super) dice: Vec<(Time, u8)>,
}

/// What is thrown, one after the other.
struct Thrown<'a> {
    dice: &'a [(Time, u8)],
    at: usize,
    list: Vec<Message>,
}

impl Thrown<'_> {
    fn number(&mut self) -> usize {
        self.at += 1;
        self.dice[self.at % self.dice.len()].1 as usize + self.at * 7
    }

    /// Says something, and tells its place and when it is read, if it is.
    fn say(
        &mut self,
        kind: MessageKind,
        (broker, agent): (u32, u32),
        round: u32,
        sent: Time,
        tasks: u32,
    ) -> (u32, Option<Time>) {
        let (takes, number) = self.dice[self.at % self.dice.len()];
        self.at += 1;
        let is_to_agent = matches!(kind, MessageKind::Batch | MessageKind::Decision);
        let fate = match number {
            0..=2 => Fate::Lost,
            3 | 4 => Fate::Unheard,
            5 | 6 if !is_to_agent => Fate::TooLate,
            7 if kind == MessageKind::Receipt => Fate::Sent,
            _ => Fate::Read,
        };
        let arrives = sent + takes;
        self.list.push(Message {
            kind,
            broker,
            agent,
            round,
            sent,
            arrives,
            fate,
            tasks,
            refused: u32::from(kind == MessageKind::Receipt && number == 8),
        });
        let place = self.list.len() as u32 - 1;
        (place, (fate == Fate::Read).then_some(arrives))
    }
}

/// The run of a plan. Tasks go to the brokers in turn; a task is offered by every agent that hears of it, and
/// one of the offers that are seen is taken.
pub(super) fn run_of(plan: &Plan) -> Run {
    let nodes: u32 = plan.agents.iter().sum();
    let mut run = bar_run(&vec![100; nodes as usize], &[]);
    for (at, &(start, length, load)) in plan.tasks.iter().enumerate() {
        let mut task = job(at as u64 + 1, start, load, length);
        task.submit = start;
        run.jobs.push(task);
    }
    run.schedule.outcomes = vec![Outcome::UNSEEN; plan.tasks.len()];
    let mut messages = Messages {
        brokers: plan.brokers,
        agents: plan.agents.clone(),
        most_load: vec![85; nodes as usize],
        ..Messages::default()
    };
    let broker_of = |task: usize| task as u32 % plan.brokers;
    messages.bookings =
        (0..plan.tasks.len()).map(|task| Booking { broker: broker_of(task), ..Booking::default() }).collect();
    let mut thrown = Thrown { dice: &plan.dice, at: 0, list: Vec::new() };
    for broker in 0..plan.brokers {
        let mut now = 0;
        for round in 0..plan.rounds {
            let bookings = messages.bookings.iter().enumerate();
            let open: Vec<usize> = bookings
                .filter(|(task, it)| broker_of(*task) == broker && it.agent.is_none())
                .map(|(task, _)| task)
                .collect();
            if open.is_empty() {
                break;
            }
            let of = (broker, round);
            now = one_round(plan, of, &open, now, &mut thrown, (&mut run, &mut messages));
        }
    }
    messages.list = thrown.list;
    in_order(&mut messages);
    run.messages = messages;
    run
}

fn one_round(
    plan: &Plan,
    (broker, round): (u32, u32),
    open: &[usize],
    now: Time,
    thrown: &mut Thrown,
    (run, messages): (&mut Run, &mut Messages),
) -> Time {
    use MessageKind::{Batch, Decision, Offers, Receipt};
    let (mut end, mut seen) = (now, Vec::new());
    for agent in 0..plan.agents.len() as u32 {
        let link = (broker, agent);
        let asked = open.len() as u32;
        let (_, Some(heard)) = thrown.say(Batch, link, round, now, asked) else {
            continue;
        };
        let range = messages.providers_of(agent as usize);
        let offered: Vec<usize> =
            open.iter().copied().filter(|_| !range.is_empty() && !thrown.number().is_multiple_of(4)).collect();
        let (message, read) = thrown.say(Offers, link, round, heard, offered.len() as u32);
        for task in offered {
            let provider = (range.start + thrown.number() % range.len()) as u32;
            seen.extend(read.map(|_| messages.offers.len()));
            messages.offers.push(Offer {
                message,
                job: task as u32,
                provider,
                load: plan.tasks[task].2,
                verdict: match read {
                    Some(_) => Verdict::HigherLoad,
                    None => Verdict::Unseen,
                },
            });
        }
        end = end.max(read.unwrap_or(heard));
    }
    let mut taken: Vec<Vec<usize>> = vec![Vec::new(); plan.agents.len()];
    for &task in open {
        let of_task = seen.iter().copied();
        let of_task: Vec<usize> = of_task.filter(|&it| messages.offers[it].job as usize == task).collect();
        if of_task.is_empty() {
            continue;
        }
        let offer = of_task[thrown.number() % of_task.len()];
        messages.offers[offer].verdict = Verdict::First;
        let message = messages.offers[offer].message as usize;
        taken[thrown.list[message].agent as usize].push(offer);
    }
    let decided = end;
    for agent in 0..plan.agents.len() as u32 {
        let (link, of) = ((broker, agent), &taken[agent as usize]);
        let (message, read) = thrown.say(Decision, link, round, decided, of.len() as u32);
        let Some(read) = read else { continue };
        for &offer in of {
            let it = messages.offers[offer];
            let booking = &mut messages.bookings[it.job as usize];
            (booking.agent, booking.decision) = (Some(agent), Some(message));
            let (start, length, load) = plan.tasks[it.job as usize];
            run.schedule.outcomes[it.job as usize] = Outcome {
                provider: it.provider,
                processors: load,
                start,
                // Done before its reservation is over.
                end: start + length / 2,
                promised_start: start,
                promised_end: start + length,
                ..Outcome::UNSEEN
            };
        }
        let (_, told) = thrown.say(Receipt, link, round, read, of.len() as u32);
        end = end.max(told.unwrap_or(read));
    }
    end
}

/// Messages in the order in which they are sent, offers in that of their messages.
fn in_order(messages: &mut Messages) {
    let mut order: Vec<usize> = (0..messages.list.len()).collect();
    order.sort_by_key(|&it| messages.list[it].sent);
    let mut place = vec![0; order.len()];
    for (at, &it) in order.iter().enumerate() {
        place[it] = at as u32;
    }
    messages.list = order.iter().map(|&it| messages.list[it]).collect();
    for it in &mut messages.offers {
        it.message = place[it.message as usize];
    }
    messages.offers.sort_by_key(|it| it.message);
    for it in &mut messages.bookings {
        it.decision = it.decision.map(|it| place[it as usize]);
    }
}

/// Whatever may be said, with few agents or many, at once or with delays.
pub(super) fn plan() -> impl Strategy<Value = Plan> {
    let agents = prop::collection::vec(1..4u32, 1..24);
    let tasks = prop::collection::vec((0..60i64, 1..30i64, 5..40u32), 1..30);
    let takes = prop_oneof![Just(0i64), 0..400i64];
    let dice = prop::collection::vec((takes, 0..40u8), 1..60);
    (1..4u32, agents, tasks, 1..4u32, dice).prop_map(|(brokers, agents, tasks, rounds, dice)| Plan {
        brokers,
        agents,
        tasks,
        rounds,
        dice,
    })
}

/// Three agents of two nodes each that are all told at once, and answer so.
pub(super) fn plain(tasks: usize) -> Plan {
    let task = |at: usize| {
        let at = at as Time;
        (at * 13 % 50, 8 + at * 7 % 20, 5 + (at * 11 % 30) as u32)
    };
    Plan {
        brokers: 1,
        agents: vec![2, 2, 2],
        tasks: (0..tasks).map(task).collect(),
        rounds: 3,
        dice: (10..33).map(|it| (0, it)).collect(),
    }
}

/// The same with delays, losses and agents that are down.
pub(super) fn troubled(tasks: usize) -> Plan {
    Plan {
        brokers: 2,
        dice: (0..41).map(|it| (i64::from(it * 17 % 90), (it * 23 % 41) as u8)).collect(),
        ..plain(tasks)
    }
}
