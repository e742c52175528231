//! Table 6: static partition, MCT and AR resource priority at 30 % of reservations.

mod claims;
mod thousands;

use super::curves::{Axis, Curves, Strategy, Sweep, outcomes};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::job_set::{JobSet, Origin, of_first_log, of_further_logs};
use super::reading::{Interval, Reading, SINGLED_OUT, Wide};
use super::sentences::UNPRINTED_UTILIZATION;
use super::strategies::{MCT, PRIORITY, STATIC};
use crate::numbers::{difference, measured, number};
use crate::{
    Cell, Comparison, Findings, Item, Listing, MOST_SEEDS, Options, PairedDifference, Plan, Quantity, Row, Said,
    ToldIn, Unavailable, Verdict,
};
use scheduling::criteria::Report;
use scheduling::system::two_level::OverLimit;
use workload::Workload;

pub const ITEM: Item = Item {
    key: "table-6",
    title: "Table 6: static partition, MCT and AR resource priority at 30 % of reservations",
    section: "Sect. 5.4.1",
    paper: "AR resource priority is better than MCT, and MCT than a static partition, on mean U, \
            mean F and mean D, on tasks 68000-69000 with fixed intervals.",
    needs_log: true,
    plan,
    conclude,
    open,
};

/// Table 6 as printed, on tasks 68000-69000: mean U, mean F, mean D.
const PAPER: [(&str, [f64; 3]); 3] = [
    ("Static", [0.65, 164_983.0, 7_178.0]),
    ("MCT", [0.679, 107_383.0, 5_666.0]),
    ("AR resource priority", [0.695, 99_714.0, 5_576.0]),
];

/// In the order of the table.
const STRATEGIES: &[Strategy] = &[STATIC, MCT, PRIORITY];

const CRITERIA: [Quantity; 3] = [Quantity::MeanUtilization, Quantity::MeanFlowTime, Quantity::MeanTardiness];

const THIRTY: Axis = Axis {
    label: "advance reservations (%)",
    values: &[30.0],
    set: |scenario, percent| scenario.workload.reservations.percent = percent,
};

/// The reading singled out first; then others, to see whether the ordering hangs on it.
fn readings() -> Vec<(&'static str, Reading)> {
    let own = SINGLED_OUT;
    vec![
        ("the reading singled out", own),
        ("killed at the limit", Reading { over_limit: OverLimit::Kill, ..own }),
        ("wide tasks cut", Reading { wide: Wide::Cut, ..own }),
        ("reserved for the run time, d of the requested time", Reading { interval: Interval::RunTimeHeld, ..own }),
        ("reserved for the requested time, freed with the job", Reading { interval: Interval::FreedJobEnds, ..own }),
        ("reserved for the requested time to its end", Reading { interval: Interval::Requested, ..own }),
    ]
}

/// Every set: those of the paper's log, then those of further logs.
fn sets(logs: &[Workload], options: &Options) -> Result<Vec<JobSet>, Unavailable> {
    let mut sets = of_first_log(logs, options)?;
    sets.extend(of_further_logs(logs));
    Ok(sets)
}

fn sweep(sets: &[JobSet], reading: Reading) -> Sweep {
    Sweep { sets: sets.to_vec(), strategies: STRATEGIES, axis: THIRTY, reading, is_compared_from_near: false }
}

/// Cells: reading by reading, set by set, strategy by strategy; then, in the reading singled out,
/// every thousand jobs.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let sets = sets(logs, options)?;
    let cells = readings().into_iter().flat_map(|(_, reading)| sweep(&sets, reading).cells(options.seeds));
    let all_thousands = sweep(&thousands::sets(logs, options), SINGLED_OUT);
    Ok(cells.chain(all_thousands.cells(options.seeds)).collect())
}

/// The results of each reading, and of every thousand jobs; with the place of the first cell of
/// each.
type Parts = (Vec<(&'static str, usize, Curves)>, (usize, Curves));

fn parts(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Option<Parts> {
    let sets = sets(logs, &plan.options).ok()?;
    let of_readings = readings().into_iter().map(|it| sweep(&sets, it.1));
    let of_thousands = sweep(&thousands::sets(logs, &plan.options), SINGLED_OUT);
    let mut all = outcomes(of_readings.chain([of_thousands]), plan, logs, reports);
    let all_thousands = all.pop()?;
    let named = readings().into_iter().map(|it| it.0).zip(all).enumerate().map(|(at, (name, (first, mut curves)))| {
        // Only the reading singled out has seeds added.
        if at > 0 {
            curves.looks = 1;
        }
        (name, first, curves)
    });
    Some((named.collect(), all_thousands))
}

/// The sets of jobs on which priority does not differ significantly from MCT, in the reading
/// singled out.
fn open(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Vec<usize> {
    let Some((all, (first, thousands))) = parts(plan, logs, reports) else {
        return Vec::new();
    };
    let own = all.first().map(|(_, first, curves)| (*first, curves, 1));
    let family = thousands.sweep.sets.len();
    let parts = own.into_iter().chain([(first, &thousands, family)]);
    parts
        .flat_map(|(first, curves, family)| curves.open_cells(plan, first, |set| is_open(curves, set, family)))
        .collect()
}

/// Whether priority does not differ significantly from MCT on a set of jobs, and might by more than
/// the margin.
fn is_open(curves: &Curves, set: usize, family: usize) -> bool {
    [CRITERIA[1], CRITERIA[0]].into_iter().any(|quantity| {
        let apart = apart(curves, set, STEPS[0], quantity).one_of(family * curves.looks);
        apart.is_open(margin(curves, set, quantity), Said::better(quantity))
    })
}

/// A difference between priority and MCT that is none: a hundredth of MCT's mean F, or half of the last digit to
/// which Table 5 prints U.
fn margin(curves: &Curves, set: usize, quantity: Quantity) -> f64 {
    match quantity {
        Quantity::MeanUtilization => UNPRINTED_UTILIZATION,
        _ => 0.01 * curves.mean((set, 1, 0), quantity),
    }
}

/// [`margin`] in words.
fn margin_words() -> String {
    format!("within ±1 % of MCT's mean F, or ±{UNPRINTED_UTILIZATION} of mean U")
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Some((all, (_, all_thousands))) = parts(plan, logs, reports) else {
        return Findings::default();
    };
    let all: Vec<(&str, Curves)> = all.into_iter().map(|it| (it.0, it.2)).collect();
    let Some((_, own)) = all.first() else {
        return Findings::default();
    };
    let sets = own.sweep.sets.clone();
    Findings {
        setting: format!(
            "30 % of the tasks reservations, fixed intervals, two providers (2 × 64; of further \
             logs the halves of their machine), load balancing, FCFS with backfilling; {}. MCT's \
             ties are drawn. The same tasks are reservations under each strategy with a seed. Under \
             --until-decided sets on which priority is not told from MCT have more seeds, up to \
             {MOST_SEEDS}, until they are told apart, or their difference is {}.",
            SINGLED_OUT_WORDS,
            margin_words()
        ),
        comparisons: comparison(&sets, own).into_iter().collect(),
        claims: claims::of_sets(own).into_iter().chain(thousands::claim(&all_thousands, logs)).collect(),
        listings: [values(&sets, own), orderings(&sets, &all)]
            .into_iter()
            .chain(thousands::listing(&all_thousands))
            .collect(),
        remarks: remarks(&sets, own),
        ..Findings::default()
    }
}

/// The paper's table, where the log holds its jobs.
fn comparison(sets: &[JobSet], curves: &Curves) -> Option<Comparison> {
    let is_papers = |set: &JobSet| set.origin == Origin::Paper && set.jobs.0 > 1;
    let set = sets.iter().position(is_papers)?;
    let mut rows = Vec::new();
    for (strategy, (name, printed)) in PAPER.iter().enumerate() {
        for (quantity, &paper) in CRITERIA.into_iter().zip(printed) {
            rows.push(Row {
                label: (*name).to_owned(),
                quantity,
                paper: Some(paper),
                ours: curves.measured((set, strategy, 0), quantity),
                from_ready: None,
                cell: None,
            });
        }
    }
    Some(Comparison { title: format!("Table 6, {}", sets[set].label()), rows })
}

/// Every set's three rows below the paper's.
fn values(sets: &[JobSet], curves: &Curves) -> Listing {
    let head = ["jobs", "strategy", "mean U", "mean F (s)", "mean D (s)"];
    let mut rows = Vec::new();
    for (name, printed) in PAPER {
        let mut cells = vec!["the paper, jobs 68000-69000".to_owned(), name.to_owned()];
        let numbers = CRITERIA.into_iter().zip(printed);
        cells.extend(numbers.map(|(quantity, value)| number(value, quantity.digits())));
        rows.push(cells);
    }
    for (set, jobs) in sets.iter().enumerate() {
        for (strategy, (name, _)) in PAPER.iter().enumerate() {
            let mut cells = vec![described(jobs), (*name).to_owned()];
            cells.extend(CRITERIA.map(|quantity| measured(curves.measured((set, strategy, 0), quantity), quantity)));
            rows.push(cells);
        }
    }
    Listing {
        title: "Static, MCT and AR resource priority at 30 %".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows,
    }
}

fn described(set: &JobSet) -> String {
    let origin = match set.origin {
        Origin::StandIn(load) => format!(", the stand-in, load {}", number(load, 2)),
        Origin::Busiest(load) => format!(", the busiest, load {}", number(load, 2)),
        _ => String::new(),
    };
    format!("{}{origin}", set.label())
}

/// The two steps of the ordering: strategy, and the one that it should be better than.
const STEPS: [(usize, usize, &str); 2] = [(2, 1, "priority better than MCT"), (1, 0, "MCT better than static")];

/// By how much the one strategy exceeds the other, seed by seed.
fn apart(curves: &Curves, set: usize, (one, other, _): (usize, usize, &str), quantity: Quantity) -> PairedDifference {
    let apart = curves.excess(set, (one, other), quantity, &[0]);
    apart.one_of(curves.looks)
}

/// Where the ordering holds, reading by reading.
fn orderings(sets: &[JobSet], all: &[(&str, Curves)]) -> Listing {
    let mut head = vec!["jobs".to_owned(), "reading".to_owned()];
    for (_, _, step) in STEPS {
        for quantity in ["F", "U", "D"] {
            head.push(format!("{step} on {quantity}"));
        }
    }
    let mut rows = Vec::new();
    for (set, jobs) in sets.iter().enumerate() {
        for (name, curves) in all {
            let mut cells = vec![described(jobs), (*name).to_owned()];
            for step in STEPS {
                for quantity in [CRITERIA[1], CRITERIA[0], CRITERIA[2]] {
                    let apart = apart(curves, set, step, quantity);
                    let said = Said::better(quantity);
                    let word = match apart.verdict(said) {
                        Verdict::Holds => "yes",
                        Verdict::DoesNotHold => "no",
                        _ => "not told",
                    };
                    let (better, seeds) = apart.seeds(said);
                    cells.push(format!("{word} ({better}/{seeds})"));
                }
            }
            rows.push(cells);
        }
    }
    Listing {
        title: "Does the ordering hold? By the 95 % interval of the differences seed by seed; in \
                brackets with how many of the seeds"
            .to_owned(),
        head,
        rows,
    }
}

/// The size of the difference compared with the effect of seeds.
fn remarks(sets: &[JobSet], curves: &Curves) -> Vec<String> {
    let flow = Quantity::MeanFlowTime;
    let words = sets.iter().enumerate().map(|(set, jobs)| {
        let apart = apart(curves, set, STEPS[0], flow);
        format!("{}: {}", described(jobs), apart.words(ToldIn::of(flow)))
    });
    let words: Vec<String> = words.collect();
    vec![format!(
        "AR resource priority against MCT is a small difference in the paper too: {} s of mean F, \
             {}. Ours, seed by seed, with 95 % intervals: {}. What makes the difference large on one \
             set and small on another these runs do not show.",
        number(PAPER[2].1[1] - PAPER[1].1[1], 0),
        difference((PAPER[2].1[1] - PAPER[1].1[1]) / PAPER[1].1[1]),
        words.join("; ")
    )]
}
