//! The settings that can sensibly be varied.

use serde_json::Value;

use super::validate::{LONGEST, LONGEST_MESSAGE, MOST_SLOTS};
use super::{Assignment, ClusterTies, Configured, Home, ImpreciseCalendar, Refine, Threshold, labels};
use crate::system::{Choices, Knob, Numbers, Unit, Values};
use base::setting::Row;

const LEVELS: &str = "system.imprecise_calendar.levels.";
pub(super) const THRESHOLD: &str = "system.imprecise_calendar.threshold_percent";
pub(super) const THRESHOLD_1: &str = "system.imprecise_calendar.threshold_percent.0";
pub(super) const THRESHOLD_2: &str = "system.imprecise_calendar.threshold_percent.1";
pub(super) const LOW_WATER: &str = "system.imprecise_calendar.low_water";

pub(super) const REFINE: &str = "system.imprecise_calendar.refine";
pub(super) const MANAGERS: &str = "system.imprecise_calendar.managers";
const HOME: &str = "system.imprecise_calendar.home";
const ASSIGNMENT: &str = "system.imprecise_calendar.assignment";
const TIES: &str = "system.imprecise_calendar.ties";
const STALENESS: &str = "system.imprecise_calendar.staleness";
pub(super) const MESSAGE_TIME: &str = "system.imprecise_calendar.message_time";
const PROMOTED_NODES: &str = "system.imprecise_calendar.promote.processors";
const PROMOTED_HOURS: &str = "system.imprecise_calendar.promote.hours";
const BUMP_AFTER: &str = "system.imprecise_calendar.bump_after";
const DEFICIT: &str = "system.imprecise_calendar.deficit_limit";

/// The knobs that have an effect only with several managers.
pub(super) const OF_TREE: &[&str] =
    &[HOME, ASSIGNMENT, STALENESS, MESSAGE_TIME, PROMOTED_NODES, PROMOTED_HOURS, BUMP_AFTER, DEFICIT];

/// In the order in which they combine: the first varies slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.imprecise_calendar.configuration",
        key: "configuration",
        label: "configuration of the calendar",
        short: "Slots",
        about: "Whether the levels are the paper's or custom ones.",
        values: Values::Choices(Choices {
            all: Configured::ROWS,
            overlaid: &["configuration1", "configuration2", "configuration6"],
            contrasts: &["configuration1", "configuration2", "los_alamos"],
            with: "with",
            by_formula: "",
        }),
    },
    Knob {
        path: "system.imprecise_calendar.levels.0.length",
        key: "finest",
        label: "length of the finest slots",
        short: "S₀",
        about: "How long the slots of the finest level are; the next level's must be a multiple.",
        values: length("10, 20, 40, 80, 160"),
    },
    Knob {
        path: "system.imprecise_calendar.levels.1.length",
        key: "second-length",
        label: "length of the slots of S₁",
        short: "S₁",
        about: "How long the slots of the second level are: a multiple of the finest, and the next level's one of them.",
        values: length("40, 80, 160, 320, 640"),
    },
    Knob {
        path: "system.imprecise_calendar.levels.2.length",
        key: "third-length",
        label: "length of the slots of S₂",
        short: "S₂",
        about: "How long the slots of the third level are: a multiple of the second's.",
        values: length("640, 1280, 2560, 5120"),
    },
    Knob {
        path: "system.imprecise_calendar.levels.0.count",
        key: "finest-count",
        label: "finest slots",
        short: "S₀ slots",
        about: "How many slots of the finest level there are, at least.",
        values: count("2, 8, 32, 128"),
    },
    Knob {
        path: "system.imprecise_calendar.levels.1.count",
        key: "second-count",
        label: "slots of S₁",
        short: "S₁ slots",
        about: "How many slots of the second level there are, at least.",
        values: count("2, 4, 8, 16, 32"),
    },
    Knob {
        path: THRESHOLD,
        key: "threshold",
        label: "resource threshold",
        short: "Threshold",
        about: "The share of a slot that is committed in advance at most, unless to a single job; the finest level has no threshold.",
        values: percent(),
    },
    Knob {
        path: THRESHOLD_1,
        key: "threshold-1",
        label: "resource threshold of S₁",
        short: "Threshold S₁",
        about: "At most this share of a slot of S₁ is committed in advance, except to a single job; the other levels keep theirs.",
        values: percent(),
    },
    Knob {
        path: THRESHOLD_2,
        key: "threshold-2",
        label: "resource threshold of S₂",
        short: "Threshold S₂",
        about: "At most this share of a slot of S₂ is committed in advance, except to a single job; the other levels keep theirs.",
        values: percent(),
    },
    Knob {
        path: LOW_WATER,
        key: "low-water",
        label: "low-water mark",
        short: "Low water",
        about: "A level is refilled when it has fewer slots left, by splitting a coarser one.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "1, 2, 4, 8, 16, 32, 64",
            least: 1.0,
            most: MOST_SLOTS as f64,
            zero: "low water at the count",
            ..PLAIN
        }),
    },
    Knob {
        path: REFINE,
        key: "refine",
        label: "jobs looked at in backfilling",
        short: "Looked at",
        about: "Whether backfilling considers all waiting jobs when nodes become free, or only those near the change.",
        values: Values::Choices(Choices {
            all: Refine::ROWS,
            overlaid: &["at_submission", "at_division"],
            contrasts: &["at_division"],
            with: "with jobs looked at:",
            by_formula: "",
        }),
    },
    Knob {
        path: MANAGERS,
        key: "managers",
        label: "managers",
        short: "Managers",
        about: "Whether one manager keeps the calendar of all nodes, or every cluster has its own and one stands above them.",
        values: Values::Choices(Choices {
            all: &[
                managers("one", labels::ONE_MANAGER, labels::ONE_MANAGER_ABOUT),
                managers("clusters", labels::CLUSTERS, labels::CLUSTERS_ABOUT),
            ],
            overlaid: &["one", "clusters"],
            contrasts: &["one", "clusters"],
            with: "with managers:",
            by_formula: "",
        }),
    },
    Knob {
        path: HOME,
        key: "home",
        label: "cluster of a job",
        short: "Home",
        about: "The cluster to whose manager a job is submitted.",
        values: Values::Choices(Choices {
            all: Home::ROWS,
            overlaid: &["user", "queue", "in_turn"],
            contrasts: &[],
            with: "with jobs submitted",
            by_formula: "",
        }),
    },
    Knob {
        path: ASSIGNMENT,
        key: "assignment",
        label: "assignment to clusters",
        short: "Assigned",
        about: "When a manager above those of the clusters assigns a job to clusters for good.",
        values: Values::Choices(Choices {
            all: Assignment::ROWS,
            overlaid: &["at_submission", "late"],
            contrasts: &["late"],
            with: "with jobs assigned",
            by_formula: "",
        }),
    },
    Knob {
        path: TIES,
        key: "ties",
        label: "equal clusters",
        short: "Of equal clusters",
        about: "Which cluster a manager chooses if several offer the same start.",
        values: Values::Choices(Choices {
            all: ClusterTies::ROWS,
            overlaid: &["lowest_number", "after_own"],
            contrasts: &[],
            with: "of equal clusters",
            by_formula: "",
        }),
    },
    Knob {
        path: STALENESS,
        key: "staleness",
        label: "staleness of shadow calendars",
        short: "Staleness",
        about: "The delay until a manager hears of a change in a calendar beneath it.",
        values: Values::Numbers(Numbers {
            unit: Unit::Seconds,
            usual: "0, 60, 300, 900, 3600, 14400, 86400",
            least: 0.0,
            most: LONGEST as f64,
            ..PLAIN
        }),
    },
    Knob {
        path: MESSAGE_TIME,
        key: "message-time",
        label: "time of a message",
        short: "Message",
        about: "The transfer time of an inquiry, a reserve or an answer between a manager and a cluster.",
        values: Values::Numbers(Numbers {
            unit: Unit::Seconds,
            usual: "0, 1, 5, 30, 60, 300",
            least: 0.0,
            most: LONGEST_MESSAGE as f64,
            ..PLAIN
        }),
    },
    Knob {
        path: PROMOTED_NODES,
        key: "promoted-nodes",
        label: "size from which jobs are promoted",
        short: "Promoted nodes",
        about: "Jobs of more nodes are submitted to the manager above their cluster's.",
        values: Values::Numbers(Numbers {
            unit: Unit::Processors,
            usual: "1, 2, 4, 8, 16, 32",
            least: 0.0,
            most: u32::MAX as f64,
            ..PLAIN
        }),
    },
    Knob {
        path: PROMOTED_HOURS,
        key: "promoted-hours",
        label: "length from which jobs are promoted",
        short: "Promoted hours",
        about: "Jobs with such a limit or a longer one are submitted to the manager above their cluster's.",
        values: Values::Numbers(Numbers {
            unit: Unit::Hours,
            usual: "0, 1, 2, 4, 8, 12, 24",
            least: 0.0,
            most: 1_000_000.0,
            ..PLAIN
        }),
    },
    Knob {
        path: BUMP_AFTER,
        key: "bump-after",
        label: "wait from which jobs are bumped up",
        short: "Bumped after",
        about: "A manager that finds no place within this time asks the one above it.",
        values: Values::Numbers(Numbers {
            unit: Unit::Seconds,
            usual: "0, 320, 2560, 7200, 21600, 86400",
            least: 0.0,
            most: LONGEST as f64,
            ..PLAIN
        }),
    },
    Knob {
        path: DEFICIT,
        key: "deficit",
        label: "limit on the deficit",
        short: "Deficit",
        about: "A cluster whose consumption exceeds its supply by this many node hours gets no nodes of other clusters.",
        values: Values::Numbers(Numbers {
            unit: Unit::Hours,
            usual: "0, 100, .., 1000",
            least: 0.0,
            most: u32::MAX as f64,
            ..PLAIN
        }),
    },
];

const fn managers(key: &'static str, name: &'static str, about: &'static str) -> Row {
    Row { key, name, label: name, about, tried: false }
}

const PLAIN: Numbers = Numbers {
    unit: Unit::Times,
    usual: "",
    least: 0.0,
    most: 0.0,
    whole: true,
    searched: false,
    zero: "",
    tried: &[],
    contrasts: &[],
};

const fn length(usual: &'static str) -> Values {
    Values::Numbers(Numbers { unit: Unit::Seconds, usual, least: 1.0, most: LONGEST as f64, ..PLAIN })
}

const fn count(usual: &'static str) -> Values {
    Values::Numbers(Numbers { usual, least: 1.0, most: MOST_SLOTS as f64, ..PLAIN })
}

const fn percent() -> Values {
    Values::Numbers(Numbers { unit: Unit::Percent, usual: "50, 60, .., 100", least: 0.0, most: 100.0, ..PLAIN })
}

/// The level of which a path names the threshold alone.
pub(super) fn threshold_of(path: &str) -> Option<usize> {
    match path {
        THRESHOLD_1 => Some(1),
        THRESHOLD_2 => Some(2),
        _ => None,
    }
}

/// The value of a field that is written only where it is set, or of a threshold: of one level, or of all where they have the same; null where they differ.
pub(super) fn value(settings: &ImpreciseCalendar, path: &str) -> Option<Value> {
    if path == REFINE {
        return serde_json::to_value(settings.refine).ok();
    }
    let threshold = &settings.threshold_percent;
    if let Some(level) = threshold_of(path) {
        return Some(match level < settings.levels().len() {
            true => threshold.of(level).into(),
            false => Value::Null,
        });
    }
    match (path, threshold) {
        // Written only where it is set.
        (MESSAGE_TIME, _) => Some(settings.message_time.into()),
        (THRESHOLD, Threshold::Levels(all)) => Some(match &all[..] {
            [first, rest @ ..] if rest.iter().all(|it| it == first) => (*first).into(),
            _ => Value::Null,
        }),
        _ => None,
    }
}

/// Sets one of these.
pub(super) fn set(settings: &mut ImpreciseCalendar, path: &str, value: &Value) -> bool {
    if path == REFINE {
        let refine = serde_json::from_value(value.clone());
        settings.refine = *refine.as_ref().unwrap_or(&settings.refine);
        return refine.is_ok();
    }
    let levels = settings.levels().len();
    let level = threshold_of(path).filter(|&it| it < levels);
    let percent = value.as_u64().and_then(|it| u32::try_from(it).ok());
    let (Some(level), Some(percent)) = (level, percent) else {
        return false;
    };
    settings.threshold_percent.set(level, percent, levels);
    true
}

/// The level that a path names a field of.
pub(super) fn level_of(path: &str) -> Option<usize> {
    let (level, _) = path.strip_prefix(LEVELS)?.split_once('.')?;
    level.parse().ok()
}
