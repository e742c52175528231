//! The state of the Curves view: the sweep that was last started or opened, and the figures of its runs.

mod given;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use crate::Reduce;
use crate::chance::repeats;
use crate::history::Experiment;
use crate::runs::{Runs, check_count};
use crate::tasks::{Made, Mark, Task, report};
use crate::words::plural;
use chart::axis::AxisUnit;
use chart::curves::{Curves, Panel, Point, Series};
use chart::theme::{Look, looks_of_policies};
use experiment::comparison::{Interval, Quantiles};
use experiment::sweep::{Figures, Vary};
use experiment::{Scenario, Study, knobs, policy_place};
use export::snapshot::CurvesForm;
use export::snapshot::curves_form::{WAITS, figures, has_deadlines, is_usual};
use scheduling::criteria::{Criterion, FigureGroup, Report};
use workload::WorkloadKind;

pub use given::MOST_BYTES;

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
        base::ordering::sort_by_key(&mut tasks, |it| !is_coarse(it.mark.place));
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

/// A figure that would have a panel, and why it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    pub figure: Criterion,
    /// The reason, in a clause: `no reservation ran`.
    pub why: &'static str,
}

/// The least factor between the ends of an x axis that may be logarithmic.
const WIDE: f64 = 10.0;

/// The figures of a sweep from a file: those that the scenario's runs may have, and any other of its runs.
fn figures_of(scenario: &Scenario, runs: &[Figures]) -> Vec<Criterion> {
    let mut all = figures(scenario);
    let keys = runs.iter().flat_map(|run| run.measures.keys());
    let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
    let others = keys.into_iter().filter_map(Criterion::of_key);
    let others: Vec<Criterion> = others.filter(|it| !all.contains(it)).collect();
    all.extend(others);
    all
}

impl Sweep {
    /// The places of the figures that the form requests and that runs have. If it requests none: U and F; D where some job
    /// has a deadline, waits and slowdowns where none has; the other default figures and those of a file that are not 0 in
    /// all runs, and flow times by kind if a run has jobs of both kinds.
    pub fn drawn(&self, form: &CurvesForm) -> Vec<usize> {
        self.requested(form).into_iter().filter(|&at| self.why_empty(at).is_none()).collect()
    }

    /// The figures that are no panel since no run has a value, with the reasons; none as long as runs are to return.
    pub fn left_out(&self, form: &CurvesForm) -> Vec<LeftOut> {
        self.requested(form)
            .into_iter()
            .filter_map(|at| Some(LeftOut { figure: self.figures[at], why: self.why_empty(at)? }))
            .collect()
    }

    fn requested(&self, form: &CurvesForm) -> Vec<usize> {
        let any = |at: usize| self.any(at, |value| value != 0.0);
        let by_kind = [Criterion::BATCH_FLOW_TIME, Criterion::RESERVATION_FLOW_TIME];
        let kinds: Vec<usize> = (0..self.figures.len()).filter(|&at| by_kind.contains(&self.figures[at])).collect();
        let has_both = self.made().any(|run| kinds.iter().all(|&at| run.values[at].is_some()));
        let chosen = form.chosen(&self.base.scenario);
        let has_deadlines = match self.given {
            Some(_) => self.met_deadlines(),
            None => has_deadlines(&self.base.scenario, &self.axis.path),
        };
        let is_requested = |&at: &usize| match (&chosen, self.figures[at]) {
            (Some(chosen), figure) => chosen.contains(&figure),
            (None, figure) if figure == Criterion::TARDINESS => has_deadlines,
            (None, figure) if Criterion::PAPER.contains(&figure) => true,
            (None, figure) if self.given.is_none() && WAITS.contains(&figure.key()) => !has_deadlines,
            (None, figure) if by_kind.contains(&figure) => has_both,
            (None, figure) => (is_usual(figure) || self.given.is_some()) && any(at),
        };
        (0..self.figures.len()).filter(is_requested).collect()
    }

    /// The places of the figures that have a column: those that are drawn, and the system's own, unless others are
    /// asked for.
    pub fn tabled(&self, form: &CurvesForm) -> Vec<usize> {
        let drawn = self.drawn(form);
        let is_of_system = form.chosen(&self.base.scenario).is_none();
        let is_tabled = |at: &usize| {
            let is_own = matches!(self.figures[*at], Criterion::Own(_));
            drawn.contains(at) || is_own && is_of_system
        };
        (0..self.figures.len()).filter(is_tabled).collect()
    }

    /// Whether the x axis may be logarithmic: all its values are above 0, and the last is 10 times the first or more.
    pub fn may_be_log(&self) -> bool {
        let least = self.xs.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = self.xs.iter().copied().fold(0.0, f64::max);
        least > 0.0 && greatest >= WIDE * least
    }

    /// Whether a run has reservations, or tells of tardiness.
    fn met_deadlines(&self) -> bool {
        let place = |figure: Criterion| self.figures.iter().position(|it| *it == figure);
        place(Criterion::RESERVATION_FLOW_TIME).is_none_or(|at| self.any(at, |_| true))
            || place(Criterion::TARDINESS).is_some_and(|at| self.any(at, |it| it != 0.0))
    }

    /// The runs that have returned.
    fn made(&self) -> impl Iterator<Item = &RunFigures> {
        self.runs.made.iter().flatten()
    }

    /// Whether the figure at a place has such a value in any run.
    fn any(&self, at: usize, is_such: impl Fn(f64) -> bool) -> bool {
        self.made().any(|run| run.values[at].is_some_and(&is_such))
    }

    /// Why the figure at a place has no value in any run. Tardiness is one of reservations, and reports have 0 without
    /// them.
    fn why_empty(&self, at: usize) -> Option<&'static str> {
        if self.runs.is_running() || self.made().next().is_none() {
            return None;
        }
        let figure = self.figures[at];
        if figure == Criterion::TARDINESS {
            return (!self.met_deadlines()).then_some("no reservation ran");
        }
        if self.any(at, |_| true) {
            return None;
        }
        Some(match figure.group() {
            _ if self.given.is_some() => "the file does not have it",
            FigureGroup::Batch => "no batch job ran",
            FigureGroup::Reservations => "no reservation ran",
            FigureGroup::Size => "no job of this size ran",
            FigureGroup::Own => "runs do not have it",
            _ if figure == Criterion::KILLED => "the log does not say which jobs were killed",
            _ => "no run has it",
        })
    }
}

/// The results of a sweep so far, as panels of the figures at these places.
pub fn curves(sweep: &Sweep, form: &CurvesForm, places: &[usize]) -> Curves {
    let looks = looks_of_policies(&sweep.policies());
    Curves {
        x_label: sweep.axis.label.clone(),
        x_log: form.log_x && sweep.may_be_log(),
        panels: places.iter().map(|&at| panel(sweep, form, at, looks.as_deref())).collect(),
    }
}

fn panel(sweep: &Sweep, form: &CurvesForm, at: usize, looks: Option<&[Look]>) -> Panel {
    let (unit, figure) = (unit(sweep, form, at), sweep.figures[at]);
    let is_difference = sweep.as_differences(form);
    let label = if is_difference { format!("Δ {}", figure.label()) } else { figure.label() };
    let series = sweep.names.iter().enumerate().map(|(series, name)| Series {
        name: name.clone(),
        points: (0..sweep.xs.len()).filter_map(|x| point(sweep, form, (series, x, at), unit)).collect(),
        look: looks.map(|it| it[series]),
    });
    Panel {
        y_label: match unit.symbol {
            "" => label,
            "%" if is_difference => format!("{label} (pp)"),
            symbol => format!("{label} ({symbol})"),
        },
        from_zero: is_difference || figure != Criterion::UTILIZATION,
        log: form.log_y && !is_difference,
        series: series.collect(),
    }
}

fn point(sweep: &Sweep, form: &CurvesForm, (series, x, at): (usize, usize, usize), unit: AxisUnit) -> Option<Point> {
    let interval = sweep.shown(form, series, x, at)?;
    // A quantity with means above 0 is never below 0, whatever its interval; a difference may be.
    let may_be_below = interval.mean < 0.0 || sweep.as_differences(form);
    let least = if may_be_below { f64::NEG_INFINITY } else { 0.0 };
    Some(Point {
        x: sweep.xs[x],
        mean: interval.mean / unit.size,
        low: interval.low().max(least) / unit.size,
        high: interval.high() / unit.size,
        n: interval.count,
    })
}

/// The unit of a figure.
fn unit(sweep: &Sweep, form: &CurvesForm, at: usize) -> AxisUnit {
    let all = (0..sweep.names.len())
        .flat_map(|series| (0..sweep.xs.len()).filter_map(move |x| sweep.shown(form, series, x, at)));
    let greatest = all.map(|it| it.high().max(-it.low())).fold(0.0, f64::max);
    AxisUnit::of(sweep.figures[at].unit(), greatest)
}

/// The share of a panel's range within which two means without intervals lie on each other.
const NEAR: f64 = 0.01;

impl Sweep {
    /// Whether differences from the first line are drawn: as the form asks, or where the lines lie on each other.
    pub fn as_differences(&self, form: &CurvesForm) -> bool {
        self.names.len() > 1 && form.differences.unwrap_or(self.coincide)
    }

    /// The value of a line at a point as it is drawn: the mean of the figure at a place, or its difference from the first
    /// line.
    pub fn shown(&self, form: &CurvesForm, series: usize, x: usize, at: usize) -> Option<Interval> {
        if self.as_differences(form) { self.difference(series, x, at) } else { self.interval(series, x, at) }
    }

    /// Mean and 95 % interval of the difference of a figure from that of the first line, over the seeds of which both have
    /// returned. Without an interval where nothing is drawn.
    pub fn difference(&self, series: usize, x: usize, at: usize) -> Option<Interval> {
        let (point, first) = (self.point(series, x), self.point(0, x));
        let pairs = self.of_point(point).zip(self.of_point(first));
        let differences: Vec<f64> =
            pairs.filter_map(|(it, first)| Some(it?.values[at]? - first?.values[at]?)).collect();
        let interval = Interval::of_with(&differences, &self.quantiles)?;
        Some(interval.exact_unless(self.study.drawn[point] || self.study.drawn[first]))
    }

    /// What the differences are, and at how many points they are of different jobs.
    pub fn differences_told(&self) -> String {
        let told = format!("Differences from {}, seed by seed", self.names[0]);
        if self.given.is_some() {
            return format!("{told}. The file does not say whether the same jobs ran.");
        }
        let others: Vec<(usize, usize)> = self.others().collect();
        match others.iter().filter(|&&(series, x)| self.is_of_other_jobs(series, x)).count() {
            0 => format!("{told}."),
            count => format!(
                "{told}. At {count} of {} the jobs that ran differ: no verdict there.",
                plural(others.len(), "point")
            ),
        }
    }

    /// Whether under some seed a line is over other jobs than the first one.
    fn is_of_other_jobs(&self, series: usize, x: usize) -> bool {
        let mut pairs = self.of_point(self.point(series, x)).zip(self.of_point(self.point(0, x)));
        pairs.any(|(it, first)| it.zip(first).is_some_and(|(it, first)| it.population != first.population))
    }

    /// The lines after the first one, at each x.
    fn others(&self) -> impl Iterator<Item = (usize, usize)> {
        (1..self.names.len()).flat_map(|series| (0..self.xs.len()).map(move |x| (series, x)))
    }

    /// Whether the lines lie on each other in each panel, at more than half of their points; not if none differs at all, nor
    /// with two seeds, whose intervals hold nearly everything.
    fn lines_coincide(&self) -> bool {
        let places = self.drawn(&self.form);
        let differs = |at: usize| {
            self.others().any(|(series, x)| self.difference(series, x, at).is_some_and(|it| it.mean != 0.0))
        };
        let is_told = self.study.is_exact() || self.study.seeds > 2;
        is_told && places.iter().any(|&at| differs(at)) && places.iter().all(|&at| self.coincide_in(at))
    }

    fn coincide_in(&self, at: usize) -> bool {
        let means = self.others().chain((0..self.xs.len()).map(|x| (0, x)));
        let means = means.filter_map(|(series, x)| Some(self.interval(series, x, at)?.mean));
        let (low, high) = means.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| (low.min(it), high.max(it)));
        let meets = |(series, x): (usize, usize)| -> Option<bool> {
            let (it, first) = (self.interval(series, x, at)?, self.interval(0, x, at)?);
            let room = it.half_width.unwrap_or(0.0) + first.half_width.unwrap_or(0.0);
            Some((it.mean - first.mean).abs() <= room.max(NEAR * (high - low)))
        };
        let met: Vec<bool> = self.others().filter_map(meets).collect();
        met.is_empty() || 2 * met.iter().filter(|&&it| it).count() > met.len()
    }
}
