//! A request and the search for its place (Castillo et al. 2009, Sects. 2 and 4.2).

use super::decisions::{Alternative, OwnDecision, Why};
use super::{CoAllocation, Length};
use crate::availability::idle_periods::{IdlePeriods, ServerSet, Share};
use crate::system::prelude::*;

/// A request r = (q, s, l, n).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Request time q: when it is submitted.
    pub submitted: Time,
    /// Earliest start s: q, or later of an advance reservation.
    pub ready: Time,
    /// Temporal size l, in seconds.
    pub length: Time,
    /// Spatial size n: how many servers.
    pub servers: u32,
    /// By when it must end, if it says so: the algorithm "can be easily extended to support user's
    /// deadline" (Sect. 5.2).
    pub deadline: Option<Time>,
    /// The servers that its user chose.
    pub chosen: Option<ServerSet>,
}

/// The starts at which a request is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outset {
    /// The first: s.
    pub first: Time,
    /// Δt.
    pub step: Time,
    /// How many there are, at least 1.
    pub count: u32,
}

/// A place that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The attempts that it took, at least 1.
    pub attempts: u32,
    pub start: Time,
    /// The idle periods that it takes servers of.
    pub shares: Vec<Share>,
}

/// Why a request has no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplaced {
    pub attempts: u32,
    pub why: Why,
}

/// Takes the attempts that fail, by number, counted from 1, and start; the idle periods are as they were
/// found.
pub type TellFailed<'a> = &'a mut dyn FnMut(&mut dyn IdlePeriods, u32, Time);

impl Request {
    pub fn of(job: &Job, settings: &CoAllocation) -> Self {
        Self {
            submitted: job.eligible(),
            ready: job.ready(),
            length: match settings.length {
                Length::RunTime => job.run_time,
                Length::Requested => job.requested_time,
            },
            servers: job.processors,
            deadline: job.listed_deadline(),
            chosen: settings.chosen_for(job.id),
        }
    }

    /// The attempts for it, on `servers` servers.
    ///
    /// # Errors
    ///
    /// Why it is refused before it is tried: it has no length, needs more servers than there are or another number
    /// than its user chose, starts before it was submitted, or ends beyond the horizon or after its deadline.
    pub fn outset(&self, settings: &CoAllocation, servers: u32) -> Result<Outset, Why> {
        if self.length <= 0 {
            let length = self.length;
            return Err(Rejection::NoLength { length }.into());
        }
        if self.servers > servers {
            let (needs, most) = (self.servers, servers);
            return Err(Rejection::TooLarge { needs, most }.into());
        }
        let chosen = self.chosen.as_ref().map(ServerSet::count);
        if let Some(chosen) = chosen.filter(|&it| it != self.servers) {
            let needs = self.servers;
            return Err(Why::Own(OwnDecision::ChosenCount { needs, chosen }));
        }
        if self.ready < self.submitted {
            let ready = self.ready;
            return Err(Rejection::ReadyBeforeSubmission { ready }.into());
        }
        let horizon = self.submitted.saturating_add(settings.horizon);
        let end = self.ready.saturating_add(self.length);
        if end > horizon {
            return Err(Rejection::BeyondHorizon { end, horizon }.into());
        }
        let mut room = horizon - end;
        if let Some(deadline) = self.deadline {
            if end > deadline {
                return Err(Rejection::NoInterval { deadline }.into());
            }
            room = room.min(deadline - end);
        }
        if let Some(deadline) = settings.deadline {
            room = room.min(deadline);
        }
        let most = u32::try_from(room / settings.step).map_or(u32::MAX, |it| it.saturating_add(1));
        Ok(Outset { first: self.ready, step: settings.step, count: settings.most_attempts().min(most) })
    }

    /// Its end if it starts then.
    pub fn end(&self, start: Time) -> Time {
        start.saturating_add(self.length)
    }

    /// Tries it until it has a place. `tell` is called for each failed attempt; without it attempts
    /// that must fail are only counted.
    ///
    /// # Errors
    ///
    /// Why it has none.
    pub fn place(
        &self,
        settings: &CoAllocation,
        idle: &mut dyn IdlePeriods,
        mut tell: Option<TellFailed>,
    ) -> Result<Placed, Unplaced> {
        let outset = self.outset(settings, idle.servers());
        let outset = outset.map_err(|why| Unplaced { attempts: 0, why })?;
        let mut attempt = 0;
        while attempt < outset.count {
            let start = outset.start(attempt);
            if tell.is_none() {
                let sensible = idle.hopeless_until(start, self.length, self.servers);
                if sensible > start {
                    attempt = attempt.saturating_add(outset.steps_to(sensible.saturating_sub(start)));
                    continue;
                }
            }
            let end = self.end(start);
            let found = match &self.chosen {
                Some(chosen) => idle.shares_of(chosen, start, end),
                None => idle.search(start, end, self.servers, settings.selection),
            };
            if let Some(shares) = found {
                return Ok(Placed { attempts: attempt + 1, start, shares });
            }
            if let Some(tell) = &mut tell {
                tell(idle, attempt + 1, start);
            }
            attempt += 1;
        }
        Err(Unplaced {
            attempts: outset.count,
            why: Why::Own(OwnDecision::NoAttempt {
                needs: self.servers,
                attempts: outset.count,
                last: outset.start(outset.count - 1),
                chosen: self.chosen.is_some(),
            }),
        })
    }

    /// How many of the servers that it may take are idle throughout `from..to`.
    pub fn idle(&self, idle: &mut dyn IdlePeriods, from: Time, to: Time) -> u32 {
        let all = idle.idle_throughout(from, to);
        match &self.chosen {
            Some(chosen) => chosen.parted_by(&all).0.count(),
            None => all.count(),
        }
    }

    /// Alternatives that the range search finds where there is no place: the next time at which all
    /// requested servers are idle, if it lies within the horizon; the servers that are idle in the
    /// requested time; and how long as many servers as requested are idle from s on.
    pub fn alternatives(&self, settings: &CoAllocation, idle: &mut dyn IdlePeriods) -> Vec<Alternative> {
        let Ok(outset) = self.outset(settings, idle.servers()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let horizon = self.submitted.saturating_add(settings.horizon);
        let mut later = outset.start(outset.count);
        while self.end(later) <= horizon {
            let sensible = idle.hopeless_until(later, self.length, self.servers);
            if sensible > later {
                let steps = outset.steps_to(sensible.saturating_sub(later));
                later = later.saturating_add(Time::from(steps).saturating_mul(outset.step));
                continue;
            }
            let to = self.end(later);
            let processors = idle.idle_throughout(later, to).count();
            if processors >= self.servers {
                found.push(Alternative { from: later, to, processors });
                break;
            }
            later = later.saturating_add(outset.step);
        }
        let (from, to) = (self.ready, self.end(self.ready));
        let processors = idle.idle_throughout(from, to).count();
        if processors > 0 {
            found.push(Alternative { from, to, processors });
        }
        // Enough others may be idle where the user chose the servers.
        if processors < self.servers {
            found.extend(self.shorter(idle));
        }
        found
    }

    /// The longest time from s on for which as many servers are idle as are asked for. Bisection: the
    /// longer, the fewer.
    fn shorter(&self, idle: &mut dyn IdlePeriods) -> Option<Alternative> {
        let from = self.ready;
        let (mut enough, mut too_long) = (0, self.length);
        while too_long - enough > 1 {
            let middle = enough + (too_long - enough) / 2;
            let processors = idle.idle_throughout(from, from + middle).count();
            if processors >= self.servers {
                enough = middle;
            } else {
                too_long = middle;
            }
        }
        (enough > 0).then(|| Alternative {
            from,
            to: from + enough,
            processors: idle.idle_throughout(from, from + enough).count(),
        })
    }
}

impl Outset {
    /// The start of an attempt, counted from 0.
    pub fn start(&self, attempt: u32) -> Time {
        let later = Time::from(attempt).saturating_mul(self.step);
        self.first.saturating_add(later)
    }

    /// The number of steps that are at least `seconds` seconds.
    fn steps_to(&self, seconds: Time) -> u32 {
        let steps = seconds / self.step + i64::from(seconds % self.step > 0);
        u32::try_from(steps).unwrap_or(u32::MAX)
    }
}
