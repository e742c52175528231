//! The state of the Curves view: the sweep that was last started or opened, and the figures of its runs.

mod differences;
mod drawn;
mod given;
pub mod panels;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::chance::repeats;
use crate::history::Experiment;
use crate::reduce::Reduce;
use crate::runs::{Runs, check_count};
use crate::tasks::{Made, Mark, Task, report};
use crate::words::plural;
pub use drawn::LeftOut;
use experiment::comparison::{Interval, Quantiles};
use experiment::sweep::Vary;
use experiment::{Scenario, Study, knobs, policy_place};
use export::snapshot::CurvesForm;
use export::snapshot::curves_form::figures;
pub use given::MOST_BYTES;
use scheduling::criteria::{Criterion, Report};
use serde_json::Value;
use workload::WorkloadKind;

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

#[derive(Clone, Debug, PartialEq)]
pub struct RunFigures {
    /// In the order of [`Sweep::figures`]; those that it does not have are missing.
    pub values: Vec<Option<f64>>,
    /// The digest of the jobs that they are over.
    population: u32,
}

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
    /// How often its points are run: line after line within a value of x.
    pub study: Study,
    /// The figures that are kept of each run.
    pub figures: Vec<Criterion>,
    /// The runs, as [`Study::run`] counts them.
    pub runs: Runs<RunFigures>,
    /// For the intervals over all seeds.
    quantiles: Quantiles,
    /// Whether its lines lie on each other, once all runs have returned; before that, whether those of the sweep
    /// before it did.
    coincide: bool,
}

impl Sweep {
    /// Plans a sweep from `base` on a workload of a kind.
    ///
    /// # Errors
    ///
    /// In words, if the values cannot be read, there are too many runs ([`check_count`]), or no line reads the field along
    /// the x axis.
    pub fn plan(form: &Rc<CurvesForm>, base: &Rc<Experiment>, kind: WorkloadKind) -> Result<Self, String> {
        let xs = form.numbers(&base.scenario)?;
        let axis = form.axis(&base.scenario);
        let lines = form.lines(&base.scenario)?;
        let unread = |(_, line): &(String, Scenario)| knobs::reads(line, axis.path).err();
        if let Some(whys) = lines.iter().map(unread).collect::<Option<Vec<_>>>() {
            return Err(whys.first().copied().unwrap_or_default().to_owned());
        }
        check_count(xs.len() * lines.len() * form.repeats() as usize)?;
        let (names, lines): (Vec<String>, Vec<Scenario>) = lines.into_iter().unzip();
        let study = Study::new(&points(&xs, axis.path, &lines)?, (form.repeats(), form.replicate), kind);
        Ok(Self {
            base: base.clone(),
            form: form.clone(),
            given: None,
            axis: Axis { path: axis.path.to_owned(), label: axis.axis() },
            xs,
            names,
            varied: form.varied(&base.scenario),
            quantiles: Quantiles::up_to(study.seeds as usize),
            figures: figures(&base.scenario),
            runs: Runs::of(0, study.count()),
            study,
            coincide: false,
        })
    }

    /// The distance, in values along the x axis, between neighbours on the coarse grid.
    fn stride(&self) -> usize {
        self.xs.len().div_ceil(COARSE).max(1)
    }

    /// How many runs make up its coarse grid: each line with one seed at no more than five values.
    pub fn coarse_count(&self) -> usize {
        self.xs.len().div_ceil(self.stride()) * self.names.len()
    }

    /// The tasks of its runs, those of the coarse grid first. O(runs).
    pub fn tasks(&self) -> Vec<Task> {
        let lines: Vec<Scenario> = (0..self.names.len()).map(|line| self.scenario_of(line)).collect();
        let Ok(points) = points(&self.xs, &self.axis.path, &lines) else {
            return Vec::new();
        };
        let mut tasks = self.runs.tasks(self.base.workload, |run| self.study.run(run, |at| points[at].clone()));
        let is_coarse = |place: usize| place < points.len() && (place / self.names.len()).is_multiple_of(self.stride());
        tasks.sort_by_key(|it| !is_coarse(it.mark.place));
        tasks
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
        format!("{name} {range} · {lines} · {}", repeats(&self.study))
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

    /// Whether any mean has an interval: something is drawn, and there are several seeds.
    pub fn has_intervals(&self) -> bool {
        self.study.seeds > 1 && !self.study.is_exact()
    }

    /// Mean and 95 % interval of the figure at a place over the seeds that have returned. A point at which nothing is
    /// drawn has no interval.
    pub fn interval(&self, series: usize, x: usize, at: usize) -> Option<Interval> {
        let point = self.point(series, x);
        let values: Vec<f64> = self.of_point(point).filter_map(|run| run?.values[at]).collect();
        let interval = Interval::of_with(&values, &self.quantiles)?;
        Some(interval.exact_unless(self.study.drawn[point]))
    }

    /// The place of a point among the cells of the study.
    fn point(&self, series: usize, x: usize) -> usize {
        x * self.names.len() + series
    }

    /// The runs of a point, seed by seed.
    fn of_point(&self, point: usize) -> impl Iterator<Item = Option<&RunFigures>> {
        self.study.of_cell(&self.runs.made, point)
    }

    fn take(&mut self, mark: Mark, made: Result<Report, String>) {
        let told = |run: Report| RunFigures {
            values: self.figures.iter().map(|it| it.of(&run)).collect(),
            population: run.population.digest(true),
        };
        let told = made.map(told);
        self.runs.take(mark, told);
    }

    /// Looks whether the lines lie on each other, if no more runs return.
    fn conclude(&mut self) {
        if !self.runs.is_running() {
            self.coincide = self.lines_coincide();
        }
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

/// The most values of the coarse grid.
const COARSE: usize = 5;

/// The sweep that was last started or opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweeps {
    pub sweep: Option<Rc<Sweep>>,
    /// Whether the form is folded to a line that tells the sweep: the curves get its room.
    pub folded: bool,
    /// Whether the sweep was started by the view itself.
    pub is_live: bool,
    /// The sweep in sight when the view started this one by itself.
    last: Option<Rc<Sweep>>,
    /// Whether the next sweep is asked for, however long it takes.
    pub is_asked: bool,
}

/// The actions of the Curves view.
pub enum SweepAction {
    /// Shows this sweep in place of any other.
    Start(Box<Sweep>),
    /// Takes the answers of the workers.
    Made(Vec<Made>),
    /// Stops the sweep; the runs that have returned stay.
    Cancel,
    /// Folds the form, or opens it again.
    Fold(bool),
}

impl Sweeps {
    fn show(&mut self, mut sweep: Sweep) {
        sweep.runs.follow(self.sweep.as_ref().map(|it| it.runs.question()));
        if let Some(last) = self.sweep.as_ref().filter(|it| it.names == sweep.names && sweep.runs.is_running()) {
            sweep.coincide = last.coincide;
        }
        *self = Self { sweep: Some(Rc::new(sweep)), folded: true, is_live: false, last: None, is_asked: false };
    }

    /// Has the view start the next sweep by itself, however long it takes; curves of a file, which never follow the page,
    /// go.
    pub fn ask(&mut self) {
        self.sweep.take_if(|it| it.given.is_some());
        self.is_asked = true;
    }

    /// Replaces an outdated sweep by one that the view starts by itself. An open form stays open.
    pub fn follow(&mut self, sweep: Sweep) {
        let folded = self.folded || self.sweep.is_none();
        let last = self.in_sight().cloned();
        self.show(sweep);
        (self.folded, self.is_live, self.last) = (folded, true, last);
    }

    /// The sweep that is drawn: the last one until the runs of the present one's coarse grid have returned.
    pub fn in_sight(&self) -> Option<&Rc<Sweep>> {
        let present = self.sweep.as_ref();
        let is_begun = present.is_none_or(|it| it.runs.done >= it.coarse_count() || !it.runs.is_running());
        self.last.as_ref().filter(|_| !is_begun).or(present)
    }
}

impl Reduce for Sweeps {
    type Action = SweepAction;

    fn apply(&mut self, action: SweepAction) {
        match action {
            SweepAction::Start(sweep) => self.show(*sweep),
            SweepAction::Fold(folded) => self.folded = folded && self.sweep.is_some(),
            SweepAction::Made(made) => {
                if let Some(sweep) = &mut self.sweep {
                    let sweep = Rc::make_mut(sweep);
                    for (mark, made) in made {
                        sweep.take(mark, report(made));
                    }
                    sweep.conclude();
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
