//! A solved exercise as a student hands it in: the page, its figures, the reason, and the way to it. One JSON value, in a
//! file or in a link. The text is untrusted input.

#[cfg(test)]
pub(super) mod tests;

use std::fmt;

use base::json;
use scheduling::criteria::Report;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize, Serializer};
use workload::Time;

use super::snapshot::{Snapshot, brief};
use crate::permalink::{self, LinkError};

/// The version that is written and read.
const VERSION: u32 = 1;

/// No file of a hand-in is larger, in bytes.
pub const MOST_BYTES: usize = 2 << 20;

/// The most entries of [`HandIn::tried`].
pub const MOST_TRIED: usize = 200;

/// The most answers of lessons.
pub const MOST_ANSWERS: usize = 500;

/// The longest name, exercise and answer, in characters.
pub const LONGEST_NAME: usize = 200;
/// See [`LONGEST_NAME`].
pub const LONGEST_EXERCISE: usize = 2_000;
/// See [`LONGEST_NAME`].
pub const LONGEST_ANSWER: usize = 10_000;

/// The longest text of an entry or an answer of a lesson, in characters.
pub const LONGEST_TEXT: usize = 4_000;

/// The last second of the year 9999, in Unix time: no clock shows a later one.
const LAST_SECOND: Time = 253_402_300_799;

/// No run uses its processors more: what a log names above them counts as well.
const MOST_UTILIZATION: f64 = 1_000.0;

/// No run has more jobs: their indices are numbers of 32 bits.
const MOST_JOBS: u64 = u32::MAX as u64;

/// No clock differs from UTC by more minutes.
const MOST_OFFSET: i32 = 18 * 60;

/// What a student hands in. Untrusted input has to be checked by [`HandIn::check`]; [`read`] and [`read_link`] do so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandIn {
    /// The version of the format; the first field, by which such a file is recognized.
    pub hand_in: u32,
    /// The student's name; may be empty.
    #[serde(default)]
    pub name: String,
    /// The question that the lecturer posed; may be empty.
    #[serde(default)]
    pub exercise: String,
    /// The student's reason, as free text.
    #[serde(default)]
    pub answer: String,
    /// When the page was opened, in Unix seconds, by the clock of the student's machine.
    pub begun: Time,
    /// When it was handed in, in Unix seconds.
    pub ended: Time,
    /// The minutes by which that clock is ahead of UTC.
    #[serde(default)]
    pub utc_offset: i32,
    /// The figures of the scenario in front; none if it was not run.
    pub figures: Option<Figures>,
    /// The page: the scenarios, and the workload by its name, size and digest. A log is never in it.
    #[serde(serialize_with = "briefly")]
    pub page: Snapshot,
    /// What was tried before, in order: at most [`MOST_TRIED`].
    #[serde(default)]
    pub tried: Vec<Tried>,
    /// How many entries before those of `tried` are left out.
    #[serde(default)]
    pub tried_left_out: u32,
    /// The answers that were given to the questions of lessons: at most [`MOST_ANSWERS`].
    #[serde(default)]
    pub answers: Vec<AnswerGiven>,
}

/// The figures of a run. A figure that is no number is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Mean utilization U, 0 to 1.
    pub mean_utilization: Option<f64>,
    /// Mean flow time F, in seconds.
    pub mean_flow_time: Option<f64>,
    /// Mean tardiness D, in seconds.
    pub mean_tardiness: Option<f64>,
    /// Mean waiting time, in seconds.
    pub mean_waiting_time: Option<f64>,
    /// The jobs that were taken.
    pub jobs: u64,
    pub rejected: u64,
}

/// Something that was tried: a run, or many in one entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// The run in words: system, policy with its period δ, share of reservations, seed and workload. Of many runs their
    /// number and the best of them.
    pub words: String,
    /// When it came back, in seconds since the page was opened.
    pub at: u32,
    /// The figures of the run; none of many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<Figures>,
}

/// An answer that was given to a question of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerGiven {
    /// The text of the question.
    pub question: String,
    /// The last answer, in words.
    pub answer: String,
    pub right: bool,
    /// How many answers were given to the question.
    pub tries: u32,
}

/// The fault of a hand-in, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandInError(pub String);

impl fmt::Display for HandInError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HandInError {}

impl Figures {
    pub fn of(report: &Report) -> Self {
        let number = |value: f64| value.is_finite().then_some(value);
        Self {
            mean_utilization: number(report.mean_utilization),
            mean_flow_time: number(report.mean_flow_time),
            mean_tardiness: number(report.mean_tardiness),
            mean_waiting_time: number(report.mean_waiting_time),
            jobs: report.jobs as u64,
            rejected: report.rejected as u64,
        }
    }

    fn check(&self) -> Result<(), HandInError> {
        let times = [self.mean_flow_time, self.mean_tardiness, self.mean_waiting_time];
        let mut times = times.into_iter().flatten();
        let are_times = times.all(|it| (0.0..=LAST_SECOND as f64).contains(&it));
        let used = self.mean_utilization.unwrap_or_default();
        let is_share = (0.0..=MOST_UTILIZATION).contains(&used);
        if are_times && is_share && self.rejected <= self.jobs && self.jobs <= MOST_JOBS {
            Ok(())
        } else {
            fail("a figure is one that no run has")
        }
    }
}

impl HandIn {
    /// A hand-in of a page whose other fields are empty. Times are in Unix seconds.
    pub fn of(page: Snapshot, (begun, ended): (Time, Time), utc_offset: i32) -> Self {
        Self {
            hand_in: VERSION,
            name: String::new(),
            exercise: String::new(),
            answer: String::new(),
            begun,
            ended,
            utc_offset,
            figures: None,
            page,
            tried: Vec::new(),
            tried_left_out: 0,
            answers: Vec::new(),
        }
    }

    /// The time from opening the page to handing in, in seconds.
    pub fn seconds(&self) -> Time {
        (self.ended - self.begun).max(0)
    }

    /// Checks that it keeps all limits and that its page can be shown. O(bytes).
    ///
    /// # Errors
    ///
    /// A sentence with the fault.
    pub fn check(&self) -> Result<(), HandInError> {
        self.is_of_this_version()?;
        short("the name", &self.name, LONGEST_NAME)?;
        short("the exercise", &self.exercise, LONGEST_EXERCISE)?;
        short("the answer", &self.answer, LONGEST_ANSWER)?;
        let is_time = |time: Time| (0..=LAST_SECOND).contains(&time);
        if !is_time(self.begun) || !is_time(self.ended) || self.begun > self.ended {
            return fail("begun and ended are no times in order");
        }
        if self.utc_offset.abs() > MOST_OFFSET {
            return fail("utc_offset is no difference of a clock from UTC");
        }
        if let Some(figures) = &self.figures {
            figures.check()?;
        }
        if self.tried.len() > MOST_TRIED {
            return fail(&format!("more than {MOST_TRIED} scenarios are listed as tried"));
        }
        for tried in &self.tried {
            short("an entry of tried", &tried.words, LONGEST_TEXT)?;
            tried.figures.map_or(Ok(()), |it| it.check())?;
        }
        if self.answers.len() > MOST_ANSWERS {
            return fail(&format!("more than {MOST_ANSWERS} answers of lessons"));
        }
        for answer in &self.answers {
            short("a question of a lesson", &answer.question, LONGEST_TEXT)?;
            short("an answer of a lesson", &answer.answer, LONGEST_TEXT)?;
        }
        self.page.check().map_err(|why| HandInError(format!("its page cannot be shown: {why}")))
    }

    fn is_of_this_version(&self) -> Result<(), HandInError> {
        version(self.hand_in)
    }
}

/// Whether a text is meant as a hand-in: a JSON object with the field that says so. Linear in its length; allocates no
/// values.
pub fn looks_like_one(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Sign {
        #[serde(rename = "hand_in")]
        _version: IgnoredAny,
    }
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let json = json.trim_ascii_start();
    json.starts_with(b"{") && serde_json::from_slice::<Sign>(json).is_ok()
}

/// The text of its file: one JSON object, in which the page leaves out its defaults.
///
/// # Errors
///
/// If it could not be read again: a text is too long, a scenario cannot be run, or the file is above [`MOST_BYTES`].
pub fn write(hand_in: &HandIn) -> Result<String, HandInError> {
    hand_in.check()?;
    let text = serde_json::to_string_pretty(hand_in).map_err(|error| HandInError(error.to_string()))? + "\n";
    within_limit(text.len())?;
    Ok(text)
}

fn within_limit(bytes: usize) -> Result<(), HandInError> {
    if bytes <= MOST_BYTES { Ok(()) } else { fail(&format!("it is larger than {} MB", MOST_BYTES >> 20)) }
}

/// Reads a file. The result has passed [`HandIn::check`].
///
/// # Errors
///
/// A sentence: for a file above [`MOST_BYTES`], a text that is no hand-in, another version, or a fault of its content.
pub fn read(bytes: &[u8]) -> Result<HandIn, HandInError> {
    #[derive(Deserialize)]
    struct Sign {
        hand_in: u32,
    }
    within_limit(bytes.len())?;
    let wrong = |mistake: json::Mistake| HandInError(mistake.to_string());
    let sign: Sign = json::read(bytes).map_err(wrong)?;
    version(sign.hand_in)?;
    let hand_in: HandIn = json::read(bytes).map_err(wrong)?;
    hand_in.check()?;
    Ok(hand_in)
}

fn version(number: u32) -> Result<(), HandInError> {
    match number {
        VERSION => Ok(()),
        other => fail(&format!("it is of version {other}, and this page reads version {VERSION}")),
    }
}

/// A page without its defaults, as links write it.
fn briefly<S: Serializer>(page: &Snapshot, serializer: S) -> Result<S::Ok, S::Error> {
    brief(page).serialize(serializer)
}

fn short(what: &str, text: &str, most: usize) -> Result<(), HandInError> {
    match text.chars().nth(most) {
        None => Ok(()),
        Some(_) => fail(&format!("{what} has more than {most} characters")),
    }
}

fn fail<T>(why: &str) -> Result<T, HandInError> {
    Err(HandInError(why.to_owned()))
}

// A hand-in as the hash of an address.
//
// `hand-in-1.` and the JSON text, packed as the snapshots of links are.

/// The version that is written, with the separator after it.
const LINK_VERSION: &str = "hand-in-1.";

/// What all versions begin with.
const BEGINNING: &str = "hand-in-";

/// Whether a hash, with or without `#`, is meant as a hand-in.
pub fn is_link(hash: &str) -> bool {
    hash.strip_prefix('#').unwrap_or(hash).starts_with(BEGINNING)
}

/// The link's text, without `#`, and how many entries of `tried` it leaves out, the earliest first, to keep the length
/// of links.
///
/// # Errors
///
/// If it is too long with none of them, or could not be read again.
pub fn link(hand_in: &HandIn) -> Result<(String, usize), HandInError> {
    hand_in.check()?;
    let mut shorter = hand_in.clone();
    let mut kept = hand_in.tried.len();
    loop {
        let left_out = hand_in.tried.len() - kept;
        shorter.tried = hand_in.tried[left_out..].to_vec();
        shorter.tried_left_out = hand_in.tried_left_out.saturating_add(left_out as u32);
        let json = serde_json::to_string(&shorter).map_err(|error| HandInError(error.to_string()))?;
        match permalink::pack(LINK_VERSION, &json) {
            Err(LinkError::TooLong) if kept > 0 => kept /= 2,
            made => return Ok((made.map_err(in_words)?, left_out)),
        }
    }
}

/// The hand-in of a link; its text may begin with `#` or be a whole address. The result has passed [`HandIn::check`].
///
/// # Errors
///
/// A sentence, for every fault.
pub fn read_link(text: &str) -> Result<HandIn, HandInError> {
    let text = text.trim();
    let hash = text.rsplit_once('#').map_or(text, |(_, hash)| hash);
    let Some(rest) = hash.strip_prefix(BEGINNING) else {
        return fail("it is no link of a hand-in");
    };
    if !hash.starts_with(LINK_VERSION) {
        let version = rest.split('.').next().unwrap_or_default();
        let version: String = version.chars().take(10).collect();
        return fail(&format!("it is of version \"{version}\", and this page reads version 1"));
    }
    let json = permalink::unpack(LINK_VERSION, hash).map_err(in_words)?;
    let wrong = |why: json::Mistake| HandInError(why.without_place().to_string());
    let hand_in: HandIn = json::read(&json).map_err(wrong)?;
    hand_in.check()?;
    Ok(hand_in)
}

fn in_words(why: LinkError) -> HandInError {
    HandInError(why.to_string())
}
