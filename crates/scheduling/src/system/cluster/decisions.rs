//! Why jobs wait or are rejected here, with the facts, and their words.

use serde::{Deserialize, Serialize};

use super::requests::Condition;
use crate::system::prelude::*;
use base::text::list;

/// What a job asks of each of its nodes, or what a node has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amounts {
    /// Whole cores.
    pub cores: u64,
    /// Thousandths of GPUs.
    pub gpus: u64,
    /// MiB.
    pub memory: u64,
}

impl Amounts {
    /// In words: `4 GPUs, 32 cores and 64 GiB`; resources of which there are none are left out, and nothing is
    /// `nothing`.
    pub fn words(&self) -> String {
        match amounts(self) {
            none if none.is_empty() => "nothing".to_owned(),
            words => words,
        }
    }
}

/// A reason of this system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnDecision {
    /// It waits: too few nodes have room for its chunks.
    NoRoom {
        chunks: u32,
        /// What each of them takes.
        each: Amounts,
        /// Whether each is on a node of its own.
        on_distinct_nodes: bool,
        /// Whether it takes its nodes wholly.
        is_exclusive: bool,
        /// For how many of them nodes have room.
        placed: u64,
        /// Of the nodes without room for a chunk now the one that has room first.
        nearest: Option<Nearest>,
        /// What is free on all nodes that it may use together.
        free: Amounts,
    },
    /// It waits: nodes have room for it now, but not until its limit.
    Taken {
        /// The job that is promised them, with the start that it is promised.
        promise: Option<(u32, Time)>,
        /// A node that will be out of service, and from when.
        outage: Option<(String, Time)>,
        /// When it would end at the latest; [`Time::MAX`] if it has no limit.
        until: Time,
    },
    /// It waits: no job may overtake this one, which waits.
    Behind {
        /// Its index.
        job: u32,
    },
    /// It is rejected: the empty cluster has no nodes for it.
    NeverHeld {
        chunks: u32,
        /// What each of them takes.
        each: Amounts,
        /// How many of them the empty cluster holds.
        most: u64,
        nodes: u32,
        /// The conditions that some of them do not meet, with the number of those that do.
        conditions: Vec<(Condition, u32)>,
    },
}

/// The node that has room first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nearest {
    /// Its name.
    pub node: String,
    pub free: Amounts,
    /// When it has room for a chunk, by the limits of the jobs that run there.
    pub from: Time,
}

impl OwnDecision {
    /// As a reason for a wait.
    pub(super) fn reason(&self) -> Reason {
        let blockers = match self {
            Self::Taken { promise: Some((job, _)), .. } | Self::Behind { job } => vec![*job],
            _ => Vec::new(),
        };
        Reason::Own(Own::of(self).blocked_by(blockers))
    }
}

/// A decision of this system in words.
pub(super) fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
    let mut to = Sentence::default();
    match own.read()? {
        OwnDecision::NoRoom { chunks, each, on_distinct_nodes, is_exclusive, placed, nearest, free } => {
            to.say(format!("needs {}", request(chunks, &each, on_distinct_nodes, is_exclusive)));
            if placed > 0 {
                to.say(format!("; {placed} of {chunks} have room"));
            }
            if let Some(it) = nearest {
                let free = scarce(&each, &it.free);
                let from = speaker.at(it.from);
                to.say(format!("; {} has {free} free until {from}", it.node));
            }
            let noun = if scarce_is_one(&each, &free) { "is" } else { "are" };
            to.say(format!(", {} {noun} free in all", scarce(&each, &free)));
        }
        OwnDecision::Taken { promise, outage, until } => {
            to.say(match until {
                Time::MAX => "nodes have room now, but not for ever, and it has no limit".to_owned(),
                until => {
                    let until = speaker.at(until);
                    format!("nodes have room now, but not until its limit at {until}")
                }
            });
            if let Some((job, start)) = promise {
                to.say("; ").name(job);
                to.say(format!(" is promised them from {}", speaker.at(start)));
            }
            if let Some((node, from)) = outage {
                to.say(format!("; {node} is out of service from {}", speaker.at(from)));
            }
        }
        OwnDecision::Behind { job } => {
            to.say("may not overtake ").name(job);
        }
        OwnDecision::NeverHeld { chunks, each, most, nodes, conditions } => {
            to.say(format!(
                "rejected: needs {}, and the empty cluster holds {most} of {chunks}",
                request(chunks, &each, false, false)
            ));
            for (place, (condition, count)) in conditions.iter().enumerate() {
                to.say(match place {
                    0 => format!("; of {nodes} nodes "),
                    _ => ", ".to_owned(),
                });
                to.say(met(condition, *count));
            }
        }
    }
    Some(to)
}

/// `none has feature ib`, `3 are in partition gpu`.
fn met(condition: &Condition, nodes: u32) -> String {
    let (one, many, what) = match condition {
        Condition::Partition(name) => ("is", "are", format!("in partition {name}")),
        Condition::Feature(name) => ("has", "have", format!("feature {name}")),
        Condition::GpuType(types, unknown) => {
            let types = types.join(" or ");
            let unknown = match unknown {
                0 => String::new(),
                count => format!(" (of {count} the type is not known)"),
            };
            ("has", "have", format!("GPUs of type {types}{unknown}"))
        }
        Condition::Gpus(thousandths) => ("has", "have", gpus(*thousandths)),
        Condition::Cores(count) => ("has", "have", cores(u64::from(*count))),
        Condition::Memory(mib) => ("has", "have", memory(*mib)),
    };
    match nodes {
        0 => format!("none {one} {what}"),
        1 => format!("1 {one} {what}"),
        nodes => format!("{nodes} {many} {what}"),
    }
}

/// `4 GPUs and 32 cores on each of 2 nodes`, `8 × 1 core`, `4 GPUs on one node`.
fn request(chunks: u32, each: &Amounts, on_distinct_nodes: bool, is_exclusive: bool) -> String {
    let amounts = amounts(each);
    let empty = if is_exclusive { "empty " } else { "" };
    match (chunks, on_distinct_nodes) {
        (1, _) => format!("{amounts} on one {empty}node"),
        (_, true) => format!("{amounts} on each of {chunks} {empty}nodes"),
        (_, false) => format!("{chunks} × {amounts}"),
    }
}

/// `4 GPUs, 32 cores and 64 GiB`; resources of which there are none are left out.
fn amounts(it: &Amounts) -> String {
    let mut parts = Vec::new();
    if it.gpus > 0 {
        parts.push(gpus(it.gpus));
    }
    if it.cores > 0 {
        parts.push(cores(it.cores));
    }
    if it.memory > 0 {
        parts.push(memory(it.memory));
    }
    list(&parts)
}

/// What is free of the resource of which least is there beside the request.
fn scarce(each: &Amounts, free: &Amounts) -> String {
    match scarcest(each, free) {
        Resource::Gpus => gpus(free.gpus),
        Resource::Cores => cores(free.cores),
        Resource::Memory => memory(free.memory),
    }
}

fn scarce_is_one(each: &Amounts, free: &Amounts) -> bool {
    match scarcest(each, free) {
        Resource::Gpus => free.gpus == 1_000,
        Resource::Cores => free.cores == 1,
        Resource::Memory => true,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Resource {
    Gpus,
    Cores,
    Memory,
}

/// GPUs where the request has some; otherwise the resource with the least part of the request.
fn scarcest(each: &Amounts, free: &Amounts) -> Resource {
    if each.gpus > 0 {
        return Resource::Gpus;
    }
    let by_memory = u128::from(free.memory) * u128::from(each.cores);
    let by_cores = u128::from(free.cores) * u128::from(each.memory);
    if each.memory > 0 && by_memory < by_cores { Resource::Memory } else { Resource::Cores }
}

fn gpus(thousandths: u64) -> String {
    match (thousandths / 1_000, thousandths % 1_000) {
        (1, 0) => "1 GPU".to_owned(),
        (whole, 0) => format!("{whole} GPUs"),
        _ => format!("{} GPUs", thousandths as f64 / 1_000.0),
    }
}

fn cores(count: u64) -> String {
    match count {
        1 => "1 core".to_owned(),
        count => format!("{count} cores"),
    }
}

fn memory(mib: u64) -> String {
    if mib < 1_024 { format!("{mib} MiB") } else { format!("{} GiB", (mib as f64 / 102.4).round() / 10.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::decisions::{Decision, Entry};
    use crate::system::System;
    use crate::system::cluster::Cluster;

    fn said(decision: &OwnDecision) -> String {
        let clock = |at: Time, _: Option<Time>| format!("{at} s");
        let system = System::Cluster(Cluster::default());
        let speaker = Speaker::new(&[], &clock).of_system(&system);
        let entry =
            Entry { first: 0, last: 0, count: 1, job: 0, provider: None, decision: Decision::Own(Own::of(decision)) };
        speaker.text(&speaker.entry(&entry))
    }

    #[test]
    fn a_wait_names_the_nearest_node_and_what_is_free_in_all() {
        let decision = OwnDecision::NoRoom {
            chunks: 1,
            each: Amounts { cores: 8, gpus: 4_000, memory: 0 },
            on_distinct_nodes: true,
            is_exclusive: false,
            placed: 0,
            nearest: Some(Nearest {
                node: "n017".to_owned(),
                free: Amounts { cores: 40, gpus: 3_000, memory: 0 },
                from: 140,
            }),
            free: Amounts { cores: 900, gpus: 61_000, memory: 0 },
        };
        assert_eq!(
            said(&decision),
            "needs 4 GPUs and 8 cores on one node; n017 has 3 GPUs free until 140 s, 61 GPUs are free in all"
        );
    }

    #[test]
    fn promises_outages_and_rejections_are_said() {
        let taken = OwnDecision::Taken { promise: Some((3, 50)), outage: None, until: 90 };
        assert_eq!(
            said(&taken),
            "nodes have room now, but not until its limit at 90 s; a job is promised them from 50 s"
        );
        let out = OwnDecision::Taken { promise: None, outage: Some(("n1".to_owned(), 60)), until: 90 };
        assert_eq!(said(&out), "nodes have room now, but not until its limit at 90 s; n1 is out of service from 60 s");
        let never = OwnDecision::NeverHeld {
            chunks: 2,
            each: Amounts { cores: 1, gpus: 500, memory: 1_536 },
            most: 0,
            nodes: 9,
            conditions: vec![
                (Condition::Partition("gpu".to_owned()), 1),
                (Condition::Feature("ib".to_owned()), 0),
                (Condition::GpuType(vec!["a100".to_owned()], 3), 0),
                (Condition::Memory(1_536), 8),
            ],
        };
        assert_eq!(
            said(&never),
            "rejected: needs 2 × 0.5 GPUs, 1 core and 1.5 GiB, and the empty cluster holds 0 of 2; of 9 nodes 1 is in \
             partition gpu, none has feature ib, none has GPUs of type a100 (of 3 the type is not known), 8 have 1.5 GiB"
        );
    }
}
