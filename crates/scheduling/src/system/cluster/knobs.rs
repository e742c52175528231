//! The settings that can sensibly be varied.

use serde_json::Value;

use super::Cluster;
use crate::policy::placement::Placement;
use crate::system::{Choices, Knob, Numbers, Unit, Values};
use base::setting::Row;

pub(super) const PROMISES: &str = "system.cluster.promises";
pub(super) const BACKFILL_ORDER: &str = "system.cluster.backfill_order";

/// The orders that are offered; any formula is an order.
const ORDERS: &[Row] = &[
    order("submit", "FCFS", "In order of arrival."),
    order("limit", "SJF", "The job with the shortest limit first."),
    order("work", "SAF", "The job with the least processors × limit first."),
    order("-size", "largest first", "The job with the most processors first."),
    order(
        "dominant_share",
        "smallest share",
        "The job with the smallest dominant share of cores, GPUs or memory first.",
    ),
    order("user_usage", "fair share", "The job whose user has used least first."),
];

const fn order(formula: &'static str, name: &'static str, about: &'static str) -> Row {
    Row { key: formula, name, label: name, about, tried: true }
}

/// In the order in which they combine: the first varies slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.cluster.order",
        key: "order",
        label: "order of the queue",
        short: "Orders",
        about: "The waiting job with the smallest value of this formula goes first.",
        values: Values::Choices(Choices {
            all: ORDERS,
            overlaid: &["submit", "limit", "work"],
            contrasts: &["limit", "work"],
            with: "by",
            by_formula: "",
        }),
    },
    Knob {
        path: "system.cluster.placement",
        key: "placement",
        label: "placement on nodes",
        short: "Placement",
        about: "On which of the nodes with room a job is placed.",
        values: Values::Choices(Choices {
            all: Placement::ROWS,
            overlaid: &["first_fit", "best_fit", "spread"],
            contrasts: &["spread", "best_fit", "fgd"],
            with: "with",
            by_formula: "",
        }),
    },
    Knob {
        path: PROMISES,
        key: "promises",
        label: "promised starts",
        short: "promises",
        about: "To how many waiting jobs a pass promises a start on certain nodes; 1 is EASY backfilling.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "0, 1, 2, 4, 16, 64",
            least: 0.0,
            most: 1e6,
            whole: true,
            searched: false,
            zero: "no promises",
            tried: &[0.0, 1.0, 16.0],
            contrasts: &[("no-promises", "without promises", 0.0)],
        }),
    },
];

/// The value of a knob that is not a number as it stands.
pub(super) fn value(settings: &Cluster, path: &str) -> Option<Value> {
    match path {
        PROMISES => serde_json::to_value(settings.promises).ok(),
        _ => None,
    }
}
