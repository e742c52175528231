//! The knowledge and the requests of managers above providers, at one moment.

use serde::{Deserialize, Serialize};

use crate::engine::decisions::{Moment, Share};
use workload::Time;

/// The knowledge and the requests of managers above providers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Managed {
    /// The free processors of each provider from the moment on, in their order. Empty where jobs share slots: how much of
    /// a slot is free is then no number of processors.
    pub free: Vec<Vec<FreeFrom>>,
    /// Free processors as managers believe them to be, where the belief differs from the true
    /// state.
    pub beliefs: Vec<Belief>,
    /// How much more the jobs of each provider have consumed at others than it has supplied to others, in processor
    /// seconds. Of a job that is not done its limit counts.
    pub balances: Vec<i64>,
    /// The last requests up to the moment, in order.
    pub requests: Vec<RequestAt>,
    /// How many there were before these.
    pub earlier_requests: u64,
}

impl Managed {
    /// The record of a moment, if there are several managers.
    pub fn of(moment: &Moment) -> Option<Self> {
        moment.own.as_ref()?.read()
    }
}

/// How many processors are free from a time on, until the next entry's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeFrom {
    pub from: Time,
    pub free: u32,
}

/// A manager's belief about the free processors of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belief {
    /// The manager, by its number in the tree.
    pub manager: u32,
    /// Index of the provider.
    pub provider: u32,
    /// The free processors that it believes in.
    pub free: Vec<FreeFrom>,
}

/// The kind of a request to providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestKind {
    /// Whether they have room then.
    Inquiry,
    /// That they take the job then.
    Reserve,
}

/// The question to a provider, and whether it agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// The provider and the number of processors.
    pub share: Share,
    /// Whether it has them then.
    pub agrees: bool,
    /// How many it has then instead.
    pub has: Option<u32>,
}

/// A request of a manager, with the answers of the providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub start: Time,
    /// The providers that it asks.
    pub asked: Vec<Inquiry>,
    /// When the one that declined could have the job, if one alone was asked.
    pub instead: Option<Time>,
}

impl Request {
    pub fn is_agreed(&self) -> bool {
        self.asked.iter().all(|it| it.agrees)
    }
}

/// A request, when it was answered, which manager made it and for which job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestAt {
    /// When the providers decided.
    pub time: Time,
    /// The manager, by its number in the tree.
    pub manager: u32,
    /// Index of the job.
    pub job: u32,
    pub kind: RequestKind,
    pub request: Request,
}
