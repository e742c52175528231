//! Whole schedules of slots of several levels, with a threshold, against an array of slots.
//!
//! Of the calendar it shares the array that the calendar's own tests compare with; of the run nothing.

use super::*;
use crate::availability::calendar::Demand;
use crate::availability::calendar::tests::array::{Array, Held};
use crate::availability::calendar::tests::properties::any_percents;

/// Beyond all that is booked.
const END: Time = 9_000;
const NODES: u32 = 8;

struct Naive<'a> {
    array: Array,
    /// Of each level but the finest.
    percents: [u32; 2],
    backfill: bool,
    jobs: &'a [Job],
    /// When each has started and ends.
    ran: Vec<Option<(Time, Time)>>,
    ended: Vec<bool>,
}

impl Naive<'_> {
    fn demand(&self, job: usize) -> Demand {
        let it = &self.jobs[job];
        Demand {
            nodes: it.processors,
            length: it.requested_time,
            ready: it.ready(),
            fixed: it.is_reservation(),
        }
    }

    /// Slots are split, from level to level; whether a job keeps less of them, or one of these divisions lifts the
    /// threshold.
    fn roll(&mut self, now: Time) -> bool {
        let (before, held) = (self.array.slots.clone(), self.array.jobs.clone());
        self.array.roll(now);
        let limit = |level: usize| level.checked_sub(1).map_or(100, |it| self.percents[it]);
        let lifts = |slot: &(usize, Time, Time)| {
            let new = self.array.slots.iter().find(|it| it.1 == slot.1);
            let now_of = new.map_or(slot.0, |it| it.0);
            (now_of..slot.0)
                .any(|level| limit(level) * NODES / 100 > limit(level + 1) * NODES / 100)
        };
        let lifted = before.iter().any(lifts);
        let keeps_less = |(job, it): (&u32, &Held)| {
            let before = held[job];
            (it.from, it.to) != (before.from, before.to)
        };
        lifted || self.array.jobs.iter().any(keeps_less)
    }

    /// Whether a job has ended, and whether slots are free again.
    fn ends(&mut self, now: Time) -> (bool, bool) {
        let (mut ended, mut freed) = (false, false);
        for job in 0..self.jobs.len() {
            if self.ended[job] || self.ran[job].is_none_or(|it| it.1 != now) {
                continue;
            }
            let until = self.array.jobs[&(job as u32)].to;
            self.array.end(job as u32, now);
            freed |= self.array.jobs[&(job as u32)].to < until;
            (ended, self.ended[job]) = (true, true);
        }
        (ended, freed)
    }

    fn move_forward(&mut self, now: Time) {
        for job in 0..self.jobs.len() {
            let Some(&held) = self.array.jobs.get(&(job as u32)) else {
                continue;
            };
            if self.ran[job].is_some() || held.demand.fixed {
                continue;
            }
            let found = self.array.earliest(held.demand, now, Some(job as u32));
            if let Some(earlier) = found.filter(|it| it.start < held.start) {
                self.array.jobs.insert(job as u32, earlier);
            }
        }
    }

    fn submissions(&mut self, now: Time) {
        for job in 0..self.jobs.len() {
            let demand = self.demand(job);
            if self.jobs[job].submit == now
                && let Some(held) = self.array.earliest(demand, demand.ready, None)
            {
                self.array.jobs.insert(job as u32, held);
            }
        }
    }

    fn starts(&mut self, now: Time) {
        for job in 0..self.jobs.len() {
            let held = self.array.jobs.get(&(job as u32));
            if self.ran[job].is_none() && held.is_some_and(|it| it.start == now) {
                let it = &self.jobs[job];
                self.ran[job] = Some((now, now + it.run_time.min(it.requested_time)));
            }
        }
    }

    fn play(mut self) -> Vec<Option<(Time, Time)>> {
        let last = self.jobs.last().map_or(0, |it| it.submit);
        let is_over = |it: &Self| it.array.jobs.keys().all(|&job| it.ended[job as usize]);
        for now in 0..END {
            if now > last && is_over(&self) {
                return self.ran;
            }
            let mut freed = self.roll(now);
            let mut is_first = true;
            loop {
                let (ended, again) = self.ends(now);
                if self.backfill && (freed || again) {
                    self.move_forward(now);
                }
                if is_first {
                    self.submissions(now);
                } else if !ended {
                    break;
                }
                self.starts(now);
                (is_first, freed) = (false, false);
            }
        }
        unreachable!("a job that has not ended by {END}")
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn with_levels_and_a_threshold_whole_schedules_are_equal(
        jobs in proptest::collection::vec(any_job(), 0..30).prop_map(numbered),
        lengths in (1..6i64, 2..5i64, 2..5i64),
        counts in (1..6u32, 1..6u32),
        low_water in prop::option::of(1..6u32),
        percents in any_percents(),
        backfill in any::<bool>(),
    ) {
        let levels = three_levels(counts, lengths);
        let mark = low_water.map_or("null".to_owned(), |it| it.to_string());
        let percents = [percents[1], percents[2]];
        let threshold = match percents[0] == percents[1] {
            true => json!(percents[0]),
            false => json!(percents),
        };
        let json = format!(
            r#"{{"levels": {}, "low_water": {mark}, "threshold_percent": {threshold}, "backfill": {backfill}}}"#,
            json!(levels)
        );
        let run = run(&settings(&json), &[NODES], jobs.clone());
        let begin = jobs.first().map_or(0, |it| it.submit);
        let naive = Naive {
            array: Array::new(&levels, low_water, &percents, NODES, begin),
            percents,
            backfill,
            jobs: &jobs,
            ran: vec![None; jobs.len()],
            ended: vec![false; jobs.len()],
        };
        let outcomes = run.schedule.outcomes.iter();
        let ran: Vec<Option<(Time, Time)>> = outcomes
            .map(|it| (it.status != crate::engine::Status::Rejected).then_some((it.start, it.end)))
            .collect();
        prop_assert_eq!(ran, naive.play());
    }
}
