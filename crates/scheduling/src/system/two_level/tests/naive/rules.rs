//! Table 1 of Kurowski et al. 2011 once more, a line for each property that a schedule shows.

use crate::system::two_level::*;
use workload::{Job, Time};

/// The rules of a provider's local system.
#[derive(Clone, Copy)]
pub struct Habits {
    /// Promises begin and end at multiples of this many seconds.
    slot: Time,
    /// A reservation's job is killed this long before the reservation's end.
    pub killed_early: Time,
    /// That job is suspended instead.
    pub open: bool,
    /// Reservations, and batch jobs if they count, are bound to processors when they are promised.
    pub names_processors: bool,
    /// Running batch jobs stand in the way of reservations, and reservations in theirs.
    pub batch_jobs_count: bool,
    /// A batch job of which the log names no limit has none; elsewhere only one of which it says so.
    pub may_be_unlimited: bool,
}

impl Habits {
    pub fn of(local: &Local, provider: usize) -> Self {
        let last = local.systems.last();
        let system = local.systems.get(provider).or(last);
        let plain = Self {
            slot: 1,
            killed_early: 0,
            open: false,
            names_processors: false,
            batch_jobs_count: true,
            may_be_unlimited: false,
        };
        let named = Self { names_processors: true, ..plain };
        match system {
            None | Some(LocalSystem::Model) => Self {
                slot: match local.slots {
                    Slots::Variable => 1,
                    Slots::Fixed(length) => length,
                },
                names_processors: local.binding == Binding::Static,
                ..plain
            },
            Some(LocalSystem::PbsPro) => plain,
            Some(LocalSystem::Maui) => named,
            Some(LocalSystem::Sge) => Self { killed_early: local.sge_notice, may_be_unlimited: true, ..named },
            Some(LocalSystem::PlatformLsf) => Self {
                slot: 600,
                open: local.platform_lsf_reservations == LsfReservations::Open,
                batch_jobs_count: false,
                ..named
            },
        }
    }

    /// The start of the slot that holds this time.
    pub fn down(&self, time: Time) -> Time {
        time.div_euclid(self.slot) * self.slot
    }

    /// The end of the last slot that begins before this time.
    pub fn up(&self, time: Time) -> Time {
        match time {
            Time::MAX => Time::MAX,
            _ => (time + self.slot - 1).div_euclid(self.slot) * self.slot,
        }
    }

    /// A batch job's limit; `None` if it has none here.
    pub fn limit(&self, job: &Job) -> Option<Time> {
        let is_known = job.limit_known || !self.may_be_unlimited;
        (is_known && !job.is_unlimited).then_some(job.requested_time)
    }
}
