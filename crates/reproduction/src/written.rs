//! The results of a paper as they stand beside its document, which is their rendering.

use serde::{Deserialize, Serialize};

use super::{Findings, Options};

/// What a document says of a paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// How its items were reproduced.
    pub options: Options,
    /// The logs, the paper's first.
    pub logs: Vec<WrittenLog>,
    /// Tables in place of logs, by the names of their files.
    pub tables: Vec<String>,
    /// The findings on each item, in the order of reading.
    pub findings: Vec<Findings>,
}

/// A log in such a document. It is named by its file, and no other thing of the machine is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenLog {
    /// The name of its file.
    pub name: String,
    /// Its role: `the paper's log`.
    pub role: String,
    /// How many records it has.
    pub records: usize,
    /// Its statement on itself: `, SP2 of the San Diego Supercomputer Center`.
    pub origin: String,
}
