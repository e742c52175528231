//! What choices are called: the one table for controls, legends, captions and sentences.

use super::{Assignment, ClusterTies, Configured, Home, Refine};

/// Where the levels come from.
pub const fn configured(it: Configured) -> &'static str {
    match it {
        Configured::Levels => "Levels as given",
        Configured::Configuration1 => "Configuration 1",
        Configured::Configuration2 => "Configuration 2",
        Configured::Configuration3 => "Configuration 3",
        Configured::Configuration4 => "Configuration 4",
        Configured::Configuration5 => "Configuration 5",
        Configured::Configuration6 => "Configuration 6",
        Configured::LosAlamos => "Los Alamos",
    }
}

/// The same in a sentence.
pub const fn configured_about(it: Configured) -> &'static str {
    match it {
        Configured::Levels => "The levels that are given here, the finest first.",
        Configured::Configuration1 => {
            "100,000 slots of 40 s: a flat calendar, as traditional schedulers have it."
        }
        Configured::Configuration2 => "64 slots of 40 s, then slots of 2560 s.",
        Configured::Configuration3 => "8 slots of 40 s, 8 of 320 s, then slots of 2560 s.",
        Configured::Configuration4 => "2 slots of 40 s, 2 of 1280 s, then slots of 2560 s.",
        Configured::Configuration5 => "2 slots of 10 s, 2 of 1280 s, then slots of 2560 s.",
        Configured::Configuration6 => "32 slots of 10 s, 8 of 320 s, then slots of 2560 s.",
        Configured::LosAlamos => "16 slots each of 10, 40, 160, 640 and 2560 s.",
    }
}

/// Which jobs are looked at when some may be moved forward.
pub const fn refine(it: Refine) -> &'static str {
    match it {
        Refine::AtSubmission => "All that wait",
        Refine::AtDivision => "Near changes",
    }
}

/// The same in a sentence.
pub const fn refine_about(it: Refine) -> &'static str {
    match it {
        Refine::AtSubmission => {
            "Whenever anything becomes free all jobs that wait are looked at, in order of submission."
        }
        Refine::AtDivision => {
            "Only jobs are looked at that start in slots that were divided, given back or left, or next behind them: fast with long queues."
        }
    }
}

/// To which cluster a job is submitted.
pub const fn home(it: Home) -> &'static str {
    match it {
        Home::User => "By user",
        Home::Queue => "By queue",
        Home::InTurn => "In turn",
    }
}

/// The same in a sentence.
pub const fn home_about(it: Home) -> &'static str {
    match it {
        Home::User => {
            "All jobs of a user are submitted to one cluster; users are dealt out in turn."
        }
        Home::Queue => {
            "All jobs of a queue of the log are submitted to one cluster; queues are dealt out in turn."
        }
        Home::InTurn => "Jobs are dealt out to the clusters in turn.",
    }
}

/// When a manager above assigns a job to clusters for good.
pub const fn assignment(it: Assignment) -> &'static str {
    match it {
        Assignment::AtSubmission => "At submission",
        Assignment::Late => "Late",
    }
}

/// The same in a sentence.
pub const fn assignment_about(it: Assignment) -> &'static str {
    match it {
        Assignment::AtSubmission => {
            "A job of a manager above waits for the same clusters until it starts."
        }
        Assignment::Late => {
            "A job of a manager above may get an earlier place in any cluster beneath, until it starts."
        }
    }
}

/// Which of equal clusters is taken.
pub const fn ties(it: ClusterTies) -> &'static str {
    match it {
        ClusterTies::LowestNumber => "Lowest number",
        ClusterTies::AfterOwn => "Next behind own",
    }
}

/// The same in a sentence.
pub const fn ties_about(it: ClusterTies) -> &'static str {
    match it {
        ClusterTies::LowestNumber => {
            "Behind the job's own cluster that of the lowest number: the first get more foreign jobs."
        }
        ClusterTies::AfterOwn => {
            "Behind the job's own cluster the next by number, the first behind the last: none is favoured."
        }
    }
}

/// Who keeps calendars: one manager.
pub const ONE_MANAGER: &str = "One";
/// The same in a sentence.
pub const ONE_MANAGER_ABOUT: &str = "One manager over the nodes of all providers, as one pool.";
/// Who keeps calendars: one for each cluster.
pub const CLUSTERS: &str = "One per cluster";
/// The same in a sentence.
pub const CLUSTERS_ABOUT: &str =
    "Every provider is a cluster with a manager of its own, and one manager stands above them.";
/// Who keeps calendars: a tree that is given.
pub const TREE: &str = "A tree";
/// The same in a sentence.
pub const TREE_ABOUT: &str =
    "Every provider is a cluster with a manager of its own, beneath managers as given here.";
