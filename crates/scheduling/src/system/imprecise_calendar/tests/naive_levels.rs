//! Whole schedules of slots of several levels, with a threshold, against an array of slots.
//!
//! It shares the array with the calendar's own tests, and no code with the run.

use super::*;
use crate::availability::calendar::Demand;
use crate::availability::calendar::tests::any_percents;
use crate::availability::calendar::tests::{Array, Held};

/// Beyond all that is booked.
const END: Time = 9_000;
const NODES: u32 = 8;

struct Naive<'a> {
    array: Array,
    /// Of each level but the finest.
    percents: [u32; 2],
    backfill: bool,
    /// Whether only jobs near changes are examined, and the changed times: from when to when.
    refined: bool,
    touched: Vec<(Time, Time)>,
    jobs: &'a [Job],
    /// When each has started and ends.
    ran: Vec<Option<(Time, Time)>>,
    ended: Vec<bool>,
}

impl Naive<'_> {
    fn demand(&self, job: usize) -> Demand {
        let it = &self.jobs[job];
        Demand { nodes: it.processors, length: it.requested_time, ready: it.ready(), fixed: it.is_reservation() }
    }

    /// Slots are split, from level to level; whether a job keeps less of them, or one of these divisions lifts the
    /// threshold.
    fn roll(&mut self, now: Time) -> bool {
        let (before, held) = (self.array.slots.clone(), self.array.jobs.clone());
        self.array.roll(now);
        let limit = |level: usize| level.checked_sub(1).map_or(100, |it| self.percents[it]);
        let lifts = |slot: &(usize, Time, Time)| {
            let now_of = self.array.slots.iter().find(|it| it.1 == slot.1).map_or(slot.0, |it| it.0);
            (now_of..slot.0).any(|level| limit(level) * NODES / 100 > limit(level + 1) * NODES / 100)
        };
        let lifted = before.iter().any(lifts);
        self.note_divided(&before);
        let keeps_less = |(job, it): (&u32, &Held)| {
            let before = held[job];
            (it.from, it.to) != (before.from, before.to)
        };
        lifted || self.array.jobs.iter().any(keeps_less)
    }

    /// From when to when slots have come to be of a level or of a finer one, level by level.
    fn note_divided(&mut self, before: &[(usize, Time, Time)]) {
        for level in 0..2 {
            let level_before = |at: Time| before.iter().find(|it| it.1 <= at && at < it.2).map_or(2, |it| it.0);
            let new = self.array.slots.iter().filter(|it| it.0 <= level && level_before(it.1) > level);
            let (from, to) = (new.clone().map(|it| it.1).min(), new.map(|it| it.2).max());
            self.touched.extend(from.zip(to));
        }
    }

    /// The jobs that wait and may be moved, with their starts.
    fn waiting(&self) -> Vec<(usize, Time)> {
        self.array
            .jobs
            .iter()
            .filter(|(job, it)| self.ran[**job as usize].is_none() && !it.demand.fixed)
            .map(|(&job, it)| (job as usize, it.start))
            .collect()
    }

    /// Those that start in slots that have changed or right behind them, those of the next slot behind that has any, and
    /// where one is moved those in the slots that it leaves or right behind them: each once, in order.
    fn refine(&mut self, now: Time) {
        let mut looked = vec![false; self.jobs.len()];
        for (from, to) in std::mem::take(&mut self.touched) {
            let waiting = self.waiting();
            let next = waiting.iter().map(|it| it.1).filter(|&it| it >= to).min();
            let slot = next.map(|next| {
                self.array.reach(next + 1);
                let holds = |it: &&(usize, Time, Time)| it.1 <= next && next < it.2;
                *self.array.slots.iter().find(holds).unwrap()
            });
            for (job, start) in waiting {
                let is_behind = slot.is_some_and(|it| it.1 <= start && start < it.2);
                looked[job] |= from <= start && start <= to || is_behind;
            }
        }
        for job in 0..self.jobs.len() {
            let Some(&held) = self.array.jobs.get(&(job as u32)).filter(|_| looked[job]) else {
                continue;
            };
            let found = self.array.earliest(held.demand, now, Some(job as u32));
            if let Some(earlier) = found.filter(|it| it.start < held.start) {
                self.array.jobs.insert(job as u32, earlier);
                for (other, start) in self.waiting() {
                    looked[other] |= held.start <= start && start <= held.to;
                }
            }
        }
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
            let kept = self.array.jobs[&(job as u32)].to;
            freed |= kept < until;
            if kept < until {
                self.touched.push((kept, until));
            }
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
                match self.refined {
                    _ if !self.backfill => {}
                    true => self.refine(now),
                    false if freed || again => self.move_forward(now),
                    false => {}
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
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(96)))]

    #[test]
    fn with_levels_and_a_threshold_whole_schedules_are_equal(
        jobs in proptest::collection::vec(any_job(), 0..30).prop_map(numbered),
        lengths in (1..6i64, 2..5i64, 2..5i64),
        counts in (1..6u32, 1..6u32),
        low_water in prop::option::of(1..6u32),
        percents in any_percents(),
        backfill in any::<bool>(),
        refined in any::<bool>(),
    ) {
        let levels = three_levels(counts, lengths);
        let mark = low_water.map_or("null".to_owned(), |it| it.to_string());
        let percents = [percents[1], percents[2]];
        let threshold = if percents[0] == percents[1] { json!(percents[0]) } else { json!(percents) };
        let json = format!(
            r#"{{"levels": {}, "low_water": {mark}, "threshold_percent": {threshold}, "backfill": {backfill}, "refine": "{}"}}"#,
            json!(levels),
            if refined { "at_division" } else { "at_submission" }
        );
        let run = run(&settings(&json), &[NODES], jobs.clone());
        let begin = jobs.first().map_or(0, |it| it.submit);
        let naive = Naive {
            array: Array::new(&levels, low_water, &percents, NODES, begin),
            percents,
            backfill,
            refined,
            touched: Vec::new(),
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
