//! Levels of random size.

use super::Shape;
use crate::draw::Draw;

/// Two tasks of levels in a row that need not be joined are, with this chance in a hundred. The paper does
/// not say how many edges there are.
const JOINED_PERCENT: u32 = 25;

/// A first and a last task, and levels of at least two tasks in between, each of up to half as many as are
/// left; every task has a neighbour in the level before and in the one behind (Sect. 4.1).
pub(super) fn shape(tasks: usize, draw: &mut Draw) -> Shape {
    let tasks = tasks.max(4);
    let mut levels = Vec::new();
    levels.push(0..1);
    let mut next = 1;
    while next < tasks - 1 {
        let left = tasks - 1 - next;
        let most = (left / 2).max(2);
        let mut size = 2 + draw.below(most as u32 - 1) as usize;
        // One task alone is no level.
        if left - size.min(left) < 2 {
            size = left;
        }
        levels.push(next..next + size);
        next += size;
    }
    levels.push(next..next + 1);
    let mut edges = Vec::new();
    for pair in levels.windows(2) {
        let (here, behind) = (pair[0].clone(), pair[1].clone());
        let one_of =
            |draw: &mut Draw, level: &std::ops::Range<usize>| level.start + draw.below(level.len() as u32) as usize;
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for task in behind.clone() {
            joined.push((one_of(draw, &here), task));
        }
        for task in here.clone() {
            if joined.iter().all(|(from, _)| *from != task) {
                joined.push((task, one_of(draw, &behind)));
            }
        }
        for from in here {
            for to in behind.clone() {
                if draw.below(100) < JOINED_PERCENT {
                    joined.push((from, to));
                }
            }
        }
        joined.sort_unstable();
        joined.dedup();
        edges.append(&mut joined);
    }
    (tasks, edges)
}
