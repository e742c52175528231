//! Files of other programs, small and written by hand: each is told by what it holds.

use slotscope::workload::{Format, Reading, Record, read};

const GRID: &[u8] = include_bytes!("../formats/grid.gwf");
const ACCOUNTING: &[u8] = include_bytes!("../formats/accounting.txt");
const WORKLOAD: &[u8] = include_bytes!("../formats/workload.json");
const JOBS: &[u8] = include_bytes!("../formats/jobs.csv");

/// Reads it, also with line ends and a mark as another system writes them, which must be the same.
fn reading(text: &[u8], format: Format) -> Reading {
    assert_eq!(Format::of(text), format);
    // A wrong name makes no difference.
    let reading = read("log.swf", text).expect("a log");
    let text = String::from_utf8(text.to_vec()).expect("UTF-8");
    let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(read("log.swf", other.as_bytes()), Ok(reading.clone()));
    reading
}

/// Number, submission, wait, run time, sizes given and asked for, limit and status of each job.
fn figures(reading: &Reading) -> String {
    let of = |it: &Record| {
        let sizes = format!("{} {}", it.allocated_processors, it.requested_processors);
        format!("{} {} {} {} {sizes} {} {}\n", it.id, it.submit, it.wait, it.run_time, it.requested_time, it.status)
    };
    reading.workload.records().iter().map(of).collect()
}

/// User, group, executable, queue and partition of each job.
fn names(reading: &Reading) -> String {
    let of = |it: &Record| format!("{} {} {} {} {}\n", it.user, it.group, it.executable, it.queue, it.partition);
    reading.workload.records().iter().map(of).collect()
}

fn complaints(reading: &Reading) -> Vec<String> {
    reading.complaints.iter().map(ToString::to_string).collect()
}

#[test]
fn a_grid_workload() {
    let reading = reading(GRID, Format::Gwf);
    assert_eq!(figures(&reading), "1 0 5 600 4 4 900 1\n2 76 0 60 1 1 -1 1\n4 376 -1 -1 -1 16 3600 5\n");
    assert_eq!(names(&reading), "1 1 1 1 1\n2 1 2 1 2\n1 1 1 2 1\n");
    let log = &reading.workload;
    assert_eq!(log.records()[0].average_cpu_time, 581);
    assert_eq!(log.header().unix_start_time(), Some(1_136_070_024));
    assert_eq!(log.header().max_processors(), Some(24));
    assert_eq!(log.header().get("Name"), Some("a grid of two sites"));
    assert_eq!(log.header().get("Queue"), Some("1 short"));
    assert_eq!(complaints(&reading), ["line 6: run time (field 4) should be a number but is \"sixty\""]);
}

#[test]
fn an_accounting_of_slurm() {
    let reading = reading(ACCOUNTING, Format::Sacct);
    // The name of the last one holds a bar, which no other column can.
    assert_eq!(
        figures(&reading),
        "4101 0 30 3600 16 16 7200 1\n\
         4103 600 0 1200 8 4 1200 0\n\
         4104 600 120 180 8 4 1200 5\n\
         4105 3600 -1 0 0 512 -1 -1\n\
         4106 3600 -1 0 0 512 -1 -1\n"
    );
    assert_eq!(names(&reading), "1 1 1 1 1\n2 2 2 1 1\n2 2 2 1 1\n1 1 3 1 2\n1 1 4 1 2\n");
    let header = reading.workload.header();
    // Nothing says how large the machine is but what ran at once.
    assert_eq!((header.unix_start_time(), header.max_processors()), (Some(1_709_280_000), Some(32)));
    assert_eq!(complaints(&reading), [""; 0]);
}

#[test]
fn a_workload_for_batsim() {
    let reading = reading(WORKLOAD, Format::BatsimWorkload);
    // Job 3 takes a billion operations at a billion in a second.
    assert_eq!(
        figures(&reading),
        "1 0 -1 20 -1 4 100 -1\n2 11 -1 41 -1 8 -1 -1\n3 12 -1 1 -1 1 50 -1\n4 20 -1 1 -1 2 -1 -1\n"
    );
    assert_eq!(reading.workload.header().max_processors(), Some(8));
    assert_eq!(complaints(&reading), [""; 0]);
    let [repair] = &reading.repairs[..] else {
        panic!("{:?}", reading.repairs);
    };
    assert!(repair.starts_with("the profile of 1 job counts floating-point operations"));
}

#[test]
fn the_jobs_that_batsim_ran() {
    let reading = reading(JOBS, Format::BatsimJobs);
    assert_eq!(figures(&reading), "1 0 0 20 4 4 100 1\n2 11 9 30 8 8 30 0\n3 12 -1 -1 -1 99 100 5\n");
    assert_eq!(reading.workload.header().max_processors(), Some(8));
    assert_eq!(complaints(&reading), ["line 5: allocated_resources is \"none\", no set of numbers"]);
}
