//! The result of a task: a short text that shows whether it is complete.
//!
//! ```text
//! slotscope sweep result 1
//! plan 3b0c…
//! task 17
//! run 17
//! mean_utilization 0.58
//! …
//! end 91ff…
//! ```
//!
//! Numbers are the shortest that read back as the same, so that the text is the same wherever the task ran.

use std::fmt::{self, Write};

use super::{Digest, Task};
use crate::sweep::Figures;
use scheduling::criteria::Criterion;

/// The first line.
const TITLE: &str = "slotscope sweep result 1";

/// The beginning of the last line; the digest of all lines before it follows.
const END: &str = "end ";

/// The figures of a task's runs, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome(pub Vec<Figures>);

/// Why a text is not the result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It cannot be read, for this reason.
    Unreadable(String),
    /// Its end is missing.
    Cut,
    /// Its content has changed: its digest is that of another text.
    Changed,
    /// It is whole, and of another plan.
    OtherPlan,
    /// It is whole, and of another task.
    OtherTask,
    /// It is whole, but does not hold the figures of the task's runs.
    Strange,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable(why) => why.as_str(),
            Self::Cut => "its end is missing",
            Self::Changed => "it has changed since it was written, by its digest",
            Self::OtherPlan => "it belongs to another plan",
            Self::OtherTask => "it belongs to another task",
            Self::Strange => "it does not hold the figures of the task's runs",
        })
    }
}

/// The name of the line with the digest of what the figures of a run are over.
const POPULATION: &str = "population";

impl Outcome {
    /// As a text: the same for the same figures, plan and task.
    pub fn write(&self, plan: Digest, task: &Task) -> String {
        let mut text = format!("{TITLE}\nplan {plan}\ntask {}\n", task.number);
        for (run, figures) in task.runs.clone().zip(&self.0) {
            let _ = writeln!(text, "run {}\n{POPULATION} {}", run + 1, figures.population);
            for (criterion, value) in Criterion::PAPER.into_iter().zip(figures.criteria) {
                let _ = writeln!(text, "{} {value}", criterion.key());
            }
            for (key, value) in &figures.measures {
                let _ = writeln!(text, "{key} {value}");
            }
        }
        let digest = Digest::of(text.as_bytes());
        let _ = writeln!(text, "{END}{digest}");
        text
    }

    /// Reads such a text. O(bytes).
    ///
    /// # Errors
    ///
    /// Why it is not the complete outcome of this task of this plan.
    pub fn read(bytes: &[u8], plan: Digest, task: &Task) -> Result<Self, Damage> {
        let whole = whole(bytes)?;
        let mut lines = whole.lines();
        let mut next = |name: &str| lines.next().and_then(|line| line.strip_prefix(name));
        next(TITLE).filter(|it| it.is_empty()).ok_or(Damage::Strange)?;
        let of = next("plan ").and_then(Digest::read);
        if of.ok_or(Damage::Strange)? != plan {
            return Err(Damage::OtherPlan);
        }
        let number = next("task ").and_then(|it| it.parse().ok());
        let number: u64 = number.ok_or(Damage::Strange)?;
        if number != task.number {
            return Err(Damage::OtherTask);
        }
        let runs = runs(lines).ok_or(Damage::Strange)?;
        let is_complete = runs.iter().map(|(run, _)| *run).eq(task.runs.clone());
        if !is_complete {
            return Err(Damage::Strange);
        }
        Ok(Self(runs.into_iter().map(|(_, figures)| figures).collect()))
    }
}

/// The text before its last line, if that holds the digest of it.
fn whole(bytes: &[u8]) -> Result<&str, Damage> {
    let text = str::from_utf8(bytes).map_err(|_| Damage::Changed)?;
    let lines = text.strip_suffix('\n').ok_or(Damage::Cut)?;
    let end = lines.rfind('\n').map_or(0, |at| at + 1);
    let digest = lines[end..].strip_prefix(END).ok_or(Damage::Cut)?;
    let digest = Digest::read(digest).ok_or(Damage::Changed)?;
    let before = &text[..end];
    let is_whole = Digest::of(before.as_bytes()) == digest;
    is_whole.then_some(before).ok_or(Damage::Changed)
}

/// The figures of each run, with the run, counted from 0.
fn runs<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Vec<(u64, Figures)>> {
    let mut runs: Vec<(u64, Vec<(&str, f64)>)> = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(' ')?;
        if name == "run" {
            let run: u64 = value.parse().ok()?;
            runs.push((run.checked_sub(1)?, Vec::new()));
        } else {
            runs.last_mut()?.1.push((name, value.parse().ok()?));
        }
    }
    let figures = |(run, figures)| Some((run, figures_of(figures)?));
    runs.into_iter().map(figures).collect()
}

/// The population, the criteria in their order, then the measures.
fn figures_of(lines: Vec<(&str, f64)>) -> Option<Figures> {
    let mut lines = lines.into_iter();
    let (name, population) = lines.next()?;
    let population = (name == POPULATION && f64::from(population as u32) == population).then_some(population as u32)?;
    let mut criteria = [0.0; 3];
    for (place, criterion) in criteria.iter_mut().zip(Criterion::PAPER) {
        let (name, value) = lines.next()?;
        *place = (name == criterion.key()).then_some(value)?;
    }
    let measures = lines.map(|(key, value)| (key.to_owned(), value));
    Some(Figures { criteria, population, measures: measures.collect() })
}
