//! Schedulers of workflows: which machine each task gets, and when.
//!
//! Each is one file, from its own paper, and makes an [`Allocation`] out of a [`Dag`] by the estimates alone. It can
//! report its decisions and their reasons as a series of [`Step`]s; computing a schedule alone does not pay for that.

mod dls;
mod fcp;
mod heft;
mod hybrid_bmct;
mod scheduler;
mod step;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use dls::dls;
pub use fcp::{fcp, fcp_by_finish};
pub use heft::{given, heft, static_levels, upward_ranks};
pub use hybrid_bmct::{FirstAssignment, hybrid_bmct};
pub use scheduler::Scheduler;
pub use step::{Decided, Stays, Step, Tried};

use base::ordering::sort_by;
use workload::workflow::{Dag, Placed};

/// Where and when every task runs: an allocation in the terms of Zhao and Sakellariou 2007 (Sect.
/// 3.1).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Allocation {
    /// Task by task.
    pub placed: Vec<Placed>,
}

impl Allocation {
    /// When the last task finishes, in seconds: the makespan, since no task starts before 0.
    pub fn finish(&self) -> f64 {
        self.placed.iter().map(|it| it.finish).fold(0.0, f64::max)
    }

    /// The tasks of each machine in the order in which they run: by start, those without cost first, then
    /// in the DAG's order.
    pub fn by_machine(&self, dag: &Dag) -> Vec<Vec<usize>> {
        let mut machines = vec![Vec::new(); dag.machines()];
        for &task in dag.order() {
            machines[self.placed[task].machine].push(task);
        }
        for tasks in &mut machines {
            // A stable sort: the DAG's order stays where times are equal.
            sort_by(tasks, |&one, &other| {
                let (one, other) = (&self.placed[one], &self.placed[other]);
                let starts = one.start.total_cmp(&other.start);
                starts.then(one.finish.total_cmp(&other.finish))
            });
        }
        machines
    }
}

/// Since when all data of a task are on a machine, if all its predecessors are placed: in seconds.
fn ready(dag: &Dag, placed: &[Placed], task: usize, machine: usize) -> f64 {
    let arrivals = dag.predecessors(task).iter().map(|link| {
        let from = &placed[link.task];
        from.finish + dag.transfer(link.data, from.machine, machine)
    });
    arrivals.fold(0.0, f64::max)
}

/// When the data of a task are ready on every machine, all at once: `ready` gets a time for each.
/// Schedulers that consider all machines spend most of their time here; processors add up several
/// machines in one step.
fn ready_everywhere(dag: &Dag, placed: &[Placed], task: usize, ready: &mut Vec<f64>) {
    ready.clear();
    ready.resize(dag.machines(), 0.0);
    for link in dag.predecessors(task) {
        let from = &placed[link.task];
        let per_unit = dag.communication(from.machine);
        for (latest, seconds) in ready.iter_mut().zip(per_unit) {
            let arrival = from.finish + link.data * seconds;
            *latest = if arrival > *latest { arrival } else { *latest };
        }
    }
}

/// The first of the items for which a figure is least.
fn first_least<T>(items: impl Iterator<Item = T>, figure: impl Fn(&T) -> f64) -> Option<T> {
    let mut best: Option<(f64, T)> = None;
    for item in items {
        let of_item = figure(&item);
        if best.as_ref().is_none_or(|(least, _)| of_item < *least) {
            best = Some((of_item, item));
        }
    }
    best.map(|(_, item)| item)
}
