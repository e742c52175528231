//! Placement by one scheduler that knows all nodes.

use super::Protocol;
use crate::system::broker::central;

impl Protocol {
    /// A scheduler that knows all nodes places the next tasks of those that are submitted, a limited number at a
    /// step.
    pub(super) fn place_some(&mut self) {
        const MOST: usize = 64;
        let first = self.placed;
        self.placed = self.arrived.len().min(first + MOST);
        for at in first..self.placed {
            self.place(self.arrived[at]);
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
