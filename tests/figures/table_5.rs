//! Table 5 of Kurowski et al. 2011, first workload, without reservations.
//!
//! SDSC SP2, tasks 1-1000 cut to 64 processors, on 2 x 64, load balancing and FCFS with
//! backfilling. Load balancing counts waiting tasks only and the first provider wins a tie: any
//! other reading of either lands elsewhere.

use crate::common;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, run};

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn mean_flow_time_without_reservations_comes_out() {
    let log = common::real_log("SDSC-SP2-1998-first-4961.swf");
    let mut scenario = Scenario::default();
    scenario.workload.clip_size_to = Some(64);
    scenario.workload.reservations.percent = 0.0;
    let ours = report(&run(&scenario, &log).expect("it runs"));
    let paper = 29_995.0;
    println!("mean F: paper {paper} | ours {:.1}", ours.mean_flow_time);
    println!("mean U: paper 0.54 | ours {:.4}", ours.mean_utilization);
    assert!((ours.mean_flow_time - paper).abs() < 0.001 * paper);
    assert!((ours.mean_utilization - 0.54).abs() < 0.02);
}
