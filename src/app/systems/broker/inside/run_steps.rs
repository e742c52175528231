//! The data of the pictures of a run, made once per run.

use std::rc::Rc;

use slotscope::chart::messages::{Followed, LoadsAt, LoadsView, NodeTable, Sequence, SequenceView, Steps};
use slotscope::page::state::Finished;

pub struct RunSteps {
    pub finished: Rc<Finished>,
    followed: Followed,
}

impl PartialEq for RunSteps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.finished, &other.finished)
    }
}

impl RunSteps {
    pub fn of(finished: Rc<Finished>) -> Self {
        Self { followed: Followed::of(&finished.run), finished }
    }

    pub fn steps(&self) -> &Steps {
        &self.followed.steps
    }

    pub fn sequence(&self) -> Sequence<'_> {
        self.followed.sequence(&self.finished.run)
    }

    /// The rows around the current step.
    pub fn view(&self, shown: usize) -> SequenceView {
        self.followed.view(shown)
    }

    /// How many nodes are in sight in a picture of a width.
    pub fn in_sight(width: u32) -> usize {
        if width < 560 { 6 } else { 12 }
    }

    /// The first node in sight: as chosen, or the first of the agent that the step is about.
    pub fn first_node(&self, chosen: Option<usize>, shown: usize) -> usize {
        self.followed.first_node(&self.finished.run, chosen, shown)
    }

    /// The loads of this many nodes from the first on, or of all if there are fewer.
    pub fn loads(&self, shown: usize, first: usize, count: usize) -> LoadsAt {
        self.followed.loads(&self.finished.run, shown, first, count)
    }

    /// The dynamic table of a node; none if there is no such node.
    pub fn table(&self, shown: usize, node: usize) -> Option<NodeTable> {
        self.followed.node_table(&self.finished.run, shown, node)
    }

    pub fn loads_view<'a>(&'a self, held: &'a LoadsAt) -> LoadsView<'a> {
        self.followed.loads_view(&self.finished.run, held)
    }
}
