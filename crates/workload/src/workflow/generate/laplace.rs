//! The Laplace equation solver.

use super::{Shape, nearest};

/// A square of tasks, each of which waits for its upper and its left neighbour: a diamond with one first and
/// one last task (Kwok and Ahmad 1996, which the paper refers to).
pub(super) fn shape(tasks: usize) -> Shape {
    let side = nearest(tasks, 1, |side| side * side);
    let mut edges = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let task = row * side + column;
            if column + 1 < side {
                edges.push((task, task + 1));
            }
            if row + 1 < side {
                edges.push((task, task + side));
            }
        }
    }
    (side * side, edges)
}
