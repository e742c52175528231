//! What was said of the columns of tables, kept by the browser. One that keeps nothing asks anew each time.

use web_sys::Storage;

use slotscope::page::tables::kept::{KEY, KeptMappings};
use slotscope::workload::table::{Mapping, Table};

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn all() -> KeptMappings {
    let kept = storage().and_then(|it| it.get_item(KEY).ok()?);
    kept.map_or_else(KeptMappings::default, |text| KeptMappings::of(&text))
}

/// The mapping of the last table with these columns.
pub fn of(table: &Table) -> Option<Mapping> {
    all().get(table).cloned()
}

/// Keeps the mapping of a table.
pub fn keep(table: &Table, mapping: Mapping) {
    let mut kept = all();
    kept.keep(table, mapping);
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, &kept.text());
    }
}

/// Forgets all of them.
pub fn forget() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(KEY);
    }
}
