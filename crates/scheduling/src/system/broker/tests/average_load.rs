//! The average load that agents monitor, against the tables themselves.

use proptest::prelude::*;

use super::*;
use crate::engine::dynamic_tables;

#[test]
fn the_average_is_over_intervals_and_the_mean_over_time() {
    let settings = settings("agents: [1, 1]; max_load_percent: 70");
    // Both agents offer to take the first task for 20 %; the second agent has fewer reservations. The third fits nowhere.
    let run = run(&settings, &batch("0 60 20, 30 90 45, 10 90 70"), 2, 1);
    assert_eq!(nodes(&run), "1 0 -");
    // 45 % in one interval of three, 20 % in one of two.
    assert_eq!(run.measures["average_load"], (15.0 + 10.0) / 2.0);
    let over_time = (20.0 * 60.0 + 45.0 * 60.0) / (2.0 * 90.0);
    assert!((run.measures["mean_load"] - over_time).abs() < 1e-9);
}

proptest! {
    #[test]
    fn the_sweep_and_the_tables_have_the_same_average(
        tasks in prop::collection::vec((0..60_i64, 1..25_i64, 1..60_u32), 1..40),
    ) {
        let tasks: Vec<_> = tasks.iter().map(|it| (it.0, it.0 + it.1, it.2)).collect();
        let run = run(&settings("agents: [2, 1]"), &batch_of(&tasks), 3, 1);
        let tables = dynamic_tables(&run);
        let sum: f64 = tables.iter().map(|it| it.average_load()).sum();
        prop_assert!((run.measures["average_load"] - sum / 3.0).abs() < 1e-9);
    }
}
