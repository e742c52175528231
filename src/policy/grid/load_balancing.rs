//! Load balancing by queue length.

use super::{BatchAllocation, Load};

/// "For every task the resource provider with minimum queue length is selected" (Kurowski et al.
/// 2011, Sect. 4.4.2). Waiting jobs count, running ones do not; the first of equals wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadBalancing;

impl BatchAllocation for LoadBalancing {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let all = providers.iter().enumerate();
        let large_enough = all.filter(|(_, load)| load.processors >= processors);
        let (provider, _) = large_enough.min_by_key(|(_, load)| load.waiting)?;
        Some(provider)
    }
}
