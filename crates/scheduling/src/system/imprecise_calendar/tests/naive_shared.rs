//! Shared slots under several managers a second time, in the plainest style, to compare whole schedules with.
//!
//! Of the calendar it shares the array of slots that the calendar's own tests compare with, for where slots begin;
//! how much of a slot each job has is counted anew every time, job by job. Every manager sees the true state.

use super::naive_tree::{END, SHAPES, Shape};
use super::*;
use crate::availability::calendar::tests::Array;
use crate::engine::Status;

/// A single manager.
const ONE: Shape = Shape { json: r#""one""#, nodes: &[8], above: &[None], beneath: &[&[0]] };

#[derive(Clone, Copy, Debug)]
struct Rules {
    backfill: bool,
    late: bool,
    promoted_nodes: Option<u32>,
    bump_after: Option<Time>,
}

/// A job's place: when it starts, the nodes of each cluster, the manager that placed it.
#[derive(Clone, Debug)]
struct Held {
    start: Time,
    nodes: Vec<u32>,
    manager: usize,
}

type Slot = (usize, Time, Time);

/// When a job has started and ends, and its nodes of each cluster.
type Fate = (Time, Time, Vec<u32>);

struct Naive<'a> {
    shape: &'a Shape,
    rules: Rules,
    jobs: &'a [Job],
    array: Array,
    finest: Time,
    held: Vec<Option<Held>>,
    ran: Vec<Option<Fate>>,
    ended: Vec<bool>,
    broken: u32,
}

impl Naive<'_> {
    fn whole(&self, time: Time) -> Time {
        (time + self.finest - 1).div_euclid(self.finest) * self.finest
    }

    /// The slot that holds a time.
    fn slot_at(&mut self, time: Time) -> Slot {
        self.array.reach(time + 1);
        let holds = |it: &&Slot| it.1 <= time && time < it.2;
        *self.array.slots.iter().find(holds).expect("a slot")
    }

    /// Whether a job that starts then has room for `nodes` nodes in a cluster, beside all others.
    fn fits(&mut self, cluster: usize, job: usize, start: Time, nodes: u32) -> bool {
        let all = self.shape.nodes[cluster];
        let end = self.whole(start + self.jobs[job].requested_time);
        self.array.reach(end);
        let mut bars = vec![(start, end, nodes)];
        for (other, held) in self.held.iter().enumerate() {
            if let Some(held) = held.as_ref().filter(|_| other != job) {
                let end = self.whole(held.start + self.jobs[other].requested_time);
                bars.push((held.start, end, held.nodes[cluster]));
            }
        }
        let needed = self.array.slots.iter();
        let mut needed = needed.filter(|it| it.1 < end && start < it.2);
        nodes <= all
            && needed.all(|&(level, from, to)| {
                let here = bars.iter().filter(|it| it.0 < to && from < it.1);
                if level == 0 {
                    return here.map(|it| it.2).sum::<u32>() <= all;
                }
                let going_on = here.clone().filter(|it| it.0 < from);
                let seconds = here.map(|it| i64::from(it.2) * (it.1.min(to) - it.0.max(from)));
                going_on.map(|it| it.2).sum::<u32>() <= all && seconds.sum::<i64>() <= i64::from(all) * (to - from)
            })
    }

    /// The first start that suits: a reservation's own time, then the beginnings of slots.
    fn first(
        &mut self,
        job: usize,
        ready: Time,
        until: Time,
        suits: &mut dyn FnMut(&mut Self, Time) -> bool,
    ) -> Option<Time> {
        let exact = self.whole(ready);
        if self.jobs[job].is_reservation() && exact < until && suits(self, exact) {
            return Some(exact);
        }
        let mut start = match self.slot_at(ready) {
            slot if slot.1 == ready => ready,
            slot => slot.2,
        };
        while start < until {
            if suits(self, start) {
                return Some(start);
            }
            start = self.slot_at(start).2;
        }
        None
    }

    /// The first start at which all clusters have room for the job's parts.
    fn first_of(&mut self, job: usize, nodes: &[u32], ready: Time, until: Time) -> Option<Time> {
        self.first(job, ready, until, &mut |it, start| {
            (0..nodes.len()).all(|cluster| nodes[cluster] == 0 || it.fits(cluster, job, start, nodes[cluster]))
        })
    }

    fn home(&self, job: usize) -> usize {
        self.jobs[job].logged.user as usize % self.shape.nodes.len()
    }

    fn nodes_beneath(&self, manager: usize) -> u32 {
        self.shape.beneath[manager].iter().map(|&it| self.shape.nodes[it]).sum()
    }

    /// The place that a manager finds for a job.
    fn find(&mut self, manager: usize, job: usize, ready: Time) -> Held {
        let (home, size) = (self.home(job), self.jobs[job].processors);
        let mut order = self.shape.beneath[manager].to_vec();
        order.sort_by_key(|&it| (it != home, it));
        let is_large = order.iter().all(|&it| self.shape.nodes[it] < size);
        let mut nodes = vec![0; self.shape.nodes.len()];
        let start = self.first(job, ready, Time::MAX, &mut |it, start| {
            nodes.fill(0);
            if !is_large {
                order.iter().find(|&&cluster| it.fits(cluster, job, start, size)).is_some_and(|&cluster| {
                    nodes[cluster] = size;
                    true
                })
            } else {
                let mut left = size;
                for &cluster in &order {
                    let mut most = left.min(it.shape.nodes[cluster]);
                    while most > 0 && !it.fits(cluster, job, start, most) {
                        most -= 1;
                    }
                    nodes[cluster] = most;
                    left -= most;
                }
                left == 0
            }
        });
        Held { start: start.expect("behind everything there is room"), nodes, manager }
    }

    fn submit(&mut self, job: usize) {
        let (size, ready) = (self.jobs[job].processors, self.jobs[job].ready());
        if size > self.nodes_beneath(self.shape.above.len() - 1) {
            return;
        }
        let mut manager = self.home(job);
        let is_promoted = self.rules.promoted_nodes.is_some_and(|most| size > most);
        if let (true, Some(above)) = (is_promoted, self.shape.above[manager]) {
            manager = above;
        }
        while size > self.nodes_beneath(manager) {
            manager = self.shape.above[manager].unwrap();
        }
        let mut best = self.find(manager, job, ready);
        while let (Some(most), Some(above)) = (self.rules.bump_after, self.shape.above[manager]) {
            if best.start - ready <= most {
                break;
            }
            manager = above;
            let other = self.find(manager, job, ready);
            if other.start < best.start {
                best = other;
            }
        }
        self.held[job] = Some(best);
    }

    /// Slots are split, and each job that starts in one of them starts in one of its parts, or its commitment is broken. In which clusters.
    fn roll(&mut self, now: Time) -> Vec<bool> {
        let mut starting = Vec::new();
        for job in 0..self.jobs.len() {
            let start = self.held[job].as_ref().map(|it| it.start);
            if let Some(start) = start.filter(|&it| it >= now && self.ran[job].is_none()) {
                starting.push((self.slot_at(start), !self.jobs[job].is_reservation(), job, start));
            }
        }
        self.array.roll(now);
        starting.retain(|&(slot, _, _, start)| self.slot_at(start) != slot);
        starting.sort_by_key(|&(slot, order, job, _)| (slot.1, order, job));
        let held: Vec<Held> = starting.iter().map(|it| self.held[it.2].take().unwrap()).collect();
        let mut freed = vec![false; self.shape.nodes.len()];
        for (&(slot, may_move, job, before), held) in starting.iter().zip(held) {
            let until = if may_move { slot.2 } else { before + 1 };
            let kept = self.first_of(job, &held.nodes, before, until);
            let from = slot.1.max(self.jobs[job].ready());
            let found = kept.or_else(|| self.first_of(job, &held.nodes, from, Time::MAX));
            self.broken += u32::from(kept.is_none());
            let start = found.unwrap();
            for (freed, &nodes) in freed.iter_mut().zip(&held.nodes) {
                *freed |= nodes > 0 && start != before;
            }
            self.held[job] = Some(Held { start, ..held });
        }
        freed
    }

    fn ends(&mut self, now: Time, freed: &mut [bool]) -> bool {
        let mut any = false;
        for job in 0..self.jobs.len() {
            if self.ended[job] || self.ran[job].as_ref().is_none_or(|it| it.1 != now) {
                continue;
            }
            (any, self.ended[job]) = (true, true);
            let held = self.held[job].take().unwrap();
            let until = self.whole(held.start + self.jobs[job].requested_time);
            let slot = self.slot_at(now);
            let next = if slot.1 == now { now } else { slot.2 };
            for (freed, &nodes) in freed.iter_mut().zip(&held.nodes) {
                *freed |= nodes > 0 && next < until;
            }
        }
        any
    }

    fn move_forward(&mut self, now: Time, freed: &mut [bool]) {
        for manager in (0..self.shape.above.len()).rev() {
            if !self.shape.beneath[manager].iter().any(|&it| freed[it]) {
                continue;
            }
            let anywhere = self.rules.late && manager >= self.shape.nodes.len();
            for job in 0..self.jobs.len() {
                let held = self.held[job].clone();
                let Some(held) = held.filter(|it| it.manager == manager) else {
                    continue;
                };
                let mut touched = held.nodes.iter().zip(freed.iter());
                let is_touched = anywhere || touched.any(|(&nodes, &freed)| nodes > 0 && freed);
                if !is_touched || self.ran[job].is_some() || self.jobs[job].is_reservation() {
                    continue;
                }
                let ready = now.max(self.jobs[job].ready());
                let other = if anywhere {
                    Some(self.find(manager, job, ready))
                } else {
                    let start = self.first_of(job, &held.nodes, ready, held.start);
                    start.map(|start| Held { start, ..held.clone() })
                };
                if let Some(earlier) = other.filter(|it| it.start < held.start) {
                    (0..freed.len()).for_each(|it| freed[it] |= held.nodes[it] > 0);
                    self.held[job] = Some(earlier);
                }
            }
        }
    }

    fn starts(&mut self, now: Time) {
        for job in 0..self.jobs.len() {
            if let Some(held) = self.held[job].clone()
                && self.ran[job].is_none()
                && held.start == now
            {
                let it = &self.jobs[job];
                let end = now + it.run_time.min(it.requested_time);
                self.ran[job] = Some((now, end, held.nodes));
            }
        }
    }

    fn play(mut self) -> (Vec<Option<Fate>>, u32) {
        let last = self.jobs.last().map_or(0, |it| it.submit);
        for now in 0..END {
            if now > last && self.held.iter().all(Option::is_none) {
                return (self.ran, self.broken);
            }
            let mut freed = self.roll(now);
            let mut is_first = true;
            loop {
                let ended = self.ends(now, &mut freed);
                if self.rules.backfill && freed.contains(&true) {
                    self.move_forward(now, &mut freed);
                }
                if is_first {
                    (0..self.jobs.len())
                        .filter(|&it| self.jobs[it].submit == now)
                        .collect::<Vec<_>>()
                        .into_iter()
                        .for_each(|it| self.submit(it));
                } else if !ended {
                    break;
                }
                self.starts(now);
                is_first = false;
                freed.fill(false);
            }
        }
        unreachable!("a job that has not ended by {END}")
    }
}

fn ran(run: &Run, clusters: usize) -> Vec<Option<Fate>> {
    let outcomes = run.schedule.outcomes.iter().enumerate();
    let one = |(index, it): (usize, &crate::engine::Outcome)| {
        let mut nodes = vec![0; clusters];
        for bar in run.schedule.bars_of(index) {
            nodes[bar.provider as usize] += bar.last_processor - bar.first_processor + 1;
        }
        (it.status != Status::Rejected).then_some((it.start, it.end, nodes))
    };
    outcomes.map(one).collect()
}

/// Jobs that run for a while, so that their clusters are visible from their bars.
fn any_jobs() -> impl Strategy<Value = Vec<Job>> {
    let one = (any_job(), 0..5i64, 1..=17u32).prop_map(|(job, user, processors)| {
        let run_time = job.run_time.max(1);
        of_user(user, Job { processors, run_time, ..job })
    });
    prop::collection::vec(one, 0..24).prop_map(numbered)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(96)))]

    #[test]
    fn whole_schedules_of_shared_slots_are_equal(
        jobs in any_jobs(),
        lengths in (1..6i64, 2..5i64, 2..5i64),
        counts in (1..4u32, 1..4u32),
        shape in 0..=SHAPES.len(),
        flags in (any::<bool>(), any::<bool>()),
        promoted_nodes in prop::option::of(0..8u32),
        bump_after in prop::option::of(0..60i64),
    ) {
        let (shape, levels) = (SHAPES.get(shape).unwrap_or(&ONE), three_levels(counts, lengths));
        let (backfill, late) = flags;
        let json = json!({
            "levels": levels, "one_job_per_slot": false, "backfill": backfill, "home": "user",
            "managers": serde_json::from_str::<serde_json::Value>(shape.json).unwrap(),
            "assignment": if late { "late" } else { "at_submission" },
            "promote": { "processors": promoted_nodes, "hours": null }, "bump_after": bump_after,
        });
        let settings: ImpreciseCalendar = serde_json::from_value(json).unwrap();
        prop_assert_eq!(settings.validate(shape.nodes), Ok(()));
        let run = run(&settings, shape.nodes, jobs.clone());
        let begin = jobs.first().map_or(0, |it| it.submit);
        let naive = Naive {
            shape,
            rules: Rules { backfill, late, promoted_nodes, bump_after },
            jobs: &jobs,
            array: Array::new(&levels, None, &[100, 100], 1, begin),
            finest: levels[0].length,
            held: vec![None; jobs.len()],
            ran: vec![None; jobs.len()],
            ended: vec![false; jobs.len()],
            broken: 0,
        };
        let (expected, broken) = naive.play();
        prop_assert_eq!(ran(&run, shape.nodes.len()), expected);
        prop_assert_eq!(run.measures["broken_commitments"], f64::from(broken));
    }
}
