//! The paper's table: intervals with the tasks of each.

use crate::workload::Time;

/// A time during which the same tasks run on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// When it begins.
    pub start: Time,
    /// When it ends: the paper's INFINITE is [`Time::MAX`].
    pub end: Time,
    /// The tasks that run, by number, in the order in which they were reserved.
    pub tasks: Vec<u32>,
    /// The load that they make together, in points of the node.
    pub usage: u32,
}

/// The intervals of one node in increasing order, from 0 to [`Time::MAX`] without a gap. Every operation is
/// linear in their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicTable {
    intervals: Vec<Interval>,
}

impl Default for DynamicTable {
    /// "Initially, the dynamic table contains, for each local resource, the interval \[0, INFINITE\]".
    fn default() -> Self {
        Self {
            intervals: vec![Interval {
                start: 0,
                end: Time::MAX,
                tasks: Vec::new(),
                usage: 0,
            }],
        }
    }
}

impl DynamicTable {
    /// All intervals.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// The highest usage, and the most tasks, at any time of `start..end`.
    pub fn highest(&self, start: Time, end: Time) -> (u32, usize) {
        let met = |it: &&Interval| it.start < end && start < it.end;
        let met = self.intervals.iter().filter(met);
        met.fold((0, 0), |(usage, tasks), it| {
            (usage.max(it.usage), tasks.max(it.tasks.len()))
        })
    }

    /// Reserves the node for a task from `start` until `end`: intervals that reach beyond are split.
    pub fn reserve(&mut self, task: u32, start: Time, end: Time, load: u32) {
        self.split(start);
        self.split(end);
        for it in &mut self.intervals {
            if start <= it.start && it.end <= end {
                it.tasks.push(task);
                it.usage += load;
            }
        }
    }

    /// Takes a reservation back: neighbours with the same tasks are one interval again.
    pub fn release(&mut self, task: u32, load: u32) {
        for it in &mut self.intervals {
            if let Some(place) = it.tasks.iter().position(|&other| other == task) {
                it.tasks.remove(place);
                it.usage -= load;
            }
        }
        self.intervals.dedup_by(|later, earlier| {
            let same = later.tasks == earlier.tasks;
            if same {
                earlier.end = later.end;
            }
            same
        });
    }

    fn split(&mut self, time: Time) {
        let Some(place) = self
            .intervals
            .iter()
            .position(|it| it.start < time && time < it.end)
        else {
            return;
        };
        let mut later = self.intervals[place].clone();
        self.intervals[place].end = time;
        later.start = time;
        self.intervals.insert(place + 1, later);
    }
}
