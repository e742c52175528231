//! The tasks of a worker beyond runs: plans and conclusions of reproductions, and questions of lessons.
//!
//! They are a third of a worker's code, and rarely needed. So they are in a build of the worker of their own, which is
//! fetched with the first such task.

use std::rc::Rc;

use crate::criteria::Report;
use crate::json;
use crate::lesson::Question;
use crate::page::tasks::Order;
use crate::reproduce::{self, Findings, Item, Plan, Unavailable};
use crate::workload::Workload;

/// The reports of a plan's runs, in their order.
type Reports = Vec<Rc<Report>>;

/// The functions for these tasks: of an item's order and the log, and of a question as JSON.
pub struct FurtherTasks {
    plan: fn(&Order, &Workload) -> Result<Plan, String>,
    conclude: fn(&Order, &Workload, Reports) -> Result<Findings, String>,
    ask: fn(&str, u32) -> Result<String, String>,
}

/// All of them.
pub const FURTHER_TASKS: FurtherTasks = FurtherTasks { plan, conclude, ask };

impl FurtherTasks {
    /// The plan of the runs.
    ///
    /// # Errors
    ///
    /// A sentence, if there is no such item, or it cannot be reproduced on this log.
    pub fn plan(&self, order: &Order, log: &Workload) -> Result<Plan, String> {
        (self.plan)(order, log)
    }

    /// The findings of the runs, whose reports stand in the order of the plan.
    ///
    /// # Errors
    ///
    /// As [`FurtherTasks::plan`].
    pub fn conclude(&self, order: &Order, log: &Workload, reports: Reports) -> Result<Findings, String> {
        (self.conclude)(order, log, reports)
    }

    /// A question of a lesson as it is asked after this number of times, as JSON ([`Question::variant`]).
    ///
    /// # Errors
    ///
    /// A sentence, if it cannot be read, or has no answer.
    pub fn ask(&self, question: &str, time: u32) -> Result<String, String> {
        (self.ask)(question, time)
    }
}

fn ask(question: &str, time: u32) -> Result<String, String> {
    let question = json::read::<Question>(question.as_bytes()).map_err(|why| why.to_string())?;
    let asked = question.variant(time)?;
    serde_json::to_string(&asked).map_err(|why| why.to_string())
}

fn plan(order: &Order, log: &Workload) -> Result<Plan, String> {
    let plan = item(order)?.plan(std::slice::from_ref(log), &order.options);
    plan.map_err(|Unavailable(why)| why)
}

fn conclude(order: &Order, log: &Workload, reports: Reports) -> Result<Findings, String> {
    let reports: Vec<Report> = reports.into_iter().map(Rc::unwrap_or_clone).collect();
    let plan = plan(order, log)?;
    Ok(item(order)?.conclude(&plan, std::slice::from_ref(log), &reports))
}

fn item(order: &Order) -> Result<&'static Item, String> {
    let found = reproduce::paper(&order.paper).and_then(|paper| paper.item(&order.item));
    found.ok_or_else(|| format!("there is no item {} of {}", order.item, order.paper))
}
