//! What jobs ask for.

use workload::resources::Chunks;
use workload::{Job, LogNames, NameKind, Time, UNKNOWN};

use super::Input;
use super::nodes::{Types, are_providers};
use crate::policy::placement::{Gpus, Request};

/// What a job asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its index.
    pub job: usize,
    /// How many chunks.
    pub count: u32,
    /// Each of them.
    pub chunk: Request,
    /// At most one chunk on a node.
    pub is_distinct: bool,
    /// No other job on its nodes.
    pub is_exclusive: bool,
    pub features: Vec<String>,
    /// Of these its chunks are all in one. `None` is the whole cluster.
    pub partitions: Vec<Option<String>>,
    pub limit: Time,
}

/// The requests of all jobs.
pub fn requests(input: &Input, types: &mut Types) -> Vec<Asked> {
    input.jobs.iter().enumerate().map(|(index, job)| asked(input, types, index, job)).collect()
}

fn asked(input: &Input, types: &mut Types, index: usize, job: &Job) -> Asked {
    let nothing = Chunks::default();
    let chunks =
        if are_providers(input) { &nothing } else { input.resources.of(job.place as usize).unwrap_or(&nothing) };
    let mut chunk = Request {
        cores: u64::from(chunks.cores_of_each(job.processors)) * 1_000,
        memory: chunks.memory,
        gpus: gpus(chunks.gpus),
        types: chunks.gpu_types.iter().map(|it| types.add(it)).collect(),
    };
    chunk.types.sort();
    chunk.types.dedup();
    Asked {
        job: index,
        count: chunks.count_for(job.processors),
        chunk,
        is_distinct: chunks.on_distinct_nodes,
        is_exclusive: chunks.is_exclusive,
        features: chunks.features.iter().map(|it| it.to_string()).collect(),
        partitions: partitions(job.logged.partition, input.names),
        limit: if job.is_unlimited { Time::MAX } else { job.requested_time },
    }
}

fn gpus(thousandths: u32) -> Gpus {
    match thousandths {
        0 => Gpus::None,
        share @ 1..1_000 => Gpus::Share(share as u16),
        several => Gpus::Whole(several.div_ceil(1_000)),
    }
}

fn partitions(number: i64, names: &LogNames) -> Vec<Option<String>> {
    if number == UNKNOWN {
        return vec![None];
    }
    let own = number.to_string();
    let list = names.of(NameKind::Partition, number).unwrap_or(&own);
    list.split(',').map(|it| Some(it.to_owned())).collect()
}
