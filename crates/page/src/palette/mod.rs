//! The command palette: all that the page can do, found by its words.
//!
//! The settings come from the panel itself, control by control (see [`PanelSetting`]), so the palette has every setting
//! that the panel has. Views, lessons, papers and keys come from their own tables.

mod entries;
mod matching;
mod panel;
mod recent;
mod sections;
#[cfg(test)]
mod tests;
pub mod topics;

pub use entries::{Command, Entry, KeyCommand, Kind, Present, entries};
pub use panel::{Panel, PanelButton, PanelSetting, PanelValue};
pub use recent::Recent;
pub use sections::{NOTHING_FOUND, Section, sections};
