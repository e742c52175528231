//! The figures of a report, one table: all code that shows, compares, sweeps, weighs or queries figures iterates
//! over it.

use std::fmt;

use super::{KindReport, ProviderReport, Report};
use crate::system::{Better, Unit};

/// A figure of a report.
pub struct Quantity {
    /// Its field in a report, which is its name on the command line, in links and in tables.
    pub key: &'static str,
    pub name: &'static str,
    /// Its letter in the paper, if it has one.
    pub letter: Option<&'static str>,
    /// Its definition; empty where the name says it.
    pub about: &'static str,
    pub unit: Unit,
    /// Whether higher or lower is better.
    pub better: Better,
    /// The attribute of the jobs that it counts, such as `rejected`, if it counts jobs.
    pub counts: Option<&'static str>,
    /// Whether it is 0 in most runs, so that it is not shown where it is.
    pub is_rare: bool,
    /// Whether the Summary has a card of it.
    pub has_card: bool,
    /// Whether it is a percentile beside a mean: pictures without room for all figures leave it out.
    pub is_percentile: bool,
    /// Whether a report knows it.
    pub is_known: fn(&Report) -> bool,
    /// Its value in a report.
    pub of: fn(&Report) -> f64,
    /// The figure of the batch jobs and of the reservations, if reports have it.
    pub of_kind: Option<OfKind>,
    /// The figure of a provider's jobs, if reports have it.
    pub of_provider: Option<fn(&ProviderReport) -> f64>,
}

/// A figure of one kind of jobs, or of one class of sizes.
pub struct OfKind {
    /// Its path in a report and its name, for the batch jobs.
    pub batch: (&'static str, &'static str),
    /// Its path in a report and its name, for the reservations.
    pub reservations: (&'static str, &'static str),
    /// Its value.
    pub of: fn(&KindReport) -> f64,
}

/// By their keys: a report has none twice.
impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Quantity {}

impl fmt::Debug for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)
    }
}

/// Defaults of most rows.
const USUAL: Quantity = Quantity {
    key: "",
    name: "",
    letter: None,
    about: "",
    unit: Unit::Seconds,
    better: Better::Lower,
    counts: None,
    is_rare: false,
    has_card: true,
    is_percentile: false,
    is_known: |_| true,
    of: |_| f64::NAN,
    of_kind: None,
    of_provider: None,
};

/// Defaults of all rows that count jobs.
const COUNT: Quantity = Quantity { unit: Unit::Count, ..USUAL };

/// All figures of a report, in the order of tables.
pub static QUANTITIES: &[Quantity] = &[
    Quantity {
        key: "mean_utilization",
        name: "Mean utilization U",
        letter: Some("U"),
        about: "Mean utilization U: share of processor time in use, from the first submission to the last completion. Higher is better.",
        unit: Unit::Share,
        better: Better::Higher,
        of: |it| it.mean_utilization,
        of_provider: Some(|it| it.utilization),
        ..USUAL
    },
    Quantity {
        key: "mean_flow_time",
        name: "Mean flow time F",
        letter: Some("F"),
        about: "Mean flow time F: time from ready time to completion, waiting and running. Lower is better.",
        of: |it| it.mean_flow_time,
        of_kind: Some(OfKind {
            batch: ("batch.mean_flow_time", "Mean F of batch jobs"),
            reservations: ("reservations.mean_flow_time", "Mean F of reservations"),
            of: |it| it.mean_flow_time,
        }),
        of_provider: Some(|it| it.mean_flow_time),
        ..USUAL
    },
    Quantity {
        key: "mean_tardiness",
        name: "Mean tardiness D",
        letter: Some("D"),
        about: "Mean tardiness D: how much later than their deadlines reservations end. Lower is better; 0 if none is late.",
        of: |it| it.mean_tardiness,
        of_provider: Some(|it| it.mean_tardiness),
        ..USUAL
    },
    Quantity {
        key: "mean_waiting_time",
        name: "Mean waiting time",
        about: "Mean waiting time: from a job's ready time to its start.",
        of: |it| it.mean_waiting_time,
        of_kind: Some(OfKind {
            batch: ("batch.mean_waiting_time", "Mean waiting time of batch jobs"),
            reservations: ("reservations.mean_waiting_time", "Mean waiting time of reservations"),
            of: |it| it.mean_waiting_time,
        }),
        of_provider: Some(|it| it.mean_waiting_time),
        ..USUAL
    },
    Quantity {
        key: "median_waiting_time",
        name: "Median waiting time",
        about: "Median waiting time: the least wait that half of the jobs do not exceed.",
        has_card: false,
        is_percentile: true,
        of: |it| it.median_waiting_time,
        of_kind: Some(OfKind {
            batch: ("batch.median_waiting_time", "Median waiting time of batch jobs"),
            reservations: ("reservations.median_waiting_time", "Median waiting time of reservations"),
            of: |it| it.median_waiting_time,
        }),
        ..USUAL
    },
    Quantity {
        key: "waiting_time_90",
        name: "90th percentile of waiting time",
        about: "90th percentile of waiting time: the least wait that 90 % of the jobs do not exceed.",
        has_card: false,
        is_percentile: true,
        of: |it| it.waiting_time_90,
        of_kind: Some(OfKind {
            batch: ("batch.waiting_time_90", "90th percentile of waiting time of batch jobs"),
            reservations: ("reservations.waiting_time_90", "90th percentile of waiting time of reservations"),
            of: |it| it.waiting_time_90,
        }),
        ..USUAL
    },
    Quantity {
        key: "waiting_time_99",
        name: "99th percentile of waiting time",
        about: "99th percentile of waiting time: the least wait that 99 % of the jobs do not exceed.",
        has_card: false,
        is_percentile: true,
        of: |it| it.waiting_time_99,
        of_kind: Some(OfKind {
            batch: ("batch.waiting_time_99", "99th percentile of waiting time of batch jobs"),
            reservations: ("reservations.waiting_time_99", "99th percentile of waiting time of reservations"),
            of: |it| it.waiting_time_99,
        }),
        ..USUAL
    },
    Quantity {
        key: "mean_bounded_slowdown",
        name: "Mean bounded slowdown",
        about: "Mean bounded slowdown: flow time divided by run time, where run times below the scenario's threshold (10 s unless set) count as the threshold. 1 is no delay at all.",
        unit: Unit::Times,
        of: |it| it.mean_bounded_slowdown,
        of_kind: Some(OfKind {
            batch: ("batch.mean_bounded_slowdown", "Mean bounded slowdown of batch jobs"),
            reservations: ("reservations.mean_bounded_slowdown", "Mean bounded slowdown of reservations"),
            of: |it| it.mean_bounded_slowdown,
        }),
        of_provider: Some(|it| it.mean_bounded_slowdown),
        ..USUAL
    },
    Quantity {
        key: "makespan",
        name: "Makespan",
        about: "From the first submission to the last completion.",
        of: |it| it.makespan,
        of_provider: Some(|it| it.makespan),
        ..USUAL
    },
    Quantity {
        key: "jobs",
        name: "Jobs",
        better: Better::Neither,
        counts: Some("taken"),
        has_card: false,
        of: |it| it.jobs as f64,
        of_kind: Some(OfKind {
            batch: ("batch.jobs", "Batch jobs"),
            reservations: ("reservations.jobs", "Reservations"),
            of: |it| it.jobs as f64,
        }),
        of_provider: Some(|it| it.jobs as f64),
        ..COUNT
    },
    Quantity {
        key: "rejected",
        name: "Rejected jobs",
        about: "Jobs that never ran; a table in Summary has the reasons.",
        counts: Some("rejected"),
        of: |it| it.rejected as f64,
        of_kind: Some(OfKind {
            batch: ("batch.rejected", "Rejected batch jobs"),
            reservations: ("reservations.rejected", "Rejected reservations"),
            of: |it| it.rejected as f64,
        }),
        ..COUNT
    },
    Quantity {
        key: "killed",
        name: "Killed jobs",
        about: "Jobs stopped at their time limit, or at the end of their reservation.",
        counts: Some("killed"),
        is_known: |it| !it.killed_unknown,
        of: |it| it.killed as f64,
        of_kind: Some(OfKind {
            batch: ("batch.killed", "Killed batch jobs"),
            reservations: ("reservations.killed", "Killed reservations"),
            of: |it| it.killed as f64,
        }),
        of_provider: Some(|it| it.killed as f64),
        ..COUNT
    },
    Quantity {
        key: "interruptions",
        name: "Interruptions",
        about: "How often running jobs were preempted by a job of higher priority, or suspended for a reservation.",
        is_rare: true,
        of: |it| it.interruptions as f64,
        ..COUNT
    },
    Quantity {
        key: "lost_work",
        name: "Work in vain",
        about: "Lost processor seconds: work of jobs that lost their processors and started over.",
        unit: Unit::Work,
        is_rare: true,
        has_card: false,
        of: |it| it.lost_work,
        ..USUAL
    },
];

impl Quantity {
    /// The quantity of a key. An unknown constant key is a compile error.
    pub const fn of_key(key: &str) -> &'static Self {
        let mut at = 0;
        while at < QUANTITIES.len() {
            if is_same(QUANTITIES[at].key.as_bytes(), key.as_bytes()) {
                return &QUANTITIES[at];
            }
            at += 1;
        }
        panic!("no figure of a report")
    }

    /// Its name without the letter: `Mean flow time`.
    pub fn without_letter(&self) -> &'static str {
        let letter = self.letter.unwrap_or_default();
        self.name.strip_suffix(letter).unwrap_or(self.name).trim_end()
    }
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    one.len() == other.len()
}
