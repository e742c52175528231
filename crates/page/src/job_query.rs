//! Jobs told in a few words: `user 12`, `size > 64`, `wait > 1 d`, `backfilled`.
//!
//! A query is a list of conditions between spaces; a job has to meet all of them. A condition is a word
//! (`batch`, `killed` …), or a field, a comparison and a number; without a comparison the number is to
//! be equal. Times may have a unit: `s` (if none is said), `min`, `h`, `d`, `w`. Where the log has names, they can stand in
//! place of a number: `user ann`, `account "heavy ions"`, `job 200_1`; upper and lower case are the same.

#[cfg(test)]
mod tests;

use std::fmt;

use scheduling::criteria::job_fields::{JobField, ValueType};
use scheduling::criteria::job_figures::{has_run, tardiness};
use scheduling::criteria::starts::{Start, starts};
use scheduling::engine::{Outcome, Run, Status};
use workload::Job;

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

/// A piece of a query.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// Letters, in lower case.
    Word(String),
    Number(f64),
    /// How the log calls something.
    Name(String),
    Comparison(Comparison),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) | Self::Name(word) => f.write_str(word),
            Self::Number(number) => write!(f, "{number}"),
            Self::Comparison(comparison) => f.write_str(match comparison {
                Comparison::Less => "<",
                Comparison::AtMost => "<=",
                Comparison::Equal => "=",
                Comparison::Unequal => "!=",
                Comparison::AtLeast => ">=",
                Comparison::More => ">",
            }),
        }
    }
}

/// The pieces of a text: words, numbers and comparisons, with spaces between them or without. `has_names` says of a word
/// whether a name may follow it.
fn tokens(text: &str, has_names: impl Fn(&str) -> bool) -> Result<Vec<Token>, QueryError> {
    let mut rest = text;
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        let (token, length) = if awaits_name(&tokens, &has_names) && comparison(rest).is_err() {
            name(rest)?
        } else if first.is_alphabetic() {
            let length = length_of(rest, char::is_alphabetic);
            (Token::Word(rest[..length].to_lowercase()), length)
        } else if first.is_ascii_digit() || matches!(first, '-' | '.') {
            let length = length_of(rest, |c| c.is_ascii_digit() || matches!(c, '-' | '.'));
            (Token::Number(number(&rest[..length])?), length)
        } else {
            comparison(rest)?
        };
        tokens.push(token);
        rest = &rest[length..];
    }
}

/// Whether the last piece is a field of names, or a comparison after one.
fn awaits_name(tokens: &[Token], has_names: impl Fn(&str) -> bool) -> bool {
    let field = match tokens {
        [.., Token::Word(field), Token::Comparison(_)] => field,
        [.., Token::Word(field)] => field,
        _ => return false,
    };
    has_names(field)
}

/// A name, which may be a number, and its length: to the next space or comparison, or between quotation marks.
fn name(text: &str) -> Result<(Token, usize), QueryError> {
    if let Some(quoted) = text.strip_prefix('"') {
        let Some(length) = quoted.find('"') else {
            return Err(QueryError("A name that begins with a quotation mark has to end with one.".to_owned()));
        };
        return Ok((Token::Name(quoted[..length].to_owned()), length + 2));
    }
    let belongs = |c: char| !c.is_whitespace() && !"<>=≤≥≠".contains(c);
    let length = length_of(text, belongs);
    let name = text[..length].trim_end_matches('!');
    Ok((Token::Name(name.to_owned()), name.len()))
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn number(text: &str) -> Result<f64, QueryError> {
    let number = text.parse::<f64>().ok().filter(|it| it.is_finite());
    number.ok_or_else(|| QueryError(format!("“{text}” is not a number.")))
}

fn comparison(text: &str) -> Result<(Token, usize), QueryError> {
    const ALL: [(&str, Comparison); 9] = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("!=", Comparison::Unequal),
        ("≤", Comparison::AtMost),
        ("≥", Comparison::AtLeast),
        ("≠", Comparison::Unequal),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Equal),
    ];
    let found = ALL.iter().find(|(sign, _)| text.starts_with(sign));
    found.map(|&(sign, it)| (Token::Comparison(it), sign.len())).ok_or_else(|| {
        let sign = text.chars().next().unwrap_or_default();
        QueryError(format!(
            "“{sign}” has no meaning here. Comparisons are <, <=, =, !=, >= and >; separate conditions by spaces."
        ))
    })
}

/// A number that a job has and that queries have a name for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field(JobField);

impl Field {
    fn of(name: &str) -> Option<Self> {
        JobField::of_filter(name).map(Self)
    }

    /// Its name in queries.
    fn name(self) -> &'static str {
        self.0.row().filter.unwrap_or_default()
    }

    /// All names, for error messages.
    fn names() -> String {
        let names: Vec<&str> = JobField::listed().filter_map(|it| it.row().filter).collect();
        names.join(", ")
    }

    /// Whether it is a time, which may have a unit.
    fn is_time(self) -> bool {
        self.0.row().values.is_time()
    }

    /// How it can be used.
    fn example(self) -> String {
        let name = self.name();
        match self.0.row().values {
            ValueType::Count => format!("{name} > 64"),
            ValueType::Factor => format!("{name} >= 10"),
            _ if self.is_time() => format!("{name} > 1 d"),
            _ => format!("{name} 12"),
        }
    }

    /// Whether the log may have names in place of its numbers.
    fn has_names(self) -> bool {
        self.0 == JobField::Job || self.0.row().names.is_some()
    }

    /// Whether a word is a name there, even if it is a number: some job is called so, or the log has names of the kind.
    fn takes_names(self, run: &Run, name: &str) -> bool {
        match (self.0.row().names, run.names()) {
            (Some(kind), Some(names)) => !names.all(kind).is_empty(),
            _ => (0..run.jobs.len()).any(|at| self.is_called(run, at, name)),
        }
    }

    /// Whether the log calls the value of a job so.
    fn is_called(self, run: &Run, at: usize, name: &str) -> bool {
        match self.0 {
            JobField::Job => is_same(&run.job_name(at), name),
            field => field.name(run, at).is_some_and(|it| is_same(it, name)),
        }
    }

    /// The number of a job of a run; none where it has none: of a value that the log does not know it is −1.
    fn value(self, run: &Run, at: usize) -> Option<f64> {
        self.0.number(run, at)
    }
}

/// Whether two names differ in upper and lower case at most.
fn is_same(one: &str, other: &str) -> bool {
    let is_ascii = one.is_ascii() && other.is_ascii();
    one.eq_ignore_ascii_case(other) || !is_ascii && one.to_lowercase() == other.to_lowercase()
}

/// Conditions of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Batch,
    Reservation,
    Started(Start),
    Ended(Status),
    Late,
}

impl Word {
    const ALL: [(&str, Self); 8] = [
        ("batch", Self::Batch),
        ("reservation", Self::Reservation),
        ("backfilled", Self::Started(Start::Backfilled)),
        ("reserved", Self::Started(Start::Reserved)),
        ("done", Self::Ended(Status::Done)),
        ("killed", Self::Ended(Status::Killed)),
        ("rejected", Self::Ended(Status::Rejected)),
        ("late", Self::Late),
    ];

    /// The meaning of a word; `in turn` is two.
    fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(word, _)| *word == name).map(|&(_, word)| word)
    }

    /// All words.
    fn names() -> String {
        Self::ALL.map(|(word, _)| word).join(", ") + ", in turn"
    }

    fn holds(self, job: &Job, outcome: &Outcome, start: Option<Start>) -> bool {
        match self {
            Self::Batch => !job.is_reservation(),
            Self::Reservation => job.is_reservation(),
            Self::Started(how) => start == Some(how),
            Self::Ended(status) => outcome.status == status,
            Self::Late => {
                let late = tardiness(job, outcome);
                has_run(outcome) && late.is_some_and(|seconds| seconds > 0)
            }
        }
    }
}
