//! What managers above providers know, and what they have asked for, at one moment.

use serde::{Deserialize, Serialize};

use crate::engine::decisions::{Moment, Share};
use workload::Time;

/// What managers above providers know and have asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Managed {
    /// The free processors of each provider from the moment on, in their order. Empty where jobs share slots: how much of
    /// a slot is free is then no number of processors.
    pub free: Vec<Vec<FreeFrom>>,
    /// What managers believe to be free, where that is not so.
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
    /// What was told of a moment, if there are several managers.
    pub fn of(moment: &Moment) -> Option<Self> {
        moment.own.as_ref()?.read()
    }
}

/// How many processors are free from a time on, until the next entry's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeFrom {
    /// From when.
    pub from: Time,
    /// How many.
    pub free: u32,
}

/// What a manager believes to be free at a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belief {
    /// The manager, by its number in the tree.
    pub manager: u32,
    /// Index of the provider.
    pub provider: u32,
    /// What it believes.
    pub free: Vec<FreeFrom>,
}

/// What a manager asks providers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestKind {
    /// Whether they have room then.
    Inquiry,
    /// That they take the job then.
    Reserve,
}

/// What a provider was asked, and whether it agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// Of which provider how many.
    pub share: Share,
    /// Whether it has them then.
    pub agrees: bool,
    /// How many it has then instead.
    pub has: Option<u32>,
}

/// A request of a manager, and what the providers answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// From when on.
    pub start: Time,
    /// The providers that it asks.
    pub asked: Vec<Inquiry>,
    /// When the one that declined could have the job, if one alone was asked.
    pub instead: Option<Time>,
}

impl Request {
    /// Whether all agreed.
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
    /// What it asks for.
    pub kind: RequestKind,
    /// The request.
    pub request: Request,
}
