//! Idle periods of servers, and how a search goes among them.

mod bars;
mod search_tree;
mod searched;
#[cfg(test)]
mod tests;

pub use bars::{IdleBar, IdleView, bars_height, idle_svg};
pub use search_tree::{Below, Node, TreeView, tree_height, tree_svg};
pub use searched::Searched;

use super::theme::{Rgb, Theme};
use scheduling::availability::idle_periods::steps::Mark;

/// The words for the mark of an idle period.
fn name_of(mark: Mark) -> &'static str {
    match mark {
        Mark::Unknown => "idle",
        Mark::Candidate => "candidate: begins in time",
        Mark::Feasible => "feasible: also ends late enough",
        Mark::Taken => "taken",
    }
}

fn colour_of(mark: Mark, theme: &Theme) -> Rgb {
    match mark {
        Mark::Unknown => theme.panel.mixed(theme.muted, 0.35),
        Mark::Candidate => theme.panel.mixed(theme.series[0], 0.45),
        Mark::Feasible => theme.panel.mixed(theme.series[2], 0.7),
        Mark::Taken => theme.series[3],
    }
}
