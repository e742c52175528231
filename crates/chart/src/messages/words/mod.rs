//! A step in plain English, and why a broker took one offer and not another.

mod verdicts;

pub use verdicts::{verdict_words, verdicts};

use super::sequence::time_words;
use super::steps::{Part, Step, Steps, offers_of};
use super::{agent_name, broker_name, node_name, percent};
use base::text;
use scheduling::engine::Run;
use scheduling::engine::messages::{Fate, Message, MessageKind, Messages, Offer};

/// The last of a number of steps, in words.
pub fn step_words(run: &Run, steps: &Steps, shown: usize) -> String {
    let messages = &run.messages;
    let Some(step) = steps.current(shown) else {
        let tasks = count(messages.bookings.len(), "task");
        return match messages.bookings.len() {
            1 => format!("No message has been sent yet: {tasks} waits."),
            _ => format!("No message has been sent yet: {tasks} wait."),
        };
    };
    let it = &messages.list[step.message as usize];
    let said = match step.part {
        Part::Arrival if it.fate == Fate::Read => read(run, &step, it),
        Part::Arrival => return arrived_in_vain(messages, it),
        Part::Whole | Part::Sending => sent(run, &step, it),
    };
    match (step.part, it.fate) {
        (Part::Sending, Fate::Sent) => format!("{said} It never arrives before the end."),
        (Part::Sending, _) => format!("{said} It arrives at {}.", time_words(it.arrives)),
        (_, Fate::Lost) => format!("{said} The message is lost on its way."),
        (Part::Whole, Fate::Unheard) => {
            format!("{said} It is not received: {} is down.", receiver(messages, it))
        }
        (Part::Whole, Fate::TooLate) => {
            format!("{said} It comes too late: its recipient has stopped waiting.")
        }
        _ => said,
    }
}

/// Where a number of steps leads to: `step 5 of 84, round 1, at 0.05 s`.
pub fn step_place(messages: &Messages, steps: &Steps, shown: usize) -> String {
    let number = |it: usize| text::count(it as i64);
    let all = format!("step {} of {}", number(shown), number(steps.len()));
    let Some(step) = steps.current(shown) else {
        return all;
    };
    let it = &messages.list[step.message as usize];
    let of = match messages.brokers {
        0 | 1 => String::new(),
        _ => format!(" of {}", broker_name(messages, it.broker)),
    };
    format!("{all}, round {}{of}, at {}", it.round + 1, time_words(step.at))
}

/// The broker within a sentence.
pub(super) fn the_broker(messages: &Messages, broker: u32) -> String {
    match messages.brokers {
        0 | 1 => "the broker".to_owned(),
        _ => broker_name(messages, broker),
    }
}

/// At the beginning of a sentence.
pub(super) fn the_broker_first(messages: &Messages, broker: u32) -> String {
    match messages.brokers {
        0 | 1 => "The broker".to_owned(),
        _ => broker_name(messages, broker),
    }
}

pub(super) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", text::count(number as i64))
}

/// A task within a sentence.
pub(super) fn task_name(run: &Run, job: u32) -> String {
    let name = run.job_name(job as usize);
    if name.to_lowercase().starts_with("task") { name } else { format!("task {name}") }
}

/// The sentence about a sent message.
fn sent(run: &Run, step: &Step, it: &Message) -> String {
    let messages = &run.messages;
    let agent = agent_name(it.agent);
    let broker = the_broker(messages, it.broker);
    let first = the_broker_first(messages, it.broker);
    let tasks = count(it.tasks as usize, "task");
    match it.kind {
        MessageKind::Batch if it.round == 0 => format!("{first} asks {agent} to place {tasks}."),
        MessageKind::Batch => format!("{first} asks {agent} to place {tasks}, in round {}.", it.round + 1),
        MessageKind::Offers => offered(run, step.message, it),
        MessageKind::Decision if it.tasks == 0 => {
            format!("{first} tells {agent} that it takes none of its offers.")
        }
        MessageKind::Decision => {
            let of = offers_answered(messages, step.message, it);
            let of = of.map_or_else(String::new, |of| format!(" of {}", count(of, "offer")));
            let again = before(messages, step.message, it, MessageKind::Decision);
            let again = again.map_or("", |_| " again, since no receipt has come");
            format!("{first} confirms {}{of} to {agent}{again}.", it.tasks)
        }
        MessageKind::Receipt => format!("{agent} tells {broker}: {}.", outcome(it)),
    }
}

/// The content of a receipt.
fn outcome(it: &Message) -> String {
    let reserved = match it.tasks {
        1 => "1 task is reserved".to_owned(),
        tasks => format!("{} are reserved", count(tasks as usize, "task")),
    };
    match it.refused {
        0 => reserved,
        refused => format!("{reserved}, {refused} cannot be any more"),
    }
}

/// An agent's offers, with the first as an example.
fn offered(run: &Run, message: u32, it: &Message) -> String {
    let messages = &run.messages;
    let agent = agent_name(it.agent);
    let of = asked(messages, message, it);
    let of = of.map_or_else(String::new, |of| format!(" of {}", count(of as usize, "task")));
    let taken = match (it.tasks, of.is_empty()) {
        (0, _) => return format!("{agent} has no room for any{of}."),
        (tasks, true) => count(tasks as usize, "task"),
        (tasks, false) => text::count(tasks as i64),
    };
    let first: Option<&Offer> = messages.offers[offers_of(messages, message)].first();
    let example = first.map_or_else(String::new, |offer| {
        let among = if it.tasks > 1 { ", among them" } else { "," };
        format!("{among} {}", load_words(run, offer))
    });
    format!("{agent} offers to take {taken}{of}{example}.")
}

/// The load that an offer would lead to.
fn load_words(run: &Run, offer: &Offer) -> String {
    let provider = offer.provider as usize;
    format!(
        "{} on {}, which would then be loaded to {} %",
        task_name(run, offer.job),
        node_name(run, provider),
        percent(run, provider, offer.load)
    )
}

/// The sentence about a message that is read after its transfer.
fn read(run: &Run, step: &Step, it: &Message) -> String {
    let messages = &run.messages;
    let agent = agent_name(it.agent);
    let broker = the_broker(messages, it.broker);
    let first = the_broker_first(messages, it.broker);
    match it.kind {
        MessageKind::Batch => {
            let tasks = count(it.tasks as usize, "task");
            format!("{agent} reads the batch of {tasks} from {broker}.")
        }
        MessageKind::Offers if it.tasks == 0 => {
            format!("{first} reads that {agent} has no room for any.")
        }
        MessageKind::Offers => {
            let offers = &messages.offers[offers_of(messages, step.message)];
            let kept = offers.iter().filter(|it| it.verdict.is_taken()).count();
            let offered = count(it.tasks as usize, "offer");
            format!("{first} reads {offered} from {agent}; it finally takes {kept} of them.")
        }
        MessageKind::Decision if it.tasks == 0 => {
            format!("{agent} reads that none of its offers is taken, and clears its copy of the table.")
        }
        MessageKind::Decision => {
            let tasks = count(it.tasks as usize, "task");
            format!("{agent} reads that {tasks} are its own, and reserves what it still can.").replacen(
                "1 task are",
                "1 task is",
                usize::from(it.tasks == 1),
            )
        }
        MessageKind::Receipt => format!("{first} reads from {agent}: {}.", outcome(it)),
    }
}

/// Whom a message is for, within a sentence.
fn receiver(messages: &Messages, it: &Message) -> String {
    match it.kind {
        MessageKind::Batch | MessageKind::Decision => agent_name(it.agent),
        MessageKind::Offers | MessageKind::Receipt => the_broker(messages, it.broker),
    }
}

/// The sentence about a message that arrives too late, or at a party that is down.
fn arrived_in_vain(messages: &Messages, it: &Message) -> String {
    let (what, from) = match it.kind {
        MessageKind::Batch => ("batch", the_broker(messages, it.broker)),
        MessageKind::Decision => ("decision", the_broker(messages, it.broker)),
        MessageKind::Offers => ("offers", agent_name(it.agent)),
        MessageKind::Receipt => ("receipt", agent_name(it.agent)),
    };
    match it.fate {
        Fate::Unheard => format!(
            "The {what} from {from} {} not received: {} is down.",
            if what == "offers" { "are" } else { "is" },
            receiver(messages, it)
        ),
        _ => {
            let come = if what == "offers" { "come" } else { "comes" };
            format!("The {what} from {from} {come} too late: the recipient has stopped waiting.")
        }
    }
}

/// How many tasks an agent was asked to place that answers with a message.
fn asked(messages: &Messages, message: u32, it: &Message) -> Option<u32> {
    let batch = before(messages, message, it, MessageKind::Batch)?;
    Some(messages.list[batch as usize].tasks)
}

/// How many offers a decision answers.
fn offers_answered(messages: &Messages, message: u32, it: &Message) -> Option<usize> {
    let offers = before(messages, message, it, MessageKind::Offers)?;
    Some(messages.list[offers as usize].tasks as usize)
}

/// The last message of a kind between the same two in the same round, before another. O(messages of a round).
pub(super) fn before(messages: &Messages, message: u32, it: &Message, kind: MessageKind) -> Option<u32> {
    let of_round = (0..message).rev().take_while(|&at| {
        let other = &messages.list[at as usize];
        other.broker != it.broker || other.round >= it.round
    });
    let mut found = of_round.filter(|&at| {
        let other = &messages.list[at as usize];
        let is_between = (other.broker, other.agent) == (it.broker, it.agent);
        is_between && other.kind == kind && other.round == it.round
    });
    found.next()
}
