//! The moments of a run that a time cursor can stand at.

use crate::engine::{NEVER, Run, Status};
use base::ordering::sort_by_key;
use workload::{Job, Time};

/// From the first submission to the last release.
pub fn span(run: &Run) -> (Time, Time) {
    let first = run.jobs.iter().map(|job| job.submit).min().unwrap_or(0);
    let last = run.schedule.outcomes.iter().map(|it| it.released).max();
    (first, last.unwrap_or(first).max(first))
}

/// The next moment before or after `now` at which a job becomes eligible, starts or ends.
pub fn next_event(run: &Run, now: Time, forward: bool) -> Option<Time> {
    let times =
        run.schedule.outcomes.iter().filter(|it| it.start >= 0).flat_map(|it| [it.allocated, it.start, it.released]);
    let times = times.chain(run.jobs.iter().map(Job::eligible));
    if forward { times.filter(|&time| time > now).min() } else { times.filter(|&time| time < now).max() }
}

/// The first of the moments at which the most jobs wait or have booked, and of these the most run; the first submission if
/// no job ever did. O(n log n).
pub fn busiest(run: &Run) -> Time {
    let mut changes: Vec<(Time, i64, i64)> = Vec::new();
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        if outcome.status == Status::Rejected || outcome.start == NEVER {
            continue;
        }
        let since = if job.is_reservation() { outcome.allocated } else { job.eligible() };
        let (from, to) = (outcome.held_from, outcome.released);
        if since < from {
            changes.extend([(since, 1, 0), (from, -1, 0)]);
        }
        if from < to {
            changes.extend([(from, 0, 1), (to, 0, -1)]);
        }
    }
    sort_by_key(&mut changes, |it| it.0);
    let (mut here, mut most, mut moment) = ((0, 0), (0, 0), None);
    for at_once in changes.chunk_by(|a, b| a.0 == b.0) {
        let sum = |all: (i64, i64), it: &(Time, i64, i64)| (all.0 + it.1, all.1 + it.2);
        here = at_once.iter().fold(here, sum);
        if here > most {
            (most, moment) = (here, Some(at_once[0].0));
        }
    }
    moment.unwrap_or(span(run).0)
}

/// The middle of a span of time.
pub fn middle((first, last): (Time, Time)) -> Time {
    first + (last - first) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::testing::jobs;
    use crate::system::{Input, System};

    fn run_of(text: &str) -> Run {
        let mut simulation = System::default().start(Input::of_jobs(&[4], jobs(text), 1)).expect("it runs");
        while !simulation.advance(10) {}
        simulation.finish()
    }

    #[test]
    fn a_run_of_nothing_is_a_moment() {
        let nothing = Run::default();
        assert_eq!(span(&nothing), (0, 0));
        assert_eq!(middle((10, 21)), 15);
        assert_eq!(next_event(&nothing, 5, true), None);
    }

    #[test]
    fn events_are_submissions_starts_and_releases() {
        let run = run_of("10 1 30 40");
        let released = run.schedule.outcomes[0].released;
        assert_eq!(span(&run), (10, released));
        for (at, is_later, expected) in [(9, true, 10), (10, true, released), (released, false, 10)] {
            assert_eq!(next_event(&run, at, is_later), Some(expected), "{at}");
        }
    }

    #[test]
    fn the_busiest_moment_is_the_first_at_which_the_most_jobs_wait() {
        // The first one holds all until 100: from 30 on two wait.
        assert_eq!(busiest(&run_of("0 4 100 100, 20 4 50 50, 30 4 50 50, 400 4 10 10")), 30);
        // No job waits: at 70 two run.
        assert_eq!(busiest(&run_of("40 1 60 60, 70 1 60 60")), 70);
        assert_eq!(busiest(&Run::default()), 0);
    }
}
