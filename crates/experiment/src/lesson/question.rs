//! The questions at the end of a lesson.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;

use super::format::{Job, Schedule, Show};
use super::{Computed, Control};
use workload::Time;

/// A question: the reader commits to an answer, then sees the chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub ask: String,
    /// The chart of which it asks. Until an answer is given its future is hidden.
    pub show: Show,
    /// Until when a schedule is shown before an answer is given, in seconds; 0 shows only its jobs.
    #[serde(default)]
    pub shown_until: Time,
    /// The parts of the chart that the reader may change once an answer is given.
    #[serde(default)]
    pub controls: Vec<Control>,
    /// The right answer.
    pub answer: Answer,
    /// Said when it is right.
    pub right: String,
    /// Said when it is wrong: a hint, not the answer.
    pub wrong: String,
    /// Wrong numbers that have a reason, with a hint for each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slips: Vec<Slip>,
    /// The fields of the chart that are drawn anew when the question is asked again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<DrawnField>,
    /// How the right answer follows from the chart, so that it can be checked.
    pub computed: Option<Computed>,
}

/// The right answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    Choices(Vec<Choice>),
    /// A number to find.
    Number {
        /// The number.
        is: f64,
        /// The unit after it.
        #[serde(default)]
        unit: String,
        /// How far an answer may be off it and still be right.
        #[serde(default)]
        within: f64,
    },
    /// A job to click.
    Job {
        /// Its number.
        is: u64,
    },
    /// When a job starts: its bar is dragged there.
    Start {
        /// The job's number.
        job: u64,
        /// Its start, in seconds.
        is: Time,
    },
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub text: String,
    #[serde(default)]
    pub right: bool,
    /// Said instead of the question's own words when it is chosen.
    #[serde(default)]
    pub feedback: String,
}

/// A wrong answer that has a reason: a number, a job's number or a start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slip {
    /// The wrong answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<f64>,
    /// How it follows from the chart, in place of `is`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<Computed>,
    /// The fields of the chart that are set otherwise where it is computed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, Json>,
    /// The hint.
    pub said: String,
}

/// Fields of the chart that are set to one of some values when the question is asked again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnField {
    /// Paths of the chart's fields, all set to the same value.
    pub sets: Vec<String>,
    /// The values, all equally likely.
    pub values: Vec<Json>,
}

impl Schedule {
    /// The latest start to which the bar of a job can be dragged, in seconds: all jobs one after the other, after the
    /// last submission. Rounded up, so that the end of the axis does not give the answer away.
    pub fn longest_start(&self) -> Time {
        let first = |job: &Job| job.ready.unwrap_or(0).max(job.submit);
        let last = self.jobs.iter().map(first).max().unwrap_or(0);
        let lengths: Time = self.jobs.iter().map(|job| job.run).sum();
        (last + lengths + 9) / 10 * 10
    }
}

/// Reads a question, or a list of them.
pub(super) fn one_or_several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Question>, D::Error> {
    from.deserialize_any(OneOrSeveral)
}

struct OneOrSeveral;

impl<'de> Visitor<'de> for OneOrSeveral {
    type Value = Vec<Question>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a question or a list of questions")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Ok(vec![Question::deserialize(MapAccessDeserializer::new(map))?])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut questions = Vec::new();
        while let Some(question) = list.next_element()? {
            questions.push(question);
        }
        Ok(questions)
    }
}
