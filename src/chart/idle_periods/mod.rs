//! Idle periods of servers, and how a search goes among them.

mod bars;
mod search_tree;
#[cfg(test)]
mod tests;

pub use bars::{IdleBar, IdleView, bars_height, idle_svg};
pub use search_tree::{Below, Node, TreeView, tree_height, tree_svg};

use super::theme::{Rgb, Theme};

/// What a search knows of an idle period, or of a subtree of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// Nothing.
    #[default]
    Unknown,
    /// It begins in time.
    Candidate,
    /// It also ends late enough.
    Feasible,
    /// It is taken.
    Taken,
}

impl Found {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Unknown, Self::Candidate, Self::Feasible, Self::Taken];

    /// What is said of a period of that colour.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unknown => "idle",
            Self::Candidate => "candidate: begins in time",
            Self::Feasible => "feasible: also ends late enough",
            Self::Taken => "taken",
        }
    }

    fn colour(self, theme: &Theme) -> Rgb {
        match self {
            Self::Unknown => theme.panel.mixed(theme.muted, 0.35),
            Self::Candidate => theme.panel.mixed(theme.series[0], 0.45),
            Self::Feasible => theme.panel.mixed(theme.series[2], 0.7),
            Self::Taken => theme.series[3],
        }
    }
}
