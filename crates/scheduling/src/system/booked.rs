//! The explanation of a run in which every task has its place before it starts: of all decisions on one task,
//! or of the events at one moment. It needs no watch during the run.

use crate::engine::decisions::{Log, ProviderMoment};
use crate::system::prelude::*;

/// Something that happened: when, to which task, on which provider.
pub type Event = (Time, u32, u32, Decision);

/// The explanation of a schedule on such a platform and of the events of its tasks, in any order.
pub fn explanation(schedule: &Schedule, platform: &[u32], mut events: Vec<Event>, watch: Watch) -> Explanation {
    // A stable sort: simultaneous events of a task keep their order.
    sort_by_key(&mut events, |it| it.0);
    let (told, moment) = match watch {
        Watch::Job(task) => (events.iter().filter(|it| it.1 == task).collect(), None),
        Watch::Moment(until) => {
            let now = events.iter().map(|it| it.0).filter(|&it| it <= until).max();
            let told: Vec<&Event> = events.iter().filter(|it| Some(it.0) == now).collect();
            (told, Some(moment(schedule, platform, &events, now)))
        }
    };
    let mut log = Log::new();
    for (at, task, machine, decision) in told {
        log.tell(*at, *task, Some(*machine), decision.clone());
    }
    let (entries, left_out) = log.finish();
    Explanation { watch, entries, left_out, moment, hindrances: Vec::new() }
}

/// The events of a task that was booked for its place at a time: its booking, start and end.
pub fn of_booked(outcome: &Outcome, task: u32, booked: Time) -> Vec<Event> {
    let machine = outcome.provider;
    let mut told = vec![(
        booked,
        Decision::Booked {
            start: outcome.promised_start,
            end: outcome.promised_end,
            processors: outcome.processors.max(1),
            offers: Vec::new(),
            shares: Vec::new(),
        },
    )];
    if outcome.status != Status::Rejected {
        let started = Decision::Started {
            processors: outcome.processors,
            until: outcome.held_until,
            again: false,
            overtaking: None,
            shares: Vec::new(),
        };
        told.push((outcome.start, started));
        let ended = match outcome.status {
            Status::Killed => Decision::Killed,
            _ => Decision::Done,
        };
        told.push((outcome.end, ended));
        if outcome.released > outcome.end {
            told.push((outcome.released, Decision::Released));
        }
    }
    let event = |(at, decision)| (at, task, machine, decision);
    told.into_iter().map(event).collect()
}

/// The state after all events at `now`.
fn moment(schedule: &Schedule, platform: &[u32], events: &[Event], now: Option<Time>) -> Moment {
    let at = now.unwrap_or(Time::MIN);
    let holds = |(it, _): &(&Outcome, u32)| it.status != Status::Rejected && it.start <= at && at < it.released;
    let mut claims = vec![Vec::new(); platform.len()];
    for (it, job) in schedule.outcomes.iter().zip(0..).filter(holds) {
        claims[it.provider as usize].push(Claim {
            job,
            claimant: Claimant::Reservation,
            gives_way: false,
            since: None,
            processors: it.processors,
            from: it.start,
            until: it.released,
        });
    }
    let provider = |(claims, &processors): (Vec<Claim>, &u32)| ProviderMoment {
        processors,
        looked: now,
        free: processors.saturating_sub(claims.iter().map(|it| it.processors).sum()),
        queue: Vec::new(),
        queue_length: 0,
        claims,
        promised: Vec::new(),
        values: None,
    };
    Moment {
        time: now,
        previous: events.iter().map(|it| it.0).filter(|&it| it < at).max(),
        next: events.iter().map(|it| it.0).find(|&it| it > at),
        above: Vec::new(),
        above_count: 0,
        providers: claims.into_iter().zip(platform).map(provider).collect(),
        own: None,
    }
}
