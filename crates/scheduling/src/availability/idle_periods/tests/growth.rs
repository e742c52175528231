//! How the printed search grows with the number of servers (Sect. 4.3).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;

/// The mean count of nodes that the two phases look at, over requests that need one server more than
/// are idle: none of them stops early.
fn mean_operations(servers: u32) -> f64 {
    let mut draw = ChaCha8Rng::seed_from_u64(u64::from(servers));
    let mut below = |most: u64| (draw.next_u64() % most) as Time;
    let periods: Vec<IdlePeriod> = (0..servers)
        .map(|server| IdlePeriod { start: below(1_000_000), end: 1_000_000 + below(1_000_000), server })
        .collect();
    let mut trees = SlotTrees::of(&periods, servers, 1, 2_000_000, 0);
    let requests = 200;
    let mut operations = 0;
    for _ in 0..requests {
        // So that there are candidates enough for the second phase.
        let (from, to) = (500_000 + below(500_000), 1_900_000 + below(100_000));
        let feasible = trees.idle_throughout(from, to).count();
        let before = trees.operations().search;
        assert_eq!(trees.search(from, to, feasible + 1, Selection::Printed), None);
        operations += trees.operations().search - before;
    }
    operations as f64 / f64::from(requests)
}

#[test]
fn operations_grow_as_the_square_of_the_logarithm() {
    let sizes = [64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384];
    let means = sizes.map(mean_operations);
    let square = |at: usize| f64::from(sizes[at].ilog2()).powi(2);
    let ratios: Vec<f64> = (0..sizes.len()).map(|at| means[at] / square(at)).collect();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    // Over this range (log N)² grows by 5.4, and a root of N by 16.
    assert!(least > 0.2 && most / least < 1.7, "{ratios:?}");
    // By the logarithm alone it would grow by as much in the second half as in the first; by its
    // square by half as much again.
    let (first, second) = (means[4] - means[0], means[8] - means[4]);
    assert!(second > 1.25 * first, "{means:?}");
}
