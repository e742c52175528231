//! Where and when each job of a run was.

use workload::Time;

/// A time that never came: the start of a job that was rejected.
pub const NEVER: Time = -1;

/// How long a unit of a run's times is: a second in logs, a thousandth where times have fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick(u32);

impl Tick {
    /// A second.
    pub const SECOND: Self = Self(1);
    /// A thousandth of a second.
    pub const MILLISECOND: Self = Self(1000);

    /// The tick of which `per_second` make a second; `None` for 0.
    pub fn of(per_second: u32) -> Option<Self> {
        (per_second > 0).then_some(Self(per_second))
    }

    /// How many make a second.
    pub const fn per_second(self) -> u32 {
        self.0
    }

    /// A number of ticks in seconds.
    pub fn seconds(self, ticks: Time) -> f64 {
        self.in_seconds(ticks as f64)
    }

    /// A fractional number of ticks in seconds.
    pub fn in_seconds(self, ticks: f64) -> f64 {
        ticks / f64::from(self.0)
    }

    /// A number of seconds in ticks, rounded to the nearest.
    pub fn ticks(self, seconds: f64) -> Time {
        (seconds * f64::from(self.0)).round() as Time
    }
}

impl Default for Tick {
    fn default() -> Self {
        Self::SECOND
    }
}

/// Below how long a run a short wait does not count as a large slowdown, in seconds: a job that ran for less
/// counts with this run time (bounded slowdown, Feitelson 2001).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowdownThreshold(Time);

impl SlowdownThreshold {
    /// The field's usual one: 10 s.
    pub const USUAL: Time = 10;

    /// A threshold of this many seconds, at least one.
    pub fn of(seconds: Time) -> Self {
        Self(seconds.max(1))
    }

    /// In seconds.
    pub const fn seconds(self) -> Time {
        self.0
    }
}

impl Default for SlowdownThreshold {
    fn default() -> Self {
        Self(Self::USUAL)
    }
}

/// The schedule of one run. Every system that schedules logs produces this type.
///
/// `outcomes` stands parallel to the jobs that were scheduled; `bars` in order of start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The outcome of each job, in the order of the jobs.
    pub outcomes: Vec<Outcome>,
    /// The rectangles of the Gantt chart, in order of their start.
    pub bars: Vec<Bar>,
    /// The stints before the last one of jobs that were interrupted, by job, then in order.
    pub earlier: Vec<Stint>,
}

impl Schedule {
    /// The bars of one job: its processor ranges in increasing order; of a job that was
    /// interrupted those of its last stint. O(1).
    pub fn bars_of(&self, job: usize) -> &[Bar] {
        let outcome = &self.outcomes[job];
        self.bars_from(outcome.first_bar, outcome.bar_count)
    }

    /// The stints of one job before its last, in order: none unless it was interrupted. O(log n).
    pub fn earlier_stints(&self, job: usize) -> &[Stint] {
        let first = self.earlier.partition_point(|it| (it.job as usize) < job);
        let count = self.earlier[first..].partition_point(|it| it.job as usize == job);
        &self.earlier[first..first + count]
    }

    /// The bars of one stint: its processor ranges in increasing order.
    pub fn bars_of_stint(&self, stint: &Stint) -> &[Bar] {
        self.bars_from(stint.first_bar, stint.bar_count)
    }

    fn bars_from(&self, first: u32, count: u32) -> &[Bar] {
        &self.bars[first as usize..(first + count) as usize]
    }
}

/// A stretch of a job on its processors that was cut short: preempted or suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stint {
    /// Index of the job.
    pub job: u32,
    /// Index of its first bar in [`Schedule::bars`].
    pub first_bar: u32,
    pub bar_count: u32,
    /// Until when its processors were promised to it; [`NEVER`] where no calendar counts it.
    pub held_until: Time,
    /// Whether the job was suspended, keeping the processors that no reservation takes; otherwise
    /// it was preempted.
    pub suspended: bool,
}

/// The outcome of one job. Times are seconds; [`NEVER`] where the event did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Index of the provider that it was sent to; 0 for a rejected job.
    pub provider: u32,
    /// How many processors it was given: its size, unless it is a reservation that takes fewer.
    pub processors: u32,
    /// When its provider was chosen: of an advance reservation, when it was booked.
    pub allocated: Time,
    /// When the reservation begins as it was booked; of a batch job the same as `start`.
    pub promised_start: Time,
    /// When the reservation ends as it was booked, without the time added by slots of a fixed
    /// length; of a batch job [`NEVER`].
    pub promised_end: Time,
    /// Start time S: of a job that was interrupted its first start.
    pub start: Time,
    /// When the job itself ended, done or killed.
    pub end: Time,
    /// How long it ran, without interruptions and without lost work.
    pub ran: Time,
    /// How long it ran in vain: until it was preempted, when it began anew afterwards.
    pub lost: Time,
    /// How often it was preempted or suspended.
    pub interruptions: u32,
    /// From when its processors are promised to it: a reservation's interval as it was booked, which
    /// slots of a fixed length widen, or the last start of a batch job.
    pub held_from: Time,
    /// Until when they are promised: a batch job's limit. [`NEVER`] where no calendar counts it.
    pub held_until: Time,
    /// When its processors became free: after `end` for a reservation held to its own end.
    pub released: Time,
    /// End time C, as the scenario's `completion` reads it. Flow time and tardiness count to here.
    pub completion: Time,
    /// Index of its first bar in [`Schedule::bars`].
    pub first_bar: u32,
    pub bar_count: u32,
}

impl Outcome {
    /// The outcome of a job that has not arrived yet: rejected, unless a provider takes it.
    pub const UNSEEN: Self = Self {
        status: Status::Rejected,
        provider: 0,
        processors: 0,
        allocated: NEVER,
        promised_start: NEVER,
        promised_end: NEVER,
        start: NEVER,
        end: NEVER,
        ran: 0,
        lost: 0,
        interruptions: 0,
        held_from: NEVER,
        held_until: NEVER,
        released: NEVER,
        completion: NEVER,
        first_bar: 0,
        bar_count: 0,
    };

    /// From when until when its provider is taken for it: as it was booked, or as it ran if it was not booked; `None`
    /// if it never ran.
    pub fn taken(&self) -> Option<(Time, Time)> {
        match (self.start, self.promised_end) {
            (NEVER, _) => None,
            (start, NEVER) => Some((start, self.end)),
            (_, end) => Some((self.promised_start, end)),
        }
    }
}

impl Outcome {
    pub(super) fn times_mut(&mut self) -> [&mut Time; 11] {
        [
            &mut self.allocated,
            &mut self.promised_start,
            &mut self.promised_end,
            &mut self.start,
            &mut self.end,
            &mut self.ran,
            &mut self.lost,
            &mut self.held_from,
            &mut self.held_until,
            &mut self.released,
            &mut self.completion,
        ]
    }
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// It ran to its own end.
    Done = 0,
    /// It reached its processing time limit, or its reservation's end, and was stopped.
    Killed = 1,
    /// No provider is large enough, or no window before its deadline: it never ran.
    Rejected = 2,
}

impl Status {
    /// The word used in reports and tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Killed => "killed",
            Self::Rejected => "rejected",
        }
    }
}

/// One rectangle of a Gantt chart: neighbouring processors of one provider, held for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Index of the job, in the jobs and in [`Schedule::outcomes`].
    pub job: u32,
    /// Index of the provider.
    pub provider: u32,
    /// Lowest processor, counted from 0 within the provider.
    pub first_processor: u32,
    /// Highest processor, inclusive.
    pub last_processor: u32,
    /// From when the processors are held.
    pub start: Time,
    /// Until when they are held.
    pub end: Time,
}
