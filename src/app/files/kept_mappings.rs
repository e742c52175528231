//! What was said of the columns of tables, kept by the browser. One that keeps nothing asks anew each time.

use crate::app::context::storage::HERE;
use slotscope::page::tables::{KEY, KeptMappings};
use slotscope::workload::table::{Mapping, Table};

fn all() -> KeptMappings {
    HERE.get(KEY).map_or_else(KeptMappings::default, |text| KeptMappings::of(&text))
}

/// The mapping of the last table with these columns.
pub fn of(table: &Table) -> Option<Mapping> {
    all().get(table).cloned()
}

pub fn keep(table: &Table, mapping: Mapping) {
    let mut kept = all();
    kept.keep(table, mapping);
    HERE.keep(KEY, &kept.text());
}

pub fn forget() {
    HERE.forget(KEY);
}
