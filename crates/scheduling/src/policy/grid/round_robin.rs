//! Round-robin allocation.

use super::{BatchAllocator, Load};

/// One provider after the other; a provider that is too small is passed over.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin {
    next: usize,
}

impl BatchAllocator for RoundRobin {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let count = providers.len();
        let provider = (0..count)
            .map(|step| (self.next + step) % count)
            .find(|&provider| providers[provider].processors >= processors)?;
        self.next = (provider + 1) % count;
        Some(provider)
    }
}
