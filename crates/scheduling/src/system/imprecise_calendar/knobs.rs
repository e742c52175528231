//! The settings, a row for each.

use serde_json::Value;

use super::threshold::{LONGEST_MESSAGE, MOST_SLOTS};
use super::{Assignment, ClusterTies, Configured, Home, ImpreciseCalendar, Managers, Refine, Threshold, labels};
use crate::system::{CHOICES, Choices, Items, KNOB, Knob, NUMBERS, Numbers, PERCENT, Place, SECONDS, Unit, Values};
use base::setting::Row;

const SLOTS: Place = Place::More("Slots");
const AMONG: Place = Place::More("Managers");

/// Whether a setting has an effect only with several managers.
pub(super) fn is_among_managers(row: &Knob) -> bool {
    row.place == AMONG
}

/// In the order in which they combine: the first varies slowest.
pub(super) const ROWS: &[Knob] = &[
    Knob {
        path: "system.imprecise_calendar.configuration",
        title: "Slots",
        place: Place::Basic,
        label: "configuration of the calendar",
        short: "Slots",
        about: "Whether the levels are the paper's or custom ones.",
        values: Values::Choices(Choices {
            all: Configured::ROWS,
            overlaid: &["configuration1", "configuration2", "configuration6"],
            contrasts: &["configuration1", "configuration2", "los_alamos"],
            with: "with",
            in_list: true,
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.levels",
        title: "Levels, the finest first",
        place: SLOTS,
        about: "How many slots each level has, and their length: a multiple of the finer level's. Only the last level may have as many as are needed.",
        values: Values::Items(Items {
            of: &[
                Knob {
                    path: "count",
                    title: "slots",
                    about: "The number of slots of the level.",
                    values: Values::Numbers(Numbers {
                        least: 1.0,
                        most: MOST_SLOTS as f64,
                        empty: "as needed",
                        ..NUMBERS
                    }),
                    ..KNOB
                },
                Knob {
                    path: "length",
                    title: "length, s",
                    about: "The length of the slots of the level.",
                    values: length(""),
                    ..KNOB
                },
            ],
            new: "",
            noun: "a coarser level",
        }),
        ..KNOB
    },
    level(
        "system.imprecise_calendar.levels.0.length",
        "finest",
        "length of the finest slots",
        "S₀",
        "How long the slots of the finest level are; the next level's must be a multiple.",
        length("10, 20, 40, 80, 160"),
    ),
    level(
        "system.imprecise_calendar.levels.1.length",
        "second-length",
        "length of the slots of S₁",
        "S₁",
        "How long the slots of the second level are: a multiple of the finest, and the next level's one of them.",
        length("40, 80, 160, 320, 640"),
    ),
    level(
        "system.imprecise_calendar.levels.2.length",
        "third-length",
        "length of the slots of S₂",
        "S₂",
        "How long the slots of the third level are: a multiple of the second's.",
        length("640, 1280, 2560, 5120"),
    ),
    level(
        "system.imprecise_calendar.levels.0.count",
        "finest-count",
        "finest slots",
        "S₀ slots",
        "How many slots of the finest level there are, at least.",
        count("2, 8, 32, 128"),
    ),
    level(
        "system.imprecise_calendar.levels.1.count",
        "second-count",
        "slots of S₁",
        "S₁ slots",
        "How many slots of the second level there are, at least.",
        count("2, 4, 8, 16, 32"),
    ),
    Knob {
        path: "system.imprecise_calendar.threshold_percent",
        alias: "threshold",
        title: "Threshold",
        place: SLOTS,
        label: "resource threshold",
        short: "Threshold",
        about: "The share of a slot that is committed in advance at most, unless to a single job; the finest level has no threshold.",
        values: percent("50, 60, .., 100"),
        also: r#"{"type": "array"}"#,
        ..KNOB
    },
    threshold(
        "system.imprecise_calendar.threshold_percent.0",
        "threshold-1",
        "Threshold S₁",
        "resource threshold of S₁",
        "50, 60, .., 100",
    ),
    threshold(
        "system.imprecise_calendar.threshold_percent.1",
        "threshold-2",
        "Threshold S₂",
        "resource threshold of S₂",
        "50, 60, .., 100",
    ),
    threshold("system.imprecise_calendar.threshold_percent.2", "threshold-3", "Threshold S₃", "", ""),
    threshold("system.imprecise_calendar.threshold_percent.3", "threshold-4", "Threshold S₄", "", ""),
    Knob {
        path: "system.imprecise_calendar.low_water",
        alias: "low-water",
        title: "Low water",
        place: Place::Assumption,
        label: "low-water mark",
        short: "Low water",
        about: "A level is refilled when it has fewer slots left, by splitting a coarser one.",
        values: Values::Numbers(Numbers {
            usual: "1, 2, 4, 8, 16, 32, 64",
            least: 1.0,
            most: MOST_SLOTS as f64,
            zero: "low water at the count",
            empty: "the level's own count",
            ..NUMBERS
        }),
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.backfill",
        alias: "move-forward",
        title: "Backfilling",
        place: Place::Basic,
        about: "Jobs are moved to an earlier start when slots are split and when a job ends early. Reservations are never moved.",
        values: Values::Switch,
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.refine",
        title: "Jobs looked at",
        place: Place::Assumption,
        label: "jobs looked at in backfilling",
        short: "Looked at",
        about: "Whether backfilling considers all waiting jobs when nodes become free, or only those near the change. In both cases a job starts at the beginning of the slot that it was given at submission, or earlier.",
        values: Values::Choices(Choices {
            all: Refine::ROWS,
            overlaid: &["at_submission", "at_division"],
            contrasts: &["at_division"],
            with: "with jobs looked at:",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.one_job_per_slot",
        title: "One job per slot",
        place: SLOTS,
        about: "Each request gets whole slots, so every commitment can be kept when slots are split. If off, a coarse slot accepts jobs as long as it has node seconds for them, and commitments may break.",
        values: Values::Switch,
        words: "|slots shared",
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.managers",
        title: "Managers",
        place: Place::Basic,
        label: "managers",
        short: "Managers",
        about: "Whether one manager keeps the calendar of all nodes, or every cluster has its own and one stands above them.",
        values: Values::Choices(Choices {
            all: &[
                managers("one", labels::ONE_MANAGER, labels::ONE_MANAGER_ABOUT),
                managers("clusters", labels::CLUSTERS, labels::CLUSTERS_ABOUT),
                managers("tree", labels::TREE, labels::TREE_ABOUT),
            ],
            overlaid: &["one", "clusters"],
            contrasts: &["one", "clusters"],
            with: "with managers:",
            in_list: true,
            ..CHOICES
        }),
        also: r#"{"type": "array"}"#,
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.managers.tree",
        title: "Tree",
        place: Place::Basic,
        about: "Managers between those of the clusters and the highest one, as lists of cluster numbers, counted from 0: [0, 1], [2, 3].",
        values: Values::Typed("all clusters beneath one"),
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.home",
        title: "Submitted",
        place: AMONG,
        label: "cluster of a job",
        short: "Home",
        about: "The cluster to whose manager a job is submitted.",
        values: Values::Choices(Choices {
            all: Home::ROWS,
            overlaid: &["user", "queue", "in_turn"],
            with: "with jobs submitted",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.assignment",
        title: "Assigned to clusters",
        place: AMONG,
        label: "assignment to clusters",
        short: "Assigned",
        about: "When a manager above those of the clusters assigns a job to clusters for good: at its submission, or late, at its start.",
        values: Values::Choices(Choices {
            all: Assignment::ROWS,
            overlaid: &["at_submission", "late"],
            contrasts: &["late"],
            with: "with jobs assigned",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.ties",
        id: "cluster-ties",
        title: "Of equal clusters",
        place: Place::Assumption,
        label: "equal clusters",
        short: "Of equal clusters",
        about: "Which cluster a manager chooses if several offer the same start. The job's own cluster always comes first.",
        values: Values::Choices(Choices {
            all: ClusterTies::ROWS,
            overlaid: &["lowest_number", "after_own"],
            with: "of equal clusters",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.staleness",
        title: "Staleness",
        place: AMONG,
        label: "staleness of shadow calendars",
        short: "Staleness",
        about: "The delay until a manager hears of a change in a calendar beneath it, for each manager that passes it on. Its shadow calendar is therefore only a hint: it asks before it reserves.",
        values: Values::Numbers(Numbers { usual: "0, 60, 300, 900, 3600, 14400, 86400", ..SECONDS }),
        words: "hints {} late",
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.message_time",
        alias: "message-time",
        title: "Message time",
        place: AMONG,
        label: "time of a message",
        short: "Message",
        about: "The transfer time of an inquiry, a reserve or an answer between a manager and a cluster beneath it. Meanwhile the cluster may give the time to another job, and the reserve fails.",
        values: Values::Numbers(Numbers { usual: "0, 1, 5, 30, 60, 300", most: LONGEST_MESSAGE as f64, ..SECONDS }),
        words: "messages of {}",
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.promote.processors",
        alias: "promoted-nodes",
        title: "Promoted above, in nodes",
        place: AMONG,
        label: "size from which jobs are promoted",
        short: "Promoted nodes",
        about: "Jobs of more nodes are submitted to the manager above that of their cluster.",
        values: Values::Numbers(Numbers {
            unit: Unit::Processors,
            usual: "1, 2, 4, 8, 16, 32",
            most: u32::MAX as f64,
            empty: "no jobs",
            ..NUMBERS
        }),
        words: "promotion of more than {}",
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.promote.hours",
        alias: "promoted-hours",
        title: "Promoted from",
        place: AMONG,
        label: "length from which jobs are promoted",
        short: "Promoted hours",
        about: "Jobs with this limit or a longer one are submitted to the manager above that of their cluster.",
        values: Values::Numbers(Numbers {
            unit: Unit::Hours,
            usual: "0, 1, 2, 4, 8, 12, 24",
            most: u32::MAX as f64,
            empty: "no jobs",
            ..NUMBERS
        }),
        words: "promotion from {}",
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.bump_after",
        alias: "bump-after",
        title: "Bumped up after",
        place: AMONG,
        label: "wait from which jobs are bumped up",
        short: "Bumped after",
        about: "A manager that finds no place within this time asks the manager above it.",
        values: Values::Numbers(Numbers { usual: "0, 320, 2560, 7200, 21600, 86400", empty: "never", ..SECONDS }),
        words: "bumped up after {}|never bumped up",
        ..KNOB
    },
    Knob {
        path: "system.imprecise_calendar.deficit_limit",
        alias: "deficit",
        title: "Deficit, in node hours",
        place: AMONG,
        label: "limit on the deficit",
        short: "Deficit",
        about: "A cluster whose consumption exceeds its supply by this many node hours gets no nodes of other clusters.",
        values: Values::Numbers(Numbers {
            unit: Unit::Hours,
            usual: "0, 100, .., 1000",
            most: u32::MAX as f64,
            empty: "any",
            ..NUMBERS
        }),
        words: "deficit up to {} of a node",
        ..KNOB
    },
];

const fn managers(key: &'static str, name: &'static str, about: &'static str) -> Row {
    Row { key, name, label: name, about, tried: false }
}

/// A field of one level: the list of levels sets it on the page.
const fn level(
    path: &'static str,
    alias: &'static str,
    label: &'static str,
    short: &'static str,
    about: &'static str,
    values: Values,
) -> Knob {
    Knob { path, alias, label, short, about, values, ..KNOB }
}

const fn threshold(
    path: &'static str,
    alias: &'static str,
    title: &'static str,
    label: &'static str,
    usual: &'static str,
) -> Knob {
    let about = "At most this share of a slot of the level is committed in advance, except to a single job; the other levels keep theirs.";
    Knob { path, alias, title, place: SLOTS, label, short: title, about, values: percent(usual), ..KNOB }
}

const fn length(usual: &'static str) -> Values {
    Values::Numbers(Numbers { usual, least: 1.0, ..SECONDS })
}

const fn count(usual: &'static str) -> Values {
    Values::Numbers(Numbers { usual, least: 1.0, most: MOST_SLOTS as f64, ..NUMBERS })
}

const fn percent(usual: &'static str) -> Values {
    Values::Numbers(Numbers { usual, whole: true, ..PERCENT })
}

/// The level of which a path names the threshold alone.
pub(super) fn threshold_of(path: &str) -> Option<usize> {
    path.strip_prefix("threshold_percent.")?.parse().ok().map(|it: usize| it + 1)
}

/// The value of a row that is no field as it stands: the kind of managers, their tree, or a threshold: of one level, or of
/// all where they have the same; null where they differ.
pub(super) fn value(settings: &ImpreciseCalendar, path: &str) -> Option<Value> {
    let threshold = &settings.threshold_percent;
    if let Some(level) = threshold_of(path) {
        return Some(if level < settings.levels().len() { threshold.of(level).into() } else { Value::Null });
    }
    match (path, threshold, &settings.managers) {
        ("managers", _, Managers::Tree(_)) => Some("tree".into()),
        ("managers.tree", _, Managers::Tree(members)) => serde_json::to_value(members).ok(),
        ("threshold_percent", Threshold::Levels(all), _) => Some(match &all[..] {
            [first, rest @ ..] if rest.iter().all(|it| it == first) => (*first).into(),
            _ => Value::Null,
        }),
        _ => None,
    }
}

pub(super) fn set(settings: &mut ImpreciseCalendar, path: &str, value: &Value) -> bool {
    match path {
        "managers" if value == "tree" => settings.managers = Managers::Tree(Vec::new()),
        "managers.tree" => match serde_json::from_value(value.clone()) {
            Ok(members) => settings.managers = Managers::Tree(members),
            Err(_) => return false,
        },
        _ => {
            let levels = settings.levels().len();
            let level = threshold_of(path).filter(|&it| it < levels);
            let percent = value.as_u64().and_then(|it| u32::try_from(it).ok());
            let (Some(level), Some(percent)) = (level, percent) else {
                return false;
            };
            settings.threshold_percent.set(level, percent, levels);
        }
    }
    true
}

/// The level that a path names a field of.
pub(super) fn level_of(path: &str) -> Option<usize> {
    let (level, _) = path.strip_prefix("levels.")?.split_once('.')?;
    level.parse().ok()
}
