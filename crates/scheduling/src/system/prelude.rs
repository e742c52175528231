//! What nearly every system is made of: jobs, the schedule of a run, what is decided, and the words for it.

pub(super) use super::speaker::{Sentence, Speaker};
pub(super) use super::{Changed, Input, Simulated, Simulation, Surroundings};
pub(super) use crate::engine::decisions::{
    Claim, Claimant, Decision, Explanation, Moment, Own, Reason, Rejection, Watch,
};
pub(super) use crate::engine::{Bar, Cause, NEVER, Outcome, Run, Schedule, Standing, Status};
pub(super) use crate::policy::formula::Formula;
pub(super) use base::ordering::sort_by_key;
pub(super) use workload::{Job, Time};
