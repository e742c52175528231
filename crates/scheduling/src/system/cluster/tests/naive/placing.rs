//! Where the chunks of a job go.

use workload::Time;
use workload::draw::{Draw, Stream};

use super::Input;
use super::nodes::{self, Node, Types};
use super::requests::{Asked, requests};
use super::room::Hold;
use crate::engine::decisions::Hindrance;
use crate::policy::placement::{Gpus, Largest, Mix, Placement};

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
