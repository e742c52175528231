//! What the table of queue policies consists of.

use std::sync::Arc;

use super::{LsfTies, Sizes};
use workload::Time;

/// Whose turn it is under a queue policy, and with that which settings it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnBy {
    /// The job that arrived first.
    Arrival,
    /// What a job asks for.
    Request,
    /// Its size, at multiples of a period that no other policy reads, ties by a rule of their own.
    Size,
    /// Its priority.
    Priority,
    /// Its priority, before that of running jobs too.
    Preemption,
    /// What its user or group has used.
    Share,
}

/// To whom a queue policy promises a start, by the limits of running jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromisedTo {
    /// To no job.
    NoJob,
    /// To the head of the queue, anew at each pass.
    Head,
    /// To every job when it is submitted.
    All,
}

/// What queue policies are made of. What none of a run's policies goes by is empty.
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
            /// Whose turn it is.
            pub const fn turn_by(self) -> TurnBy {
                match self {
                    $(Self::$Value => $turn_by,)+
                }
            }

            /// To whom it promises a start.
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
