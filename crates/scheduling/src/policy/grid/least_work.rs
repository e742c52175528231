//! Load balancing by queued work.

use super::{BatchAllocator, Load};

/// The provider whose waiting jobs ask for the least work, size times limit, for each of its
/// processors: a long queue of small jobs counts less than a short one of large jobs. The first of
/// equals wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeastWork;

impl BatchAllocator for LeastWork {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let (provider, _) = providers.iter().enumerate().filter(|(_, load)| load.processors >= processors).min_by(
            |(_, a), (_, b)| {
                // Waiting work over processors, compared without fractions.
                let of_a = a.waiting_work * i128::from(b.processors);
                let of_b = b.waiting_work * i128::from(a.processors);
                of_a.cmp(&of_b)
            },
        )?;
        Some(provider)
    }
}
