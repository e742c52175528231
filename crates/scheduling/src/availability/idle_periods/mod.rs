//! Idle periods of servers: which servers are free from when until when.
//!
//! Castillo, Rouskas and Harfoush, "Resource co-allocation for large-scale distributed environments",
//! HPDC 2009, Sect. 4. A server is a processor by number; an idle period is a time in which no job has
//! it. A request for n servers from s until e takes n *feasible* periods: those that begin by s and end
//! at e or later. Two structures answer it behind one trait: [`SlotTrees`], the paper's two-dimensional
//! trees, one for each slot of time, to read, to count and to teach, and [`GroupedPeriods`], which runs
//! use. Both are tested against a scan of every server.

mod grouped;
mod printed;
mod server_set;
pub mod steps;
#[cfg(test)]
mod tests;

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use base::setting::setting;
use workload::Time;

pub use grouped::GroupedPeriods;
pub use printed::{Branch, SearchStep, SlotTrees, TreeNode};
pub use server_set::ServerSet;

/// The end of an idle period without a booking after it: it goes on to the horizon and beyond.
pub const FOREVER: Time = Time::MAX;

/// A time during which a server is idle. Half open: it ends before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdlePeriod {
    /// Its starting time `st`; [`super::BEGINNING`] where the server was never booked before.
    pub start: Time,
    /// Its ending time `et`; [`FOREVER`] without a booking after it.
    pub end: Time,
    /// The server, counted from 0.
    pub server: u32,
}

impl IdlePeriod {
    /// Whether it meets the first condition of feasibility: it has begun by then.
    pub fn is_candidate(&self, from: Time) -> bool {
        self.start <= from
    }

    /// Whether its server is idle throughout.
    pub fn is_feasible(&self, from: Time, to: Time) -> bool {
        self.is_candidate(from) && self.end >= to
    }
}

/// Servers that are idle for the same period, or those of them that a search has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// When the period begins.
    pub start: Time,
    pub end: Time,
    /// The servers, at least one.
    pub servers: ServerSet,
}

/// The servers of all shares together.
pub fn servers_of(shares: &[Share]) -> ServerSet {
    match shares {
        [only] => only.servers.clone(),
        shares => ServerSet::union(shares.iter().map(|it| &it.servers)),
    }
}

/// Elementary operations that a structure has done: nodes, groups, or heads and slots of a calendar that were
/// looked at, made or changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// In searches.
    pub search: u64,
    /// In look-ups in a calendar of counts, which show that no search is needed.
    pub look_up: u64,
    /// When servers were booked or given back.
    pub update: u64,
    /// As time goes on: making the trees of new slots, and removing past periods.
    pub roll: u64,
}

impl Operations {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.search + self.look_up + self.update + self.roll
    }
}

/// How many idle periods search trees have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSizes {
    /// The tree of the slot that was asked for.
    pub there: f64,
    /// All trees, on average.
    pub mean: f64,
}

/// The idle periods of some servers, from now on.
///
/// Times are seconds, and intervals are half open. A period that has ended by now is over: it is
/// neither found nor listed, nor joined to others.
pub trait IdlePeriods {
    fn servers(&self) -> u32;

    /// Advances to `now`, no earlier than before: periods that end by then are over.
    fn roll(&mut self, now: Time);

    /// `count` servers, at least 1, that are idle throughout `from..to`, chosen by `selection`; `None`
    /// where there are fewer. `from` lies neither before now nor beyond the horizon. Nothing is booked.
    fn search(&mut self, from: Time, to: Time, count: u32, selection: Selection) -> Option<Vec<Share>>;

    /// Books the result of the latest search for `from..to`, which lies within its periods: of each
    /// idle period at most two parts are left, one before and one after.
    fn book(&mut self, chosen: &[Share], from: Time, to: Time);

    /// Gives back `from..to` of servers that were booked throughout. Idle time directly before and
    /// after it is merged into one period with it.
    fn release(&mut self, servers: &ServerSet, from: Time, to: Time);

    /// The range search: all servers that are idle throughout `from..to`.
    fn idle_throughout(&mut self, from: Time, to: Time) -> ServerSet;

    /// Exactly these servers, if all of them are idle throughout `from..to`, by the idle periods that they
    /// have then. Nothing is booked. O(p) for the p periods that overlap it.
    fn shares_of(&self, servers: &ServerSet, from: Time, to: Time) -> Option<Vec<Share>> {
        let feasible = self.periods(from, to).into_iter().filter(|it| it.is_feasible(from, to));
        let mut by_times: BTreeMap<(Time, Time), Vec<u32>> = BTreeMap::new();
        let mut count = 0;
        for it in feasible.filter(|it| servers.contains(it.server)) {
            by_times.entry((it.start, it.end)).or_default().push(it.server);
            count += 1;
        }
        let share = |((start, end), servers)| Share { start, end, servers: ServerSet::of(servers) };
        (count == servers.count()).then(|| by_times.into_iter().map(share).collect())
    }

    /// The idle periods that overlap `from..to`, and are not over: by start from the latest on, then
    /// by end, then by server, as the leaves of the paper's primary tree stand.
    fn periods(&self, from: Time, to: Time) -> Vec<IdlePeriod>;

    /// A time before which no search for `count` servers over `length` can succeed, if it starts at
    /// `from` or later: `from` itself where no such time is known. [`FOREVER`] if none ever can.
    fn hopeless_until(&mut self, from: Time, _length: Time, _count: u32) -> Time {
        from
    }

    /// How many idle periods its trees have, and the one in which a search from this time on would be; `None`
    /// where there are no trees.
    fn tree_sizes(&self, _from: Time) -> Option<TreeSizes> {
        None
    }

    /// How many elementary operations it has done.
    fn operations(&self) -> Operations;
}

setting! {
    /// Which of the feasible idle periods are taken, where there are more than are needed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Selection {
        /// Those that start latest, then end earliest, then the lowest server: the order in which phase 2
        /// meets them (Castillo et al. 2009, Sect. 4.2), made total, so that it gives the same schedule
        /// whatever the structure.
        #[default]
        LatestStart {
            key: "latest_start",
            name: "Latest start",
            label: "Latest start",
            about: "The feasible idle periods that start latest, then end earliest, then the lowest server.",
        }
        /// Those that end earliest, then start latest, then the lowest server: the idle time left after
        /// the job is as short as possible.
        EarliestEnd {
            key: "earliest_end",
            name: "Earliest end",
            label: "Earliest end",
            about: "The feasible idle periods that end earliest, so that little idle time is left after the job.",
        }
        /// The servers of lowest number.
        FirstServer {
            key: "first_server",
            name: "First server",
            label: "First server",
            about: "The servers with the lowest numbers that are idle throughout.",
        }
        /// The order in which the paper's trees return periods, which depends on their shape.
        Printed {
            key: "printed",
            name: "In tree order",
            label: "In tree order",
            about: "The order of the leaves in the paper's trees, which depends on their shape. It requires the printed trees, which are slow.",
        }
    }
}

impl Selection {
    /// The order in which periods are taken; the order in which the trees return them is undefined
    /// and is treated here as [`Selection::LatestStart`].
    pub fn order(self, one: &IdlePeriod, other: &IdlePeriod) -> Ordering {
        let server = one.server.cmp(&other.server);
        match self {
            Self::FirstServer => server,
            Self::EarliestEnd => by_end(one, other),
            Self::LatestStart | Self::Printed => by_start(one, other),
        }
    }
}

/// The order of the primary trees' leaves: descending starts.
fn by_start(one: &IdlePeriod, other: &IdlePeriod) -> Ordering {
    let key = |it: &IdlePeriod| (Reverse(it.start), it.end, it.server);
    key(one).cmp(&key(other))
}

/// The order of the secondary trees' leaves: ascending ends.
fn by_end(one: &IdlePeriod, other: &IdlePeriod) -> Ordering {
    let key = |it: &IdlePeriod| (it.end, Reverse(it.start), it.server);
    key(one).cmp(&key(other))
}
