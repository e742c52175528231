//! Under hard deadlines no reservation of a real log is late, whatever was booked for it.

use crate::common;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, run};

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn no_reservation_of_sdsc_is_late() {
    let log = common::real_log("SDSC-SP2-1998-first-4961.swf");
    for request in [
        "fixed",
        "flexible",
        "best_effort_processors",
        "best_effort_time",
        "flexible_best_effort_processors",
        "flexible_best_effort_time",
    ] {
        for length in ["requested", "run_time"] {
            for completion in ["reservation", "job"] {
                for slots in [r#""variable""#, r#"{"fixed": 600}"#] {
                    let json = format!(
                        r#"{{"workload": {{"reservations": {{
                              "request": "{request}", "earlier_hours": 2, "later_hours": 8}}}},
                            "system": {{"two_level": {{"local": {{"slots": {slots}}},
                              "late_reservations": "deadline", "reservation_length": "{length}",
                              "completion": "{completion}"}}}}}}"#
                    );
                    let scenario = Scenario::from_json(json.as_bytes()).expect(&json);
                    let report = report(&run(&scenario, &log).expect(&json));
                    assert_eq!(report.mean_tardiness, 0.0, "{json}");
                    assert!(report.reservations.jobs > report.reservations.rejected, "{json}");
                }
            }
        }
    }
}
