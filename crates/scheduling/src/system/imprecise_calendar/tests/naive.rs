//! The rule a second time, in the plainest style, to compare whole schedules with.
//!
//! One array of finest slots says how many nodes each has left; there are no levels. It shares no code
//! with the calendar or the run. With several levels, the invariants of any schedule are tested.

use super::*;
use crate::availability::calendar::tests::any_percents;
use crate::criteria::wait_parts::tests::check_seconds;
use crate::engine::Status;

/// Beyond all that is booked.
const END: Time = 6_000;
const NODES: u32 = 8;

/// The booking of a job, from slot to slot, and its outcome.
#[derive(Clone, Debug, PartialEq)]
struct Fate {
    start: Time,
    end: Time,
    killed: bool,
    nodes: Vec<u32>,
}

struct Flat<'a> {
    length: Time,
    backfill: bool,
    jobs: &'a [Job],
    /// Nodes taken in each slot.
    taken: Vec<u32>,
    /// First slot and the one behind the last, of those that have not ended.
    booked: Vec<Option<(usize, usize)>>,
    fates: Vec<Option<Fate>>,
    occupied: Vec<bool>,
}

impl Flat<'_> {
    fn slots(&self, job: usize) -> usize {
        let limit = self.jobs[job].requested_time;
        ((limit + self.length - 1) / self.length) as usize
    }

    fn has_room(&self, job: usize, first: usize) -> bool {
        let needed = &self.taken[first..first + self.slots(job)];
        needed.iter().all(|taken| taken + self.jobs[job].processors <= NODES)
    }

    fn first_fit(&self, job: usize, from: Time) -> usize {
        let first = ((from + self.length - 1) / self.length) as usize;
        (first..).find(|&slot| self.has_room(job, slot)).unwrap()
    }

    fn take(&mut self, job: usize, first: usize) {
        let behind = first + self.slots(job);
        for slot in first..behind {
            self.taken[slot] += self.jobs[job].processors;
        }
        self.booked[job] = Some((first, behind));
    }

    fn give(&mut self, job: usize, from: usize) -> bool {
        let (first, behind) = self.booked[job].take().unwrap();
        let from = first.max(from);
        for slot in from..behind {
            self.taken[slot] -= self.jobs[job].processors;
        }
        from < behind
    }

    /// Ends of jobs that run; whether a slot is free again.
    fn ends(&mut self, now: Time) -> (bool, bool) {
        let (mut ended, mut freed) = (false, false);
        for job in 0..self.jobs.len() {
            let Some(fate) = self.fates[job].clone().filter(|it| it.end == now) else {
                continue;
            };
            if self.booked[job].is_none() {
                continue;
            }
            fate.nodes.iter().for_each(|&node| self.occupied[node as usize] = false);
            ended = true;
            freed |= self.give(job, ((now + self.length - 1) / self.length) as usize);
        }
        (ended, freed)
    }

    fn move_forward(&mut self, now: Time) {
        for job in 0..self.jobs.len() {
            let Some((first, _)) = self.booked[job] else {
                continue;
            };
            if self.fates[job].is_some() || self.jobs[job].is_reservation() {
                continue;
            }
            self.give(job, 0);
            let earlier = self.first_fit(job, now).min(first);
            self.take(job, earlier);
        }
    }

    fn starts(&mut self, now: Time) {
        for job in 0..self.jobs.len() {
            let Some((first, _)) = self.booked[job] else {
                continue;
            };
            if first as Time * self.length != now || self.fates[job].is_some() {
                continue;
            }
            let it = &self.jobs[job];
            let nodes: Vec<u32> =
                (0..NODES).filter(|&node| !self.occupied[node as usize]).take(it.processors as usize).collect();
            assert_eq!(nodes.len(), it.processors as usize);
            nodes.iter().for_each(|&node| self.occupied[node as usize] = true);
            self.fates[job] = Some(Fate {
                start: now,
                end: now + it.run_time.min(it.requested_time),
                killed: it.run_time > it.requested_time,
                nodes,
            });
        }
    }

    fn play(mut self) -> Vec<Option<Fate>> {
        for now in 0..END {
            let (_, freed) = self.ends(now);
            if freed && self.backfill {
                self.move_forward(now);
            }
            for job in 0..self.jobs.len() {
                let it = &self.jobs[job];
                if it.submit == now && it.processors <= NODES {
                    self.take(job, self.first_fit(job, it.reservation.map_or(now, |it| it.ready)));
                }
            }
            self.starts(now);
            // A job that starts and ends in the same second makes room once more.
            loop {
                let (ended, freed) = self.ends(now);
                if freed && self.backfill {
                    self.move_forward(now);
                }
                if !ended {
                    break;
                }
                self.starts(now);
            }
        }
        self.fates
    }
}

fn fates_of(run: &Run) -> Vec<Option<Fate>> {
    let outcomes = run.schedule.outcomes.iter().enumerate();
    let fate = |(index, it): (usize, &crate::engine::Outcome)| {
        let bars = run.schedule.bars_of(index).iter();
        (it.status != Status::Rejected).then(|| Fate {
            start: it.start,
            end: it.end,
            killed: it.status == Status::Killed,
            nodes: bars.flat_map(|bar| bar.first_processor..=bar.last_processor).collect(),
        })
    };
    outcomes.map(fate).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(64)))]

    #[test]
    fn with_one_level_whole_schedules_are_equal(
        jobs in proptest::collection::vec(any_job(), 0..50).prop_map(numbered),
        length in 1..40i64,
        backfill in any::<bool>(),
    ) {
        let json = format!(r#"{{"levels": [{{"length": {length}}}], "backfill": {backfill}}}"#);
        let run = run(&settings(&json), &[NODES], jobs.clone());
        let naive = Flat {
            length,
            backfill,
            jobs: &jobs,
            taken: vec![0; END as usize],
            booked: vec![None; jobs.len()],
            fates: vec![None; jobs.len()],
            occupied: vec![false; NODES as usize],
        };
        prop_assert_eq!(fates_of(&run), naive.play());
        if jobs.len() < 25 {
            check_seconds(&run, true)?;
        }
    }

    #[test]
    fn with_several_levels_no_node_runs_two_jobs_and_every_promise_is_kept(
        jobs in proptest::collection::vec(any_job(), 0..50).prop_map(numbered),
        lengths in (1..6i64, 2..5i64, 2..5i64),
        counts in (1..6u32, 1..6u32),
        low_water in prop::option::of(1..6u32),
        percents in any_percents(),
        backfill in any::<bool>(),
    ) {
        let levels = three_levels(counts, lengths);
        let finest = levels[0].length;
        let mark = low_water.map_or("null".to_owned(), |it| it.to_string());
        let of = |backfill: bool| format!(
            r#"{{"levels": {}, "low_water": {mark}, "threshold_percent": {}, "backfill": {backfill}}}"#,
            json!(levels),
            json!(&percents[1..])
        );
        let (json, first) = (of(backfill), of(false));
        let run = run(&settings(&json), &[NODES], jobs.clone());
        let mut taken = vec![Vec::<(Time, Time)>::new(); NODES as usize];
        for bar in &run.schedule.bars {
            for node in bar.first_processor..=bar.last_processor {
                let others = &mut taken[node as usize];
                prop_assert!(others.iter().all(|it| it.1 <= bar.start || it.0 >= bar.end));
                others.push((bar.start, bar.end));
            }
        }
        for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
            prop_assert_eq!(outcome.status == Status::Rejected, job.processors > NODES);
            if outcome.status == Status::Rejected {
                continue;
            }
            prop_assert!(outcome.start >= job.ready() && outcome.start % finest == 0);
            let held: u32 = run.schedule.bars_of(index).iter().map(|it| it.last_processor - it.first_processor + 1).sum();
            prop_assert_eq!(held, job.processors);
            if job.is_reservation() {
                prop_assert_eq!(outcome.start, outcome.promised_start);
            }
        }
        // The first job that waits is promised the same by both, and moved forward at the most.
        let unmoved = crate::system::testing::run(&settings(&first), &[NODES], jobs.clone());
        let starts = |run: &Run| -> Vec<Time> { run.schedule.outcomes.iter().map(|it| it.start).collect() };
        let (moved, unmoved) = (starts(&run), starts(&unmoved));
        let differs = moved.iter().zip(&unmoved).find(|(moved, unmoved)| moved != unmoved);
        prop_assert!(differs.is_none_or(|(moved, unmoved)| moved < unmoved));
    }
}
