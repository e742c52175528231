//! Co-allocation on a real log: the figures of an independent scan of every server come out.

use crate::common;
use slotscope::criteria::{Report, report};
use slotscope::experiment::{Scenario, run};
use slotscope::workload::Workload;

fn kth(log: &Workload, processors: u32, settings: &str) -> Report {
    let json = format!(
        r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": 0}}}},
            "platform": [{processors}], "system": {{"co_allocation": {settings}}}}}"#
    );
    let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
    report(&run(&scenario, log).expect("it runs"))
}

/// Mean wait in s, longest wait in h, mean attempts of sizes 1 to 50 and 51 to 100, as they are printed.
fn printed(report: &Report) -> [String; 4] {
    let figure = |key: &str| report.measures[key];
    [
        format!("{:.4}", report.mean_waiting_time),
        format!("{:.1}", figure("longest_wait")),
        format!("{:.2}", figure("attempts_1_50")),
        format!("{:.2}", figure("attempts_51_100")),
    ]
}

#[test]
#[ignore = "needs the real logs: cargo xtask test"]
fn the_waits_and_attempts_of_kth_come_out() {
    let log = common::real_log("KTH-SP2-1996-2.swf.gz");
    for (processors, expected) in
        [(100, ["7518.2753", "77.0", "8.41", "49.60"]), (128, ["2073.5929", "34.8", "2.95", "18.49"])]
    {
        let report = kth(&log, processors, "{}");
        assert_eq!((report.jobs, report.rejected), (28_481, 0));
        assert_eq!(report.measures["acceptance"], 100.0);
        assert_eq!(printed(&report), expected, "{processors}");
    }
}
