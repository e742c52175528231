//! On which nodes the chunks of a job are placed.

use super::{Piece, Place, Rooms};
use crate::policy::placement::{Placement, Rating, Room};
use crate::system::cluster::load::Load;
use crate::system::cluster::requests::Shape;
use crate::system::cluster::room::{Held, Throughout};
use workload::Time;
use workload::draw::{Draw, Stream};

impl Rooms {
    /// The place of a job over an interval; `None` if the policy finds no nodes for some of its chunks. The index of its
    /// shape is up to date.
    pub(super) fn place(&mut self, shape: u32, count: u32, job: u32, interval: (Time, Time)) -> Option<Place> {
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
