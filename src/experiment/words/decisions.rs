//! Decisions in words: what became of a job, and why it waited.

use crate::engine::Run;
use crate::engine::decisions::{
    Alternative, Candidate, Claim, Claimant, Claims, Decision, Entry, PassedUp, Reason,
    RequestKind, Waits,
};
use crate::text::period;
use crate::workload::{Job, Time};

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Text(String),
    /// A job, by its index: a page may make a link of its name.
    Job(u32),
    /// The same by its number alone, where the sentence tells that it is a job.
    Number(u32),
}

/// Puts decisions into words, with the jobs of a run and the caller's clock.
#[derive(Clone, Copy)]
pub struct Speaker<'a> {
    jobs: &'a [Job],
    clock: &'a dyn Fn(Time, Option<Time>) -> String,
    /// The time that stands before the sentence.
    beside: Option<Time>,
    /// What the system calls its providers, if it takes them as one.
    pool: Option<&'static str>,
    /// The run whose tasks have names.
    tasks: Option<&'a Run>,
}

/// A sentence in the making.
#[derive(Default)]
pub(super) struct Sentence {
    pub(super) parts: Vec<Part>,
}

impl Sentence {
    pub(super) fn say(&mut self, text: impl AsRef<str>) -> &mut Self {
        let text = text.as_ref();
        match self.parts.last_mut() {
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
        self
    }

    pub(super) fn name(&mut self, job: u32) -> &mut Self {
        self.parts.push(Part::Job(job));
        self
    }

    pub(super) fn number(&mut self, job: u32) -> &mut Self {
        self.parts.push(Part::Number(job));
        self
    }
}

impl<'a> Speaker<'a> {
    /// For the jobs of a run. `clock` says a time, in full or as it may stand beside another one: the
    /// day need not be said twice.
    pub fn new(jobs: &'a [Job], clock: &'a dyn Fn(Time, Option<Time>) -> String) -> Self {
        Self {
            jobs,
            clock,
            beside: None,
            pool: None,
            tasks: None,
        }
    }

    /// For the run of a system that takes the providers as one, which it calls so
    /// ([`crate::system::SystemModel::pool`]).
    pub fn of_pool(self, pool: Option<&'static str>) -> Self {
        Self { pool, ..self }
    }

    /// For a run: its tasks are called by their names, if it is of tasks.
    pub fn of_run(self, run: &'a Run) -> Self {
        let tasks = (!run.is_of_log()).then_some(run);
        Self { tasks, ..self }
    }

    /// What a provider is called, by its index: `provider 2`.
    pub(super) fn provider(&self, provider: u32) -> String {
        match self.pool {
            Some(pool) => pool.to_owned(),
            None => format!("provider {}", provider + 1),
        }
    }

    pub(super) fn beside(self, time: Time) -> Self {
        Self {
            beside: Some(time),
            ..self
        }
    }

    /// What a job is called: `job 17`, `reservation R17`, or `task a`.
    pub fn name(&self, job: u32) -> String {
        if let Some(run) = self.tasks {
            return format!("{} {}", run.nouns().job, run.job_name(job as usize));
        }
        match self.jobs.get(job as usize) {
            Some(job) if job.is_reservation() => format!("reservation R{}", job.id),
            Some(job) => format!("job {}", job.id),
            None => "a job".to_owned(),
        }
    }

    /// What a job is called among others: `17`, `R17`, or `a`.
    pub fn number(&self, job: u32) -> String {
        if let Some(run) = self.tasks {
            return run.job_name(job as usize);
        }
        match self.jobs.get(job as usize) {
            Some(job) if job.is_reservation() => format!("R{}", job.id),
            Some(job) => job.id.to_string(),
            None => "?".to_owned(),
        }
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

    /// What an entry tells, without its time.
    pub fn entry(&self, entry: &Entry) -> Vec<Part> {
        self.beside(entry.first).say_entry(entry)
    }

    fn say_entry(&self, entry: &Entry) -> Vec<Part> {
        let mut to = Sentence::default();
        let provider = || self.provider(entry.provider.unwrap_or(0));
        match &entry.decision {
            Decision::Submitted => to.say("submitted"),
            Decision::PassedUp(why) => to.say(self.passed_up(*why)),
            Decision::HeldAbove { until } => to.say(format!(
                "kept by the grid scheduler until {}",
                self.at(*until)
            )),
            Decision::Agreed(request) | Decision::Declined(request) => {
                to.say(self.asked(RequestKind::Inquiry, request))
            }
            Decision::NotReserved(request) => to.say(self.asked(RequestKind::Reserve, request)),
            Decision::SentToSeveral(shares) => to.say(format!("sent to {}", self.shared(shares))),
            Decision::Sent(candidates) => to
                .say(format!("sent to {}", provider()))
                .say(self.compared(candidates)),
            Decision::Booked {
                start,
                end,
                processors,
                offers,
                shares,
            } => to
                .say(match shares[..] {
                    [] => format!("booked at {}: {processors}", provider()),
                    _ => format!("booked: {}", self.shared(shares)),
                })
                .say(format!(" from {} to {}", self.at(*start), self.at(*end)))
                .say(self.offered(offers)),
            Decision::Compared(offers) => to.say(self.offers(offers)),
            Decision::Refused => {
                to.say("its agent could not reserve it any more")
            }
            Decision::InDoubt => to.say(
                "its broker waits no longer to hear whether it is reserved, and gives it to nobody else",
            ),
            Decision::BrokerDown => to.say("its broker is down, and had not decided where it goes"),
            Decision::TakenUp { broker } => to.say(format!("broker {} takes it up", broker + 1)),
            Decision::Rejected(why) => to.say(self.rejected(*why)),
            Decision::Instead(alternatives) => to.say(self.instead(alternatives)),
            Decision::Waits(waits) => {
                self.say_waits(&mut to, waits);
                &mut to
            }
            Decision::Started {
                processors,
                until,
                again,
                overtaking,
                shares,
            } => {
                let starts = if *again { "goes on" } else { "starts" };
                to.say(match shares[..] {
                    [] => format!("{starts} on {processors} of {}", provider()),
                    _ => format!("{starts} on {}", self.shared(shares)),
                });
                self.say_started(&mut to, *until, overtaking.as_ref());
                &mut to
            }
            Decision::StartedAsRecorded { processors, free } => {
                to.say(format!(
                    "starts on {processors} of {}, as the log has it",
                    provider()
                ));
                if let Some(free) = free {
                    to.say(format!(
                        ", though only {free} are free: drawn over the top of it"
                    ));
                }
                &mut to
            }
            Decision::Preempted { by } => to.say("preempted by ").name(*by),
            Decision::Outlasts => {
                to.say("suspended: its reservation is over, and it goes on as a batch job")
            }
            Decision::Suspended { by } => to.say("suspended for ").name(*by),
            Decision::Killed => to.say("stopped at its limit"),
            Decision::Done => to.say("done"),
            Decision::Released => to.say("its processors are free again"),
        };
        to.parts
    }

    pub(super) fn say_waits(&self, to: &mut Sentence, waits: &Waits) {
        self.say_reason(to, &waits.reason);
        match waits.promised {
            // Jobs without a limit may hold what it needs for ever.
            Some(Time::MAX) => to.say("; promised no time"),
            Some(start) => to.say(format!("; promised {}", self.at(start))),
            None => to,
        };
    }

    fn say_reason(&self, to: &mut Sentence, reason: &Reason) {
        match reason {
            Reason::TooFewFree {
                needs,
                free,
                claims,
            } => {
                to.say(format!("needs {needs}, {free} free; "));
                self.say_claims(to, claims, &[]);
            }
            Reason::Promised {
                needs,
                least_free,
                from,
                until,
                by_name,
                claims,
            } => {
                let (same, throughout) = match by_name {
                    true => (" of the same", " throughout"),
                    false => ("", ""),
                };
                let (from, until) = (self.at(*from), self.at(*until));
                to.say(format!(
                    "needs {needs}{same}, only {least_free} free{throughout} from {from} to {until}; "
                ));
                self.say_claims(to, claims, &[Claimant::Booked]);
            }
            Reason::Behind { job, because } => {
                to.say("behind ").name(*job).say(", which ");
                self.say_reason(to, because);
            }
            Reason::WouldDelay {
                job,
                promised,
                needs,
                left,
                because,
            } => {
                to.say("fits now, but would delay ").name(*job);
                to.say(format!(
                    ", promised {}, beside which {left} are left of the {needs} that it needs; ",
                    self.at(*promised)
                ));
                to.name(*job).say(" ");
                self.say_reason(to, because);
            }
            Reason::KeepsPromise => {
                to.say("there is room now, but promises are looked over only when a job ends");
            }
            Reason::TooFewIdle {
                attempt,
                start,
                until,
                needs,
                idle,
                claims,
                chosen,
            } => {
                let (start, until) = (self.at(*start), self.at(*until));
                let servers = match chosen {
                    true => "chosen servers",
                    false => "servers",
                };
                to.say(format!(
                    "attempt {attempt} at {start}: {idle} of {needs} {servers} idle until {until}; "
                ));
                self.say_claims(to, claims, &[Claimant::Booked]);
            }
            Reason::InSlot {
                from,
                length,
                split,
            } => {
                let (from, length) = (self.at(*from), period(*length));
                to.say(match split {
                    Some(split) => format!(
                        "vague: in a slot of {length} from {from} on, which is split at {}",
                        self.at(*split)
                    ),
                    None => format!("firm: in a finest slot, of {length}, from {from} on"),
                });
            }
            Reason::AsRecorded { start } => {
                to.say(format!(
                    "waits until {}, as the log has it",
                    self.at(*start)
                ));
            }
            Reason::Period { next } => {
                let next = self.at(*next);
                to.say(format!(
                    "fits now, but the scheduler acts only at multiples of its period, next at {next}"
                ));
            }
        }
    }

    /// Who takes how many until when: the first few. Those that `begin` later say from when.
    fn say_claims(&self, to: &mut Sentence, claims: &Claims, begin: &[Claimant]) {
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
            to.say("nobody takes the others");
        }
    }

    pub(super) fn say_claim(&self, to: &mut Sentence, claim: &Claim, begins: bool) {
        let Claim {
            processors,
            from,
            until,
            ..
        } = *claim;
        to.name(claim.job);
        match claim.claimant {
            Claimant::Suspended => to.say(format!(", suspended, keeps {processors}")),
            Claimant::Promise if from == Time::MAX => to.say(" is promised no time"),
            Claimant::Promise => {
                to.say(format!(" is promised {processors} from {}", self.at(from)))
            }
            _ if begins => to.say(format!(
                " takes {processors} from {} {}",
                self.at(from),
                self.until(until)
            )),
            _ => to.say(format!(" takes {processors} {}", self.until(until))),
        };
        if claim.gives_way {
            to.say(" but would give way");
        }
    }

    fn passed_up(&self, why: PassedUp) -> String {
        match why {
            PassedUp::Promoted => {
                "promoted to the manager above: too large or too long for its own".to_owned()
            }
            PassedUp::TooLarge { nodes } => {
                format!("forwarded to the manager above: there are {nodes} nodes here")
            }
            PassedUp::TooLate { start } => {
                let start = self.at(start);
                format!("bumped up to the manager above: the first place here is at {start}")
            }
        }
    }

    /// What was compared of several providers.
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

    fn instead(&self, alternatives: &[Alternative]) -> String {
        let said = alternatives.iter().map(|it| {
            let (from, to) = (self.at(it.from), self.at(it.to));
            format!("{} from {from} to {to}", it.processors)
        });
        match alternatives {
            [] => "nothing is idle instead".to_owned(),
            _ => format!("idle instead: {}", said.collect::<Vec<_>>().join("; ")),
        }
    }

    fn until(&self, until: Time) -> String {
        match until {
            Time::MAX => "without a limit".to_owned(),
            until => format!("until {}", self.at(until)),
        }
    }

    pub(super) fn until_at_most(&self, until: Time) -> String {
        match until {
            Time::MAX => "without a limit".to_owned(),
            until => format!("until {} at the latest", self.at(until)),
        }
    }

    pub(super) fn at(&self, time: Time) -> String {
        (self.clock)(time, self.beside)
    }
}

/// A sentence names so many jobs in a row; the others are counted.
const CLAIMS_SAID: usize = 4;

/// How often: `once`, `7 times`.
fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

mod offers;
mod rejections;
#[cfg(test)]
mod tests;
