//! The forms of the Curves and Trade-off views.
//!
//! Knobs and choices have their names in scenarios and on the command line. A name in a form that the
//! system does not have is ignored: it stays for a scenario that has it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{FURTHEST, SnapshotError, fail};
use chart::trade_off::Sight;
use experiment::sweep::DEFAULT_SEEDS;
use experiment::trade_off::MOST_CRITERIA;
use scheduling::criteria::Criterion;
use scheduling::policy::formula::Formula;
use workload::Time;
use workload::replicate::Replication;

/// No point of a curve is a mean over more seeds.
pub const MOST_SEEDS: u32 = 100;

/// No list of numbers is longer as it is typed, in characters.
pub const LONGEST_LIST: usize = 1024;

/// The most knobs of a form, and the most choices of one that are ticked, orders of one's own among them.
const MOST_ENTRIES: usize = 128;

/// No form draws more figures.
const MOST_FIGURES: usize = 256;

/// The sweep of the Curves view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CurvesForm {
    /// The path of the knob along the x axis; `null` for the first.
    pub axis: Option<String>,
    /// The values as typed; `null` for those that are usual.
    pub values: Option<String>,
    /// Over how many seeds every point is averaged, up to [`MOST_SEEDS`].
    pub seeds: u32,
    /// How the replicates of the log are made on which every point is run, up to [`MOST_SEEDS`] in place of the seeds;
    /// `null` for the log itself.
    pub replicate: Option<Replication>,
    /// The overlaid choices, by the keys of the knobs: the defaults for knobs that are missing.
    pub overlaid: BTreeMap<String, Vec<String>>,
    /// The drawn figures, by their names in a report. Empty for the default ones.
    pub figures: Vec<String>,
    /// Whether the x axis is logarithmic where it can be.
    pub log_x: bool,
    /// Whether the y axes are logarithmic.
    pub log_y: bool,
    /// Whether differences from the first line are drawn, seed by seed, in place of means; `null` where the lines lie on
    /// each other.
    pub differences: Option<bool>,
}

impl Default for CurvesForm {
    fn default() -> Self {
        Self {
            axis: None,
            values: None,
            seeds: DEFAULT_SEEDS,
            replicate: None,
            overlaid: BTreeMap::new(),
            figures: Vec::new(),
            log_x: false,
            log_y: false,
            differences: None,
        }
    }
}

/// The space and the search of the Trade-off view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TradeOffForm {
    /// The choices that are ticked, by the keys of their knobs: the defaults for knobs that are missing.
    pub ticked: BTreeMap<String, Vec<String>>,
    /// The numbers as typed, by the keys of their knobs: the defaults for knobs that are missing.
    pub typed: BTreeMap<String, String>,
    /// Over how many seeds every point is averaged, up to [`MOST_SEEDS`].
    pub seeds: u32,
    /// How the replicates of the log are made on which every point is run, up to [`MOST_SEEDS`] in place of the seeds;
    /// `null` for the log itself.
    pub replicate: Option<Replication>,
    /// The criteria that are weighed, by the names in a report: horizontal, vertical, colour. Empty for
    /// the usual ones of the system.
    pub criteria: Vec<String>,
    /// Whether the criteria by size and by cause are offered.
    pub more_criteria: bool,
    /// The range of the results in the picture.
    pub sight: Sight,
    /// The key of the period that is searched for; `null` for the system's first.
    pub period_of: Option<String>,
    /// The criterion of that search: U, F or D.
    pub criterion: Criterion,
    /// The range of that search, in seconds.
    pub range: (Time, Time),
}

impl Default for TradeOffForm {
    fn default() -> Self {
        Self {
            ticked: BTreeMap::new(),
            typed: BTreeMap::new(),
            seeds: DEFAULT_SEEDS,
            replicate: None,
            criteria: Vec::new(),
            more_criteria: false,
            sight: Sight::Edge,
            period_of: None,
            criterion: Criterion::FLOW_TIME,
            range: (0, 86_400),
        }
    }
}

/// Over how many runs a point is averaged: one for each seed, or for each replicate if there are any.
fn repeats(seeds: u32, replicate: Option<&Replication>) -> u32 {
    replicate.map_or(seeds.max(1), |it| it.count())
}

/// Sets the number of seeds, or that of replicates if there are any.
fn repeat(seeds: &mut u32, replicate: &mut Option<Replication>, count: u32) {
    match replicate {
        Some(it) => *it = it.with_count(count),
        None => *seeds = count,
    }
}

impl CurvesForm {
    /// Over how many runs every point is averaged: one for each seed, or for each replicate if there are any.
    pub fn repeats(&self) -> u32 {
        repeats(self.seeds, self.replicate.as_ref())
    }

    /// Sets the number of seeds, or that of replicates if there are any.
    pub fn repeat(&mut self, count: u32) {
        repeat(&mut self.seeds, &mut self.replicate, count);
    }

    pub(super) fn check(&self) -> Result<(), SnapshotError> {
        let lists = self.values.iter().map(String::as_str);
        are_lists(lists)?;
        are_choices(&self.overlaid)?;
        if self.figures.len() > MOST_FIGURES {
            return fail("a form draws more figures than any run has");
        }
        are_names(self.axis.iter().chain(&self.figures))?;
        are_replicates(self.replicate.as_ref())?;
        are_seeds(self.seeds)
    }
}

impl TradeOffForm {
    /// Over how many runs every point is averaged: one for each seed, or for each replicate if there are any.
    pub fn repeats(&self) -> u32 {
        repeats(self.seeds, self.replicate.as_ref())
    }

    /// Sets the number of seeds, or that of replicates if there are any.
    pub fn repeat(&mut self, count: u32) {
        repeat(&mut self.seeds, &mut self.replicate, count);
    }

    pub(super) fn check(&self) -> Result<(), SnapshotError> {
        are_lists(self.typed.values().map(String::as_str))?;
        are_choices(&self.ticked)?;
        are_names(self.typed.keys().chain(&self.period_of))?;
        if self.criteria.len() > MOST_CRITERIA {
            return fail("a form weighs more criteria than three");
        }
        are_names(self.criteria.iter())?;
        if !Criterion::PAPER.contains(&self.criterion) {
            return fail("the periods are searched by none of U, F and D");
        }
        let (from, to) = self.range;
        if from.min(to) < 0 || from.max(to) > FURTHEST {
            return fail("the periods to be searched are no times from 0 on");
        }
        are_replicates(self.replicate.as_ref())?;
        are_seeds(self.seeds)
    }
}

fn are_lists<'a>(mut lists: impl Iterator<Item = &'a str>) -> Result<(), SnapshotError> {
    if lists.all(|it| it.chars().count() <= LONGEST_LIST) {
        return Ok(());
    }
    fail("a form has a list of numbers of more than 1024 characters")
}

fn are_choices(choices: &BTreeMap<String, Vec<String>>) -> Result<(), SnapshotError> {
    if choices.values().any(|it| it.len() > MOST_ENTRIES) {
        return fail("a form ticks more choices than any knob has");
    }
    let (orders, names): (Vec<_>, Vec<_>) = choices.values().flatten().partition(|it| it.contains(':'));
    if !orders.into_iter().all(|it| is_order(it)) {
        return fail("a form has an order that is no formula");
    }
    are_names(names.into_iter().chain(choices.keys()))
}

/// Whether a value is a choice with a formula behind it: `ordered: -wait / limit`.
fn is_order(value: &str) -> bool {
    value.split_once(':').is_some_and(|(choice, formula)| is_name(choice) && Formula::read(formula.trim()).is_ok())
}

fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.len() <= 128 && name.chars().all(is_part)
}

fn are_names<'a>(names: impl Iterator<Item = &'a String>) -> Result<(), SnapshotError> {
    let mut count = 0;
    for name in names {
        count += 1;
        if !is_name(name) {
            return fail("a form names a knob or a choice as none is named");
        }
    }
    if count > MOST_ENTRIES * MOST_ENTRIES {
        return fail("a form names more knobs than there are");
    }
    Ok(())
}

fn are_replicates(replicate: Option<&Replication>) -> Result<(), SnapshotError> {
    let Some(replicate) = replicate else {
        return Ok(());
    };
    if replicate.count() > MOST_SEEDS {
        return fail("a form asks for more than 100 replicates of the log");
    }
    let valid = replicate.validate();
    valid.map_err(|why| SnapshotError(format!("a form asks for {why}")))
}

fn are_seeds(seeds: u32) -> Result<(), SnapshotError> {
    if (1..=MOST_SEEDS).contains(&seeds) {
        return Ok(());
    }
    fail("a form asks for no number of seeds from 1 to 100")
}
