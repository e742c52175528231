//! Criteria against a knob, for several strategies and sets of jobs: the common part of the
//! figures.

use super::job_set::{JobSet, of_first_log, with_thousands};
use super::reading::{Reading, leads};
use super::setting::{cell, draws};
use crate::numbers::number;
use crate::{
    Cell, Figure, Measured, Options, PairedDifference, Panel, Picture, Plan, Quantity, Series, ToldIn, Unavailable,
};
use experiment::Scenario;
use scheduling::criteria::{Criterion, Report};
use workload::Workload;

/// A strategy with its settings.
#[derive(Clone, Copy)]
pub struct Strategy {
    /// Its name in the legend.
    pub name: &'static str,
    /// Sets it, after the reading has been applied.
    pub set: fn(&mut Scenario),
}

/// The x axis.
#[derive(Clone, Copy)]
pub struct Axis {
    /// With its unit.
    pub label: &'static str,
    /// From left to right.
    pub values: &'static [f64],
    /// Sets one of them.
    pub set: fn(&mut Scenario, f64),
}

/// 0 to 100 % of reservations.
pub const PERCENT: Axis = Axis {
    label: "advance reservations (%)",
    values: &[0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0],
    set: |scenario, percent| scenario.workload.reservations.percent = percent,
};

/// Every strategy at every value on every set.
pub struct Sweep {
    pub sets: Vec<JobSet>,
    pub strategies: &'static [Strategy],
    pub axis: Axis,
    pub reading: Reading,
    /// Whether pictures show small differences, on axes that do not begin at 0.
    pub is_compared_from_near: bool,
}

impl Sweep {
    /// On the paper's log: its second set or a stand-in, and the first.
    ///
    /// # Errors
    ///
    /// If the log has none of the jobs.
    pub fn of_first_log(
        logs: &[Workload],
        options: &Options,
        strategies: &'static [Strategy],
        axis: Axis,
        reading: Reading,
    ) -> Result<Self, Unavailable> {
        let sets = of_first_log(logs, options)?;
        Ok(Self::on(sets, strategies, axis, reading))
    }

    /// On the same sets, and on every thousand jobs in a row of the paper's log.
    ///
    /// # Errors
    ///
    /// If the log has none of the jobs.
    pub fn with_thousands(
        logs: &[Workload],
        options: &Options,
        strategies: &'static [Strategy],
        axis: Axis,
        reading: Reading,
    ) -> Result<Self, Unavailable> {
        let sets = with_thousands(logs, options)?;
        Ok(Self::on(sets, strategies, axis, reading))
    }

    fn on(sets: Vec<JobSet>, strategies: &'static [Strategy], axis: Axis, reading: Reading) -> Self {
        Self { sets, strategies, axis, reading, is_compared_from_near: false }
    }

    /// The cells: set by set, strategy by strategy, value by value.
    pub fn cells(&self, seeds: u32) -> Vec<Cell> {
        let mut cells = Vec::new();
        for set in &self.sets {
            for strategy in self.strategies {
                for &x in self.axis.values {
                    let mut scenario = set.scenario();
                    self.reading.apply(&mut scenario);
                    (strategy.set)(&mut scenario);
                    (self.axis.set)(&mut scenario, x);
                    let label = format!("{}, {}, {} {x}", set.label(), strategy.name, self.axis.label);
                    cells.push(Cell { log: set.log, ..cell(label, scenario, seeds) });
                }
            }
        }
        cells
    }

    /// The curves from the reports of the cells, which stand at the beginning of the plan's.
    pub fn outcome(self, plan: &Plan, logs: &[Workload], reports: &[Report]) -> Curves {
        let results = plan.results(reports);
        let count = self.sets.len() * self.strategies.len() * self.axis.values.len();
        let cells = results.iter().take(count).map(|(cell, reports)| {
            let leads = leads(cell, logs);
            CellValues {
                is_drawn: draws(&cell.scenario),
                of_criteria: CRITERIA.map(|quantity| self.reading.values(quantity, reports, &leads)),
            }
        });
        Curves { cells: cells.collect(), seeds: plan.options.seeds, looks: plan.options.looks(), sweep: self }
    }
}

/// The curves of several sweeps whose cells stand one after the other in the plan, each with the place of its
/// first cell.
pub fn outcomes(
    sweeps: impl IntoIterator<Item = Sweep>,
    plan: &Plan,
    logs: &[Workload],
    reports: &[Report],
) -> Vec<(usize, Curves)> {
    let (mut cells, mut rest, mut first) = (plan.cells.as_slice(), reports, 0);
    let one = |sweep: Sweep| {
        let count = sweep.sets.len() * sweep.strategies.len() * sweep.axis.values.len();
        let (own, others) = cells.split_at(count.min(cells.len()));
        cells = others;
        let part = Plan { cells: own.to_vec(), item: plan.item.clone(), options: plan.options.clone() };
        let (own, others) = rest.split_at(part.run_count().min(rest.len()));
        rest = others;
        let outcome = (first, sweep.outcome(&part, logs, own));
        first += part.cells.len();
        outcome
    };
    sweeps.into_iter().map(one).collect()
}

const CRITERIA: [Quantity; 7] = [
    Quantity::MeanUtilization,
    Quantity::MeanFlowTime,
    Quantity::MeanTardiness,
    Quantity::BatchFlowTime,
    Quantity::ReservationFlowTime,
    Quantity::Rejected,
    Quantity::Makespan,
];

/// The results of a sweep. Sets, strategies and values are indexed by their place.
pub struct Curves {
    pub sweep: Sweep,
    pub seeds: u32,
    /// How often each difference may be looked at, as seeds are added.
    pub looks: usize,
    cells: Vec<CellValues>,
}

/// The measured values of a cell.
struct CellValues {
    /// Whether the seed matters.
    is_drawn: bool,
    /// For each criterion the value of each seed.
    of_criteria: [Vec<f64>; CRITERIA.len()],
}

/// A point of the curves: set, strategy, value.
pub type CurvePoint = (usize, usize, usize);

impl Curves {
    /// Which jobs these are, to begin a sentence with.
    pub fn on(&self) -> String {
        let sets: Vec<String> = self.sweep.sets.iter().map(JobSet::words).collect();
        format!("On {}. ", sets.join("; and on "))
    }

    /// The value of each seed.
    pub fn values(&self, place: CurvePoint, quantity: Quantity) -> &[f64] {
        let criterion = CRITERIA.iter().position(|one| *one == quantity);
        let cell = self.cell(place);
        cell.map_or(&[], |cell| &cell.of_criteria[criterion.unwrap_or(0)])
    }

    /// How many seeds were run of a set, at least 1.
    fn seeds_of(&self, set: usize) -> usize {
        let count = self.sweep.strategies.len() * self.sweep.axis.values.len();
        self.cells.iter().skip(set * count).take(count).map(|cell| cell.of_criteria[0].len()).max().unwrap_or(0).max(1)
    }

    fn cell(&self, (set, strategy, x): CurvePoint) -> Option<&CellValues> {
        let strategies = self.sweep.strategies.len();
        let place = (set * strategies + strategy) * self.sweep.axis.values.len() + x;
        self.cells.get(place)
    }

    /// The places in the plan of all cells of the sets with an open claim, where the first cell of the sweep stands
    /// at `first`; cells without random draws are left out, since more seeds do not help there.
    pub fn open_cells(&self, plan: &Plan, first: usize, is_open: impl Fn(usize) -> bool) -> Vec<usize> {
        let count = self.sweep.strategies.len() * self.sweep.axis.values.len();
        let cells = (0..self.sweep.sets.len())
            .filter(|&set| is_open(set))
            .flat_map(|set| first + set * count..first + (set + 1) * count);
        cells.filter(|&it| plan.cells.get(it).is_some_and(|cell| draws(&cell.scenario))).collect()
    }

    /// A number that is made up of others measured on one set with one seed, for every seed: `value`
    /// asks for them by criterion, strategy and value of the axis. A seed takes the same jobs as
    /// reservations under every strategy.
    pub fn contrast(
        &self,
        set: usize,
        value: impl Fn(&dyn Fn(Quantity, usize, usize) -> f64) -> f64,
    ) -> PairedDifference {
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
        PairedDifference::of(values, is_drawn.get())
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
            Quantity::MeanUtilization => (self.excess(set, strategies, quantity, xs), ToldIn::Utilization),
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

    /// The means from left to right, side by side, in words.
    pub fn course(&self, set: usize, strategy: usize, quantity: Quantity) -> String {
        let xs = 0..self.sweep.axis.values.len();
        xs.map(|x| number(self.mean((set, strategy, x), quantity), quantity.digits())).collect::<Vec<_>>().join(" ")
    }

    /// The place of a value of the axis.
    pub fn at(&self, x: f64) -> usize {
        let place = self.sweep.axis.values.iter().position(|value| *value == x);
        place.unwrap_or(0)
    }

    /// A panel of one criterion for one set, with the chosen strategies. Curves that are compared
    /// from near do not begin at 0.
    fn panel(&self, set: usize, strategies: &[usize], quantity: Quantity) -> Panel {
        let series = strategies.iter().map(|&strategy| Series {
            name: self.sweep.strategies[strategy].name.to_owned(),
            points: self
                .sweep
                .axis
                .values
                .iter()
                .enumerate()
                .map(|(x, &value)| (value, self.measured((set, strategy, x), quantity)))
                .collect(),
        });
        Panel {
            y_label: axis_label(quantity).to_owned(),
            from_zero: !self.sweep.is_compared_from_near,
            series: series.collect(),
        }
    }

    /// A picture for each set, its panels the chosen criteria.
    pub fn figures(&self, name: &str, title: &str, strategies: &[usize], quantities: &[Quantity]) -> Vec<Figure> {
        self.sweep
            .sets
            .iter()
            .enumerate()
            .map(|(index, set)| Figure {
                name: format!("{name}-{}", set.slug()),
                title: title.to_owned(),
                caption: format!("{}; mean and its 95 % interval over {} seeds.", set.words(), self.seeds),
                picture: Picture::Curves {
                    x_label: self.sweep.axis.label.to_owned(),
                    panels: quantities.iter().map(|&quantity| self.panel(index, strategies, quantity)).collect(),
                },
            })
            .collect()
    }
}

/// Arithmetic mean; NaN of no values.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len();
    values.sum::<f64>() / count as f64
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
    use crate::kurowski_2011::reading::SINGLED_OUT;
    use crate::{Said, ToldIn, Verdict};
    use workload::read;

    const STRATEGIES: &[Strategy] = &[Strategy { name: "one", set: |_| {} }, Strategy { name: "other", set: |_| {} }];

    #[test]
    fn values_come_back_from_where_they_were_planned() {
        let text = "1 0 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
                    2 9 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n";
        let logs = [read("made.swf", text.as_bytes()).unwrap().workload];
        let options = Options { jobs: Some((1, 2)), seeds: 2, ..Options::default() };
        let make = || Sweep::of_first_log(&logs, &options, STRATEGIES, PERCENT, SINGLED_OUT).unwrap();
        let plan = Plan { item: String::new(), cells: make().cells(2), options: options.clone() };
        assert_eq!(plan.cells.len(), 22);
        let reports: Vec<Report> = plan
            .runs()
            .map(|run| Report {
                mean_tardiness: run.cell as f64 * 100.0 + run.scenario.seed as f64,
                ..Report::default()
            })
            .collect();
        let curves = make().outcome(&plan, &logs, &reports);
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
