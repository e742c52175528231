//! Decisions in words: the decisions on a job, and the reasons for its wait. Decisions of a single system are put in
//! words by that system ([`System::own_words`]).

mod overtaking;

use std::borrow::Cow;

use super::System;
use crate::engine::decisions::{Candidate, Claims, Entry, Gap, ProviderMoment, Queued, Share, Waits};
use crate::policy::order_values::Precedence;
use crate::system::prelude::*;
use base::text::{brief, list};

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Text(String),
    /// A job, by its index: a page may make a link of its name.
    Job(u32),
    /// A job by its number alone, where the sentence already names jobs.
    Number(u32),
}

/// Puts decisions into words, with the jobs of a run and the caller's clock.
#[derive(Clone, Copy)]
pub struct Speaker<'a> {
    jobs: &'a [Job],
    clock: &'a dyn Fn(Time, Option<Time>) -> String,
    /// The time that stands before the sentence.
    beside: Option<Time>,
    /// The provider that it is about.
    here: u32,
    /// The system that decided.
    system: Option<&'a System>,
    /// The run whose jobs or tasks have names.
    run: Option<&'a Run>,
}

/// A sentence in the making.
#[derive(Debug, Default)]
pub struct Sentence {
    parts: Vec<Part>,
}

impl Sentence {
    /// These words.
    pub fn of(text: impl AsRef<str>) -> Self {
        let mut to = Self::default();
        to.say(text);
        to
    }

    /// Goes on with these words.
    pub fn say(&mut self, text: impl AsRef<str>) -> &mut Self {
        let text = text.as_ref();
        match self.parts.last_mut() {
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
        self
    }

    /// Appends the name of a job: `job 17`.
    pub fn name(&mut self, job: u32) -> &mut Self {
        self.parts.push(Part::Job(job));
        self
    }

    /// Goes on with a job's number: `17`.
    pub fn number(&mut self, job: u32) -> &mut Self {
        self.parts.push(Part::Number(job));
        self
    }

    fn append(&mut self, other: Self) -> &mut Self {
        for part in other.parts {
            match part {
                Part::Text(text) => {
                    self.say(text);
                }
                job => self.parts.push(job),
            }
        }
        self
    }
}

impl<'a> Speaker<'a> {
    /// For the jobs of a run. `clock` says a time, in full or as it may stand beside another one: the
    /// day need not be said twice.
    pub fn new(jobs: &'a [Job], clock: &'a dyn Fn(Time, Option<Time>) -> String) -> Self {
        Self { jobs, clock, beside: None, here: 0, system: None, run: None }
    }

    /// For a run of that system, which puts its own decisions in words.
    pub fn of_system(self, system: &'a System) -> Self {
        let system = Some(system);
        Self { system, ..self }
    }

    /// For a run: its tasks are called by their names, and jobs as the log calls them.
    pub fn of_run(self, run: &'a Run) -> Self {
        let run = Some(run);
        Self { run, ..self }
    }

    /// The system's noun for its providers, if it takes them as one.
    fn pool(&self) -> Option<&'static str> {
        self.system?.model().pool()
    }

    /// The name of a provider, by its index: `provider 2`.
    pub fn provider(&self, provider: u32) -> String {
        match self.pool() {
            Some(pool) => pool.to_owned(),
            None => format!("provider {}", provider + 1),
        }
    }

    /// The name of the provider that the sentence is about.
    pub fn here(&self) -> String {
        self.provider(self.here)
    }

    /// The providers that serve a job together: `4 of provider 1 and 2 of provider 2`.
    pub fn shared(&self, shares: &[Share]) -> String {
        let said = |it: &Share| format!("{} of {}", it.processors, self.provider(it.provider));
        list(&shares.iter().map(said).collect::<Vec<_>>())
    }

    fn beside(self, time: Time) -> Self {
        Self { beside: Some(time), ..self }
    }

    /// The name of a job: `job 17`, `reservation R17`, or `task a`.
    pub fn name(&self, job: u32) -> String {
        if let Some(run) = self.run_of_tasks() {
            return format!("{} {}", run.nouns().job, run.job_name(job as usize));
        }
        match self.jobs.get(job as usize) {
            Some(it) if it.is_reservation() => format!("reservation R{}", self.in_log(job, it)),
            Some(it) => format!("job {}", self.in_log(job, it)),
            None => "a job".to_owned(),
        }
    }

    /// The name of a job among others: `17`, `R17`, or `a`.
    pub fn number(&self, job: u32) -> String {
        if let Some(run) = self.run_of_tasks() {
            return run.job_name(job as usize);
        }
        match self.jobs.get(job as usize) {
            Some(it) if it.is_reservation() => format!("R{}", self.in_log(job, it)),
            Some(it) => self.in_log(job, it).into_owned(),
            None => "?".to_owned(),
        }
    }

    fn run_of_tasks(&self) -> Option<&'a Run> {
        self.run.filter(|run| !run.is_of_log())
    }

    /// How the log calls a job.
    fn in_log(&self, index: u32, job: &Job) -> Cow<'a, str> {
        let name = self.run.and_then(|run| run.own_name(index as usize));
        name.map_or_else(|| job.id.to_string().into(), Cow::Borrowed)
    }

    /// The pieces of a sentence, put together.
    pub fn text(&self, parts: &[Part]) -> String {
        let words = parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Job(job) => self.name(*job),
            Part::Number(job) => self.number(*job),
        });
        words.collect()
    }

    /// When an entry was made: `12:04`, or `12:04 to 12:30`.
    pub fn when(&self, entry: &Entry) -> String {
        let first = self.at(entry.first);
        if entry.first == entry.last {
            return first;
        }
        let last = self.beside(entry.first).at(entry.last);
        format!("{first} to {last}")
    }

    /// An entry in words, without its time.
    pub fn entry(&self, entry: &Entry) -> Vec<Part> {
        let here = entry.provider.unwrap_or(0);
        let beside = Self { here, ..self.beside(entry.first) };
        match (&entry.decision, self.jobs.get(entry.job as usize)) {
            (Decision::Submitted, Some(job)) => beside.submission(entry, job),
            _ => beside.say_decision(&entry.decision),
        }
    }

    /// That a job was submitted, or became eligible later; with the parts of its heterogeneous job.
    fn submission(&self, entry: &Entry, job: &Job) -> Vec<Part> {
        let (index, mut to) = (entry.job, Sentence::default());
        if entry.first > job.submit {
            to.say(format!("eligible, submitted at {}", self.at(job.submit)))
        } else {
            to.say("submitted")
        };
        if entry.first == job.submit && job.eligible_after > 0 {
            to.say(format!(", eligible at {}", self.at(job.eligible())));
        }
        let is_part = |(at, it): &(u32, &Job)| {
            let same = (it.heterogeneous, it.submit) == (job.heterogeneous, job.submit);
            same && *at != index && !it.is_reservation()
        };
        let mut processors = u64::from(job.processors);
        if job.heterogeneous != 0 && !job.is_reservation() {
            let others = (0..).zip(self.jobs).filter(is_part);
            for (place, (at, part)) in others.enumerate() {
                to.say(if place == 0 { ", one entry of the queue with " } else { ", " });
                to.number(at);
                processors += u64::from(part.processors);
            }
            if processors > u64::from(job.processors) {
                to.say(format!(": {processors} processors together"));
            }
        }
        to.parts
    }

    fn say_decision(&self, decision: &Decision) -> Vec<Part> {
        let mut to = Sentence::default();
        match decision {
            Decision::Submitted => to.say("submitted"),
            Decision::Sent(candidates) => to.say(format!("sent to {}", self.here())).say(self.compared(candidates)),
            Decision::Booked { start, end, processors, offers, shares } => to
                .say(match shares[..] {
                    [] => format!("booked at {}: {processors}", self.here()),
                    _ => format!("booked: {}", self.shared(shares)),
                })
                .say(format!(" from {} to {}", self.at(*start), self.at(*end)))
                .say(self.offered(offers)),
            Decision::Rejected(why) => self.say_rejected(&mut to, why),
            Decision::Waits(waits) => {
                self.say_waits(&mut to, waits);
                &mut to
            }
            Decision::Started { processors, until, again, overtaking, shares } => {
                let starts = if *again { "goes on" } else { "starts" };
                to.say(match shares[..] {
                    [] => format!("{starts} on {processors} of {}", self.here()),
                    _ => format!("{starts} on {}", self.shared(shares)),
                });
                self.say_started(&mut to, *until, overtaking.as_ref());
                &mut to
            }
            Decision::Killed => to.say("stopped at its limit"),
            Decision::Done => to.say("done"),
            Decision::Released => to.say("its processors are free again"),
            Decision::Own(own) => self.say_own(&mut to, own),
        };
        to.parts
    }

    fn say_waits(&self, to: &mut Sentence, waits: &Waits) {
        self.say_reason(to, &waits.reason);
        match waits.promised {
            Some(Time::MAX) => to.say(format!("; {NO_TIME}")),
            Some(start) => to.say(format!("; promised {}", self.at(start))),
            None => to,
        };
        if let Some(behind) = &waits.behind {
            to.say("; ").name(behind.ahead.job);
            to.say(", which arrived later, goes first: ");
            say_precedence(to, behind);
        }
    }

    /// A decision of the system, in its own words; where it has none, its word.
    fn say_own<'s>(&self, to: &'s mut Sentence, own: &Own) -> &'s mut Sentence {
        match self.system.and_then(|it| it.own_words(own, self)) {
            Some(said) => to.append(said),
            None => to.say(own.word().replace('_', " ")),
        }
    }

    /// Goes on with why a job waits.
    pub fn say_reason(&self, to: &mut Sentence, reason: &Reason) {
        match reason {
            Reason::TooFewFree { needs, free, claims } => {
                to.say(format!("needs {needs}, {free} free; "));
                self.say_claims(to, claims, &[]);
            }
            Reason::Own(own) => {
                self.say_own(to, own);
            }
        }
    }

    /// The claims, with the processors and the end of each: the first few. Those of a kind in
    /// `begin` start later, and get their start as well.
    pub fn say_claims(&self, to: &mut Sentence, claims: &Claims, begin: &[Claimant]) {
        let shown = claims.listed.len().min(CLAIMS_SAID);
        let (said, rest) = claims.listed.split_at(shown);
        for (place, claim) in said.iter().enumerate() {
            if place > 0 {
                to.say(", ");
            }
            self.say_claim(to, claim, begin.contains(&claim.claimant));
        }
        let others = claims.others + rest.len() as u32;
        if others > 0 {
            let listed: u64 = rest.iter().map(|it| u64::from(it.processors)).sum();
            let processors = claims.others_processors + listed;
            to.say(format!(" and {others} more take {processors}"));
        }
        if claims.listed.is_empty() {
            to.say("no job takes the others");
        }
    }

    fn say_claim(&self, to: &mut Sentence, claim: &Claim, begins: bool) {
        let Claim { processors, from, until, .. } = *claim;
        to.name(claim.job);
        match claim.claimant {
            Claimant::Suspended => to.say(format!(", suspended, keeps {processors}")),
            Claimant::Promise if from == Time::MAX => to.say(" is promised no time"),
            Claimant::Promise => to.say(format!(" is promised {processors} from {}", self.at(from))),
            _ if begins => to.say(format!(" takes {processors} from {} {}", self.at(from), self.until(until))),
            _ => to.say(format!(" takes {processors} {}", self.until(until))),
        };
        if claim.gives_way {
            to.say(" but would give way");
        }
    }

    /// The figures compared of several providers.
    fn compared(&self, candidates: &[Candidate]) -> String {
        if candidates.iter().all(|it| it.start.is_some()) {
            return self.offered(candidates);
        }
        if candidates.len() < 2 {
            return String::new();
        }
        let loads = candidates.iter().map(|it| {
            let name = self.provider(it.provider);
            format!("{name} {} waiting, {} free", it.waiting, it.free)
        });
        format!(" ({})", loads.collect::<Vec<_>>().join("; "))
    }

    fn offered(&self, offers: &[Candidate]) -> String {
        if offers.len() < 2 {
            return String::new();
        }
        let offers = offers.iter().filter_map(|it| {
            let name = self.provider(it.provider);
            Some(format!("{name} {}", self.at(it.start?)))
        });
        format!(" (offered: {})", offers.collect::<Vec<_>>().join(", "))
    }

    fn until(&self, until: Time) -> String {
        match until {
            Time::MAX => "without a limit".to_owned(),
            until => format!("until {}", self.at(until)),
        }
    }

    fn until_at_most(&self, until: Time) -> String {
        match until {
            Time::MAX => "without a limit".to_owned(),
            until => format!("until {} at the latest", self.at(until)),
        }
    }

    pub fn at(&self, time: Time) -> String {
        (self.clock)(time, self.beside)
    }
}

/// Why a job is promised nothing.
const NO_TIME: &str = "promised no time: jobs without a limit may hold what it needs for ever";

/// The most jobs that a sentence names in a row; the others are counted.
const CLAIMS_SAID: usize = 4;

/// The most waiting jobs that are named.
const NAMED: usize = 5;

impl Speaker<'_> {
    /// Why these processors are idle at a moment: a few sentences.
    pub fn gap(&self, gap: &Gap, moment: &Moment) -> Vec<Vec<Part>> {
        let Some(here) = moment.providers.get(gap.provider as usize) else {
            return Vec::new();
        };
        let near = match moment.time {
            Some(time) => self.beside(time),
            None => *self,
        };
        let mut said = vec![near.waiting_jobs_in_words(gap, here)];
        for queued in here.queue.iter().take(NAMED) {
            said.extend(near.queued(queued));
        }
        said.extend(near.above(moment));
        said.extend(near.idle_for(here));
        said.extend(near.next_reservation(here, moment));
        said
    }

    fn waiting_jobs_in_words(&self, gap: &Gap, here: &ProviderMoment) -> Vec<Part> {
        let name = self.provider(gap.provider);
        let mut to = Sentence::default();
        to.say(match here.queue_length {
            0 => format!("No job waits at {name}."),
            1 => format!("One job waits at {name}, and does not start:"),
            count => format!("{count} jobs wait at {name}, and do not start:"),
        });
        to.parts
    }

    /// A waiting job, and why it waits.
    pub fn queued(&self, queued: &Queued) -> Option<Vec<Part>> {
        let mut to = Sentence::default();
        to.name(queued.job).say(": ");
        self.say_waits(&mut to, queued.waits.as_ref()?);
        Some(to.parts)
    }

    fn above(&self, moment: &Moment) -> Option<Vec<Part>> {
        let mut to = Sentence::default();
        to.say(match moment.above_count {
            0 => return None,
            1 => "One more job waits for the grid scheduler's next pass: ".to_owned(),
            count => format!("{count} more jobs wait for the grid scheduler's next pass: "),
        });
        for (place, &job) in moment.above.iter().take(NAMED).enumerate() {
            to.say(if place > 0 { ", " } else { "" }).name(job);
        }
        Some(to.parts)
    }

    /// Suspended jobs keep their processors idle.
    fn idle_for(&self, here: &ProviderMoment) -> Vec<Vec<Part>> {
        let suspended = |claim: &&Claim| claim.claimant == Claimant::Suspended;
        let said = here.claims.iter().filter(suspended).take(NAMED).map(|claim| {
            let mut to = Sentence::default();
            self.say_claim(&mut to, claim, false);
            to.parts
        });
        said.collect()
    }

    fn next_reservation(&self, here: &ProviderMoment, moment: &Moment) -> Option<Vec<Part>> {
        let booked = here.claims.iter();
        let next = booked.filter(|it| it.claimant == Claimant::Booked).min_by_key(|it| (it.from, it.job))?;
        let mut to = Sentence::default();
        let late = moment.time.is_some_and(|now| next.from <= now);
        to.say(if late { "Held up: " } else { "Next: " });
        self.say_claim(&mut to, next, true);
        Some(to.parts)
    }
}

/// Why one job goes before the other: their values, and the summand that makes most of the difference.
fn say_precedence(to: &mut Sentence, precedence: &Precedence) {
    let Precedence { ahead, behind, term } = precedence;
    to.say(format!("value {} before {}", brief(ahead.value), brief(behind.value)));
    if let Some(term) = term {
        to.say(format!(", mostly by {}: {} before {}", term.text, brief(term.ahead), brief(term.behind)));
    }
}

impl Speaker<'_> {
    /// Why no provider takes a job.
    fn say_rejected<'s>(&self, to: &'s mut Sentence, why: &Rejection) -> &'s mut Sentence {
        let said = match why {
            Rejection::Own(own) => return self.say_own(to, own),
            Rejection::TooLarge { needs, most } => match self.pool() {
                Some(pool) => format!("rejected: needs {needs}, and {pool} has {most}"),
                None => format!("rejected: needs {needs}, and no provider that takes it has more than {most}"),
            },
            Rejection::NoInterval { deadline } => {
                let deadline = self.at(*deadline);
                format!("rejected: no provider has an interval that ends by {deadline}")
            }
            Rejection::NoLength { length } => {
                format!("rejected: it asks for {length} s, and a request is at least 1 s long")
            }
            Rejection::ReadyBeforeSubmission { ready } => {
                let ready = self.at(*ready);
                format!("rejected: it is to start from {ready} on, before it was submitted")
            }
            Rejection::BeyondHorizon { end, horizon } => {
                let (end, horizon) = (self.at(*end), self.at(*horizon));
                format!("rejected: it ends at {end} at the earliest, and the horizon is {horizon} for it")
            }
        };
        to.say(said)
    }
}
