//! Bytes that workloads and runs need, and how many they may have: a tab that needs more than the browser
//! grants dies without a message, so the page checks before.

use std::mem::size_of;

use chart::piece::Piece;
use experiment::Scenario;
use scheduling::engine::{Bar, Outcome};
use workload::{Job, Packing, Record, Time};

use super::words::count;

/// The page's own memory ends at 4 GB, and a browser's on a small machine before that: a quarter of
/// it for runs that are compared.
pub const RUNS: u64 = 1 << 30;

/// The memory of a worker is limited to 4 GB, and while its vectors grow they need up to twice their size.
pub const WORKER: u64 = 2 << 30;

/// The run in front may take more: it is what the page is for.
pub const FRONT: u64 = 3 << 30;

/// All workers of sweeps and searches together.
pub const WORKER_POOL: u64 = 3 << 30;

/// The memory for workloads that a worker keeps apart from the one in use.
pub const KEPT: u64 = 512 << 20;

/// Where nothing better is known, this many rectangles are taken for one job: few jobs get processors
/// that all lie side by side.
pub const BARS_PER_JOB: f64 = 2.0;

/// A line of a log takes at least this many bytes, most of them more.
const LEAST_LINE: u64 = 40;

/// The greatest factor by which a log becomes shorter: of those of the Parallel Workloads Archive that tests read,
/// the NASA iPSC's, by the packers' strongest levels.
const fn shortened(packing: Packing) -> u64 {
    match packing {
        Packing::Tar => 1,
        Packing::Gzip | Packing::Zip => 8,
        Packing::Zstd => 13,
        Packing::Xz => 14,
    }
}

/// Bytes of a run with all that is drawn of it, where a job has this many rectangles.
pub fn run_bytes(jobs: u64, bars_per_job: f64) -> u64 {
    // Two changes a job or rectangle: its time, value and area.
    let step = size_of::<Time>() + size_of::<i64>() + size_of::<i128>();
    let per_job = size_of::<Job>() + size_of::<Outcome>() + 4 * step + 2 * size_of::<u32>();
    let per_bar = size_of::<Bar>() + size_of::<Piece>() + 2 * step;
    let bars = jobs as f64 * bars_per_job.max(1.0);
    jobs.saturating_mul(per_job as u64).saturating_add((bars * per_bar as f64) as u64)
}

/// Bytes of a workload of this many records in a worker.
pub fn workload_bytes(records: u64) -> u64 {
    records.saturating_mul(size_of::<Record>() as u64)
}

/// Bytes that a worker takes for a workload of this many records and a run of it, which it also packs
/// into columns.
pub fn worker_bytes(records: u64) -> u64 {
    let per_job = size_of::<Job>() + 2 * size_of::<Outcome>();
    let per_bar = (2 * size_of::<Bar>()) as f64 * BARS_PER_JOB;
    let run = records.saturating_mul(per_job as u64 + per_bar as u64);
    workload_bytes(records).saturating_add(run)
}

/// The most records that a log of this many bytes can have, before it has been read.
pub fn records_of_file(bytes: u64, packing: Option<Packing>) -> u64 {
    bytes.saturating_mul(packing.map_or(1, shortened)) / LEAST_LINE
}

/// The most jobs that a scenario takes of this many records.
pub fn jobs_of(scenario: &Scenario, records: u64) -> u64 {
    let selection = &scenario.workload;
    let by_number = match (selection.first_job, selection.last_job) {
        (first, Some(last)) => {
            let first = first.unwrap_or(0);
            last.saturating_add(1).saturating_sub(first)
        }
        (_, None) => u64::MAX,
    };
    let by_count = selection.count.map_or(u64::MAX, u64::from);
    records.min(by_number).min(by_count)
}

/// How many of `wanted` workers may be at work on a workload of this many records.
///
/// # Errors
///
/// In words, if not even one may.
pub fn workers(wanted: usize, records: u64) -> Result<usize, String> {
    let each = worker_bytes(records);
    if each > WORKER {
        return Err(format!(
            "a worker would need about {} for the {} jobs of this log and a run of it, and may take {}; \
             cut the log to fewer jobs",
            gigabytes(each),
            count(records as i64),
            gigabytes(WORKER)
        ));
    }
    Ok(wanted.min((WORKER_POOL / each.max(1)) as usize).max(1))
}

/// Whether the page and its worker hold a workload of this many records and one run of this many of its jobs.
///
/// # Errors
///
/// In words, if they do not.
pub fn in_front(records: u64, jobs: u64) -> Result<(), String> {
    let worker = workload_bytes(records).saturating_add(worker_bytes(jobs) - workload_bytes(jobs));
    let needed = worker.max(run_bytes(jobs, BARS_PER_JOB));
    if needed <= FRONT {
        return Ok(());
    }
    Err(format!(
        "a run of {} jobs would take about {}, and a page may take {}; take fewer jobs, in the panel under Jobs",
        count(jobs as i64),
        gigabytes(needed),
        gigabytes(FRONT)
    ))
}

/// Which of the compared runs may be held, from their bytes: those that fit, in this order. The first is on the
/// page in any case.
pub fn held(runs: &[u64], budget: u64) -> Vec<bool> {
    let mut taken: u64 = 0;
    let fits = runs.iter().enumerate().map(|(place, &bytes)| {
        let fits = place == 0 || taken.saturating_add(bytes) <= budget;
        if fits {
            taken = taken.saturating_add(bytes);
        }
        fits
    });
    fits.collect()
}

/// Why a run is not made beside others: the bytes that it would need, and the remedy.
pub fn too_much(jobs: u64, bytes: u64, runs: &[u64]) -> String {
    let all = runs.iter().fold(0_u64, |sum, it| sum.saturating_add(*it));
    format!(
        "its run of {} jobs would take about {}, all that are compared {}, and the page may take {}; take \
         fewer jobs or compare fewer scenarios",
        count(jobs as i64),
        gigabytes(bytes),
        gigabytes(all),
        gigabytes(RUNS)
    )
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / (1_u64 << 30) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_estimated_near_what_it_takes() {
        use chart::GanttIndex;
        use workload::lublin::Lublin;
        let run = experiment::run(&Scenario::default(), &Lublin::default().generate().unwrap());
        let run = run.unwrap();
        let index = GanttIndex::new(&run);
        let (jobs, bars) = (run.jobs.len(), run.schedule.bars.len());
        let mut pieces = 0;
        index.for_each_between(f64::MIN, f64::MAX, |_, _| pieces += 1);
        let alone =
            jobs * (size_of::<Job>() + size_of::<Outcome>()) + bars * size_of::<Bar>() + pieces * size_of::<Piece>();
        let estimate = run_bytes(jobs as u64, bars as f64 / jobs as f64);
        // The curves come on top of it.
        assert!(estimate > alone as u64, "{estimate} {alone}");
        assert!(estimate < 3 * alone as u64, "{estimate} {alone}");
    }

    #[test]
    fn logs_of_the_archive_are_no_matter() {
        // The largest ones have some hundred thousand jobs.
        assert_eq!(workers(8, 500_000), Ok(8));
        let runs = [run_bytes(500_000, BARS_PER_JOB); 3];
        assert_eq!(held(&runs, RUNS), [true; 3]);
    }

    #[test]
    fn a_run_that_no_page_holds_is_refused_and_says_what_to_do() {
        assert_eq!(in_front(1_000_000, 1_000_000), Ok(()));
        // Of a log that is held, a part can be run.
        assert_eq!(in_front(8_000_000, 1_000_000), Ok(()));
        check_parts(
            &in_front(8_000_000, 8_000_000).unwrap_err(),
            "8\u{202f}000\u{202f}000 jobs|may take 3.0 GB|fewer jobs",
        );
    }

    /// Checks that a refusal has all of these parts.
    #[track_caller]
    fn check_parts(why: &str, parts: &str) {
        assert!(parts.split('|').all(|it| why.contains(it)), "{why} without one of {parts}");
    }

    #[test]
    fn fewer_workers_take_up_a_larger_log() {
        let at = |records| workers(8, records);
        let mut before = 8;
        for records in [500_000, 1_000_000, 2_000_000, 3_000_000] {
            let now = at(records).unwrap();
            assert!(now <= before);
            assert!(now as u64 * worker_bytes(records) <= WORKER_POOL);
            before = now;
        }
        assert!(before < 8);
    }

    #[test]
    fn a_log_that_no_worker_holds_is_refused_with_what_it_would_take() {
        check_parts(&workers(8, 30_000_000).unwrap_err(), "30\u{202f}000\u{202f}000 jobs|may take 2.0 GB|fewer jobs");
    }

    #[test]
    fn runs_are_held_in_order_while_they_fit() {
        assert_eq!(held(&[60, 30, 30, 10], 100), [true, true, false, true]);
        // The one in front is on the page anyhow.
        assert_eq!(held(&[600, 30], 100), [true, false]);
        assert_eq!(held(&[], 100), Vec::<bool>::new());
    }

    #[test]
    fn a_selection_bounds_the_jobs() {
        let mut scenario = Scenario::default();
        assert_eq!(jobs_of(&scenario, 5_000), 1_000, "1 to 1000");
        scenario.workload.last_job = None;
        assert_eq!(jobs_of(&scenario, 5_000), 5_000);
        scenario.workload.count = Some(70);
        assert_eq!(jobs_of(&scenario, 5_000), 70);
        scenario.workload.first_job = Some(10);
        scenario.workload.last_job = Some(12);
        assert_eq!(jobs_of(&scenario, 5_000), 3);
        scenario.workload.last_job = Some(2);
        assert_eq!(jobs_of(&scenario, 5_000), 0);
    }

    #[test]
    fn a_refusal_says_what_was_asked_and_what_to_do() {
        let why = too_much(4_000_000, 3 << 29, &[3 << 29, 3 << 29]);
        check_parts(&why, "4\u{202f}000\u{202f}000 jobs|1.5 GB|3.0 GB|1.0 GB|fewer scenarios");
    }
}
