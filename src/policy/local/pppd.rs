//! Priority with preemption.

use std::cmp::Reverse;
use std::sync::Arc;

use super::{LocalPolicy, Shown};

/// PPPD: "task priorities in a waiting queue are compared with priorities of running tasks; running
/// tasks with lower priorities are preempted by waiting task with higher priorities" (Kurowski et
/// al. 2011, Sect. 2.1).
///
/// Takes the waiting jobs by rank, equals in order of arrival. A job that does not fit preempts
/// running batch jobs of a strictly higher rank number: the least urgent first, of equals the one
/// that started last, as many as it needs and none if even all would not do. Reservations are never
/// preempted.
///
/// A pass ends with the first job that preempts somebody: another follows at the same instant, with
/// those who were preempted in the queue.
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

    /// Places among the running jobs that may be preempted for a job of this rank, in that order.
    fn victims(&self, shown: &Shown, rank: i64) -> Vec<usize> {
        let running = shown.running;
        let mut victims: Vec<usize> = (0..running.len())
            .filter(|place| !shown.decisions.preempted.contains(place))
            .filter(|&place| self.rank(running[place].job) > rank)
            .collect();
        victims.sort_by_key(|&place| {
            let it = running[place];
            Reverse((self.rank(it.job), it.since, it.job))
        });
        victims
    }

    /// Makes room for the waiting job at this place, if that can be done.
    fn make_room(&self, shown: &mut Shown, place: usize) -> bool {
        let wanted = shown.queue[place];
        let mut victims = self.victims(shown, self.rank(wanted.job));
        let theirs: u32 = victims.iter().map(|&it| shown.running[it].processors).sum();
        if shown.free() + theirs < wanted.processors {
            return false;
        }
        let mut needed = 0;
        while needed < victims.len() && !shown.fits(place) {
            shown.preempt(victims[needed]);
            needed += 1;
        }
        victims.truncate(needed);
        if !shown.fits(place) {
            victims.into_iter().for_each(|it| shown.spare(it));
            return false;
        }
        // The last one made room, but perhaps not every one before it was needed.
        for victim in victims {
            shown.spare(victim);
            if !shown.fits(place) {
                shown.preempt(victim);
            }
        }
        true
    }
}

impl LocalPolicy for PreemptivePriority {
    fn pass(&mut self, shown: &mut Shown) {
        let queue = shown.queue;
        let mut places: Vec<usize> = (0..queue.len()).collect();
        places.sort_by_key(|&place| self.rank(queue[place].job));
        for place in places {
            if shown.fits(place) {
                shown.start(place);
            } else if self.make_room(shown, place) {
                shown.start(place);
                break;
            }
        }
    }

    fn preempts(&self) -> bool {
        true
    }
}
