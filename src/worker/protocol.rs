//! What the page and a worker say to each other.
//!
//! A message is a two-element array: a small value as JSON, and a buffer (or `null`) that changes hands
//! without being copied: a file's bytes on the way in, a run's columns on the way out.

use js_sys::{Array, ArrayBuffer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};

use crate::criteria::Report;
use crate::experiment::{Scenario, Watch};
use crate::export::snapshot::Source;
use crate::page::history::WorkloadKey;
use crate::reproduce::{Findings, Options};
use crate::workload::Machine;
use crate::workload::lublin::Lublin;
use crate::workload::stats::Statistics;

/// Numbers the runs of one worker; a later run has a higher number.
pub type RunNumber = u32;

/// What the page asks of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Read the file in the buffer, or the text that was `written` on the page, and keep it under
    /// `key`.
    Load {
        key: WorkloadKey,
        name: String,
        written: bool,
    },
    /// Generate a workload by the Lublin-Feitelson model and keep it under `key`.
    Generate {
        key: WorkloadKey,
        model: Box<Lublin>,
    },
    /// Drop what is kept under `key`.
    Forget { key: WorkloadKey },
    /// Run `scenario`, in place of the run that is under way. With `columns` the answer carries
    /// the whole run, otherwise its report alone.
    Run {
        number: RunNumber,
        key: WorkloadKey,
        scenario: Box<Scenario>,
        columns: bool,
    },
    /// Say what is to be run to reproduce an item of a paper. The answer's buffer holds the plan.
    Plan {
        number: RunNumber,
        key: WorkloadKey,
        order: Order,
    },
    /// Conclude from the reports of a plan's runs, which the buffer holds as JSON.
    Conclude {
        number: RunNumber,
        key: WorkloadKey,
        order: Order,
    },
    /// Run `scenario` again beside the run that is under way, and tell what is watched. The answer's
    /// buffer holds it.
    Explain {
        number: RunNumber,
        key: WorkloadKey,
        scenario: Box<Scenario>,
        watch: Watch,
    },
    /// Stop the run that is under way.
    Cancel,
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// It is up and listens.
    Ready,
    /// It cannot be started, or does not understand what it is asked, and is of no more use; why.
    /// `start-worker.js` says so, too.
    Failed { why: String },
    /// A workload has been read or generated.
    Loaded {
        key: WorkloadKey,
        contents: Box<Contents>,
    },
    /// The file is not a workload.
    Unreadable { key: WorkloadKey, why: String },
    /// How far a run has come, 0 to 1.
    Progress { number: RunNumber, fraction: f64 },
    /// A run is complete; its columns are in the buffer if they were asked for.
    Finished {
        number: RunNumber,
        report: Box<Report>,
        /// Time spent in the run itself.
        milliseconds: f64,
    },
    /// What is to be run is in the buffer, a plan as JSON.
    Planned { number: RunNumber },
    /// What came of an item of a paper.
    Concluded {
        number: RunNumber,
        findings: Box<Findings>,
    },
    /// What was watched is in the buffer, an explanation as JSON.
    Explained { number: RunNumber },
    /// The scenario cannot be run, or the item not be reproduced.
    Refused { number: RunNumber, why: String },
}

/// What is to be reproduced, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The paper's key.
    pub paper: String,
    /// The item's.
    pub item: String,
    /// Which jobs, how many seeds, which readings.
    pub options: Options,
}

/// What a workload holds, without its records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// The file's name, or the generator's.
    pub name: String,
    /// What a link calls it.
    pub source: Source,
    /// How many records.
    pub records: usize,
    /// The logged machine.
    pub machine: Machine,
    /// The Unix time of the log's time 0.
    pub unix_start: Option<i64>,
    /// The header's entries.
    pub header: Vec<(String, String)>,
    /// The whole log in numbers.
    pub statistics: Statistics,
    /// What is wrong with some of its lines: the first of these complaints.
    pub complaints: Vec<String>,
    /// How many complaints there were in all.
    pub complaint_count: u64,
    /// How many lines were left out because of them.
    pub left_out: u64,
    /// Time spent reading.
    pub milliseconds: f64,
}

/// A message of `value` and `buffer`, and the list of what changes hands with it.
pub fn pack<T: Serialize>(
    value: &T,
    buffer: Option<&ArrayBuffer>,
) -> Result<(Array, Array), JsValue> {
    let json = serde_json::to_string(value).map_err(|error| JsValue::from(error.to_string()))?;
    let value = JsValue::from(json);
    let buffer = buffer.map_or(JsValue::NULL, JsValue::from);
    let transferred = if buffer.is_null() {
        Array::new()
    } else {
        Array::of1(&buffer)
    };
    Ok((Array::of2(&value, &buffer), transferred))
}

/// Takes a message apart.
pub fn unpack<T: DeserializeOwned>(message: JsValue) -> Result<(T, Option<ArrayBuffer>), JsValue> {
    let message: Array = message.dyn_into()?;
    let json = message.get(0).as_string().unwrap_or_default();
    let value = serde_json::from_str(&json).map_err(|error| JsValue::from(error.to_string()))?;
    Ok((value, message.get(1).dyn_into().ok()))
}
