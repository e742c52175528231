//! An item that is being made: planned, run, concluded, and its pictures' runs made, one after the
//! other.

use std::rc::Rc;

use super::{Reproduced, Wish, now};
use slotscope::criteria::Report;
use slotscope::engine::Run;
use slotscope::experiment::trade_off::{Average, Criteria, Point};
use slotscope::experiment::{Scenario, draws};
use slotscope::reproduce::{Findings, Plan};
use slotscope::worker::protocol::{Order, Wanted};
use slotscope::worker::{Job, Made, Outcome, Task};
use slotscope::workload::WorkloadKind;

/// An item that is being made.
#[derive(Clone, Debug)]
pub struct Making {
    pub wish: Wish,
    pub stage: Stage,
    /// Its number among those of this visit, and that of its stage: the tasks of one are given out
    /// once.
    pub round: (u32, u32),
    /// When it was begun.
    since: f64,
}

/// Shared, and told apart by identity: whatever comes of it is put into a copy.
impl PartialEq for Making {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// How far it has come.
#[derive(Clone, Debug)]
pub enum Stage {
    Planning,
    Running {
        plan: Rc<Plan>,
        /// In the order of the plan's runs.
        reports: Vec<Option<Rc<Report>>>,
        done: usize,
    },
    Concluding {
        plan: Rc<Plan>,
        reports: Vec<Rc<Report>>,
    },
    /// The runs that pictures are drawn of.
    Picturing {
        plan: Rc<Plan>,
        averages: Vec<Option<Average>>,
        findings: Rc<Findings>,
        runs: Vec<Option<Rc<Run>>>,
    },
}

/// What a stage led to.
enum Next {
    Stays,
    Stage(Stage),
    Over(Reproduced),
}

impl Making {
    /// Begins with the plan.
    pub fn of(wish: Wish, number: u32) -> Self {
        Self {
            wish,
            stage: Stage::Planning,
            round: (number, 0),
            since: now(),
        }
    }

    /// What is to be done at this stage.
    pub fn tasks(&self) -> Vec<Task> {
        let workload = self.wish.workload;
        let run = |mark, scenario: Scenario, wanted| Task {
            mark,
            workload,
            job: Job::Run {
                scenario: Box::new(scenario),
                wanted,
            },
        };
        let one = |job| {
            vec![Task {
                mark: 0,
                workload,
                job,
            }]
        };
        match &self.stage {
            Stage::Planning => one(Job::Plan(self.order())),
            Stage::Running { plan, .. } => {
                let planned = plan.runs().enumerate();
                let tasks = planned.map(|(mark, it)| {
                    let wanted = match it.waits {
                        true => Wanted::Waits,
                        false => Wanted::Report,
                    };
                    run(mark, it.scenario, wanted)
                });
                tasks.collect()
            }
            Stage::Concluding { reports, .. } => one(Job::Conclude(self.order(), reports.clone())),
            Stage::Picturing { findings, .. } => {
                let scenarios = pictured(findings).cloned().enumerate();
                scenarios
                    .map(|(mark, scenario)| run(mark, scenario, Wanted::Run))
                    .collect()
            }
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

    /// Takes what has been made; says what has come of the item once it is over.
    pub fn take(&mut self, made: Vec<Made>) -> Option<Result<Reproduced, String>> {
        for (mark, outcome) in made {
            let next = match outcome {
                Ok(outcome) => self.stage.take(mark, outcome, now() - self.since),
                Err(why) => return Some(Err(why.to_string())),
            };
            match next {
                Next::Stays => {}
                Next::Stage(stage) => {
                    self.stage = stage;
                    self.round.1 += 1;
                }
                Next::Over(reproduced) => return Some(Ok(reproduced)),
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
    fn take(&mut self, mark: usize, outcome: Outcome, took: f64) -> Next {
        match (&mut *self, outcome) {
            (Self::Planning, Outcome::Plan(plan)) => Next::Stage(Self::running(Rc::from(plan))),
            (
                Self::Running {
                    plan,
                    reports,
                    done,
                },
                Outcome::Report(report),
            ) => {
                if let Some(place) = reports.get_mut(mark) {
                    *done += usize::from(place.is_none());
                    *place = Some(Rc::from(report));
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
                    return Next::Over(reproduced(&plan, averages, &findings, &runs, took));
                }
                Next::Stage(Self::Picturing {
                    plan,
                    averages,
                    findings,
                    runs,
                })
            }
            (
                Self::Picturing {
                    plan,
                    averages,
                    findings,
                    runs,
                },
                Outcome::Run(run, _),
            ) => {
                if let Some(place) = runs.get_mut(mark) {
                    *place = Some(Rc::from(run));
                }
                if runs.iter().any(Option::is_none) {
                    return Next::Stays;
                }
                Next::Over(reproduced(
                    plan,
                    std::mem::take(averages),
                    findings,
                    runs,
                    took,
                ))
            }
            // What belongs to another stage comes from one that was stopped.
            _ => Next::Stays,
        }
    }

    /// Without runs there is nothing to wait for.
    fn running(plan: Rc<Plan>) -> Self {
        match plan.run_count() {
            0 => Self::Concluding {
                plan,
                reports: Vec::new(),
            },
            count => Self::Running {
                plan,
                reports: vec![None; count],
                done: 0,
            },
        }
    }
}

/// The runs that the pictures are drawn of, in order.
fn pictured(findings: &Findings) -> impl Iterator<Item = &Scenario> {
    let pictures = findings.figures.iter().map(|figure| &figure.picture);
    pictures.flat_map(|picture| picture.runs().into_iter().map(|(_, scenario)| scenario))
}

/// What each cell came to over its seeds.
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
    let figures = findings.figures.iter();
    let pictured = figures.map(|figure| runs.by_ref().take(figure.picture.runs().len()).collect());
    Reproduced {
        pictured: pictured.collect(),
        findings: findings.clone(),
        cells: plan.cells.clone(),
        averages,
        took,
    }
}
