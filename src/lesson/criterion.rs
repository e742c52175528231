//! The criteria that stand beneath a chart: those of every report, and a system's own measures.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::criteria::Report;
use crate::engine::Nouns;
use crate::experiment::System;
use crate::system::{Better, Measure};

/// A criterion of a report. In a lesson's file it stands by its name: `flow_time`, or a measure's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// U.
    Utilization,
    /// F.
    FlowTime,
    /// D.
    Tardiness,
    /// Mean waiting time.
    WaitingTime,
    /// Jobs that never ran.
    Rejected,
    /// Jobs that were killed.
    Killed,
    /// From the first submission to the last completion.
    Makespan,
    /// A measure of the system that runs.
    Own(&'static Measure),
}

/// Those of every report, by the names that they have in files.
const OF_ALL: [(&str, Criterion); 7] = [
    ("utilization", Criterion::Utilization),
    ("flow_time", Criterion::FlowTime),
    ("tardiness", Criterion::Tardiness),
    ("waiting_time", Criterion::WaitingTime),
    ("rejected", Criterion::Rejected),
    ("killed", Criterion::Killed),
    ("makespan", Criterion::Makespan),
];

impl Criterion {
    /// Those that stand beneath a schedule if nothing else is said.
    pub(super) fn usual() -> Vec<Self> {
        vec![
            Self::Utilization,
            Self::FlowTime,
            Self::Tardiness,
            Self::WaitingTime,
        ]
    }

    /// The paper's three.
    pub(super) fn paper() -> Vec<Self> {
        vec![Self::Utilization, Self::FlowTime, Self::Tardiness]
    }

    /// What it is called in a lesson's file.
    pub fn key(self) -> &'static str {
        match self {
            Self::Own(measure) => measure.key,
            _ => OF_ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0),
        }
    }

    /// The criterion that is called so; a measure that several systems have counts as the first one's.
    fn of_key(key: &str) -> Option<Self> {
        let of_all = OF_ALL.iter().find(|it| it.0 == key).map(|it| it.1);
        of_all.or_else(|| {
            let systems = System::all();
            let mut own = systems.iter().flat_map(|it| it.model().measures());
            own.find(|it| it.key == key).map(Self::Own)
        })
    }

    /// Its name, and its letter where it has one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utilization => "mean utilization U",
            Self::FlowTime => "mean flow time F",
            Self::Tardiness => "mean tardiness D",
            Self::WaitingTime => "mean waiting time",
            Self::Rejected => "jobs rejected",
            Self::Killed => "jobs killed",
            Self::Makespan => "makespan",
            Self::Own(measure) => measure.name,
        }
    }

    /// Its name beneath a run whose things are called so.
    pub fn name_in(self, nouns: &Nouns) -> String {
        match self {
            Self::Rejected => format!("{} rejected", nouns.jobs),
            Self::Killed => format!("{} killed", nouns.jobs),
            criterion => criterion.name().to_owned(),
        }
    }

    /// Its value: U from 0 to 1, times in seconds, a measure in its unit.
    pub fn of(self, report: &Report) -> f64 {
        match self {
            Self::Utilization => report.mean_utilization,
            Self::FlowTime => report.mean_flow_time,
            Self::Tardiness => report.mean_tardiness,
            Self::WaitingTime => report.mean_waiting_time,
            Self::Rejected => report.rejected as f64,
            Self::Killed => report.killed as f64,
            Self::Makespan => report.makespan,
            Self::Own(measure) => report.measures.get(measure.key).copied().unwrap_or(0.0),
        }
    }

    /// Which way it is better.
    pub fn better(self) -> Better {
        match self {
            Self::Utilization => Better::Higher,
            Self::Own(measure) => measure.better,
            _ => Better::Lower,
        }
    }

    /// Whether more of it is better.
    pub fn more_is_better(self) -> bool {
        self.better() == Better::Higher
    }
}

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Criterion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Self::of_key(&key).ok_or_else(|| {
            D::Error::custom(format!(
                "\"{key}\" is no criterion and no measure of a system"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_files_lead_back_to_their_criteria() {
        for (key, criterion) in OF_ALL {
            assert_eq!(Criterion::of_key(key), Some(criterion));
            assert_eq!(criterion.key(), key);
        }
        for system in System::all() {
            for measure in system.model().measures() {
                let found = Criterion::of_key(measure.key).expect("a criterion");
                assert_eq!(found.key(), measure.key);
            }
        }
        assert_eq!(Criterion::of_key("mood"), None);
    }
}
