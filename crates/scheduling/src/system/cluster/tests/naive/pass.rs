//! A pass over the waiting jobs.

use super::nodes::{Asked, AskedOfNodes, Before, Hold, NamesOfJob, Node, Types, ValuesOfJob, names_of, requests};
use super::{Input, Started, nodes};
use crate::engine::Arrivals;
use crate::engine::decisions::Hindrance;
use crate::policy::formula::{Bound, Names};
use crate::policy::local::Promises;
use crate::policy::placement::{Gpus, Largest, Mix, Placement};
use crate::system::cluster::Cluster;
use workload::draw::{Draw, Stream};
use workload::{Job, Time};

impl Instants<'_> {
    pub fn pass(&mut self, now: Time) {
        let before = self.before(now);
        let by_order = self.sorted(&self.order, before);
        if self.settings.strict {
            for job in by_order {
                if !self.start_if_it_fits(job, now) {
                    return;
                }
            }
            return;
        }
        let most = match self.settings.promises {
            Promises::All => usize::MAX,
            Promises::Count(count) => count as usize,
        };
        let reads_backfill_order = most != 0 && most != usize::MAX;
        let rest = match &self.backfill_order {
            Some(order) if reads_backfill_order => self.sorted(order, before),
            _ => by_order.clone(),
        };
        let mut walked = Vec::new();
        let mut promises = 0;
        for job in by_order {
            if promises == most {
                break;
            }
            walked.push(job);
            if !self.start_if_it_fits(job, now) {
                promises += 1;
                if let Some((start, spots)) = self.earliest(job, now) {
                    let asked = self.machine.asked[job].clone();
                    self.machine.promise(&asked, &spots, start);
                }
            }
        }
        for job in rest {
            if !walked.contains(&job) {
                self.start_if_it_fits(job, now);
            }
        }
        self.machine.forget_promises();
    }

    fn before(&self, now: Time) -> Before {
        let nodes = self.machine.nodes.iter();
        let free = nodes.map(|it| it.free_at(now).cores as u64).sum::<u64>();
        let nodes = self.machine.nodes.iter();
        Before {
            now,
            waiting: self.waiting.len(),
            free: free / 1_000,
            processors: nodes.map(|it| it.cores).sum::<u64>() / 1_000,
        }
    }

    /// The waiting jobs, the smallest value first, of equals the one that arrived first.
    fn sorted(&self, order: &Bound, before: Before) -> Vec<usize> {
        let mut jobs = self.waiting.clone();
        jobs.sort_by_key(|&job| {
            let values = ValuesOfJob {
                job: &self.jobs[job],
                names: &self.names[job],
                before,
                asked: AskedOfNodes::of(&self.machine.asked[job], &self.machine.nodes),
            };
            (order.turn(&values), self.arrivals.number(job as u32))
        });
        jobs
    }

    fn start_if_it_fits(&mut self, job: usize, now: Time) -> bool {
        let asked = self.machine.asked[job].clone();
        let Some(spots) = self.machine.place(&asked, now) else {
            return false;
        };
        let gpus = self.machine.start(&asked, &spots, now);
        let it = &self.jobs[job];
        self.started[job] = Some(Started {
            start: now,
            end: now + it.run_time.min(it.requested_time),
            killed: it.run_time > it.requested_time,
            chunks: spots.iter().map(|it| it.node).collect(),
            gpus,
        });
        self.waiting.retain(|&other| other != job);
        self.running.push(job);
        true
    }

    /// The earliest later start of a job that does not fit now, and its places then.
    fn earliest(&self, job: usize, now: Time) -> Option<(Time, Vec<Spot>)> {
        let mut ends = Vec::new();
        for node in &self.machine.nodes {
            ends.extend(node.holds.iter().map(|it| it.until));
            ends.extend(node.outages.iter().map(|it| it.1));
        }
        // A job without a limit may hold its nodes for ever.
        ends.retain(|&it| it > now && it < Time::MAX);
        ends.sort();
        let asked = &self.machine.asked[job];
        ends.into_iter().find_map(|start| Some((start, self.machine.place(asked, start)?)))
    }
}

/// How much of a mix of requests is typical, in percent.
const TYPICAL: u64 = 95;

/// A chunk on a node, on this GPU if it asks for a share of one.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub node: usize,
    pub gpu: Option<usize>,
}

/// The nodes, and the policy that chooses among them.
pub struct Machine {
    pub nodes: Vec<Node>,
    pub types: Types,
    pub asked: Vec<Asked>,
    policy: Placement,
    largest: Largest,
    mix: Mix,
    seed: u64,
}

impl Machine {
    pub fn new(input: &Input) -> Self {
        let nodes = nodes::nodes(input);
        let mut types = Types::of(&nodes);
        let asked = requests(input, &mut types);
        let plain: Vec<_> = nodes.iter().map(|it| it.plain(&types)).collect();
        Self {
            largest: Largest::of(&plain),
            mix: Mix::typical(asked.iter().map(|it| &it.chunk), TYPICAL),
            policy: input.settings.placement,
            seed: input.seed,
            nodes,
            types,
            asked,
        }
    }

    /// A placement of a job that starts at `from`, in the first of its partitions that has one.
    pub fn place(&self, asked: &Asked, from: Time) -> Option<Vec<Spot>> {
        let mut places = asked.partitions.iter().map(|partition| self.place_in(asked, partition, from));
        places.find_map(|it| it)
    }

    /// Whether the cluster could hold a job if there were no other and no outage.
    pub fn could_hold(&self, asked: &Asked) -> bool {
        let empty = self.with_nodes(|node| Node { outages: Vec::new(), holds: Vec::new(), ..node.clone() });
        empty.place(asked, 0).is_some()
    }

    /// What a job that does not start now lacks: nodes that running jobs leave to it, whatever is out of service, nodes
    /// that stay in service, or nodes that are not promised.
    pub fn hindrance(&self, job: usize, now: Time) -> Hindrance {
        let asked = &self.asked[job];
        let in_service = self.with_nodes(|node| Node { outages: Vec::new(), ..node.clone() });
        if in_service.place(asked, now).is_none() {
            Hindrance::Nodes
        } else if self.place(asked, now).is_none() {
            Hindrance::Outage
        } else {
            Hindrance::Promise
        }
    }

    fn with_nodes(&self, changed: impl Fn(&Node) -> Node) -> Self {
        Self {
            nodes: self.nodes.iter().map(changed).collect(),
            types: self.types.clone(),
            asked: Vec::new(),
            mix: self.mix.clone(),
            ..*self
        }
    }

    /// Chunk by chunk. Former chunks hold their nodes as if they were promised.
    fn place_in(&self, asked: &Asked, partition: &Option<String>, from: Time) -> Option<Vec<Spot>> {
        let until = from.saturating_add(asked.limit);
        let mut draw = Draw::new(self.seed.wrapping_add(asked.job as u64), Stream::PLACES);
        let mut nodes = self.nodes.clone();
        let mut spots = Vec::new();
        for _ in 0..asked.count {
            let has_room = |it: &Node| it.has_room(asked, partition, &self.types, from, until);
            let with_room: Vec<usize> = (0..nodes.len()).filter(|&node| has_room(&nodes[node])).collect();
            let spot = self.choose(&nodes, &with_room, asked, (from, until), &mut draw)?;
            nodes[spot.node].holds.push(hold(asked, spot, from));
            spots.push(spot);
        }
        Some(spots)
    }

    /// One of the nodes with room, and the GPU of a share.
    fn choose(
        &self,
        nodes: &[Node],
        with_room: &[usize],
        asked: &Asked,
        (from, until): (Time, Time),
        draw: &mut Draw,
    ) -> Option<Spot> {
        let (mut chosen, mut gpu) = (*with_room.first()?, None);
        match self.policy {
            Placement::FirstFit => {}
            Placement::Random => {
                chosen = with_room[draw.below(with_room.len() as u32) as usize];
            }
            policy => {
                let mut most = i64::MIN;
                for &node in with_room {
                    let room = nodes[node].room(&self.types, from, until);
                    let rating = policy.rate(self.largest, &self.mix, &room, &asked.chunk);
                    if rating.points > most {
                        (most, chosen, gpu) = (rating.points, node, rating.gpu);
                    }
                }
            }
        }
        let node = &nodes[chosen];
        let gpu = match asked.chunk.gpus {
            Gpus::Share(share) => gpu
                .filter(|&it| node.gpu_has_room(it, share, from, until))
                .or_else(|| node.lowest_gpu(share, from, until)),
            Gpus::None | Gpus::Whole(_) => None,
        };
        Some(Spot { node: chosen, gpu })
    }

    /// A job holds its nodes from a later time on.
    pub fn promise(&mut self, asked: &Asked, spots: &[Spot], from: Time) {
        let mut taken = Vec::new();
        for &spot in spots {
            let node = &mut self.nodes[spot.node];
            let mut hold = hold(asked, spot, from);
            if asked.is_exclusive {
                // The first chunk on a node takes it all.
                if taken.contains(&spot.node) {
                    continue;
                }
                (hold.cores, hold.memory) = (node.cores, node.memory);
                (hold.bound, hold.counted) = (Vec::new(), node.gpus);
            }
            taken.push(spot.node);
            node.holds.push(hold);
        }
    }

    /// A job starts. Returns the GPUs of each chunk.
    pub fn start(&mut self, asked: &Asked, spots: &[Spot], now: Time) -> Vec<Vec<usize>> {
        let mut gpus = Vec::new();
        let mut taken = Vec::new();
        for &spot in spots {
            let node = &mut self.nodes[spot.node];
            let mut hold = hold(asked, spot, now);
            hold.is_promise = false;
            hold.counted = 0;
            let own: Vec<usize> = match asked.chunk.gpus {
                _ if asked.is_exclusive => (0..node.gpus as usize).collect(),
                Gpus::None => Vec::new(),
                Gpus::Share(_) => spot.gpu.into_iter().collect(),
                Gpus::Whole(count) => node.unbound(count, now),
            };
            let part = match asked.chunk.gpus {
                Gpus::Share(share) if !asked.is_exclusive => share,
                _ => 1_000,
            };
            hold.bound = own.iter().map(|&gpu| (gpu, part)).collect();
            gpus.push(own);
            if asked.is_exclusive {
                if taken.contains(&spot.node) {
                    continue;
                }
                (hold.cores, hold.memory) = (node.cores, node.memory);
            }
            taken.push(spot.node);
            node.holds.push(hold);
        }
        gpus
    }

    /// A job holds nothing any more.
    pub fn ended(&mut self, job: usize) {
        for node in &mut self.nodes {
            node.holds.retain(|it| it.job != job);
        }
    }

    /// The promises are over.
    pub fn forget_promises(&mut self) {
        for node in &mut self.nodes {
            node.holds.retain(|it| !it.is_promise);
        }
    }
}

/// What a chunk holds if it is promised.
fn hold(asked: &Asked, spot: Spot, from: Time) -> Hold {
    let (mut bound, mut counted) = (Vec::new(), 0);
    match asked.chunk.gpus {
        Gpus::None => {}
        Gpus::Share(share) => bound.extend(spot.gpu.map(|it| (it, share))),
        Gpus::Whole(count) => counted = count,
    }
    Hold {
        job: asked.job,
        from,
        until: from.saturating_add(asked.limit),
        cores: asked.chunk.cores,
        memory: asked.chunk.memory,
        bound,
        counted,
        kind: asked.chunk.gpus.kind(),
        is_promise: true,
    }
}

/// A run as far as it has come.
pub struct Instants<'a> {
    pub settings: &'a Cluster,
    pub machine: Machine,
    /// Submitted when the run says so, where they wait for the end of others.
    pub jobs: Vec<Job>,
    pub names: Vec<NamesOfJob>,
    pub order: Bound,
    pub backfill_order: Option<Bound>,
    pub arrivals: Arrivals,
    pub waiting: Vec<usize>,
    pub running: Vec<usize>,
    /// When outages end that are still to end.
    outage_ends: Vec<Time>,
    pub started: Vec<Option<Started>>,
}

impl<'a> Instants<'a> {
    pub fn new(input: &Input<'a>) -> Self {
        let settings = input.settings;
        let mut all = Names::default();
        let names = names_of(input.jobs, input.names, &mut all);
        Self {
            settings,
            machine: Machine::new(input),
            jobs: input.jobs.to_vec(),
            names,
            order: settings.order.bind(&all),
            backfill_order: settings.backfill_order.as_ref().map(|it| it.bind(&all)),
            arrivals: Arrivals::of(input.jobs),
            waiting: Vec::new(),
            running: Vec::new(),
            outage_ends: settings.outages.iter().map(|it| it.until).collect(),
            started: vec![None; input.jobs.len()],
        }
    }

    /// The next instant at which something happens. A job that takes no time ends at the instant of its start, which then
    /// comes a second time.
    pub fn next(&self) -> Option<Time> {
        let mut times: Vec<Time> = self.running.iter().map(|&job| self.end(job)).collect();
        times.extend(&self.outage_ends);
        times.extend(self.arrivals.next(&self.jobs).map(|it| it.1));
        times.into_iter().min()
    }

    pub fn instant(&mut self, now: Time) {
        let a_job_ended = self.ends(now);
        let an_outage_ended = self.outage_ends.contains(&now);
        self.outage_ends.retain(|&it| it != now);
        let a_job_arrived = self.arrive(now);
        if a_job_ended || an_outage_ended || a_job_arrived {
            self.pass(now);
        }
    }

    fn end(&self, job: usize) -> Time {
        self.started[job].as_ref().expect("a running job").end
    }

    /// Whether jobs ended.
    fn ends(&mut self, now: Time) -> bool {
        let mut ended = self.running.clone();
        ended.retain(|&job| self.end(job) == now);
        self.running.retain(|it| !ended.contains(it));
        // One after another in the order of their indices.
        ended.sort();
        for &job in &ended {
            self.machine.ended(job);
            self.arrivals.ended(&mut self.jobs, job as u32, now);
        }
        !ended.is_empty()
    }

    /// Whether jobs arrived, which wait now or were rejected.
    fn arrive(&mut self, now: Time) -> bool {
        let mut any = false;
        while let Some(job) = self.arrivals.pop_due(&self.jobs, now) {
            any = true;
            if self.machine.could_hold(&self.machine.asked[job as usize]) {
                self.waiting.push(job as usize);
            } else {
                self.arrivals.rejected(&mut self.jobs, job, now);
            }
        }
        any
    }
}
