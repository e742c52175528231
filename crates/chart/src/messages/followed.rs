//! A run that is followed step by step: the data of its pictures, made once per run.

use super::dynamic_table::NodeTable;
use super::loads::{LoadsAt, Reserved};
use super::node_loads::LoadsView;
use super::sequence::{ROWS, Sequence, SequenceView};
use super::steps::Steps;
use scheduling::engine::Run;

/// The steps of a run and its reservations. The run itself is passed each time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Followed {
    pub steps: Steps,
    reserved: Reserved,
}

impl Followed {
    /// O(n log n) for n messages and jobs.
    pub fn of(run: &Run) -> Self {
        Self { steps: Steps::of(&run.messages), reserved: Reserved::of(run) }
    }

    /// The messages of the run.
    pub fn sequence<'a>(&'a self, run: &'a Run) -> Sequence<'a> {
        Sequence { messages: &run.messages, steps: &self.steps }
    }

    /// The rows around the current step.
    pub fn view(&self, shown: usize) -> SequenceView {
        let rows = ROWS.min(self.steps.rows.len());
        SequenceView { shown, first: self.steps.first_row(shown, rows), rows }
    }

    /// The first node in sight: as chosen, or the first of the agent that the step is about.
    pub fn first_node(&self, run: &Run, chosen: Option<usize>, shown: usize) -> usize {
        let messages = &run.messages;
        let last = run.platform.len().saturating_sub(1);
        let of_step = || {
            let step = self.steps.current(shown)?;
            let agent = messages.list[step.message as usize].agent as usize;
            (agent < messages.agents.len()).then(|| messages.providers_of(agent).start)
        };
        chosen.or_else(of_step).unwrap_or(0).min(last)
    }

    /// The loads of this many nodes from the first on, or of all if there are fewer.
    pub fn loads(&self, run: &Run, shown: usize, first: usize, count: usize) -> LoadsAt {
        let first = first.min(run.platform.len().saturating_sub(count));
        LoadsAt::of(run, &self.steps, &self.reserved, first..first + count, shown)
    }

    /// The dynamic table of a node; none if there is no such node.
    pub fn node_table(&self, run: &Run, shown: usize, node: usize) -> Option<NodeTable> {
        let nodes = node..node + 1;
        let held = LoadsAt::of(run, &self.steps, &self.reserved, nodes, shown);
        NodeTable::of(&held, node, self.reserved.span)
    }

    /// The picture of the loads of some nodes.
    pub fn loads_view<'a>(&self, run: &'a Run, held: &'a LoadsAt) -> LoadsView<'a> {
        LoadsView { run, held, window: self.reserved.span }
    }
}
