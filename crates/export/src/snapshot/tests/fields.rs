//! Values of a scenario's fields, as links may have them.

use serde_json::Value;
use workload::testing::rows;

/// Fields of a scenario, and values that each can take with all the others at their defaults.
pub fn fields() -> Vec<(String, Vec<Value>)> {
    let field = |[path, values]: [String; 2]| (path, serde_json::from_str(&values).expect("a list"));
    let table = "seed | [2, 18446744073709551615]
        platform | [[128, 7], [1, 2, 3]]
        workload.first_job | [null, 5]
        workload.last_job | [null, 4000000]
        workload.missing_limit_factor | [1.1, 0.30000000000000004]
        workload.clip_limit_to | [1, 604800]
        workload.load_factor | [0.01, 1.25, 100]
        workload.reservations.percent | [0.0, 33.3]
        workload.reservations.request | [\"flexible\", \"listed\"]
        workload.reservations.listed | [[{\"job\": 3, \"ready\": 100, \"deadline\": 900}]]
        system.two_level.grid.period | [600]
        system.two_level.grid.reservation_allocation | [\"static_partition\"]
        system.two_level.grid.resource_order | [[1, 0]]
        system.two_level.local.queue | [\"easy\", \"pppd\"]
        system.two_level.local.fair_share.half_life | [0]
        system.two_level.local.priority.ranked | [[3, 1]]
        system.two_level.local.slots | [{\"fixed\": 600}]
        system.two_level.local.systems | [[\"model\", \"sge\"]]
        system.two_level.mct_ties | [\"order\"]";
    rows(table).into_iter().map(field).collect()
}
