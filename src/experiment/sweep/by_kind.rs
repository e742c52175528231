//! What sweeps tell beside U, F and D: flow time by kind of job, and how many jobs never ran.

use crate::criteria::{KindReport, Report};

/// A figure beside the three criteria. A run has it among [`super::Figures::measures`], by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByKind {
    /// F of the batch jobs; none where no batch job ran.
    BatchFlowTime,
    /// F of the reservations; none where no reservation ran.
    ReservationFlowTime,
    /// How many jobs never ran.
    Rejected,
}

impl ByKind {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 3] = [
        Self::BatchFlowTime,
        Self::ReservationFlowTime,
        Self::Rejected,
    ];

    /// Its path in a report, which is its name in tables.
    pub fn key(self) -> &'static str {
        match self {
            Self::BatchFlowTime => "batch.mean_flow_time",
            Self::ReservationFlowTime => "reservations.mean_flow_time",
            Self::Rejected => "rejected",
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::BatchFlowTime => "mean F of batch jobs",
            Self::ReservationFlowTime => "mean F of reservations",
            Self::Rejected => "rejected jobs",
        }
    }

    /// Its value in a report; none where no job of that kind ran.
    pub fn of(self, report: &Report) -> Option<f64> {
        let flow_time = |kind: &KindReport| {
            let ran = kind.jobs > kind.rejected;
            ran.then_some(kind.mean_flow_time)
        };
        match self {
            Self::BatchFlowTime => flow_time(&report.batch),
            Self::ReservationFlowTime => flow_time(&report.reservations),
            Self::Rejected => Some(report.rejected as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_which_no_job_ran_has_no_flow_time() {
        let kind = |jobs, rejected, mean_flow_time| KindReport {
            jobs,
            rejected,
            mean_flow_time,
            ..KindReport::default()
        };
        let report = Report {
            rejected: 3,
            batch: kind(4, 1, 50.0),
            reservations: kind(2, 2, 0.0),
            ..Report::default()
        };
        let values = ByKind::ALL.map(|it| it.of(&report));
        assert_eq!(values, [Some(50.0), None, Some(3.0)]);
    }
}
