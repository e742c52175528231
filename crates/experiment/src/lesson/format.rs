//! The content of a lesson file.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::Control;
use super::question::{Question, one_or_several};
use crate::Scenario;
use base::json;
use scheduling::availability::Request;
use scheduling::criteria::Criterion;
use scheduling::policy::spare_time::Variant;
use scheduling::policy::workflow::{FirstAssignment, Scheduler};
use workload::Time;

/// The default criteria beneath a schedule.
fn usual_criteria() -> Vec<Criterion> {
    [&Criterion::PAPER[..], &[Criterion::WAITING_TIME]].concat()
}

/// The default criteria of a curve.
fn paper_criteria() -> Vec<Criterion> {
    Criterion::PAPER.to_vec()
}

/// The version of the format that this program reads.
pub const VERSION: u32 = 1;

/// Why a file is no lesson, in words, with the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonError(pub String);

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LessonError {}

/// A lesson: steps to read and to try, and questions at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The version of the format: [`VERSION`].
    pub lesson: u32,
    /// Its name in addresses and progress: small letters, digits and dashes.
    pub id: String,
    pub title: String,
    /// Its subject, in one sentence.
    pub summary: String,
    /// How long it takes, about.
    pub minutes: u32,
    /// Where it comes from: paper and sections.
    #[serde(default)]
    pub source: String,
    /// One idea each.
    pub steps: Vec<Step>,
    /// The tasks for the reader at the end. A file with a single one may give it without a list.
    #[serde(default, alias = "question", deserialize_with = "one_or_several")]
    pub questions: Vec<Question>,
}

/// One idea: a text and a chart for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its heading.
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
    /// The chart beside the text.
    pub show: Show,
    /// The parts of the chart that the reader may change.
    #[serde(default)]
    pub controls: Vec<Control>,
}

/// The chart beside a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Show {
    /// One to three schedules of the same jobs, with their criteria.
    Schedule(Schedule),
    /// The slots of one provider at a moment of a run.
    Slots(Slots),
    /// Criteria against a field that is varied.
    Curve(Curve),
    /// Algorithm 1, line by line.
    #[serde(rename = "algorithm_1")]
    Generate(Generate),
    /// Algorithm 2, line by line.
    #[serde(rename = "algorithm_2")]
    Search(Search),
    /// Reservations bound to processors when they are booked, and when they start.
    Binding(Binding),
    /// The search among idle periods in the trees of a slot, step by step.
    RangeSearch(RangeSearch),
    /// A workflow's plan in the making, step by step.
    Planning(Planning),
    /// The messages between brokers and agents in a run of a task batch, step by step.
    Messages(Messages),
}

/// One to three schedules of the same jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The jobs; none are those of the sample that the page opens with.
    #[serde(default)]
    pub jobs: Vec<Job>,
    /// A workflow, as its file says it, in place of jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow: Option<serde_json::Value>,
    /// A task batch, in place of jobs: its nodes are the providers of the scenario's platform.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Task>,
    /// How they are scheduled.
    #[serde(default)]
    pub scenario: Scenario,
    /// The differences from schedule to schedule; without any there is one schedule.
    #[serde(default)]
    pub plans: Vec<Plan>,
    /// The window of time that is drawn, in seconds; all by default.
    pub window: Option<(Time, Time)>,
    /// Which criteria stand beneath.
    #[serde(default = "usual_criteria")]
    pub criteria: Vec<Criterion>,
}

/// The sample in one schedule, with the usual criteria beneath.
impl Default for Schedule {
    fn default() -> Self {
        Self {
            jobs: Vec::new(),
            workflow: None,
            tasks: Vec::new(),
            scenario: Scenario::default(),
            plans: Vec::new(),
            window: None,
            criteria: usual_criteria(),
        }
    }
}

/// The slots of one provider at a moment of a run, and the answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// As in [`Schedule`].
    #[serde(default)]
    pub jobs: Vec<Job>,
    /// How they are scheduled.
    #[serde(default)]
    pub scenario: Scenario,
    /// The provider, counted from 0.
    #[serde(default)]
    pub provider: usize,
    /// The moment, in seconds.
    pub at: Time,
    pub request: Option<Asked>,
}

/// Criteria against a field that is varied, a line for each plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// As in [`Schedule`].
    #[serde(default)]
    pub jobs: Vec<Job>,
    /// As in [`Schedule`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow: Option<serde_json::Value>,
    /// As in [`Schedule`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Task>,
    /// The scenario, without the field that is varied.
    #[serde(default)]
    pub scenario: Scenario,
    /// The field that is varied.
    pub vary: Vary,
    /// A line each; none is one line.
    #[serde(default)]
    pub plans: Vec<Plan>,
    /// A panel each.
    #[serde(default = "paper_criteria")]
    pub criteria: Vec<Criterion>,
    /// How many seeds each point takes, counted up from the scenario's.
    #[serde(default = "one")]
    pub seeds: u32,
}

/// Algorithm 1 on some reservations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// The processors of the provider.
    pub capacity: u32,
    /// The promised intervals.
    pub reservations: Vec<Interval>,
}

/// Algorithm 2 on the slots that some reservations leave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// The processors of the provider.
    pub capacity: u32,
    /// The promised intervals.
    pub reservations: Vec<Interval>,
    pub request: Asked,
}

/// Reservations that are booked by count, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// The processors of the provider.
    pub capacity: u32,
    /// In the order in which they are booked.
    pub reservations: Vec<Interval>,
}

/// Idle periods of servers, and a request for some of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeSearch {
    /// When each server is idle: from when until when, of server 0, 1, and so on.
    pub idle: Vec<(Time, Time)>,
    /// The length τ of a slot, in seconds.
    pub slot: Time,
    /// The request: its ready time is the start that is tried.
    pub request: Asked,
}

/// How a workflow is planned: a scheduler decision by decision, or, where there is a deadline, spare time round
/// by round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planning {
    /// The workflow, as its file says it, with its machines. A schedule of its own takes the place of HEFT's
    /// where spare time is shared out.
    pub workflow: serde_json::Value,
    /// The scheduler whose decisions are shown, HEFT unless named. Spare time is that of HEFT's
    /// schedule.
    #[serde(default)]
    pub scheduler: Scheduler,
    /// Where Hybrid.BMCT puts the tasks of a group at first.
    #[serde(default)]
    pub first_assignment: FirstAssignment,
    /// When all reservations have to end, in seconds; no earlier than the schedule's end counts.
    pub deadline: Option<f64>,
    /// How spare time is shared out.
    #[serde(default)]
    pub variant: Variant,
}

/// The messages between brokers and agents while they place a task batch, with the number of tasks of each
/// agent, and the load of the nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messages {
    /// The batch.
    pub tasks: Vec<Task>,
    /// Its nodes are the providers of the platform.
    pub scenario: Scenario,
    /// How many steps are shown at first; the end if there are fewer.
    #[serde(default)]
    pub step: usize,
}

/// A task of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its name, unique in the batch.
    pub task: String,
    /// When it must begin, in seconds.
    pub start: Time,
    /// When it will end, in seconds.
    pub end: Time,
    /// Its load of a node, in percent.
    pub load: u32,
    /// The cluster that it is confined to, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// When it is submitted, in seconds.
    #[serde(default)]
    pub submit: Time,
}

/// A job of a tiny workload. Jobs are numbered from 1 in the order of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// When it is submitted, in seconds.
    #[serde(default)]
    pub submit: Time,
    /// Size s, in processors.
    pub size: u32,
    /// GPUs, on one node with its processors: of a cluster, where a job without GPUs may have its processors on any nodes.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub gpus: u32,
    /// Processing time p, in seconds.
    pub run: Time,
    /// Processing time limit c, in seconds; the processing time by default.
    pub limit: Option<Time>,
    /// Ready time r, which makes it an advance reservation.
    pub ready: Option<Time>,
    /// Deadline d of a reservation; ready time and limit by default, which is a fixed request.
    pub deadline: Option<Time>,
}

/// Processors promised for an interval, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    pub start: Time,
    /// Until when, exclusive.
    pub end: Time,
    pub processors: u32,
}

/// A request, as ARTS² is given it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Ready time r, in seconds.
    pub ready: Time,
    /// Deadline d, in seconds; none by default.
    pub deadline: Option<Time>,
    /// Processing time p, in seconds.
    pub length: Time,
    /// Size s, in processors.
    pub processors: u32,
}

impl Asked {
    /// As the availability structures take it.
    pub fn request(&self) -> Request {
        Request { ready: self.ready, deadline: self.deadline, length: self.length, processors: self.processors }
    }
}

/// The differences of one of several schedules or lines of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub name: String,
    /// Fields of the chart by their path, and their values.
    #[serde(default)]
    pub set: BTreeMap<String, serde_json::Value>,
}

/// The field that a curve varies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vary {
    /// The title of the axis, with its unit.
    pub label: String,
    /// Paths of the fields that are set, all to the same value.
    pub sets: Vec<String>,
    pub values: Vec<f64>,
}

fn one() -> u32 {
    1
}

/// The most bytes of a lesson file.
pub const MOST_BYTES: usize = 1 << 20;

impl Lesson {
    /// Reads and checks a lesson: one JSON object. A byte order mark is skipped.
    ///
    /// # Errors
    ///
    /// A sentence: with line and column if it is no JSON or has an unknown field, with step and
    /// field if a value is invalid.
    pub fn from_json(bytes: &[u8]) -> Result<Self, LessonError> {
        if bytes.len() > MOST_BYTES {
            return Err(LessonError("more than 1 MB is no lesson".to_owned()));
        }
        let lesson: Self = json::read(bytes).map_err(|mistake| LessonError(mistake.to_string()))?;
        lesson.check()?;
        Ok(lesson)
    }
}

/// Whether a file is meant as a lesson: a JSON object with a field `lesson`, which neither a scenario
/// nor a log has. It may be broken otherwise.
pub fn looks_like_one(bytes: &[u8]) -> bool {
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Some(fields) = json.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    let first = fields.trim_ascii_start().strip_prefix(b"\"lesson\"");
    first.is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
}
