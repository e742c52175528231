//! Of all delays of a schedule those that can ever matter.

use super::schedule_graph::{Delay, Neighbours};

/// Delays that are covered by less than this part of the schedule's length may matter once slots are
/// added up with rounding, and stay.
const ROUNDING: f64 = 1e-6;

/// The data on tasks that [`binding`] needs to leave out delays.
pub(super) struct OnMachines<'a> {
    pub machine: &'a [usize],
    pub estimates: &'a [f64],
    /// The tasks of each machine in the order in which it runs them.
    pub orders: &'a [Vec<usize>],
    /// When the last task ends, in seconds.
    pub finish: f64,
}

/// Predecessors and successors without delays that others cover, whatever the extensions of the slots: of
/// the tasks on one machine that a task waits for, an earlier one ends by the last one's end less the
/// estimates in between, and its data come no later if they do not take longer by as much. The same holds
/// for the tasks on one machine that wait for a task, and the first of them. So every slot begins when it
/// would with all delays, and has the same spare time.
///
/// A path over a delay that is left out has a longer one beside it, over the tasks in between: the least
/// that paths leave to their tasks does not change.
///
/// Linear. Of a wide DAG a twentieth is left.
pub(super) fn binding(of: &OnMachines, predecessors: &Neighbours) -> (Neighbours, Neighbours) {
    let tasks = of.machine.len();
    let margin = ROUNDING * of.finish;
    let mut place = vec![0; tasks];
    let mut before = vec![0.0; tasks];
    for order in of.orders {
        let mut sum = 0.0;
        for (at, &task) in order.iter().enumerate() {
            (place[task], before[task]) = (at, sum);
            sum += of.estimates[task];
        }
    }
    // Data of the last predecessor on each machine cover those that come earlier.
    let mut kept = Sieve::new(of, |one, other| place[one] > place[other]);
    let ends = |it: &Delay| before[it.task] + of.estimates[it.task] + it.seconds;
    let predecessors = kept.sift(predecessors, |it, last| ends(it) + margin > ends(last));
    let successors = predecessors.turned();
    // The first successor on each machine covers those that can wait longer.
    let mut kept = Sieve::new(of, |one, other| place[one] < place[other]);
    let hurry = |it: &Delay| it.seconds - before[it.task];
    let successors = kept.sift(&successors, |it, first| hurry(it) + margin > hurry(first));
    (successors.turned(), successors)
}

/// Leaves out delays that one neighbour on each machine covers.
struct Sieve<'a, F> {
    machine: &'a [usize],
    /// The neighbour of the present task that comes first on each machine.
    first: Vec<Option<Delay>>,
    comes_first: F,
}

impl<'a, F: Fn(usize, usize) -> bool> Sieve<'a, F> {
    fn new(of: &OnMachines<'a>, comes_first: F) -> Self {
        Self { machine: of.machine, first: vec![None; of.orders.len()], comes_first }
    }

    /// Keeps the first on each machine and all others for which `matters` is true beside it.
    fn sift(&mut self, all: &Neighbours, matters: impl Fn(&Delay, &Delay) -> bool) -> Neighbours {
        let mut kept = Neighbours::default();
        for task in 0..self.machine.len() {
            self.first.fill(None);
            for it in all.of_task(task) {
                let first = &mut self.first[self.machine[it.task]];
                if first.is_none_or(|first| (self.comes_first)(it.task, first.task)) {
                    *first = Some(*it);
                }
            }
            let stays = |it: &&Delay| {
                let first = self.first[self.machine[it.task]];
                first.is_none_or(|first| first.task == it.task || matters(it, &first))
            };
            kept.push_task(all.of_task(task).iter().filter(stays).copied());
        }
        kept
    }
}
