//! Table 5: both sets of tasks under an increasing share of reservations.

mod checks;

use super::job_set::{CRITERIA, FLOW_TIME, cell, first_set, model};
use super::job_set::{JobSet, Origin, of_first_log};
use super::reading::{FlowFrom, Reading, SINGLED_OUT};
use crate::Appendix;
use crate::prelude::*;
use base::text::capital;
use checks::{Line, schedules};
use experiment::Scenario;

pub const ITEM: Item = Item {
    key: "table-5",
    title: "Table 5: an increasing share of reservations, two sets of tasks",
    section: "Sect. 5.2",
    paper: "Load balancing at the grid level, FCFS in two local queues of 64 processors, 0 to \
            100 % of the tasks reservations: mean U, mean F and mean D.",
    plan,
    conclude,
    open: Open::Cells(open),
    ..ON_LOG
};

/// The columns of Table 5.
pub(super) const PERCENTS: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

/// A set's rows of Table 5 as printed: mean U, mean F and mean D, with a number for each of [`PERCENTS`].
pub(super) struct Rows([[f64; 6]; 3]);

/// Tasks 1-1000.
pub(super) const FIRST: Rows = Rows([
    [0.54, 0.51, 0.49, 0.45, 0.40, 0.40],
    [29_995.0, 31_186.0, 30_978.0, 31_225.0, 27_475.0, 22_187.0],
    [0.0, 2_756.0, 6_763.0, 5_527.0, 4_998.0, 5_049.0],
]);

/// Tasks 68000-69000.
pub(super) const SECOND: Rows = Rows([
    [0.83, 0.72, 0.69, 0.68, 0.71, 0.75],
    [48_495.0, 90_722.0, 101_723.0, 110_462.0, 98_508.0, 78_229.0],
    [0.0, 4_431.0, 3_916.0, 4_131.0, 17_427.0, 34_845.0],
]);

impl Rows {
    pub fn of(&self, quantity: Quantity) -> &[f64; 6] {
        &self.0[row_of(quantity)]
    }
}

/// The row of a criterion in the table.
pub(super) fn row_of(quantity: Quantity) -> usize {
    CRITERIA.iter().position(|criterion| *criterion == quantity).unwrap_or(0)
}

fn first(logs: &[Workload], options: &Options) -> Result<JobSet, Unavailable> {
    let jobs = first_set(logs, options)?;
    let origin = if options.jobs.is_some() { Origin::Asked } else { Origin::Paper };
    Ok(JobSet::new(0, logs, jobs, &[64, 64], origin))
}

/// The second set, or its stand-in; none where other jobs are asked for.
fn second(logs: &[Workload], options: &Options) -> Option<JobSet> {
    let sets = of_first_log(logs, options).ok()?;
    sets.into_iter().next().filter(|_| options.jobs.is_none())
}

fn scenario(set: &JobSet, reading: &Reading, percent: f64) -> Scenario {
    let mut scenario = set.scenario();
    reading.apply(&mut scenario);
    scenario.workload.reservations.percent = percent;
    scenario
}

/// Cells: for each reading that makes a schedule of its own the six columns; then the six with
/// reservations in the order of arrival; then the six of each variant that was tried; then the six
/// of the claims, which alone have more seeds; then the six of the second set.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let set = first(logs, options)?;
    let mut cells = Vec::new();
    let mut six = |name: &str, make: &dyn Fn(f64) -> Scenario| {
        for percent in PERCENTS {
            cells.push(cell(format!("{name}, {percent} %"), make(percent), options.seeds));
        }
    };
    for reading in schedules(&logs[0], &set, options) {
        six(&reading.words().join("; "), &|percent| scenario(&set, &reading, percent));
    }
    for (name, set_variant) in [checks::FCFS].into_iter().chain(checks::VARIANTS) {
        six(name, &|percent| {
            let mut scenario = scenario(&set, &SINGLED_OUT, percent);
            set_variant(model(&mut scenario));
            scenario
        });
    }
    six("the claims", &|percent| scenario(&set, &SINGLED_OUT, percent));
    if let Some(second) = second(logs, options) {
        six(&second.label(), &|percent| scenario(&second, &SINGLED_OUT, percent));
    }
    Ok(cells)
}

/// The cells of the claims with random draws, as long as a claim is inconclusive.
fn open(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Vec<usize> {
    let Ok(set) = first(logs, &plan.options) else {
        return Vec::new();
    };
    let cell = PERCENTS.len() * (schedules(&logs[0], &set, &plan.options).len() + 1 + checks::VARIANTS.len());
    let results = plan.results(reports);
    let Some(six) = results.get(cell..cell + PERCENTS.len()) else {
        return Vec::new();
    };
    let claims = checks::of_first_set(&set, &Line::new(SINGLED_OUT, six, logs), &[], plan.options.looks());
    let drawn = (cell..cell + PERCENTS.len()).filter(|&it| plan.cells[it].seeds > 1);
    if claims.iter().any(Claim::is_open) { drawn.collect() } else { Vec::new() }
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Ok(set) = first(logs, &plan.options) else {
        return Findings::default();
    };
    let results = plan.results(reports);
    let schedules = schedules(&logs[0], &set, &plan.options);
    let mut sixes = results.chunks(PERCENTS.len());
    let own: Vec<_> = sixes.by_ref().take(schedules.len()).collect();
    let mut others = sixes.map(|six| Line::new(SINGLED_OUT, six, logs));
    let fcfs = others.next();
    let variants: Vec<Line> = others.by_ref().take(checks::VARIANTS.len()).collect();
    let lines = checks::lines(&schedules, &own, logs);
    let Some(nearest) = checks::nearest(&lines) else {
        return Findings::default();
    };
    let singled_out = lines.iter().find(|line| line.reading == SINGLED_OUT);
    let mut findings = of_first_set(&set, &lines, nearest, singled_out, plan);
    let told = others.next();
    let told = told.as_ref().or(singled_out).unwrap_or(nearest);
    findings.claims.extend(checks::of_first_set(&set, told, &lines, plan.options.looks()));
    findings.listings.extend(checks::variants(singled_out, &variants));
    findings.remarks.extend(checks::mean_difference(&set, &lines, logs));
    findings.remarks.extend(checks::order_of_arrival(singled_out, fcfs.as_ref()));
    findings.remarks.extend(checks::earlier_span(&set, &own, &schedules, logs));
    findings.remarks.extend(checks::far_cells(nearest, &lines));
    findings.remarks.extend(checks::tardiness(&lines));
    findings.remarks.extend(checks::granularity(&variants));
    if let (Some(second), Some(line)) = (second(logs, &plan.options), others.next()) {
        of_second_set(&mut findings, &second, &line, singled_out);
    }
    findings
}

/// All findings on the first set.
fn of_first_set(set: &JobSet, lines: &[Line], nearest: &Line, singled_out: Option<&Line>, plan: &Plan) -> Findings {
    // First that reading with which the other items are computed, then the one that lies nearest.
    let own = singled_out.unwrap_or(nearest);
    let beside = |line: &Line, words: &str| {
        let title = format!("Table 5, {}: {words}", set.label());
        let cells = cells_of(plan, set, &line.reading);
        comparison(title, &FIRST, line, from_ready(line, lines), &cells)
    };
    let mut comparisons = vec![beside(own, "the reading that its last column singles out")];
    if nearest.reading != own.reading {
        comparisons.push(beside(nearest, "the nearest of all readings"));
    }
    Findings {
        setting: format!(
            "{} of the first log on 2 × 64; load balancing counts waiting batch jobs, the first of \
             equals; AR first, δ = 0. {} readings were run, each combination of the choices that \
             the listings name, over {} seeds where runs are random. The distance of a reading \
             is the mean, over the 17 printed numbers above 0, of |ours - paper| / paper. The other \
             items, the claims and the first table use the reading that the last column singles out \
             ({}). Nearest, at {}: {}.",
            capital(&set.words()),
            number(lines.len() as f64, 0),
            plan.options.seeds,
            number(own.distance, 3),
            number(nearest.distance, 3),
            nearest.reading.words().join("; ")
        ),
        comparisons,
        listings: vec![best(lines), one_at_a_time(nearest, lines), each_choice(lines)],
        appendices: vec![Appendix { name: "table-5-readings".to_owned(), listing: all(lines) }],
        figures: vec![figure(set, nearest, singled_out, plan.options.seeds)],
        ..Findings::default()
    }
}

/// The cells of the plan in which a reading's six columns were measured.
fn cells_of(plan: &Plan, set: &JobSet, reading: &Reading) -> Vec<Option<usize>> {
    let of_percent = |&percent: &f64| {
        let scenario = scenario(set, reading, percent);
        plan.cells.iter().position(|cell| cell.scenario == scenario)
    };
    PERCENTS.iter().map(of_percent).collect()
}

/// `from_ready` is the line of the same reading, but for F, which counts from the ready time.
fn comparison(
    title: String,
    printed: &Rows,
    line: &Line,
    from_ready: Option<&Line>,
    cells: &[Option<usize>],
) -> Comparison {
    let mut rows = Vec::new();
    for quantity in CRITERIA {
        let from_ready = from_ready.filter(|_| quantity == FLOW_TIME);
        for (column, percent) in PERCENTS.iter().enumerate() {
            let paper = printed.of(quantity)[column];
            if paper == 0.0 {
                continue;
            }
            rows.push(Row {
                from_ready: from_ready.map(|line| line.of(quantity)[column]),
                cell: cells.get(column).copied().flatten(),
                ..Row::new(format!("{percent} % AR"), quantity, paper, line.of(quantity)[column])
            });
        }
    }
    Comparison { title, rows }
}

/// The line of the same reading with F from the ready time, where the line counts it from the
/// submission.
fn from_ready<'a>(line: &Line, lines: &'a [Line]) -> Option<&'a Line> {
    let wanted = Reading { flow_from: FlowFrom::Ready, ..line.reading };
    lines.iter().find(|other| line.reading != wanted && other.reading == wanted)
}

fn figure(set: &JobSet, nearest: &Line, singled_out: Option<&Line>, seeds: u32) -> Figure {
    let panels = CRITERIA.map(|quantity| {
        let series = |name: &str, cells: &[Measured]| Series {
            name: name.to_owned(),
            points: PERCENTS.into_iter().zip(cells.iter().copied()).collect(),
        };
        let printed = FIRST.of(quantity).map(Measured::exact);
        let mut all = vec![series("the paper", &printed), series("nearest reading", nearest.of(quantity))];
        if let Some(line) = singled_out.filter(|line| line.reading != nearest.reading) {
            all.push(series("singled out by the last column", line.of(quantity)));
        }
        Panel { y_label: quantity.name(), from_zero: true, series: all }
    });
    Figure {
        name: "table-5".to_owned(),
        title: format!("Table 5, {}: the paper and ours", set.label()),
        caption: format!(
            "Mean and its 95 % interval over {seeds} seeds. Nearest reading: {}.",
            nearest.reading.words().join("; ")
        ),
        picture: Picture::Curves { x_label: "advance reservations (%)".to_owned(), panels: panels.to_vec() },
    }
}

/// The second set, where the log holds it; its stand-in otherwise.
fn of_second_set(findings: &mut Findings, set: &JobSet, line: &Line, first: Option<&Line>) {
    if set.origin == Origin::Paper {
        let title = format!("Table 5, {}: the reading singled out", set.label());
        findings.comparisons.push(comparison(title, &SECOND, line, None, &[]));
    } else {
        let rows = CRITERIA.map(|quantity| {
            let both = line.of(quantity).iter().zip(SECOND.of(quantity));
            let numbers = both.map(|(ours, paper)| {
                let digits = quantity.digits();
                format!("{} ({})", number(ours.mean, digits), number(*paper, digits))
            });
            Listing::row([quantity.name()], numbers)
        });
        let head = Listing::row(["criterion"], PERCENTS.map(|percent| format!("{percent} %")));
        let title = format!(
            "{}; in brackets the paper's numbers for its own second set, other jobs: only \
             their course can be compared",
            set.words()
        );
        findings.listings.push(Listing::new(title, head, rows));
    }
    if let Some(first) = first {
        let claim = checks::more_visible(set, line, first);
        findings.claims.push(claim);
    }
}

/// A criterion's six means, side by side.
fn six(cells: &[Measured], quantity: Quantity) -> String {
    joined(cells.iter().map(|cell| number(cell.mean, quantity.digits())), " ")
}

/// Lines beside the paper's, each with its name.
fn of_lines<'a>(title: &str, names: &str, lines: impl Iterator<Item = (String, &'a Line)>) -> Listing {
    let printed = CRITERIA.map(|quantity| six(&FIRST.of(quantity).map(Measured::exact), quantity));
    let mut rows = vec![Listing::row(["the paper", ""], printed)];
    for (name, line) in lines {
        let means = CRITERIA.map(|quantity| six(line.of(quantity), quantity));
        rows.push(Listing::row([name, number(line.distance, 3)], means));
    }
    Listing::new(title, [names, "distance", "mean U, 0 to 100 %", "mean F (s)", "mean D (s)"], rows)
}

const SHOWN: usize = 12;

fn best(lines: &[Line]) -> Listing {
    let mut sorted: Vec<&Line> = lines.iter().collect();
    sorted.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let shown = sorted.into_iter().take(SHOWN).map(|line| (line.reading.words().join("; "), line));
    of_lines(&format!("The {SHOWN} nearest readings"), "reading", shown)
}

/// The nearest reading with one choice changed.
fn one_at_a_time(nearest: &Line, lines: &[Line]) -> Listing {
    let changed = lines
        .iter()
        .filter(|line| line.reading.distance(&nearest.reading) == 1)
        .map(|line| (difference_of(&line.reading, &nearest.reading), line));
    let own = std::iter::once(("the nearest".to_owned(), nearest));
    of_lines("The nearest reading with one choice changed", "changed to", own.chain(changed))
}

/// The words of one reading that the other does not have.
fn difference_of(reading: &Reading, other: &Reading) -> String {
    let other = other.words();
    reading.words().into_iter().filter(|word| !other.contains(word)).collect::<Vec<_>>().join("; ")
}

/// For each choice the nearest reading that makes it.
fn each_choice(lines: &[Line]) -> Listing {
    // In the order of the choices, of which a reading has eight at most.
    let mut choices: Vec<&'static str> = Vec::new();
    for place in 0..8 {
        for word in lines.iter().filter_map(|line| line.reading.words().get(place).copied()) {
            if !choices.contains(&word) {
                choices.push(word);
            }
        }
    }
    let rows = choices.iter().map(|word| {
        let made = lines.iter().filter(|line| line.reading.words().contains(word));
        let mut distances: Vec<f64> = made.map(|line| line.distance).collect();
        distances.sort_by(f64::total_cmp);
        let count = distances.len();
        let [least, median] = [0, count / 2].map(|at| number(distances[at], 3));
        vec![(*word).to_owned(), count.to_string(), least, median]
    });
    let head = ["choice", "readings that make it", "least distance", "median distance"];
    Listing::new("How much each choice matters", head, rows)
}

/// Every reading, as a file keeps it: a column for each choice and each number.
fn all(lines: &[Line]) -> Listing {
    let choices = ["wide tasks", "interval", "limits", "reservations", "jobs", "local queue", "flow time", "distance"];
    let columns =
        CRITERIA.into_iter().flat_map(|quantity| PERCENTS.map(|percent| format!("{} at {percent} %", quantity.name())));
    let rows = lines.iter().map(|line| {
        let mut cells = line.reading.codes();
        cells.push(format!("{:.4}", line.distance));
        for quantity in CRITERIA {
            let digits = quantity.digits();
            cells.extend(line.of(quantity).iter().map(|cell| format!("{:.digits$}", cell.mean)));
        }
        cells
    });
    let head = Listing::row(choices, columns);
    Listing::new("Table 5, first set, under every reading (means over the seeds)", head, rows)
}
