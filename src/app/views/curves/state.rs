//! Sweeps: what is varied, over which policies and seeds, and what has come of it so far.

use std::rc::Rc;

use yew::Reducible;

use slotscope::criteria::{Criterion, Report};
use slotscope::experiment::comparison::{Interval, Quantiles};
use slotscope::experiment::{Scenario, draws, knobs};
use slotscope::export::snapshot::CurvesForm;
use slotscope::export::snapshot::curves_form::{figures, is_usual};
use slotscope::page::curves_given::GivenCurves;
use slotscope::page::history::{Experiment, WorkloadKey};
use slotscope::worker::{self, Made, Task};
use slotscope::workload::WorkloadKind;

pub use slotscope::export::curves_file::MOST_RUNS;

/// What stands along the x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The path of the field that varies.
    pub path: String,
    /// What it is called, with its unit.
    pub label: String,
}

/// Where a sweep comes from that was run elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// What its file is called.
    pub file: String,
    /// What the log was called that it was run on.
    pub log: String,
}

/// A sweep that has been started, or was run elsewhere: its plan, and what has come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// What was swept from.
    pub base: Rc<Experiment>,
    /// What the form said.
    form: Rc<CurvesForm>,
    /// Where it comes from, unless it was started here.
    pub given: Option<Given>,
    pub axis: Axis,
    pub xs: Vec<f64>,
    pub names: Vec<String>,
    seeds: usize,
    /// Whether anything is drawn at each point: line after line within a value of x.
    is_drawn: Vec<bool>,
    /// What is told of each run.
    pub figures: Vec<Criterion>,
    /// The figures of each run that is made; its place is its task's mark.
    made: Vec<Option<Vec<Option<f64>>>>,
    /// How many runs have come back, with figures or without.
    pub done: usize,
    /// For the intervals of as many seeds.
    quantiles: Quantiles,
    /// The first failure, in words, and how many there were.
    pub failed: Option<(String, usize)>,
    /// Whether it was stopped.
    pub cancelled: bool,
}

impl Sweep {
    /// Plans a sweep from `base` on a workload of a kind. The seed turns slowest, so that whole curves appear early.
    ///
    /// # Errors
    ///
    /// In words, if the values cannot be read, there are too many runs, or nothing would vary.
    pub fn plan(
        form: &Rc<CurvesForm>,
        base: &Rc<Experiment>,
        kind: WorkloadKind,
    ) -> Result<(Self, Vec<Task>), String> {
        let xs = form.numbers(&base.scenario)?;
        let axis = form.axis(&base.scenario);
        let policies = form.lines(&base.scenario)?;
        let unread = |(_, line): &(String, Scenario)| knobs::reads(line, axis.path).err();
        if let Some(whys) = policies.iter().map(unread).collect::<Option<Vec<_>>>() {
            return Err(whys.first().copied().unwrap_or_default().to_owned());
        }
        let seeds = form.seeds.max(1) as usize;
        let runs = xs.len() * policies.len() * seeds;
        if runs > MOST_RUNS {
            return Err(format!(
                "{runs} runs are too many; at most {MOST_RUNS} can be made at once"
            ));
        }
        let mut points = Vec::with_capacity(xs.len() * policies.len());
        for &x in &xs {
            for (_, policy) in &policies {
                let set = knobs::set(policy, axis.path, &knobs::number(x));
                points.push(set.map_err(|why| why.to_string())?);
            }
        }
        let mut tasks = Vec::with_capacity(runs);
        for seed in 0..seeds {
            for point in &points {
                let mut scenario = point.clone();
                scenario.seed = scenario.seed.wrapping_add(seed as u64);
                tasks.push(Task::run(tasks.len(), base.workload, scenario));
            }
        }
        let sweep = Self {
            base: base.clone(),
            form: form.clone(),
            given: None,
            axis: Axis {
                path: axis.path.to_owned(),
                label: axis.axis(),
            },
            xs,
            names: policies.into_iter().map(|(name, _)| name).collect(),
            seeds,
            is_drawn: points.iter().map(|it| draws(it, kind)).collect(),
            quantiles: Quantiles::up_to(seeds),
            figures: figures(&base.scenario),
            made: vec![None; runs],
            done: 0,
            failed: None,
            cancelled: false,
        };
        Ok((sweep, tasks))
    }

    /// A sweep that comes in a file. Its log is none of the page's.
    pub fn given(file: String, curves: GivenCurves) -> Self {
        let figures = figures(&curves.scenario);
        let runs = curves.runs.iter();
        let told = runs.map(|run| Some(figures.iter().map(|it| run.get(it.key())).collect()));
        let made: Vec<Option<Vec<Option<f64>>>> = told.collect();
        Self {
            base: Rc::new(Experiment::new(curves.scenario, WorkloadKey::default())),
            form: Rc::default(),
            given: Some(Given {
                file,
                log: curves.log,
            }),
            axis: Axis {
                path: curves.path,
                label: curves.label,
            },
            xs: curves.xs,
            names: curves.names,
            seeds: curves.seeds,
            is_drawn: curves.drawn,
            quantiles: Quantiles::up_to(curves.seeds),
            figures,
            done: made.len(),
            made,
            failed: None,
            cancelled: false,
        }
    }

    /// Whether the form asks for these very curves. Values may be typed in other ways.
    pub fn is_of(&self, form: &CurvesForm) -> bool {
        form.asks_as(&self.form, &self.base.scenario)
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

    /// How many runs there are.
    pub fn total(&self) -> usize {
        self.made.len()
    }

    /// Whether runs are still to come.
    pub fn is_running(&self) -> bool {
        self.done < self.total() && !self.cancelled
    }

    /// The places of the figures that the form requests. If it requests none: the criteria, the other default figures and
    /// those of a file that are not 0 in all runs, and flow times by kind if a run has jobs of both kinds.
    pub fn drawn(&self, form: &CurvesForm) -> Vec<usize> {
        let runs = || self.made.iter().flatten();
        let any = |at: usize| runs().any(|run| run[at].is_some_and(|value| value != 0.0));
        let by_kind = [Criterion::BATCH_FLOW_TIME, Criterion::RESERVATION_FLOW_TIME];
        let kinds: Vec<usize> = (0..self.figures.len())
            .filter(|&at| by_kind.contains(&self.figures[at]))
            .collect();
        let has_both = runs().any(|run| kinds.iter().all(|&at| run[at].is_some()));
        let chosen = form.chosen(&self.base.scenario);
        let is_drawn = |&at: &usize| match (&chosen, self.figures[at]) {
            (Some(chosen), figure) => chosen.contains(&figure),
            (None, figure) if Criterion::PAPER.contains(&figure) => true,
            (None, figure) if by_kind.contains(&figure) => has_both,
            (None, figure) => (is_usual(figure) || self.given.is_some()) && any(at),
        };
        (0..self.figures.len()).filter(is_drawn).collect()
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

    /// Mean and 95 % interval of the figure at a place over the seeds that have come back. Where nothing is drawn
    /// there is no interval.
    pub fn interval(&self, series: usize, x: usize, at: usize) -> Option<Interval> {
        let values: Vec<f64> = (0..self.seeds)
            .filter_map(|seed| {
                let mark = (seed * self.xs.len() + x) * self.names.len() + series;
                self.made[mark].as_ref()?[at]
            })
            .collect();
        let interval = Interval::of_with(&values, &self.quantiles)?;
        Some(interval.exact_unless(self.is_drawn[x * self.names.len() + series]))
    }

    fn take(&mut self, mark: usize, made: Result<Report, String>) {
        let Some(place) = self.made.get_mut(mark) else {
            return;
        };
        self.done += 1;
        match made {
            Ok(run) => *place = Some(self.figures.iter().map(|it| it.of(&run)).collect()),
            Err(why) => match &mut self.failed {
                Some((_, count)) => *count += 1,
                none => *none = Some((why, 1)),
            },
        }
    }
}

/// The sweep that was last started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweeps {
    pub sweep: Option<Rc<Sweep>>,
}

/// What can happen to them.
pub enum SweepAction {
    Start(Sweep),
    Made(Vec<Made>),
    Cancel,
}

impl Reducible for Sweeps {
    type Action = SweepAction;

    fn reduce(self: Rc<Self>, action: SweepAction) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        match action {
            SweepAction::Start(sweep) => state.sweep = Some(Rc::new(sweep)),
            SweepAction::Made(made) => {
                if let Some(sweep) = &mut state.sweep {
                    let sweep = Rc::make_mut(sweep);
                    for (mark, made) in made {
                        sweep.take(mark, worker::report(made));
                    }
                }
            }
            SweepAction::Cancel => {
                if let Some(sweep) = &mut state.sweep {
                    Rc::make_mut(sweep).cancelled = true;
                }
            }
        }
        Rc::new(state)
    }
}
