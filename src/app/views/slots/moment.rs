//! A run at a moment, as the Slots view shows it.

use super::Ahead;
use super::query::Query;
use crate::app::state::Finished;
use crate::availability::{Availability, BEGINNING, Carts, Window};
use crate::chart::gantt_index::Kind;
use crate::chart::slots::{Answer, Commitment, SlotView};
use crate::experiment::Run;
use crate::experiment::moment::{Promise, promises, slots};
use crate::workload::Time;

/// What every provider has promised at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The moment.
    pub now: Time,
    /// In platform order.
    pub providers: Vec<Provider>,
}

/// What one provider has promised, and the slots that it leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    pub processors: u32,
    pub promises: Vec<Promise>,
    /// The log's number of the job of each promise.
    pub jobs: Vec<u32>,
    pub carts: Carts,
}

/// Most commitments that a picture lists one by one.
const LISTED: usize = 400;

impl Moment {
    /// A run at time `now`.
    pub fn of(finished: &Finished, now: Time) -> Self {
        let run = &finished.run;
        let provider = |(index, &processors): (usize, &u32)| {
            let promises = promises(run, index, now);
            Provider {
                processors,
                jobs: promises
                    .iter()
                    .map(|it| run.jobs[it.job as usize].id)
                    .collect(),
                carts: slots(processors, &promises),
                promises,
            }
        };
        Self {
            now,
            providers: run.platform.iter().enumerate().map(provider).collect(),
        }
    }

    /// What each provider offers a query: every window of starts, if any. ARTS² finds the first start
    /// of the first.
    pub fn answers(&self, query: &Query) -> Vec<Vec<Window>> {
        let request = query.request(self.now);
        self.providers
            .iter()
            .enumerate()
            .map(|(index, provider)| {
                let asked = query.provider.is_none_or(|asked| asked == index);
                let windows = asked.then(|| provider.carts.windows(&request, Time::MAX));
                windows.unwrap_or_default()
            })
            .collect()
    }

    /// The window of time that the pictures show: from the moment itself, since promises that
    /// are over are not known any more, to the end of every answer.
    pub fn window<'a>(
        &self,
        ahead: Ahead,
        answers: impl Iterator<Item = &'a Window>,
    ) -> (Time, Time) {
        let promised = self
            .providers
            .iter()
            .flat_map(|provider| &provider.promises);
        let last = promised
            .map(|it| it.commitment.end)
            .max()
            .unwrap_or(self.now);
        let answered = answers.map(|it| it.first_start).max().unwrap_or(self.now);
        let end = match ahead {
            Ahead::Hours(hours) => self.now.saturating_add(hours * 3_600),
            Ahead::All => last,
        };
        let length = end.max(answered).saturating_sub(self.now).max(3_600);
        (self.now, self.now.saturating_add(length + length / 12))
    }

    /// What the picture of a provider shows, with what it answers a query.
    pub fn picture(
        &self,
        index: usize,
        window: (Time, Time),
        query: &Query,
        answer: &[Window],
    ) -> SlotView {
        let provider = &self.providers[index];
        let start = |time: Time| if time == BEGINNING { window.0 } else { time };
        let steps = provider.carts.slots().iter();
        let promised = provider.promises.iter().zip(&provider.jobs);
        SlotView {
            window,
            capacity: provider.processors.into(),
            steps: steps.map(|step| (start(step.start), step.free)).collect(),
            commitments: promised
                .filter(|(it, _)| it.commitment.end > window.0 && it.commitment.start < window.1)
                .take(LISTED)
                .map(|(it, &job)| commitment(it, job))
                .collect(),
            now: Some(self.now),
            answer: answer.first().map(|first| Answer {
                start: first.first_start,
                end: first.first_start.saturating_add(query.length),
                processors: query.processors.into(),
            }),
            starts: answer
                .iter()
                .map(|it| (it.first_start, it.last_start))
                .collect(),
        }
    }
}

impl Moment {
    /// All slots and promises of a provider from the moment on.
    pub fn whole(&self, index: usize) -> SlotView {
        self.picture(index, (self.now, Time::MAX), &Query::default(), &[])
    }
}

fn commitment(promise: &Promise, job: u32) -> Commitment {
    Commitment {
        job,
        kind: if promise.is_reservation {
            Kind::Reservation
        } else {
            Kind::Batch
        },
        start: promise.commitment.start,
        end: promise.commitment.end,
        processors: promise.commitment.processors.into(),
    }
}

/// From the first submission to the last release.
pub fn span(run: &Run) -> (Time, Time) {
    let first = run.jobs.first().map_or(0, |job| job.submit);
    let last = run.schedule.outcomes.iter().map(|it| it.released).max();
    (first, last.unwrap_or(first).max(first))
}

/// The next moment before or after `now` at which a job is submitted, starts or ends.
pub fn next_event(run: &Run, now: Time, forward: bool) -> Option<Time> {
    let outcomes = run.schedule.outcomes.iter();
    let times = outcomes
        .filter(|it| it.start >= 0)
        .flat_map(|it| [it.allocated, it.start, it.released]);
    let times = times.chain(run.jobs.iter().map(|job| job.submit));
    if forward {
        times.filter(|&time| time > now).min()
    } else {
        times.filter(|&time| time < now).max()
    }
}
