//! Logs, plain and packed, and lists of requests for their jobs.

use std::borrow::Cow;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use slotscope::columnar::to_csv;
use slotscope::workload::requests_csv::{looks_like_requests, read_requests, write_requests};
use slotscope::workload::reserve::Reservations;
use slotscope::workload::select::{Selection, select};
use slotscope::workload::stats::Statistics;
use slotscope::workload::table::{self, Mapping, Table};
use slotscope::workload::{
    Format, Job, ReadError, Reading, Record, Workload, WorkloadKind, read, read_with, unpacked, write_batsim,
    write_gwf, write_sacct, write_swf,
};

use crate::Watch;

/// What is read is a log, all that it says of itself can be told, and what is written of it reads back equal.
fn log(input: &[u8], watch: &mut Watch) -> Option<Workload> {
    watch.reading(input.len(), || Format::of(input));
    let reading = told(watch.reading(input.len(), || read("log", input)))?;
    let workload = reading.workload;
    if workload.kind() != WorkloadKind::Log {
        return None;
    }
    assert!(!workload.records().is_empty());
    watch.running(input.len(), || {
        Statistics::of(&workload);
        jobs(&workload);
    });
    // Every log can be written in SWF, whatever it was read from; what it has no column for is lost.
    let text = write_swf(&workload);
    let back = again(&text);
    let records: Vec<Record> = workload.records().iter().map(Record::in_swf).collect();
    assert_eq!(back.records(), records, "{text}");
    assert_eq!(back.header(), workload.header(), "{text}");
    Some(workload)
}

/// What was read, if anything was; its complaints and errors have words.
pub(super) fn told(outcome: Result<Reading, ReadError>) -> Option<Reading> {
    match outcome {
        Ok(reading) => {
            for complaint in &reading.complaints {
                assert!(!complaint.to_string().is_empty());
            }
            assert!(reading.complaint_count >= reading.complaints.len() as u64);
            Some(reading)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// All jobs of a log, none a reservation.
fn jobs(workload: &Workload) -> Vec<Job> {
    let all = Selection {
        first_job: None,
        last_job: None,
        skip_never_ran: false,
        reservations: Reservations { percent: 0.0, ..Reservations::default() },
        ..Selection::default()
    };
    select(workload, &all, 1)
}

/// A text that was written here, and so has nothing wrong.
fn again(text: &str) -> Workload {
    let reading = read("log", text.as_bytes()).expect(text);
    assert_eq!(reading.complaint_count, 0, "{:?}\n{text}", reading.complaints);
    reading.workload
}

/// Logs in SWF.
pub fn swf(input: &[u8], watch: &mut Watch) {
    log(input, watch);
}

/// Logs in GWF: what is written in it reads back equal, but for what has no column.
pub fn gwf(input: &[u8], watch: &mut Watch) {
    let Some(workload) = log(input, watch) else {
        return;
    };
    let kept = |record: &Record| Record { preceding_job: -1, think_time: -1, ..record.in_swf() };
    let text = write_gwf(&workload);
    let back = again(&text);
    let back = back.records();
    let records: Vec<Record> = workload.records().iter().map(kept).collect();
    assert_eq!(back, records, "{text}");
}

/// Slurm's accounting: what is written and read is written as the same.
pub fn sacct(input: &[u8], watch: &mut Watch) {
    let Some(workload) = log(input, watch) else {
        return;
    };
    let text = write_sacct(&workload);
    if let Ok(reading) = read("log", text.as_bytes()) {
        let workload = reading.workload;
        let text = write_sacct(&workload);
        assert_eq!(again(&text).records(), workload.records(), "{text}");
    }
}

/// Both of Batsim's: the jobs are written as a workload that has the same.
pub fn batsim(input: &[u8], watch: &mut Watch) {
    let Some(workload) = log(input, watch) else {
        return;
    };
    let taken = jobs(&workload);
    if taken.is_empty() {
        return;
    }
    let text = write_batsim(&taken, 64);
    let what = |job: &Job| {
        ((job.id, job.submit, job.processors), (job.run_time, job.limit_known.then_some(job.requested_time)))
    };
    // Jobs with names come in the order of the file at one instant, and with numbers only in theirs.
    let in_order = |jobs: &[Job]| {
        let mut all: Vec<_> = jobs.iter().map(what).collect();
        all.sort_unstable();
        all
    };
    let back = jobs(&again(&text));
    assert_eq!(in_order(&back), in_order(&taken), "{text}");
}

/// Tables of jobs: read as they are, and by what their columns seem to be, which comes back from its text.
pub fn table(input: &[u8], watch: &mut Watch) {
    log(input, watch);
    let Some(table) = watch.reading(input.len(), || Table::of(input)) else {
        return;
    };
    let mapping = watch.reading(input.len(), || table::guess(&table));
    if !mapping.is_empty() {
        assert_eq!(Mapping::parse(&mapping.to_string()), Ok(mapping.clone()));
    }
    let shown = watch.reading(input.len(), || table::preview(&table, &mapping));
    assert_eq!(shown.map(|it| it.len()), Ok(table.rows.len().min(5)));
    told(watch.reading(input.len(), || read_with("table", input, &mapping)));
}

/// Packed logs, and plain ones that are packed: packing makes no difference.
pub fn gzip(input: &[u8], watch: &mut Watch) {
    const MOST: u64 = 16 << 20;
    if input.starts_with(&[0x1f, 0x8b]) {
        // What it unpacks to is read, too.
        let mut unpacked = Vec::new();
        let _ = MultiGzDecoder::new(input).take(MOST).read_to_end(&mut unpacked);
        let bytes = input.len() + unpacked.len();
        told(watch.reading(bytes, || read("log", input)));
        return;
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(input).expect("memory takes everything");
    let packed = packer.finish().expect("memory takes everything");
    let bytes = input.len() + packed.len();
    let through = watch.reading(bytes, || read("log", &packed));
    if input.starts_with(&[0x1f]) {
        // Half a sign of gzip in gzip.
        return;
    }
    assert_eq!(through, read("log", input));
}

/// A tenth of the window or dictionary that a small file may ask for.
const WINDOW: usize = 14 << 20;

/// Files packed by zstd or xz, and archives; plain ones are put into an archive, which makes no difference.
pub fn packed(input: &[u8], watch: &mut Watch) {
    let unpacked = watch.running(input.len(), || unpacked(input).map(Cow::into_owned));
    let bytes = input.len() + unpacked.as_ref().map_or(0, Vec::len) + WINDOW;
    let through = watch.reading(bytes, || read("log", input));
    if unpacked.is_ok_and(|it| it == input) {
        let mut archive = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_ustar();
        header.set_size(input.len() as u64);
        let added = archive.append_data(&mut header, "log", input);
        added.expect("memory takes everything");
        let archive = archive.into_inner().expect("memory takes everything");
        let within = watch.reading(bytes + archive.len(), || read("log", &archive));
        assert_eq!(within, through);
    }
    told(through);
}

/// Tables in Parquet: a page may be as long as the CSV, which is read.
pub fn parquet(input: &[u8], watch: &mut Watch) {
    const MOST: usize = 1 << 20;
    let csv = watch.reading(input.len() + WINDOW + MOST, || to_csv(input.to_vec(), MOST as u64));
    match csv {
        Ok(csv) => drop(told(watch.reading(csv.text.len(), || read("log", &csv.text)))),
        Err(why) => assert!(!why.is_empty()),
    }
}

/// Lists of requests: three to five numbers a line.
pub fn requests(input: &[u8], watch: &mut Watch) {
    watch.reading(input.len(), || looks_like_requests("a.csv", input));
    let outcome = watch.reading(input.len(), || read_requests(input));
    let requests = match outcome {
        Ok(requests) => requests,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(requests.iter().all(|it| it.validate().is_ok()));
    let text = write_requests(&requests);
    assert_eq!(read_requests(text.as_bytes()), Ok(requests));
}
