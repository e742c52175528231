//! The page: components, one state reducer, and the page's side of the workers.
//!
//! wasm32 only. Nothing is computed here: runs happen in workers through
//! [`crate::experiment`], pictures come from [`crate::chart`].

mod bench;
mod change;
mod clipboard;
mod comparison;
mod control;
mod download;
mod drop_zone;
mod dropped;
mod exhibit;
mod experiment;
mod explained;
mod export_menu;
mod header;
mod key_sheet;
mod keys;
mod lesson_file;
mod lessons;
mod letting_go;
pub mod link;
mod live;
mod log_file;
mod not_run;
mod notice;
mod numbers;
mod offline;
mod page;
mod panel;
mod paper;
mod picture;
mod project_file;
mod reproduction;
mod requests_file;
mod scenario_file;
mod selected;
mod session;
mod sketching;
mod spoken;
mod state;
mod sweep;
mod sweeping;
mod tabs;
mod terms;
mod theme;
mod tip;
mod trade_off;
mod views;
pub mod worker;

use crate::page::words;

/// Mounts the page.
pub fn mount() {
    notice::show_panics();
    yew::Renderer::<page::Page>::new().render();
}
