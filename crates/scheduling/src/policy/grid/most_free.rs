//! Load balancing by free processors.

use super::{BatchAllocator, Load};

/// The provider with the most processors free now, less those that its waiting jobs ask for. Without
/// the second part all jobs of one pass would go to the same provider. The first of equals wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct MostFree;

impl BatchAllocator for MostFree {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let spoken_for = |load: &Load| i128::from(load.waiting_processors) - i128::from(load.free);
        let (provider, _) = providers
            .iter()
            .enumerate()
            .filter(|(_, load)| load.processors >= processors)
            .min_by_key(|(_, load)| spoken_for(load))?;
        Some(provider)
    }
}
