//! Statistics of a task batch.

use std::collections::BTreeSet;

use serde::Serialize;

use super::TaskBatch;
use crate::Time;
use crate::stats::Summary;

/// A task batch in numbers. Times are seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// How many tasks.
    pub tasks: u64,
    /// The latest submission.
    pub last_submission: Option<Time>,
    /// The earliest start.
    pub first_start: Option<Time>,
    /// The latest end.
    pub last_end: Option<Time>,
    /// How long tasks take.
    pub lengths: Option<Summary>,
    /// Their loads of a node, in percent.
    pub loads: Option<Summary>,
    /// Node seconds: the sum of lengths times loads, a whole node being 1.
    pub work: f64,
    /// The highest sum of the loads of tasks that run at one time, in percent of a node.
    pub highest_load: u64,
    /// How many nodes the file names.
    pub nodes: u64,
    /// How many agents keep them, as far as the file says it.
    pub agents: u64,
    /// How many clusters nodes or tasks name.
    pub clusters: u64,
    /// How many farms the nodes belong to.
    pub farms: u64,
    /// How many users tasks or access lists name.
    pub users: u64,
}

impl Statistics {
    /// The numbers of a batch. O(n log n) for n tasks.
    pub fn of(batch: &TaskBatch) -> Self {
        let tasks = || batch.tasks.iter();
        let work = |it: &super::BatchTask| i128::from(it.end - it.start) * i128::from(it.load);
        let span = batch.span();
        let agents: BTreeSet<u32> = batch.nodes.iter().filter_map(|it| it.agent).collect();
        let farms = batch.nodes.iter().map(|it| it.farm.as_str());
        let farms: BTreeSet<&str> = farms.filter(|it| !it.is_empty()).collect();
        Self {
            tasks: batch.tasks.len() as u64,
            last_submission: tasks().map(|it| it.submit).max(),
            first_start: span.map(|it| it.0),
            last_end: span.map(|it| it.1),
            lengths: Summary::of(tasks().map(|it| it.end - it.start).collect()),
            loads: Summary::of(tasks().map(|it| i64::from(it.load)).collect()),
            work: tasks().map(work).sum::<i128>() as f64 / f64::from(super::NODE_POINTS),
            highest_load: highest_load(batch),
            nodes: batch.nodes.len() as u64,
            agents: agents.len() as u64,
            clusters: batch.clusters.len() as u64,
            farms: farms.len() as u64,
            users: batch.users.len() as u64,
        }
    }
}

/// The highest sum of loads: tasks that end at an instant make room for those that start there.
fn highest_load(batch: &TaskBatch) -> u64 {
    let mut changes = Vec::with_capacity(2 * batch.tasks.len());
    for task in &batch.tasks {
        changes.push((task.start, i64::from(task.load)));
        changes.push((task.end, -i64::from(task.load)));
    }
    changes.sort_unstable();
    let (mut load, mut highest) = (0, 0);
    for (_, change) in changes {
        load += change;
        highest = highest.max(load);
    }
    highest as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::task_batch::generate::MadeUp;
    use crate::task_batch::{BatchTask, FileKind, read};

    #[test]
    fn a_batch_is_summed_up() {
        let text = "task,start,end,load,cluster,user,submit\n1,0,60,20,a,x,0\n2,60,70,90,b,x,7\n3,50,65,5,a,,0";
        let batch = read(FileKind::Csv, text.as_bytes(), 0).expect("a batch").tasks;
        let found = Statistics::of(&batch);
        assert_eq!((found.tasks, found.clusters, found.users, found.nodes), (3, 2, 1, 0));
        assert_eq!((found.first_start, found.last_end), (Some(0), Some(70)));
        assert_eq!(found.last_submission, Some(7));
        assert_eq!(found.lengths.map(|it| (it.min, it.median, it.max)), Some((10, 15.0, 60)));
        assert_eq!(found.work, 12.0 + 9.0 + 0.75);
        assert_eq!(found.highest_load, 95);
    }

    proptest! {
        #[test]
        fn the_highest_load_is_that_of_a_second(seed: u64, tasks in 1..30_u32) {
            let made = MadeUp { tasks, latest: 100, shortest: 1, longest: 30, seed, ..MadeUp::default() };
            let batch = made.batch().expect("a batch");
            let at = |second: i64| {
                let runs = |it: &&BatchTask| (it.start..it.end).contains(&second);
                batch.tasks.iter().filter(runs).map(|it| u64::from(it.load)).sum::<u64>()
            };
            prop_assert_eq!(Statistics::of(&batch).highest_load, (0..200).map(at).max().unwrap_or(0));
        }
    }
}
