//! Outcomes of the same jobs under two scenarios.

use scheduling::engine::{Nouns, Outcome, Run, Status, Tick};
use workload::{Job, Time};

/// Differences between the outcomes of the jobs of two runs, matched by their numbers in the log;
/// numbers ascend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobDifferences {
    /// How long a tick is that waits are counted in: the finer one of the two runs.
    pub tick: Tick,
    pub nouns: &'static Nouns,
    /// For each job that ran in both, by how many ticks it waited longer in the other run than in
    /// the baseline, each from its own ready time to its start.
    pub waits: Vec<(u64, Time)>,
    pub rejected: OneOnly,
    /// Jobs that ran in both and were killed in one only. Where one run does not know, all that were killed in
    /// the other.
    pub killed: OneOnly,
    /// Whether it is unknown which jobs were killed: in the baseline, in the other run.
    pub killed_unknown: (bool, bool),
    /// Jobs that were taken from the workload in one only.
    pub taken: OneOnly,
}

/// Jobs to which an event happened in one run only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneOnly {
    /// In the baseline.
    pub baseline: Vec<u64>,
    /// In the other run.
    pub other: Vec<u64>,
}

impl OneOnly {
    fn add(&mut self, job: u64, baseline: bool, other: bool) {
        match (baseline, other) {
            (true, false) => self.baseline.push(job),
            (false, true) => self.other.push(job),
            _ => {}
        }
    }
}

/// Jobs whose waiting times changed in one direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Their numbers, ascending.
    pub jobs: Vec<u64>,
    /// All changes together, in ticks: 0 or more.
    pub sum: Time,
    /// The largest change, in ticks.
    pub largest: Time,
}

impl JobDifferences {
    /// The differences between the outcomes of the jobs of `other` and of `baseline`. Where a log
    /// gives a number twice, its jobs are matched in order of submission. O(jobs log jobs).
    pub fn between(baseline: &Run, other: &Run) -> Self {
        let is_finer = other.tick.per_second() > baseline.tick.per_second();
        let mut found = Self {
            tick: if is_finer { other.tick } else { baseline.tick },
            nouns: baseline.nouns(),
            killed_unknown: (baseline.killed_unknown(), other.killed_unknown()),
            ..Self::default()
        };
        let ticks = (baseline.tick, other.tick);
        let (first, second) = (by_number(baseline), by_number(other));
        let mut pairs = (first.iter().peekable(), second.iter().peekable());
        loop {
            let numbers = (pairs.0.peek().map(|(job, _)| job.id), pairs.1.peek().map(|(job, _)| job.id));
            match numbers {
                (None, None) => return found,
                (Some(job), next) if next.is_none_or(|next| job < next) => {
                    found.taken.baseline.push(job);
                    pairs.0.next();
                }
                (next, Some(job)) if next.is_none_or(|next| job < next) => {
                    found.taken.other.push(job);
                    pairs.1.next();
                }
                _ => {
                    if let (Some(baseline), Some(other)) = (pairs.0.next(), pairs.1.next()) {
                        found.add(*baseline, *other, ticks);
                    }
                }
            }
        }
    }

    fn add(&mut self, baseline: (&Job, &Outcome), other: (&Job, &Outcome), ticks: (Tick, Tick)) {
        let id = baseline.0.id;
        let is = |status| (baseline.1.status == status, other.1.status == status);
        let rejected = is(Status::Rejected);
        self.rejected.add(id, rejected.0, rejected.1);
        if rejected == (false, false) {
            let killed = is(Status::Killed);
            self.killed.add(id, killed.0, killed.1);
            let wait = |(job, outcome): (&Job, &Outcome), tick: Tick| {
                let wait = outcome.start - job.ready();
                if tick == self.tick { wait } else { self.tick.ticks(tick.seconds(wait)) }
            };
            let change = wait(other, ticks.1) - wait(baseline, ticks.0);
            self.waits.push((id, change));
        }
    }

    /// How many jobs' waiting times changed by how much, from much shorter to much longer.
    pub fn classes(&self) -> Vec<(String, f64)> {
        const NAMES: [&str; 9] = ["≤ −1 d", "≤ −1 h", "≤ −10 min", "< 0", "0", "> 0", "≥ 10 min", "≥ 1 h", "≥ 1 d"];
        /// Where the classes beyond `< 0` and `> 0` begin, in seconds.
        const BOUNDS: [Time; 3] = [600, 3_600, 86_400];
        let per_second = Time::from(self.tick.per_second());
        let mut counts = [0usize; NAMES.len()];
        for (_, change) in &self.waits {
            let reaches = |bound: &&Time| change.saturating_abs() >= **bound * per_second;
            let beyond = BOUNDS.iter().filter(reaches).count();
            counts[match change.signum() {
                -1 => 3 - beyond,
                0 => 4,
                _ => 5 + beyond,
            }] += 1;
        }
        let class = |(name, count): (&str, usize)| (name.to_owned(), count as f64);
        NAMES.into_iter().zip(counts).map(class).collect()
    }

    /// The jobs that waited longer in the other run.
    pub fn longer(&self) -> Changed {
        self.changed(1)
    }

    /// The jobs that waited less in the other run.
    pub fn shorter(&self) -> Changed {
        self.changed(-1)
    }

    /// The jobs that waited equally long in both.
    pub fn same(&self) -> Vec<u64> {
        self.waits.iter().filter(|(_, change)| *change == 0).map(|&(job, _)| job).collect()
    }

    fn changed(&self, sign: Time) -> Changed {
        let mut changed = Changed::default();
        for &(job, change) in &self.waits {
            let change = change * sign;
            if change > 0 {
                changed.jobs.push(job);
                changed.sum += change;
                changed.largest = changed.largest.max(change);
            }
        }
        changed
    }
}

/// The jobs of a run with their outcomes, by number.
fn by_number(run: &Run) -> Vec<(&Job, &Outcome)> {
    let mut jobs: Vec<_> = run.jobs.iter().zip(&run.schedule.outcomes).collect();
    jobs.sort_by_key(|(job, _)| job.id);
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scheduling::engine::testing::{job, random_run};
    use scheduling::engine::{Of, OfLog};

    /// A run of (number, submission, start, status).
    fn run_of(jobs: &[(u64, Time, Time, Status)]) -> Run {
        let mut run = Run::default();
        for &(id, submit, start, status) in jobs {
            run.jobs.push(job(id, submit, 1, 10));
            run.schedule.outcomes.push(Outcome { status, start, end: start + 10, ..Outcome::UNSEEN });
        }
        run
    }

    /// A wait of 600 s stays one, whatever the ticks are that it is counted in.
    #[test]
    fn waits_in_other_ticks_are_the_same_waits() {
        let in_ticks = |tick: Tick, start: f64| {
            let mut run = run_of(&[(1, 0, tick.ticks(start), Status::Done)]);
            run.tick = tick;
            run
        };
        let (second, fine) = (Tick::SECOND, Tick::MILLISECOND);
        let class = |baseline: &Run, other: &Run| {
            let found = JobDifferences::between(baseline, other);
            let classes = found.classes();
            let class = classes.into_iter().find(|it| it.1 > 0.0);
            let seconds = found.tick.seconds(found.waits[0].1);
            (class.expect("a class").0, seconds)
        };
        let far = in_ticks(fine, 700.5);
        assert_eq!(class(&in_ticks(fine, 100.5), &far), ("≥ 10 min".to_owned(), 600.0));
        assert_eq!(class(&in_ticks(second, 101.0), &far), ("> 0".to_owned(), 599.5));
        assert_eq!(class(&far, &in_ticks(second, 100.0)), ("≤ −10 min".to_owned(), -600.5));
    }

    #[test]
    fn jobs_are_matched_by_number_and_told_by_what_became_of_them() {
        use Status::{Done, Killed, Rejected};
        let baseline = run_of(&[
            (5, 0, 0, Done),
            (2, 10, 30, Done),
            (3, 20, 25, Killed),
            (9, 30, -1, Rejected),
            (4, 40, 90, Done),
        ]);
        let other =
            run_of(&[(5, 0, 100, Done), (3, 20, 25, Done), (9, 30, 40, Done), (4, 40, 50, Done), (7, 60, 60, Done)]);
        let found = JobDifferences::between(&baseline, &other);
        assert_eq!(found.waits, [(3, 0), (4, -40), (5, 100)]);
        assert_eq!(found.rejected.baseline, [9]);
        assert_eq!(found.killed.baseline, [3]);
        assert_eq!((found.taken.baseline.clone(), found.taken.other.clone()), (vec![2], vec![7]));
        let longer = found.longer();
        assert_eq!((longer.jobs, longer.sum, longer.largest), (vec![5], 100, 100));
        assert_eq!(found.shorter().sum, 40);
        assert_eq!(found.same(), [3]);
    }

    #[test]
    fn what_one_run_does_not_know_is_told_with_the_rest() {
        use Status::{Done, Killed};
        let mut log = run_of(&[(1, 0, 0, Done)]);
        log.of = Of::Log(OfLog { killed_unknown: true, ..OfLog::default() });
        let found = JobDifferences::between(&log, &run_of(&[(1, 0, 0, Killed)]));
        assert_eq!(found.killed_unknown, (true, false));
        assert_eq!(found.killed.other, [1]);
    }

    #[test]
    fn a_number_given_twice_is_matched_in_order() {
        use Status::Done;
        let baseline = run_of(&[(1, 0, 0, Done), (1, 5, 9, Done)]);
        let other = run_of(&[(1, 0, 3, Done), (1, 5, 9, Done), (1, 7, 9, Done)]);
        let found = JobDifferences::between(&baseline, &other);
        assert_eq!(found.waits, [(1, 3), (1, 0)]);
        assert_eq!(found.taken.other, [1]);
    }

    proptest! {
        /// In both directions the differences are the same, and every job is counted once.
        #[test]
        fn the_other_way_round_is_the_reverse(a in random_run(), b in random_run()) {
            let (forth, back) = (JobDifferences::between(&a, &b), JobDifferences::between(&b, &a));
            let reversed: Vec<_> = back.waits.iter().map(|&(job, wait)| (job, -wait)).collect();
            prop_assert_eq!(&forth.waits, &reversed);
            prop_assert_eq!(forth.longer(), back.shorter());
            prop_assert_eq!(&forth.taken.baseline, &back.taken.other);
            let told = forth.waits.len() + forth.taken.baseline.len();
            prop_assert_eq!(told, a.jobs.len(), "none is rejected in these");
            let classes: f64 = forth.classes().iter().map(|(_, count)| count).sum();
            prop_assert_eq!(classes, forth.waits.len() as f64, "each falls into one class");
            let changes: i64 = forth.waits.iter().map(|(_, wait)| wait).sum();
            prop_assert_eq!(changes, forth.longer().sum - forth.shorter().sum);
        }
    }
}
