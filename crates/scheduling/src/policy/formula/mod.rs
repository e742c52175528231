//! Orders of waiting jobs, as formulas that users write.
//!
//! A formula gives each waiting job a number, and the smallest goes first. It has
//!
//! - numbers (`1e3`, `0.5`, `.5`), all doubles;
//! - [variables](Variable): `submit`, `wait`, `size` …; an unknown number is −1, and five variables are names;
//! - `+ - * / ^`: `^` binds tightest and from the right, a sign before it comes later (`-2^2` is −4), `2^-1` is 0.5;
//! - comparisons `< <= > >= == !=`, then `not`, then `and`, then `or`: 1 if they hold and 0 if not, and a number counts
//!   as true if it is not 0 (NaN does). Two comparisons in a row are an error;
//! - [functions](Function): `if(c, a, b)`, `min` and `max`, `abs floor sqrt exp ln log2 log10`;
//! - quoted names (`"alice"`, `'alice'`), which stand beside `==` and `!=` with a variable that is a name. A whole
//!   number there is its digits (`user == 12`); an unknown name is `-1`. Names differ by case.
//!
//! All is IEEE 754: a division by zero gives an infinity or NaN, and an operation on NaN gives NaN, `min` and `max`
//! among them, but for powers: `x^0` and `1^x` are 1. `x^2` and `x^3` are multiplied out, and other powers and
//! logarithms come from `libm`, so that native code and WebAssembly have the same bits. NaN is one value, whatever its
//! bits. [`turn`] has the order of values.
//!
//! A text has at most 1,000 bytes, 200 operators and operands, and 50 levels of brackets, functions, signs and powers
//! within one another; it may have at most 32 values that wait for their operation. Reading and evaluation take O(n).
//!
//! [`Formula::read`] makes a formula, [`Formula::bind`] readies it for a run: it looks quoted names up among the
//! [`Names`] of the run, so that [`Bound::value`] compares numbers and allocates nothing.

mod bounds;
mod code;
mod completion;
mod functions;
mod lexer;
mod nearest;
mod parser;
mod presets;
#[cfg(test)]
mod tests;
mod value;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use code::Program;

pub use bounds::{Range, Ranges};
pub use completion::{Completion, completions};
pub use functions::{Function, NameVariable, Quantity, Variable};
pub use nearest::{Name, Names};
pub use presets::{PRESETS, Preset};
pub use value::{Bound, Literal, Term, Values};

/// An order of waiting jobs: a text that was read. Two are equal if their texts are. The default is `submit`.
#[derive(Clone, Debug)]
pub struct Formula {
    text: Arc<str>,
    program: Arc<Program>,
}

impl Formula {
    /// Reads a text, which the formula keeps as it is.
    ///
    /// # Errors
    ///
    /// It is no formula, or too large.
    pub fn read(text: &str) -> Result<Self, FormulaError> {
        let program = Arc::new(parser::parse(text)?);
        let text = text.into();
        Ok(Self { text, program })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Readies it for a run with these names. A quoted name that is not among them is the name of no job.
    pub fn bind(&self, names: &Names) -> Bound {
        Bound::new(&self.program, names)
    }

    pub fn uses(&self, variable: impl Into<Variable>) -> bool {
        self.program.uses.has(variable.into())
    }

    /// A remark on a formula that probably does not mean what its writer thinks: elsewhere the processors are the job's.
    pub fn doubt(&self) -> Option<&'static str> {
        let is_doubtful = self.uses(Quantity::Processors) && !self.uses(Quantity::Size);
        is_doubtful
            .then_some("processors is the machine's number, the same for every job: a job's own processors are size")
    }

    /// Whether the value of a job stays the same as long as it waits: no variable of the formula changes.
    pub fn is_constant(&self) -> bool {
        Variable::all().all(|it| !(it.changes() && self.uses(it)))
    }
}

impl Default for Formula {
    fn default() -> Self {
        let (text, variable) = ("submit", Quantity::Submit);
        Self { text: text.into(), program: Arc::new(Program::of_variable(variable, text.len())) }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        Self::read(text)
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Formula {}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::read(&text).map_err(de::Error::custom)
    }
}

/// A text that is no formula: where and why, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// The part of the text that is wrong, in bytes, at the bounds of letters; empty at the end of the text where
    /// something is missing there.
    pub at: std::ops::Range<usize>,
    /// The number of its first letter, from 1 on; one more than there are letters where `at` is the end of the text.
    pub letter: usize,
    /// The mistake: `unknown variable "sise"`.
    pub what: String,
    /// What to do: `did you mean size?`.
    pub advice: String,
}

impl FormulaError {
    fn new(text: &str, at: std::ops::Range<usize>, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { letter: text[..at.start].chars().count() + 1, at, what: what.into(), advice: advice.into() }
    }

    /// Mistake and advice, where the place is shown otherwise: `unknown variable "sise": did you mean size?`.
    pub fn message(&self) -> String {
        format!("{}: {}", self.what, self.advice)
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { what, letter, advice, .. } = self;
        write!(f, "{what} at letter {letter}: {advice}")
    }
}

impl std::error::Error for FormulaError {}

/// The key of a value: of two waiting jobs that with the smaller key goes first, and equal keys are a tie.
///
/// −∞ comes first, then the numbers from low to high, +∞, and NaN last. −0 and 0 are a tie, as are all NaNs.
pub fn turn(value: f64) -> i64 {
    if value.is_nan() {
        return i64::MAX;
    }
    // −0 + 0 is 0.
    let bits = (value + 0.0).to_bits() as i64;
    // Above zero, numbers and their bits have the same order; below it the opposite one.
    if bits < 0 { bits ^ i64::MAX } else { bits }
}
