//! The waiting jobs in the order of their turns, with the values that decide whether they fit.
//!
//! A tree with up to [`Sizes::leaf`] jobs a leaf and up to [`Sizes::branches`] branches a node. Each node holds the
//! [`Front`] of all jobs below it, so that one descent finds the first job that fits, past all subtrees in which
//! none does.

#[cfg(test)]
mod tests;

use super::{Arrival, Sizes};
use workload::Time;

/// A job's turn: the lowest number first, ties in order of arrival.
pub type Turn = (i64, Arrival);

/// Waiting jobs by their turns. With q of them whose fronts have f shapes, adding and removing one
/// and finding the first that fits take O(f · log q).
#[derive(Clone, Debug, Default)]
pub struct Turns {
    root: Node,
    sizes: Sizes,
}

/// A part of the order.
#[derive(Clone, Debug, Default)]
struct Node {
    /// No job below has an earlier turn.
    first: Turn,
    front: Front,
    below: Below,
}

#[derive(Clone, Debug)]
enum Below {
    /// By turn.
    Jobs(Vec<(Turn, Shape)>),
    /// By turn, none of them without a job.
    Nodes(Vec<Node>),
}

impl Default for Below {
    fn default() -> Self {
        Self::Jobs(Vec::new())
    }
}

impl Turns {
    /// An empty tree with parts of these sizes.
    pub fn new(sizes: Sizes) -> Self {
        Self { root: Node::default(), sizes }
    }

    /// A job waits. No other has this turn.
    pub fn add(&mut self, turn: Turn, shape: Shape) {
        if let Some(upper) = self.root.add(turn, shape, &self.sizes) {
            let lower = std::mem::take(&mut self.root);
            self.root = Node::of(Below::Nodes(vec![lower, upper]));
        }
    }

    /// The job with this turn waits no longer.
    pub fn remove(&mut self, turn: Turn, shape: Shape) {
        self.root.remove(turn, shape, &self.sizes);
        while let Below::Nodes(nodes) = &mut self.root.below
            && nodes.len() <= 1
        {
            self.root = nodes.pop().unwrap_or_default();
        }
    }

    /// The first job that fits, on at most `free` processors. Where a shape fits, `fits` must say so
    /// of every smaller and shorter one.
    pub fn first(&self, free: u32, mut fits: impl FnMut(Shape) -> bool) -> Option<Turn> {
        self.root.first(&Span::ALL, free, &mut fits)
    }

    /// The first job that fits, among the jobs of a part of the order.
    pub fn first_of(&self, span: &Span, free: u32, mut fits: impl FnMut(Shape) -> bool) -> Option<Turn> {
        self.root.first(span, free, &mut fits)
    }
}

/// A part of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Only those whose turns come after this one.
    pub after: Option<Turn>,
    /// Only those with lower numbers than this one.
    pub below: Option<i64>,
}

impl Span {
    /// The whole order.
    pub const ALL: Self = Self { after: None, below: None };

    fn begins_after(&self, turn: Turn) -> bool {
        self.after.is_some_and(|after| after >= turn)
    }

    fn ends_before(&self, (order, _): Turn) -> bool {
        self.below.is_some_and(|below| order >= below)
    }
}

impl Node {
    fn of(below: Below) -> Self {
        let mut node = Self { first: (i64::MIN, Arrival::default()), front: Front::default(), below };
        node.look_again();
        node
    }

    /// Finds out first turn and front.
    fn look_again(&mut self) {
        self.front.clear();
        match &self.below {
            Below::Jobs(jobs) => {
                self.first = jobs.first().map_or(self.first, |&(turn, _)| turn);
                for &(_, shape) in jobs {
                    self.front.add(shape);
                }
            }
            Below::Nodes(nodes) => {
                self.first = nodes.first().map_or(self.first, |it| it.first);
                for node in nodes {
                    self.front.add_all(&node.front);
                }
            }
        }
    }

    /// Adds a job. Returns the node to insert after this one, if it was full.
    fn add(&mut self, turn: Turn, shape: Shape, sizes: &Sizes) -> Option<Self> {
        self.first = self.first.min(turn);
        self.front.add(shape);
        let upper = match &mut self.below {
            Below::Jobs(jobs) => {
                let place = jobs.partition_point(|&(other, _)| other < turn);
                jobs.insert(place, (turn, shape));
                (jobs.len() > sizes.leaf).then(|| Below::Jobs(upper_part(jobs, place)))
            }
            Below::Nodes(nodes) => {
                let place = branch_of(nodes, turn);
                let upper = nodes[place].add(turn, shape, sizes)?;
                nodes.insert(place + 1, upper);
                (nodes.len() > sizes.branches).then(|| Below::Nodes(upper_part(nodes, place + 1)))
            }
        };
        upper.map(|upper| {
            self.look_again();
            Self::of(upper)
        })
    }

    /// Removes a job, which is here. Whether the front is another now.
    fn remove(&mut self, turn: Turn, shape: Shape, sizes: &Sizes) -> bool {
        let may_change = match &mut self.below {
            Below::Jobs(jobs) => {
                let place = jobs.partition_point(|&(other, _)| other < turn);
                debug_assert_eq!(jobs[place], (turn, shape));
                jobs.remove(place);
                true
            }
            Below::Nodes(nodes) => {
                let place = branch_of(nodes, turn);
                let changed = nodes[place].remove(turn, shape, sizes);
                join(nodes, place, sizes);
                changed
            }
        };
        if !may_change || !self.front.has(shape) {
            return false;
        }
        self.look_again();
        !self.front.has(shape)
    }

    fn first(&self, span: &Span, free: u32, fits: &mut impl FnMut(Shape) -> bool) -> Option<Turn> {
        match &self.below {
            Below::Jobs(jobs) => {
                let skipped = jobs.partition_point(|&(turn, _)| span.begins_after(turn));
                let mut jobs = jobs[skipped..].iter();
                let (turn, _) = *jobs.find(|&&(_, it)| it.processors <= free && fits(it))?;
                (!span.ends_before(turn)).then_some(turn)
            }
            Below::Nodes(nodes) => {
                // At an edge of the span it may be others that fit.
                let from = span.after.map_or(0, |after| branch_of(nodes, after));
                let nodes = nodes[from..].iter();
                let mut nodes = nodes.take_while(|it| !span.ends_before(it.first));
                nodes.find_map(|it| {
                    let may = it.front.any(free, fits);
                    may.then(|| it.first(span, free, fits)).flatten()
                })
            }
        }
    }

    fn len(&self) -> usize {
        match &self.below {
            Below::Jobs(jobs) => jobs.len(),
            Below::Nodes(nodes) => nodes.len(),
        }
    }
}

/// The branch that has the job with this turn, if any.
fn branch_of(nodes: &[Node], turn: Turn) -> usize {
    nodes.partition_point(|it| it.first <= turn).max(1) - 1
}

/// Takes the upper half off, or only the last, just added at `place`, where they come in order: the
/// others are not touched again.
fn upper_part<T>(all: &mut Vec<T>, place: usize) -> Vec<T> {
    let last = all.len() - 1;
    all.split_off(if place == last { last } else { all.len() / 2 })
}

/// Takes the branch at `place`, which has become smaller, away if it is empty, and puts it and a
/// neighbour into one if both are small.
fn join(nodes: &mut Vec<Node>, place: usize, sizes: &Sizes) {
    if nodes[place].len() == 0 {
        nodes.remove(place);
        return;
    }
    let most = match &nodes[place].below {
        Below::Jobs(_) => sizes.leaf,
        Below::Nodes(_) => sizes.branches,
    };
    let small = |lower: usize| nodes[lower].len() + nodes[lower + 1].len() <= most / 2;
    let lower = [place.wrapping_sub(1), place];
    let mut lower = lower.into_iter().filter(|&it| it < nodes.len() - 1);
    let Some(lower) = lower.find(|&it| small(it)) else {
        return;
    };
    let upper = nodes.remove(lower + 1);
    match (&mut nodes[lower].below, upper.below) {
        (Below::Jobs(jobs), Below::Jobs(more)) => jobs.extend(more),
        (Below::Nodes(branches), Below::Nodes(more)) => branches.extend(more),
        _ => debug_assert!(false, "all leaves are equally deep"),
    }
    nodes[lower].front.add_all(&upper.front);
}

/// The values that decide whether a job fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Size.
    pub processors: u32,
    /// Limit, in seconds.
    pub limit: Time,
}

/// The Pareto front of the shapes of some jobs: no other job is both as small and as short, so
/// wherever one of the jobs fits, one of these does. By size, and so from the longest to the
/// shortest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Front {
    shapes: Vec<Shape>,
}

impl Front {
    /// Another job. Whether the front is another now.
    pub fn add(&mut self, shape: Shape) -> bool {
        let as_small = |it: &Shape| it.processors <= shape.processors;
        let smaller = |it: &Shape| it.processors < shape.processors;
        let above = self.shapes.partition_point(as_small);
        if above > 0 && self.shapes[above - 1].limit <= shape.limit {
            return false;
        }
        let from = self.shapes.partition_point(smaller);
        let covered = self.shapes[from..].iter().take_while(|it| it.limit >= shape.limit).count();
        match covered {
            0 => self.shapes.insert(from, shape),
            1 => self.shapes[from] = shape,
            _ => {
                self.shapes[from] = shape;
                self.shapes.drain(from + 1..from + covered);
            }
        }
        true
    }

    /// All jobs of another front.
    pub fn add_all(&mut self, other: &Self) {
        for &shape in &other.shapes {
            self.add(shape);
        }
    }

    /// Whether a job of this shape may be one of those that decide.
    pub fn has(&self, shape: Shape) -> bool {
        let smaller = |it: &Shape| it.processors < shape.processors;
        self.shapes.get(self.shapes.partition_point(smaller)) == Some(&shape)
    }

    /// Forgets all jobs.
    pub fn clear(&mut self) {
        self.shapes.clear();
    }

    /// Whether any of the jobs fits on at most `free` processors, as `fits` decides.
    pub fn any(&self, free: u32, fits: &mut impl FnMut(Shape) -> bool) -> bool {
        let small = self.shapes.iter().take_while(|it| it.processors <= free);
        let mut small = small.copied();
        small.any(fits)
    }
}
