//! The parts of the table of queue policies.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ordered::Facts;
use super::{LsfTies, NamesOfJobs, Rule, Sizes};
use crate::availability::{CartsSr, ProcessorSet};
use crate::policy::usage::OwnerUsage;
use workload::Time;

/// The order of turns under a queue policy, and with it the settings that the policy reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnBy {
    /// The job that arrived first.
    Arrival,
    /// By the job's request.
    Request,
    /// Its size, at multiples of a period that no other policy reads, ties by a rule of their own.
    Size,
    Priority,
    /// Its priority, before that of running jobs too.
    Preemption,
    /// By the usage of its user or group.
    Share,
    /// By the value of a formula.
    Formula,
}

/// The jobs to which a queue policy promises a start, by the limits of running jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromisedTo {
    NoJob,
    /// To the head of the queue, anew at each pass.
    Head,
    /// To every job when it is submitted.
    All,
    /// To as many as a setting says, anew at each pass.
    Several,
}

/// The inputs from which queue policies are made. Inputs that none of a run's policies uses are
/// empty.
pub struct Inputs {
    /// How large their structures are.
    pub sizes: Sizes,
    /// Which of two jobs of the same size is first.
    pub ties: LsfTies,
    /// The rank of each job of the run: the lower, the more urgent.
    pub ranks: Arc<[i64]>,
    /// The owner of each job of the run, numbered from 0.
    pub owners: Arc<[u32]>,
    /// After this many seconds past usage counts half; with 0 it always counts in full.
    pub half_life: Time,
    /// The order and the promises of `ordered`.
    pub rule: Arc<Rule>,
    /// The names that its formulas read.
    pub names: Arc<NamesOfJobs>,
    /// The user and the group of each job of the run, each numbered from 0, for those.
    pub users_and_groups: [Arc<[u32]>; 2],
}

impl Inputs {
    /// What the formulas read, before any job has arrived.
    pub(super) fn facts(&self) -> Facts {
        let of = |owners: &Arc<[u32]>| OwnerUsage::new(owners.clone(), self.half_life);
        Facts::new(self.names.clone(), self.users_and_groups.each_ref().map(of))
    }
}

/// The table of queue policies: each row names the file that has the policy, and its value of the setting.
macro_rules! queue_policies {
    ($(
        $(#[$of_value:meta])*
        $Value:ident in $file:ident {
            key: $key:literal,
            name: $name:literal,
            label: $label:literal,
            about: $about:literal,
            tried: $tried:literal,
            turn_by: $turn_by:expr,
            promised_to: $promised_to:expr,
            made: $made:expr,
        }
    )+) => {
        $(mod $file;)+

        base::setting::setting! {
            /// The queue policies of a local scheduler.
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
            pub enum QueuePolicy {
                $(
                    $(#[$of_value])*
                    $Value {
                        key: $key,
                        name: $name,
                        label: $label,
                        about: $about,
                        tried: $tried,
                    }
                )+
            }
        }

        impl QueuePolicy {
            /// The order of its turns.
            pub const fn turn_by(self) -> TurnBy {
                match self {
                    $(Self::$Value => $turn_by,)+
                }
            }

            /// The jobs to which it promises a start.
            pub const fn promised_to(self) -> PromisedTo {
                match self {
                    $(Self::$Value => $promised_to,)+
                }
            }

            /// A fresh policy, with an empty memory.
            pub fn made(self, of: &Inputs) -> Box<dyn LocalPolicy + Send> {
                let made: fn(&Inputs) -> Box<dyn LocalPolicy + Send> = match self {
                    $(Self::$Value => $made,)+
                };
                made(of)
            }
        }
    };
}

/// Named processors over time: a batch job starts only on processors that are idle and not promised
/// before its limit.
pub struct Named<'a> {
    /// Free processors over time.
    pub slots: &'a mut CartsSr,
    /// The processors of the running jobs.
    pub of: &'a BTreeMap<u32, ProcessorSet>,
    /// The idle processors, less those of the jobs started in this pass.
    pub idle: ProcessorSet,
}

impl Named<'_> {
    /// The idle processors that are free throughout.
    pub fn idle_throughout(&self, from: Time, to: Time) -> ProcessorSet {
        let mut free = self.slots.free_throughout(from, to);
        free.keep(&self.idle);
        free
    }

    /// Takes the idle ones of lowest number that are free throughout. There must be enough.
    pub fn bind(&mut self, from: Time, to: Time, processors: u32) -> ProcessorSet {
        let bound = self.idle_throughout(from, to).lowest(processors);
        self.slots.reserve(from, to, &bound);
        self.idle.remove(&bound);
        bound
    }

    /// Reserves the ones of lowest number that are free throughout, idle now or not.
    pub fn reserve(&mut self, from: Time, to: Time, processors: u32) -> ProcessorSet {
        let bound = self.slots.free_throughout(from, to).lowest(processors);
        self.slots.reserve(from, to, &bound);
        bound
    }

    /// A running job loses its processors.
    pub fn free(&mut self, job: u32, now: Time, until: Time) {
        if let Some(bound) = self.of.get(&job) {
            self.slots.release(now, until, bound);
            self.idle.add(bound);
        }
    }

    /// It keeps them after all.
    pub fn take_back(&mut self, job: u32, now: Time, until: Time) {
        if let Some(bound) = self.of.get(&job) {
            self.slots.reserve(now, until, bound);
            self.idle.remove(bound);
        }
    }
}
