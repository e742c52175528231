//! An item that is being made, in four stages: its plan, its runs, its findings, and the runs of its pictures.

use std::rc::Rc;

use super::{Reproduced, Wish};
use crate::tasks::{Job, Made, Mark, Order, Outcome, Task, Wanted};
use experiment::trade_off::{Average, Criteria, Point};
use experiment::{Run, Scenario, draws};
use reproduction::{Findings, Plan};
use scheduling::criteria::Report;
use workload::WorkloadKind;

/// An item that is being made.
#[derive(Clone, Debug)]
pub struct Making {
    /// The item, its log and its options.
    pub wish: Wish,
    pub stage: Stage,
    /// The number of the stage among those of all items of this visit: the tasks of a stage are given out once, and
    /// answers to those of another one are dropped.
    pub round: u32,
    /// When it was begun, in milliseconds.
    since: f64,
}

/// Two are equal if they are the same: every change makes a copy.
impl PartialEq for Making {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

#[derive(Clone, Debug)]
pub enum Stage {
    /// A worker plans the runs.
    Planning,
    /// Workers make the runs.
    Running {
        plan: Rc<Plan>,
        /// The reports, in the order of the plan's runs.
        reports: Vec<Option<Rc<Report>>>,
        /// How many reports there are.
        done: usize,
    },
    /// A worker concludes from the reports.
    Concluding {
        plan: Rc<Plan>,
        /// The reports, in the order of the plan's runs.
        reports: Vec<Rc<Report>>,
    },
    /// Workers make the runs that pictures are drawn of.
    Picturing {
        plan: Rc<Plan>,
        /// The mean of each cell over its seeds.
        averages: Vec<Option<Average>>,
        findings: Rc<Findings>,
        /// The runs, in the order of the pictures.
        runs: Vec<Option<Rc<Run>>>,
    },
}

/// The effect of an answer.
enum Next {
    Stays,
    Stage(Stage),
    Over(Box<Reproduced>),
}

impl Making {
    /// Begins with the plan, at a time in milliseconds.
    pub fn of(wish: Wish, round: u32, now: f64) -> Self {
        Self { wish, stage: Stage::Planning, round, since: now }
    }

    /// The tasks of this stage.
    pub fn tasks(&self) -> Vec<Task> {
        let workload = self.wish.workload;
        let mark = |place| Mark { question: self.round, place };
        let run = |place, scenario, wanted| Task::run_for(wanted, mark(place), workload, scenario);
        let one = |job| vec![Task { mark: mark(0), workload, job }];
        match &self.stage {
            Stage::Planning => one(Job::Plan(self.order())),
            Stage::Running { plan, .. } => {
                let tasks = plan.runs().enumerate().map(|(place, it)| {
                    let wanted = if it.waits { Wanted::Waits } else { Wanted::Report };
                    run(place, it.scenario, wanted)
                });
                tasks.collect()
            }
            Stage::Concluding { reports, .. } => one(Job::Conclude(self.order(), reports.clone())),
            Stage::Picturing { findings, .. } => pictured(findings)
                .cloned()
                .enumerate()
                .map(|(place, scenario)| run(place, scenario, Wanted::Run))
                .collect(),
        }
    }

    /// How many runs have been made of how many, once that is known.
    pub fn progress(&self) -> Option<(usize, usize)> {
        match &self.stage {
            Stage::Planning => None,
            Stage::Running { reports, done, .. } => Some((*done, reports.len())),
            Stage::Concluding { reports, .. } => Some((reports.len(), reports.len())),
            Stage::Picturing { plan, .. } => Some((plan.run_count(), plan.run_count())),
        }
    }

    /// Takes the answers of the workers, at a time in milliseconds. Gives the outcome of the item after the last stage
    /// or the first failure.
    pub fn take(&mut self, made: Vec<Made>, now: f64) -> Option<Result<Reproduced, String>> {
        for (mark, outcome) in made {
            if mark.question != self.round {
                continue;
            }
            let next = match outcome {
                Ok(outcome) => self.stage.take(mark.place, outcome, now - self.since),
                Err(why) => return Some(Err(why.to_string())),
            };
            match next {
                Next::Stays => {}
                Next::Stage(stage) => {
                    self.stage = stage;
                    self.round = self.round.wrapping_add(1);
                }
                Next::Over(reproduced) => return Some(Ok(*reproduced)),
            }
        }
        None
    }

    fn order(&self) -> Order {
        Order {
            paper: self.wish.item.of.to_string(),
            item: self.wish.item.key.to_string(),
            options: self.wish.options.clone(),
        }
    }
}

impl Stage {
    fn take(&mut self, place: usize, outcome: Outcome, took: f64) -> Next {
        match (&mut *self, outcome) {
            (Self::Planning, Outcome::Plan(plan)) => Next::Stage(Self::running(Rc::from(plan))),
            (Self::Running { plan, reports, done }, Outcome::Report(report)) => {
                if let Some(made) = reports.get_mut(place) {
                    *done += usize::from(made.is_none());
                    *made = Some(Rc::from(report));
                }
                if *done < reports.len() {
                    return Next::Stays;
                }
                let reports = std::mem::take(reports).into_iter().flatten().collect();
                let plan = plan.clone();
                Next::Stage(Self::Concluding { plan, reports })
            }
            (Self::Concluding { plan, reports }, Outcome::Findings(findings)) => {
                let averages = averages(plan, reports);
                let runs = vec![None; pictured(&findings).count()];
                let (plan, findings) = (plan.clone(), Rc::from(findings));
                if runs.is_empty() {
                    let made = reproduced(&plan, averages, &findings, &runs, took);
                    return Next::Over(Box::new(made));
                }
                Next::Stage(Self::Picturing { plan, averages, findings, runs })
            }
            (Self::Picturing { plan, averages, findings, runs }, Outcome::Run(run, _)) => {
                if let Some(made) = runs.get_mut(place) {
                    *made = Some(Rc::from(run));
                }
                if runs.iter().any(Option::is_none) {
                    return Next::Stays;
                }
                let averages = std::mem::take(averages);
                Next::Over(Box::new(reproduced(plan, averages, findings, runs, took)))
            }
            // No worker answers so.
            _ => Next::Stays,
        }
    }

    /// Without runs there is nothing to wait for.
    fn running(plan: Rc<Plan>) -> Self {
        match plan.run_count() {
            0 => Self::Concluding { plan, reports: Vec::new() },
            count => Self::Running { plan, reports: vec![None; count], done: 0 },
        }
    }
}

/// The runs that the pictures are drawn of, in order.
fn pictured(findings: &Findings) -> impl Iterator<Item = &Scenario> {
    findings
        .figures
        .iter()
        .map(|figure| &figure.picture)
        .flat_map(|picture| picture.runs().into_iter().map(|(_, scenario)| scenario))
}

/// The mean of each cell over its seeds.
fn averages(plan: &Plan, reports: &[Rc<Report>]) -> Vec<Option<Average>> {
    let mut rest = reports;
    let criteria = Criteria::default();
    plan.cells
        .iter()
        .map(|cell| {
            let (own, others) = rest.split_at(rest.len().min(cell.seeds as usize));
            rest = others;
            let points: Vec<Point> = own.iter().map(|report| criteria.point(report)).collect();
            // The papers' plans are of logs.
            Average::of(&points, draws(&cell.scenario, WorkloadKind::Log))
        })
        .collect()
}

fn reproduced(
    plan: &Plan,
    averages: Vec<Option<Average>>,
    findings: &Findings,
    runs: &[Option<Rc<Run>>],
    took: f64,
) -> Reproduced {
    let mut runs = runs.iter().flatten().map(|run| Run::clone(run));
    let pictured = findings.figures.iter().map(|figure| runs.by_ref().take(figure.picture.runs().len()).collect());
    Reproduced { pictured: pictured.collect(), findings: findings.clone(), cells: plan.cells.clone(), averages, took }
}
