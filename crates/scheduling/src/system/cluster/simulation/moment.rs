//! How all stands at one moment of a watched run.

use super::ClusterSimulation;
use crate::engine::decisions::{Claim, Claimant, Moment, Own, ProviderMoment, Queued};
use crate::policy::placement::WHOLE;
use crate::system::cluster::decisions::Amounts;
use crate::system::cluster::load::Load;
use crate::system::cluster::nodes_at::{JobAt, NodeAt, NodesAt, PromiseAt};
use crate::system::cluster::room::Held;
use crate::system::cluster::rooms::Place;
use base::ordering::sort_by_key;
use workload::Time;

/// The most waiting jobs that a moment lists.
const MOST_QUEUED: usize = 60;

/// The most jobs with nodes that a moment lists.
const MOST_LISTED: usize = 400;

impl ClusterSimulation {
    /// How all stands after the last instant.
    pub(super) fn moment(&mut self) -> Moment {
        let mut waiting: Vec<(u32, u32)> = self.waiting.all().map(|it| (it.arrival.0, it.job)).collect();
        waiting.sort_unstable();
        let shown: Vec<u32> = waiting.iter().take(MOST_QUEUED).map(|it| it.1).collect();
        let queue = shown.into_iter().map(|job| Queued { job, waits: Some(self.waits(job)) });
        let queue = queue.collect();
        let (promised, mut claims) = (self.promised(), self.running());
        claims.extend(promised.iter().copied());
        sort_by_key(&mut claims, |it| (it.from, it.job));
        claims.truncate(MOST_LISTED);
        let time = self.watching.as_ref().and_then(|it| it.log.time);
        let cluster = ProviderMoment {
            processors: self.rows.total(),
            looked: time,
            free: self.free_cores,
            queue,
            queue_length: waiting.len() as u32,
            claims,
            promised,
            values: None,
        };
        Moment {
            time,
            previous: self.watching.as_ref().and_then(|it| it.log.previous),
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: vec![cluster],
            own: Some(Own::of(&self.nodes_at())),
        }
    }

    fn running(&self) -> Vec<Claim> {
        let outcomes = &self.recorder.schedule().outcomes;
        let claim = |job: u32| {
            let it = &outcomes[job as usize];
            Claim {
                job,
                claimant: Claimant::Running,
                processors: it.processors,
                from: it.start,
                until: it.held_until,
                gives_way: false,
                since: None,
            }
        };
        self.ends.jobs().map(claim).collect()
    }

    fn promised(&self) -> Vec<Claim> {
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let promises = told.iter().filter_map(|it| Some((it.job, it.promise.as_ref()?)));
        let claim = |(job, (from, place)): (u32, &(_, _))| Claim {
            job,
            claimant: Claimant::Promise,
            processors: self.rows.cores_of(place),
            from: *from,
            until: from.saturating_add(self.jobs[job as usize].limit()),
            gives_way: false,
            since: None,
        };
        promises.map(claim).collect()
    }

    fn nodes_at(&self) -> NodesAt {
        let node = |(node, load): (usize, &Load)| {
            let kind = self.machine.kind_of[node];
            let all = Amounts {
                cores: load.node.cores / u64::from(WHOLE),
                gpus: u64::from(load.node.gpus) * u64::from(WHOLE),
                memory: load.node.memory,
            };
            let free = self.free_on(node);
            let is_out = |it: &&(Time, Time)| it.0 <= self.now;
            let outages = load.outages();
            NodeAt {
                name: self.names[node].clone(),
                kind,
                gpu_type: self.machine.kinds[kind as usize].gpu_type.clone(),
                used: Amounts {
                    cores: all.cores - free.cores,
                    gpus: all.gpus - free.gpus,
                    memory: all.memory - free.memory,
                },
                all,
                out_until: outages.iter().find(is_out).map(|it| it.1),
                out_from: outages.iter().map(|it| it.0).find(|&it| it > self.now),
                jobs: load.running().map(|(job, until, held)| job_at(job, until, held)).collect(),
            }
        };
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let promise = |job: u32, (from, place): &(Time, Place)| PromiseAt {
            job,
            from: *from,
            until: from.saturating_add(self.jobs[job as usize].limit()),
            nodes: place.pieces.iter().map(|it| it.node).collect(),
        };
        NodesAt {
            nodes: self.rooms.loads.iter().enumerate().map(node).collect(),
            promises: told.iter().filter_map(|it| Some(promise(it.job, it.promise.as_ref()?))).collect(),
        }
    }
}

fn job_at(job: u32, until: Time, held: &Held) -> JobAt {
    let mut gpus: Vec<u16> = held.bound.iter().map(|it| it.0).collect();
    gpus.sort_unstable();
    gpus.dedup();
    JobAt {
        job,
        until,
        has: Amounts { cores: held.cores / u64::from(WHOLE), gpus: held.gpus(), memory: held.memory },
        gpus,
    }
}
