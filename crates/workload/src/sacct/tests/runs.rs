//! The course of a job by its row, and the rows that are runs.

use super::*;
use crate::testing::{figures, listed, reading};

#[test]
fn every_run_of_a_requeued_job_counts_once() {
    let text = "JobID|JobIDRaw|Submit|Start|End|Elapsed|AllocCPUS|State\n\
        400|400|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:04:59|01:04:49|1|REQUEUED\n\
        400.batch|400.batch|2024-03-01T00:00:10|2024-03-01T00:00:10|2024-03-01T01:04:59|01:04:49|1|FAILED\n\
        400|400|2024-03-01T01:04:59|2024-03-01T01:07:00|2024-03-01T02:21:33|01:14:33|1|REQUEUED\n\
        400|400|2024-03-01T02:21:33|2024-03-01T02:24:00|2024-03-01T04:06:02|01:42:02|1|COMPLETED\n\
        400|400|2024-03-01T02:21:33|2024-03-01T02:24:00|2024-03-01T04:06:02|01:42:02|1|COMPLETED\n";
    // The last ends at 04:06:02, from the first submission on; together they run for 14,484 s.
    let runs =
        figures(&records(text), |r| [r.run_time, r.submit + r.wait + r.run_time + Time::from(r.suspended), r.status]);
    assert_eq!(runs, "3889 3899 0; 4473 8493 0; 6122 14762 1");
    assert_eq!(complaints(text), "line 6: job 400 a second time; the first counts");
}

#[test]
fn numbers_that_began_anew_and_other_clusters_are_further_jobs() {
    let recycled = "JobID|Submit|Start|End|Elapsed|AllocCPUS\n\
        12728301|2017-10-03T17:39:00|2017-10-03T17:39:29|2017-10-03T17:49:29|00:10:00|40\n\
        12728302|2017-10-03T17:40:00|2017-10-03T17:40:29|2017-10-03T17:50:29|00:10:00|40\n\
        12728301|2026-08-20T09:00:00|2026-08-20T09:05:00|2026-08-20T13:05:00|04:00:00|32\n\
        12728302|2026-08-20T09:01:00|2026-08-20T09:05:00|2026-08-20T13:05:00|04:00:00|32\n";
    assert_eq!(records(recycled).len(), 4);
    assert_eq!(complaints(recycled), "");
    let clusters =
        "JobID|Cluster|Submit|Start|Elapsed|AllocCPUS\n500|c1|100|100|01:00:00|4\n500|c2|100|100|02:00:00|8\n";
    assert!(records(clusters).iter().map(|it| it.allocated_processors).eq([4, 8]));
}

#[test]
fn a_row_of_a_requeued_or_resized_job_is_a_run_if_it_held_processors() {
    let text = "JobID|Submit|Start|End|ElapsedRaw|AllocCPUS|State\n\
        1|100|110|210|100|8|RESIZING\n1|210|210|260|50|4|COMPLETED\n2|100|Unknown|Unknown|0|0|REQUEUED\n\
        3|100|110|Unknown|90|8|RESIZING\n";
    let found = figures(&records(text), |r| [r.run_time, r.allocated_processors, r.status]);
    assert_eq!(found, "100 8 -1; 50 4 1; 0 0 -1; 90 8 -1");
    assert!(records(text).iter().map(|r| r.killed_at_limit).eq([Some(false), Some(false), None, None]));
    assert_eq!(complaints(text), "line 5: the job still runs; its run time counts up to now");
}

#[test]
fn a_suspended_job_ends_later_than_it_ran() {
    for [row, run_time, suspended] in rows(
        "05:00:00|02:00:00|03:00:00 | 7200 | 10800
        05:00:00|05:00:00|00:00:00 | 18000 | 0
        // Either of the two follows from the other.
        05:00:00|02:00:00| | 7200 | 10800
        05:00:00||03:00:00 | 7200 | 10800
        // A change of the clocks, or what Slurm says itself.
        05:00:00|04:00:00| | 14400 | 0
        05:00:00|02:00:00|00:00:00 | 7200 | 0
        Unknown|02:00:00|00:10:00 | 7200 | 600
        05:00:00|02:00:00|long | 7200 | 0",
    ) {
        let start = "2024-03-01T00:00:00";
        let end = if row.starts_with('U') { "" } else { "2024-03-01T" };
        let text = format!("JobID|Submit|Start|End|Elapsed|Suspended\n500|{start}|{start}|{end}{row}\n");
        let found = records(&text)[0];
        assert_eq!((found.run_time.to_string(), found.suspended.to_string()), (run_time, suspended), "{row}");
    }
}

#[test]
fn eligible_times_limits_and_parts_are_kept() {
    let text = "JobID|JobIDRaw|Submit|Eligible|Start|Timelimit|QOS|Account|Partition\n\
        300+0|300|2024-03-01T00:00:00|2024-03-01T10:00:00|2024-03-01T10:00:05|UNLIMITED|high|a|cpu\n\
        300+1|301|2024-03-01T00:00:00|Unknown|2024-03-01T10:00:05|01:00:00|low|b|gpu\n\
        302|302|2024-03-01T00:01:00|2024-03-01T00:01:00|Unknown|Partition_Limit|low|a|gpu\n";
    let records = records(text);
    let found =
        figures(&records, |r| [r.submit, r.eligible, r.is_unlimited.into(), r.requested_time, r.heterogeneous.into()]);
    assert_eq!(found, "0 36000 1 -1 300; 0 -1 0 3600 300; 60 60 0 -1 0");
    let names = figures(&records, |r| [r.qos.into(), r.account.into(), r.group, r.partition, r.queue]);
    assert_eq!(names, "1 1 1 1 1; 2 2 2 2 2; 2 1 1 2 2");
}

#[test]
fn a_job_that_began_before_it_was_submitted_waited_0() {
    let text = "JobID|Submit|Start|ElapsedRaw\n1|100|40|600\n";
    assert_eq!(figures(&records(text), |r| [r.wait, r.run_time]), "0 600");
    assert_eq!(complaints(text), "line 2: Start is 60 s before Submit; the wait counts as 0");
}

#[test]
fn lists_of_nodes_that_are_not_used_are_told() {
    let many = listed((0..3000).map(|at| format!("x{at}y")), ",");
    for (nodes, said) in [
        ("n[1-2],gpu1", ""),
        ("n[1-", "line 2: NodeList should be a list of nodes but is \"n[1-\"; its place is unknown"),
        (&many, "line 1: the nodes of jobs are too many for so short a log; where jobs ran is not used"),
    ] {
        let read = reading(&format!(
            "JobID|Submit|Start|End|AllocCPUS|NodeList\n\
            1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|{nodes}\n"
        ));
        let has_nodes = !read.workload.log().unwrap().placements.nodes().is_empty();
        assert_eq!(has_nodes, said.is_empty(), "{nodes}");
        assert_eq!(told(&read.complaints), said);
    }
}
