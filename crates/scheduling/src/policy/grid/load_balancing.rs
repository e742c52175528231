//! Load balancing by queue length.

use super::{BatchAllocator, Load};

/// "For every task the resource provider with minimum queue length is selected" (Kurowski et al.
/// 2011, Sect. 4.4.2). Waiting batch jobs count, running ones and reservations do not; the first of equals wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadBalancing;

impl BatchAllocator for LoadBalancing {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        fewest(processors, providers, |load| load.waiting)
    }
}

/// Load balancing with the "queues of local schedulers" in the plural: the reservations that wait for their start
/// count like batch jobs that wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadBalancingWithReservations;

impl BatchAllocator for LoadBalancingWithReservations {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        fewest(processors, providers, |load| load.waiting.saturating_add(load.waiting_reservations))
    }
}

/// The first of those providers that are large enough and have the fewest waiting.
fn fewest(processors: u32, providers: &[Load], waiting: impl Fn(&Load) -> u32) -> Option<usize> {
    let (provider, _) = providers
        .iter()
        .enumerate()
        .filter(|(_, load)| load.processors >= processors)
        .min_by_key(|(_, load)| waiting(load))?;
    Some(provider)
}
