//! The fast Fourier transform.

use super::{Shape, nearest};

/// The butterflies alone, for 2ᵏ points: k + 1 rows of 2ᵏ tasks, a first task before the first row and a last one
/// behind the last row.
pub(super) fn butterflies(tasks: usize) -> Shape {
    let count = |k: usize| (k + 1) * (1 << k) + 2;
    let k = nearest(tasks, 1, count);
    let points = 1 << k;
    let task = |row: usize, column: usize| 1 + row * points + column;
    let exit = task(k + 1, 0);
    let mut edges: Vec<(usize, usize)> = (0..points).map(|it| (0, task(0, it))).collect();
    for row in 0..k {
        for column in 0..points {
            let other = column ^ (1 << row);
            edges.push((task(row, column), task(row + 1, column)));
            edges.push((task(row, column), task(row + 1, other)));
        }
    }
    edges.extend((0..points).map(|it| (task(k, it), exit)));
    (exit + 1, edges)
}

/// The graph of the recursive algorithm for 2ᵏ points (Topcuoglu, Hariri and Wu 2002, Sect. 5.3.2): a tree
/// of 2·2ᵏ − 1 calls, then k rows of 2ᵏ butterflies. The last row is joined by a last task.
pub(super) fn shape(tasks: usize) -> Shape {
    let count = |k: usize| 2 * (1 << k) - 1 + k * (1 << k) + 1;
    let k = nearest(tasks, 1, count);
    let points = 1 << k;
    // The calls as a heap: the children of the call i are 2i + 1 and 2i + 2; the last `points` are leaves.
    let calls = 2 * points - 1;
    let mut edges: Vec<(usize, usize)> = (1..calls).map(|it| ((it - 1) / 2, it)).collect();
    for row in 0..k {
        let task = |row: usize, column: usize| match row {
            0 => calls - points + column,
            _ => calls + (row - 1) * points + column,
        };
        for column in 0..points {
            let other = column ^ (1 << row);
            edges.push((task(row, column), task(row + 1, column)));
            edges.push((task(row, column), task(row + 1, other)));
        }
    }
    let exit = calls + k * points;
    edges.extend((exit - points..exit).map(|it| (it, exit)));
    (exit + 1, edges)
}
