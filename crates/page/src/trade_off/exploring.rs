//! The exploration of a space of scenarios.

use std::rc::Rc;

use crate::chance::repeats;
use crate::history::Experiment;
use crate::runs::{Runs, check_count};
use crate::tasks::{Made, Task, report};
use crate::words::plural;
use experiment::trade_off::{Average, Criteria, Exploration, Point, Space, Varied};
use experiment::{Scenario, knobs, validate};
use export::snapshot::TradeOffForm;
use scheduling::criteria::population::Population;
use scheduling::criteria::{Criterion, Report};
use scheduling::system::Knob;
use workload::WorkloadKind;

/// A space around an experiment whose scenarios are run, and the results so far.
#[derive(Clone, Debug)]
pub struct Exploring {
    /// The experiment at the centre of the space.
    pub base: Rc<Experiment>,
    /// The knobs that are tried.
    pub space: Rc<Space>,
    /// The candidates, their seeds, and the criteria that are weighed.
    pub plan: Rc<Exploration>,
    /// The criteria that can be weighed.
    offered: Rc<[Criterion]>,
    /// The runs, with the values of all criteria that can be weighed, so that other criteria take no other runs.
    pub runs: Runs<Rc<Kept>>,
    /// The mean of each candidate in the criteria that are weighed; none before a run of it has returned.
    pub averages: Vec<Option<Average>>,
    /// For each candidate whether it is judged ([`Exploration::judged`]).
    pub judged: Vec<bool>,
    /// The candidates with a mean, the front first, and whether they are on it.
    pub ranked: Vec<(usize, bool)>,
    /// For each candidate whether the seeds tell that the front dominates it. Empty while runs are still to return.
    pub told: Vec<bool>,
    /// The form from which the view chose space and seeds by itself, so that all runs take a few seconds.
    brief_of: Option<Rc<TradeOffForm>>,
}

/// The values of a run in the criteria that can be weighed, and what they are over.
#[derive(Debug, PartialEq)]
pub struct Kept {
    pub values: Vec<f64>,
    pub population: Population,
}

/// Two are equal if they are the same: every change makes a copy. Comparing a thousand scenarios takes longer than
/// drawing them.
impl PartialEq for Exploring {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Exploring {
    /// Plans to explore the space of the form around `base` on a workload of a kind. `question` numbers the exploration
    /// ([`super::TradeOffs::next_exploration`]). O(runs).
    ///
    /// # Errors
    ///
    /// In words, if the scenario cannot be run, numbers of the form cannot be read, or there are more than
    /// [`MOST_RUNS`] runs.
    pub fn plan(form: &TradeOffForm, base: &Rc<Experiment>, kind: WorkloadKind, question: u32) -> Result<Self, String> {
        validate(&base.scenario).map_err(|why| why.to_string())?;
        let space = form.space(&base.scenario)?;
        let plan = Exploration::new(&base.scenario, &space, (form.seeds, form.replicate), kind);
        check_count(plan.study.count())?;
        Ok(Self::of(plan.by(form.criteria(&base.scenario)), space, base, question))
    }

    /// Plans the exploration of the form's policies and periods alone, around `base`: with at most `most` runs, and as many
    /// seeds as they allow.
    ///
    /// # Errors
    ///
    /// In words, if the scenario cannot be run, numbers of the form cannot be read, or one seed of each combination is
    /// more.
    pub fn brief(
        form: &Rc<TradeOffForm>,
        base: &Rc<Experiment>,
        kind: WorkloadKind,
        (question, most): (u32, usize),
    ) -> Result<Self, String> {
        validate(&base.scenario).map_err(|why| why.to_string())?;
        let mut space = form.space(&base.scenario)?;
        let is_read = |it: &Varied| it.values.len() > 1 && knobs::reads(&base.scenario, it.knob.path).is_ok();
        let first = |of: fn(&Knob) -> bool| space.varied.iter().position(|it| is_read(it) && of(it.knob));
        let kept = [first(|it| it.choices().is_some()), first(|it| it.numbers().is_some())];
        let mut place = 0..;
        space.varied.retain(|_| kept.contains(&place.next()));
        let plan = |seeds| Exploration::new(&base.scenario, &space, (seeds, None), kind);
        let one = plan(1);
        // A single seed of each may take longer: four times as long.
        let seeds = (most / one.study.count().max(1)).max(1);
        check_count(one.study.count())?;
        if one.study.count() > 4 * most {
            return Err("one seed of each takes too long".to_owned());
        }
        let plan = if one.study.is_exact() { one } else { plan(form.seeds.min(seeds as u32)) };
        Ok(Self {
            brief_of: Some(form.clone()),
            ..Self::of(plan.by(form.criteria(&base.scenario)), space, base, question)
        })
    }

    fn of(plan: Exploration, space: Space, base: &Rc<Experiment>, question: u32) -> Self {
        Self {
            base: base.clone(),
            averages: vec![None; plan.candidates.len()],
            space: Rc::new(space),
            offered: offered(&base.scenario, &plan.criteria),
            runs: Runs::of(question, plan.study.count()),
            plan: Rc::new(plan),
            judged: Vec::new(),
            ranked: Vec::new(),
            told: Vec::new(),
            brief_of: None,
        }
    }

    /// Whether the view chose its space and seeds by itself ([`Exploring::brief`]).
    pub fn is_brief(&self) -> bool {
        self.brief_of.is_some()
    }

    /// Whether another brief exploration is due: of another scenario, or of a form that asks for other combinations.
    pub fn is_brief_of_others(&self, present: &Experiment, form: &TradeOffForm) -> bool {
        let asks = |it: &TradeOffForm| (it.ticked.clone(), it.typed.clone(), it.seeds);
        self.brief_of.as_ref().is_some_and(|it| asks(it) != asks(form) || !self.is_of(present))
    }

    /// The runs of all candidates.
    pub fn tasks(&self) -> Vec<Task> {
        self.runs.tasks(self.base.workload, |run| self.plan.run(run))
    }

    /// The exploration in one line: `945 combinations · utilization, flow time and tardiness · 10 seeds`.
    pub fn in_one_line(&self) -> String {
        format!(
            "{} · {} · {}",
            plural(self.plan.candidates.len(), "combination"),
            self.plan.criteria.in_plain_words(),
            repeats(&self.plan.study)
        )
    }

    /// The criteria that are kept of each run, in the order of their values.
    pub fn kept(&self) -> &[Criterion] {
        &self.offered
    }

    /// How many candidates are on the front so far.
    pub fn on_front(&self) -> usize {
        self.ranked.iter().filter(|(_, on_front)| *on_front).count()
    }

    /// Whether `present` lies in the space around the base, tried or not.
    pub fn is_of(&self, present: &Experiment) -> bool {
        self.base.workload == present.workload && self.space.is_around(&self.base.scenario, &present.scenario)
    }

    /// The candidate that is the present scenario.
    pub fn place_of(&self, present: &Experiment) -> Option<usize> {
        let same = |scenario: &Scenario| self.base.workload == present.workload && *scenario == present.scenario;
        let mut candidates = self.plan.candidates.iter();
        candidates.position(|candidate| same(&candidate.scenario))
    }

    pub fn scenario(&self, candidate: usize) -> Option<&Scenario> {
        Some(&self.plan.candidates.get(candidate)?.scenario)
    }

    pub(super) fn take(&mut self, made: Vec<Made>) {
        for (mark, made) in made {
            let value = |report: &Report, it: &Criterion| it.of(report).unwrap_or(f64::NAN);
            let figures = report(made).map(|report| {
                Rc::new(Kept {
                    values: self.offered.iter().map(|it| value(&report, it)).collect(),
                    population: report.population,
                })
            });
            self.runs.take(mark, figures);
        }
        self.rank();
        if !self.runs.is_running() {
            self.tell();
        }
    }

    /// Weighs other criteria; the runs stay.
    pub(super) fn weigh(&mut self, criteria: Criteria) {
        Rc::make_mut(&mut self.plan).criteria = criteria;
        self.rank();
        if !self.runs.is_running() {
            self.tell();
        }
    }

    fn rank(&mut self) {
        let points = self.points();
        self.averages = self.plan.averages(&points);
        self.judged = self.plan.judged(&points);
        self.ranked = self.plan.criteria.ranked(&self.averages, &self.judged);
    }

    /// The runs in the criteria that are weighed.
    fn points(&self) -> Vec<Option<Point>> {
        let criteria = &self.plan.criteria;
        let place = |criterion: Criterion| self.offered.iter().position(|it| *it == criterion);
        let point = |kept: &Rc<Kept>| {
            let value = |it| place(it).map_or(f64::NAN, |place| kept.values[place]);
            criteria.point_of(value).over(criteria.over(kept.population))
        };
        self.runs.made.iter().map(|it| it.as_ref().map(point)).collect()
    }

    /// Stops: the runs that have returned count.
    pub(super) fn stop(&mut self) {
        self.runs.cancelled = true;
        self.tell();
    }

    fn tell(&mut self) {
        self.told = self.plan.told_dominated(&self.points(), &self.ranked);
    }

    /// How many candidates are not judged.
    pub fn not_judged(&self) -> usize {
        self.judged.iter().filter(|judged| !*judged).count()
    }

    /// How many of the candidates off the front the seeds do not tell from it; 0 while runs are still to return.
    pub fn not_told(&self) -> usize {
        let rest = self.ranked.iter();
        rest.filter(|&&(at, on_front)| !on_front && self.judged[at])
            .filter(|(at, _)| self.told.get(*at) == Some(&false))
            .count()
    }
}

/// The criteria that are kept of each run: those that are offered, and those that are weighed.
fn offered(scenario: &Scenario, weighed: &Criteria) -> Rc<[Criterion]> {
    let mut all = Criteria::offered(scenario);
    let others = weighed.all().iter().filter(|it| !all.contains(it));
    let others: Vec<Criterion> = others.copied().collect();
    all.extend(others);
    all.into()
}
