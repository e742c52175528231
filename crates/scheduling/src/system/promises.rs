//! The settings of passes that promise starts: the same for every system that makes such passes.

use serde_json::Value;

use super::{KNOB, Knob, Numbers, Values};
use crate::policy::local::Promises;

/// How many promises there may be.
pub(super) const NUMBERS: Numbers = Numbers {
    usual: "0, 1, 2, 4, 16, 64",
    most: u32::MAX as f64,
    zero: "no promises",
    empty: "to all",
    ..super::NUMBERS
};

/// How many waiting jobs are promised a start.
pub(super) const PROMISES: Knob = Knob {
    title: "Promised starts",
    short: "promises",
    values: Values::Numbers(NUMBERS),
    also: r#"{"const": "all"}"#,
    ..KNOB
};

/// Whether no job overtakes another.
pub(super) const STRICT: Knob = Knob {
    title: "No job overtakes",
    about: "The pass ends at the first job that does not fit: nothing behind it starts.",
    values: Values::Switch,
    ..KNOB
};

/// The order behind the promises.
pub(super) const BACKFILL_ORDER: Knob = Knob {
    title: "Backfill in another order",
    about: "The order in which the jobs that are left when the promises are made are tried: by limit it is SJBF, shortest job backfilled first.",
    values: Values::Formula { optional: true, nodes: false },
    ..KNOB
};

/// Their number; null for all.
pub(super) fn value(promises: Promises) -> Value {
    match promises {
        Promises::Count(count) => count.into(),
        Promises::All => Value::Null,
    }
}
