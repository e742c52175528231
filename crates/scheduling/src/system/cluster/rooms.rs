//! All nodes over time, and for each shape where its chunks have room.

use std::sync::Arc;

use super::load::Load;
use super::machine::Machine;
use super::requests::{Asked, Requests, Shape};
use super::room::{Held, Throughout};
use super::shape_index::ShapeIndex;
use crate::policy::placement::{Gpus, Largest, Mix, Placement, Rating, Room};
use workload::Time;
use workload::draw::{Draw, Stream};

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

impl Rooms {
    /// The place of a job over an interval; `None` if the policy finds no nodes for some of its chunks. The index of its
    /// shape is up to date.
    fn place(&mut self, shape: u32, count: u32, job: u32, interval: (Time, Time)) -> Option<Place> {
        let pieces = match self.rules.placement {
            Placement::FirstFit => self.first_fit(shape, count, interval),
            _ => self.by_rating(shape, count, job, interval),
        };
        let placed: u32 = pieces.iter().map(|it| it.chunks).sum();
        (placed == count).then_some(Place { shape, pieces })
    }

    /// The nodes in order, each for as many chunks as it has room for.
    fn first_fit(&self, number: u32, count: u32, (from, until): (Time, Time)) -> Vec<Piece> {
        let (shape, index) = (&self.requests.shapes[number as usize], &self.indexes[number as usize]);
        let mut pieces = Vec::new();
        let mut left = count;
        for node in self.candidates(number, from) {
            if left == 0 {
                break;
            }
            let load = &self.loads[node];
            // How many have room is known of a plain node.
            let most = match self.is_special[node] {
                false if index.steps_of(node).is_empty() => index.now[node],
                false => index.at(node, from),
                true => load.chunks_throughout(shape, node, from, until),
            };
            let chunks = most.min(left);
            if chunks > 0 {
                left -= chunks;
                let held = held_by(load, shape, chunks, (from, until));
                pieces.push(Piece { node: node as u32, chunks, held });
            }
        }
        pieces
    }

    /// The nodes that may have room at a time, ascending.
    fn candidates(&self, number: u32, from: Time) -> Box<dyn Iterator<Item = usize> + '_> {
        let index = &self.indexes[number as usize];
        let (shape, now) = (&self.requests.shapes[number as usize], self.now);
        if from <= now {
            return Box::new(index.nodes_with_room());
        }
        Box::new((0..self.loads.len()).filter(|&node| shape.most(node) > 0))
    }

    /// Chunk by chunk, each on the node with the most points, of equals the first.
    fn by_rating(&mut self, number: u32, count: u32, job: u32, interval: (Time, Time)) -> Vec<Piece> {
        let mut draw = Draw::new(self.rules.seed.wrapping_add(job.into()), Stream::PLACES);
        let mut candidates = self.rated(number, interval);
        let mut pieces: Vec<Piece> = Vec::new();
        for _ in 0..count {
            let chosen = match self.rules.placement {
                Placement::Random => {
                    let drawn = draw.below(candidates.len() as u32) as usize;
                    (drawn < candidates.len()).then_some(drawn)
                }
                _ => best(&candidates),
            };
            let Some(at) = chosen else {
                break;
            };
            let shape = &self.requests.shapes[number as usize];
            let candidate = &mut candidates[at];
            let node = candidate.node;
            let load = &self.loads[node];
            let room = candidate.room.get_or_insert_with(|| room_of(load, interval));
            let gpu = candidate.rating.gpu;
            let place = pieces.iter().position(|it| it.node as usize == node);
            let place = place.unwrap_or_else(|| {
                pieces.push(Piece { node: node as u32, chunks: 0, held: Held::default() });
                pieces.len() - 1
            });
            let piece = &mut pieces[place];
            room.place(shape, &load.node, gpu, &mut piece.held);
            piece.chunks += 1;
            if room.fits(shape, node) {
                candidate.rating = self.rating(shape, load, room, interval, true)
            } else {
                drop(candidates.remove(at))
            }
        }
        pieces
    }

    /// The nodes with room for a chunk, ascending, rated.
    fn rated(&mut self, number: u32, interval: (Time, Time)) -> Vec<Candidate> {
        let nodes: Vec<usize> = self.candidates(number, interval.0).collect();
        let is_now = interval.0 <= self.now;
        let mut candidates = Vec::with_capacity(nodes.len());
        for node in nodes {
            let (shape, load) = (&self.requests.shapes[number as usize], &self.loads[node]);
            let is_known = is_now && !self.is_special[node];
            let known = self.indexes[number as usize].ratings[node].filter(|_| is_known);
            if let Some(rating) = known {
                candidates.push(Candidate { node, rating, room: None });
                continue;
            }
            let Some(room) = load.throughout(interval.0, interval.1) else {
                continue;
            };
            if !room.fits(shape, node) {
                continue;
            }
            let rating = self.rating(shape, load, &room, interval, false);
            if is_known {
                self.indexes[number as usize].ratings[node] = Some(rating);
            }
            candidates.push(Candidate { node, rating, room: Some(room) });
        }
        candidates
    }

    /// The rating of a node. `has_own` is whether chunks of the job are on it.
    fn rating(
        &self,
        shape: &Shape,
        load: &Load,
        room: &Throughout,
        (from, until): (Time, Time),
        has_own: bool,
    ) -> Rating {
        let rules = &self.rules;
        if rules.placement == Placement::Random {
            return Rating { points: 0, gpu: None };
        }
        let own = shape.chunk.gpus.kind().filter(|_| has_own);
        let seen = Room {
            cores: room.cores,
            memory: room.memory,
            gpus: room.gpus_in_sight(),
            gpu_type: load.node.gpu_type,
            kinds: load.kinds(from, until).chain(own).collect(),
        };
        let placement = rules.placement;
        placement.rate(rules.largest, &rules.mix, &seen, &shape.chunk)
    }
}

/// A node with room for a chunk.
struct Candidate {
    node: usize,
    rating: Rating,
    /// Its room, once it is needed.
    room: Option<Throughout>,
}

/// The first of the candidates with the most points.
fn best(candidates: &[Candidate]) -> Option<usize> {
    let points = |at: &usize| candidates[*at].rating.points;
    (0..candidates.len()).rev().max_by_key(points)
}

fn room_of(load: &Load, (from, until): (Time, Time)) -> Throughout {
    let room = load.throughout(from, until);
    room.unwrap_or_else(|| Throughout::of(&[], &load.node))
}

/// What chunks hold that have room on a node, each share on the lowest GPU.
fn held_by(load: &Load, shape: &Shape, chunks: u32, interval: (Time, Time)) -> Held {
    if shape.is_counted() {
        let each = u64::from(chunks);
        return Held {
            cores: shape.chunk.cores * each,
            memory: shape.chunk.memory * each,
            counted: shape.chunk.gpus.count() * chunks,
            bound: Vec::new(),
        };
    }
    let (mut room, mut held) = (room_of(load, interval), Held::default());
    for _ in 0..chunks {
        room.place(shape, &load.node, None, &mut held);
    }
    held
}

impl Rooms {
    /// The most chunks of a kind that running jobs leave room for now, in the partition where it is most. O(changes since
    /// the last call).
    pub fn chunks_now(&mut self, kind: u32) -> u64 {
        let mut most = 0;
        for at in 0..self.requests.kinds[kind as usize].shapes.len() {
            let shape = self.requests.kinds[kind as usize].shapes[at];
            self.update(shape);
            most = most.max(self.indexes[shape as usize].total);
        }
        most
    }

    /// Whether a job that starts now has room until its limit.
    pub fn fits(&mut self, asked: Asked, now: Time, limit: Time) -> bool {
        let mut shapes = 0..self.requests.kinds[asked.kind as usize].shapes.len();
        shapes.any(|at| {
            let shape = self.requests.kinds[asked.kind as usize].shapes[at];
            self.shape_fits(shape, asked.count, now, limit)
        })
    }

    /// The place of a job that starts now, in the first of its partitions with room; `job` is its index.
    pub fn place_now(&mut self, asked: Asked, job: u32, now: Time, limit: Time) -> Option<Place> {
        let interval = (now, now.saturating_add(limit));
        (0..self.requests.kinds[asked.kind as usize].shapes.len()).find_map(|at| {
            let shape = self.requests.kinds[asked.kind as usize].shapes[at];
            let fits = self.shape_fits(shape, asked.count, now, limit);
            fits.then(|| self.place(shape, asked.count, job, interval))?
        })
    }

    /// The earliest time after `now` at which a job has room for its limit, and its place then: of several partitions the
    /// first with the earliest time. `None` where it would have to wait for jobs without a limit.
    pub fn place_later(&mut self, asked: Asked, job: u32, limit: Time) -> Option<(Time, Place)> {
        let mut earliest: Option<(Time, Place)> = None;
        for at in 0..self.requests.kinds[asked.kind as usize].shapes.len() {
            let shape = self.requests.kinds[asked.kind as usize].shapes[at];
            let found = if self.needs_trials(shape, asked.count) {
                self.earliest_by_trials(shape, asked.count, job, limit)
            } else {
                self.earliest_by_count(shape, asked.count, job, limit)
            };
            if let Some((time, place)) = found
                && earliest.as_ref().is_none_or(|it| time < it.0)
            {
                earliest = Some((time, place));
            }
        }
        earliest
    }

    /// Whether a number of chunks does not tell if a policy finds places for all of them: where shares of GPUs go, with
    /// promises of whole ones about, decides how many more there is room for.
    pub fn needs_trials(&self, shape: u32, count: u32) -> bool {
        let is_share = matches!(self.requests.shapes[shape as usize].chunk.gpus, Gpus::Share(_));
        let by_rating = self.rules.placement != Placement::FirstFit;
        is_share && by_rating && count > 1 && !self.special.is_empty()
    }

    /// Whether one of some nodes has room for a chunk of a kind throughout a limit, now or at some time until `last`.
    /// O(nodes × their jobs and promises).
    pub fn any_has_room_until(&mut self, nodes: &[u32], kind: u32, limit: Time, last: Time) -> bool {
        (0..self.requests.kinds[kind as usize].shapes.len()).any(|at| {
            let number = self.requests.kinds[kind as usize].shapes[at];
            self.update(number);
            let shape = &self.requests.shapes[number as usize];
            let index = &mut self.indexes[number as usize];
            index.plan(shape, &self.loads);
            nodes.iter().any(|&node| {
                let node = node as usize;
                // As far as running jobs go.
                let mut steps = index.steps_of(node).iter();
                if !steps.any(|it| it.0 <= last && it.1 > 0) {
                    return false;
                }
                let load = &self.loads[node];
                load.windows(shape, node, self.now, limit).iter().any(|it| it.0 <= last && it.1 > 0)
            })
        })
    }

    fn earliest_by_count(&mut self, shape: u32, count: u32, job: u32, limit: Time) -> Option<(Time, Place)> {
        let time = self.earliest(shape, count, self.now, limit)?;
        let place = self.place(shape, count, job, (time, time.saturating_add(limit)));
        Some((time, place?))
    }

    /// Tries one end of something held after the other. O(ends × nodes).
    fn earliest_by_trials(&mut self, shape: u32, count: u32, job: u32, limit: Time) -> Option<(Time, Place)> {
        self.update(shape);
        let mut ends: Vec<Time> = self.loads.iter().flat_map(|it| it.ends(self.now)).collect();
        ends.retain(|&it| it < Time::MAX);
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().find_map(|time| {
            let interval = (time, time.saturating_add(limit));
            Some((time, self.place(shape, count, job, interval)?))
        })
    }

    /// O(changes since the last call), and O(nodes with promises) where these decide.
    fn shape_fits(&mut self, number: u32, count: u32, now: Time, limit: Time) -> bool {
        self.update(number);
        let (shape, index) = (&self.requests.shapes[number as usize], &self.indexes[number as usize]);
        let needed = u64::from(count);
        if index.total < needed {
            return false;
        }
        if self.needs_trials(number, count) {
            // The draws of a job do not decide whether it has room.
            let interval = (now, now.saturating_add(limit));
            return self.place(number, count, 0, interval).is_some();
        }
        let its = |node: &u32| u64::from(index.now[*node as usize]);
        let mut sum = index.total - self.special.iter().map(its).sum::<u64>();
        let until = now.saturating_add(limit);
        let mut special = self.special.iter().filter(|node| its(node) > 0);
        loop {
            if sum >= needed {
                return true;
            }
            let Some(&node) = special.next() else {
                return false;
            };
            let node = node as usize;
            sum += u64::from(self.loads[node].chunks_throughout(shape, node, now, until));
        }
    }

    /// The earliest time after `now` at which a shape has room for that many chunks.
    ///
    /// The room of a plain node only grows, at times that the index knows; that of the others changes at their turning
    /// points. Room grows nowhere but at the end of something held.
    fn earliest(&mut self, number: u32, count: u32, now: Time, limit: Time) -> Option<Time> {
        self.update(number);
        let shape = &self.requests.shapes[number as usize];
        self.indexes[number as usize].plan(shape, &self.loads);
        let index = &self.indexes[number as usize];
        let mut changes: Vec<(Time, i64)> = Vec::new();
        let mut sum = index.total as i64;
        for &node in &self.special {
            let node = node as usize;
            let (load, steps) = (&self.loads[node], index.steps_of(node));
            if steps.is_empty() {
                continue;
            }
            for pair in steps.windows(2) {
                changes.push((pair[1].0, i64::from(pair[0].1) - i64::from(pair[1].1)));
            }
            let mut before = 0;
            for (place, (at, room)) in load.windows(shape, node, now, limit).into_iter().enumerate() {
                let room = i64::from(room);
                if place == 0 {
                    sum += room - i64::from(steps[0].1);
                } else if room != before {
                    changes.push((at, room - before));
                }
                before = room;
            }
        }
        changes.sort_unstable_by_key(|it| it.0);
        let mut changes = changes.into_iter().peekable();
        let mut increases = index.increases().peekable();
        loop {
            let (of_plain, of_special) = (increases.peek(), changes.peek());
            let at = of_plain.map(|it| it.0).into_iter().chain(of_special.map(|it| it.0)).min()?;
            while let Some(it) = increases.next_if(|it| it.0 == at) {
                sum += it.1 as i64;
            }
            while let Some(it) = changes.next_if(|it| it.0 == at) {
                sum += it.1;
            }
            // What a job without a limit holds is never free again.
            if at == Time::MAX {
                return None;
            }
            if at > now && sum >= i64::from(count) {
                return Some(at);
            }
        }
    }
}
