//! The messages of a run as steps, one after the other.

use std::collections::VecDeque;
use std::ops::Range;

use super::failures::{Down, down};
use base::ordering::sort_by_key;
use scheduling::engine::Messages;
use scheduling::engine::messages::{Fate, Message, MessageKind};
use workload::Time;

/// The part of a message that happens in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its sending and its end in one step; a lost message has no other step.
    Whole,
    /// It is sent, and is under way.
    Sending,
    /// It arrives.
    Arrival,
}

/// Something that happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its place in [`Messages::list`].
    pub message: u32,
    pub part: Part,
    /// When, in thousandths of a second.
    pub at: Time,
}

/// A row of the sequence diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A broker begins a round; both are counted from 0.
    Round { broker: u32, round: u32 },
    /// A step, by its place among the steps.
    Step(u32),
}

/// All steps of a run. How far a run has come is a number of them: 0 before the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steps {
    /// In the order in which they happen.
    pub steps: Vec<Step>,
    /// The steps with a heading before each round.
    pub rows: Vec<Row>,
    row_of: Vec<u32>,
    /// After how many steps each message has been sent.
    sent: Vec<u32>,
    /// After how many steps each message has come to its end; none if it never arrives.
    ended: Vec<Option<u32>>,
    /// After how many steps the offers of each message do not hold any more; none if they do to the end, and
    /// of messages without offers.
    settled: Vec<Option<u32>>,
    /// The places of offers, by job, then by place.
    by_job: Vec<u32>,
    /// When brokers and agents are known to be down.
    pub down: Vec<Down>,
}

impl Steps {
    /// The steps of these messages. O(n log n).
    pub fn of(messages: &Messages) -> Self {
        let steps = in_order(messages);
        let count = messages.list.len();
        let (mut sent, mut ended) = (vec![0; count], vec![None; count]);
        for (at, step) in (1..).zip(&steps) {
            let message = step.message as usize;
            if step.part != Part::Arrival {
                sent[message] = at;
            }
            let is_lost = messages.list[message].fate == Fate::Lost;
            if step.part != Part::Sending && !is_lost {
                ended[message] = Some(at);
            }
        }
        let (rows, row_of) = rows(messages, &steps);
        let mut by_job: Vec<u32> = (0..messages.offers.len() as u32).collect();
        sort_by_key(&mut by_job, |&it| (messages.offers[it as usize].job, it));
        Self {
            settled: settled(messages, &steps),
            down: down(messages, &steps),
            steps,
            rows,
            row_of,
            sent,
            ended,
            by_job,
        }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing happens.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The step that leads to how far the run has come; none at its beginning.
    pub fn current(&self, shown: usize) -> Option<Step> {
        self.steps.get(shown.checked_sub(1)?).copied()
    }

    pub fn is_sent(&self, message: u32, shown: usize) -> bool {
        self.sent.get(message as usize).is_some_and(|&it| it as usize <= shown)
    }

    /// Whether a message has arrived, whatever became of it then.
    pub fn is_ended(&self, message: u32, shown: usize) -> bool {
        self.ended.get(message as usize).copied().flatten().is_some_and(|it| it as usize <= shown)
    }

    /// Whether the offers of a message hold: made, and not decided upon as far as their agent knows. An agent
    /// learns it by the decision, or by the batch of a later round, and forgets them when it is down, or when their
    /// lease is over.
    pub fn is_open(&self, message: u32, shown: usize) -> bool {
        let settled = self.settled.get(message as usize).copied().flatten();
        self.is_sent(message, shown) && settled.is_none_or(|it| it as usize > shown)
    }

    /// The row of the step that a message is sent in, and of the one that it arrives in.
    pub fn rows_of(&self, message: u32) -> (usize, Option<usize>) {
        let row = |after: u32| self.row_of[after as usize - 1] as usize;
        let message = message as usize;
        (row(self.sent[message]), self.ended[message].map(row))
    }

    /// The row of the step that leads to how far the run has come.
    pub fn row(&self, shown: usize) -> usize {
        let at = shown.min(self.len()).checked_sub(1);
        at.map_or(0, |it| self.row_of[it] as usize)
    }

    /// The first of this many rows in sight that have the current one in their lower half.
    pub fn first_row(&self, shown: usize, in_sight: usize) -> usize {
        let above = self.row(shown).saturating_sub(in_sight * 2 / 3);
        above.min(self.rows.len().saturating_sub(in_sight))
    }

    /// The places of all offers for a job, in order of their messages.
    pub fn offers_for<'a>(&'a self, messages: &'a Messages, job: u32) -> &'a [u32] {
        let job_of = |it: &u32| messages.offers[*it as usize].job;
        let first = self.by_job.partition_point(|it| job_of(it) < job);
        let count = self.by_job[first..].partition_point(|it| job_of(it) == job);
        &self.by_job[first..first + count]
    }
}

/// The places of a message's offers.
pub fn offers_of(messages: &Messages, message: u32) -> Range<usize> {
    let before = |it: u32| messages.offers.partition_point(|of| of.message < it);
    before(message)..before(message.saturating_add(1))
}

/// At one time arrivals come before new messages: agents answer at once.
fn in_order(messages: &Messages) -> Vec<Step> {
    let mut steps = Vec::with_capacity(messages.list.len() * 2);
    for (message, it) in (0..).zip(&messages.list) {
        let step = |part, at| Step { message, part, at };
        match it.fate {
            Fate::Lost => steps.push(step(Part::Whole, it.sent)),
            Fate::Sent => steps.push(step(Part::Sending, it.sent)),
            _ if it.arrives <= it.sent => steps.push(step(Part::Whole, it.sent)),
            _ => {
                steps.push(step(Part::Sending, it.sent));
                steps.push(step(Part::Arrival, it.arrives));
            }
        }
    }
    sort_by_key(&mut steps, |it| (it.at, it.part != Part::Arrival, it.message));
    steps
}

/// All rows, and the one of each step. A broker's rounds begin with their first message.
fn rows(messages: &Messages, steps: &[Step]) -> (Vec<Row>, Vec<u32>) {
    let mut begun: Vec<Option<u32>> = vec![None; messages.brokers.max(1) as usize];
    let (mut rows, mut row_of) = (Vec::new(), Vec::with_capacity(steps.len()));
    for (at, step) in (0..).zip(steps) {
        let message = &messages.list[step.message as usize];
        let (broker, round) = (message.broker, message.round);
        if let Some(begun) = begun.get_mut(broker as usize)
            && begun.is_none_or(|it| it < round)
        {
            *begun = Some(round);
            rows.push(Row::Round { broker, round });
        }
        row_of.push(rows.len() as u32);
        rows.push(Row::Step(at));
    }
    (rows, row_of)
}

/// After how many steps the offers of each message do not hold any more.
fn settled(messages: &Messages, steps: &[Step]) -> Vec<Option<u32>> {
    // The offers of each agent that hold.
    let mut open: Vec<Vec<u32>> = vec![Vec::new(); messages.agents.len()];
    let mut settled = vec![None; messages.list.len()];
    // The offers of all in the order in which they were made, to see whose lease is over.
    let mut leased = VecDeque::new();
    for (at, step) in (1..).zip(steps) {
        while let Some(lease) = messages.lease
            && let Some(&(offers, made)) = leased.front()
            && made + lease < step.at
        {
            leased.pop_front();
            let agent = messages.list[offers as usize].agent as usize;
            let before = open[agent].len();
            open[agent].retain(|&it| it != offers);
            if open[agent].len() < before {
                settled[offers as usize] = Some(at);
            }
        }
        let it = &messages.list[step.message as usize];
        let Some(open) = open.get_mut(it.agent as usize) else {
            continue;
        };
        if it.kind == MessageKind::Offers && step.part != Part::Arrival {
            open.push(step.message);
            leased.push_back((step.message, step.at));
            continue;
        }
        if step.part == Part::Sending {
            continue;
        }
        open.retain(|&offers| {
            let stays = !ends(it, &messages.list[offers as usize]);
            if !stays {
                settled[offers as usize] = Some(at);
            }
            stays
        });
    }
    settled
}

/// Whether an agent that gets a message drops offers, or reserves the taken ones: the message is the decision,
/// or a later batch of the same broker, or the agent is down and forgets all offers.
fn ends(it: &Message, offers: &Message) -> bool {
    let of_broker = it.broker == offers.broker;
    match (it.kind, it.fate) {
        (MessageKind::Decision | MessageKind::Batch, Fate::Unheard) => true,
        (MessageKind::Decision, Fate::Read) => of_broker && offers.round <= it.round,
        (MessageKind::Batch, Fate::Read) => of_broker && offers.round < it.round,
        _ => false,
    }
}
