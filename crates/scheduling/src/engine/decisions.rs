//! The decision log: the decisions about a job, step by step, and why it waited.
//!
//! The terms are those of any system that starts jobs on counted processors. Decisions of a single system
//! are [`Own`]: nothing here knows their contents. To keep a log, a run is watched, with a watch set
//! before it on one job or on one moment. Runs are deterministic, so the same scenario can be run again,
//! with a watch, to explain it, and no other run pays for it.

use std::collections::VecDeque;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Cause;
use crate::policy::order_values::{OrderValues, Precedence};
use base::ordering::sort_by_key;
use workload::Time;

/// The subject of a decision log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watch {
    /// One job, by its index in the run, until it is done.
    Job(u32),
    /// Every job and provider at the last decision at or before this time, in seconds.
    Moment(Time),
}

/// The decision log of a watched run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// Its subject.
    pub watch: Watch,
    /// The decisions in order: of a watched job all of them, of a watched moment those made then.
    pub entries: Vec<Entry>,
    /// How many entries were left out in the middle, where the log is longer than it may be.
    pub left_out: u64,
    /// The state at the watched moment.
    pub moment: Option<Moment>,
    /// What kept a watched job from nodes, from each time on at which that changed, where a system has nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hindrances: Vec<(Time, Option<Hindrance>)>,
}

/// A decision, or as many as were the same in a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// When it was made first, in seconds.
    pub first: Time,
    pub last: Time,
    /// How often.
    pub count: u32,
    /// Index of the job that it is about.
    pub job: u32,
    /// Index of the provider that made it, or that it is about; `None` above the providers.
    pub provider: Option<u32>,
    pub decision: Decision,
}

/// A decision about a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Decision {
    /// It came in.
    Submitted,
    /// It was sent to a provider's queue; the providers compared.
    Sent(Vec<Candidate>),
    /// It was promised its processors, as an advance reservation.
    Booked {
        start: Time,
        /// Until when.
        end: Time,
        processors: u32,
        /// The offers of all providers that can serve it.
        offers: Vec<Candidate>,
        /// Which provider has how many of them, if several serve it together.
        shares: Vec<Share>,
    },
    /// No provider takes it.
    Rejected(Rejection),
    Waits(Waits),
    /// It got its processors.
    Started {
        processors: u32,
        /// Until when it may keep them; [`Time::MAX`] if it has no limit.
        until: Time,
        /// Whether it had been interrupted before.
        again: bool,
        /// The jobs that it overtakes, if any.
        overtaking: Option<Overtaking>,
        /// Which provider has how many of them, if several serve it together.
        shares: Vec<Share>,
    },
    /// It reached its limit, or its reservation's end, and was stopped.
    Killed,
    /// It ran to its own end.
    Done,
    /// Its processors were held after its end, and are free now.
    Released,
    /// A decision of one system only.
    Own(Own),
}

impl Decision {
    /// Whether an entry may stand for both: they are equal, but for the values of an order, which may change with time.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Waits(one), Self::Waits(other)) => one.is_like(other),
            _ => self == other,
        }
    }

    /// The system's own decision or reason, if it is of that type.
    pub fn own<T: DeserializeOwned>(&self) -> Option<T> {
        match self {
            Self::Own(own) | Self::Rejected(Rejection::Own(own)) => own.read(),
            Self::Waits(waits) => waits.reason.own(),
            _ => None,
        }
    }
}

/// Processors of one of several providers that serve a job together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Index of the provider.
    pub provider: u32,
    pub processors: u32,
}

/// A provider that a job might go to, as it was when that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Index of the provider.
    pub provider: u32,
    pub taken: bool,
    /// Jobs of the same kind that wait there.
    pub waiting: u32,
    /// Processors that are free there at that time.
    pub free: u32,
    /// The start that it offers, if it was asked for one.
    pub start: Option<Time>,
}

/// Why no provider takes a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rejection {
    /// It needs more processors than any provider that may take it has.
    TooLarge { needs: u32, most: u32 },
    /// No provider has an interval that ends in time.
    NoInterval {
        /// By when it had to end.
        deadline: Time,
    },
    /// It asks for no time at all.
    NoLength {
        /// The length that it asks for, in seconds: 0 or less.
        length: Time,
    },
    /// Its earliest start lies before its submission.
    ReadyBeforeSubmission {
        /// That start.
        ready: Time,
    },
    /// It cannot end by the horizon of bookings.
    BeyondHorizon {
        /// When it would end at the earliest.
        end: Time,
        horizon: Time,
    },
    /// For a reason that only its system has.
    Own(Own),
}

impl Rejection {
    /// What a report counts it as; `None` for a reason that only its system has.
    pub const fn cause(&self) -> Option<Cause> {
        match self {
            Self::TooLarge { .. } => Some(Cause::TooLarge),
            Self::NoInterval { .. } => Some(Cause::NoInterval),
            Self::NoLength { .. } => Some(Cause::NoLength),
            Self::ReadyBeforeSubmission { .. } => Some(Cause::ReadyBeforeSubmission),
            Self::BeyondHorizon { .. } => Some(Cause::BeyondHorizon),
            Self::Own(_) => None,
        }
    }
}

/// The most entries of a list of candidates.
pub const MOST_CANDIDATES: usize = 24;

/// The most entries of a log: half of them the first, half the last.
pub const MOST_ENTRIES: usize = 400;

/// Decisions in order. Equal ones in a row are one entry; of a list that grows too long the middle is
/// left out and counted.
#[derive(Clone, Debug, Default)]
pub struct Log {
    first: Vec<Entry>,
    last: VecDeque<Entry>,
    left_out: u64,
}

impl Log {
    /// An empty log.
    pub fn new() -> Self {
        Self::default()
    }

    /// Something was decided of a job at `now`. O(size of the decision).
    pub fn tell(&mut self, now: Time, job: u32, provider: Option<u32>, decision: Decision) {
        let latest = self.last.back_mut().or(self.first.last_mut());
        if let Some(latest) = latest
            && (latest.job, latest.provider) == (job, provider)
            && latest.decision.is_like(&decision)
        {
            latest.last = now;
            latest.count += 1;
            return;
        }
        let entry = Entry { first: now, last: now, count: 1, job, provider, decision };
        if self.first.len() < MOST_ENTRIES / 2 {
            return self.first.push(entry);
        }
        if self.last.len() == MOST_ENTRIES / 2 {
            self.last.pop_front();
            self.left_out += 1;
        }
        self.last.push_back(entry);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.first.clear();
        self.last.clear();
        self.left_out = 0;
    }

    /// The entries in order, and how many were left out of their middle.
    pub fn finish(self) -> (Vec<Entry>, u64) {
        let mut entries = self.first;
        entries.extend(self.last);
        (entries, self.left_out)
    }
}

/// The state after the decisions at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// When these decisions were made; `None` before the first.
    pub time: Option<Time>,
    /// When decisions were made before.
    pub previous: Option<Time>,
    /// When they are made next; `None` after the last.
    pub next: Option<Time>,
    /// Indices of the jobs that the scheduler above the providers keeps, in order; the first of them.
    pub above: Vec<u32>,
    /// How many it keeps.
    pub above_count: u32,
    /// Each provider.
    pub providers: Vec<ProviderMoment>,
    /// The system's own facts about the moment, if any.
    pub own: Option<Own>,
}

/// How a provider stood.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProviderMoment {
    pub processors: u32,
    /// When it last made a pass over its queue; it is unchanged since.
    pub looked: Option<Time>,
    pub free: u32,
    /// The first of the jobs that waited there, in order of arrival.
    pub queue: Vec<Queued>,
    /// How many waited.
    pub queue_length: u32,
    /// All claims on processors, by start, then by job.
    pub claims: Vec<Claim>,
    /// All that was promised to waiting jobs, in their order: of `claims` only the first are listed.
    pub promised: Vec<Claim>,
    /// Where an order by formula decides, the values of the jobs that wait there; the first of them.
    pub values: Option<OrderValues>,
}

/// Neighbouring idle processors of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// Index of the provider.
    pub provider: u32,
    /// The lowest of them.
    pub first_processor: u32,
    /// The highest, inclusive.
    pub last_processor: u32,
}

/// A job in a queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Queued {
    /// Its index.
    pub job: u32,
    /// Why it waits.
    pub waits: Option<Waits>,
}

/// The waiting jobs that a job overtakes when it starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overtaking {
    /// Those whose turn came before, and for which there was no room.
    pub passed: Overtaken,
    /// The room that this job has, if it passed any.
    pub room: Option<Room>,
    /// Those that arrived before, but whose turn comes later by the policy's order.
    pub later: Overtaken,
    /// Why the turn of the first of `later` comes later, where the order is a formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precedence: Option<Precedence>,
}

/// The most entries of a list of overtaken jobs.
pub const MOST_OVERTAKEN: usize = 16;

/// Overtaken jobs by their indices, the first of them in order of arrival, and how many more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overtaken {
    /// At most [`MOST_OVERTAKEN`].
    pub listed: Vec<u32>,
    /// How many more.
    pub others: u32,
}

/// Why a job may start although others wait whose turn came before. All counts are of processors of
/// its provider as it found them at its turn, before it took its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Room {
    /// None of the jobs that it passes is promised a later start: it fits into the free processors.
    Beside {
        needs: u32,
        /// The fewest processors that are free and not promised at any time until its limit.
        free: u32,
    },
    /// It ends before the earliest start that is promised to one that it passes.
    EndsBefore {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
        /// When the job that starts ends at the latest.
        ends: Time,
    },
    /// It runs on beside that promise, on processors that it leaves over.
    BesidePromise {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
        /// How many the job that starts needs.
        needs: u32,
        /// The fewest processors that are not promised at any time from that start until its limit.
        spare: u32,
    },
    /// It runs on beside that promise, on nodes that have room for both.
    BesideOnNodes {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
    },
    /// Nodes have room for it; none of the jobs that it passes is promised a later start.
    OnNodes,
    /// Running jobs are preempted for it.
    Preempting,
    /// A job that overruns its limit holds processors that were promised to the jobs that are
    /// passed: they do not fit, and this one does.
    Overrun,
}

impl Overtaking {
    /// The jobs that are named, those that were passed first.
    pub fn named(&self) -> impl Iterator<Item = u32> {
        let later = self.later.listed.iter();
        self.passed.listed.iter().chain(later).copied()
    }
}

impl Overtaken {
    /// A list of these jobs in order of arrival, cut to [`MOST_OVERTAKEN`].
    pub fn of(mut jobs: Vec<u32>) -> Self {
        let others = jobs.len().saturating_sub(MOST_OVERTAKEN) as u32;
        jobs.truncate(MOST_OVERTAKEN);
        Self { listed: jobs, others }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}

/// A decision of one system, or its reason for a job that waits or is rejected, with its facts. Only that system
/// reads it and puts it in words (`Simulated::own_words`); other code may use its word and the jobs in the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// A value of the system's own type as JSON: text, so that it crosses to the page in one piece.
    facts: String,
    /// The jobs in the way, by their indices.
    blockers: Vec<u32>,
}

impl Own {
    /// Wraps a value of an enum of the system, each variant a word.
    pub fn of(said: &impl Serialize) -> Self {
        Self { facts: serde_json::to_string(said).unwrap_or_default(), blockers: Vec::new() }
    }

    /// Adds the jobs in the way.
    pub fn blocked_by(self, blockers: Vec<u32>) -> Self {
        Self { blockers, ..self }
    }

    /// The value, if it is of that type.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(&self.facts).ok()
    }

    /// The value as JSON.
    pub fn value(&self) -> Value {
        self.read().unwrap_or_default()
    }

    /// The jobs in the way, by their indices.
    pub fn blockers(&self) -> &[u32] {
        &self.blockers
    }

    /// Its word as tests and style sheets have it: `too_few_idle` of `TooFewIdle`.
    pub fn word(&self) -> String {
        let text = self.facts.trim_start_matches(['{', '"']);
        let mut word = String::new();
        for letter in text.chars().take_while(|it| it.is_alphanumeric()) {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('_');
            }
            word.extend(letter.to_lowercase());
        }
        word
    }
}

/// Why a job waits, and the promise that it has meanwhile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waits {
    /// Why.
    pub reason: Reason,
    /// The start that it is promised, if it is.
    pub promised: Option<Time>,
    /// The job that arrived later and goes first by the order, where that is a formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<Precedence>,
    /// What keeps nodes from it that have processors for it, where a system has nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hindrance: Option<Hindrance>,
}

/// What keeps a job from nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hindrance {
    /// Jobs that run leave its chunks no room on nodes that it may use.
    Nodes,
    /// There is room for it but for an outage, now or before its limit.
    Outage,
    /// There is room for it but for promises to others.
    Promise,
}

impl Waits {
    /// For a reason, without a promise.
    pub const fn of(reason: Reason) -> Self {
        Self { reason, promised: None, behind: None, hindrance: None }
    }

    /// Whether they are equal, but for the values of an order.
    pub fn is_like(&self, other: &Self) -> bool {
        let first = |it: &Self| it.behind.as_ref().map(|it| it.ahead.job);
        (&self.reason, self.promised, first(self)) == (&other.reason, other.promised, first(other))
    }
}

/// Why a job does not start now. All counts are of processors of its provider, as they were when the
/// job was considered: jobs started after it in the same pass are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// Fewer processors are free than it needs. The claims are all that hold processors then: theirs
    /// and the free ones make up the provider.
    TooFewFree {
        needs: u32,
        free: u32,
        /// The claims on the other processors.
        claims: Claims,
    },
    /// For a reason that only its system has.
    Own(Own),
}

impl Reason {
    /// The system's own reason, if it is of that type.
    pub fn own<T: DeserializeOwned>(&self) -> Option<T> {
        match self {
            Self::Own(own) => own.read(),
            Self::TooFewFree { .. } => None,
        }
    }

    /// A word for it, in tests and style sheets.
    pub fn word(&self) -> String {
        match self {
            Self::TooFewFree { .. } => "too_few_free".to_owned(),
            Self::Own(own) => own.word(),
        }
    }

    /// The jobs that stand in the way, by their indices: first those that the job itself waits for,
    /// then those that these wait for.
    pub fn blockers(&self) -> Vec<u32> {
        match self {
            Self::TooFewFree { claims, .. } => claims.blockers(),
            Self::Own(own) => own.blockers().to_vec(),
        }
    }
}

/// The most entries of a list of claims.
pub const MOST_CLAIMS: usize = 16;

/// Jobs that take processors: those that give them back first, and the number of others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// By the time at which they end, then by job; at most [`MOST_CLAIMS`].
    pub listed: Vec<Claim>,
    /// How many more.
    pub others: u32,
    pub others_processors: u64,
}

impl Claims {
    /// The first of them by the time at which they end.
    pub fn of(mut claims: Vec<Claim>) -> Self {
        sort_by_key(&mut claims, |claim| (claim.until, claim.job));
        let others = claims.split_off(claims.len().min(MOST_CLAIMS));
        Self {
            listed: claims,
            others: others.len() as u32,
            others_processors: others.iter().map(|it| u64::from(it.processors)).sum(),
        }
    }

    /// The jobs that do not give way, of those that are listed.
    pub fn blockers(&self) -> Vec<u32> {
        self.listed.iter().filter(|claim| !claim.gives_way).map(|claim| claim.job).collect()
    }

    pub fn processors(&self) -> u64 {
        self.listed.iter().map(|it| u64::from(it.processors)).sum::<u64>() + self.others_processors
    }
}

/// Processors that a job takes, now or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Index of the job.
    pub job: u32,
    /// The kind of claim.
    pub claimant: Claimant,
    pub processors: u32,
    pub from: Time,
    /// Until when at the latest: a batch job's limit, a reservation's end; [`Time::MAX`] if there is
    /// none. In the past of a job that runs on past its limit.
    pub until: Time,
    /// Whether it could be preempted for the job that waits.
    pub gives_way: bool,
    /// Since when the promise stands, where a system moves promises and records it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
}

/// The kind of claim that a job has on processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claimant {
    /// A batch job that runs.
    Running,
    /// A batch job that is suspended and keeps the processors that no reservation uses.
    Suspended,
    /// A reservation that has begun.
    Reservation,
    /// A reservation that has not begun.
    Booked,
    /// A waiting batch job that was promised a start.
    Promise,
}

impl Claimant {
    /// Whether the processors are taken now, not only promised.
    pub fn holds(self) -> bool {
        matches!(self, Self::Running | Self::Suspended | Self::Reservation)
    }
}

/// The subject of a watched run and the decisions on it: which decisions are recorded, and when the run
/// may stop.
#[derive(Clone, Debug)]
pub struct WatchedLog {
    watch: Watch,
    log: Log,
    /// The time of the last instant, and of the last before that time.
    pub time: Option<Time>,
    pub previous: Option<Time>,
    /// What kept the watched job from nodes.
    hindrances: Vec<(Time, Option<Hindrance>)>,
    /// Whether the watched job is done.
    over: bool,
}

impl WatchedLog {
    /// A log without entries.
    pub fn new(watch: Watch) -> Self {
        Self { watch, log: Log::new(), time: None, previous: None, hindrances: Vec::new(), over: false }
    }

    /// The subject.
    pub fn watch(&self) -> Watch {
        self.watch
    }

    /// Watches another moment from now on, as if it had been watched from the first instant; whether the run
    /// has not gone beyond it.
    pub fn watch_on(&mut self, moment: Time) -> bool {
        let is_ahead = self.time.is_none_or(|time| time <= moment);
        let goes_on = is_ahead && matches!(self.watch, Watch::Moment(_));
        if goes_on {
            self.watch = Watch::Moment(moment);
        }
        goes_on
    }

    /// The next instant is at `now`; whether the run goes on to it.
    pub fn goes_on_to(&mut self, now: Time) -> bool {
        match self.watch {
            Watch::Job(_) if self.over => return false,
            Watch::Moment(time) if now > time => return false,
            Watch::Moment(_) if self.time != Some(now) => self.log.clear(),
            _ => {}
        }
        if self.time != Some(now) {
            self.previous = self.time;
        }
        self.time = Some(now);
        true
    }

    /// Whether decisions about a job are recorded.
    pub fn tells_of(&self, job: u32) -> bool {
        match self.watch {
            Watch::Job(watched) => watched == job,
            Watch::Moment(_) => true,
        }
    }

    /// Records a decision about a job at a time, if its decisions are recorded.
    pub fn tell(&mut self, at: Time, job: u32, provider: Option<u32>, decision: Decision) {
        // A decision recorded after the fact is not part of the moment.
        let is_of_moment = matches!(self.watch, Watch::Job(_)) || self.time == Some(at);
        if let (Watch::Job(watched), Decision::Waits(waits)) = (self.watch, &decision)
            && watched == job
            && self.hindrances.last().and_then(|it| it.1) != waits.hindrance
        {
            self.hindrances.push((at, waits.hindrance));
        }
        if self.tells_of(job) && is_of_moment {
            self.log.tell(at, job, provider, decision);
        }
    }

    /// A job is done: if it is the watched one, the run may stop.
    pub fn is_over(&mut self, job: u32) {
        self.over |= self.watch == Watch::Job(job);
    }

    /// The recorded decisions, with the state at the watched moment.
    pub fn explanation(self, moment: Option<Moment>) -> Explanation {
        let (entries, left_out) = self.log.finish();
        Explanation { watch: self.watch, entries, left_out, moment, hindrances: self.hindrances }
    }
}

#[cfg(test)]
mod tests {
    use super::{Own, *};

    fn held(until: Time) -> Decision {
        Decision::Own(Own::of(&until))
    }

    #[test]
    fn equal_decisions_in_a_row_are_one_entry() {
        let mut log = Log::new();
        log.tell(1, 0, Some(0), Decision::Submitted);
        for now in 3..6 {
            log.tell(now, 0, Some(0), held(9));
        }
        log.tell(6, 1, Some(0), held(9));
        log.tell(7, 1, Some(0), held(10));
        let (entries, left_out) = log.finish();
        let told: Vec<_> = entries.iter().map(|it| (it.first, it.last, it.count)).collect();
        assert_eq!(told, [(1, 1, 1), (3, 5, 3), (6, 6, 1), (7, 7, 1)]);
        assert_eq!(left_out, 0);
    }

    #[test]
    fn of_a_long_log_the_first_and_the_last_entries_stay() {
        let mut log = Log::new();
        let count = MOST_ENTRIES as Time + 30;
        for now in 0..count {
            log.tell(now, 0, None, held(now + 1));
        }
        let (entries, left_out) = log.finish();
        assert_eq!((entries.len(), left_out), (MOST_ENTRIES, 30));
        let half = MOST_ENTRIES / 2;
        assert_eq!(entries[half - 1].first, half as Time - 1);
        assert_eq!(entries[half].first, count - half as Time);
        assert_eq!(entries[MOST_ENTRIES - 1].first, count - 1);
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Said {
        TooBlue { than: i64 },
        Refused,
    }

    #[test]
    fn what_is_said_is_read_again_by_its_own_type_alone() {
        for (said, word) in [(Said::TooBlue { than: i64::MAX }, "too_blue"), (Said::Refused, "refused")] {
            let own = Own::of(&said);
            assert_eq!(own.word(), word);
            assert_eq!(own.value(), serde_json::to_value(&said).unwrap());
            assert_eq!(own.read::<Vec<u32>>(), None);
            assert_eq!(own.read(), Some(said));
        }
        assert_eq!(Own::of(&Said::Refused).blocked_by(vec![3]).blockers(), [3]);
    }
}
