//! The reservations as a schedule: every task on its node from start to end, a row per point of
//! load.

use super::link::SECOND;
use super::request::Request;
use super::settled::Settled;
use crate::engine::{Course, EventQueue, Processors, Recorder, Schedule};
use base::ordering::sort_by_key;

/// The schedule of all tasks that have a node. Rows are taken by first fit, in order of start, then of number.
/// O(n log n) for n tasks.
pub(super) fn schedule(platform: &[u32], requests: &[Request], settled: &Settled) -> Schedule {
    let mut recorder = Recorder::new(requests.len());
    let mut placed: Vec<(u32, usize)> =
        (0..).zip(&settled.nodes).filter_map(|(task, node)| Some((task, (*node)? as usize))).collect();
    sort_by_key(&mut placed, |&(task, _)| (requests[task as usize].wanted.start, task));
    let mut nodes: Vec<Processors> = platform.iter().map(|&it| Processors::new(it)).collect();
    let mut rows: Vec<Vec<(u32, u32)>> = vec![Vec::new(); requests.len()];
    let mut ends = EventQueue::default();
    for (task, node) in placed {
        let request = &requests[task as usize];
        let wanted = &request.wanted;
        while let Some(over) = ends.pop_due(wanted.start) {
            let node = settled.nodes[over as usize].unwrap_or_default() as usize;
            for (first, last) in std::mem::take(&mut rows[over as usize]) {
                nodes[node].give(first, last);
            }
        }
        ends.push(wanted.end, task);
        // Whole seconds: a decision counts from the second that it comes in.
        let at = settled.at[task as usize].div_euclid(SECOND);
        recorder.allocate(task, node, wanted.load, at);
        recorder.promise(task, wanted.start, wanted.end);
        let taken = &mut rows[task as usize];
        recorder.start(task, course(request), |tell| {
            nodes[node].take(wanted.load, |first, last| {
                taken.push((first, last));
                tell(first, last);
            });
        });
    }
    recorder.finish()
}

fn course(request: &Request) -> Course {
    let wanted = &request.wanted;
    Course {
        held_from: wanted.start,
        held_until: wanted.end,
        start: wanted.start,
        end: request.done,
        released: wanted.end,
        completion: request.done,
        killed: request.killed,
    }
}
