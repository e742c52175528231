//! Table 3: two, four and eight queues of 64 processors under a random grid scheduler.

mod claims;

use super::setting::{cell, first_set, model, over_seeds, row, without_reservations};
use crate::numbers::{measured, number, seconds};
use crate::{Cell, Comparison, Findings, Item, Listing, Options, Plan, Quantity, Unavailable};
use base::text::capital;
use experiment::Scenario;
use scheduling::criteria::Report;
use scheduling::system::two_level::{BatchAllocation, OverLimit, QueuePolicy};
use workload::select::{Selection, select};
use workload::{Job, Time, Workload};

pub const ITEM: Item = Item {
    key: "table-3",
    title: "Table 3: two-level structures, 2, 4 and 8 × 64 processors",
    section: "Sect. 5.1",
    paper: "A random grid scheduler above FCFS and LSF-600 (largest size first every 600 s), without reservations: mean U, mean F \
            and waiting time.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

struct PaperRow {
    queues: usize,
    queue: QueuePolicy,
    mean_utilization: f64,
    mean_flow_time: f64,
    waiting_time: f64,
}

/// Table 3 as printed.
#[rustfmt::skip]
const PAPER: [PaperRow; 6] = [
    PaperRow { queues: 2, queue: QueuePolicy::FcfsBackfilling, mean_utilization: 0.592, mean_flow_time: 44_559.0, waiting_time: 38_512.0 },
    PaperRow { queues: 4, queue: QueuePolicy::FcfsBackfilling, mean_utilization: 0.391, mean_flow_time: 17_481.0, waiting_time: 10_259.0 },
    PaperRow { queues: 8, queue: QueuePolicy::FcfsBackfilling, mean_utilization: 0.203, mean_flow_time: 9_865.0,  waiting_time: 2_579.0 },
    PaperRow { queues: 2, queue: QueuePolicy::Lsf,             mean_utilization: 0.644, mean_flow_time: 64_175.0, waiting_time: 58_224.0 },
    PaperRow { queues: 4, queue: QueuePolicy::Lsf,             mean_utilization: 0.391, mean_flow_time: 15_287.0, waiting_time: 8_151.0 },
    PaperRow { queues: 8, queue: QueuePolicy::Lsf,             mean_utilization: 0.209, mean_flow_time: 10_675.0, waiting_time: 3_287.0 },
];

impl PaperRow {
    fn label(&self) -> String {
        let local = match self.queue {
            QueuePolicy::Lsf => "LSF-600",
            _ => "FCFS",
        };
        format!("{} × 64, {local}", self.queues)
    }

    fn values(&self) -> [(Quantity, f64); 3] {
        [
            (Quantity::MeanUtilization, self.mean_utilization),
            (Quantity::MeanFlowTime, self.mean_flow_time),
            (Quantity::WaitingTime, self.waiting_time),
        ]
    }
}

/// How Sect. 5.1 may be read.
#[derive(Clone, Copy, PartialEq)]
struct Reading {
    over_limit: OverLimit,
    strict: bool,
    skip_never_ran: bool,
}

/// As Table 2, and further fair readings: the limit kept ("if processing time of non-AR task
/// exceeds c, it is stopped", Sect. 4.1), FCFS without backfilling, the jobs that never ran taken
/// as well.
const READINGS: [Reading; 8] = {
    let base = Reading { over_limit: OverLimit::Ignore, strict: false, skip_never_ran: true };
    let kill = Reading { over_limit: OverLimit::Kill, ..base };
    let all = [base, kill];
    let mut readings = [base; 8];
    let mut at = 0;
    while at < 8 {
        readings[at] = Reading { strict: at & 2 != 0, skip_never_ran: at & 4 == 0, ..all[at & 1] };
        at += 1;
    }
    readings
};

impl Reading {
    fn words(self) -> String {
        let limit = match self.over_limit {
            OverLimit::Ignore => "running on past the limit",
            OverLimit::Kill => "killed at the limit",
        };
        let queue = if self.strict { "strict FCFS" } else { "FCFS with backfilling" };
        let jobs = if self.skip_never_ran { "jobs that ran" } else { "all jobs" };
        format!("{limit}, {queue}, {jobs}")
    }
}

/// The periods at which LSF is tried on 2 × 64 beside the paper's "best" 600 s.
const PERIODS: [Time; 6] = [10, 60, 600, 1800, 3600, 7200];

fn scenario(jobs: (u64, u64), row: &PaperRow, reading: Reading) -> Scenario {
    let mut scenario = without_reservations(jobs, &vec![64; row.queues]);
    scenario.workload.clip_size_to = Some(64);
    scenario.workload.skip_never_ran = reading.skip_never_ran;
    let model = model(&mut scenario);
    model.grid.batch_allocation = BatchAllocation::Random;
    model.local.queue = match row.queue {
        QueuePolicy::FcfsBackfilling if reading.strict => QueuePolicy::Fcfs,
        queue => queue,
    };
    model.local.period = if row.queue == QueuePolicy::Lsf { 600 } else { 0 };
    model.local.over_limit = reading.over_limit;
    scenario
}

/// Cells: for each reading the six rows, then LSF on 2 × 64 at each period, then Table 2's FCFS on
/// the whole machine.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let jobs = first_set(logs, options)?;
    let mut cells = Vec::new();
    for reading in READINGS {
        for row in &PAPER {
            let label = format!("{}: {}", row.label(), reading.words());
            cells.push(cell(label, scenario(jobs, row, reading), options.seeds));
        }
    }
    for period in PERIODS {
        let mut scenario = scenario(jobs, &PAPER[3], READINGS[0]);
        model(&mut scenario).local.period = period;
        cells.push(cell(format!("2 × 64, LSF-{period}"), scenario, options.seeds));
    }
    let mut whole = scenario(jobs, &PAPER[0], READINGS[0]);
    whole.platform = vec![128];
    whole.workload.clip_size_to = None;
    cells.push(cell("1 × 128, FCFS", whole, options.seeds));
    Ok(cells)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let results = plan.results(reports);
    let (first, rest) = results.split_at(results.len().min(PAPER.len()));
    let others = &rest[..rest.len().min(PAPER.len() * (READINGS.len() - 1))];
    let (periods, whole) = rest[others.len()..].split_at(PERIODS.len().min(rest.len() - others.len()));
    let mut rows = Vec::new();
    for (cell, (paper, (_, ours))) in PAPER.iter().zip(first).enumerate() {
        for (quantity, printed) in paper.values() {
            rows.push(row(&paper.label(), quantity, printed, ours).of_cell(cell));
        }
    }
    let cells = first.first().map(|(cell, _)| *cell);
    let mut remarks = Vec::new();
    if let (Some(cell), Some(log)) = (cells, logs.first()) {
        remarks.push(bounds(&cell.scenario, log));
        remarks.extend(wide_tasks(&cell.scenario, log));
    }
    remarks.push(implied_run_times(first));
    Findings {
        setting: format!(
            "Tasks as in Table 2, wider ones cut to 64 processors; batch jobs go to a provider \
             drawn at random; mean ± standard deviation over {} seeds. {}, as in Table 2; other \
             readings are listed below.",
            plan.options.seeds,
            capital(&READINGS[0].words())
        ),
        claims: claims::all(first, periods, whole),
        comparisons: vec![Comparison { title: "Table 3".to_owned(), rows }],
        listings: vec![readings(first, others)],
        remarks,
        ..Findings::default()
    }
}

type Results<'a> = [(&'a Cell, &'a [Report])];

/// The waiting times under every reading, those marked within whose two deviations the paper's lie.
fn readings(base: &Results, others: &Results) -> Listing {
    let mut listing = Listing {
        title: "Waiting time (s) under every fair reading; * where the paper's lies within two \
                standard deviations"
            .to_owned(),
        head: vec!["reading".to_owned()],
        rows: Vec::new(),
    };
    listing.head.extend(PAPER.iter().map(PaperRow::label));
    let mut printed = vec!["the paper".to_owned()];
    printed.extend(PAPER.iter().map(|row| number(row.waiting_time, 0)));
    listing.rows.push(printed);
    let all: Vec<_> = base.iter().chain(others).collect();
    for (reading, six) in READINGS.iter().zip(all.chunks(PAPER.len())) {
        let mut cells = vec![reading.words()];
        for (paper, (_, ours)) in PAPER.iter().zip(six) {
            let row = row("", Quantity::WaitingTime, paper.waiting_time, ours);
            let mark = if row.within_two_deviations() == Some(true) { " *" } else { "" };
            cells.push(measured(row.ours, Quantity::WaitingTime) + mark);
        }
        cells.resize(listing.head.len(), String::new());
        listing.rows.push(cells);
    }
    listing
}

/// The tasks that Sect. 5.1 says to have cut to 64 processors.
const NAMED_AS_WIDE: [u64; 11] = [86, 91, 95, 144, 171, 208, 742, 746, 750, 920, 967];

/// Which tasks are wider than a queue, beside those that the paper names, whether or not they ran; none where both are
/// the same.
fn wide_tasks(scenario: &Scenario, log: &Workload) -> Option<String> {
    let whole = Selection { clip_size_to: None, skip_never_ran: false, ..scenario.workload.clone() };
    let jobs = select(log, &whole, scenario.seed);
    let wide: Vec<&Job> = jobs.iter().filter(|it| it.processors > 64).collect();
    let is_named = |job: &&&Job| NAMED_AS_WIDE.contains(&job.id);
    let named = wide.iter().filter(is_named).count();
    let unnamed: Vec<String> = wide
        .iter()
        .filter(|it| !is_named(it))
        .map(|it| match it.run_time {
            0 => format!("{}, which never ran", it.id),
            _ => it.id.to_string(),
        })
        .collect();
    let is_same = unnamed.is_empty() && named == NAMED_AS_WIDE.len();
    (!is_same).then(|| {
        format!(
            "The paper names {} tasks that it cut to 64 processors. {} of those taken here ask for more \
             than 64: {named} that it names, and besides {}. All that are wider are cut; what never ran is \
             taken only where all jobs are.",
            NAMED_AS_WIDE.len(),
            wide.len(),
            if unnamed.is_empty() { "none".to_owned() } else { unnamed.join("; ") }
        )
    })
}

/// No schedule of these tasks can have a higher mean U: all of it is counted up to the last
/// completion, which comes after the last submission.
fn bounds(scenario: &Scenario, log: &Workload) -> String {
    let jobs = select(log, &scenario.workload, scenario.seed);
    let work: i128 = jobs.iter().map(|job| i128::from(job.processors) * i128::from(job.run_time)).sum();
    let submits = || jobs.iter().map(|job| job.submit);
    let span = submits().max().unwrap_or(0) - submits().min().unwrap_or(0);
    let most = |queues: usize| work as f64 / (64.0 * queues as f64 * span.max(1) as f64);
    let queues = [2, 4, 8];
    let words: Vec<String> =
        queues.iter().map(|&queues| format!("{} on {queues} × 64", number(most(queues), 3))).collect();
    let beyond: Vec<String> = PAPER
        .iter()
        .filter(|row| row.mean_utilization > most(row.queues))
        .map(|row| format!("{} ({})", row.label(), number(row.mean_utilization, 3)))
        .collect();
    let text = format!(
        "These tasks are submitted over {} and ask for {} processor seconds, so that by eq. (4) no \
         schedule of them can have a mean U above {}.",
        seconds(span as f64),
        number(work as f64, 0),
        words.join(", ")
    );
    if beyond.is_empty() {
        return text;
    }
    format!(
        "{text} The paper prints more for {}. Those rows were therefore computed over other tasks \
         than Table 2's, or mean U was computed in another way than eq. (4) says; the text tells \
         neither, and no reading of ours can meet them.",
        beyond.join(", ")
    )
}

/// Mean F less waiting time is the mean run time of the jobs averaged over.
fn implied_run_times(first: &Results) -> String {
    let printed: Vec<String> = PAPER.iter().map(|row| number(row.mean_flow_time - row.waiting_time, 0)).collect();
    let ours = first
        .first()
        .map_or(0.0, |(_, ours)| over_seeds(ours, |report| report.mean_flow_time - report.mean_waiting_time).mean);
    format!(
        "Mean F less waiting time is the mean run time of the jobs. The paper's six rows give {} s, \
         each another one and all below Table 2's 8,172 s, which ours has on every row ({}): the \
         paper's averages are taken over sets of jobs that differ from row to row.",
        printed.join(", "),
        seconds(ours)
    )
}
