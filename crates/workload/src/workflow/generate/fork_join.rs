//! Fork and join.

use super::{Shape, nearest};

/// A first task, then as many tasks as wanted, joined by one, then one fewer, and so on down to one (Sect.
/// 4.1: "The number of tasks that are spawned each time is decreased by 1").
pub(super) fn shape(tasks: usize) -> Shape {
    let width = nearest(tasks, 1, |width| width * (width + 1) / 2 + width + 1);
    let mut edges = Vec::new();
    let mut join = 0;
    for spawned in (1..=width).rev() {
        let next = join + spawned + 1;
        for task in join + 1..next {
            edges.extend([(join, task), (task, next)]);
        }
        join = next;
    }
    (join + 1, edges)
}
