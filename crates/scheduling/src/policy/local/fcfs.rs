//! Strict first come first served.

use super::{Finds, LocalPass, LocalPolicy, Standing, Waiting};

/// The head of the queue starts as soon as it fits; no job overtakes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fcfs;

impl LocalPolicy for Fcfs {
    fn pass(&mut self, pass: &mut LocalPass) {
        while let Some(head) = pass.first().filter(|&head| pass.fits(head)) {
            pass.start(head);
        }
    }

    fn finds(&self) -> Finds {
        Finds::ByPlace
    }

    fn standing(&self, _queue: &[Waiting], place: usize) -> Standing {
        match place {
            0 => Standing::Open,
            _ => Standing::Behind { place: 0 },
        }
    }
}
