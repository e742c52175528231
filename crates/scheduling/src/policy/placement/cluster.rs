//! Nodes on which tasks are placed one after another.

use std::collections::{BTreeSet, HashMap};

use super::{Largest, Mix, Node, Placement, Rating, Request, Room, ratings};
use workload::draw::{Draw, Stream};

/// Where a task is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its node, by its place in the list.
    pub node: usize,
    /// Its GPUs on that node, ascending.
    pub gpus: Vec<usize>,
}

/// Nodes with their rooms, and the policy that places tasks.
///
/// Nodes with equal rooms are one state, and a state rates each request once. A placement looks at every state that some
/// node is in: O(s) for s states, and rates only those that are new to the request.
#[derive(Debug)]
pub struct Cluster {
    policy: Placement,
    largest: Largest,
    mix: Mix,
    draw: Draw,
    states: Vec<State>,
    state_of_room: HashMap<Room, usize>,
    /// By node.
    state_of_node: Vec<usize>,
    /// The states that some node is in.
    occupied: BTreeSet<usize>,
    /// Numbers of requests.
    requests: HashMap<Request, usize>,
}

/// Nodes with the same room.
#[derive(Debug)]
struct State {
    room: Room,
    nodes: BTreeSet<usize>,
    /// By the number of a request: unknown, or no room, or the rating.
    ratings: Vec<Option<Option<Rating>>>,
}

impl Cluster {
    /// Empty nodes. `mix` is the target workload of [`Placement::Fgd`]; `seed` is that of the draws of [`Placement::Random`].
    pub fn new(nodes: &[Node], policy: Placement, mix: Mix, seed: u64) -> Self {
        let mut cluster = Self {
            policy,
            largest: Largest::of(nodes),
            mix,
            draw: Draw::new(seed, Stream::PLACES),
            states: Vec::new(),
            state_of_room: HashMap::new(),
            state_of_node: Vec::with_capacity(nodes.len()),
            occupied: BTreeSet::new(),
            requests: HashMap::new(),
        };
        for (node, it) in nodes.iter().enumerate() {
            let state = cluster.state(Room::of(it));
            cluster.enter(state, node);
            cluster.state_of_node.push(state);
        }
        cluster
    }

    pub fn room(&self, node: usize) -> &Room {
        &self.states[self.state_of_node[node]].room
    }

    /// Places a task; nothing if no node has room for it now.
    pub fn place(&mut self, request: &Request) -> Option<Place> {
        let number = self.number(request);
        let (node, rating) = match self.policy {
            Placement::Random => self.drawn(number, request)?,
            _ => self.best(number, request)?,
        };
        let from = self.state_of_node[node];
        let mut room = self.states[from].room.clone();
        let gpus = room.gpus_for(request, rating.gpu);
        room.take(request, &gpus);
        let to = self.state(room);
        self.leave(from, node);
        self.enter(to, node);
        self.state_of_node[node] = to;
        Some(Place { node, gpus })
    }

    /// The first of the nodes with the most points.
    fn best(&mut self, number: usize, request: &Request) -> Option<(usize, Rating)> {
        let mut best: Option<(usize, Rating)> = None;
        for &at in &self.occupied {
            let state = &mut self.states[at];
            let (policy, largest, mix) = (self.policy, self.largest, &self.mix);
            let rating = state.rating(number, request, |room| policy.rate(largest, mix, room, request));
            let (Some(rating), Some(&node)) = (rating, state.nodes.first()) else {
                continue;
            };
            let is_better = |(first, most): (usize, Rating)| {
                rating.points > most.points || (rating.points == most.points && node < first)
            };
            if best.is_none_or(is_better) {
                best = Some((node, rating));
            }
        }
        best
    }

    /// Any node with room, and any GPU with room for a share. It looks at every node, since all are equally likely.
    fn drawn(&mut self, number: usize, request: &Request) -> Option<(usize, Rating)> {
        let mut with_room = Vec::new();
        for (node, &at) in self.state_of_node.iter().enumerate() {
            let (policy, largest, mix) = (self.policy, self.largest, &self.mix);
            let rating = self.states[at].rating(number, request, |room| policy.rate(largest, mix, room, request));
            if rating.is_some() {
                with_room.push(node);
            }
        }
        let node = ratings::one_of(&with_room, &mut self.draw)?;
        let room = &self.states[self.state_of_node[node]].room;
        let gpu = ratings::random_gpu(room, request, &mut self.draw);
        Some((node, Rating { points: 0, gpu }))
    }

    /// The number of a request; equal ones have the same.
    fn number(&mut self, request: &Request) -> usize {
        if let Some(&number) = self.requests.get(request) {
            return number;
        }
        let number = self.requests.len();
        self.requests.insert(request.clone(), number);
        number
    }

    fn state(&mut self, room: Room) -> usize {
        if let Some(&state) = self.state_of_room.get(&room) {
            return state;
        }
        self.states.push(State { room: room.clone(), nodes: BTreeSet::new(), ratings: Vec::new() });
        self.state_of_room.insert(room, self.states.len() - 1);
        self.states.len() - 1
    }

    fn enter(&mut self, state: usize, node: usize) {
        self.states[state].nodes.insert(node);
        self.occupied.insert(state);
    }

    fn leave(&mut self, state: usize, node: usize) {
        self.states[state].nodes.remove(&node);
        if self.states[state].nodes.is_empty() {
            self.occupied.remove(&state);
        }
    }
}

impl State {
    /// The rating for a request by its number, computed the first time; nothing if there is no room.
    fn rating(&mut self, number: usize, request: &Request, rate: impl FnOnce(&Room) -> Rating) -> Option<Rating> {
        if self.ratings.len() <= number {
            self.ratings.resize(number + 1, None);
        }
        let room = &self.room;
        *self.ratings[number].get_or_insert_with(|| room.fits(request).then(|| rate(room)))
    }
}
