//! Table 3: two, four and eight queues of 64 processors under a random grid scheduler.

use super::job_set::{
    FCFS, FLOW_TIME, LSF, Printed, UTILIZATION, cell, comparison, first_set, model, over_seeds, printed, row, value,
    without_reservations,
};
use crate::prelude::*;
use base::text::capital;
use experiment::Scenario;
use scheduling::system::two_level::{BatchAllocation, OverLimit, QueuePolicy};
use workload::select::{Selection, select};
use workload::{Job, Time, Workload};

pub const ITEM: Item = Item {
    key: "table-3",
    title: "Table 3: two-level structures, 2, 4 and 8 × 64 processors",
    section: "Sect. 5.1",
    paper: "A random grid scheduler above FCFS and LSF-600 (largest size first every 600 s), without reservations: mean U, mean F \
            and waiting time.",
    plan,
    conclude,
    ..ON_LOG
};

struct PaperRow {
    queues: usize,
    queue: QueuePolicy,
    printed: Printed,
}

/// Table 3 as printed.
#[rustfmt::skip]
const PAPER: [PaperRow; 6] = [
    PaperRow { queues: 2, queue: FCFS, printed: printed(0.592, 44_559.0, 38_512.0) },
    PaperRow { queues: 4, queue: FCFS, printed: printed(0.391, 17_481.0, 10_259.0) },
    PaperRow { queues: 8, queue: FCFS, printed: printed(0.203, 9_865.0,  2_579.0) },
    PaperRow { queues: 2, queue: LSF,  printed: printed(0.644, 64_175.0, 58_224.0) },
    PaperRow { queues: 4, queue: LSF,  printed: printed(0.391, 15_287.0, 8_151.0) },
    PaperRow { queues: 8, queue: LSF,  printed: printed(0.209, 10_675.0, 3_287.0) },
];

impl PaperRow {
    fn label(&self) -> String {
        let local = if self.queue == LSF { "LSF-600" } else { "FCFS" };
        format!("{} × 64, {local}", self.queues)
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
fn all_readings() -> Vec<Reading> {
    let mut readings = Vec::new();
    for skip_never_ran in [true, false] {
        for strict in [false, true] {
            for over_limit in [OverLimit::Ignore, OverLimit::Kill] {
                readings.push(Reading { over_limit, strict, skip_never_ran });
            }
        }
    }
    readings
}

/// That of Table 2, the first of all.
const READING: Reading = Reading { over_limit: OverLimit::Ignore, strict: false, skip_never_ran: true };

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
        FCFS if reading.strict => QueuePolicy::Fcfs,
        queue => queue,
    };
    model.local.period = if row.queue == LSF { 600 } else { 0 };
    model.local.over_limit = reading.over_limit;
    scenario
}

/// Cells: for each reading the six rows, then LSF on 2 × 64 at each period, then Table 2's FCFS on
/// the whole machine.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let jobs = first_set(logs, options)?;
    let mut cells = Vec::new();
    for reading in all_readings() {
        for row in &PAPER {
            let label = format!("{}: {}", row.label(), reading.words());
            cells.push(cell(label, scenario(jobs, row, reading), options.seeds));
        }
    }
    for period in PERIODS {
        let mut scenario = scenario(jobs, &PAPER[3], READING);
        model(&mut scenario).local.period = period;
        cells.push(cell(format!("2 × 64, LSF-{period}"), scenario, options.seeds));
    }
    let mut whole = scenario(jobs, &PAPER[0], READING);
    whole.platform = vec![128];
    whole.workload.clip_size_to = None;
    cells.push(cell("1 × 128, FCFS", whole, options.seeds));
    Ok(cells)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let results = plan.results(reports);
    let (of_readings, rest) = results.split_at(results.len().min(PAPER.len() * all_readings().len()));
    let (periods, whole) = rest.split_at(rest.len().min(PERIODS.len()));
    let first = of_readings.get(..PAPER.len()).unwrap_or_default();
    let mut remarks = Vec::new();
    if let (Some((cell, _)), Some(log)) = (first.first(), logs.first()) {
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
            capital(&READING.words())
        ),
        claims: claims(first, periods, whole),
        comparisons: vec![comparison("Table 3", PAPER.iter().map(|row| (row.label(), row.printed)), first)],
        listings: vec![readings(of_readings)],
        remarks,
        ..Findings::default()
    }
}

type Results<'a> = [(&'a Cell, &'a [Report])];

/// The waiting times under every reading, those marked within whose two deviations the paper's lie.
fn readings(results: &Results) -> Listing {
    let printed = PAPER.iter().map(|row| number(row.printed.waiting_time, 0));
    let mut rows = vec![Listing::row(["the paper"], printed)];
    for (reading, six) in all_readings().into_iter().zip(results.chunks(PAPER.len())) {
        let waits = PAPER.iter().zip(six).map(|(paper, (_, ours))| {
            let row = row("", Quantity::WaitingTime, paper.printed.waiting_time, ours);
            let mark = if row.within_two_deviations() == Some(true) { " *" } else { "" };
            measured(row.ours, Quantity::WaitingTime) + mark
        });
        rows.push(Listing::row([reading.words()], waits));
    }
    Listing::new(
        "Waiting time (s) under every fair reading; * where the paper's lies within two \
         standard deviations",
        Listing::row(["reading"], PAPER.iter().map(PaperRow::label)),
        rows,
    )
}

/// The tasks that Sect. 5.1 says to have cut to 64 processors.
const NAMED_AS_WIDE: [u64; 11] = [86, 91, 95, 144, 171, 208, 742, 746, 750, 920, 967];

/// Which tasks are wider than a queue, beside those that the paper names, whether or not they ran; none where both are
/// the same.
fn wide_tasks(scenario: &Scenario, log: &Workload) -> Option<String> {
    let whole = Selection { clip_size_to: None, skip_never_ran: false, ..scenario.workload.clone() };
    let jobs = select(log, &whole, scenario.seed);
    let wide = jobs.iter().filter(|job| job.processors > 64);
    let (named, others): (Vec<&Job>, Vec<&Job>) = wide.partition(|job| NAMED_AS_WIDE.contains(&job.id));
    let unnamed = others.iter().map(|job| match job.run_time {
        0 => format!("{}, which never ran", job.id),
        _ => job.id.to_string(),
    });
    let unnamed = joined(unnamed, "; ");
    let is_same = others.is_empty() && named.len() == NAMED_AS_WIDE.len();
    (!is_same).then(|| {
        format!(
            "The paper names {} tasks that it cut to 64 processors. {} of those taken here ask for more \
             than 64: {} that it names, and besides {}. All that are wider are cut; what never ran is \
             taken only where all jobs are.",
            NAMED_AS_WIDE.len(),
            named.len() + others.len(),
            named.len(),
            if others.is_empty() { "none" } else { &unnamed }
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
    let words = [2, 4, 8].map(|queues| format!("{} on {queues} × 64", number(most(queues), 3)));
    let beyond = PAPER.iter().filter(|row| row.printed.mean_utilization > most(row.queues));
    let beyond =
        joined(beyond.map(|row| format!("{} ({})", row.label(), number(row.printed.mean_utilization, 3))), ", ");
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
        "{text} The paper prints more for {beyond}. Those rows were therefore computed over other tasks \
         than Table 2's, or mean U was computed in another way than eq. (4) says; the text tells \
         neither, and no reading of ours can meet them."
    )
}

/// Mean F less waiting time is the mean run time of the jobs averaged over.
fn implied_run_times(first: &Results) -> String {
    let printed = PAPER.iter().map(|row| number(row.printed.mean_flow_time - row.printed.waiting_time, 0));
    let run_time = |report: &Report| report.mean_flow_time - report.mean_waiting_time;
    let ours = first.first().map_or(0.0, |(_, ours)| over_seeds(ours, run_time).mean);
    format!(
        "Mean F less waiting time is the mean run time of the jobs. The paper's six rows give {} s, \
         each another one and all below Table 2's 8,172 s, which ours has on every row ({}): the \
         paper's averages are taken over sets of jobs that differ from row to row.",
        joined(printed, ", "),
        seconds(ours)
    )
}

/// The claims: `first` has the table's rows, `periods` LSF on 2 × 64 at each of [`PERIODS`], `whole`
/// FCFS on one queue of 128 processors.
fn claims(first: &Results, periods: &Results, whole: &Results) -> Vec<Claim> {
    let mut claims = Vec::new();
    if let (Some((_, two)), Some((_, whole))) = (first.first(), whole.first()) {
        claims.push(lower_utilization(two, whole));
    }
    if periods.len() == PERIODS.len() {
        claims.extend([best_period(periods), longer_is_worse(periods)]);
    }
    claims
}

/// By how much a number exceeds another with each seed; a cell without random draws was run once.
fn excess(one: &[Report], other: &[Report], value: impl Fn(&Report) -> f64) -> PairedDifference {
    let seeds = if one.is_empty() || other.is_empty() { 0 } else { one.len().max(other.len()) };
    let of_seed = |seed: usize| {
        let of = |reports: &[Report]| value(reports.get(seed).unwrap_or(&reports[0]));
        of(one) - of(other)
    };
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// Claim: less than 60 % in two parts, and less than in one.
fn lower_utilization(two: &[Report], whole: &[Report]) -> Claim {
    let below = PairedDifference::of(two.iter().map(|report| report.mean_utilization - 0.6).collect(), true);
    let lower = excess(two, whole, |report| report.mean_utilization);
    let mean = over_seeds(two, |report| report.mean_utilization);
    let case = |name, difference: &PairedDifference| Case::of(name, difference, Said::Less, ToldIn::Utilization);
    Claim::new(
        "Sect. 5.1",
        "Partitioning the SDSC SP2 system into two parts ... resulted, as expected, in a lower \
         utilization of computing resources to less than mean U 60%",
        "Mean U on 2 × 64 under FCFS less 0.6, and less that on 1 × 128. The paper's own numbers are \
         0.592 and, in Table 2, 0.587.",
        &[
            case("below 60 %", &below),
            Case {
                evidence: format!(
                    "{}; mean U and its standard deviation {}",
                    lower.words(ToldIn::Utilization),
                    measured(mean, UTILIZATION)
                ),
                ..case("below one queue", &lower)
            },
        ],
    )
}

/// By how much a criterion at a period exceeds that at δ = 600 s.
fn excess_over_600(periods: &Results, period: Time, quantity: Quantity) -> PairedDifference {
    let reports = |wanted| {
        let place = PERIODS.iter().position(|period| *period == wanted);
        place.map_or(&[][..], |place| periods[place].1)
    };
    excess(reports(period), reports(600), |report| value(report, quantity))
}

/// A case for each period: whether it is worse than δ = 600 s.
fn worse(periods: &Results, wanted: &[Time], quantities: &[Quantity]) -> Vec<Case> {
    let of_period = |&period: &Time| {
        let all: Vec<PairedDifference> = quantities
            .iter()
            .map(|&quantity| excess_over_600(periods, period, quantity).one_of(wanted.len()))
            .collect();
        let verdicts: Vec<Verdict> = all.iter().map(|one| one.verdict(Said::More)).collect();
        let words = joined(all.iter().map(|one| one.words(ToldIn::Seconds)), " and ");
        Case::new(format!("δ = {period} s"), Verdict::whole(&verdicts), words)
    };
    wanted.iter().map(of_period).collect()
}

/// Claim: δ = 600 is the best configuration of Random and LSF.
fn best_period(periods: &Results) -> Claim {
    let others: Vec<Time> = PERIODS.into_iter().filter(|&it| it != 600).collect();
    let cases = worse(periods, &others, &[FLOW_TIME]);
    Claim::new(
        "Sect. 5.1",
        "we also discovered experimentally the best configuration of Random and LSF procedures for \
         the invocation period δ = 600",
        "On 2 × 64: mean F with every other period less that with 600 s, seed by seed. One that is \
         better refutes it. The intervals are so wide that all hold together with 95 %.",
        &cases,
    )
    .judged(Verdict::whole)
}

/// Claim: longer periods are worse.
fn longer_is_worse(periods: &Results) -> Claim {
    let longer: Vec<Time> = PERIODS.into_iter().filter(|&it| it > 600).collect();
    Claim::new(
        "Sect. 5.1",
        "Much longer δ parameters for LSF resulted in worse performance on two criteria relevant for \
         end-users, namely mean F and total waiting time",
        "The same for periods longer than 600 s, on mean F and on waiting time.",
        &worse(periods, &longer, &[FLOW_TIME, Quantity::WaitingTime]),
    )
}
