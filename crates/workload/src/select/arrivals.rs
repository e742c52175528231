//! A heavier or lighter load: the time between submissions divided by a factor.

use crate::{Job, MAX_TIME, Time};

/// The least factor, at which a log takes a hundred times as long, and the greatest, at which all of a
/// year is submitted within four days.
pub const LOAD_FACTORS: (f64, f64) = (0.01, 100.0);

/// Divides the time between submissions by `factor`: each job is submitted at
/// first + round((t - first) / factor), halves up, where first is the first job's submission.
///
/// That is the usual way to vary the load of a log (Lifka 1995, and most studies of backfilling
/// since): sizes, run times and logged waits stay, so the offered load is multiplied by the factor.
/// The window of a reservation keeps its distance from the submission. `jobs` are in order of
/// submission and stay in it, also where two submissions fall on the same second. No submission comes
/// later than [`MAX_TIME`], unless it does already. A quotient of doubles is rounded once and the same
/// everywhere, so that every platform comes to the same seconds. O(n).
///
/// An invalid factor counts as 1, one out of range as the nearest valid one.
pub(super) fn divide(jobs: &mut [Job], factor: f64) {
    let (least, most) = LOAD_FACTORS;
    let factor = factor.clamp(least, most);
    let Some(first) = jobs.first().map(|job| job.submit) else {
        return;
    };
    if factor == 1.0 || factor.is_nan() {
        return;
    }
    for job in jobs {
        let since = job.submit - first;
        let furthest = since.max(MAX_TIME - first);
        // At most 10^11 seconds over a hundredth: far below the largest whole number that a double
        // represents exactly.
        let divided = (since as f64 / factor).round() as Time;
        let shift = divided.min(furthest) - since;
        job.submit += shift;
        if let Some(request) = &mut job.reservation {
            request.ready = request.ready.saturating_add(shift);
            request.deadline = request.deadline.saturating_add(shift);
        }
    }
}
