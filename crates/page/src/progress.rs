//! How far a run has come, as a share of the time that it takes.
//!
//! What an event costs grows with the queue, so that neither the share of the jobs that have been
//! submitted nor that of the events follows the clock. The time spent so far does, and how it has
//! grown tells how it goes on: while jobs are submitted the time spent is taken to be a power of how
//! many those are; when all have been, each job that is left is taken to cost what the last ones did,
//! less as the queue gets shorter.

use scheduling::engine::Standing;

/// Times below this many milliseconds say nothing of how they grow.
const NOISE: f64 = 15.0;

/// Bounds of the power: a queue of constant length, and one that grows and is walked for each of its
/// jobs.
const POWERS: (f64, f64) = (1.0, 3.0);

/// Where nothing is known of the power: a queue that grows and is walked once.
const USUAL_POWER: f64 = 2.0;

/// The rate is measured over this share of the time spent.
const LATELY: f64 = 0.1;

/// An estimate that gets better as the run goes on, and never goes back.
#[derive(Debug)]
pub struct Estimate {
    /// How the run stood when this many milliseconds had been spent.
    history: Vec<(f64, Standing)>,
    power: f64,
    told: f64,
}

impl Default for Estimate {
    fn default() -> Self {
        Self { history: vec![(0.0, Standing::default())], power: USUAL_POWER, told: 0.0 }
    }
}

impl Estimate {
    /// Takes note of how the run stands after `spent` milliseconds, which only grow.
    pub fn observe(&mut self, spent: f64, standing: Standing) {
        self.history.push((spent, standing));
    }

    /// The share of its time that the run has taken, 0 to 1, as of the last observation. O(log n)
    /// for n observations.
    pub fn fraction(&mut self) -> f64 {
        let Some(&(spent, standing)) = self.history.last() else {
            return self.told;
        };
        let left = if standing.submitted < standing.jobs {
            self.while_submitting(spent, standing)
        } else {
            self.while_draining(spent, standing)
        };
        if spent > 0.0 && left.is_finite() {
            self.told = self.told.max(spent / (spent + left)).min(1.0);
        }
        self.told
    }

    /// Milliseconds left while jobs are still being submitted.
    fn while_submitting(&mut self, spent: f64, now: Standing) -> f64 {
        let half = self.spent_at(now.submitted as f64 / 2.0);
        if half > NOISE {
            self.power = (spent / half).log2().clamp(POWERS.0, POWERS.1);
        }
        let growth = now.jobs as f64 / now.submitted.max(1) as f64;
        let all_submitted = spent * growth.powf(self.power);
        // A queue that made each event dearer has grown with the cost of an event.
        let queue = now.waiting as f64 * growth.powf(self.power - 1.0);
        let events = now.events() as f64 * growth;
        all_submitted * (1.0 + queue / events.max(1.0)) - spent
    }

    /// Milliseconds left once all jobs have been submitted.
    fn while_draining(&self, spent: f64, now: Standing) -> f64 {
        // What was submitted at once is no measure of what ends one by one.
        let begun = |it: &(f64, Standing)| it.1.submitted < now.jobs;
        let drains_from = self.history.partition_point(begun);
        let lately = |it: &(f64, Standing)| it.0 < spent * (1.0 - LATELY);
        let place = self.history.partition_point(lately).saturating_sub(1);
        let &(then, before) = &self.history[place.max(drains_from)];
        let settled = (now.settled - before.settled) as f64;
        (spent - then) / settled * (now.jobs - now.settled) as f64 / self.power
    }

    /// The time that had been spent when this many jobs had been submitted.
    fn spent_at(&self, submitted: f64) -> f64 {
        let is_before = |(_, it): &(f64, Standing)| (it.submitted as f64) < submitted;
        let place = self.history.partition_point(is_before).max(1);
        let Some(&(later, after)) = self.history.get(place) else {
            return 0.0;
        };
        let (earlier, before) = self.history[place - 1];
        let between = (after.submitted - before.submitted).max(1) as f64;
        earlier + (later - earlier) * (submitted - before.submitted as f64).max(0.0) / between
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of `jobs` jobs of which `arrive` are submitted at each instant and `end` end, where an
    /// instant costs `cost` of the queue's length: the shares of the time spent, and those told.
    fn told(jobs: usize, (arrive, end): (usize, usize), cost: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let mut standing = Standing { jobs, ..Standing::default() };
        let (mut estimate, mut spent, mut told) = (Estimate::default(), 0.0, Vec::new());
        while standing.settled < jobs {
            standing.submitted = (standing.submitted + arrive).min(jobs);
            standing.settled = (standing.settled + end).min(standing.submitted);
            standing.waiting = standing.submitted - standing.settled;
            spent += cost(standing.waiting as f64);
            estimate.observe(spent, standing);
            told.push((spent, estimate.fraction()));
        }
        told.into_iter().map(|(at, it)| (at / spent, it)).collect()
    }

    /// The largest distance between the time and what is told of it, after its first tenth.
    fn error(told: &[(f64, f64)]) -> f64 {
        told.iter().filter(|(time, _)| *time > 0.1).map(|(time, it)| (time - it).abs()).fold(0.0, f64::max)
    }

    /// A constant cost; a queue that grows and is walked; one each job of which is compared with all; and jobs that are
    /// all there at once.
    #[test]
    fn what_is_to_come_is_foreseen() {
        let walked = |waiting: f64| 0.1 + waiting * 0.01;
        for (told, most) in [
            (told(10_000, (10, 10), |_| 1.0), 0.01),
            (told(10_000, (13, 10), walked), 0.15),
            (told(10_000, (13, 10), |waiting| 0.1 + waiting * waiting * 1e-4), 0.15),
            (told(10_000, (10_000, 10), walked), 0.1),
        ] {
            assert!(error(&told) < most, "{} of {most}", error(&told));
        }
    }

    #[test]
    fn it_never_goes_back_and_stays_within_0_and_1() {
        // A queue that comes and goes.
        let bursts = |waiting: f64| 1.0 + 50.0 * (waiting * 0.02).sin().abs();
        for told in [
            told(5_000, (7, 5), bursts),
            told(5_000, (5_000, 3), bursts),
            told(1, (1, 1), |_| 100.0),
            told(300, (1, 1), |_| 0.0),
        ] {
            assert!(told.windows(2).all(|pair| pair[0].1 <= pair[1].1));
            assert!(told.iter().all(|(_, it)| (0.0..=1.0).contains(it)));
        }
    }
}
