//! A job as a scheduler is given it.

use super::{Logged, Time};

/// One parallel, rigid job of a selection: all values known, all times in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number that it has in the log.
    pub id: u32,
    /// When it is submitted.
    pub submit: Time,
    /// Size s: how many processors it needs, all at once. At least 1.
    pub processors: u32,
    /// Processing time p: how long it runs if nobody stops it. Schedulers do not look at it.
    pub run_time: Time,
    /// Processing time limit c: what schedulers plan with. At least 1.
    pub requested_time: Time,
    /// Whether a local system knows that limit: the log names it, or all jobs without one have the
    /// same, as the default of their queue. Otherwise it was made of the run time.
    pub limit_known: bool,
    /// How long it waited in the logged system, if the log says so.
    pub logged_wait: Option<Time>,
    /// Whether the log says how long it ran.
    pub run_time_known: bool,
    /// Whether the logged system stopped it at its limit; `None` where the log does not tell.
    pub killed_at_limit: Option<bool>,
    /// What it keeps of the log as it is: user, group, queue.
    pub logged: Logged,
    /// Set if the job asks for an advance reservation; a batch job otherwise.
    pub reservation: Option<ReservationRequest>,
}

impl Job {
    /// Whether it asks for an advance reservation.
    pub fn is_reservation(&self) -> bool {
        self.reservation.is_some()
    }

    /// Ready time r: of an advance reservation the earliest start it asks for, of a batch job its
    /// submission. Flow time counts from here.
    pub fn ready(&self) -> Time {
        self.reservation
            .map_or(self.submit, |request| request.ready)
    }

    /// The deadline of a reservation that was listed by itself.
    pub fn listed_deadline(&self) -> Option<Time> {
        let request = self.reservation.filter(|request| request.is_listed)?;
        Some(request.deadline)
    }
}

/// The window that an advance reservation asks for (Kurowski et al. 2011, Sect. 4.4.1), in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservationRequest {
    /// Ready time r: it must not start before.
    pub ready: Time,
    /// Deadline d: it should have ended by then.
    pub deadline: Time,
    /// Whether it takes less than it asks for.
    pub flexibility: Flexibility,
    /// Whether it was listed by itself, and not drawn: systems that have no setting for late
    /// reservations reject it rather than let it end after its deadline.
    pub is_listed: bool,
}

/// What a reservation takes if it cannot have all that it asks for: "best effort" reservations
/// (Kurowski et al. 2011, Sect. 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flexibility {
    /// Nothing less.
    #[default]
    Rigid,
    /// Fewer processors, down to so many ("per-slot best-effort"). At least 1, at most the size.
    Processors {
        /// The fewest.
        least: u32,
    },
    /// A shorter time, down to so much of its length ("per-time best-effort").
    Time {
        /// In percent, 1 to 100.
        least_percent: u32,
    },
}

impl Flexibility {
    /// The fewest processors that a reservation of this size takes, at least 1.
    pub fn least_of(self, size: u32) -> u32 {
        match self {
            Self::Processors { least } => least.clamp(1, size),
            Self::Rigid | Self::Time { .. } => size,
        }
    }
}
