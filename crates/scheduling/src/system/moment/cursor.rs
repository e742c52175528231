//! The moments of a run that a time cursor can stand at.

use crate::engine::Run;
use workload::{Job, Time};

/// From the first submission to the last release.
pub fn span(run: &Run) -> (Time, Time) {
    let first = run.jobs.iter().map(|job| job.submit).min().unwrap_or(0);
    let last = run.schedule.outcomes.iter().map(|it| it.released).max();
    (first, last.unwrap_or(first).max(first))
}

/// The next moment before or after `now` at which a job becomes eligible, starts or ends.
pub fn next_event(run: &Run, now: Time, forward: bool) -> Option<Time> {
    let outcomes = run.schedule.outcomes.iter();
    let times = outcomes
        .filter(|it| it.start >= 0)
        .flat_map(|it| [it.allocated, it.start, it.released]);
    let times = times.chain(run.jobs.iter().map(Job::eligible));
    if forward {
        times.filter(|&time| time > now).min()
    } else {
        times.filter(|&time| time < now).max()
    }
}

/// The middle of a span of time.
pub fn middle((first, last): (Time, Time)) -> Time {
    first + (last - first) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Input, System};
    use workload::testing::job;

    #[test]
    fn a_run_of_nothing_is_a_moment() {
        let nothing = Run::default();
        assert_eq!(span(&nothing), (0, 0));
        assert_eq!(middle((10, 21)), 15);
        assert_eq!(next_event(&nothing, 5, true), None);
    }

    #[test]
    fn events_are_submissions_starts_and_releases() {
        let input = Input::of_jobs(&[4], vec![job(1, 10, 1, 30, 40)], 1);
        let mut simulation = System::default().start(input).expect("it runs");
        while !simulation.advance(10) {}
        let run = simulation.finish();
        assert_eq!(span(&run).0, 10);
        let released = run.schedule.outcomes[0].released;
        assert_eq!(span(&run).1, released);
        assert_eq!(next_event(&run, 9, true), Some(10));
        assert_eq!(next_event(&run, 10, true), Some(released));
        assert_eq!(next_event(&run, released, false), Some(10));
    }
}
