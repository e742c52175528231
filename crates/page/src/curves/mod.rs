//! The state of the Curves view: the sweep that was last started or opened, and the figures of its runs.

mod drawn;
pub mod panels;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::curves_given::GivenCurves;
use crate::history::{Experiment, WorkloadKey};
use crate::reduce::Reduce;
use crate::runs::Runs;
use crate::tasks::{Made, Mark, Task, report};
use crate::words::plural;
pub use drawn::LeftOut;
use experiment::comparison::{Interval, Quantiles};
use experiment::sweep::{Figures, Vary};
use experiment::{Scenario, draws, knobs, policy_place};
use export::curves_file::MOST_RUNS;
use export::snapshot::CurvesForm;
use export::snapshot::curves_form::figures;
use scheduling::criteria::{Criterion, Report};
use serde_json::Value;
use workload::WorkloadKind;
use workload::replicate::Replication;

/// The field along the x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The path of the field.
    pub path: String,
    /// Its name, with its unit.
    pub label: String,
}

/// The origin of a sweep that was run elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The name of its file.
    pub file: String,
    /// The name of the log on which it was run.
    pub log: String,
}

/// Why a sweep is not the one that *Run* would make now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outdated {
    /// The scenario or its workload has changed.
    Scenario,
    /// The form asks for other curves.
    Form,
}

/// The figures of a run, in the order of [`Sweep::figures`]; those that it does not have are missing.
type RunFigures = Vec<Option<f64>>;

/// A sweep that has been started, or was run elsewhere: its plan, and the figures of its runs so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The experiment whose scenario is varied.
    pub base: Rc<Experiment>,
    /// The form when the sweep was started.
    form: Rc<CurvesForm>,
    /// The origin, unless the sweep was started here.
    pub given: Option<Given>,
    /// The field along the x axis.
    pub axis: Axis,
    /// The values of that field.
    pub xs: Vec<f64>,
    /// The names of the lines.
    pub names: Vec<String>,
    /// The other varied fields: the lines are all combinations of their values; the first turns slowest.
    pub varied: Vec<Vary>,
    seeds: usize,
    /// How the replicates of the log are made, one for each seed; none for runs on the log itself.
    pub replicate: Option<Replication>,
    /// Whether anything is drawn at each point, replicates among it: line after line within a value of x.
    is_drawn: Vec<bool>,
    /// The figures that are kept of each run.
    pub figures: Vec<Criterion>,
    /// The runs: line after line within a value of x, these within a seed.
    pub runs: Runs<RunFigures>,
    /// For the intervals over all seeds.
    quantiles: Quantiles,
}

impl Sweep {
    /// Plans a sweep from `base` on a workload of a kind. `question` numbers the sweep ([`Sweeps::next_question`]).
    ///
    /// # Errors
    ///
    /// In words, if the values cannot be read, there are more than [`MOST_RUNS`] runs, or no line reads the field along
    /// the x axis.
    pub fn plan(
        form: &Rc<CurvesForm>,
        base: &Rc<Experiment>,
        kind: WorkloadKind,
        question: u32,
    ) -> Result<Self, String> {
        let xs = form.numbers(&base.scenario)?;
        let axis = form.axis(&base.scenario);
        let lines = form.lines(&base.scenario)?;
        let unread = |(_, line): &(String, Scenario)| knobs::reads(line, axis.path).err();
        if let Some(whys) = lines.iter().map(unread).collect::<Option<Vec<_>>>() {
            return Err(whys.first().copied().unwrap_or_default().to_owned());
        }
        let seeds = form.repeats() as usize;
        let runs = xs.len() * lines.len() * seeds;
        if runs > MOST_RUNS {
            return Err(format!("{runs} runs are too many; at most {MOST_RUNS} can be made at once"));
        }
        let replicate = form.replicate;
        let (names, lines): (Vec<String>, Vec<Scenario>) = lines.into_iter().unzip();
        let points = points(&xs, axis.path, &lines)?;
        Ok(Self {
            base: base.clone(),
            form: form.clone(),
            given: None,
            axis: Axis { path: axis.path.to_owned(), label: axis.axis() },
            xs,
            names,
            varied: form.varied(&base.scenario),
            seeds,
            replicate,
            is_drawn: points.iter().map(|it| replicate.is_some() || draws(it, kind)).collect(),
            quantiles: Quantiles::up_to(seeds),
            figures: figures(&base.scenario),
            runs: Runs::of(question, runs),
        })
    }

    /// The runs of all points under each seed, on its replicate if there are any, marked by their places. The seed turns
    /// slowest, so that whole curves appear early. O(runs).
    pub fn tasks(&self) -> Vec<Task> {
        let lines: Vec<Scenario> = (0..self.names.len()).map(|line| self.scenario_of(line)).collect();
        let points = points(&self.xs, &self.axis.path, &lines).unwrap_or_default();
        let mut tasks = Vec::with_capacity(self.runs.total());
        for seed in 0..self.seeds {
            for point in &points {
                let mut scenario = point.clone();
                scenario.seed = scenario.seed.wrapping_add(seed as u64);
                let mark = Mark { question: self.runs.question(), place: tasks.len() };
                let task = Task::run(mark, self.base.workload, scenario);
                let on = self.replicate.as_ref().map(|it| (it, seed as u32));
                tasks.push(task.on_replicate(on));
            }
        }
        tasks
    }

    /// A sweep that comes in a file. Its log is none of the page's.
    pub fn given(file: String, curves: GivenCurves, question: u32) -> Self {
        let figures = drawn::figures_of(&curves);
        let told = |run: &Figures| figures.iter().map(|it| run.get(it.key())).collect();
        let mut runs = Runs::of(question, curves.runs.len());
        for (place, run) in curves.runs.iter().enumerate() {
            runs.take(Mark { question, place }, Ok(told(run)));
        }
        Self {
            base: Rc::new(Experiment::new(curves.scenario, WorkloadKey::default())),
            form: Rc::default(),
            given: Some(Given { file, log: curves.log }),
            axis: Axis { path: curves.path, label: curves.label },
            xs: curves.xs,
            names: curves.names,
            varied: curves.varied,
            seeds: curves.seeds,
            replicate: curves.replicate,
            is_drawn: curves.drawn,
            quantiles: Quantiles::up_to(curves.seeds),
            figures,
            runs,
        }
    }

    /// Why this is not the sweep that would be made of the present experiment and the form, if it is not. Values may be
    /// typed in other ways. A sweep from a file is of its own scenario and never outdated.
    pub fn outdated(&self, present: &Experiment, form: &CurvesForm) -> Option<Outdated> {
        if self.given.is_some() {
            return None;
        }
        let base = &*self.base;
        // The other scenarios of the comparison make no difference.
        if base.workload != present.workload || base.scenario != present.scenario {
            return Some(Outdated::Scenario);
        }
        let is_asked = form.asks_as(&self.form, &base.scenario);
        (!is_asked).then_some(Outdated::Form)
    }

    /// The sweep in one line: `advance reservations 0–100 % · 3 curves · 10 seeds`.
    pub fn in_one_line(&self) -> String {
        let (name, unit) = match self.axis.label.strip_suffix(')') {
            Some(label) => label.rsplit_once(" (").unwrap_or((label, "")),
            None => (self.axis.label.as_str(), ""),
        };
        let mut range = match *self.xs {
            [] => "none".to_owned(),
            [only] => knobs::number(only).to_string(),
            [first, .., last] => format!("{}–{}", knobs::number(first), knobs::number(last)),
        };
        if !unit.is_empty() {
            range += &format!("\u{a0}{unit}");
        }
        let lines = match self.names.as_slice() {
            [one] => one.clone(),
            several => plural(several.len(), "curve"),
        };
        let repeats = match &self.replicate {
            Some(replicate) => replicate.words(),
            None => plural(self.seeds, "seed"),
        };
        format!("{name} {range} · {lines} · {repeats}")
    }

    /// The values of a line, one for each of the varied fields.
    pub fn values_of(&self, line: usize) -> Vec<&Value> {
        let mut rest = line;
        let fields = self.varied.iter().rev();
        let mut values: Vec<&Value> = fields
            .map(|vary| {
                let count = vary.values.len().max(1);
                let value = &vary.values[rest % count];
                rest /= count;
                value
            })
            .collect();
        values.reverse();
        values
    }

    /// The scenario of a line, but for the field along the x axis. A value that cannot be set stays as it is.
    pub fn scenario_of(&self, line: usize) -> Scenario {
        let fields = self.varied.iter().zip(self.values_of(line));
        fields
            .fold(self.base.scenario.clone(), |scenario, (vary, value)| vary.set(&scenario, value).unwrap_or(scenario))
    }

    /// The places of the lines' policies among all.
    pub fn policies(&self) -> Vec<usize> {
        (0..self.names.len()).map(|line| policy_place(&self.scenario_of(line))).collect()
    }

    /// How many seeds each point takes.
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// Whether anything is drawn at any point: otherwise all seeds agree, and one run says all.
    pub fn draws(&self) -> bool {
        self.is_drawn.contains(&true)
    }

    /// Whether any mean has an interval: something is drawn, and there are several seeds.
    pub fn has_intervals(&self) -> bool {
        self.seeds > 1 && self.draws()
    }

    /// Mean and 95 % interval of the figure at a place over the seeds that have returned. A point at which nothing is
    /// drawn has no interval.
    pub fn interval(&self, series: usize, x: usize, at: usize) -> Option<Interval> {
        let values: Vec<f64> = (0..self.seeds)
            .filter_map(|seed| {
                let place = (seed * self.xs.len() + x) * self.names.len() + series;
                self.runs.made[place].as_ref()?[at]
            })
            .collect();
        let interval = Interval::of_with(&values, &self.quantiles)?;
        Some(interval.exact_unless(self.is_drawn[x * self.names.len() + series]))
    }

    fn take(&mut self, mark: Mark, made: Result<Report, String>) {
        let told = |run: Report| self.figures.iter().map(|it| it.of(&run)).collect();
        let told = made.map(told);
        self.runs.take(mark, told);
    }
}

/// The scenarios of the lines at each x, those of one x side by side.
///
/// # Errors
///
/// In words, if a value cannot be set.
fn points(xs: &[f64], path: &str, lines: &[Scenario]) -> Result<Vec<Scenario>, String> {
    let at = |&x: &f64| lines.iter().map(move |line| knobs::set(line, path, &knobs::number(x)));
    xs.iter().flat_map(at).collect::<Result<_, _>>().map_err(|why| why.to_string())
}

/// The sweep that was last started or opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweeps {
    /// The sweep, if there was one.
    pub sweep: Option<Rc<Sweep>>,
    /// Whether the form is folded to a line that tells the sweep: the curves get its room.
    pub folded: bool,
}

/// The actions of the Curves view.
pub enum SweepAction {
    /// Shows this sweep in place of any other.
    Start(Box<Sweep>),
    /// Shows a sweep that was run elsewhere, and the name of its file.
    Open(String, Box<GivenCurves>),
    /// Takes the answers of the workers.
    Made(Vec<Made>),
    /// Stops the sweep; the runs that have returned stay.
    Cancel,
    /// Folds the form, or opens it again.
    Fold(bool),
}

impl Sweeps {
    /// The number for the next sweep.
    pub fn next_question(&self) -> u32 {
        self.sweep.as_ref().map_or(0, |sweep| sweep.runs.question().wrapping_add(1))
    }

    fn show(&mut self, sweep: Sweep) {
        (self.sweep, self.folded) = (Some(Rc::new(sweep)), true);
    }
}

impl Reduce for Sweeps {
    type Action = SweepAction;

    fn apply(&mut self, action: SweepAction) {
        match action {
            SweepAction::Start(sweep) => self.show(*sweep),
            SweepAction::Open(file, curves) => self.show(Sweep::given(file, *curves, self.next_question())),
            SweepAction::Fold(folded) => self.folded = folded && self.sweep.is_some(),
            SweepAction::Made(made) => {
                if let Some(sweep) = &mut self.sweep {
                    let sweep = Rc::make_mut(sweep);
                    for (mark, made) in made {
                        sweep.take(mark, report(made));
                    }
                }
            }
            SweepAction::Cancel => {
                if let Some(sweep) = &mut self.sweep {
                    Rc::make_mut(sweep).runs.cancelled = true;
                }
            }
        }
    }
}
