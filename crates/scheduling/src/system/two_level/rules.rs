//! How a provider's local system treats reservations: Kurowski et al. 2011, Table 1.

use workload::Time;

use super::{Binding, Local, LocalSystem, LsfReservations, Slots};

/// The rules that a local scheduler keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// "Granularity of AR time slot": a reservation begins and ends at multiples of it, in seconds;
    /// the requested interval is rounded outward.
    pub granularity: Time,
    /// "Behavior of active tasks on AR end": the job is killed this long before the end, in
    /// seconds.
    pub killed_before_end: Time,
    /// Whether that job is suspended instead, and goes on as a batch job ("if AR is open tasks are
    /// suspended").
    pub open: bool,
    /// "Dynamic binding": when a reservation gets its processors.
    pub binding: Binding,
    /// How running batch jobs and reservations affect each other.
    pub batch_jobs: BatchJobs,
}

/// "Impact of AR on non-AR running tasks", "on non-AR waiting", and "of non-AR tasks on creation of
/// AR".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchJobs {
    /// A batch job counts until its limit: no reservation is created in its way, and it starts only
    /// if its limit ends before a reservation begins. A job without a limit has one that the
    /// selection filled in.
    CountUntilLimit,
    /// The same, but a job has no limit if the log names none and there is no default of its queue
    /// ("wall-clock task runtime limits (queue default if not specified)", Sect. 3.1): no reservation
    /// is created on its processors, and it starts only on processors without a reservation, however
    /// far ahead.
    CountForEverWithoutLimit,
    /// A batch job does not count. It waits only if there are no free processors, and is suspended
    /// while a reservation uses some of its own.
    GiveWay,
}

impl Rules {
    /// The rules of the provider at `index`.
    pub fn of(local: &Local, index: usize) -> Self {
        let seconds = Self {
            granularity: 1,
            killed_before_end: 0,
            open: false,
            binding: Binding::Static,
            batch_jobs: BatchJobs::CountUntilLimit,
        };
        match local.system_of(index) {
            LocalSystem::Model => Self {
                granularity: match local.slots {
                    Slots::Variable => 1,
                    Slots::Fixed(length) => length,
                },
                binding: local.binding,
                ..seconds
            },
            // "it is not possible to reserve resources from 12th till 18th minute (instead, a
            // reservation from 10th till 20th minute will be set)" (Sect. 3.1).
            LocalSystem::PlatformLsf => Self {
                granularity: 600,
                open: local.platform_lsf_reservations == LsfReservations::Open,
                batch_jobs: BatchJobs::GiveWay,
                ..seconds
            },
            // "Required resource are limits of AR queue": a count, not concrete nodes.
            LocalSystem::PbsPro => Self { binding: Binding::Dynamic, ..seconds },
            LocalSystem::Maui => seconds,
            LocalSystem::Sge => {
                Self { killed_before_end: local.sge_notice, batch_jobs: BatchJobs::CountForEverWithoutLimit, ..seconds }
            }
        }
    }

    /// The last multiple of the granularity at or before `time`.
    pub fn round_down(&self, time: Time) -> Time {
        time - time.rem_euclid(self.granularity)
    }

    /// The first multiple of the granularity at or after `time`; the end of time stays.
    pub fn round_up(&self, time: Time) -> Time {
        match time.rem_euclid(self.granularity) {
            0 => time,
            over => time.saturating_add(self.granularity - over),
        }
    }
}
