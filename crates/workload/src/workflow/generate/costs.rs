//! Costs and data of a workflow that has a shape.

use crate::draw::Draw;
use crate::workflow::Workflow;

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
    pub(super) fn fill(&self, mut workflow: Workflow, draw: &mut Draw) -> Workflow {
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
