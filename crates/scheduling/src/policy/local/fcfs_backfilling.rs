//! The paper's FCFS-BF: first come first served with backfilling, without promises.

use super::{Finds, LocalPass, LocalPolicy, start_all_that_fit};

/// Walks the queue in order of arrival and starts every job that fits: "If a task cannot be
/// allocated at a given moment due to lack of resources the next task from the queue is checked"
/// (Kurowski et al. 2011, Sect. 4.4.3). A large job may wait for ever behind small ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct FcfsBackfilling;

impl LocalPolicy for FcfsBackfilling {
    fn pass(&mut self, pass: &mut LocalPass) {
        let places = 0..pass.queue.len();
        start_all_that_fit(pass, || places);
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }
}
