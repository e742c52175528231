//! Facts about real logs, checked where `SLOTSCOPE_TRACES` names the folder with them: `cargo xtask
//! test` runs the tests that are ignored here.

use std::path::Path;

use super::{Reading, Workload, read};

fn bytes(name: &str) -> Vec<u8> {
    let folder = std::env::var_os("SLOTSCOPE_TRACES")
        .expect("SLOTSCOPE_TRACES is not set: it names the folder of the real logs");
    std::fs::read(Path::new(&folder).join(name)).expect(name)
}

/// Reads a log of the folder that `SLOTSCOPE_TRACES` names.
pub fn trace(name: &str) -> Reading {
    read(name, &bytes(name)).unwrap()
}

/// A log of the traces with its text, unpacked.
pub fn trace_text(name: &str) -> (Workload, String) {
    let bytes = bytes(name);
    let text = super::unpacked(&bytes).unwrap().into_owned();
    (trace(name).workload, String::from_utf8(text).unwrap())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;
    use crate::select::{Selection, SizeFrom, select};
    use crate::stats::Statistics;
    use crate::write_swf;

    #[test]
    #[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
    fn the_first_thousand_jobs_of_sdsc() {
        let reading = trace("SDSC-SP2-1998-first-4961.swf");
        assert_eq!((reading.workload.records().len(), reading.complaint_count), (4961, 0));
        assert_eq!(reading.workload.header().max_processors(), Some(128));
        let copyright = reading.workload.header().get("Copyright").unwrap();
        assert!(copyright.ends_with("written or electronic publication."));

        let with_all = Selection { skip_never_ran: false, ..Selection::default() };
        assert_eq!(select(&reading.workload, &with_all, 1).len(), 1000);
        let jobs = select(&reading.workload, &Selection::default(), 1);
        assert_eq!(jobs.len(), 938);
        assert_eq!(jobs.iter().filter(|job| job.is_reservation()).count(), 281);
        assert_eq!(jobs.iter().map(|job| job.run_time).sum::<i64>() / 938, 8172);
        let all = select(&reading.workload, &with_all, 1);
        assert_eq!(all.iter().filter(|job| job.processors == 1).count(), 174);
        for id in [86, 91, 95, 144, 967] {
            let job = all.iter().find(|job| job.id == id).unwrap();
            assert!(job.processors > 64, "{id}: {}", job.processors);
        }
        assert_eq!(all.iter().filter(|job| job.processors > 64).count(), 12);
    }

    #[test]
    #[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
    fn two_months_of_kth() {
        let reading = trace("KTH-SP2-1996-2.swf.gz");
        let workload = reading.workload;
        assert_eq!((workload.records().len(), reading.complaint_count), (28_489, 0));
        assert_eq!(workload.header().max_processors(), Some(100));
        let start = workload.header().unix_start_time().unwrap();
        let submitted = |from: i64, to: i64| {
            workload
                .records()
                .iter()
                .map(|record| start + record.submit)
                .filter(|time| (from..to).contains(time))
                .count()
        };
        // October, November and December 1996 begin, in Stockholm.
        let [october, november, december] = [844_120_800, 846_802_800, 849_394_800];
        assert_eq!(submitted(october, november), 2407);
        assert_eq!(submitted(november, december), 1984);
        let statistics = Statistics::of(&workload);
        assert!((0.6..0.8).contains(&statistics.offered_load.unwrap()));
        let back = read(&workload.name, write_swf(&workload).as_bytes()).unwrap();
        assert_eq!(back.workload, workload);
    }

    #[test]
    #[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
    fn nasa_knows_neither_limits_nor_waits() {
        let reading = trace("NASA-iPSC-1993-3.1-cln.swf.gz");
        let workload = reading.workload;
        assert_eq!((workload.records().len(), reading.complaint_count), (18_239, 0));
        let statistics = Statistics::of(&workload);
        assert_eq!((statistics.requested_times, statistics.waits), (None, None));
        assert_eq!(statistics.power_of_two_share, 1.0);
        let jobs = |field| statistics.missing.iter().find(|m| m.field == field).map(|m| m.jobs);
        assert_eq!(jobs(Field::RequestedTime), Some(18_239));
        assert_eq!(jobs(Field::RunTime), None);
        let selection = Selection {
            last_job: None,
            size_from: SizeFrom::Requested,
            missing_limit_factor: 2.0,
            ..Selection::default()
        };
        for job in select(&workload, &selection, 1) {
            assert_eq!(job.requested_time, 2 * job.run_time);
            assert!((1..=128).contains(&job.processors) && job.logged_wait.unwrap_or(0) == 0);
        }
    }
}
