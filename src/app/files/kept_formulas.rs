//! Formulas kept by the browser under a name. One that keeps nothing offers only those of the literature.

use crate::app::context::storage::HERE;
use slotscope::page::formula_edit::{KEPT, KeptFormulas};

/// All of them.
pub fn all() -> KeptFormulas {
    HERE.get(KEPT).map_or_else(KeptFormulas::default, |text| KeptFormulas::of(&text))
}

/// Keeps these in place of the present ones.
pub fn keep(all: &KeptFormulas) {
    HERE.keep(KEPT, &all.text());
}

pub fn forget() {
    HERE.forget(KEPT);
}
