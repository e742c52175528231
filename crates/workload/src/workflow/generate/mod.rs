//! Workflows made up, as Zhao and Sakellariou 2007 do (Sect. 4.1): a shape, then costs and data by chance.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{Edge, Task};
use crate::Workload;
use crate::draw::{Draw, Stream};
use crate::workflow::Workflow;

/// The number of tasks, and the precedence of tasks by their numbers.
type Shape = (usize, Vec<(usize, usize)>);

/// The kind of a generated workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The mosaic engine Montage.
    Montage,
    /// Layers that spawn tasks and join them, each one task fewer.
    ForkJoin,
    /// The fast Fourier transform.
    Fft,
    /// The Laplace equation solver: a diamond.
    Laplace,
    /// Levels of random size, joined at random.
    Layered,
}

impl Kind {
    /// All five, in the paper's order.
    pub const ALL: [Self; 5] = [Self::Montage, Self::Layered, Self::Laplace, Self::ForkJoin, Self::Fft];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Montage => "Montage",
            Self::ForkJoin => "Fork & Join",
            Self::Fft => "FFT",
            Self::Laplace => "Laplace",
            Self::Layered => "Random",
        }
    }

    /// Its shape with about `tasks` tasks: as near as the shape allows.
    fn shape(self, tasks: usize, draw: &mut Draw) -> Shape {
        match self {
            Self::Montage => shape_montage(tasks),
            Self::ForkJoin => shape_fork_join(tasks),
            Self::Fft => shape(tasks),
            Self::Laplace => shape_laplace(tasks),
            Self::Layered => shape_layered(tasks, draw),
        }
    }
}

/// A workflow of a kind with about `tasks` tasks; the same for the same seed.
pub fn generate(kind: Kind, tasks: usize, amounts: &Amounts, seed: u64) -> Workflow {
    let shape = kind.shape(tasks, &mut Draw::new(seed, Stream::SHAPE));
    filled(shape, amounts, seed)
}

/// An FFT of another kind than [`Kind::Fft`]: its butterflies without the tree of calls before them.
pub fn butterflies(tasks: usize, amounts: &Amounts, seed: u64) -> Workflow {
    filled(butterflies_fft(tasks), amounts, seed)
}

fn filled((tasks, edges): Shape, amounts: &Amounts, seed: u64) -> Workflow {
    let workflow = Workflow {
        machines: (0..amounts.machines).map(|it| format!("m{it}")).collect(),
        tasks: (0..tasks).map(|it| Task { name: it.to_string(), costs: Vec::new() }).collect(),
        edges: edges.into_iter().map(|(from, to)| Edge { from, to, data: 0.0 }).collect(),
        communication: Vec::new(),
        flops: false,
        schedule: None,
    };
    amounts.fill(workflow, &mut Draw::new(seed, Stream::COSTS))
}

/// The one of two consecutive sizes that is nearer to a number of tasks, the smaller one of equals.
fn nearest(wanted: usize, first: usize, tasks: impl Fn(usize) -> usize) -> usize {
    let mut size = first;
    while tasks(size + 1) <= wanted {
        size += 1;
    }
    if tasks(size) < wanted && tasks(size + 1) - wanted < wanted - tasks(size) { size + 1 } else { size }
}

/// How many tasks a made-up workflow can have, at least and at most.
pub const TASKS: (u32, u32) = (4, 10_000);

/// The fewest and the most machines.
pub const MACHINES: (u32, u32) = (1, 100);

/// The parameters of a generated workflow, which is the same for the same seed. The sample by default: a
/// mosaic of Montage on five machines, as in Zhao and Sakellariou 2007.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MadeUp {
    /// Its shape.
    pub kind: Kind,
    /// The approximate number of tasks.
    pub tasks: u32,
    /// How many machines.
    pub machines: u32,
    /// The seed of every draw.
    pub seed: u64,
}

impl Default for MadeUp {
    fn default() -> Self {
        Self { kind: Kind::Montage, tasks: 60, machines: 5, seed: 1 }
    }
}

impl MadeUp {
    /// Checks that it can be generated.
    ///
    /// # Errors
    ///
    /// A sentence that names the value out of range and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        for (name, value, (least, most)) in [("tasks", self.tasks, TASKS), ("machines", self.machines, MACHINES)] {
            if !(least..=most).contains(&value) {
                return Err(format!("{name}: {value}; a made-up workflow has {least} to {most}"));
            }
        }
        Ok(())
    }

    /// The workflow, with a name that says how it was made.
    ///
    /// # Errors
    ///
    /// As [`MadeUp::validate`].
    pub fn workload(&self) -> Result<Workload, String> {
        let name = format!("{} workflow, seed {}", self.kind.name(), self.seed);
        Ok(Workload::of_workflow(&name, self.workflow()?))
    }

    /// The workflow.
    ///
    /// # Errors
    ///
    /// As [`MadeUp::validate`].
    pub fn workflow(&self) -> Result<Workflow, String> {
        self.validate()?;
        let usual = match self.kind {
            Kind::Montage => Amounts::MONTAGE,
            _ => Amounts::USUAL,
        };
        let amounts = Amounts { machines: self.machines as usize, ..usual };
        let tasks = self.tasks as usize;
        Ok(generate(self.kind, tasks, &amounts, self.seed))
    }
}

/// How costs and data are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amounts {
    pub machines: usize,
    /// Costs are uniform from the first to the second, in seconds, for each task and machine by itself.
    pub costs: (f64, f64),
    /// The ratio of mean communication to mean cost (CCR) is uniform from the first to the second.
    pub ccr: (f64, f64),
}

impl Amounts {
    /// The paper's parameters: five machines, costs of 10 to 100 s, CCR of 0.1 to 1.
    pub const USUAL: Self = Self { machines: 5, costs: (10.0, 100.0), ccr: (0.1, 1.0) };

    /// The paper's parameters for Montage: costs of 50 to 100 s.
    pub const MONTAGE: Self = Self { costs: (50.0, 100.0), ..Self::USUAL };

    /// Draws costs, then the time of a unit of data between two machines (0.5 to 1.5 s, the same both
    /// ways), then the data of all edges, which are made larger or smaller together so that the mean
    /// communication of an edge is the CCR drawn times the mean cost. The paper gives only its
    /// interval.
    fn fill(&self, mut workflow: Workflow, draw: &mut Draw) -> Workflow {
        let mut uniform = |(least, most): (f64, f64)| least + draw.unit() * (most - least);
        let ccr = uniform(self.ccr);
        let mut all_costs = 0.0;
        for task in &mut workflow.tasks {
            task.costs = (0..self.machines).map(|_| uniform(self.costs)).collect();
            all_costs += task.costs.iter().sum::<f64>();
        }
        let mut communication = vec![vec![0.0; self.machines]; self.machines];
        let mut all_pairs = 0.0;
        let pairs = (0..self.machines).flat_map(|one| (0..one).map(move |other| (one, other)));
        for (one, other) in pairs {
            let per_unit = uniform((0.5, 1.5));
            (communication[one][other], communication[other][one]) = (per_unit, per_unit);
            all_pairs += per_unit;
        }
        workflow.communication = communication;
        let mut all_data = 0.0;
        for edge in &mut workflow.edges {
            edge.data = uniform((0.0, 2.0));
            all_data += edge.data;
        }
        let (edges, pairs) =
            (workflow.edges.len() as f64, (self.machines * self.machines.saturating_sub(1)) as f64 / 2.0);
        let mean_cost = all_costs / (workflow.tasks.len() * self.machines) as f64;
        let mean_communication = all_data / edges * (all_pairs / pairs);
        if mean_communication > 0.0 {
            let factor = ccr * mean_cost / mean_communication;
            workflow.edges.iter_mut().for_each(|it| it.data *= factor);
        }
        workflow
    }
}

/// The butterflies alone, for 2ᵏ points: k + 1 rows of 2ᵏ tasks, a first task before the first row and a last one
/// behind the last row.
fn butterflies_fft(tasks: usize) -> Shape {
    let count = |k: usize| (k + 1) * (1 << k) + 2;
    let k = nearest(tasks, 1, count);
    let points = 1 << k;
    let task = |row: usize, column: usize| 1 + row * points + column;
    let exit = task(k + 1, 0);
    let mut edges: Vec<(usize, usize)> = (0..points).map(|it| (0, task(0, it))).collect();
    for row in 0..k {
        for column in 0..points {
            let other = column ^ (1 << row);
            edges.push((task(row, column), task(row + 1, column)));
            edges.push((task(row, column), task(row + 1, other)));
        }
    }
    edges.extend((0..points).map(|it| (task(k, it), exit)));
    (exit + 1, edges)
}

/// The graph of the recursive algorithm for 2ᵏ points (Topcuoglu, Hariri and Wu 2002, Sect. 5.3.2): a tree
/// of 2·2ᵏ − 1 calls, then k rows of 2ᵏ butterflies. The last row is joined by a last task.
fn shape(tasks: usize) -> Shape {
    let count = |k: usize| 2 * (1 << k) - 1 + k * (1 << k) + 1;
    let k = nearest(tasks, 1, count);
    let points = 1 << k;
    // The calls as a heap: the children of the call i are 2i + 1 and 2i + 2; the last `points` are leaves.
    let calls = 2 * points - 1;
    let mut edges: Vec<(usize, usize)> = (1..calls).map(|it| ((it - 1) / 2, it)).collect();
    for row in 0..k {
        let task = |row: usize, column: usize| match row {
            0 => calls - points + column,
            _ => calls + (row - 1) * points + column,
        };
        for column in 0..points {
            let other = column ^ (1 << row);
            edges.push((task(row, column), task(row + 1, column)));
            edges.push((task(row, column), task(row + 1, other)));
        }
    }
    let exit = calls + k * points;
    edges.extend((exit - points..exit).map(|it| (it, exit)));
    (exit + 1, edges)
}

/// A first task, then as many tasks as wanted, joined by one, then one fewer, and so on down to one (Sect.
/// 4.1: "The number of tasks that are spawned each time is decreased by 1").
fn shape_fork_join(tasks: usize) -> Shape {
    let width = nearest(tasks, 1, |width| width * (width + 1) / 2 + width + 1);
    let mut edges = Vec::new();
    let mut join = 0;
    for spawned in (1..=width).rev() {
        let next = join + spawned + 1;
        for task in join + 1..next {
            edges.extend([(join, task), (task, next)]);
        }
        join = next;
    }
    (join + 1, edges)
}

/// A square of tasks, each of which waits for its upper and its left neighbour: a diamond with one first and
/// one last task (Kwok and Ahmad 1996, which the paper refers to).
fn shape_laplace(tasks: usize) -> Shape {
    let side = nearest(tasks, 1, |side| side * side);
    let mut edges = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let task = row * side + column;
            if column + 1 < side {
                edges.push((task, task + 1));
            }
            if row + 1 < side {
                edges.push((task, task + side));
            }
        }
    }
    (side * side, edges)
}

/// Two tasks of levels in a row that need not be joined are, with this chance in a hundred. The paper does
/// not say how many edges there are.
const JOINED_PERCENT: u32 = 25;

/// A first and a last task, and levels of at least two tasks in between, each of up to half as many as are
/// left; every task has a neighbour in the level before and in the one behind (Sect. 4.1).
fn shape_layered(tasks: usize, draw: &mut Draw) -> Shape {
    let tasks = tasks.max(4);
    let mut levels = Vec::new();
    levels.push(0..1);
    let mut next = 1;
    while next < tasks - 1 {
        let left = tasks - 1 - next;
        let most = (left / 2).max(2);
        let mut size = 2 + draw.below(most as u32 - 1) as usize;
        // One task alone is no level.
        if left - size.min(left) < 2 {
            size = left;
        }
        levels.push(next..next + size);
        next += size;
    }
    levels.push(next..next + 1);
    let mut edges = Vec::new();
    for pair in levels.windows(2) {
        let (here, behind) = (pair[0].clone(), pair[1].clone());
        let one_of =
            |draw: &mut Draw, level: &std::ops::Range<usize>| level.start + draw.below(level.len() as u32) as usize;
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for task in behind.clone() {
            joined.push((one_of(draw, &here), task));
        }
        for task in here.clone() {
            if joined.iter().all(|(from, _)| *from != task) {
                joined.push((task, one_of(draw, &behind)));
            }
        }
        for from in here {
            for to in behind.clone() {
                if draw.below(100) < JOINED_PERCENT {
                    joined.push((from, to));
                }
            }
        }
        joined.sort_unstable();
        joined.dedup();
        edges.append(&mut joined);
    }
    (tasks, edges)
}

/// Tasks that there are once: one before all others, mConcatFit, mBgModel, mImgtbl, mAdd, mShrink, mJPEG.
const SINGLE: usize = 7;

/// Images are projected, overlapping ones compared, the differences fitted together, the background of every
/// image corrected, and all images added (Berriman et al. 2004, which the paper refers to). Of n images
/// first neighbours overlap, then those two apart, and so on, until there are as many tasks as wanted; a
/// quarter of the tasks are projections. At least three images.
fn shape_montage(tasks: usize) -> Shape {
    let images = (tasks.saturating_sub(SINGLE) / 4).max(3);
    let most = images * (images - 1) / 2;
    let overlaps = tasks.saturating_sub(SINGLE + 2 * images).clamp(images - 1, most);
    let pairs = (1..images).flat_map(|apart| (0..images - apart).map(move |it| (it, it + apart)));
    let (project, differ) = (|it: usize| 1 + it, |it: usize| 1 + images + it);
    let concat = differ(overlaps);
    let model = concat + 1;
    let correct = |it: usize| model + 1 + it;
    let table = correct(images);
    let mut edges = Vec::new();
    for (at, (one, other)) in pairs.take(overlaps).enumerate() {
        edges.extend([(project(one), differ(at)), (project(other), differ(at))]);
        edges.push((differ(at), concat));
    }
    edges.push((concat, model));
    for image in 0..images {
        edges.extend([(0, project(image)), (project(image), correct(image))]);
        edges.extend([(model, correct(image)), (correct(image), table)]);
    }
    // mImgtbl, mAdd, mShrink, mJPEG.
    edges.extend((table..table + 3).map(|it| (it, it + 1)));
    (table + 4, edges)
}
