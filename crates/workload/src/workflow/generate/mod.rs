//! Workflows made up, as Zhao and Sakellariou 2007 do (Sect. 4.1): a shape, then costs and data by chance.

mod costs;
mod fft;
mod fork_join;
mod laplace;
mod layered;
mod made_up;
mod montage;
#[cfg(test)]
mod tests;

pub use costs::Amounts;
pub use made_up::MadeUp;

use serde::{Deserialize, Serialize};

use super::{Edge, Task, Workflow};
use crate::draw::{Draw, Stream};

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
            Self::Montage => montage::shape(tasks),
            Self::ForkJoin => fork_join::shape(tasks),
            Self::Fft => fft::shape(tasks),
            Self::Laplace => laplace::shape(tasks),
            Self::Layered => layered::shape(tasks, draw),
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
    filled(fft::butterflies(tasks), amounts, seed)
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
