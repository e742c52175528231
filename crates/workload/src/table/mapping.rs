//! A mapping: which column of a table is what.
//!
//! As text it is `submit=submit_time,run_time=duration:min,requested_processors=nodes*128`: keys, each with a column, and
//! perhaps a factor and a unit. A column whose name has one of `,=:*"` or blanks at its ends stands in quotes, in
//! which two quotes stand for one.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Key, Takes, Unit};

/// The longest text that is read as a mapping.
const LONGEST: usize = 16 << 10;

/// Which column of a table each key has. Its serialized form is its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Mapping {
    columns: BTreeMap<Key, Source>,
}

/// The column of a key, and the meaning of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the column; `column 3` for the third one of a table that does not name its columns.
    pub column: String,
    /// What a number of processors, or an amount of memory, is multiplied with.
    pub times: Option<Factor>,
    /// The unit, where it is not the usual one.
    pub unit: Option<Unit>,
}

/// What a number of processors is multiplied with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Factor {
    /// A number, at least 1.
    Number(u32),
    /// The number in another column.
    Column(String),
}

impl Source {
    /// A column with the usual unit.
    pub fn of(column: &str) -> Self {
        let column = column.to_owned();
        Self { column, times: None, unit: None }
    }
}

impl Mapping {
    /// Reads its text. O(n log n).
    ///
    /// # Errors
    ///
    /// A sentence that names the wrong part, and the keys or units that there are.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("a mapping has at most {LONGEST} bytes"));
        }
        if text.contains(char::is_control) {
            return Err("a mapping has no control characters".to_owned());
        }
        let mut mapping = Self::default();
        for part in parts(text) {
            let (key, source) = entry(part).map_err(|why| format!("\"{part}\": {why}"))?;
            if mapping.columns.insert(key, source).is_some() {
                return Err(format!("\"{part}\": {key} is there twice"));
            }
        }
        if mapping.columns.is_empty() {
            return Err("it names no column; an example: submit=submit_time,start=start_time,end=end_time".to_owned());
        }
        Ok(mapping)
    }

    /// The column of a key.
    pub fn get(&self, key: Key) -> Option<&Source> {
        self.columns.get(&key)
    }

    /// Gives a key a column, or takes it away.
    pub fn set(&mut self, key: Key, source: Option<Source>) {
        match source {
            Some(source) => self.columns.insert(key, source),
            None => self.columns.remove(&key),
        };
    }

    /// The key of a column, by its name; the first of several.
    pub fn key_of(&self, column: &str) -> Option<Key> {
        let mut columns = self.columns.iter();
        let found = columns.find(|(_, source)| source.column == column)?;
        Some(*found.0)
    }

    /// The keys with their columns, in the order of [`Key::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Key, &Source)> {
        self.columns.iter().map(|(key, source)| (*key, source))
    }

    /// Whether it has no key.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// What it lacks, the gravest first.
    pub fn missing(&self) -> Vec<Missing> {
        let has = |key| self.columns.contains_key(&key);
        let has_run_time = has(Key::RunTime) || (has(Key::End) && (has(Key::Start) || has(Key::Wait)));
        let all = [
            (has(Key::Submit), Missing::Submit),
            (has_run_time, Missing::RunTime),
            (has(Key::RequestedProcessors) || has(Key::AllocatedProcessors), Missing::Size),
            (has(Key::Start) || has(Key::Wait) || (has(Key::End) && has(Key::RunTime)), Missing::Wait),
            (has(Key::RequestedTime), Missing::Limit),
            (has(Key::Job), Missing::Job),
        ];
        let missing = all.into_iter().filter(|(is_there, _)| !is_there);
        missing.map(|(_, missing)| missing).collect()
    }

    /// Whether jobs can be made by it.
    pub fn is_enough(&self) -> bool {
        !self.missing().iter().any(|it| it.is_fatal())
    }
}

/// Something that a mapping lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// When jobs were submitted.
    Submit,
    /// How long they ran.
    RunTime,
    /// How many processors they had.
    Size,
    /// When they started.
    Wait,
    /// Their time limits.
    Limit,
    /// Their numbers.
    Job,
}

impl Missing {
    /// Whether no job can be made without it.
    pub const fn is_fatal(self) -> bool {
        matches!(self, Self::Submit | Self::RunTime)
    }

    /// It and what follows of it, in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Submit => "No column is the time of submission: no job can be made without it.",
            Self::RunTime => {
                "No column is the run time, and none the start and the end: no job can be made without them."
            }
            Self::Size => "No column is a number of processors: each job counts as one processor.",
            Self::Wait => "No column is the start or the wait: the waits in the logged system are unknown.",
            Self::Limit => "No column is the time limit: each job's limit is its own run time.",
            Self::Job => "No column is the job's number: jobs are numbered by their rows.",
        }
    }
}

/// The parts between commas that stand in no quotes, without blanks at their ends; empty ones are left out.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let cut = text.split(move |letter| {
        is_quoted ^= letter == '"';
        letter == ',' && !is_quoted
    });
    cut.map(str::trim).filter(|part| !part.is_empty())
}

/// Reads `key=column*factor:unit`.
fn entry(part: &str) -> Result<(Key, Source), String> {
    let (key, rest) = part
        .split_once('=')
        .ok_or_else(|| format!("it takes KEY=COLUMN; keys are {}", names(Key::ALL.map(Key::name))))?;
    let key = key.trim();
    let key = Key::of(key).ok_or_else(|| format!("{key} is no key; keys are {}", names(Key::ALL.map(Key::name))))?;
    let (column, _, rest) = name(rest)?;
    let (times, rest) = match rest.strip_prefix('*') {
        None => (None, rest),
        Some(rest) => {
            let (times, is_quoted, rest) = name(rest)?;
            (Some(factor(key, times, is_quoted)?), rest)
        }
    };
    let unit = match rest.strip_prefix(':') {
        None if rest.is_empty() => None,
        Some(unit) => Some(self::unit(key, unit.trim())?),
        None => return Err(format!("\"{rest}\" follows the name of the column")),
    };
    let source = Source { column, times, unit };
    Ok((key, source))
}

/// Takes the name of a column from the beginning of a text: the name, whether it stands in quotes, and the rest.
fn name(text: &str) -> Result<(String, bool, &str), String> {
    let text = text.trim();
    let (name, is_quoted, rest) = match text.strip_prefix('"') {
        Some(rest) => {
            let (name, rest) = quoted(rest)?;
            (name, true, rest)
        }
        None => {
            let end = text.find(['*', ':']).unwrap_or(text.len());
            (text[..end].trim().to_owned(), false, &text[end..])
        }
    };
    if name.is_empty() {
        return Err("the name of a column is missing".to_owned());
    }
    Ok((name, is_quoted, rest.trim()))
}

fn quoted(text: &str) -> Result<(String, &str), String> {
    let mut name = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        name += &rest[..at];
        rest = &rest[at + 1..];
        match rest.strip_prefix('"') {
            Some(more) => {
                name.push('"');
                rest = more;
            }
            None => return Ok((name, rest)),
        }
    }
    Err("a quote is not closed".to_owned())
}

impl Factor {
    /// Of the text that a person enters for a key: a number or the name of a column; none of an empty one.
    ///
    /// # Errors
    ///
    /// In words, if the key takes no factor or the number is out of range.
    pub fn read(key: Key, text: &str) -> Result<Option<Self>, String> {
        match text.trim() {
            "" => Ok(None),
            text => factor(key, text.to_owned(), false).map(Some),
        }
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Column(column) => f.write_str(column),
        }
    }
}

fn factor(key: Key, name: String, is_quoted: bool) -> Result<Factor, String> {
    if !matches!(key.takes(), Takes::Count | Takes::Memory) {
        return Err(format!("{key} takes no factor; numbers of processors do"));
    }
    if is_quoted || !name.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Factor::Column(name));
    }
    match name.parse() {
        Ok(number) if (1..=crate::MAX_PROCESSORS).contains(&number) => Ok(Factor::Number(number)),
        _ => Err(format!("the factor {name} is not 1 to {}", crate::MAX_PROCESSORS)),
    }
}

fn unit(key: Key, name: &str) -> Result<Unit, String> {
    let units = key.units();
    Unit::of(name).filter(|unit| units.contains(unit)).ok_or_else(|| match units {
        [] => format!("{key} has no unit, and \"{name}\" is none"),
        units => {
            let units = names(units.iter().map(|unit| unit.name()));
            format!("{key} has no unit \"{name}\"; it has {units}")
        }
    })
}

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (key, source)) in self.columns.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma}{key}={source}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(f, &self.column, false)?;
        match &self.times {
            None => {}
            Some(Factor::Number(number)) => write!(f, "*{number}")?,
            Some(Factor::Column(column)) => {
                f.write_str("*")?;
                write_name(f, column, true)?;
            }
        }
        match self.unit {
            None => Ok(()),
            Some(unit) => write!(f, ":{}", unit.name()),
        }
    }
}

/// A column's name, in quotes where it would be read as something else.
fn write_name(f: &mut fmt::Formatter<'_>, name: &str, is_factor: bool) -> fmt::Result {
    let is_number = is_factor && name.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = !name.contains([',', '=', ':', '*', '"']) && name.trim() == name;
    if is_plain && !is_number && !name.is_empty() {
        f.write_str(name)
    } else {
        write!(f, "\"{}\"", name.replace('"', "\"\""))
    }
}

impl TryFrom<String> for Mapping {
    type Error = String;

    /// No text is the mapping without a key.
    fn try_from(text: String) -> Result<Self, String> {
        if text.is_empty() { Ok(Self::default()) } else { Self::parse(&text) }
    }
}

impl From<Mapping> for String {
    fn from(mapping: Mapping) -> Self {
        mapping.to_string()
    }
}
