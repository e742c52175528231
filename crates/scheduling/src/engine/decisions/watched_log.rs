//! The log of a run that is watched.

use super::{Decision, Explanation, Hindrance, Log, Moment, Watch};
use workload::Time;

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
