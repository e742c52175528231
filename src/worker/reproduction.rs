//! What a worker does of a reproduction: it has the log, which plans and conclusions look at.

use std::rc::Rc;

use super::protocol::Order;
use crate::criteria::Report;
use crate::reproduce::{self, Findings, Item, Plan, Unavailable};
use crate::workload::Workload;

/// What is to be run.
///
/// # Errors
///
/// In words, if there is no such item, or it cannot be reproduced on this log.
pub fn plan(order: &Order, log: &Workload) -> Result<Plan, String> {
    let plan = item(order)?.plan(std::slice::from_ref(log), &order.options);
    plan.map_err(|Unavailable(why)| why)
}

/// What came of the runs, whose reports stand in the order of the plan.
///
/// # Errors
///
/// As [`plan`].
pub fn conclude(
    order: &Order,
    log: &Workload,
    reports: Vec<Rc<Report>>,
) -> Result<Findings, String> {
    let reports: Vec<Report> = reports.into_iter().map(Rc::unwrap_or_clone).collect();
    let plan = plan(order, log)?;
    Ok(item(order)?.conclude(&plan, std::slice::from_ref(log), &reports))
}

fn item(order: &Order) -> Result<&'static Item, String> {
    let found = reproduce::paper(&order.paper).and_then(|paper| paper.item(&order.item));
    found.ok_or_else(|| format!("there is no item {} of {}", order.item, order.paper))
}
