//! The load of a node over time, and its number of tasks: the dynamic table of Moise et al. 2008, Sect. 3.7.
//!
//! [`DynamicTable`] is the paper's, with the tasks of each interval by name, to read and to teach;
//! [`NodeLoad`] counts them; runs use it. Loads are points of a node, intervals half open.

#[cfg(test)]
mod tests;

use workload::Time;

/// Intervals per block at the most.
const BLOCK: usize = 64;

/// From `start` until the next step, the node has this load from this many tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    start: Time,
    load: u32,
    tasks: u32,
}

/// The highest load and task count within a block, and the block's beginning.
#[derive(Clone, Copy, Debug)]
struct Head {
    start: Time,
    load: u32,
    tasks: u32,
}

/// The highest load and task count at which a node still accepts one more task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The highest load.
    pub load: u32,
    /// The most tasks.
    pub tasks: u32,
}

/// The load of one node over all time. Steps of equal load and count stand side by side only where a task
/// ends as another begins. With v steps a change or a question looks at v / 64 heads and at the steps within.
#[derive(Clone, Debug)]
pub struct NodeLoad {
    heads: Vec<Head>,
    blocks: Vec<Vec<Step>>,
}

impl Default for NodeLoad {
    /// Without reservations.
    fn default() -> Self {
        let mut new = Self { heads: Vec::new(), blocks: Vec::new() };
        new.insert_block(0, vec![Step { start: Time::MIN, load: 0, tasks: 0 }]);
        new
    }
}

impl NodeLoad {
    /// The highest load of any time of `from..to`, if neither it nor the count of tasks is above the bound.
    /// Stops at the first step that is. 0 where the interval is empty.
    pub fn highest_within(&self, from: Time, to: Time, bound: Bound) -> Option<u32> {
        let mut most = 0;
        let first = self.block_at(from);
        for (index, head) in self.heads[first..].iter().enumerate() {
            if head.start >= to {
                break;
            }
            let steps = &self.blocks[first + index];
            // A block that is low all over needs no look at its ends.
            if head.load <= most && head.tasks <= bound.tasks {
                continue;
            }
            let begin = match index {
                0 => steps.partition_point(|it| it.start <= from) - 1,
                _ => 0,
            };
            for step in &steps[begin..] {
                if step.start >= to {
                    return Some(most);
                }
                if step.load > bound.load || step.tasks > bound.tasks {
                    return None;
                }
                most = most.max(step.load);
            }
        }
        Some(most)
    }

    /// Adds a task of that load from `from` until `to`, which is later.
    pub fn add(&mut self, from: Time, to: Time, load: u32) {
        self.change(from, to, |step| {
            step.load += load;
            step.tasks += 1;
        });
    }

    /// Reverts [`NodeLoad::add`].
    pub fn remove(&mut self, from: Time, to: Time, load: u32) {
        self.change(from, to, |step| {
            step.load -= load;
            step.tasks -= 1;
        });
        self.merge(to);
        self.merge(from);
    }

    /// The steps of the load: each holds until the next. The first begins before every time.
    pub fn steps(&self) -> impl Iterator<Item = (Time, u32, u32)> + '_ {
        self.blocks.iter().flatten().map(|it| (it.start, it.load, it.tasks))
    }

    fn block_at(&self, time: Time) -> usize {
        self.heads.partition_point(|it| it.start <= time) - 1
    }

    fn change(&mut self, from: Time, to: Time, with: impl Fn(&mut Step)) {
        debug_assert!(from < to);
        self.split(from);
        self.split(to);
        let first = self.block_at(from);
        for (head, steps) in self.heads.iter_mut().zip(&mut self.blocks).skip(first) {
            if head.start >= to {
                return;
            }
            let concerned = |it: &&mut Step| from <= it.start && it.start < to;
            steps.iter_mut().filter(concerned).for_each(&with);
            *head = head_of(steps);
        }
    }

    /// Makes a step begin at `time`.
    fn split(&mut self, time: Time) {
        let index = self.block_at(time);
        let steps = &mut self.blocks[index];
        let place = steps.partition_point(|it| it.start <= time);
        let before = steps[place - 1];
        if before.start == time {
            return;
        }
        steps.insert(place, Step { start: time, ..before });
        if steps.len() > BLOCK {
            let upper = steps.split_off(BLOCK / 2);
            self.heads[index] = head_of(steps);
            self.insert_block(index + 1, upper);
        }
    }

    /// Drops the step that begins at `time` if it does not differ from the one before.
    fn merge(&mut self, time: Time) {
        let index = self.block_at(time);
        let place = self.blocks[index].partition_point(|it| it.start < time);
        let here = self.blocks[index][place];
        let before = match (index, place) {
            (0, 0) => return,
            (_, 0) => self.blocks[index - 1].last(),
            _ => self.blocks[index].get(place - 1),
        };
        let same = before.is_some_and(|it| (it.load, it.tasks) == (here.load, here.tasks));
        if !same {
            return;
        }
        let steps = &mut self.blocks[index];
        steps.remove(place);
        if steps.is_empty() {
            self.blocks.remove(index);
            self.heads.remove(index);
        } else {
            self.heads[index] = head_of(steps);
        }
    }

    fn insert_block(&mut self, index: usize, steps: Vec<Step>) {
        self.heads.insert(index, head_of(&steps));
        self.blocks.insert(index, steps);
    }
}

fn head_of(steps: &[Step]) -> Head {
    Head {
        start: steps[0].start,
        load: steps.iter().map(|it| it.load).max().unwrap_or(0),
        tasks: steps.iter().map(|it| it.tasks).max().unwrap_or(0),
    }
}

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

/// A task on a node: its number, from when until when it is reserved, and its load in points.
pub type Reservation = (u32, (Time, Time), u32);

/// The intervals of one node in increasing order, from 0 to [`Time::MAX`] without a gap. Every operation is
/// linear in their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicTable {
    intervals: Vec<Interval>,
}

impl Default for DynamicTable {
    /// "Initially, the dynamic table contains, for each local resource, the interval \[0, INFINITE\]".
    fn default() -> Self {
        Self { intervals: vec![Interval { start: 0, end: Time::MAX, tasks: Vec::new(), usage: 0 }] }
    }
}

impl DynamicTable {
    /// The table after these reservations, one after the other: [`DynamicTable::reserve`] makes the same of them.
    /// O(n log n + k) for n tasks and k entries of tasks in intervals.
    pub fn of(reserved: &[Reservation]) -> Self {
        let mut starts: Vec<Time> =
            reserved.iter().flat_map(|it| [it.1.0, it.1.1]).filter(|&it| 0 < it && it < Time::MAX).collect();
        starts.push(0);
        starts.sort_unstable();
        starts.dedup();
        let until = starts.iter().skip(1).copied().chain([Time::MAX]);
        let interval = |(&start, end): (&Time, Time)| Interval { start, end, tasks: Vec::new(), usage: 0 };
        let mut intervals: Vec<Interval> = starts.iter().zip(until).map(interval).collect();
        for &(task, (start, end), load) in reserved {
            let first = intervals.partition_point(|it| it.start < start);
            for it in intervals[first..].iter_mut().take_while(|it| it.end <= end) {
                it.tasks.push(task);
                it.usage += load;
            }
        }
        Self { intervals }
    }

    /// All intervals.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// The highest usage, and the most tasks, at any time of `start..end`.
    pub fn highest(&self, start: Time, end: Time) -> (u32, usize) {
        let met = |it: &&Interval| it.start < end && start < it.end;
        self.intervals
            .iter()
            .filter(met)
            .fold((0, 0), |(usage, tasks), it| (usage.max(it.usage), tasks.max(it.tasks.len())))
    }

    /// The arithmetic mean of the usages over the intervals, in points, however long each of them is; the last one,
    /// without end, counts as any other. "The average load … calculated as the arithmetic average of all the loads of
    /// that resource, on each of its intervals" (Sect. 3.7).
    pub fn average_load(&self) -> f64 {
        let all: u64 = self.intervals.iter().map(|it| u64::from(it.usage)).sum();
        all as f64 / self.intervals.len() as f64
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
        let Some(place) = self.intervals.iter().position(|it| it.start < time && time < it.end) else {
            return;
        };
        let mut later = self.intervals[place].clone();
        self.intervals[place].end = time;
        later.start = time;
        self.intervals.insert(place + 1, later);
    }
}
