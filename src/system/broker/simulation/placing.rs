//! Placement by one scheduler that knows all nodes.

use super::Protocol;
use crate::system::broker::central;

impl Protocol {
    /// A scheduler that knows all nodes places some of the tasks that have come, so that whoever drives the run
    /// stays responsive.
    pub(super) fn place_some(&mut self) {
        const SOME: usize = 64;
        let first = self.placed;
        self.placed = self.submitted.min(first + SOME);
        for task in first..self.placed {
            self.place(task as u32);
        }
    }

    /// A scheduler that knows all nodes finds a place, or none.
    fn place(&mut self, task: u32) {
        let request = &self.requests[task as usize];
        let of = (task, request);
        match central::place(&self.nodes, of, self.settings.placement, &mut self.places) {
            Some(it) => {
                self.nodes.add(it.node as usize, request);
                self.settled.reserve(it);
                self.is_over(task);
            }
            None => self.drop(task),
        }
    }
}
