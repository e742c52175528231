//! What the pictures of a run are drawn from, made once of it.

use std::rc::Rc;

use crate::chart::messages::{LoadsAt, LoadsView, ROWS, Reserved, Sequence, SequenceView, Steps};
use crate::page::state::Finished;

/// A run with its steps.
pub struct Told {
    pub finished: Rc<Finished>,
    pub steps: Steps,
    reserved: Reserved,
}

/// There is one for each run.
impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.finished, &other.finished)
    }
}

impl Told {
    pub fn of(finished: Rc<Finished>) -> Self {
        Self {
            steps: Steps::of(&finished.run.messages),
            reserved: Reserved::of(&finished.run),
            finished,
        }
    }

    pub fn sequence(&self) -> Sequence<'_> {
        Sequence {
            messages: &self.finished.run.messages,
            steps: &self.steps,
        }
    }

    /// The rows around the current step.
    pub fn view(&self, shown: usize) -> SequenceView {
        let rows = ROWS.min(self.steps.rows.len());
        SequenceView {
            shown,
            first: self.steps.first_row(shown, rows),
            rows,
        }
    }

    /// How many nodes are in sight in a picture of a width.
    pub fn in_sight(width: u32) -> usize {
        if width < 560 { 6 } else { 12 }
    }

    /// The first node in sight: as chosen, or the first of the agent that the step is about.
    pub fn first_node(&self, chosen: Option<usize>, shown: usize) -> usize {
        let messages = &self.finished.run.messages;
        let last = self.finished.run.platform.len().saturating_sub(1);
        let of_step = || {
            let step = self.steps.current(shown)?;
            let agent = messages.list[step.message as usize].agent as usize;
            (agent < messages.agents.len()).then(|| messages.providers_of(agent).start)
        };
        chosen.or_else(of_step).unwrap_or(0).min(last)
    }

    /// What so many nodes hold, from the first on; of fewer than that all.
    pub fn loads(&self, shown: usize, first: usize, count: usize) -> LoadsAt {
        let run = &self.finished.run;
        let first = first.min(run.platform.len().saturating_sub(count));
        LoadsAt::of(
            run,
            &self.steps,
            &self.reserved,
            first..first + count,
            shown,
        )
    }

    pub fn loads_view<'a>(&'a self, held: &'a LoadsAt) -> LoadsView<'a> {
        LoadsView {
            run: &self.finished.run,
            held,
            window: self.reserved.span,
        }
    }
}
