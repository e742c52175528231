//! The settings, a row for each.

use serde_json::Value;

use super::Cluster;
use crate::policy::local::Promises;
use crate::policy::placement::Placement;
use crate::system::{CHOICES, Choices, Items, KNOB, Knob, NUMBERS, Numbers, Place, SECONDS, Values, promises};
use base::setting::Row;
use workload::MAX_TIME;
use workload::node_table::MOST_NODES;

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

const fn text(path: &'static str, title: &'static str, empty: &'static str, about: &'static str) -> Knob {
    Knob { path, title, about, values: Values::Typed(empty), ..KNOB }
}

const fn number(
    path: &'static str,
    title: &'static str,
    about: &'static str,
    least: f64,
    most: f64,
    whole: bool,
) -> Knob {
    let values = Values::Numbers(Numbers { least, most, whole, ..NUMBERS });
    Knob { path, title, about, values, ..KNOB }
}

const fn time(path: &'static str, title: &'static str, about: &'static str) -> Knob {
    Knob { path, title, about, values: Values::Numbers(Numbers { most: MAX_TIME as f64, ..SECONDS }), ..KNOB }
}

/// In the order in which they combine: the first varies slowest.
pub(super) const ROWS: &[Knob] = &[
    Knob {
        path: "system.cluster.order",
        title: "Order: the smallest value first",
        place: Place::Basic,
        label: "order of the queue",
        short: "Orders",
        about: "The waiting job with the smallest value of this formula goes first, of equals the one that arrived first. Numbers are seconds and processors.",
        values: Values::Choices(Choices {
            all: ORDERS,
            overlaid: &["submit", "limit", "work"],
            contrasts: &["limit", "work"],
            with: "by",
            is_formula: true,
            ..CHOICES
        }),
        also: r#"{"type": "string"}"#,
        ..KNOB
    },
    Knob {
        path: "system.cluster.placement",
        title: "Placement",
        place: Place::Basic,
        label: "placement on nodes",
        short: "Placement",
        about: "On which of the nodes with room a job is placed.",
        values: Values::Choices(Choices {
            all: Placement::ROWS,
            overlaid: &["first_fit", "best_fit", "spread"],
            contrasts: &["spread", "best_fit", "fgd"],
            with: "with",
            in_list: true,
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.cluster.promises",
        label: "promised starts",
        about: "To how many of the first waiting jobs that do not fit a pass promises a start on certain nodes, which jobs behind them may not delay; 1 is EASY backfilling.",
        values: Values::Numbers(Numbers {
            most: 1e6,
            tried: &[0.0, 1.0, 16.0],
            contrasts: &[("no-promises", "without promises", 0.0)],
            ..promises::NUMBERS
        }),
        place: Place::Basic,
        ..promises::PROMISES
    },
    Knob { path: "system.cluster.strict", place: Place::Basic, ..promises::STRICT },
    Knob {
        path: "system.cluster.backfill_order",
        values: Values::Formula { optional: true, nodes: true },
        place: Place::Basic,
        ..promises::BACKFILL_ORDER
    },
    Knob {
        path: "system.cluster.nodes",
        title: "Nodes",
        place: Place::More("Nodes"),
        about: "The kinds of nodes. Without any, those that the log tells of stand in their place, with the most that their jobs ever held at once; or else each provider is a node.",
        values: Values::Items(Items {
            of: &[
                number("count", "Nodes", "How many nodes of this kind there are.", 1.0, MOST_NODES as f64, true),
                number("cores", "Cores", "The cores of each node.", 0.0, 1e6, true),
                number("gpus", "GPUs", "The GPUs of each node.", 0.0, 64.0, true),
                number(
                    "memory",
                    "GiB",
                    "The memory of each node in GiB. 0: jobs that ask for memory are rejected.",
                    0.0,
                    1e12,
                    false,
                ),
                text(
                    "name",
                    "Names",
                    "node1, node2 …",
                    "Their names as Slurm lists them: n[001-010],gpu1. There are as many nodes as names.",
                ),
                text(
                    "partitions",
                    "Partitions",
                    "all jobs",
                    "The partitions that the nodes belong to, separated by commas: a job of a partition runs on its nodes only.",
                ),
                text("gpu_type", "GPU type", "any", "The type of the GPUs, as jobs ask for it."),
            ],
            new: r#"{"count": 4, "cores": 64, "memory": 256}"#,
            noun: "a kind of nodes",
        }),
        ..KNOB
    },
    Knob {
        path: "system.cluster.outages",
        title: "Outages",
        place: Place::More("Outages"),
        about: "Named nodes are out of service for a while, known from the beginning: no job is placed on them that could still run then.",
        values: Values::Items(Items {
            of: &[
                text("nodes", "Nodes", "", "The nodes, as Slurm lists them: n[001-004]."),
                time("from", "From, s", "From when, in seconds of the log."),
                time(
                    "until",
                    "Until, s",
                    "Until when, in seconds of the log: the nodes are in service again at this second.",
                ),
            ],
            new: r#"{"nodes": "node1", "from": 0, "until": 3600}"#,
            noun: "an outage",
        }),
        ..KNOB
    },
];

/// The value of a row that is no field as it stands.
pub(super) fn value(settings: &Cluster, path: &str) -> Option<Value> {
    (path == "promises").then(|| promises::value(settings.promises))
}

/// Sets it; whether it took the value.
pub(super) fn set(settings: &mut Cluster, path: &str, value: &Value) -> bool {
    if path == "promises" && value.is_null() {
        settings.promises = Promises::All;
        return true;
    }
    false
}
