//! On which processors the jobs of a log ran.

use super::Nodes;
use super::jobs_on_nodes::Placed;
use super::resources::NodeKind;

/// The processors of the jobs of a log, and the energy that they took, as the log names them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placements {
    /// The ranges of each job, first and last inclusive, ascending, by its place among the records; empty where the log
    /// names none.
    ranges: Vec<Box<[(u32, u32)]>>,
    /// In joules, by place; −1 where the log does not know.
    energy: Vec<f64>,
    /// The nodes of the machine, where the processors were found from them.
    nodes: Nodes,
}

/// The energy of a job of which the log does not know it.
pub const UNKNOWN_ENERGY: f64 = -1.0;

impl Placements {
    /// Sets the processors and the energy of the job at a place; `ranges` are ascending and do not meet.
    pub(crate) fn set(&mut self, place: usize, ranges: Box<[(u32, u32)]>, energy: f64) {
        if !ranges.is_empty() {
            let least = self.ranges.len().max(place + 1);
            self.ranges.resize(least, Box::default());
            self.ranges[place] = ranges;
        }
        if energy >= 0.0 {
            let least = self.energy.len().max(place + 1);
            self.energy.resize(least, UNKNOWN_ENERGY);
            self.energy[place] = energy;
        }
    }

    /// Takes the processors that were found from nodes in place of all others; the kinds of these nodes are handed back.
    pub(crate) fn set_nodes(&mut self, placed: Placed) -> Vec<NodeKind> {
        self.ranges = placed.ranges;
        self.nodes = placed.nodes;
        placed.kinds
    }

    /// The nodes of the machine in the order of their processors; none where the log names processors, or neither.
    pub const fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// The processors of the job at a place, ascending; none where the log names none. O(1).
    pub fn of(&self, place: usize) -> &[(u32, u32)] {
        self.ranges.get(place).map_or(&[], |it| it)
    }

    /// The energy of the job at a place in joules; [`UNKNOWN_ENERGY`] where the log does not know it.
    pub fn energy(&self, place: usize) -> f64 {
        self.energy.get(place).copied().unwrap_or(UNKNOWN_ENERGY)
    }

    /// Whether the log names the processors of some job.
    pub const fn has_processors(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Whether the log knows the energy of some job.
    pub const fn has_energy(&self) -> bool {
        !self.energy.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_without_processors_or_energy_have_none() {
        let mut placed = Placements::default();
        placed.set(0, Box::default(), -1.0);
        assert!(!placed.has_processors() && !placed.has_energy());
        placed.set(2, Box::new([(4, 7), (9, 9)]), 120.5);
        assert_eq!(placed.of(2), [(4, 7), (9, 9)]);
        assert_eq!((placed.of(0).len(), placed.of(9).len()), (0, 0));
        let energies = [0, 2, 9].map(|place| placed.energy(place));
        assert_eq!(energies, [UNKNOWN_ENERGY, 120.5, UNKNOWN_ENERGY]);
    }
}
