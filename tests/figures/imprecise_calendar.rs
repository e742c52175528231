//! Imprecise calendars on a real log: the figures of an independent program come out.

use crate::common;
use slotscope::criteria::{Report, report};
use slotscope::experiment::{Scenario, run};
use slotscope::workload::Workload;

/// Of all jobs that ran, on 100 nodes.
fn kth(log: &Workload, settings: &str) -> Report {
    let json = format!(
        r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": 0}}}},
            "platform": [100], "system": {{"imprecise_calendar": {settings}}}}}"#
    );
    let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
    report(&run(&scenario, log).expect("it runs"))
}

#[test]
#[ignore = "needs the real logs: cargo xtask test"]
fn the_waits_of_kth_in_a_flat_calendar_come_out() {
    let log = common::real_log("KTH-SP2-1996-2.swf.gz");
    for (length, expected) in [(10, "170818.1764"), (40, "172918.6301"), (320, "201300.7697")] {
        let settings =
            format!(r#"{{"levels": [{{"count": null, "length": {length}}}], "managers": "one", "backfill": false}}"#);
        let report = kth(&log, &settings);
        assert_eq!((report.jobs, report.rejected), (28_481, 0));
        assert_eq!(format!("{:.4}", report.mean_waiting_time), expected, "{length}");
    }
}

#[test]
#[ignore = "needs the real logs: cargo xtask test"]
fn backfilling_and_coarse_slots_keep_kth_s_waits_and_shrink_its_calendar() {
    let log = common::real_log("KTH-SP2-1996-2.swf.gz");
    let flat = kth(&log, r#"{"configuration": "configuration1"}"#);
    let coarse = kth(&log, r#"{"configuration": "configuration6"}"#);
    // A calendar booked by limits runs away unless jobs are moved forward.
    assert!(flat.mean_waiting_time < 172_918.0 / 20.0);
    assert!(coarse.mean_waiting_time < flat.mean_waiting_time * 1.2);
    assert!(coarse.measures["calendar_slots"] * 60.0 < flat.measures["calendar_slots"]);
}
