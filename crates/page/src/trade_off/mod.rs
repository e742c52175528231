//! The state of the Trade-off view: the exploration of a space, the search for a period, and the results of their runs.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::Reduce;
use crate::chance::repeats;
use crate::history::Experiment;
use crate::runs::{Runs, check_count};
use crate::tasks::{Made, Task, report};
use crate::words;
use crate::words::plural;
use base::text;
use chart::axis::AxisUnit;
use chart::trade_off::{Dot, Scatter, Sight};
use experiment::trade_off::{Average, Criteria, Exploration, PeriodSearch, Point, Space, Tried, Varied};
use experiment::{Scenario, knobs, validate};
use export::snapshot::TradeOffForm;
use scheduling::criteria::population::Population;
use scheduling::criteria::{Criterion, Report};
use scheduling::system::{Knob, Unit};
use workload::{Time, WorkloadKind};

/// The exploration and the search that were last started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TradeOffs {
    /// The exploration, if there was one.
    pub exploring: Option<Rc<Exploring>>,
    pub searching: Option<Rc<Searching>>,
    /// Whether the form of the exploration is folded to a line that tells it: the chart gets its room.
    pub folded: bool,
    /// The number for an exploration after those that are gone.
    past: u32,
    /// Whether the next exploration is asked for, however long it takes.
    pub is_asked: bool,
}

/// The actions of the Trade-off view. Exploration and search do not touch each other.
pub enum TradeOffAction {
    /// Shows this exploration in place of any other.
    Explore(Box<Exploring>),
    /// Takes the answers of the workers to the exploration.
    Explored(Vec<Made>),
    /// Stops the exploration; the runs that have returned stay.
    StopExploring,
    /// Folds the form of the exploration, or opens it again.
    Fold(bool),
    /// Shows this search in place of any other.
    Search(Box<Searching>),
    /// Takes the answers of the workers to the present round of the search. After the last one the next round begins.
    Searched(Vec<Made>),
    /// Stops the search; the runs that have returned count.
    StopSearching,
}

impl TradeOffs {
    /// The number for the next exploration.
    pub fn next_exploration(&self) -> u32 {
        self.exploring.as_ref().map_or(self.past, |it| it.runs.question().wrapping_add(1))
    }

    /// Has the view start the next exploration by itself, however long it takes.
    pub fn ask(&mut self) {
        (self.past, self.exploring, self.is_asked) = (self.next_exploration(), None, true);
    }

    /// Shows an exploration that the view starts by itself. An open form stays open.
    pub fn follow(&mut self, exploring: Exploring) {
        self.folded |= self.exploring.is_none();
        (self.exploring, self.is_asked) = (Some(Rc::new(exploring)), false);
    }

    /// Weighs the criteria of the form. No run is repeated.
    pub fn weigh(&mut self, form: &TradeOffForm) {
        if let Some(exploring) = &mut self.exploring {
            let criteria = form.criteria(&exploring.base.scenario);
            if criteria != exploring.plan.criteria {
                Rc::make_mut(exploring).weigh(criteria);
            }
        }
    }

    /// The experiments that exploration and search were started from.
    pub fn bases(&self) -> impl Iterator<Item = &Rc<Experiment>> {
        let searching = self.searching.as_ref().map(|it| &it.base);
        self.exploring.as_ref().map(|it| &it.base).into_iter().chain(searching)
    }

    /// The number for the first round of the next search.
    pub fn next_search(&self) -> u32 {
        self.searching.as_ref().map_or(0, |it| it.round().wrapping_add(1))
    }
}

impl Reduce for TradeOffs {
    type Action = TradeOffAction;

    fn apply(&mut self, action: TradeOffAction) {
        match action {
            TradeOffAction::Explore(exploring) => {
                self.exploring = Some(Rc::from(exploring));
                self.folded = true;
            }
            TradeOffAction::Fold(folded) => self.folded = folded && self.exploring.is_some(),
            TradeOffAction::Explored(made) => {
                if let Some(exploring) = &mut self.exploring {
                    Rc::make_mut(exploring).take(made);
                }
            }
            TradeOffAction::StopExploring => {
                if let Some(exploring) = &mut self.exploring {
                    Rc::make_mut(exploring).stop();
                }
            }
            TradeOffAction::Search(searching) => self.searching = Some(Rc::from(searching)),
            TradeOffAction::Searched(made) => {
                if let Some(searching) = &mut self.searching {
                    Rc::make_mut(searching).take(made);
                }
            }
            TradeOffAction::StopSearching => {
                if let Some(searching) = &mut self.searching {
                    Rc::make_mut(searching).stop();
                }
            }
        }
    }
}

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
    /// ([`TradeOffs::next_exploration`]). O(runs).
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

    fn take(&mut self, made: Vec<Made>) {
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
    fn weigh(&mut self, criteria: Criteria) {
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
    fn stop(&mut self) {
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

/// A search that has been started from an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Searching {
    /// The experiment whose period is searched for.
    pub base: Rc<Experiment>,
    /// The periods that were tried, and those that are to be tried in this round.
    pub search: PeriodSearch,
    /// The runs of the present round.
    pub runs: Runs<Point>,
    /// How many runs the earlier rounds took.
    done_before: usize,
}

impl Searching {
    /// Plans a search from `base` on a workload of a kind. `round` numbers its first round
    /// ([`TradeOffs::next_search`]).
    ///
    /// # Errors
    ///
    /// In words, if the scenario cannot be run, or its system has no period or does not read it.
    pub fn plan(form: &TradeOffForm, base: &Rc<Experiment>, kind: WorkloadKind, round: u32) -> Result<Self, String> {
        validate(&base.scenario).map_err(|why| why.to_string())?;
        let TradeOffForm { criterion, range, seeds, replicate, .. } = *form;
        let Some(period_of) = form.period_of(&base.scenario) else {
            return Err("this system has no period to search for".to_owned());
        };
        period_of.is_read_by(&base.scenario)?;
        let most = period_of.knob().numbers().map_or(0, |it| it.most as Time);
        let range = (range.0.min(most), range.1.min(most));
        let search = PeriodSearch::new(&base.scenario, (period_of, criterion), range, (seeds, replicate), kind);
        Ok(Self { base: base.clone(), runs: Runs::of(round, search.study().count()), search, done_before: 0 })
    }

    /// The number of the present round among those of all searches: the tasks of a round are given out once.
    pub fn round(&self) -> u32 {
        self.runs.question()
    }

    /// The runs of the present round.
    pub fn tasks(&self) -> Vec<Task> {
        self.runs.tasks(self.base.workload, |run| self.search.run(run))
    }

    /// How many runs have returned, of those known so far.
    pub fn progress(&self) -> (usize, usize) {
        (self.done_before + self.runs.done, self.done_before + self.runs.total())
    }

    /// Whether runs are still to return.
    pub fn is_running(&self) -> bool {
        self.runs.is_running()
    }

    /// The periods tried so far, in ascending order.
    pub fn known(&self) -> Vec<Tried> {
        self.search.known(&self.runs.made)
    }

    /// Whether `present` differs from the base in its period alone.
    pub fn is_of(&self, present: &Experiment) -> bool {
        let apart_from_period = |scenario: &Scenario| {
            let mut scenario = scenario.clone();
            self.search.period_of().set(&mut scenario, 0);
            scenario
        };
        self.base.workload == present.workload
            && apart_from_period(&self.base.scenario) == apart_from_period(&present.scenario)
    }

    fn take(&mut self, made: Vec<Made>) {
        if self.runs.cancelled {
            return;
        }
        let criteria = Criteria::default();
        for (mark, made) in made {
            let point = report(made).map(|it| criteria.point(&it));
            self.runs.take(mark, point);
        }
        if self.runs.done == self.runs.total() && self.runs.total() > 0 {
            self.next_round();
        }
    }

    /// Concludes the round with the runs that have returned, and begins the next.
    fn next_round(&mut self) {
        self.done_before += self.runs.done;
        self.search.take(&self.runs.made);
        let failed = self.runs.failed.take();
        self.runs = Runs::of(self.round().wrapping_add(1), self.search.study().count());
        self.runs.failed = failed;
    }

    /// Stops: the runs that have returned count.
    fn stop(&mut self) {
        self.next_round();
        self.runs.made.clear();
        self.runs.cancelled = true;
    }
}

/// The dots of an exploration so far; `present` is the current candidate.
pub fn scatter(exploring: &Exploring, present: Option<usize>, sight: Sight) -> Scatter {
    let means = || exploring.averages.iter().flatten().map(|it| it.mean);
    let axis = |column: Column| {
        let greatest = means().map(|it| column.value(&it)).fold(0.0, f64::max);
        (column, column.axis_unit(greatest))
    };
    let mut axes = columns(&exploring.plan.criteria).into_iter().map(axis);
    let (Some(x), Some(y), third) = (axes.next(), axes.next(), axes.next()) else {
        return Scatter::default();
    };
    let mut dots = vec![Dot { x: f64::NAN, ..Dot::default() }; exploring.averages.len()];
    for (rank, &(at, on_front)) in exploring.ranked.iter().enumerate() {
        let Some(average) = &exploring.averages[at] else {
            continue;
        };
        dots[at] = Dot {
            x: x.0.along(&average.mean, x.1),
            y: y.0.along(&average.mean, y.1),
            colour: third.map_or(0.0, |(it, unit)| it.along(&average.mean, unit)),
            on_front,
            number: on_front.then_some(rank + 1),
            present: present == Some(at),
            unjudged: !exploring.judged[at],
        };
    }
    let is_higher = |column: Column| column.criterion.higher_is_better() == Some(true);
    let [across, up] = [x.0, y.0].map(|it| it.criterion.brief());
    Scatter {
        x_label: x.0.label(x.1),
        x_higher: is_higher(x.0),
        y_label: y.0.label(y.1),
        y_higher: is_higher(y.0),
        colour_label: third.map_or(String::new(), |(it, _)| it.name()),
        colour_unit: third.map_or(String::new(), |(_, unit)| unit.symbol.to_owned()),
        edge_label: format!("{across} and {up}"),
        sight,
        dots,
    }
}

/// A criterion, and where it stands among those that are weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    pub criterion: Criterion,
    place: usize,
}

/// A column for each criterion.
pub fn columns(criteria: &Criteria) -> Vec<Column> {
    criteria.all().iter().enumerate().map(|(place, &criterion)| Column { criterion, place }).collect()
}

impl Column {
    /// Its value, as reports have it.
    pub fn value(self, point: &Point) -> f64 {
        point.at(self.place)
    }

    /// Its name in a sentence and on an axis.
    pub fn name(self) -> String {
        text::in_text(self.criterion.name())
    }

    /// The style of its cells.
    pub fn class(self) -> Option<&'static str> {
        (self.unit() == Unit::Share).then_some("share")
    }

    /// The mean over the seeds.
    pub fn mean(self, average: &Average) -> String {
        words::criterion_value(self.criterion, self.value(&average.mean))
    }

    /// Half the length of the mean's 95 % interval; nothing of a single seed, or where nothing is drawn.
    pub fn half_width(self, average: &Average) -> Option<String> {
        let half_width = self.in_unit(self.value(&average.half_width?));
        Some(match self.unit() {
            Unit::Share => format!("± {}", words::decimal(half_width * 100.0, 1)),
            unit => format!("± {}", words::in_unit(unit, half_width)),
        })
    }

    /// Both.
    pub fn with_interval(self, average: &Average) -> String {
        let mean = self.mean(average);
        match self.half_width(average) {
            Some(half_width) => format!("{mean} {half_width}"),
            None => mean,
        }
    }

    /// Its unit along an axis whose greatest value is this, as reports have it.
    pub fn axis_unit(self, greatest: f64) -> AxisUnit {
        AxisUnit::of(self.unit(), self.in_unit(greatest))
    }

    /// A value along an axis in this unit.
    pub fn along(self, point: &Point, unit: AxisUnit) -> f64 {
        self.in_unit(self.value(point)) / unit.size
    }

    /// The label of an axis.
    pub fn label(self, unit: AxisUnit) -> String {
        match unit.symbol {
            "" => self.name(),
            symbol => format!("{} ({symbol})", self.name()),
        }
    }

    /// The unit of its written values.
    fn unit(self) -> Unit {
        self.criterion.unit().base()
    }

    fn in_unit(self, value: f64) -> f64 {
        value * self.criterion.unit().size()
    }
}
