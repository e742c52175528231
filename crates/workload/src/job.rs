//! A job as a scheduler is given it.

use super::{Logged, Time};

/// One parallel, rigid job of a selection: all values known, all times in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number that it has in the log.
    pub id: u64,
    /// Its place among the records of the log.
    pub place: u32,
    /// When it is submitted: in a run a job that waits for another one to end is submitted when the run says so.
    pub submit: Time,
    /// How many seconds after its submission it becomes eligible: no scheduler knows it before. 0 for most jobs.
    pub eligible_after: u32,
    /// The job that has to end before it is submitted, if dependencies are honoured.
    pub predecessor: Option<Predecessor>,
    /// Size s: how many processors it needs, all at once. At least 1.
    pub processors: u32,
    /// Processing time p: its run time unless it is killed. Schedulers do not read it.
    pub run_time: Time,
    /// Processing time limit c: the time with which schedulers plan. At least 1.
    pub requested_time: Time,
    /// Whether a local system knows that limit: the log names it, or all jobs without one have the
    /// same, as the default of their queue. Otherwise it was made of the run time.
    pub limit_known: bool,
    /// Whether the log says that it has no limit: `requested_time` is then above every time of a log.
    pub is_unlimited: bool,
    /// How long it waited in the logged system, if the log says so.
    pub logged_wait: Option<Time>,
    /// How many processors the logged system gave it; 0 if the log does not say.
    pub allocated: u32,
    /// How many seconds the logged system kept it suspended after its start.
    pub suspended: u32,
    /// Whether the log says how long it ran.
    pub run_time_known: bool,
    /// Whether the logged system stopped it at its limit; `None` where the log does not tell.
    pub killed_at_limit: Option<bool>,
    /// Of a part of a heterogeneous job the number of the whole; 0 for other jobs. Parts have their submission in common.
    pub heterogeneous: u32,
    /// What it keeps of the log as it is: user, group, queue and so on.
    pub logged: Logged,
    /// Set if the job asks for an advance reservation; a batch job otherwise.
    pub reservation: Option<ReservationRequest>,
}

/// The job that another one waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predecessor {
    /// Its index among the jobs of the run.
    pub job: u32,
    /// How many seconds after its end the other one is submitted.
    pub think_time: u32,
}

impl Default for Job {
    /// A batch job of one processor that takes no time, submitted at 0.
    fn default() -> Self {
        Self {
            id: 0,
            place: 0,
            submit: 0,
            eligible_after: 0,
            predecessor: None,
            processors: 1,
            run_time: 0,
            requested_time: 1,
            limit_known: true,
            is_unlimited: false,
            logged_wait: None,
            allocated: 0,
            suspended: 0,
            run_time_known: true,
            killed_at_limit: None,
            heterogeneous: 0,
            logged: Logged::UNKNOWN,
            reservation: None,
        }
    }
}

impl Job {
    /// When it becomes eligible: a scheduler knows it from then on.
    pub fn eligible(&self) -> Time {
        self.submit + Time::from(self.eligible_after)
    }

    /// The limit with which plans count: [`Time::MAX`] if it has none.
    pub fn limit(&self) -> Time {
        if self.is_unlimited { Time::MAX } else { self.requested_time }
    }

    /// Whether it asks for an advance reservation.
    pub fn is_reservation(&self) -> bool {
        self.reservation.is_some()
    }

    /// Ready time r: of an advance reservation the earliest start it asks for, of a batch job when it becomes
    /// eligible. Wait and flow time count from here.
    pub fn ready(&self) -> Time {
        self.reservation.map_or_else(|| self.eligible(), |request| request.ready)
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

/// The least that a reservation takes if its full request cannot be met: "best effort" reservations
/// (Kurowski et al. 2011, Sect. 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flexibility {
    /// It takes no less.
    #[default]
    Rigid,
    /// Fewer processors, down to this number ("per-slot best-effort"). At least 1, at most the
    /// size.
    Processors {
        /// The fewest.
        least: u32,
    },
    /// A shorter time, down to this part of its length ("per-time best-effort").
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
