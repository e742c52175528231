//! Criteria against a knob, for several strategies and sets of jobs: the common part of the
//! figures.

use super::job_set::{Axis, FLOW_TIME, PERCENT, Strategy, TARDINESS, UTILIZATION, cell, draws};
use super::job_set::{JobSet, of_first_log, with_thousands};
use super::reading::{Reading, SINGLED_OUT, leads};
use super::sentences::{OfSet, UNPRINTED_UTILIZATION};
use crate::prelude::*;
use experiment::Scenario;
use scheduling::criteria::{Criterion, Report};

/// Every strategy at every value of an axis on every set of jobs.
#[derive(Clone, Copy)]
pub struct Sweep {
    /// The sets, of which the first is the paper's second or its stand-in.
    pub sets: fn(&[Workload], &Options) -> Result<Vec<JobSet>, Unavailable>,
    pub strategies: &'static [Strategy],
    pub axis: Axis,
    pub reading: Reading,
    /// Whether pictures show small differences, on axes that do not begin at 0.
    pub is_compared_from_near: bool,
    /// How a case names its set.
    pub name: fn(&JobSet) -> String,
    /// The label of a cell behind that of its set.
    pub label: fn(&Strategy, &Axis, f64) -> String,
}

impl Sweep {
    /// The sets of the paper's log, every share of reservations, the reading singled out.
    pub const BASE: Self = Self {
        sets: of_first_log,
        strategies: &[],
        axis: PERCENT,
        reading: SINGLED_OUT,
        is_compared_from_near: false,
        name: JobSet::label,
        label: |strategy, axis, x| format!("{}, {} {x}", strategy.name, axis.label),
    };

    /// The same on every thousand jobs in a row besides.
    pub const WITH_THOUSANDS: Self = Self { sets: with_thousands, ..Self::BASE };

    /// How many cells a set has.
    fn cells_of_set(&self) -> usize {
        self.strategies.len() * self.axis.values.len()
    }

    /// The cells: set by set, strategy by strategy, value by value.
    ///
    /// # Errors
    ///
    /// If the log has none of the jobs.
    pub fn plan(&self, logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
        let mut cells = Vec::new();
        for set in (self.sets)(logs, options)? {
            for strategy in self.strategies {
                for &x in self.axis.values {
                    let label = format!("{}, {}", set.label(), (self.label)(strategy, &self.axis, x));
                    let scenario = self.scenario(&set, strategy, x);
                    cells.push(Cell { log: set.log, ..cell(label, scenario, options.seeds) });
                }
            }
        }
        Ok(cells)
    }

    /// The scenario of a cell.
    pub fn scenario(&self, set: &JobSet, strategy: &Strategy, x: f64) -> Scenario {
        let mut scenario = set.scenario();
        self.reading.apply(&mut scenario);
        (strategy.set)(&mut scenario);
        (self.axis.set)(&mut scenario, x);
        scenario
    }

    /// What `findings` makes of the curves, where a plan has no other cells than this sweep's; nothing without jobs.
    pub fn conclude(
        &self,
        plan: &Plan,
        logs: &[Workload],
        reports: &[Report],
        findings: impl Fn(&Curves) -> Findings,
    ) -> Findings {
        let curves = Curves::of_sweeps(&[*self], plan, logs, reports);
        curves.first().map(findings).unwrap_or_default()
    }

    /// The cells of such a plan in the sets that are open.
    pub fn open(
        &self,
        plan: &Plan,
        logs: &[Workload],
        reports: &[Report],
        is_open: impl Fn(&Curves, usize) -> bool,
    ) -> Vec<usize> {
        let curves = Curves::of_sweeps(&[*self], plan, logs, reports);
        curves.iter().flat_map(|curves| curves.open_cells(plan, |set| is_open(curves, set))).collect()
    }
}

/// The quantities that are kept of each cell.
const MEASURED: [Quantity; 7] = [
    UTILIZATION,
    FLOW_TIME,
    TARDINESS,
    Quantity::BatchFlowTime,
    Quantity::ReservationFlowTime,
    Quantity::Rejected,
    Quantity::Makespan,
];

/// The results of a sweep. Sets, strategies and values are indexed by their place.
pub struct Curves {
    pub sweep: Sweep,
    pub sets: Vec<JobSet>,
    pub seeds: u32,
    /// How often each difference may be looked at, as seeds are added.
    pub looks: usize,
    /// The place of its first cell in the plan.
    first: usize,
    cells: Vec<CellValues>,
}

/// The measured values of a cell.
struct CellValues {
    /// Whether the seed matters.
    is_drawn: bool,
    /// For each criterion the value of each seed.
    of_criteria: [Vec<f64>; MEASURED.len()],
}

/// A point of the curves: set, strategy, value.
pub type CurvePoint = (usize, usize, usize);

/// What was measured on a set with a seed, by criterion, strategy and value of the axis.
pub type OneSeed<'a> = dyn Fn(Quantity, usize, usize) -> f64 + 'a;

impl Curves {
    /// The curves of sweeps whose cells stand one after the other in the plan; none of a sweep without jobs.
    pub fn of_sweeps(sweeps: &[Sweep], plan: &Plan, logs: &[Workload], reports: &[Report]) -> Vec<Self> {
        let results = plan.results(reports);
        let mut first = 0;
        let mut all = Vec::new();
        for sweep in sweeps {
            let Ok(sets) = (sweep.sets)(logs, &plan.options) else {
                continue;
            };
            let count = sets.len() * sweep.cells_of_set();
            let cells = results.iter().skip(first).take(count).map(|(cell, reports)| {
                let leads = leads(cell, logs);
                CellValues {
                    is_drawn: draws(&cell.scenario),
                    of_criteria: MEASURED.map(|quantity| sweep.reading.values(quantity, reports, &leads)),
                }
            });
            let (seeds, looks) = (plan.options.seeds, plan.options.looks());
            all.push(Self { sweep: *sweep, sets, seeds, looks, first, cells: cells.collect() });
            first += count;
        }
        all
    }

    /// Findings with a setting, which begins with the jobs, and claims.
    pub fn findings(&self, setting: String, claims: Vec<Claim>) -> Findings {
        let jobs = joined(self.sets.iter().map(JobSet::words), "; and on ");
        Findings { setting: format!("On {jobs}. {setting}"), claims, ..Findings::default() }
    }

    /// A case for each set.
    pub fn cases(&self, case: impl Fn(usize) -> (Verdict, String)) -> Vec<OfSet> {
        let of_set = |(set, jobs): (usize, &JobSet)| {
            let (verdict, words) = case(set);
            OfSet { set, case: Case::new((self.sweep.name)(jobs), verdict, words) }
        };
        self.sets.iter().enumerate().map(of_set).collect()
    }

    /// A case for each set and each of `rows`, which `case` names; that of the set stands before this name.
    pub fn cases_of<R: Copy>(&self, rows: &[R], case: impl Fn(usize, R) -> Case) -> Vec<OfSet> {
        let mut cases = Vec::new();
        for (set, jobs) in self.sets.iter().enumerate() {
            for &row in rows {
                let case = case(set, row);
                let name = format!("{}, {}", (self.sweep.name)(jobs), case.name);
                cases.push(OfSet { set, case: Case { name, ..case } });
            }
        }
        cases
    }

    /// The value of each seed.
    pub fn values(&self, place: CurvePoint, quantity: Quantity) -> &[f64] {
        let criterion = MEASURED.iter().position(|one| *one == quantity);
        self.cell(place).map_or(&[], |cell| &cell.of_criteria[criterion.unwrap_or(0)])
    }

    /// How many seeds were run of a set, at least 1.
    fn seeds_of(&self, set: usize) -> usize {
        let count = self.sweep.cells_of_set();
        self.cells.iter().skip(set * count).take(count).map(|cell| cell.of_criteria[0].len()).max().unwrap_or(0).max(1)
    }

    fn cell(&self, (set, strategy, x): CurvePoint) -> Option<&CellValues> {
        let strategies = self.sweep.strategies.len();
        let place = (set * strategies + strategy) * self.sweep.axis.values.len() + x;
        self.cells.get(place)
    }

    /// The places in the plan of all cells of the sets with an open claim; cells without random draws are left out,
    /// since more seeds do not help there.
    pub fn open_cells(&self, plan: &Plan, is_open: impl Fn(usize) -> bool) -> Vec<usize> {
        let count = self.sweep.cells_of_set();
        let open = (0..self.sets.len()).filter(|&set| is_open(set));
        let cells = open.flat_map(|set| self.first + set * count..self.first + (set + 1) * count);
        cells.filter(|&it| plan.cells.get(it).is_some_and(|cell| draws(&cell.scenario))).collect()
    }

    /// A number that is made up of others measured on one set with one seed, for every seed: `value`
    /// asks for them by criterion, strategy and value of the axis. A seed takes the same jobs as
    /// reservations under every strategy.
    pub fn contrast(&self, set: usize, value: impl Fn(&OneSeed) -> f64) -> PairedDifference {
        let is_drawn = std::cell::Cell::new(false);
        let of_seed = |seed: usize| {
            value(&|quantity, strategy, x| {
                let place = (set, strategy, x);
                let drawn = self.cell(place).is_some_and(|cell| cell.is_drawn);
                is_drawn.set(is_drawn.get() || drawn);
                let values = self.values(place, quantity);
                // A cell without random draws was run once.
                let value = values.get(seed).or(values.first());
                value.copied().unwrap_or(f64::NAN)
            })
        };
        let values: Vec<f64> = (0..self.seeds_of(set)).map(of_seed).collect();
        PairedDifference::of(values, is_drawn.get()).looked_at(self.looks)
    }

    /// By how much a criterion under a strategy rises from one value of the axis to another.
    pub fn rise(
        &self,
        set: usize,
        strategy: usize,
        quantity: Quantity,
        (from, to): (usize, usize),
    ) -> PairedDifference {
        self.contrast(set, |at| at(quantity, strategy, to) - at(quantity, strategy, from))
    }

    /// By how much a criterion under one strategy exceeds that under another, in the mean over some
    /// values of the axis.
    pub fn excess(
        &self,
        set: usize,
        (one, other): (usize, usize),
        quantity: Quantity,
        xs: &[usize],
    ) -> PairedDifference {
        self.contrast(set, |at| {
            let apart = |&x: &usize| at(quantity, one, x) - at(quantity, other, x);
            mean(xs.iter().map(apart))
        })
    }

    /// The excess as a share of the criterion under the other strategy.
    pub fn relative_excess(
        &self,
        set: usize,
        (one, other): (usize, usize),
        quantity: Quantity,
        xs: &[usize],
    ) -> PairedDifference {
        self.contrast(set, |at| {
            let of = |strategy| mean(xs.iter().map(|&x| at(quantity, strategy, x)));
            of(one) / of(other) - 1.0
        })
    }

    /// A difference from a strategy, in the mean over some values of the axis, that is none: a hundredth of a time, or
    /// half of the last digit to which Table 5 prints mean U.
    pub fn untold(&self, set: usize, strategy: usize, quantity: Quantity, xs: &[usize]) -> f64 {
        match quantity {
            UTILIZATION => UNPRINTED_UTILIZATION,
            _ => 0.01 * mean(xs.iter().map(|&x| self.mean((set, strategy, x), quantity))),
        }
    }

    /// By how much a criterion under one strategy differs from that under another, in the form of Table 6's
    /// differences ([`super::sentences::TOLD`]): mean U by itself, times as a share.
    pub fn change(
        &self,
        set: usize,
        strategies: (usize, usize),
        quantity: Quantity,
        xs: &[usize],
    ) -> (PairedDifference, ToldIn) {
        match quantity {
            UTILIZATION => (self.excess(set, strategies, quantity, xs), ToldIn::Utilization),
            _ => (self.relative_excess(set, strategies, quantity, xs), ToldIn::Share),
        }
    }

    /// The places of the values of the axis for which `wanted` holds.
    pub fn xs(&self, wanted: impl Fn(f64) -> bool) -> Vec<usize> {
        self.sweep.axis.values.iter().enumerate().filter(|(_, value)| wanted(**value)).map(|(x, _)| x).collect()
    }

    /// Mean and deviation over the seeds.
    pub fn measured(&self, place: CurvePoint, quantity: Quantity) -> Measured {
        Measured::of(self.values(place, quantity))
    }

    /// The mean over the seeds.
    pub fn mean(&self, place: CurvePoint, quantity: Quantity) -> f64 {
        self.measured(place, quantity).mean
    }

    /// The mean over the seeds in words.
    pub fn mean_words(&self, place: CurvePoint, quantity: Quantity) -> String {
        number(self.mean(place, quantity), quantity.digits())
    }

    /// The mean and the deviation over the seeds in words.
    pub fn measured_words(&self, place: CurvePoint, quantity: Quantity) -> String {
        measured(self.measured(place, quantity), quantity)
    }

    /// The means from left to right, side by side, in words.
    pub fn course(&self, set: usize, strategy: usize, quantity: Quantity) -> String {
        let xs = 0..self.sweep.axis.values.len();
        joined(xs.map(|x| self.mean_words((set, strategy, x), quantity)), " ")
    }

    /// The place of a value of the axis.
    pub fn at(&self, x: f64) -> usize {
        let place = self.sweep.axis.values.iter().position(|value| *value == x);
        place.unwrap_or(0)
    }

    /// A panel of one criterion for one set, with the chosen strategies. Curves that are compared
    /// from near do not begin at 0.
    fn panel(&self, set: usize, strategies: &[usize], quantity: Quantity) -> Panel {
        let series = strategies.iter().map(|&strategy| {
            let measured = |(x, &value)| (value, self.measured((set, strategy, x), quantity));
            Series {
                name: self.sweep.strategies[strategy].name.to_owned(),
                points: self.sweep.axis.values.iter().enumerate().map(measured).collect(),
            }
        });
        Panel { y_label: axis_label(quantity), from_zero: !self.sweep.is_compared_from_near, series: series.collect() }
    }

    /// A picture for each set, its panels the chosen criteria.
    pub fn figures(&self, name: &str, title: &str, strategies: &[usize], quantities: &[Quantity]) -> Vec<Figure> {
        let figure = |(index, set): (usize, &JobSet)| Figure {
            name: format!("{name}-{}", set.slug()),
            title: title.to_owned(),
            caption: format!("{}; mean and its 95 % interval over {} seeds.", set.words(), self.seeds),
            picture: Picture::Curves {
                x_label: self.sweep.axis.label.to_owned(),
                panels: quantities.iter().map(|&quantity| self.panel(index, strategies, quantity)).collect(),
            },
        };
        self.sets.iter().enumerate().map(figure).collect()
    }
}

/// The title of the y axis.
fn axis_label(quantity: Quantity) -> String {
    let label = quantity.criterion().map_or_else(String::new, Criterion::label);
    match quantity.unit().symbol() {
        "" => label,
        symbol => format!("{label} ({symbol})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Said;
    use workload::read;

    const STRATEGIES: &[Strategy] = &[Strategy { name: "one", set: |_| {} }, Strategy { name: "other", set: |_| {} }];

    #[test]
    fn values_come_back_from_where_they_were_planned() {
        let text = "1 0 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
                    2 9 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n";
        let logs = [read("made.swf", text.as_bytes()).unwrap().workload];
        let options = Options { jobs: Some((1, 2)), seeds: 2, ..Options::default() };
        let sweep = Sweep { strategies: STRATEGIES, ..Sweep::BASE };
        let plan = Plan { item: String::new(), cells: sweep.plan(&logs, &options).unwrap(), options };
        assert_eq!(plan.cells.len(), 22);
        let reports: Vec<Report> = plan
            .runs()
            .map(|run| Report {
                mean_tardiness: run.cell as f64 * 100.0 + run.scenario.seed as f64,
                ..Report::default()
            })
            .collect();
        let curves = &Curves::of_sweeps(&[sweep], &plan, &logs, &reports)[0];
        let tardiness = Quantity::MeanTardiness;
        assert_eq!(curves.values((0, 1, 3), tardiness), [1401.0, 1402.0]);
        assert_eq!(curves.values((0, 0, 0), tardiness), [1.0]);
        assert_eq!(curves.at(30.0), 3);
        let apart = curves.excess(0, (1, 0), tardiness, &[3, 4]);
        assert_eq!((apart.interval().mean, apart.interval().count), (1_100.0, 2));
        assert_eq!(apart.verdict(Said::More), Verdict::Holds);
        // Without reservations there are no random draws: one run is enough.
        let nothing_drawn = curves.excess(0, (0, 1), tardiness, &[0]);
        assert_eq!(nothing_drawn.words(ToldIn::Seconds), "−1,100 s");
    }
}
