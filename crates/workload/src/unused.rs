//! Features that a log has and no model here uses.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{Record, UNKNOWN};

/// A feature on which decisions of the logged system may have depended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Jobs asked for, or were given, GPUs.
    Gpus,
    /// Jobs asked for memory.
    Memory,
    /// Jobs were given whole nodes, or named ones.
    Nodes,
    /// There were several partitions.
    Partitions,
    /// There were several queues, or qualities of service.
    Queues,
    /// Jobs ran at several sites.
    Sites,
    /// Jobs waited for other jobs.
    Dependencies,
    /// Jobs asked for licences.
    Licences,
    /// Jobs asked for nodes with certain properties.
    NodeFeatures,
    /// The file says by its columns that there is more than that.
    OtherColumns,
}

impl Feature {
    /// Its name within a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gpus => "GPUs",
            Self::Memory => "memory",
            Self::Nodes => "nodes",
            Self::Partitions => "partitions",
            Self::Queues => "queues",
            Self::Sites => "sites",
            Self::Dependencies => "dependencies",
            Self::Licences => "licences",
            Self::NodeFeatures => "node features",
            Self::OtherColumns => "other columns",
        }
    }
}

/// Features that a log has and no model here uses: the readers fill it in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unused {
    /// In the order of [`Feature`], each once.
    pub features: Vec<Feature>,
    /// The names of columns, or keys, with values that are not read, in the order of the file; at most
    /// [`MOST_COLUMNS`].
    pub columns: Vec<String>,
    /// How many jobs have each of [`Unused::COUNTED`].
    pub jobs: [u64; Unused::COUNTED.len()],
}

/// The most columns that are named.
pub const MOST_COLUMNS: usize = 64;

/// The longest name of a column, in characters.
const LONGEST_NAME: usize = 32;

impl Unused {
    /// The features that jobs have one by one.
    pub const COUNTED: [Feature; 5] =
        [Feature::Gpus, Feature::Memory, Feature::Nodes, Feature::Licences, Feature::NodeFeatures];

    /// The features of [`Unused::COUNTED`] that jobs have, each with their number.
    pub fn counted(&self) -> impl Iterator<Item = (Feature, u64)> {
        Self::COUNTED.into_iter().zip(self.jobs).filter(|(_, jobs)| *jobs > 0)
    }

    /// Takes a feature that one more job has.
    pub(super) fn count(&mut self, feature: Feature) {
        self.add(feature);
        let place = Self::COUNTED.iter().position(|it| *it == feature);
        if let Some(place) = place {
            self.jobs[place] += 1;
        }
    }

    /// Takes the features of one more job, each once.
    pub(super) fn count_each(&mut self, mut features: Vec<Feature>) {
        features.sort_unstable();
        features.dedup();
        features.into_iter().for_each(|it| self.count(it));
    }

    /// Whether there are no features and columns.
    pub const fn is_empty(&self) -> bool {
        self.features.is_empty() && self.columns.is_empty()
    }

    /// The features of the records themselves, whatever the format: several partitions, several queues,
    /// requested memory, preceding jobs. O(n).
    pub fn of_records(records: &[Record]) -> Self {
        let mut unused = Self::default();
        unused.add_records(records);
        unused
    }

    /// Adds the features of records.
    pub(super) fn add_records(&mut self, records: &[Record]) {
        let several = |of: fn(&Record) -> i64| {
            let mut known = records.iter().map(of).filter(|&it| it != UNKNOWN);
            let first = known.next();
            known.any(|it| Some(it) != first)
        };
        // Queues that equal the partitions are not a further feature.
        let has_queues = several(|it| it.queue) && records.iter().any(|it| it.queue != it.partition);
        let any = |of: fn(&Record) -> i64| records.iter().any(|it| of(it) > 0);
        records.iter().filter(|it| it.requested_memory > 0).for_each(|_| self.count(Feature::Memory));
        for (feature, is_there) in [
            (Feature::Partitions, several(|it| it.partition)),
            (Feature::Queues, has_queues),
            (Feature::Dependencies, any(|it| it.preceding_job)),
        ] {
            if is_there {
                self.add(feature);
            }
        }
    }

    /// Takes those of another part of the file.
    pub(super) fn add_all(&mut self, others: Self) {
        for feature in others.features {
            self.add(feature);
        }
        for (jobs, more) in self.jobs.iter_mut().zip(others.jobs) {
            *jobs += more;
        }
        for name in others.columns {
            self.push_column(name);
        }
    }

    /// Takes one more.
    pub(super) fn add(&mut self, feature: Feature) {
        if let Err(place) = self.features.binary_search(&feature) {
            self.features.insert(place, feature);
        }
    }

    /// Takes a column that the file has and that is not read; one whose name is there already, as it is shown, is not
    /// named again.
    pub(super) fn add_column(&mut self, name: &[u8]) {
        self.add(Feature::OtherColumns);
        if self.columns.len() < MOST_COLUMNS {
            let name = String::from_utf8_lossy(name);
            let is_shown = |it: &char| !it.is_control();
            self.push_column(name.chars().filter(is_shown).take(LONGEST_NAME).collect());
        }
    }

    fn push_column(&mut self, name: String) {
        if self.columns.len() < MOST_COLUMNS && !self.columns.contains(&name) {
            self.columns.push(name);
        }
    }

    /// In words: `GPUs, memory, 3 columns that are not read (Reserved, Licenses, WorkDir)`; of many columns the
    /// first are named. Empty where there are none. `is_heeded` says which features a model uses.
    pub fn words(&self, is_heeded: impl Fn(Feature) -> bool) -> String {
        const NAMED: usize = 6;
        let left_out = self.features.iter().filter(|&&it| !is_heeded(it));
        let mut parts: Vec<String> =
            left_out.filter(|it| **it != Feature::OtherColumns).map(|it| it.name().to_owned()).collect();
        let count = self.columns.len();
        if count > 0 {
            let named: Vec<&str> = self.columns.iter().take(NAMED).map(String::as_str).collect();
            let more = if count > NAMED { ", …" } else { "" };
            let (columns, are) = match count {
                1 => ("column", "is"),
                _ => ("columns", "are"),
            };
            let named = named.join(", ");
            parts.push(format!("{count} {columns} that {are} not read ({named}{more})"));
        }
        parts.join(", ")
    }
}
