//! How far each task is from the end.

use base::ordering::sort_by;
use workload::workflow::Dag;

/// Upward ranks: the longest way from each task to the end, its own cost included, by mean costs and mean
/// communication (Topcuoglu, Hariri and Wu 2002, eq. 6). Linear in the DAG's size.
pub fn upward_ranks(dag: &Dag) -> Vec<f64> {
    let per_unit = dag.mean_communication();
    longest(dag, |task| dag.mean_cost(task), |data| data * per_unit)
}

/// Static levels: the longest way from each task to the end by costs alone (Sih and Lee 1993, Sect. III-A).
pub fn static_levels(dag: &Dag, cost: impl Fn(usize) -> f64) -> Vec<f64> {
    longest(dag, cost, |_| 0.0)
}

fn longest(dag: &Dag, cost: impl Fn(usize) -> f64, transfer: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut way = vec![0.0; dag.tasks()];
    for &task in dag.order().iter().rev() {
        let behind = dag.successors(task).iter().map(|link| transfer(link.data) + way[link.task]).fold(0.0, f64::max);
        way[task] = cost(task) + behind;
    }
    way
}

/// The tasks by a rank from the greatest down, equal ones in the DAG's order: a predecessor, whose rank is
/// never less, stays in front.
pub(super) fn by_rank(dag: &Dag, ranks: &[f64]) -> Vec<usize> {
    let mut tasks = dag.order().to_vec();
    sort_by(&mut tasks, |&one, &other| ranks[other].total_cmp(&ranks[one]));
    tasks
}
