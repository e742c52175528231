//! Requests: tasks of a batch, or the jobs of a log as tasks.

use super::Broker;
use crate::policy::broker::Wanted;
use workload::task_batch::{BatchTask, NODE_POINTS};
use workload::{Flexibility, Job, Logged, ReservationRequest, Time, UNKNOWN};

/// A task that is to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Its interval and load, in points of a node.
    pub wanted: Wanted,
    /// When a broker is given it.
    pub submit: Time,
    pub broker: u32,
    /// The cluster that it is confined to, by number.
    pub cluster: Option<u32>,
    /// Its user, by number.
    pub user: i64,
    /// When it is done, if it is let run: at the end of its interval or before.
    pub done: Time,
    /// Whether it is stopped there.
    pub killed: bool,
}

impl Request {
    /// A task of a batch.
    pub fn of_task(task: &BatchTask, place: usize, settings: &Broker) -> Self {
        Self {
            wanted: Wanted { start: task.start, end: task.end, load: task.load },
            submit: task.submit,
            broker: place as u32 % settings.brokers,
            cluster: task.cluster,
            user: task.user.map_or(UNKNOWN, i64::from),
            done: task.end,
            killed: false,
        }
    }

    /// A job of a log: it takes its processors of one node, for its requested time, from its ready time on; a
    /// batch job from when it becomes eligible, plus the lead of the settings. It is stopped at its limit.
    pub fn of_job(job: &Job, place: usize, settings: &Broker) -> Self {
        let start = match job.reservation {
            Some(request) => request.ready,
            None => job.eligible() + settings.lead,
        };
        Self {
            wanted: Wanted { start, end: start + job.requested_time.max(1), load: job.processors },
            submit: job.eligible(),
            broker: place as u32 % settings.brokers,
            cluster: None,
            user: job.logged.user,
            done: start + job.run_time.min(job.requested_time),
            killed: job.run_time > job.requested_time,
        }
    }
}

/// A task of a batch as the job of a run: it asks for its interval, and for as many of a node's 100
/// processors as its load has percent.
pub(super) fn job_of(task: &BatchTask, place: usize, number: Option<u32>) -> Job {
    debug_assert!(task.load <= NODE_POINTS);
    Job {
        id: number.map_or(place as u64 + 1, u64::from),
        submit: task.submit,
        processors: task.load,
        run_time: task.end - task.start,
        requested_time: task.end - task.start,
        logged: Logged { user: task.user.map_or(UNKNOWN, i64::from), ..Logged::UNKNOWN },
        reservation: Some(ReservationRequest {
            ready: task.start,
            deadline: task.end,
            flexibility: Flexibility::Rigid,
            is_listed: false,
        }),
        ..Job::default()
    }
}
