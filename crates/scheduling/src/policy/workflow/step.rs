//! A scheduler's decisions one by one, to be looked at.

use workload::workflow::Placed;

/// One decision of a scheduler.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where tasks are from now on: the task that it is about first, then the others that may be shifted by it.
    /// Empty if no task moves.
    pub placed: Vec<(usize, Placed)>,
    /// Where the task could go: on each machine that is looked at, the place that it would have.
    pub candidates: Vec<Placed>,
    /// The decision, with the figures behind it.
    pub what: Decided,
}

impl Step {
    /// The task that it is about, and where that goes.
    pub fn task(&self) -> Option<(usize, Placed)> {
        self.placed.first().copied()
    }

    /// For Hybrid.BMCT, the group of tasks that it is about, counted from 0.
    pub fn group(&self) -> Option<usize> {
        match self.what {
            Decided::Assigned { group, .. } | Decided::Moved { group, .. } | Decided::Settled { group, .. } => {
                Some(group)
            }
            _ => None,
        }
    }
}

/// A decision of a scheduler. All times are seconds.
#[derive(Clone, Debug, PartialEq)]
pub enum Decided {
    /// HEFT: the task of the greatest upward rank goes where it finishes first.
    FirstFinish { rank: f64 },
    /// FCP: the most critical task of the sorted list goes to the better one of two machines.
    OneOfTwo {
        rank: f64,
        /// The machine from which its last message comes; none for a first task.
        enabling: Option<usize>,
        /// The machine that is idle first.
        idle_first: usize,
        /// How many other tasks stand in the sorted list, and how many wait for a place in it.
        others: (usize, usize),
    },
    /// DLS: of all ready tasks and machines the pair with the highest dynamic level.
    HighestLevel {
        /// The static level of the task.
        level: f64,
        /// The dynamic level at each of the candidates.
        dynamic: Vec<f64>,
        /// The best of the other ready tasks: it, its machine and its dynamic level.
        second: Option<(usize, usize, f64)>,
        /// How many tasks were ready.
        ready: usize,
    },
    /// Hybrid.BMCT: where a task of a group goes at first.
    Assigned {
        group: usize,
        rank: f64,
        /// How many tasks the group has.
        size: usize,
    },
    /// Hybrid.BMCT: the machine that is done last gives a task away.
    Moved {
        group: usize,
        from: usize,
        /// When the group was done before, and is done now.
        done: (f64, f64),
        /// When the machine that gives the task away is done without it.
        without: f64,
        /// When each other machine would be done with it: as many as candidates.
        with: Vec<f64>,
        /// The tasks that were tried before it.
        tried: Vec<Tried>,
    },
    /// Hybrid.BMCT: no task of the machine that is done last helps elsewhere. The group is done.
    Settled {
        group: usize,
        /// The machine that is done last.
        last: usize,
        done: f64,
        tried: Vec<Tried>,
    },
}

/// A task of the machine that is done last which Hybrid.BMCT leaves there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    pub task: usize,
    pub why: Stays,
}

/// Why a task stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stays {
    /// Its machine would be done no earlier without it.
    NoEarlier,
    /// No other machine would be done with it before its own is now. The earliest that one would be, if there
    /// is another machine, in seconds.
    NoRoom(Option<f64>),
}
