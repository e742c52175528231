//! A worker's part in a reproduction: it has the log, which plans and conclusions read.
//!
//! Plans and conclusions are a third of a worker's code, and rarely needed. So they are in a build of
//! the worker of their own, which is fetched when the first item is made.

use std::rc::Rc;

use crate::criteria::Report;
use crate::page::tasks::Order;
use crate::reproduce::{self, Findings, Item, Plan, Unavailable};
use crate::workload::Workload;

/// The reports of a plan's runs, in their order.
type Reports = Vec<Rc<Report>>;

/// The functions of a worker that reproduces papers, of an item's order and the log.
pub struct Papers {
    plan: fn(&Order, &Workload) -> Result<Plan, String>,
    conclude: fn(&Order, &Workload, Reports) -> Result<Findings, String>,
}

/// All papers.
pub const PAPERS: Papers = Papers { plan, conclude };

impl Papers {
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
    /// As [`Papers::plan`].
    pub fn conclude(
        &self,
        order: &Order,
        log: &Workload,
        reports: Reports,
    ) -> Result<Findings, String> {
        (self.conclude)(order, log, reports)
    }
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
