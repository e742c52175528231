//! All the starts at which a request fits.

use super::{Request, Step};
use workload::Time;

/// Starts at which a request fits: each second from the first to the last. One second before the
/// first and one after the last it does not fit, or was not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The earliest start.
    pub first_start: Time,
    /// The latest start, inclusive; [`Time::MAX`] in a window without an end.
    pub last_start: Time,
}

/// The windows of a request in the slots of a count (see [`super::Availability::windows`]).
pub(super) fn of(steps: &[Step], request: &Request, until: Time) -> Vec<Window> {
    let by_deadline = request.deadline.map_or(Time::MAX, |deadline| deadline.saturating_sub(request.length));
    let latest = by_deadline.min(until);
    let enough = |step: &Step| step.free >= i64::from(request.processors);
    let mut windows = Vec::new();
    let mut slot = steps.partition_point(|step| step.start <= request.ready) - 1;
    while slot < steps.len() && steps[slot].start <= latest {
        let length = steps[slot..].iter().take_while(|step| enough(step)).count();
        if length > 0 {
            let end = steps.get(slot + length).map(|step| step.start);
            let window = Window {
                first_start: steps[slot].start.max(request.ready),
                last_start: last_start(end, request).min(latest),
            };
            if window.first_start <= window.last_start {
                windows.push(window);
            }
        }
        // The slot after the run, if there is one, has not enough.
        slot += length + 1;
    }
    windows
}

/// The latest start from which it ends by `end`. A request of no length still needs its processors
/// for an instant.
fn last_start(end: Option<Time>, request: &Request) -> Time {
    end.map_or(Time::MAX, |end| end.saturating_sub(request.length.max(1)))
}
