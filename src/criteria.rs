//! The criteria of a schedule: Kurowski et al. 2011, Sect. 4.3, and the field's usual ones.

use serde::{Deserialize, Serialize};

/// The criteria of a run. Times are seconds; means are over the jobs that ran; 0 where there are
/// none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Jobs taken from the workload, the rejected ones among them.
    pub jobs: usize,
    /// Mean resource utilization U (eq. 4): the mean over providers of processor seconds used over
    /// processor seconds there were from the first submission to the last completion. 0 to 1.
    pub mean_utilization: f64,
    /// Mean flow time F (eq. 2).
    pub mean_flow_time: f64,
    /// Mean tardiness D of the reservations (eq. 3).
    pub mean_tardiness: f64,
    /// Mean waiting time: start less ready time.
    pub mean_waiting_time: f64,
    /// Mean bounded slowdown, threshold 10 s (Feitelson 2001).
    pub mean_bounded_slowdown: f64,
    /// From the first submission to the last completion.
    pub makespan: i64,
    /// Jobs that never ran.
    pub rejected: usize,
    /// Jobs stopped at their limit.
    pub killed: usize,
    /// The same of the batch jobs alone.
    pub batch: KindReport,
    /// The same of the reservations alone.
    pub reservations: KindReport,
    /// The same of each provider alone, in platform order.
    pub providers: Vec<ProviderReport>,
}

/// Criteria of the batch jobs, or of the reservations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KindReport {
    /// How many, the rejected ones among them.
    pub jobs: usize,
    /// Mean flow time.
    pub mean_flow_time: f64,
    /// Mean waiting time.
    pub mean_waiting_time: f64,
    /// Mean bounded slowdown.
    pub mean_bounded_slowdown: f64,
    /// How many never ran.
    pub rejected: usize,
    /// How many were stopped at their limit.
    pub killed: usize,
}

/// Criteria of one provider's jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProviderReport {
    /// Its processors.
    pub processors: u32,
    /// Jobs sent to it.
    pub jobs: usize,
    /// Utilization U_l over the run's span.
    pub utilization: f64,
    /// Mean flow time of its jobs.
    pub mean_flow_time: f64,
    /// Mean tardiness of its reservations.
    pub mean_tardiness: f64,
    /// Mean waiting time of its jobs.
    pub mean_waiting_time: f64,
    /// Mean bounded slowdown of its jobs.
    pub mean_bounded_slowdown: f64,
    /// From the run's first submission to its own last completion.
    pub makespan: i64,
    /// Its jobs that were stopped at their limit.
    pub killed: usize,
}
