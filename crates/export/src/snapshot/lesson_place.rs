//! How far a lesson is open.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{SnapshotError, fail, is_name};

/// No lesson has more steps, no step more controls, no control more values.
const MOST: usize = 10_000;

/// No path has more lessons.
const MOST_LESSONS: usize = 100;

/// The lesson that is open, its step, and the values set in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonPlace {
    /// The lesson's id; empty for the list of a path.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The ids of the lessons of the path that is followed; none without a path.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The step that is open, counted from 0; the questions follow the last step.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub step: usize,
    /// The part of its text, counted from 0: long ones come in several.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub part: usize,
    /// The positions of the controls of each step in which one has been set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<usize, Vec<usize>>,
    /// The moment that is shown of each step that goes through moments.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub moments: BTreeMap<usize, usize>,
    /// How often each question was asked before, of those that have been asked again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub times: BTreeMap<usize, u32>,
}

impl LessonPlace {
    /// Whether it can be a place in some lesson. Which steps and controls there are is known once the
    /// lesson has been read.
    pub(super) fn check(&self) -> Result<(), SnapshotError> {
        if !self.id.is_empty() || self.path.is_empty() {
            is_name(&self.id, "the lesson")?;
        }
        if self.path.len() > MOST_LESSONS {
            return fail("the path has more lessons than a path has");
        }
        for id in &self.path {
            is_name(id, "a lesson of the path")?;
        }
        let steps = self.set.keys().chain(self.moments.keys()).chain(self.times.keys());
        let counts = self.set.values().map(Vec::len);
        let positions = self.set.values().flatten().chain(self.moments.values());
        let mut numbers = steps.chain(positions).copied().chain(counts);
        if self.step.max(self.part) <= MOST && numbers.all(|it| it <= MOST) {
            Ok(())
        } else {
            fail("the lesson is open where no lesson goes")
        }
    }
}
