//! Formulas kept by the browser under a name. One that keeps nothing offers only those of the literature.

use web_sys::Storage;

use slotscope::page::formula_edit::{KEPT, KeptFormulas};

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// All of them.
pub fn all() -> KeptFormulas {
    let kept = storage().and_then(|it| it.get_item(KEPT).ok()?);
    kept.map_or_else(KeptFormulas::default, |text| KeptFormulas::of(&text))
}

/// Keeps these in place of the present ones; `false` if the browser does not.
pub fn keep(all: &KeptFormulas) -> bool {
    storage().is_some_and(|it| it.set_item(KEPT, &all.text()).is_ok())
}

/// Forgets all of them.
pub fn forget() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(KEPT);
    }
}
