//! What is told of a workflow that has run: of one task all, or what happened at one moment.

use crate::engine::decisions::{
    Claim, Claimant, Decision, Explanation, Log, Moment, ProviderMoment, Rejection, Watch,
};
use crate::engine::{Outcome, Schedule, Status};
use crate::workload::Time;

/// Something that happened: when, to which task, on which machine.
type Event = (Time, u32, u32, Decision);

/// What is told of a schedule on so many machines, all of whose tasks are booked at the beginning.
pub(super) fn explanation(schedule: &Schedule, machines: usize, watch: Watch) -> Explanation {
    let outcomes = schedule.outcomes.iter().zip(0..);
    let mut events: Vec<Event> = outcomes.flat_map(|(it, task)| of_task(it, task)).collect();
    // A stable sort: what happens to a task at one time keeps its order.
    events.sort_by_key(|it| it.0);
    let (told, moment) = match watch {
        Watch::Job(task) => (events.iter().filter(|it| it.1 == task).collect(), None),
        Watch::Moment(until) => {
            let now = events.iter().map(|it| it.0).filter(|&it| it <= until).max();
            let told: Vec<&Event> = events.iter().filter(|it| Some(it.0) == now).collect();
            (told, Some(moment(schedule, machines, &events, now)))
        }
    };
    let mut log = Log::new();
    for (at, task, machine, decision) in told {
        log.tell(*at, *task, Some(*machine), decision.clone());
    }
    let (entries, left_out) = log.finish();
    Explanation {
        watch,
        entries,
        left_out,
        moment,
    }
}

fn of_task(outcome: &Outcome, task: u32) -> Vec<Event> {
    let mut told = vec![
        (0, Decision::Submitted),
        (
            0,
            Decision::Booked {
                start: outcome.promised_start,
                end: outcome.promised_end,
                processors: 1,
                offers: Vec::new(),
            },
        ),
    ];
    if outcome.status == Status::Rejected {
        told.push((
            outcome.promised_start,
            Decision::Rejected(Rejection::NoData),
        ));
    } else {
        let started = Decision::Started {
            processors: 1,
            until: outcome.held_until,
            again: false,
            overtaking: None,
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
    let machine = outcome.provider;
    told.into_iter()
        .map(|(at, decision)| (at, task, machine, decision))
        .collect()
}

/// How all stood once everything at `now` had happened.
fn moment(schedule: &Schedule, machines: usize, events: &[Event], now: Option<Time>) -> Moment {
    let at = now.unwrap_or(Time::MIN);
    let holds = |(it, _): &(&Outcome, u32)| {
        it.status != Status::Rejected && it.start <= at && at < it.released
    };
    let mut claims = vec![Vec::new(); machines];
    for (it, job) in schedule.outcomes.iter().zip(0..).filter(holds) {
        claims[it.provider as usize].push(Claim {
            job,
            claimant: Claimant::Reservation,
            gives_way: false,
            since: None,
            processors: 1,
            from: it.start,
            until: it.released,
        });
    }
    let provider = |claims: Vec<Claim>| ProviderMoment {
        processors: 1,
        looked: now,
        free: u32::from(claims.is_empty()),
        queue: Vec::new(),
        queue_length: 0,
        claims,
        promised: Vec::new(),
    };
    Moment {
        time: now,
        previous: events.iter().map(|it| it.0).filter(|&it| it < at).max(),
        next: events.iter().map(|it| it.0).find(|&it| it > at),
        above: Vec::new(),
        above_count: 0,
        providers: claims.into_iter().map(provider).collect(),
    }
}
