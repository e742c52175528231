//! A queue for tasks of both kinds: runs go to the workers for runs, all others to those for papers.

use super::worker_pool::{TaskQueue, WorkerPool};
use crate::page::tasks::{Made, Task};

/// A queue of each pool.
pub struct SplitQueue {
    runs: TaskQueue,
    others: TaskQueue,
}

impl SplitQueue {
    /// Adds a queue to each pool; both call `tell`, as [`WorkerPool::add_queue`].
    pub fn new(workers: &WorkerPool, papers: &WorkerPool, tell: impl Fn(Vec<Made>) + Clone + 'static) -> Self {
        Self { runs: workers.add_queue(tell.clone()), others: papers.add_queue(tell) }
    }

    /// Takes up these tasks in place of all others.
    pub fn take_up(&self, tasks: Vec<Task>) {
        let (runs, others): (Vec<Task>, Vec<Task>) = tasks.into_iter().partition(Task::is_run);
        for (queue, tasks) in [(&self.runs, runs), (&self.others, others)] {
            if tasks.is_empty() { queue.cancel() } else { queue.take_up(tasks) }
        }
    }
}
