//! Strict first come first served.

use super::{LocalPolicy, Shown, Standing, Waiting};

/// The head of the queue starts as soon as it fits; nobody overtakes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fcfs;

impl LocalPolicy for Fcfs {
    fn pass(&mut self, shown: &mut Shown) {
        let mut head = 0;
        while head < shown.queue.len() && shown.fits(head) {
            shown.start(head);
            head += 1;
        }
    }

    fn standing(&self, _queue: &[Waiting], place: usize) -> Standing {
        match place {
            0 => Standing::Open,
            _ => Standing::Behind { place: 0 },
        }
    }
}
