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

mod arithmetic;
mod bounds;
mod code;
mod completion;
mod error;
mod functions;
mod lexer;
mod names;
mod nearest;
mod parser;
mod presets;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod value;
mod variables;

pub use bounds::{Range, Ranges};
pub use completion::{Completion, completions};
pub use error::FormulaError;
pub use functions::Function;
pub use names::{Name, Names};
pub use presets::{PRESETS, Preset};
pub use terms::{Literal, Term};
pub use turn::turn;
pub use value::{Bound, Values};
pub use variables::{NameVariable, Quantity, Variable};

use std::sync::Arc;

use code::Program;

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
