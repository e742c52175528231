//! The paper's table: intervals with the tasks of each.

use workload::Time;

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
