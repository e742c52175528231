//! Labels of the ways to keep calendars: the one table for controls and sentences.

/// One manager keeps the calendar.
pub const ONE_MANAGER: &str = "One";
/// Describes [`ONE_MANAGER`] in a sentence.
pub const ONE_MANAGER_ABOUT: &str = "One manager over the nodes of all providers, as one pool.";
/// A manager for each cluster keeps its calendar.
pub const CLUSTERS: &str = "One per cluster";
/// Describes [`CLUSTERS`] in a sentence.
pub const CLUSTERS_ABOUT: &str =
    "Every provider is a cluster with a manager of its own, and one manager stands above them.";
/// The managers of a given tree keep calendars.
pub const TREE: &str = "A tree";
/// Describes [`TREE`] in a sentence.
pub const TREE_ABOUT: &str = "Every provider is a cluster with a manager of its own, beneath managers as given here.";
