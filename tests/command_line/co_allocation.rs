//! Co-allocation's starts, job by job, held against a scan of every server that is written from the rule
//! (Castillo et al. 2009, Sect. 4.2) and shares nothing with the program: it reads the log's text and the
//! rows that the command line writes.

use slotscope::workload::lublin::Lublin;
use slotscope::workload::write_swf;

use super::{Folder, column};

/// A row of the jobs file.
#[derive(Debug)]
struct Row {
    id: i64,
    submit: i64,
    ready: i64,
    start: Option<i64>,
    processors: usize,
    run_time: i64,
    /// The servers, none of a rejected job.
    used: Vec<usize>,
}

/// The numbers of `0-3 7`.
fn numbers(ranges: &str) -> Vec<usize> {
    let ranges = ranges.split(|it: char| !(it.is_ascii_digit() || it == '-')).filter(|it| !it.is_empty());
    let of_range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        first.parse().expect("a number")..=last.parse().expect("a number")
    };
    ranges.flat_map(of_range).collect()
}

fn rows(csv: &str) -> Vec<Row> {
    let [id, submit, ready, start, processors, run_time, used, status] =
        ["job", "submit", "ready", "start", "processors", "run_time", "processors_used", "status"]
            .map(|it| column(csv, it));
    let row = |at: usize| {
        let number = |cells: &[String]| cells[at].parse::<i64>().expect("a number");
        let placed = status[at] != "rejected";
        Row {
            id: number(&id),
            submit: number(&submit),
            ready: number(&ready),
            start: placed.then(|| number(&start)),
            processors: number(&processors) as usize,
            run_time: number(&run_time),
            used: if placed { numbers(&used[at]) } else { Vec::new() },
        }
    };
    (0..id.len()).map(row).collect()
}

/// The rules of a run, in seconds.
struct Rules {
    servers: usize,
    horizon: i64,
    step: i64,
    attempts: i64,
}

/// Until when everybody is idle who is never booked again.
const NEVER: i64 = i64::MAX;

/// The bookings of a server, in no order.
type Bookings = Vec<(i64, i64)>;

impl Rules {
    /// The idle period of a server around `from..to`, if it is idle throughout.
    fn idle_period(bookings: &Bookings, from: i64, to: i64) -> Option<(i64, i64)> {
        if bookings.iter().any(|&(start, end)| start < to && end > from) {
            return None;
        }
        let begins = bookings.iter().filter(|it| it.1 <= from).map(|it| it.1).max();
        let ends = bookings.iter().filter(|it| it.0 >= to).map(|it| it.0).min();
        Some((begins.unwrap_or(-1), ends.unwrap_or(NEVER)))
    }

    /// When a request starts, and on which servers.
    fn place(&self, all: &mut [Bookings], row: &Row) -> Option<(i64, Vec<usize>)> {
        for attempt in 0..self.attempts {
            let from = row.ready + attempt * self.step;
            let to = from + row.run_time;
            if to > row.submit + self.horizon {
                return None;
            }
            let servers = all.iter().enumerate();
            let mut feasible: Vec<_> = servers
                .filter_map(|(server, bookings)| {
                    let (begins, ends) = Self::idle_period(bookings, from, to)?;
                    Some((-begins, ends, server))
                })
                .collect();
            if feasible.len() < row.processors {
                continue;
            }
            // Those that begin latest, then end earliest, then have the lowest number.
            feasible.sort_unstable();
            let mut taken: Vec<usize> = feasible[..row.processors].iter().map(|it| it.2).collect();
            taken.sort_unstable();
            for &server in &taken {
                all[server].push((from, to));
            }
            return Some((from, taken));
        }
        None
    }
}

/// Job, submission, run time and size of the lines of a log that ran, in the order in which they are
/// submitted.
fn requests(swf: &str) -> Vec<[i64; 4]> {
    let lines = swf.lines().filter(|line| !line.starts_with(';'));
    let mut all: Vec<[i64; 4]> = lines
        .map(|line| {
            let fields: Vec<i64> =
                line.split_whitespace().map(|field| field.parse().expect("a whole number")).collect();
            let size = if fields[7] > 0 { fields[7] } else { fields[4] };
            [fields[0], fields[1], fields[3], size]
        })
        .filter(|it| it[2] > 0)
        .collect();
    all.sort_unstable_by_key(|it| (it[1], it[0]));
    all
}

/// Runs a generated log, and holds every start and every server against the scan: how many jobs were
/// rejected, and how many of the placed had to wait.
#[track_caller]
fn held_against_the_scan(rules: &Rules, percent: u32) -> (usize, usize) {
    let model = Lublin {
        jobs: 700,
        processors: rules.servers as u32,
        largest_job: Some(rules.servers as u32),
        load: Some(0.9),
        ..Lublin::default()
    };
    let swf = write_swf(&model.generate().expect("a valid model"));
    let Rules { servers, horizon, step, attempts } = rules;
    let scenario = format!(
        r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{
                "percent": {percent}, "start": "lead_time", "lead_hours_max": 3}}}},
            "platform": [{servers}], "system": {{"co_allocation": {{
                "horizon": {horizon}, "step": {step}, "attempts": {attempts}}}}}}}"#
    );
    let folder = Folder::with(&[("scenario.json", &scenario), ("log.swf", &swf)]);
    folder.printed("run scenario.json - --jobs jobs.csv < log.swf");
    let mut rows = rows(&folder.read("jobs.csv"));
    rows.sort_by_key(|row| (row.submit, row.id));
    // What was run is what the log says.
    let taken: Vec<[i64; 4]> =
        rows.iter().map(|row| [row.id, row.submit, row.run_time, row.processors as i64]).collect();
    assert_eq!(taken, requests(&swf));
    let reserved = rows.iter().filter(|row| row.ready > row.submit).count();
    assert_eq!(reserved > 0, percent > 0);
    let mut servers: Vec<Bookings> = vec![Vec::new(); rules.servers];
    let (mut rejected, mut waiting) = (0, 0);
    for row in &rows {
        let expected = rules.place(&mut servers, row);
        let placed = row.start.map(|start| (start, row.used.clone()));
        assert_eq!(placed, expected, "job {}", row.id);
        rejected += usize::from(expected.is_none());
        waiting += usize::from(expected.is_some_and(|(start, _)| start > row.ready));
    }
    (rejected, waiting)
}

#[test]
fn starts_and_servers_are_those_of_a_scan_of_every_server() {
    let rules = Rules { servers: 64, horizon: 30 * 86_400, step: 900, attempts: 1_440 };
    let (rejected, waiting) = held_against_the_scan(&rules, 0);
    assert_eq!(rejected, 0);
    assert!(waiting > 100, "{waiting} jobs had to wait");
}

#[test]
fn so_they_are_with_reservations_a_short_horizon_and_few_attempts() {
    let rules = Rules { servers: 48, horizon: 2 * 86_400, step: 700, attempts: 30 };
    let (rejected, waiting) = held_against_the_scan(&rules, 40);
    assert!(rejected > 10 && waiting > 100, "{rejected} and {waiting}");
}
