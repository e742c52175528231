//! Where the reservations of a workflow go on a machine that runs batch jobs already.

use scheduling::availability::{Availability, Carts, Request};
use scheduling::engine::Run;
use scheduling::system::wanted::Wanted;
use workload::Time;

/// The error that rounding leaves, in seconds.
const ROUNDING: f64 = 1e-3;

/// A reservation that was placed. Times are seconds of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub start: Time,
    pub end: Time,
    /// How long its task runs.
    pub run_time: Time,
    pub processors: u32,
    /// Whether it could not be had at the time at which it was wanted.
    pub is_late: bool,
}

/// The reservations of a workflow, in the order in which they were placed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    pub reservations: Vec<Placed>,
    /// How much later the last one ends than was planned, in seconds.
    pub delay: f64,
}

impl Placement {
    /// The booked processor hours.
    pub fn booked(&self) -> f64 {
        let seconds = |it: &Placed| f64::from(it.processors) * (it.end - it.start) as f64;
        self.reservations.iter().map(seconds).sum::<f64>() / 3_600.0
    }

    /// How many could not be had at their time.
    pub fn late(&self) -> usize {
        self.reservations.iter().filter(|it| it.is_late).count()
    }

    /// When the last one ends, in seconds of the log.
    pub fn end(&self) -> Option<Time> {
        self.reservations.iter().map(|it| it.end).max()
    }
}

/// The free processors over time at an instant of a run: running jobs have their processors until their limits.
pub fn free_at(run: &Run, now: Time) -> Carts {
    let capacity = run.platform.first().copied().unwrap_or(0);
    let mut free = Carts::new(capacity);
    for it in &run.schedule.outcomes {
        if it.start >= 0 && it.start < now && it.end > now {
            free.reserve(now, it.held_until, it.processors);
        }
    }
    free
}

/// Places the reservations of a workflow that comes at an instant, each machine `processors` processors: one after
/// the other, each where it was planned or as soon after as the ones that it waits for and the processors allow.
/// Reservations keep their lengths.
pub fn place(wanted: &[Wanted], free: &mut Carts, now: Time, processors: u32) -> Placement {
    let mut ends: Vec<f64> = Vec::with_capacity(wanted.len());
    let mut placement = Placement::default();
    for it in wanted {
        let earliest = it.waits_for.iter().map(|&(before, seconds)| ends[before] + seconds).fold(it.start, f64::max);
        // In the plan a slot begins when the last of its predecessors lets it.
        let from = if earliest - it.start < ROUNDING { it.start } else { earliest };
        let times = (it.length, it.run_time);
        let placed = book(free, now, from, times, processors * it.machines);
        let start = if placed.is_late { (placed.start - now) as f64 } else { from };
        ends.push(start + it.length);
        placement.reservations.push(placed);
    }
    let planned = wanted.iter().map(|it| it.start + it.length);
    let last = ends.iter().copied().fold(0.0, f64::max);
    placement.delay = last - planned.fold(0.0, f64::max);
    placement
}

/// Books a reservation at its wanted start, in seconds after now, or at the first possible start after that.
fn book(free: &mut Carts, now: Time, wanted: f64, (length, run_time): (f64, f64), processors: u32) -> Placed {
    let ready = now + wanted.round() as Time;
    let length = ((wanted + length).round() - wanted.round()).max(1.0) as Time;
    let request = Request { ready, deadline: None, length, processors };
    // It fits behind everything that is booked.
    let start = free.earliest_fit(&request).unwrap_or(ready);
    free.reserve(start, start + length, processors);
    Placed {
        start,
        end: start + length,
        run_time: (run_time.round() as Time).clamp(1, length),
        processors,
        is_late: start > ready,
    }
}
