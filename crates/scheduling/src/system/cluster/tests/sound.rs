//! What holds of every schedule, checked from nothing but the outcome.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::naive::{Started, simulate};
use super::random::{Scenario, scenario};
use workload::resources::{Chunks, NodeKind};
use workload::{Job, NameKind, Time, UNKNOWN};

/// A node by its name. Of a provider only the cores count.
struct Machine {
    name: String,
    kind: NodeKind,
    is_provider: bool,
}

/// The first fault of a schedule.
pub fn check(scenario: &Scenario, outcome: &[Option<Started>]) -> Result<(), String> {
    if outcome.len() != scenario.jobs.len() {
        return Err(format!("{} outcomes", outcome.len()));
    }
    let machines = machines(scenario);
    // The second looks at several jobs, which the first has to have found in order.
    let of_each = |index: usize| match &outcome[index] {
        None => rejected(scenario, &machines, index),
        Some(it) => times(scenario, outcome, index, it).or_else(|| place(scenario, &machines, index, it)),
    };
    let of_several = |index: usize| {
        let it = outcome[index].as_ref()?;
        overfull(scenario, &machines, outcome, index, it)
    };
    let mut faults = (0..outcome.len())
        .filter_map(|index| Some((index, of_each(index)?)))
        .chain((0..outcome.len()).filter_map(|index| Some((index, of_several(index)?))));
    match faults.next() {
        None => Ok(()),
        Some((index, fault)) => {
            let (job, it) = (&scenario.jobs[index], &outcome[index]);
            Err(format!("job {index}: {fault}; {it:?}, {job:?}"))
        }
    }
}

fn machines(scenario: &Scenario) -> Vec<Machine> {
    let (typed, logged) = (&scenario.settings.nodes, &scenario.resources.nodes);
    let is_provider = typed.is_empty() && logged.is_empty();
    let provider = |&cores: &u32| NodeKind { cores, ..NodeKind::default() };
    let providers: Vec<NodeKind> = scenario.platform.iter().map(provider).collect();
    let kinds = match (typed.is_empty(), logged.is_empty()) {
        (false, _) => typed,
        (true, false) => logged,
        (true, true) => &providers,
    };
    let mut machines: Vec<Machine> = Vec::new();
    for kind in kinds {
        let names = kind.names(machines.len() as u32 + 1).unwrap();
        machines.extend(names.into_iter().map(|name| Machine { name, kind: kind.clone(), is_provider }));
    }
    machines
}

fn chunks_of(scenario: &Scenario, job: &Job) -> Chunks {
    let knows_nodes = !scenario.settings.nodes.is_empty() || !scenario.resources.nodes.is_empty();
    let chunks = scenario.resources.of(job.place as usize);
    chunks.filter(|_| knows_nodes).cloned().unwrap_or_default()
}

/// The partitions that a job names; `None` if it may run anywhere.
fn partitions_of(scenario: &Scenario, job: &Job) -> Option<Vec<String>> {
    let number = job.logged.partition;
    let name = scenario.names.of(NameKind::Partition, number).map_or_else(|| number.to_string(), str::to_owned);
    (number != UNKNOWN).then(|| name.split(',').map(str::to_owned).collect())
}

impl Machine {
    fn is_in(&self, partition: &String) -> bool {
        self.kind.partitions.is_empty() || self.kind.partitions.contains(partition)
    }

    /// Whether it is of a type, and has the features, that a job asks for.
    fn suits(&self, chunks: &Chunks) -> bool {
        let types = &chunks.gpu_types;
        let has_type = types.iter().any(|it| **it == *self.kind.gpu_type);
        let has = |feature: &str| self.kind.features.iter().any(|it| it == feature);
        let has_features = chunks.features.iter().all(|it| has(it));
        self.is_provider || (types.is_empty() || has_type) && has_features
    }

    /// How many chunks of a job the idle node holds.
    fn holds(&self, job: &Job, chunks: &Chunks) -> u64 {
        let kind = &self.kind;
        let mut most = u64::from(kind.cores / chunks.cores_of_each(job.processors).max(1));
        if !self.is_provider {
            let by_memory = kind.memory.checked_div(chunks.memory);
            let by_gpus = match chunks.gpus {
                0 => u64::MAX,
                share @ 1..1_000 => u64::from(kind.gpus * (1_000 / share)),
                several => u64::from(kind.gpus / several.div_ceil(1_000)),
            };
            most = most.min(by_memory.unwrap_or(u64::MAX)).min(by_gpus);
        }
        if chunks.on_distinct_nodes {
            most = most.min(1);
        }
        if self.suits(chunks) { most } else { 0 }
    }
}

/// Only what no partition of the empty cluster holds is rejected.
fn rejected(scenario: &Scenario, machines: &[Machine], index: usize) -> Option<String> {
    let job = &scenario.jobs[index];
    let chunks = chunks_of(scenario, job);
    let held = |is_in: &dyn Fn(&Machine) -> bool| {
        machines.iter().filter(|it| is_in(it)).map(|it| it.holds(job, &chunks)).sum::<u64>()
    };
    let most = match partitions_of(scenario, job) {
        None => held(&|_| true),
        Some(names) => names.iter().map(|name| held(&|it| it.is_in(name))).max().unwrap_or(0),
    };
    let count = u64::from(chunks.count_for(job.processors));
    (most >= count).then(|| format!("rejected, though the cluster holds {most} of {count} chunks"))
}

/// When a job becomes eligible, by the ends of those before it. One whose predecessor was rejected is released with it.
fn eligible(scenario: &Scenario, outcome: &[Option<Started>], index: usize) -> Time {
    let job = &scenario.jobs[index];
    let submit = job.predecessor.map_or(job.submit, |before| {
        let first = before.job as usize;
        match &outcome[first] {
            Some(first) => first.end + Time::from(before.think_time),
            None => job.submit.max(eligible(scenario, outcome, first)),
        }
    });
    submit + Time::from(job.eligible_after)
}

/// It starts when it is eligible, and ends after its time or at its limit.
fn times(scenario: &Scenario, outcome: &[Option<Started>], index: usize, it: &Started) -> Option<String> {
    let job = &scenario.jobs[index];
    let eligible = eligible(scenario, outcome, index);
    if it.start < eligible {
        return Some(format!("it is not eligible before {eligible}"));
    }
    let end = it.start + job.run_time.min(job.requested_time);
    let killed = job.run_time > job.requested_time;
    ((it.end, it.killed) != (end, killed)).then(|| format!("it ends at {end}, killed: {killed}"))
}

/// Its chunks are on nodes that may have them.
fn place(scenario: &Scenario, machines: &[Machine], index: usize, it: &Started) -> Option<String> {
    let job = &scenario.jobs[index];
    let chunks = chunks_of(scenario, job);
    let count = chunks.count_for(job.processors) as usize;
    if it.chunks.len() != count || it.gpus.len() != count {
        return Some(format!("it has {count} chunks"));
    }
    if it.chunks.iter().any(|&node| node >= machines.len()) {
        return Some("on a node that is not there".into());
    }
    let nodes: BTreeSet<usize> = it.chunks.iter().copied().collect();
    if chunks.on_distinct_nodes && nodes.len() != count {
        return Some("not on distinct nodes".into());
    }
    let all_in = |name: &String| nodes.iter().all(|&node| machines[node].is_in(name));
    if let Some(names) = partitions_of(scenario, job)
        && !names.iter().any(all_in)
    {
        return Some(format!("in none of the partitions {names:?}"));
    }
    for &node in &nodes {
        if !machines[node].suits(&chunks) {
            return Some(format!("node {node} has another GPU type or lacks a feature"));
        }
        for outage in &scenario.settings.outages {
            let is_out = names_in(&outage.nodes).contains(&machines[node].name);
            let until = it.start + job.requested_time;
            if is_out && it.start < outage.until && outage.from < until {
                return Some(format!("node {node} is out of service"));
            }
        }
    }
    for (&node, gpus) in it.chunks.iter().zip(&it.gpus) {
        let of_node = machines[node].kind.gpus as usize;
        let expected = match (machines[node].is_provider, chunks.gpus) {
            (false, _) if chunks.is_exclusive => of_node,
            (true, _) | (_, 0) => 0,
            (_, thousandths) => thousandths.div_ceil(1_000) as usize,
        };
        let different: BTreeSet<&usize> = gpus.iter().collect();
        let are_there = gpus.iter().all(|&gpu| gpu < of_node);
        if gpus.len() != expected || different.len() != expected || !are_there {
            return Some(format!("{expected} of {of_node} GPUs, not {gpus:?}"));
        }
    }
    None
}

/// The names of a list of single nodes, `a[1],node [2]`, or of a few: `a[1-2]`.
fn names_in(list: &str) -> Vec<String> {
    let kind = |count| NodeKind { count, name: list.to_owned(), ..NodeKind::default() };
    (1..20).find_map(|count| kind(count).names(1)).unwrap()
}

/// At the start of a job none of its nodes holds more than it has. Between starts jobs only end, so that this says it of
/// every second.
fn overfull(
    scenario: &Scenario,
    machines: &[Machine],
    outcome: &[Option<Started>],
    index: usize,
    it: &Started,
) -> Option<String> {
    let mut there: Vec<(usize, &Started)> = vec![(index, it)];
    for (other, started) in outcome.iter().enumerate() {
        let Some(started) = started.as_ref().filter(|_| other != index) else {
            continue;
        };
        // Of jobs that take no time several may follow one another at an instant.
        let began = if it.end > it.start { started.start <= it.start } else { started.start < it.start };
        if began && it.start < started.end {
            there.push((other, started));
        }
    }
    let nodes: BTreeSet<usize> = it.chunks.iter().copied().collect();
    nodes.into_iter().find_map(|node| {
        let fault = fault_of_node(scenario, &machines[node], node, &there)?;
        Some(format!("{fault} of node {node} at {}", it.start))
    })
}

/// What these jobs take too much of on a node.
fn fault_of_node(
    scenario: &Scenario,
    machine: &Machine,
    node: usize,
    there: &[(usize, &Started)],
) -> Option<&'static str> {
    let (mut cores, mut memory) = (0, 0);
    let mut gpus = vec![0; machine.kind.gpus as usize];
    let (mut jobs, mut alone) = (0, false);
    for &(index, it) in there.iter().filter(|it| it.1.chunks.contains(&node)) {
        let job = &scenario.jobs[index];
        let chunks = chunks_of(scenario, job);
        jobs += 1;
        alone |= chunks.is_exclusive;
        for (_, own) in it.chunks.iter().zip(&it.gpus).filter(|it| *it.0 == node) {
            cores += chunks.cores_of_each(job.processors);
            memory += chunks.memory;
            for &gpu in own.iter().filter(|_| !chunks.is_exclusive) {
                gpus[gpu] += chunks.gpus.min(1_000);
            }
        }
        let here = it.chunks.iter().filter(|it| **it == node).count() as u64;
        if here > machine.holds(job, &chunks) {
            return Some("more chunks of the job than the idle node holds");
        }
    }
    if alone && jobs > 1 {
        Some("another job beside an exclusive one")
    } else if cores > machine.kind.cores {
        Some("too many cores")
    } else if memory > machine.kind.memory && !machine.is_provider {
        Some("too much memory")
    } else if gpus.iter().any(|&it| it > 1_000) {
        Some("too much of a GPU")
    } else {
        None
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(300)))]

    #[test]
    fn every_schedule_is_sound(scenario in scenario()) {
        let outcome = simulate(&scenario.input());
        prop_assert_eq!(check(&scenario, &outcome), Ok(()));
    }
}
