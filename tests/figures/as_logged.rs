//! The log itself as a system, on a real log: what happened comes out.

use crate::common;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, run};

/// Waits of KTH's own records, without any code of the systems.
#[test]
#[ignore = "needs the real logs: cargo xtask test"]
fn the_own_mean_wait_of_a_real_log_comes_out() {
    let log = common::real_log("KTH-SP2-1996-2.swf.gz");
    let waits: Vec<i64> = log.records().iter().filter(|it| it.run_time > 0).map(|it| it.wait).collect();
    assert!(waits.iter().all(|wait| *wait >= 0));
    let sum: i64 = waits.iter().sum();
    assert_eq!((waits.len(), sum), (28_481, 438_187_452));
    let mean = sum as f64 / waits.len() as f64;
    // Whatever share of reservations is drawn: the log knows of none.
    for percent in [0, 30] {
        let json = format!(
            r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": {percent}}}}},
                "platform": [100], "system": {{"as_logged": {{}}}}}}"#
        );
        let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
        let report = report(&run(&scenario, &log).expect("it runs"));
        assert_eq!(report.jobs, 28_481);
        assert_eq!((report.rejected, report.killed), (0, 0));
        assert_eq!(report.mean_waiting_time, mean);
        assert_eq!(report.measures["jobs_without_wait"], 0.0);
    }
}
