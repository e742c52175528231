//! Experiments to explain the differences between Table 5 and ours.

use super::{FIRST, PERCENTS, row_of};
use super::{of_lines, six};
use crate::Readings;
use crate::kurowski_2011::job_set::JobSet;
use crate::kurowski_2011::job_set::{CRITERIA, FLOW_TIME, TARDINESS, UTILIZATION};
use crate::kurowski_2011::reading::{Allocation, FlowFrom, Interval, Reading, SINGLED_OUT, Wide, leads};
use crate::kurowski_2011::sentences::{UNPRINTED_UTILIZATION, is_second};
use crate::prelude::*;
use scheduling::system::two_level::{Binding, MctTies, OverLimit, ReservationQueue, Slots, TwoLevel};
use workload::select::{Selection, SizeFrom, select};
use workload::{Job, Workload};

/// The printed number of a criterion where all tasks are reservations.
fn printed_at_100(quantity: Quantity) -> f64 {
    FIRST.of(quantity)[PERCENTS.len() - 1]
}

/// The last column: where every task is a reservation, mean F less mean D does not depend on the
/// schedule, and so shows by itself how the paper counted.
pub fn mean_difference(set: &JobSet, lines: &[Line], logs: &[Workload]) -> Option<String> {
    let printed = printed_at_100(FLOW_TIME) - printed_at_100(TARDINESS);
    let difference_of = |line: &Line| line.at_100(FLOW_TIME) - line.at_100(TARDINESS);
    let meet: Vec<&Line> = lines.iter().filter(|line| (difference_of(line) - printed).abs() < 1.0).collect();
    // As Sect. 4.3 defines it.
    let by_letter = lines.iter().filter(|line| line.reading.flow_from == FlowFrom::Ready).map(difference_of);
    let nearest_by_letter = by_letter.min_by(|a, b| (a - printed).abs().total_cmp(&(b - printed).abs()))?;
    let jobs = select(logs.first()?, &set.scenario().workload, 1);
    let fit: Vec<&Job> = jobs.iter().filter(|job| job.processors <= 64).collect();
    let mean = |value: fn(&Job) -> i64| {
        let sum: i64 = fit.iter().map(|job| value(job)).sum();
        sum as f64 / fit.len().max(1) as f64
    };
    let (wait, run) = (mean(|job| job.logged_wait.unwrap_or(0)), mean(|job| job.run_time));
    let verdict = if meet.is_empty() {
        "No reading meets it to the second.".to_owned()
    } else {
        format!(
            "To the second it is met by {} readings, and all of them say: {}.",
            number(meet.len() as f64, 0),
            common_words(&meet)
        )
    };
    Some(format!(
        "At 100 % every task is a reservation, and mean F less mean D does not depend on where and \
         when the tasks run: it is what lies between the moment from which F counts and the \
         deadline. The paper's is 22,187 - 5,049 = {}. The {} tasks that ran and fit on 64 \
         processors waited {} s and ran {} s in the mean, together {} s. {verdict} The nearest that comes \
         of counting F from the ready time, as Sect. 4.3 defines it, is {}.",
        seconds(printed),
        fit.len(),
        number(wait, 1),
        number(run, 1),
        number(wait + run, 1),
        seconds(nearest_by_letter)
    ))
}

/// The words that all of these readings share.
fn common_words(lines: &[&Line]) -> String {
    let mut words = lines.first().map(|line| line.reading.words()).unwrap_or_default();
    words.retain(|word| lines.iter().all(|line| line.reading.words().contains(word)));
    words.join("; ")
}

/// With δ = 0 a reservation waits for no other task: "AR first" and "AR FCFS" differ only among
/// tasks that are submitted in the same second.
pub fn order_of_arrival(first: Option<&Line>, fcfs: Option<&Line>) -> Option<String> {
    let (first, fcfs) = (first?, fcfs?);
    let cells = CRITERIA.into_iter().flat_map(|quantity| first.of(quantity).iter().zip(fcfs.of(quantity)));
    let apart = cells.map(|(one, other)| (one.mean - other.mean).abs() / one.mean.abs().max(1e-9));
    let most = apart.fold(0.0, f64::max);
    Some(format!(
        "AR first and AR FCFS: with δ = 0 they differ only among tasks submitted in the same \
         second. No cell differs by more than {} % between the two, so that the choice was not \
         multiplied with the others.",
        number(100.0 * most, 2)
    ))
}

/// Mean U if the span that it is counted over began with an earlier task that never ran: Table 4's
/// inter-arrival time begins there too.
pub fn earlier_span(
    set: &JobSet,
    own: &[&[(&Cell, &[Report])]],
    schedules: &[Reading],
    logs: &[Workload],
) -> Option<String> {
    let place = schedules.iter().position(|it| *it == Reading { flow_from: FlowFrom::Ready, ..SINGLED_OUT })?;
    let six = own.get(place)?;
    let begin = set.records(logs).filter(|record| record.run_time > 0).map(|record| record.submit).min()?;
    let before = set.records(logs).filter(|record| record.submit < begin);
    let words = before.map(|record| {
        let earlier = (begin - record.submit) as f64;
        let means = six.iter().map(|(_, reports)| {
            let over = reports.iter().map(|report| {
                let span = report.makespan;
                report.mean_utilization * span / (span + earlier)
            });
            number(over.sum::<f64>() / reports.len().max(1) as f64, 3)
        });
        format!("from task {}: {}", record.id, joined(means, " "))
    });
    let words = joined(words, "; ");
    (!words.is_empty()).then(|| {
        format!(
            "Mean U counts from the first submission of the tasks taken. Counted from tasks before \
             it that never ran, in the reading singled out, 0 to 100 %: {words}. The paper's: {}.",
            FIRST.of(UTILIZATION).map(|value| number(value, 2)).join(" ")
        )
    })
}

/// A variant's name and its settings.
type Variant = (&'static str, fn(&mut TwoLevel));

/// Reservations in the order of arrival.
pub const FCFS: Variant = ("AR FCFS", |model| model.grid.reservation_queue = ReservationQueue::Fcfs);

/// Models that the paper excludes or does not mention in Sect. 5.2, tried nevertheless because mean
/// D is too low: processors bound when a reservation is accepted, and slots of ten minutes.
pub const VARIANTS: [Variant; 4] = [
    ("static binding", |model| model.local.binding = Binding::Static),
    ("static binding, ties to the first provider", |model| {
        model.local.binding = Binding::Static;
        model.mct_ties = MctTies::Order;
    }),
    ("slots of 10 min", |model| model.local.slots = Slots::Fixed(600)),
    ("slots of 10 min, ties to the first provider", |model| {
        model.local.slots = Slots::Fixed(600);
        model.mct_ties = MctTies::Order;
    }),
];

/// The lines of the variants beside the reading singled out.
pub fn variants(singled_out: Option<&Line>, lines: &[Line]) -> Option<Listing> {
    let names = Listing::row(["the reading singled out"], VARIANTS.map(|(name, _)| name));
    Some(of_lines(
        "Tried besides, since mean D comes out too low: the reading singled out with",
        "variant",
        names.into_iter().zip([singled_out?].into_iter().chain(lines)),
    ))
}

/// The effect of a granularity of time: on the last column, in which only reservations decide.
pub fn granularity(lines: &[Line]) -> Option<String> {
    let off = |line: &Line| [FLOW_TIME, TARDINESS].map(|it| line.at_100(it) / printed_at_100(it) - 1.0);
    let named = VARIANTS.iter().map(|(name, _)| *name).zip(lines);
    let distance = |line: &Line| off(line).map(f64::abs).iter().sum::<f64>();
    let (name, line) = named.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)))?;
    let [flow, tardiness] = off(line);
    Some(format!(
        "What comes nearest to the last column is a variant that Sect. 5.3 excludes, since it says \
         that CARTS was used: {name} give mean F {} ({}) and mean D {} ({}) at 100 %, and a distance \
         of {} over all cells. Ten minutes is the one granularity that the paper names (Table 1, \
         Sects. 3.1 and 3.5). A simulator that rounds reservations outward so would explain \
         mean D.",
        seconds(line.at_100(FLOW_TIME)),
        difference(flow),
        seconds(line.at_100(TARDINESS)),
        difference(tardiness),
        number(line.distance, 3)
    ))
}

/// How mean D hangs on where reservations go.
pub fn tardiness(lines: &[Line]) -> Option<String> {
    let alike = |reading| Reading { allocation: SINGLED_OUT.allocation, ..reading } == SINGLED_OUT;
    let last: Vec<(&str, f64)> = lines
        .iter()
        .filter(|line| alike(line.reading))
        .map(|line| (line.reading.allocation.words(), line.at_100(TARDINESS)))
        .collect();
    let printed = printed_at_100(TARDINESS);
    let means = || last.iter().map(|(_, mean)| *mean);
    let lies_between = means().any(|mean| mean < printed) && means().any(|mean| mean > printed);
    let words = joined(last.iter().map(|(words, mean)| format!("{words}: {}", number(*mean, 0))), ", ");
    (!words.is_empty()).then(|| {
        format!(
            "Mean D: in the reading singled out it hangs, at 100 %, on the allocation alone ({words} s); \
             the paper's {} {}. Sect. 5.4 says in half a sentence that where no feasible slot is found \
             \"ARs are searched in larger interval\"; how it grows and which of the starts in it is \
             taken stays open, and ours takes the earliest. The paper's numbers are of a single \
             choice of tasks besides, ours are means over the seeds.",
            seconds(printed),
            if lies_between { "lies between them" } else { "lies outside them" }
        )
    })
}

/// Cells in which the nearest reading is further off than a quarter, with the reading that comes
/// nearest there.
pub fn far_cells(nearest: &Line, lines: &[Line]) -> Vec<String> {
    let mut remarks = Vec::new();
    for quantity in CRITERIA {
        for (column, percent) in PERCENTS.iter().enumerate() {
            let digits = quantity.digits();
            let printed = FIRST.of(quantity)[column];
            let ours = nearest.of(quantity)[column];
            let off = (ours.mean - printed) / printed;
            if printed == 0.0 || off.abs() <= 0.25 {
                continue;
            }
            let distance = |line: &Line| (line.of(quantity)[column].mean - printed).abs();
            let tried = lines.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(nearest);
            remarks.push(format!(
                "{} at {percent} %: {} for {} ({}), deviation {}. Of all readings {} comes nearest \
                 in this cell ({}), at a distance of {} over all cells.",
                quantity.words(),
                number(ours.mean, digits),
                number(printed, digits),
                difference(off),
                number(ours.deviation, digits),
                number(tried.of(quantity)[column].mean, digits),
                tried.reading.words().join("; "),
                number(tried.distance, 3)
            ));
        }
    }
    remarks
}

/// A number made up of a criterion at some shares of reservations with one seed, for every seed.
fn contrast(line: &Line, value: impl Fn(&dyn Fn(Quantity, f64) -> f64) -> f64) -> PairedDifference {
    let seeds = line.values.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let of_seed = |seed| value(&|quantity, percent| line.of_seed(quantity, percent, seed));
    // A column with random draws was run with every seed.
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// By how much a criterion at one share exceeds that at another.
fn excess(line: &Line, quantity: Quantity, (one, other): (f64, f64)) -> PairedDifference {
    contrast(line, |at| at(quantity, one) - at(quantity, other))
}

/// The claims of the printed numbers of the first set, in the reading that the other items use.
pub fn of_first_set(set: &JobSet, line: &Line, lines: &[Line], looks: usize) -> Vec<Claim> {
    let steps = |quantity, margin, shares: &[(f64, f64)]| {
        let all = shares.iter().map(|&shares| excess(line, quantity, shares).looked_at(looks));
        let all: Vec<PairedDifference> = all.collect();
        let verdicts: Vec<Verdict> = all.iter().map(|one| one.verdict_beyond(margin, Said::Less)).collect();
        let words = joined(all.iter().map(|one| one.words(ToldIn::of(quantity))), ", ");
        (Verdict::whole(&verdicts), format!("{words}, {} seeds", all[0].seeds(Said::Less).1))
    };
    let u_steps = [(20.0, 0.0), (40.0, 20.0), (60.0, 40.0)];
    let (falls, falling) = steps(UTILIZATION, UNPRINTED_UTILIZATION, &u_steps);
    let (recovers, recovering) = steps(FLOW_TIME, 0.0, &[(80.0, 60.0), (100.0, 80.0), (100.0, 0.0)]);
    let in_the_mean = lines.iter().filter(|line| means_fall(line)).count();
    vec![
        Claim::new(
            "Table 5, its numbers for tasks 1-1000",
            "mean U 0.54, 0.51, 0.49, 0.45 at 0, 20, 40 and 60 %",
            "Mean U falls at each of the three steps, seed by seed. An interval within ±0.005, half of the last digit that the \
             table prints, tells that it does not. Under --until-decided this claim and the next have more seeds.",
            &[Case::new(
                set.label(),
                falls,
                format!(
                    "{falling}; mean U {}. In the mean it falls at every step in {} of {} readings",
                    six(line.of(UTILIZATION), UTILIZATION),
                    number(in_the_mean as f64, 0),
                    number(lines.len() as f64, 0)
                ),
            )],
        ),
        Claim::new(
            "Table 5, its numbers for tasks 1-1000",
            "mean F 29995 at 0 %, 31225, 27475, 22187 at 60, 80 and 100 %",
            "Mean F falls from 60 to 80 and from 80 to 100 %, and at 100 % lies below that at 0 %, \
             seed by seed.",
            &[Case::new(
                set.label(),
                recovers,
                format!("{recovering}; mean F {} s", six(line.of(FLOW_TIME), FLOW_TIME)),
            )],
        ),
    ]
}

/// Whether mean U falls, in the mean over the seeds, from column to column up to 60 %.
fn means_fall(line: &Line) -> bool {
    let utilization = line.of(UTILIZATION);
    utilization.windows(2).take(3).all(|two| two[1].mean < two[0].mean)
}

/// Claim: the second set shows the impact of reservations more. `second` may be its stand-in.
pub fn more_visible(set: &JobSet, second: &Line, first: &Line) -> Claim {
    let cases = [UTILIZATION, FLOW_TIME].map(|quantity| {
        let change = |line: &Line| contrast(line, |at| at(quantity, 60.0) / at(quantity, 0.0) - 1.0);
        let more = change(second).and(&change(first), |second, first| second.abs() - first.abs());
        let words = format!(
            "{} more; {} against {} on the first set",
            more.words(ToldIn::Share),
            change(second).words(ToldIn::Share),
            change(first).words(ToldIn::Share)
        );
        let name = format!("{}, {}", set.label(), quantity.words());
        Case::new(name, more.verdict(Said::More), words)
    });
    let claim = Claim::new(
        "Sect. 5.2",
        "impact of AR-tasks on these criteria is more visible for jobs with IDs from 68000 to 69000",
        "By how much mean U and mean F change from 0 to 60 % of reservations, as a share and without \
         its sign: that of the second set less that of tasks 1-1000, seed by seed.",
        &cases,
    );
    if is_second(set) { claim } else { claim.elsewhere() }
}

/// The readings that make a schedule of their own; from when flow time counts does not. Under
/// `main` only those that take the jobs that ran and that backfill.
pub fn schedules(log: &Workload, set: &JobSet, options: &Options) -> Vec<Reading> {
    let main_or_all = match options.readings {
        Readings::All => &[true, false][..],
        Readings::Main => &[true],
    };
    let mut readings = Vec::new();
    for wide in [Wide::Dropped, Wide::Cut] {
        for interval in Interval::ALL {
            for over_limit in [OverLimit::Ignore, OverLimit::Kill] {
                for allocation in Allocation::ALL {
                    for &skip_never_ran in main_or_all {
                        for &backfilling in main_or_all {
                            readings.push(Reading {
                                wide,
                                interval,
                                over_limit,
                                allocation,
                                skip_never_ran,
                                strict: !backfilling,
                                flow_from: FlowFrom::Ready,
                                ..SINGLED_OUT
                            });
                        }
                    }
                }
            }
        }
    }
    let matters = readings.iter().filter(|reading| sizes_differ(log, set, reading.skip_never_ran));
    let allocated: Vec<_> = matters.map(|it| Reading { size_from: SizeFrom::Allocated, ..*it }).collect();
    readings.extend(allocated);
    readings
}

/// Whether it matters which of the log's two sizes is taken.
fn sizes_differ(log: &Workload, set: &JobSet, skip_never_ran: bool) -> bool {
    let jobs = |size_from| {
        let selection = Selection { skip_never_ran, size_from, ..set.scenario().workload };
        select(log, &selection, 1)
    };
    jobs(SizeFrom::Requested) != jobs(SizeFrom::Allocated)
}

/// The first set's rows under one reading.
pub struct Line {
    pub reading: Reading,
    /// For each criterion the six columns.
    pub cells: [Vec<Measured>; 3],
    /// For each criterion, for each column, the values of the seeds.
    pub values: [Vec<Vec<f64>>; 3],
    /// How far from the printed rows.
    pub distance: f64,
}

impl Line {
    /// Of the six cells of its schedule.
    pub fn new(reading: Reading, six: &[(&Cell, &[Report])], logs: &[Workload]) -> Self {
        let leads: Vec<Vec<f64>> = six.iter().map(|(cell, _)| leads(cell, logs)).collect();
        Self::with_leads(reading, six, &leads)
    }

    fn with_leads(reading: Reading, six: &[(&Cell, &[Report])], leads: &[Vec<f64>]) -> Self {
        let values = CRITERIA.map(|quantity| {
            let columns = six.iter().zip(leads);
            columns.map(|((_, reports), leads)| reading.values(quantity, reports, leads)).collect::<Vec<_>>()
        });
        let cells = values.each_ref().map(|columns| columns.iter().map(|it| Measured::of(it)).collect());
        let mut line = Self { reading, cells, values, distance: 0.0 };
        line.distance = line.distance_from_printed();
        line
    }

    /// A criterion's six columns.
    pub fn of(&self, quantity: Quantity) -> &[Measured] {
        &self.cells[row_of(quantity)]
    }

    /// The mean of a criterion where all tasks are reservations.
    pub fn at_100(&self, quantity: Quantity) -> f64 {
        self.of(quantity)[PERCENTS.len() - 1].mean
    }

    /// A criterion at a share of reservations with one seed. A cell without random draws was run once.
    pub fn of_seed(&self, quantity: Quantity, percent: f64, seed: usize) -> f64 {
        let column = PERCENTS.iter().position(|it| *it == percent);
        let values = column.and_then(|column| self.values[row_of(quantity)].get(column));
        let value = values.and_then(|values| values.get(seed).or(values.first()));
        value.copied().unwrap_or(f64::NAN)
    }

    /// The mean, over the cells that the paper does not print as 0, of our mean's distance from the
    /// printed number over the printed number.
    fn distance_from_printed(&self) -> f64 {
        let cells = CRITERIA
            .into_iter()
            .flat_map(|quantity| self.of(quantity).iter().zip(FIRST.of(quantity)))
            .filter(|(_, printed)| **printed > 0.0);
        let distances: Vec<f64> = cells.map(|(ours, printed)| (ours.mean - printed).abs() / printed).collect();
        distances.iter().sum::<f64>() / distances.len().max(1) as f64
    }
}

/// A line for each reading, in the order of the schedules, flow time from ready time first.
pub fn lines(schedules: &[Reading], own: &[&[(&Cell, &[Report])]], logs: &[Workload]) -> Vec<Line> {
    // The lead of a reservation does not depend on the schedule, only on which jobs are taken.
    let mut known: Vec<(Selections, Vec<Vec<f64>>)> = Vec::new();
    let mut lines = Vec::new();
    for (&reading, six) in schedules.iter().zip(own) {
        let selections: Selections = six.iter().map(|(cell, _)| (cell.scenario.workload.clone(), cell.seeds)).collect();
        let place = known.iter().position(|(one, _)| *one == selections);
        let place = place.unwrap_or_else(|| {
            let all = six.iter().map(|(cell, _)| leads(cell, logs)).collect();
            known.push((selections, all));
            known.len() - 1
        });
        for flow_from in [FlowFrom::Ready, FlowFrom::Submission] {
            let reading = Reading { flow_from, ..reading };
            lines.push(Line::with_leads(reading, six, &known[place].1));
        }
    }
    lines
}

type Selections = Vec<(Selection, u32)>;

/// The nearest line; the first of equals.
pub fn nearest(lines: &[Line]) -> Option<&Line> {
    lines.iter().min_by(|a, b| a.distance.total_cmp(&b.distance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kurowski_2011::job_set::{FLOW_TIME, TARDINESS, UTILIZATION, cell};

    /// Reports of six cells, each so far off the printed numbers.
    fn reports(off: f64) -> Vec<Report> {
        (0..6)
            .map(|column| Report {
                jobs: 1,
                mean_utilization: FIRST.of(UTILIZATION)[column] * (1.0 + off),
                mean_flow_time: FIRST.of(FLOW_TIME)[column] * (1.0 - off),
                mean_tardiness: FIRST.of(TARDINESS)[column] * (1.0 + off),
                ..Report::default()
            })
            .collect()
    }

    fn line(reading: Reading, off: f64) -> Line {
        let cell = cell("", experiment::Scenario::default(), 1);
        let reports = reports(off);
        let six: Vec<(&Cell, &[Report])> = reports.iter().map(|one| (&cell, std::slice::from_ref(one))).collect();
        Line::with_leads(reading, &six, &vec![vec![0.0]; 6])
    }

    #[test]
    fn the_distance_is_the_mean_of_the_cells_relative_ones() {
        assert!(line(SINGLED_OUT, 0.0).distance.abs() < 1e-12);
        assert!((line(SINGLED_OUT, 0.1).distance - 0.1).abs() < 1e-12);
    }

    #[test]
    fn the_nearest_has_the_least_distance_and_is_the_first_of_equals() {
        let kill = Reading { over_limit: OverLimit::Kill, ..SINGLED_OUT };
        let lines = [line(SINGLED_OUT, 0.3), line(kill, 0.2), line(SINGLED_OUT, -0.2)];
        let found = nearest(&lines).unwrap();
        assert_eq!(found.reading, kill);
        assert!(nearest(&[]).is_none());
    }

    #[test]
    fn a_lead_moves_flow_time_only_where_it_counts_from_the_submission() {
        let cell = cell("", experiment::Scenario::default(), 1);
        let reports = reports(0.0);
        let six: Vec<(&Cell, &[Report])> = reports.iter().map(|one| (&cell, std::slice::from_ref(one))).collect();
        let leads = vec![vec![1000.0]; 6];
        for flow_from in [FlowFrom::Ready, FlowFrom::Submission] {
            let reading = Reading { flow_from, ..SINGLED_OUT };
            let line = Line::with_leads(reading, &six, &leads);
            let more = line.of(Quantity::MeanFlowTime)[2].mean - FIRST.of(FLOW_TIME)[2];
            let expected = if flow_from == FlowFrom::Submission { 1000.0 } else { 0.0 };
            assert!((more - expected).abs() < 1e-6);
            assert_eq!(line.of(Quantity::MeanTardiness)[2].mean, FIRST.of(TARDINESS)[2]);
        }
    }
}
