//! Files of other programs: dropped and told apart by what they hold, and handed out again.

use slotscope::criteria::report;
use slotscope::experiment::{Provenance, WorkloadFacts};
use slotscope::export::{batsim_jobs_csv, batsim_workload, schedule_gwf, schedule_sacct, schedule_swf};
use slotscope::{experiment, workload};

use crate::scene;

/// Each with a name that does not fit.
const FILES: [(&str, &[u8]); 4] = [
    ("grid.json", include_bytes!("../formats/grid.gwf")),
    ("accounting.csv", include_bytes!("../formats/accounting.txt")),
    ("workload.swf", include_bytes!("../formats/workload.json")),
    ("requests.csv", include_bytes!("../formats/jobs.csv")),
];

#[test]
fn files_of_other_programs_are_dropped_and_handed_out() {
    let page = scene::open();
    for (name, bytes) in FILES {
        let log = workload::read(name, bytes).unwrap().workload;
        let scenario = scene::scenario_of(&log);
        let run = scene::run(&scenario, &log);
        page.drop_bytes(name, bytes);
        page.wait_for_text("#workload-name", name);
        scene::wait_for(&page, &report(&run));
        let facts = WorkloadFacts::of_file(&log, bytes);
        let words = Provenance::of(&scenario, &facts).notes(&experiment::words(&scenario));
        let clock = log.header().clock();
        for (what, ending, expected) in [
            ("swf", ".swf.txt", schedule_swf(&run, log.header(), name, &words)),
            ("gwf", ".gwf", schedule_gwf(&run, log.header(), name, &words)),
            ("sacct", ".sacct.txt", schedule_sacct(&run, clock)),
            ("jobs-csv", ".csv", batsim_jobs_csv(&run)),
            ("batsim", ".json", batsim_workload(&run)),
        ] {
            let handed = scene::exported_text(&page, what, ending);
            assert_eq!(handed, expected, "{name} as {what}");
            let back = workload::read(name, handed.as_bytes()).unwrap();
            assert_eq!(back.complaint_count, 0, "{name} as {what}");
            let ids = |log: &workload::Workload| -> Vec<u64> { log.records().iter().map(|record| record.id).collect() };
            let taken: Vec<u64> = run.jobs.iter().map(|job| job.id).collect();
            assert_eq!(ids(&back.workload), taken, "{name} as {what}");
        }
    }
}
