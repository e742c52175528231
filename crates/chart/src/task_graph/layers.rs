//! Where the tasks of a graph stand: in layers, in an order that tangles its edges little.
//!
//! Every task stands in the layer behind its last predecessor's (longest-path layering), an edge over
//! several layers has a place in each of those between, and sweeps forth and back put everything at the mean
//! place of its neighbours in the layer before (the barycentre method of Sugiyama, Tagawa and Toda 1981).
//! The order of fewest crossings that was seen is kept.

use base::ordering::sort_by;

/// Sweeps forth and back: there is little to gain from more.
const SWEEPS: usize = 16;

/// Most places of edges between layers; longer edges of larger graphs are drawn straight.
const MOST_BENDS: usize = 50_000;

/// The layers of a graph. Nodes are the tasks, and after them the places where long edges pass a layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// The nodes of each layer, in order.
    pub layers: Vec<Vec<usize>>,
    /// Of every edge the nodes that it goes along, its ends among them.
    pub ways: Vec<Vec<usize>>,
    /// The layer of each node.
    layer: Vec<usize>,
    /// The place of each node in its layer.
    place: Vec<usize>,
}

impl Layers {
    /// Of this many tasks with edges from one to another. Tasks in a cycle are in the first layers. In time
    /// linear in the graph except for the sorting of the layers.
    pub fn new(tasks: usize, edges: &[(usize, usize)]) -> Self {
        let mut layer = longest_paths(tasks, edges);
        let bends: usize = edges.iter().map(|&(from, to)| layer[to].abs_diff(layer[from]).saturating_sub(1)).sum();
        let mut ways = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let mut way = vec![from];
            if bends <= MOST_BENDS {
                for between in layer[from] + 1..layer[to] {
                    way.push(layer.len());
                    layer.push(between);
                }
            }
            way.push(to);
            ways.push(way);
        }
        let count = layer.iter().map(|it| it + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); count];
        for (node, &at) in layer.iter().enumerate() {
            layers[at].push(node);
        }
        let mut found = Self { place: vec![0; layer.len()], layers, ways, layer };
        found.number();
        found.untangle();
        found
    }

    /// The layer of a node, and its place in it as a share of the layer's length, both from 0.
    pub fn of(&self, node: usize) -> (usize, f64) {
        let at = self.layer[node];
        let count = self.layers[at].len();
        (at, (self.place[node] as f64 + 0.5) / count as f64)
    }

    /// The nodes of the longest layer.
    pub fn longest(&self) -> usize {
        self.layers.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many pairs of edges cross between layers that follow each other. O(edges log edges).
    pub fn crossings(&self) -> u64 {
        let mut between = vec![Vec::new(); self.layers.len()];
        for (from, to) in self.steps() {
            between[self.layer[from]].push((self.place[from], self.place[to]));
        }
        between
            .into_iter()
            .enumerate()
            .map(|(at, steps)| crossings(steps, self.layers.get(at + 1).map_or(0, Vec::len)))
            .sum()
    }

    /// The parts of the edges from a layer to the next one.
    fn steps(&self) -> impl Iterator<Item = (usize, usize)> {
        let steps = self.ways.iter().flat_map(|way| way.windows(2));
        steps.map(|step| (step[0], step[1])).filter(|&(from, to)| self.layer[to] == self.layer[from] + 1)
    }

    fn number(&mut self) {
        for nodes in &self.layers {
            for (place, &node) in nodes.iter().enumerate() {
                self.place[node] = place;
            }
        }
    }

    fn untangle(&mut self) {
        let mut before = vec![Vec::new(); self.layer.len()];
        let mut behind = vec![Vec::new(); self.layer.len()];
        for (from, to) in self.steps() {
            before[to].push(from);
            behind[from].push(to);
        }
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let forth = sweep % 2 == 0;
            let neighbours = if forth { &before } else { &behind };
            for step in 0..self.layers.len() {
                let at = if forth { step } else { self.layers.len() - 1 - step };
                self.sort_layer(at, neighbours);
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
        self.number();
    }

    /// Puts the nodes of a layer at the mean place of their neighbours; those without any stay.
    fn sort_layer(&mut self, at: usize, neighbours: &[Vec<usize>]) {
        let mean = |node: usize| -> f64 {
            let near = &neighbours[node];
            let places = near.iter().map(|&it| self.of(it).1);
            match near.len() {
                0 => self.of(node).1,
                count => places.sum::<f64>() / count as f64,
            }
        };
        let mut nodes: Vec<(f64, usize)> = self.layers[at].iter().map(|&node| (mean(node), node)).collect();
        // A stable sort: equals keep their order.
        sort_by(&mut nodes, |one, other| one.0.total_cmp(&other.0));
        for (place, &(_, node)) in nodes.iter().enumerate() {
            self.place[node] = place;
        }
        self.layers[at] = nodes.into_iter().map(|(_, node)| node).collect();
    }
}

/// How many edges lie on the longest way to each task.
fn longest_paths(tasks: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut behind = vec![Vec::new(); tasks];
    let mut waits_for = vec![0; tasks];
    for &(from, to) in edges {
        behind[from].push(to);
        waits_for[to] += 1;
    }
    let mut layer = vec![0; tasks];
    let mut ready: Vec<usize> = (0..tasks).filter(|&it| waits_for[it] == 0).collect();
    while let Some(task) = ready.pop() {
        for &next in &behind[task] {
            layer[next] = layer[next].max(layer[task] + 1);
            waits_for[next] -= 1;
            if waits_for[next] == 0 {
                ready.push(next);
            }
        }
    }
    layer
}

/// Crossings of edges between two layers, the second one of this many nodes: pairs in one order at their
/// beginnings and in the other at their ends, counted by a Fenwick tree.
fn crossings(mut edges: Vec<(usize, usize)>, nodes: usize) -> u64 {
    edges.sort_unstable();
    let mut tree = vec![0_u64; nodes + 1];
    let mut all = 0;
    for (seen, (_, to)) in (0_u64..).zip(edges) {
        // Those that end at or before this one.
        let (mut at, mut not_behind) = (to + 1, 0);
        while at > 0 {
            not_behind += tree[at];
            at &= at - 1;
        }
        all += seen - not_behind;
        let mut at = to + 1;
        while at <= nodes {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    all
}
