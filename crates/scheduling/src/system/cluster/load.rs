//! The jobs, promises and outages of a node over time.

use super::requests::Shape;
use super::room::{Free, Held, Throughout};
use crate::policy::placement::Node;
use workload::Time;

/// A node over time.
///
/// A node without promises and outages ahead is plain: its room only ever grows, so that a job that fits now fits
/// throughout.
#[derive(Clone, Debug)]
pub struct Load {
    /// The empty node.
    pub node: Node,
    /// What running jobs leave now.
    pub free: Free,
    /// What running jobs hold, by the time until which they may.
    holds: Vec<Hold>,
    /// What this pass has promised.
    promises: Vec<Promised>,
    /// Outages that are not over, in order.
    outages: Vec<(Time, Time)>,
}

/// What a running job holds.
#[derive(Clone, Debug)]
struct Hold {
    until: Time,
    job: u32,
    held: Held,
    /// The kind of its GPUs, for the policies that go by it.
    kind: Option<u32>,
}

/// What a promise holds.
#[derive(Clone, Debug)]
struct Promised {
    from: Time,
    until: Time,
    held: Held,
    kind: Option<u32>,
}

impl Load {
    /// An empty node that is out of service at these times.
    pub fn new(node: Node, mut outages: Vec<(Time, Time)>) -> Self {
        outages.sort_unstable();
        Self { free: Free::of(&node), node, holds: Vec::new(), promises: Vec::new(), outages }
    }

    /// Whether its room only grows.
    pub fn is_plain(&self) -> bool {
        self.promises.is_empty() && self.outages.is_empty()
    }

    /// The outages that are not over.
    pub fn outages(&self) -> &[(Time, Time)] {
        &self.outages
    }

    /// The jobs that run here, by the time until which they may, with what they hold.
    pub fn running(&self) -> impl Iterator<Item = (u32, Time, &Held)> {
        self.holds.iter().map(|it| (it.job, it.until, &it.held))
    }

    /// What this pass has promised here: from when, until when, and what it holds.
    pub fn promised(&self) -> impl Iterator<Item = (Time, Time, &Held)> {
        self.promises.iter().map(|it| (it.from, it.until, &it.held))
    }

    /// Whether shares of certain GPUs are promised.
    pub fn has_promised_shares(&self) -> bool {
        self.promises.iter().any(|it| !it.held.bound.is_empty())
    }

    /// Forgets the outages that are over at `now`; whether there were any.
    pub fn end_outages(&mut self, now: Time) -> bool {
        let before = self.outages.len();
        self.outages.retain(|it| it.1 > now);
        self.outages.len() < before
    }

    pub fn start(&mut self, job: u32, until: Time, held: Held, kind: Option<u32>) {
        self.free.take(&held);
        let place = self.holds.partition_point(|it| it.until <= until);
        let hold = Hold { until, job, held, kind };
        self.holds.insert(place, hold);
    }

    pub fn end(&mut self, job: u32) {
        if let Some(place) = self.holds.iter().position(|it| it.job == job) {
            let hold = self.holds.remove(place);
            self.free.give(&hold.held);
        }
    }

    /// Promises resources from a time until another one.
    pub fn promise(&mut self, (from, until): (Time, Time), held: Held, kind: Option<u32>) {
        self.promises.push(Promised { from, until, held, kind });
    }

    /// Takes all promises back.
    pub fn withdraw(&mut self) {
        self.promises.clear();
    }

    /// How many chunks have room throughout an interval. O(promises × jobs of the node).
    pub fn chunks_throughout(&self, shape: &Shape, node: usize, from: Time, until: Time) -> u32 {
        if shape.most(node) == 0 || self.is_out(from, until) {
            return 0;
        }
        if self.promises_within(from, until).next().is_none() {
            return self.free_at(from).chunks(shape, node, &self.node);
        }
        let Some(mut room) = self.throughout(from, until) else {
            return 0;
        };
        let mut held = Held::default();
        let mut count = 0;
        while room.fits(shape, node) {
            room.place(shape, &self.node, None, &mut held);
            count += 1;
        }
        count
    }

    /// The room throughout an interval; `None` in an outage.
    pub fn throughout(&self, from: Time, until: Time) -> Option<Throughout> {
        if self.is_out(from, until) {
            return None;
        }
        let begins = self.promises_within(from, until).map(|it| it.from.max(from));
        let mut begins: Vec<Time> = std::iter::once(from).chain(begins).collect();
        begins.sort_unstable();
        begins.dedup();
        let moments: Vec<Free> = begins.iter().map(|&at| self.free_at(at)).collect();
        Some(Throughout::of(&moments, &self.node))
    }

    /// The kinds of the jobs and promises with GPUs at some time of an interval.
    pub fn kinds(&self, from: Time, until: Time) -> impl Iterator<Item = u32> {
        let holds = self.holds.iter().filter(move |it| it.until > from);
        let promises = self.promises.iter();
        let promised = promises.filter(move |it| it.from < until && it.until > from).filter_map(|it| it.kind);
        holds.filter_map(|it| it.kind).chain(promised)
    }

    /// The times after `now` at which more chunks have room than before, as far as running jobs go, with their number.
    /// O(jobs of the node).
    pub fn steps(&self, shape: &Shape, node: usize, mut tell: impl FnMut(Time, u32)) {
        let most = shape.most(node);
        let mut count = self.free.chunks(shape, node, &self.node);
        if count >= most {
            return;
        }
        let mut free = self.free.clone();
        let mut holds = self.holds.iter().peekable();
        while let Some(hold) = holds.next() {
            free.give(&hold.held);
            if holds.peek().is_some_and(|next| next.until == hold.until) {
                continue;
            }
            let more = free.chunks(shape, node, &self.node);
            if more > count {
                count = more;
                tell(hold.until, count);
                if count >= most {
                    return;
                }
            }
        }
    }

    /// The times after `now` at which the number of chunks that have room for a length may change: ends, and where an
    /// interval of this length begins to meet a promise or an outage. Ascending, each once.
    pub fn turning_points(&self, now: Time, length: Time) -> Vec<Time> {
        let ends = self.holds.iter().map(|it| it.until);
        let meets = self
            .promises
            .iter()
            .map(|it| (it.from, it.until))
            .chain(self.outages.iter().copied())
            .flat_map(|(from, until)| [from.saturating_sub(length) + 1, until]);
        let mut times: Vec<Time> = ends.chain(meets).filter(|&it| it > now).collect();
        times.sort_unstable();
        times.dedup();
        times
    }

    /// Ends of something held after `now`, in no order.
    pub fn ends(&self, now: Time) -> impl Iterator<Item = Time> {
        let promised = self.promises.iter().map(|it| it.until);
        let outages = self.outages.iter().map(|it| it.1);
        self.holds.iter().map(|it| it.until).chain(promised).chain(outages).filter(move |&it| it > now)
    }

    fn is_out(&self, from: Time, until: Time) -> bool {
        self.outages.iter().any(|it| it.0 < until && it.1 > from)
    }

    fn promises_within(&self, from: Time, until: Time) -> impl Iterator<Item = &Promised> {
        self.promises.iter().filter(move |it| it.from < until && it.until > from)
    }

    /// What running jobs leave at a time.
    fn held_at(&self, at: Time) -> Free {
        let mut free = self.free.clone();
        self.holds.iter().take_while(|it| it.until <= at).for_each(|it| free.give(&it.held));
        free
    }

    /// What running jobs and promises leave at a time.
    fn free_at(&self, at: Time) -> Free {
        let mut free = self.held_at(at);
        self.promises.iter().filter(|it| it.from <= at && it.until > at).for_each(|it| free.take(&it.held));
        free
    }
}
