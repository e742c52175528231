//! The fields of a job of a run, one table ([`JobField`]). Queries, colours, the table of jobs on the page and the jobs
//! CSV take their fields and the values of jobs from it.

#[cfg(test)]
mod tests;

use std::fmt;
use std::fmt::Write;

use super::job_figures::{bounded_slowdown, flow_time, has_run, wait};
use crate::engine::messages::Booking;
use crate::engine::{Bar, NEVER, Outcome, Run, Task};
use workload::{Job, Logged, NameKind, Time};

/// One field: its names, its values, and its uses.
pub struct Row {
    /// Its name for programs, such as the column in the jobs CSV.
    pub key: &'static str,
    /// The title of its column on the page.
    pub title: &'static str,
    /// Its meaning, in a sentence.
    pub about: &'static str,
    /// The type of its values.
    pub values: ValueType,
    /// The value of the job at this index of a run; `None` if the job has none, such as the start of a rejected job.
    /// The index must be below the number of jobs. O(1), except that a name is copied.
    pub value: fn(&Run, usize) -> Option<Value>,
    /// Its name in queries, in lower-case letters; `None` if queries cannot ask for it.
    pub filter: Option<&'static str>,
    /// Its colours in charts; `None` if charts are not coloured by it.
    pub colour: Option<Colour>,
    /// What its numbers are the numbers of, if the log may have names for them.
    pub names: Option<NameKind>,
    /// Whether the table of jobs on the page has a column of it.
    pub in_table: bool,
    /// Whether the jobs CSV of a run has a column of it.
    pub in_csv: fn(&Run) -> bool,
}

/// The colours of charts by a field.
pub struct Colour {
    /// Its name in lists, in legends and in links.
    pub name: &'static str,
    /// The meaning of the colours, in a sentence.
    pub about: &'static str,
}

/// The type of the values of a field: it determines how they are compared, coloured and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// The log's number of something, or [`workload::UNKNOWN`].
    LogNumber,
    /// A number of things.
    Count,
    /// A place in a list: counted from 0 in files, from 1 on the page.
    Place,
    /// A point in time.
    Moment,
    /// A length of time.
    Duration,
    Factor,
    /// One of a few words.
    Word,
    /// Any text.
    Name,
    /// Ranges of numbers, sorted by their lowest number.
    Ranges,
}

impl ValueType {
    /// Whether it is a time: its whole numbers are ticks of the run, its fractions seconds.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Moment | Self::Duration)
    }
}

/// The value of a job in a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number; of a time, ticks of the run.
    Whole(i64),
    /// A number with a fraction; of a time, seconds.
    Real(f64),
    /// A word, and its place among the words of the field.
    Word(&'static str, i64),
    /// Any text.
    Name(String),
}

impl JobField {
    /// The value of the job at this index of a run ([`Row::value`]).
    pub fn value(self, run: &Run, at: usize) -> Option<Value> {
        (self.row().value)(run, at)
    }

    /// The value if it is a whole number; of a time, in ticks of the run.
    pub fn whole(self, run: &Run, at: usize) -> Option<i64> {
        match self.value(run, at) {
            Some(Value::Whole(number)) => Some(number),
            _ => None,
        }
    }

    /// The name behind the number of a job, if the log has names for such numbers.
    pub fn name(self, run: &Run, at: usize) -> Option<&str> {
        run.names()?.of(self.row().names?, self.whole(run, at)?)
    }

    /// The value if it is a number, as on the page: times in seconds, places counted from 1.
    pub fn number(self, run: &Run, at: usize) -> Option<f64> {
        match (self.value(run, at)?, self.row().values) {
            (Value::Whole(ticks), values) if values.is_time() => Some(run.tick.seconds(ticks)),
            (Value::Whole(place), ValueType::Place) => Some((place + 1) as f64),
            (Value::Whole(number), _) => Some(number as f64),
            (Value::Real(number), _) => Some(number),
            (Value::Word(..) | Value::Name(_), _) => None,
        }
    }

    /// The field with this name in queries.
    pub fn of_filter(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.row().filter == Some(name))
    }

    /// All fields, in the order in which filters and colours are listed.
    pub fn listed() -> impl Iterator<Item = Self> {
        let others = Self::ALL.into_iter().filter(|it| !LISTED_FIRST.contains(it));
        LISTED_FIRST.into_iter().chain(others)
    }
}

/// Writes the processors of bars as ranges, such as `0-15,32`. Processors of another provider than `provider` have its
/// place in front, counted from `first_place`: `0-15,2:0-7`. O(bars).
///
/// # Errors
///
/// Those of `text`.
pub fn write_ranges(text: &mut impl Write, bars: &[Bar], provider: u32, first_place: u32) -> fmt::Result {
    for (at, bar) in bars.iter().enumerate() {
        if at > 0 {
            text.write_char(',')?;
        }
        if bar.provider != provider {
            write!(text, "{}:", bar.provider + first_place)?;
        }
        write!(text, "{}", bar.first_processor)?;
        if bar.last_processor > bar.first_processor {
            write!(text, "-{}", bar.last_processor)?;
        }
    }
    Ok(())
}

/// An enum of the rows of a table. The first columns are the field and its sentence; a column that a row does not name is
/// as in [`USUAL`].
macro_rules! job_fields {
    ($($Field:ident { about: $about:literal, $($column:ident: $value:expr,)+ })+) => {
        /// A field of a job of a run, in the order of the jobs CSV and of the table of jobs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum JobField {
            $(#[doc = $about] $Field,)+
        }

        const ROWS: &[Row] = &[$(Row { about: $about, $($column: $value,)+ ..USUAL },)+];

        impl JobField {
            /// All fields, in their order.
            pub const ALL: [Self; ROWS.len()] = [$(Self::$Field),+];

            /// Its row of the table.
            pub const fn row(self) -> &'static Row {
                &ROWS[self as usize]
            }
        }
    };
}

/// The columns of most rows.
const USUAL: Row = Row {
    key: "",
    title: "",
    about: "",
    values: ValueType::Count,
    value: |_, _| None,
    filter: None,
    colour: None,
    names: None,
    in_table: false,
    in_csv: |_| false,
};

/// Lists of filters and colours begin with these, in this order.
const LISTED_FIRST: [JobField; 14] = [
    JobField::Job,
    JobField::Kind,
    JobField::User,
    JobField::Group,
    JobField::Queue,
    JobField::Provider,
    JobField::Processors,
    JobField::ProcessorsGiven,
    JobField::Wait,
    JobField::Ran,
    JobField::RequestedTime,
    JobField::FlowTime,
    JobField::BoundedSlowdown,
    JobField::StartKind,
];

const fn in_every_csv(_: &Run) -> bool {
    true
}

fn job(run: &Run, at: usize) -> &Job {
    &run.jobs[at]
}

fn outcome(run: &Run, at: usize) -> &Outcome {
    &run.schedule.outcomes[at]
}

fn whole(number: impl Into<i64>) -> Option<Value> {
    Some(Value::Whole(number.into()))
}

fn logged(run: &Run, at: usize, of: fn(&Logged) -> i64) -> Option<Value> {
    whole(of(&job(run, at).logged))
}

fn if_ran(run: &Run, at: usize, of: fn(&Job, &Outcome) -> i64) -> Option<Value> {
    let outcome = outcome(run, at);
    has_run(outcome).then(|| Value::Whole(of(job(run, at), outcome)))
}

/// A time of jobs that ran; `None` if it is [`NEVER`].
fn if_came(run: &Run, at: usize, of: fn(&Job, &Outcome) -> Time) -> Option<Value> {
    if_ran(run, at, of).filter(|it| *it != Value::Whole(NEVER))
}

fn task(run: &Run, at: usize) -> Option<&Task> {
    run.tasks().get(at)
}

fn has_bookings(run: &Run) -> bool {
    !run.messages.bookings.is_empty()
}

fn booking(run: &Run, at: usize, of: fn(&Booking) -> u32) -> Option<Value> {
    run.messages.bookings.get(at).and_then(|it| whole(of(it)))
}

job_fields! {
    Job {
        about: "The job's number in the log, or the task's name.",
        key: "job",
        title: "Job",
        values: ValueType::LogNumber,
        value: |run, at| whole(job(run, at).id as i64),
        filter: Some("job"),
        in_table: true,
        in_csv: in_every_csv,
    }
    Kind {
        about: "Whether it is a batch job or an advance reservation.",
        key: "kind",
        title: "Kind",
        values: ValueType::Word,
        value: |run, at| {
            Some(if job(run, at).is_reservation() { Value::Word("reservation", 1) } else { Value::Word("batch", 0) })
        },
        colour: Some(Colour {
            name: "kind",
            about: "Batch jobs and advance reservations.",
        }),
        in_table: true,
        in_csv: in_every_csv,
    }
    User {
        about: "The user of the job.",
        key: "user",
        title: "User",
        values: ValueType::LogNumber,
        value: |run, at| logged(run, at, |it| it.user),
        filter: Some("user"),
        names: Some(NameKind::User),
        colour: Some(Colour {
            name: "user",
            about: "The user of the job. The eight users with most jobs have a colour each, the others share one.",
        }),
        in_table: true,
    }
    Group {
        about: "The user's group.",
        key: "group",
        title: "Group",
        values: ValueType::LogNumber,
        value: |run, at| logged(run, at, |it| it.group),
        filter: Some("group"),
        names: Some(NameKind::Group),
        colour: Some(Colour {
            name: "group",
            about: "The group of the user. The eight groups with most jobs have a colour each, the others share one.",
        }),
    }
    Queue {
        about: "The queue of the logged system.",
        key: "queue",
        title: "Queue",
        values: ValueType::LogNumber,
        value: |run, at| logged(run, at, |it| it.queue),
        filter: Some("queue"),
        names: Some(NameKind::Queue),
        colour: Some(Colour {
            name: "queue",
            about: "The queue in the log. The eight queues with most jobs have a colour each, the others share one.",
        }),
    }
    Partition {
        about: "The partition of the logged system.",
        key: "partition",
        title: "Partition",
        values: ValueType::LogNumber,
        value: |run, at| logged(run, at, |it| it.partition),
        filter: Some("partition"),
        colour: Some(Colour {
            name: "partition",
            about: "The partition in the log. The eight partitions with most jobs have a colour each, the others share one.",
        }),
        names: Some(NameKind::Partition),
        in_table: true,
    }
    Qos {
        about: "The quality of service in the log.",
        key: "qos",
        title: "QOS",
        values: ValueType::LogNumber,
        value: |run, at| logged(run, at, |it| it.qos.into()),
        filter: Some("qos"),
        colour: Some(Colour {
            name: "qos",
            about: "The quality of service in the log. The eight with most jobs have a colour each, the others share one.",
        }),
        names: Some(NameKind::Qos),
        in_table: true,
    }
    Account {
        about: "The account that was charged.",
        key: "account",
        title: "Account",
        values: ValueType::LogNumber,
        value: |run, at| logged(run, at, |it| it.account.into()),
        filter: Some("account"),
        colour: Some(Colour {
            name: "account",
            about: "The account that was charged. The eight accounts with most jobs have a colour each, the others share one.",
        }),
        names: Some(NameKind::Account),
        in_table: true,
    }
    Provider {
        about: "The provider that it was sent to.",
        key: "provider",
        title: "Provider",
        values: ValueType::Place,
        value: |run, at| if_ran(run, at, |_, it| it.provider.into()),
        filter: Some("provider"),
        in_table: true,
        in_csv: in_every_csv,
    }
    ProcessorsUsed {
        about: "The processors that it used, counted from 0 within the provider; 2:0-7 if they are of provider 2 and the job has several providers.",
        key: "processors_used",
        title: "On",
        values: ValueType::Ranges,
        value: |run, at| {
            run.schedule.bars_of(at).first().and_then(|bar| whole(bar.first_processor))
        },
        in_table: true,
        in_csv: in_every_csv,
    }
    Submit {
        about: "Time of submission: a date if the log has its start date, otherwise since the start of the log.",
        key: "submit",
        title: "Submitted",
        values: ValueType::Moment,
        value: |run, at| whole(job(run, at).submit),
        in_table: true,
        in_csv: in_every_csv,
    }
    Ready {
        about: "The earliest start that it requested; for a batch job, when it becomes eligible.",
        key: "ready",
        title: "Ready r",
        values: ValueType::Moment,
        value: |run, at| whole(job(run, at).ready()),
        in_table: true,
        in_csv: in_every_csv,
    }
    Deadline {
        about: "The time by which a reservation should end.",
        key: "deadline",
        title: "Deadline d",
        values: ValueType::Moment,
        value: |run, at| job(run, at).reservation.and_then(|it| whole(it.deadline)),
        in_table: true,
        in_csv: in_every_csv,
    }
    Start {
        about: "Time of start: a date if the log has its start date, otherwise since the start of the log.",
        key: "start",
        title: "Start",
        values: ValueType::Moment,
        value: |run, at| if_came(run, at, |_, it| it.start),
        in_table: true,
        in_csv: in_every_csv,
    }
    End {
        about: "Time of end: a date if the log has its start date, otherwise since the start of the log.",
        key: "end",
        title: "End",
        values: ValueType::Moment,
        value: |run, at| if_came(run, at, |_, it| it.end),
        in_table: true,
        in_csv: in_every_csv,
    }
    Wait {
        about: "How long it waited: from its ready time to its first start.",
        key: "wait",
        title: "Wait, s",
        values: ValueType::Duration,
        value: |run, at| if_ran(run, at, wait),
        filter: Some("wait"),
        colour: Some(Colour {
            name: "wait",
            about: "How long the job waited, from not at all (dark) to more than a week (light).",
        }),
        in_table: true,
    }
    FlowTime {
        about: "Its flow time: from its ready time to its completion.",
        key: "flow_time",
        title: "Flow time, s",
        values: ValueType::Duration,
        value: |run, at| if_ran(run, at, flow_time),
        filter: Some("flow"),
    }
    BoundedSlowdown {
        about: "Its bounded slowdown.",
        key: "bounded_slowdown",
        title: "Slowdown",
        values: ValueType::Factor,
        value: |run, at| {
            let (job, outcome) = (job(run, at), outcome(run, at));
            let threshold = run.slowdown_threshold_in_ticks();
            has_run(outcome).then(|| Value::Real(bounded_slowdown(job, outcome, threshold)))
        },
        filter: Some("slowdown"),
        colour: Some(Colour {
            name: "slowdown",
            about: "Bounded slowdown of the job, from 1 (dark) to more than 1000 (light).",
        }),
    }
    Processors {
        about: "Its size: the number of processors that it needs at the same time.",
        key: "processors",
        title: "Size s",
        values: ValueType::Count,
        value: |run, at| whole(job(run, at).processors),
        filter: Some("size"),
        in_table: true,
        in_csv: in_every_csv,
    }
    RunTime {
        about: "Its run time if it is not stopped, in seconds.",
        key: "run_time",
        title: "Run p, s",
        values: ValueType::Duration,
        value: |run, at| whole(job(run, at).run_time),
        in_table: true,
        in_csv: in_every_csv,
    }
    RequestedTime {
        about: "Its processing time limit, in seconds; schedulers plan with it.",
        key: "requested_time",
        title: "Limit c, s",
        values: ValueType::Duration,
        value: |run, at| whole(job(run, at).requested_time),
        filter: Some("limit"),
        in_table: true,
        in_csv: in_every_csv,
    }
    Status {
        about: "Done, killed at its limit, or rejected.",
        key: "status",
        title: "Status",
        values: ValueType::Word,
        value: |run, at| {
            let status = outcome(run, at).status;
            Some(Value::Word(status.word(), status as i64))
        },
        in_table: true,
        in_csv: in_every_csv,
    }
    ProcessorsGiven {
        about: "How many processors it was given.",
        key: "processors_given",
        values: ValueType::Count,
        value: |run, at| if_ran(run, at, |_, it| it.processors.into()),
        colour: Some(Colour {
            name: "size",
            about: "How many processors the job was given, from few (dark) to many (light).",
        }),
        in_csv: in_every_csv,
    }
    Ran {
        about: "How long it ran, without the time that was lost when it was preempted.",
        key: "ran",
        values: ValueType::Duration,
        value: |run, at| if_ran(run, at, |_, it| it.ran),
        filter: Some("run"),
        in_csv: in_every_csv,
    }
    Lost {
        about: "How long it ran before it was preempted and began anew; this work is lost.",
        key: "lost",
        values: ValueType::Duration,
        value: |run, at| if_ran(run, at, |_, it| it.lost),
        in_csv: in_every_csv,
    }
    Interruptions {
        about: "How often it was preempted by a job of higher priority or suspended for a reservation.",
        key: "interruptions",
        title: "Interrupted",
        values: ValueType::Count,
        value: |run, at| whole(outcome(run, at).interruptions),
        in_table: true,
        in_csv: in_every_csv,
    }
    StartKind {
        about: "How it came to start. It depends on the whole schedule: see [`crate::criteria::starts`].",
        key: "start_kind",
        values: ValueType::Word,
        colour: Some(Colour {
            name: "start",
            about: "How the job started: in turn; backfilled, while a job submitted earlier waited at the same provider; or reserved.",
        }),
    }
    TaskName {
        about: "The name of a task, in its file.",
        key: "task",
        values: ValueType::Name,
        value: |run, at| Some(Value::Name(run.job_name(at))),
        in_csv: |run| !run.is_of_log() || has_bookings(run),
    }
    ReservedUntil {
        about: "When the reservation of a task of a workflow ends.",
        key: "reserved_until",
        values: ValueType::Moment,
        value: |run, at| task(run, at).map(|it| Value::Real(it.reserved_until)),
        in_csv: Run::is_of_workflow,
    }
    Machine {
        about: "The name of the machine of a task of a workflow.",
        key: "machine",
        values: ValueType::Name,
        value: |run, at| {
            let machine = task(run, at)?.machine as usize;
            run.workflow()?.machines.get(machine).cloned().map(Value::Name)
        },
        in_csv: Run::is_of_workflow,
    }
    Ended {
        about: "The real end of a task of a workflow.",
        key: "ended",
        values: ValueType::Moment,
        value: |run, at| task(run, at)?.ended.map(Value::Real),
        in_csv: Run::is_of_workflow,
    }
    Agent {
        about: "The agent with the node on which it is reserved.",
        key: "agent",
        values: ValueType::Place,
        value: |run, at| run.messages.bookings.get(at)?.agent.and_then(whole),
        in_csv: has_bookings,
    }
    Broker {
        about: "The broker that places it.",
        key: "broker",
        values: ValueType::Place,
        value: |run, at| booking(run, at, |it| it.broker),
        in_csv: has_bookings,
    }
    Round {
        about: "The round of its broker in which it was reserved, or the last round in which the broker tried.",
        key: "round",
        values: ValueType::Place,
        value: |run, at| booking(run, at, |it| it.round),
        in_csv: has_bookings,
    }
    Offers {
        about: "The number of offers that its broker received for it.",
        key: "offers",
        values: ValueType::Count,
        value: |run, at| booking(run, at, |it| it.offers),
        in_csv: has_bookings,
    }
    InDoubt {
        about: "1 if its broker does not know whether it is reserved, else 0.",
        key: "in_doubt",
        values: ValueType::Count,
        value: |run, at| booking(run, at, |it| it.in_doubt.into()),
        in_csv: has_bookings,
    }
    Node {
        about: "The name of the node of a task of a batch.",
        key: "node",
        values: ValueType::Name,
        value: |run, at| {
            let outcome = outcome(run, at);
            run.batch()?.nodes.get(outcome.provider as usize).filter(|_| has_run(outcome)).cloned().map(Value::Name)
        },
        in_csv: |run| run.batch().is_some(),
    }    Name {
        about: "The job's name in the log: its number, or the name that people know, such as `200_1`.",
        key: "name",
        values: ValueType::Name,
        value: |run, at| Some(Value::Name(run.job_name(at))),
        in_csv: Run::is_of_log,
    }
}
