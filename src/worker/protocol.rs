//! Messages between the page and a worker.
//!
//! A message is a value of the browser's own, made and read by serde. Bytes in it are transferred
//! without being copied: a file on the way in, a run's columns on the way out.

use std::rc::Rc;

use js_sys::{Array, ArrayBuffer, Uint8Array};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::criteria::Report;
use crate::experiment::{Explanation, Run, Scenario, Watch, wire};
use crate::export::snapshot::FileMark;
use crate::page::contents::Contents;
use crate::page::history::WorkloadKey;
use crate::page::tasks::{Order, Wanted};
use crate::reproduce::{Findings, Plan};
use crate::workload::lublin::Lublin;
use crate::workload::replicate::Replication;
use crate::workload::table::{Mapping, Table};
use crate::workload::task_batch::generate::MadeUp as MadeUpTasks;
use crate::workload::workflow::generate::MadeUp;

/// A run's columns of more bytes go without a copy between, and are unpacked in slices: it takes more than a frame.
pub const LARGE: usize = 4_000_000;

/// Numbers the runs of one worker; a later run has a higher number.
pub type RunNumber = u32;

/// Bytes that are transferred with their message: the sender loses them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Buffer(#[serde(with = "serde_wasm_bindgen::preserve")] ArrayBuffer);

impl Buffer {
    /// The bytes. O(size).
    pub fn bytes(&self) -> Vec<u8> {
        Uint8Array::new(&self.0).to_vec()
    }

    /// The same, where they are.
    pub fn array(&self) -> Uint8Array {
        Uint8Array::new(&self.0)
    }

    /// A run as columns. O(size).
    pub fn of_run(run: &Run) -> Self {
        let (mut size, mut small) = (0, Vec::new());
        wire::encode_in_parts(run, &mut |part| {
            size += part.len();
            if size <= LARGE {
                small.extend_from_slice(part);
            }
        });
        if size <= LARGE {
            return small.as_slice().into();
        }
        drop(small);
        // Written again where they are sent from: there is no second copy of them.
        let all = Uint8Array::new_with_length(size as u32);
        let mut written = 0;
        wire::encode_in_parts(run, &mut |part| {
            let end = written + part.len() as u32;
            all.subarray(written, end).copy_from(part);
            written = end;
        });
        Self(all.buffer())
    }
}

/// Memory that another thread has written is read in parts.
impl wire::Source for Buffer {
    fn size(&self) -> usize {
        self.0.byte_length() as usize
    }

    fn fetch(&self, from: usize, into: &mut [u8]) {
        let length = into.len() as u32;
        Uint8Array::new_with_byte_offset_and_length(&self.0, from as u32, length).copy_to(into);
    }
}

impl From<ArrayBuffer> for Buffer {
    fn from(buffer: ArrayBuffer) -> Self {
        Self(buffer)
    }
}

impl From<&[u8]> for Buffer {
    fn from(bytes: &[u8]) -> Self {
        Self(Uint8Array::from(bytes).buffer())
    }
}

/// A request of the page to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Read a file, by a mapping of its columns if there is one, or the text that was `written` on the page, and
    /// keep it under `key`.
    Load { key: WorkloadKey, name: String, written: bool, bytes: Buffer, mapping: Option<Mapping> },
    /// Generate a workload by the Lublin-Feitelson model and keep it under `key`.
    Generate { key: WorkloadKey, model: Box<Lublin> },
    /// Make a workflow up and keep it under `key`.
    MakeWorkflow { key: WorkloadKey, made: MadeUp },
    /// Make a task batch up and keep it under `key`.
    MakeTasks { key: WorkloadKey, made: MadeUpTasks },
    /// Drop the data under `key`.
    Forget { key: WorkloadKey },
    /// Run `scenario`, on a replicate of the workload if one is named, in place of the run that is under way.
    Run {
        number: RunNumber,
        key: WorkloadKey,
        scenario: Box<Scenario>,
        wanted: Wanted,
        replicate: Option<(Replication, u32)>,
    },
    /// Return a question of a lesson, as JSON, as it is asked after this number of times.
    Ask { number: RunNumber, question: String, time: u32 },
    /// Return the runs that reproduce an item of a paper.
    Plan { number: RunNumber, key: WorkloadKey, order: Order },
    /// Conclude from the reports of a plan's runs, in its order.
    Conclude { number: RunNumber, key: WorkloadKey, order: Order, reports: Vec<Rc<Report>> },
    /// Run `scenario` again beside the run that is under way, and return the decision log of the
    /// watch.
    Explain { number: RunNumber, key: WorkloadKey, scenario: Box<Scenario>, watch: Watch },
    /// Stop the run that is under way.
    Cancel,
}

/// An answer of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// It is up and listens.
    Ready,
    /// It cannot be started, or does not understand a request, and is of no more use; why.
    /// `start-worker.js` sends it as well.
    Failed { why: String },
    /// A workload has been read or generated.
    Loaded { key: WorkloadKey, contents: Box<Contents> },
    /// The file is not a workload.
    Unreadable { key: WorkloadKey, why: String },
    /// The file is a table of jobs of no known format.
    UnknownTable {
        key: WorkloadKey,
        mark: FileMark,
        table: Box<Table>,
        /// The mapping that is proposed.
        guess: Mapping,
    },
    /// How far a run has come, 0 to 1.
    Progress {
        number: RunNumber,
        fraction: f64,
        /// Time spent in the run so far.
        milliseconds: f64,
    },
    /// A run is complete.
    Finished {
        number: RunNumber,
        report: Box<Report>,
        /// The run itself (`experiment::wire`), if it was asked for.
        columns: Option<Buffer>,
        /// Time spent in the run itself.
        milliseconds: f64,
    },
    /// A question of a lesson with its values and its answer, as JSON.
    Asked { number: RunNumber, question: String },
    /// The runs for an item of a paper.
    Planned { number: RunNumber, plan: Box<Plan> },
    /// The findings for an item of a paper.
    Concluded { number: RunNumber, findings: Box<Findings> },
    /// The decision log of a watched run.
    Explained { number: RunNumber, explanation: Box<Explanation> },
    /// The scenario cannot be run, or the item not be reproduced.
    Refused { number: RunNumber, why: String },
}

/// A value that can be sent.
pub trait Message: Serialize {
    /// The buffer that is transferred with it.
    fn buffer(&self) -> Option<&Buffer>;
}

impl Message for Request {
    fn buffer(&self) -> Option<&Buffer> {
        match self {
            Self::Load { bytes, .. } => Some(bytes),
            _ => None,
        }
    }
}

impl Message for Answer {
    fn buffer(&self) -> Option<&Buffer> {
        match self {
            Self::Finished { columns, .. } => columns.as_ref(),
            _ => None,
        }
    }
}

/// Whole numbers of 64 bits cross as `BigInt`: seeds and times beyond 2^53 keep every digit.
const SERIALIZER: Serializer = Serializer::new().serialize_large_number_types_as_bigints(true);

/// A message as a value of the browser, and the list of objects that are transferred with it.
///
/// # Errors
///
/// If a part of it has no value in the browser.
pub fn pack(message: &impl Message) -> Result<(JsValue, Array), JsValue> {
    let transferred = Array::new();
    if let Some(Buffer(buffer)) = message.buffer() {
        transferred.push(buffer);
    }
    Ok((message.serialize(&SERIALIZER)?, transferred))
}

/// Reads a message.
///
/// # Errors
///
/// If it is none.
pub fn unpack<T: DeserializeOwned>(message: JsValue) -> Result<T, JsValue> {
    Ok(serde_wasm_bindgen::from_value(message)?)
}
