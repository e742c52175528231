//! How long runs of a cluster take: `cargo bench --bench cluster [WORDS]`.
//!
//! The cluster has 1,000 nodes of four kinds, and jobs ask for cores, memory and GPUs on one node or on several. The load
//! is that of the resource that is asked for most. Each row is run, jobs selected and everything recorded, until it has
//! taken a second, but at least once and at most nine times, and its median printed in seconds. Of the rows at load 1.1 it
//! prints the exponent with which the time grows from 10,000 to 80,000 jobs. A row that takes more than
//! [`rows::PATIENCE`] is broken off. `WORDS` name the rows that are run: those that have all of them, or `--exact` one. The
//! figures are left beside Criterion's, in `cluster.json`.

mod cluster_log;
mod rows;

use cluster_log::{log, scenario};
use rows::{Rows, SIZES};

fn main() {
    let mut rows = Rows::from_arguments();
    for (name, promises) in [("EASY", 1), ("100 promises", 100)] {
        let scenario = scenario(&format!(r#""promises": {promises}"#));
        rows.growth(name, 1.1, |rows, row, index| rows.measure(row, &scenario, &log(SIZES[index], 1.1)));
    }
    let mut at_load = None;
    for (name, placement) in
        [("EASY", "first_fit"), ("EASY, best fit", "best_fit"), ("EASY, spread", "spread"), ("EASY, FGD", "fgd")]
    {
        let row = format!("{name}, 100000 jobs at load 0.9");
        if rows.wants(&row) {
            let log = at_load.get_or_insert_with(|| log(100_000, 0.9));
            let scenario = scenario(&format!(r#""promises": 1, "placement": "{placement}""#));
            rows.measure(&row, &scenario, log);
        }
    }
    rows.leave("cluster.json");
}
