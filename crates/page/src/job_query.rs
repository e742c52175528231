//! Jobs told in a few words: `user 12`, `size > 64`, `wait > 1 d`, `backfilled`.
//!
//! A query is a list of conditions between spaces; a job has to meet all of them. A condition is a word
//! (`batch`, `killed` …), or a field, a comparison and a number; without a comparison the number is to
//! be equal. Times may have a unit: `s` (if none is said), `min`, `h`, `d`, `w`. Where the log has names, they can stand in
//! place of a number: `user ann`, `account "heavy ions"`, `job 200_1`; upper and lower case are the same.

mod field;
#[cfg(test)]
mod tests;
mod token;

use std::fmt;

use experiment::Run;
use field::{Field, Word};
use scheduling::criteria::starts::{Start, starts};
use token::{Token, tokens};

/// Conditions that a job must meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    conditions: Vec<Condition>,
}

/// Why a text is not a query: the problem, and the valid forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError(pub String);

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for QueryError {}

#[derive(Clone, Debug, PartialEq)]
enum Condition {
    Is(Word),
    Compares(Field, Comparison, f64),
    /// Whether the log calls the value so, or its number is this one; or the opposite.
    IsCalled(Field, String, bool),
}

impl Condition {
    /// The same for a run: a name that is a number is one if the log has no names there. O(jobs).
    fn for_run(&self, run: &Run) -> Self {
        let Self::IsCalled(field, name, wanted) = self else {
            return self.clone();
        };
        let comparison = if *wanted { Comparison::Equal } else { Comparison::Unequal };
        match number_of(name).filter(|_| !field.takes_names(run, name)) {
            Some(number) => Self::Compares(*field, comparison, number),
            None => self.clone(),
        }
    }
}

fn number_of(name: &str) -> Option<f64> {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
    let number = name.parse().ok().filter(|_| name.chars().all(is_number));
    number.filter(|it: &f64| it.is_finite())
}

/// How a value stands to the number of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

impl Comparison {
    fn holds(self, value: f64, number: f64) -> bool {
        match self {
            Self::Less => value < number,
            Self::AtMost => value <= number,
            Self::Equal => value == number,
            Self::Unequal => value != number,
            Self::AtLeast => value >= number,
            Self::More => value > number,
        }
    }
}

/// Examples, as the page shows them beside a search field.
pub const EXAMPLES: &str = "user 12, size > 64, wait > 1 d, backfilled";

impl Query {
    /// Reads a query. Upper and lower case are the same.
    ///
    /// # Errors
    ///
    /// A sentence that names what is not understood, and says what can stand there.
    pub fn read(text: &str) -> Result<Self, QueryError> {
        let tokens = tokens(text, |word| Field::of(word).is_some_and(Field::has_names))?;
        let mut rest = tokens.as_slice();
        let mut conditions = Vec::new();
        while let Some((first, after)) = rest.split_first() {
            let (condition, after) = read_condition(first, after)?;
            conditions.push(condition);
            rest = after;
        }
        if conditions.is_empty() {
            return Err(QueryError(format!("The search is empty. Write {EXAMPLES}.")));
        }
        Ok(Self { conditions })
    }

    /// The jobs of a run that meet all conditions, by their numbers in the log, ascending. A job that
    /// never ran has no wait, flow time, slowdown or provider. O(jobs log jobs).
    pub fn jobs(&self, run: &Run) -> Vec<u64> {
        let is_of_start = |it: &Condition| matches!(it, Condition::Is(Word::Started(_)));
        let starts = if self.conditions.iter().any(is_of_start) { starts(run) } else { Vec::new() };
        let conditions: Vec<Condition> = self.conditions.iter().map(|it| it.for_run(run)).collect();
        let all = run.jobs.iter().zip(&run.schedule.outcomes).enumerate();
        let mut numbers: Vec<u64> = all
            .filter(|&(at, (job, outcome))| {
                let start = starts.get(at).copied().flatten();
                let holds = |condition: &Condition| match condition {
                    Condition::Is(word) => word.holds(job, outcome, start),
                    Condition::Compares(field, comparison, number) => {
                        let value = field.value(run, at);
                        value.is_some_and(|value| comparison.holds(value, *number))
                    }
                    Condition::IsCalled(field, name, wanted) => field.is_called(run, at, name) == *wanted,
                };
                conditions.iter().all(holds)
            })
            .map(|(_, (job, _))| job.id)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// A condition that begins with `first`, and what follows it.
fn read_condition<'a>(first: &Token, after: &'a [Token]) -> Result<(Condition, &'a [Token]), QueryError> {
    let Token::Word(name) = first else {
        return Err(QueryError(format!("“{first}” has no field: begin with one, as in {EXAMPLES}.")));
    };
    if let ("in", [Token::Word(turn), after @ ..]) = (name.as_str(), after)
        && turn == "turn"
    {
        return Ok((Condition::Is(Word::Started(Start::InTurn)), after));
    }
    if let Some(word) = Word::of(name) {
        return Ok((Condition::Is(word), after));
    }
    let Some(field) = Field::of(name) else {
        return Err(QueryError(format!(
            "Unknown field “{name}”. Use {}; or the words {}.",
            Field::names(),
            Word::names()
        )));
    };
    let (comparison, after) = match after {
        [Token::Comparison(comparison), after @ ..] => (*comparison, after),
        _ => (Comparison::Equal, after),
    };
    if let [Token::Name(name), rest @ ..] = after {
        let condition = match (comparison, number_of(name)) {
            (Comparison::Equal, _) => Condition::IsCalled(field, name.clone(), true),
            (Comparison::Unequal, _) => Condition::IsCalled(field, name.clone(), false),
            (_, Some(number)) => Condition::Compares(field, comparison, number),
            (_, None) => {
                return Err(QueryError(format!("A name has no order: {} {name}.", field.name())));
            }
        };
        return Ok((condition, rest));
    }
    let [Token::Number(number), after @ ..] = after else {
        let found = after.first();
        let found = found.map_or_else(String::new, |it| format!(", not “{it}”"));
        return Err(QueryError(format!("“{name}” needs a number{found}: {}.", field.example())));
    };
    let (scale, after) = read_unit(field, after)?;
    Ok((Condition::Compares(field, comparison, number * scale), after))
}

/// The unit of a number, if one follows, in seconds.
fn read_unit(field: Field, after: &[Token]) -> Result<(f64, &[Token]), QueryError> {
    const UNITS: [(&str, f64); 6] =
        [("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3_600.0), ("d", 86_400.0), ("w", 604_800.0)];
    let [Token::Word(word), rest @ ..] = after else {
        return Ok((1.0, after));
    };
    let unit = UNITS.iter().find(|(name, _)| name == word);
    match (unit, field.is_time()) {
        (Some(&(_, seconds)), true) => Ok((seconds, rest)),
        (Some(_), false) => Err(QueryError(format!(
            "“{word}” is a unit of time, which {} does not have: {}.",
            field.name(),
            field.example()
        ))),
        (None, true) if Field::of(word).is_none() && Word::of(word).is_none() && word != "in" => {
            Err(QueryError(format!("Unknown unit of time “{word}”. Use s, min, h, d or w.")))
        }
        (None, _) => Ok((1.0, after)),
    }
}
