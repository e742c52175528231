//! Values of a scenario's fields, as links may have them.

use serde_json::{Value, json};

/// Fields of a scenario, and values that each can take with all the others at their defaults.
pub fn fields() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        ("seed", vec![json!(2), json!(u64::MAX)]),
        ("platform", vec![json!([128, 7]), json!([1, 2, 3])]),
        ("workload.first_job", vec![json!(null), json!(5)]),
        ("workload.last_job", vec![json!(null), json!(4_000_000)]),
        ("workload.missing_limit_factor", vec![json!(1.1), json!(0.1 + 0.2)]),
        ("workload.clip_limit_to", vec![json!(1), json!(604_800)]),
        ("workload.load_factor", vec![json!(0.01), json!(1.25), json!(100)]),
        ("workload.reservations.percent", vec![json!(0.0), json!(33.3)]),
        ("workload.reservations.request", vec![json!("flexible"), json!("listed")]),
        ("workload.reservations.listed", vec![json!([{"job": 3, "ready": 100, "deadline": 900}])]),
        ("system.two_level.grid.period", vec![json!(600)]),
        ("system.two_level.grid.reservation_allocation", vec![json!("static_partition")]),
        ("system.two_level.grid.resource_order", vec![json!([1, 0])]),
        ("system.two_level.local.queue", vec![json!("easy"), json!("pppd")]),
        ("system.two_level.local.fair_share.half_life", vec![json!(0)]),
        ("system.two_level.local.priority.ranked", vec![json!([3, 1])]),
        ("system.two_level.local.slots", vec![json!({"fixed": 600})]),
        ("system.two_level.local.systems", vec![json!(["model", "sge"])]),
        ("system.two_level.mct_ties", vec![json!("order")]),
    ]
}
