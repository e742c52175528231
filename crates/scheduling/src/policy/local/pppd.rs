//! Priority with preemption.

use std::cmp::Reverse;
use std::sync::Arc;

use super::queue::place_of;
use super::turns::{Span, Turn};
use super::{Ahead, Finds, LocalPass, LocalPolicy, Running, Waiting, in_order};
use workload::Time;

/// PPPD: "task priorities in a waiting queue are compared with priorities of running tasks; running
/// tasks with lower priorities are preempted by waiting task with higher priorities" (Kurowski et
/// al. 2011, Sect. 2.1).
///
/// Takes the waiting jobs by rank, equals in order of arrival. A job that does not fit preempts
/// running batch jobs of a strictly higher rank number: the least urgent first, of equals the one
/// that started last, as many as it needs and none if even all would not do. Reservations are never
/// preempted.
///
/// A pass ends with the first job that preempts others: another pass follows at the same instant,
/// with the preempted jobs in the queue.
#[derive(Clone, Debug)]
pub struct PreemptivePriority {
    /// The rank of each job of the run: the lower, the more urgent.
    ranks: Arc<[i64]>,
}

impl PreemptivePriority {
    /// The policy with the rank of each job of the run.
    pub fn new(ranks: Arc<[i64]>) -> Self {
        Self { ranks }
    }

    fn rank(&self, job: u32) -> i64 {
        self.ranks[job as usize]
    }

    /// The running jobs that jobs of this rank or a higher one may preempt, in the order in which they are preempted.
    fn victims(&self, running: &[Running], least: i64) -> Victims {
        let mut places: Vec<usize> = (0..running.len()).filter(|&it| self.rank(running[it].job) > least).collect();
        places.sort_unstable_by_key(|&place| {
            let it = running[place];
            Reverse((self.rank(it.job), it.since, it.job))
        });
        let mut processors = vec![0];
        let mut sum = 0;
        for &place in &places {
            sum += running[place].processors;
            processors.push(sum);
        }
        let ranks = places.iter().map(|&place| self.rank(running[place].job));
        Victims { ranks: ranks.collect(), processors, places }
    }
}

/// The running jobs, the least urgent first, of equals the one that started last.
struct Victims {
    /// Their places among the running jobs.
    places: Vec<usize>,
    ranks: Vec<i64>,
    /// The processors of the first n of them in total, for each n.
    processors: Vec<u32>,
}

impl Victims {
    /// How many of them may be preempted for a job of this rank.
    fn below(&self, rank: i64) -> usize {
        self.ranks.partition_point(|&theirs| theirs > rank)
    }

    /// The turn of the first job of a part of the order for which there is room once the first `count`
    /// of them are preempted.
    fn first_with_room(&self, pass: &mut LocalPass, span: &Span, count: usize) -> Option<Turn> {
        let most = pass.free + self.processors[count];
        let found = pass.left.turns()?.first_of(span, most, |_| true);
        if pass.ahead != Ahead::Calendar {
            return found;
        }
        found?;
        let preempted = &self.places[..count];
        preempted.iter().for_each(|&it| pass.preempt(it));
        let found = pass.first_of_that_fits(span);
        preempted.iter().for_each(|&it| pass.spare(it));
        found
    }

    /// Makes room for the waiting job at this place of the queue with the first `count` of them, if
    /// that can be done.
    fn make_room(&self, pass: &mut LocalPass, place: usize, count: usize) -> bool {
        let mut needed = 0;
        while needed < count && !pass.fits(place) {
            pass.preempt(self.places[needed]);
            needed += 1;
        }
        let preempted = &self.places[..needed];
        if !pass.fits(place) {
            preempted.iter().for_each(|&it| pass.spare(it));
            return false;
        }
        // The last one made room, but perhaps not every one before it was needed.
        for &victim in preempted {
            pass.spare(victim);
            if !pass.fits(place) {
                pass.preempt(victim);
            }
        }
        true
    }
}

impl PreemptivePriority {
    /// The same pass by an index of the turns.
    ///
    /// All waiting jobs that may preempt the same number of running ones stand together in the
    /// order. With all of those off their processors, the index says which of them has room without
    /// trying each.
    fn pass_by_turn(&self, pass: &mut LocalPass, victims: &Victims) {
        let mut after = None;
        let mut count = victims.places.len();
        loop {
            let below = count.checked_sub(1).map(|last| victims.ranks[last]);
            let span = Span { after, below };
            let Some(turn) = victims.first_with_room(pass, &span, count) else {
                let Some(rank) = below else {
                    return;
                };
                count = victims.below(rank);
                continue;
            };
            let place = place_of(pass.queue, turn.1);
            after = Some(turn);
            if pass.fits(place) {
                pass.start(place);
            } else if victims.make_room(pass, place, count) {
                return pass.start(place);
            }
        }
    }
}

impl LocalPolicy for PreemptivePriority {
    fn pass(&mut self, pass: &mut LocalPass) {
        let queue = pass.queue;
        if let Some(turns) = pass.left.turns() {
            if let Some((least, _)) = turns.first(u32::MAX, |_| true) {
                self.pass_by_turn(pass, &self.victims(pass.running, least));
            }
            return;
        }
        let Some(least) = queue.iter().map(|job| self.rank(job.job)).min() else {
            return;
        };
        let victims = self.victims(pass.running, least);
        let smallest = queue.iter().map(|job| job.processors).min().unwrap_or(0);
        for place in in_order(queue, |job| self.rank(job.job)) {
            if pass.fits(place) {
                pass.start(place);
                continue;
            }
            let count = victims.below(self.rank(queue[place].job));
            let room = pass.free() + victims.processors[count];
            if room < smallest {
                // Nor is there for later jobs, which may preempt no more than this one.
                break;
            }
            if room >= queue[place].processors && victims.make_room(pass, place, count) {
                pass.start(place);
                break;
            }
        }
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        self.rank(job.job)
    }

    fn gives_way(&self, running: u32, waiting: u32) -> bool {
        self.rank(running) > self.rank(waiting)
    }

    fn preempts(&self) -> bool {
        true
    }
}
