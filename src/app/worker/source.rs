//! Where workloads come from, kept so that a new worker can be given them again.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::{ArrayBuffer, Uint8Array};

use super::protocol::Request;
use crate::app::experiment::WorkloadKey;

/// Where a workload comes from.
#[derive(Clone)]
pub enum Source {
    /// The built-in sample.
    Sample,
    /// A file as it was dropped.
    File { name: String, bytes: Uint8Array },
}

impl Source {
    /// The request that gives this workload to a worker, and the bytes that go with it.
    pub fn request(&self, key: WorkloadKey) -> (Request, Option<ArrayBuffer>) {
        match self {
            Self::Sample => (Request::Sample { key }, None),
            Self::File { name, bytes } => {
                let name = name.clone();
                (
                    Request::Load { key, name },
                    Some(bytes.slice(0, bytes.length()).buffer()),
                )
            }
        }
    }
}

/// All workloads of this visit. Cheap to clone; the clones share.
#[derive(Clone, Default)]
pub struct Sources(Rc<RefCell<BTreeMap<WorkloadKey, Source>>>);

impl Sources {
    /// Keeps `source` and names it.
    pub fn keep(&self, source: Source) -> WorkloadKey {
        let mut sources = self.0.borrow_mut();
        let key = sources.last_key_value().map_or(0, |(key, _)| key + 1);
        sources.insert(key, source);
        key
    }

    /// Drops a source that turned out to be unreadable.
    pub fn drop(&self, key: WorkloadKey) {
        self.0.borrow_mut().remove(&key);
    }

    /// The source of that name.
    pub fn get(&self, key: WorkloadKey) -> Option<Source> {
        self.0.borrow().get(&key).cloned()
    }
}
