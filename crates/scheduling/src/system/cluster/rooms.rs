//! All nodes over time, and for each shape where its chunks have room.

mod placing;
mod search;

use std::sync::Arc;

use super::load::Load;
use super::machine::Machine;
use super::requests::Requests;
use super::room::Held;
use super::shape_index::ShapeIndex;
use crate::policy::placement::{Largest, Mix, Placement};
use workload::Time;

/// Indexes that are kept although no job of their shape waits: each takes some tens of bytes for each node. Tests drop them
/// as well.
const MOST_INDEXES: usize = if cfg!(test) { 3 } else { 256 };

/// How a run places chunks.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The policy.
    pub placement: Placement,
    /// The most resources of a node.
    pub largest: Largest,
    /// The target workload of fragmentation gradient descent.
    pub mix: Mix,
    /// The seed of random placement.
    pub seed: u64,
}

/// All nodes of a run over time.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// By node.
    pub loads: Vec<Load>,
    requests: Arc<Requests>,
    /// By shape.
    indexes: Vec<ShapeIndex>,
    /// How many of them are in use.
    used: usize,
    /// The nodes that have changed, from change number `first_change` on.
    changes: Vec<u32>,
    first_change: usize,
    /// The nodes with promises or outages ahead.
    special: Vec<u32>,
    is_special: Vec<bool>,
    rules: Rules,
    /// The instant.
    pub now: Time,
}

/// Chunks of a job on one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub node: u32,
    pub chunks: u32,
    /// What they hold together.
    pub held: Held,
}

/// Where a job may run: the shape of one of its partitions, and the nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub shape: u32,
    /// By node, ascending, unless a policy chose another order.
    pub pieces: Vec<Piece>,
}

impl Rooms {
    /// Empty nodes, which are out of service at the times of `outages`, by node.
    pub fn new(machine: &Machine, requests: Arc<Requests>, mut outages: Vec<Vec<(Time, Time)>>, rules: Rules) -> Self {
        outages.resize(machine.nodes.len(), Vec::new());
        let loads = machine.nodes.iter().zip(outages);
        let loads: Vec<Load> = loads.map(|(node, outages)| Load::new(node.clone(), outages)).collect();
        let mut rooms = Self {
            indexes: vec![ShapeIndex::default(); requests.shapes.len()],
            used: 0,
            requests,
            changes: Vec::new(),
            first_change: 0,
            special: Vec::new(),
            is_special: vec![false; loads.len()],
            loads,
            rules,
            now: Time::MIN,
        };
        (0..rooms.loads.len()).for_each(|node| rooms.look_whether_special(node));
        rooms
    }

    /// A job starts on these nodes; whole GPUs are bound now: the lowest ones that are free.
    pub fn start(&mut self, job: u32, until: Time, place: &mut Place) {
        let kind = self.gpu_kind(place.shape);
        for piece in &mut place.pieces {
            let load = &mut self.loads[piece.node as usize];
            piece.held.bind(&load.free.gpus);
            load.start(job, until, piece.held.clone(), kind);
            self.changes.push(piece.node);
        }
    }

    pub fn end(&mut self, job: u32, pieces: &[Piece]) {
        for piece in pieces {
            self.loads[piece.node as usize].end(job);
            self.changes.push(piece.node);
        }
    }

    /// Promises nodes to a job.
    pub fn promise(&mut self, from: Time, until: Time, place: &Place) {
        let kind = self.gpu_kind(place.shape);
        for piece in &place.pieces {
            let load = &mut self.loads[piece.node as usize];
            load.promise((from, until), piece.held.clone(), kind);
            self.look_whether_special(piece.node as usize);
        }
    }

    /// Takes all promises back. O(nodes with promises).
    pub fn withdraw(&mut self) {
        for node in std::mem::take(&mut self.special) {
            let node = node as usize;
            self.is_special[node] = false;
            self.loads[node].withdraw();
            self.look_whether_special(node);
        }
    }

    /// Ends the outages that are over at `now`; whether there were any. O(nodes with outages).
    pub fn end_outages(&mut self, now: Time) -> bool {
        let mut any = false;
        for node in std::mem::take(&mut self.special) {
            let node = node as usize;
            self.is_special[node] = false;
            any |= self.loads[node].end_outages(now);
            self.look_whether_special(node);
        }
        any
    }

    fn look_whether_special(&mut self, node: usize) {
        if !self.is_special[node] && !self.loads[node].is_plain() {
            self.is_special[node] = true;
            self.special.push(node as u32);
        }
    }

    fn gpu_kind(&self, shape: u32) -> Option<u32> {
        self.requests.shapes[shape as usize].chunk.gpus.kind()
    }

    /// No job of a kind waits any more: where many indexes are in use, those of the kind are dropped.
    pub fn forget(&mut self, kind: u32) {
        if self.used <= MOST_INDEXES {
            return;
        }
        for &shape in &self.requests.kinds[kind as usize].shapes {
            let index = &mut self.indexes[shape as usize];
            self.used -= usize::from(index.is_used());
            *index = ShapeIndex::default();
        }
    }

    /// How many changes of nodes by starts and ends there were.
    pub fn changes(&self) -> usize {
        self.first_change + self.changes.len()
    }

    /// The nodes of the changes after that many; `None` if they are not known any more.
    pub fn changed_since(&self, changes: usize) -> Option<&[u32]> {
        let after = changes.checked_sub(self.first_change)?;
        self.changes.get(after..)
    }

    /// Brings the index of a shape up to date.
    fn update(&mut self, shape: u32) {
        let shape = shape as usize;
        let most = 4 * self.loads.len().max(64);
        if self.changes.len() > 2 * most {
            self.first_change += most;
            self.changes.drain(..most);
        }
        self.used += usize::from(!self.indexes[shape].is_used());
        let (first, changes) = (self.first_change, &self.changes);
        self.indexes[shape].update(&self.requests.shapes[shape], &self.loads, first, changes);
    }
}
