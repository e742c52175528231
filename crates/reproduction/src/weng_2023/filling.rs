//! A cluster that fills up: tasks arrive, none ends.

use super::Trace;
use super::arrivals::arrivals;
use scheduling::policy::placement::{Cluster, Mix, Placement, fragmentation};

/// The last percent of the GPUs that are asked for.
pub const LAST: usize = 130;

/// The target workload: the most frequent kinds of tasks that make up 95 % of the trace, tasks without GPUs among them,
/// as in the published experiments (`generate_config_and_run.py`, `typicalPodsConfig`).
pub fn target(trace: &Trace) -> Mix {
    Mix::typical(&trace.tasks, 95)
}

/// The figures of a run, by the GPUs that have been asked for, in whole percent of the cluster's, from 0 to [`LAST`];
/// rounded as in the published analysis. Every value is in percent of the cluster's GPUs, the mean over the arrivals that
/// round to the percent; where there are none, that of the percent before.
#[derive(Clone, Debug, PartialEq)]
pub struct Filling {
    /// The GPUs allocated.
    pub allocated: Vec<f64>,
    /// The fragmentation of the cluster at the first such arrival, if it was asked for there.
    pub fragmented: Vec<Option<f64>>,
}

/// Places the arrivals of a seed by a policy. Fragmentation is computed at the percents of `fragmented_at`.
pub fn fill(trace: &Trace, policy: Placement, mix: &Mix, seed: u64, fragmented_at: &[usize]) -> Filling {
    let gpus = trace.gpus();
    let mut cluster = Cluster::new(&trace.nodes, policy, mix.clone(), seed);
    let (mut arrived, mut allocated) = (0, 0);
    let mut sums = vec![(0.0, 0_u32); LAST + 1];
    let mut fragmented = vec![None; LAST + 1];
    for task in arrivals(&trace.tasks, gpus, seed) {
        let request = &trace.tasks[task];
        arrived += request.gpus.total();
        if cluster.place(request).is_some() {
            allocated += request.gpus.total();
        }
        let percent = ((200 * arrived + gpus) / (2 * gpus)) as usize;
        let Some((sum, count)) = sums.get_mut(percent) else {
            continue;
        };
        *sum += 100.0 * allocated as f64 / gpus as f64;
        *count += 1;
        if *count == 1 && fragmented_at.contains(&percent) {
            let nodes = 0..trace.nodes.len();
            let unusable: f64 = nodes.map(|it| fragmentation(cluster.room(it), mix)).sum();
            fragmented[percent] = Some(100.0 * unusable / gpus as f64);
        }
    }
    let mut last = 0.0;
    let mean = |(sum, count): (f64, u32)| {
        if count > 0 {
            last = sum / f64::from(count);
        }
        last
    };
    Filling { allocated: sums.into_iter().map(mean).collect(), fragmented }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::policy::placement::{Gpus, Node, Request};

    /// Ten tasks of a GPU and no more on ten GPUs; then one in two finds none.
    #[test]
    fn tasks_are_allocated_up_to_the_last_gpu() {
        let node = Node { cores: 10_000, memory: 10, gpus: 5, gpu_type: None };
        let task = Request { cores: 1_000, memory: 1, gpus: Gpus::Whole(1), types: Vec::new() };
        let trace = Trace { nodes: vec![node.clone(), node], tasks: vec![task] };
        let filling = fill(&trace, Placement::FirstFit, &target(&trace), 1, &[50, 130]);
        let at = |percent: usize| filling.allocated[percent];
        assert_eq!([at(0), at(10), at(50), at(55), at(100), at(130)], [0.0, 10.0, 50.0, 50.0, 100.0, 100.0]);
        assert_eq!(filling.fragmented[50], Some(0.0));
        assert_eq!(filling.fragmented[130], Some(0.0));
        assert_eq!(filling.fragmented[51], None);
    }
}
