//! The parts of a formula that the page shows: summands and numbers.

use std::ops::Range;

use super::Formula;
use super::code::{Binary, Op, Unary};
use super::error::FormulaError;

/// A summand of a formula: `submit` and `3 * wait` of `submit - 3 * wait`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Where it stands in the text, in bytes, without a sign before it that belongs to the sum.
    pub at: Range<usize>,
    /// Whether the sum takes it away. Its value has that sign already: see [`super::Bound::term`].
    pub is_subtracted: bool,
    /// Its operations.
    pub(super) ops: Range<usize>,
}

/// A number in the text of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// Where it stands, in bytes.
    pub at: Range<usize>,
    /// Its value, 0 or above: a minus before it is an operator.
    pub value: f64,
}

impl Formula {
    /// The summands, in the order of the text: those of brackets that are added or taken away among them, so that
    /// `-(wait + 2 * size)` has two. A formula that is no sum has one. Their values sum up to the formula's, but for
    /// rounding.
    pub fn terms(&self) -> Vec<Term> {
        let (ops, parts) = (&self.program.ops, &self.program.parts);
        let mut terms = Vec::new();
        let mut open = vec![(ops.len() - 1, false)];
        while let Some((last, is_subtracted)) = open.pop() {
            let first = usize::from(parts[last].first);
            let right = last.wrapping_sub(1);
            match ops[last] {
                Op::Binary(sign @ (Binary::Add | Binary::Subtract)) => {
                    let left = usize::from(parts[right].first) - 1;
                    open.push((right, is_subtracted != (sign == Binary::Subtract)));
                    open.push((left, is_subtracted));
                }
                Op::Unary(Unary::Negate) if is_sum(ops[right]) => {
                    open.push((right, !is_subtracted));
                }
                _ => terms.push(Term { at: parts[last].at(), is_subtracted, ops: first..last + 1 }),
            }
        }
        terms
    }

    /// The summands as the text has them, each with the sign that it has in the sum.
    pub fn term_texts(&self) -> Vec<String> {
        let said = |term: Term| {
            let sign = if term.is_subtracted { "- " } else { "" };
            format!("{sign}{}", &self.text[term.at])
        };
        self.terms().into_iter().map(said).collect()
    }

    /// The numbers, in the order of the text, without those that stand for names (`user == 12`).
    pub fn numbers(&self) -> &[Literal] {
        &self.program.numbers
    }

    /// The formula with another value of the number at this place of [`Self::numbers`].
    ///
    /// # Errors
    ///
    /// The text would become too long, or the value is no finite number.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    pub fn with_number(&self, place: usize, value: f64) -> Result<Self, FormulaError> {
        let at = self.program.numbers[place].at.clone();
        if !value.is_finite() {
            let advice = "choose a finite one";
            return Err(FormulaError::new(&self.text, at, "this is no number", advice));
        }
        let mut text = self.text.to_string();
        text.replace_range(at, &written(value));
        Self::read(&text)
    }
}

/// Whether an operation makes a sum of its operands, or takes one away.
fn is_sum(op: Op) -> bool {
    matches!(op, Op::Binary(Binary::Add | Binary::Subtract) | Op::Unary(Unary::Negate))
}

/// A number as a formula has it; one below zero in brackets, so that signs and powers beside it stay apart.
fn written(value: f64) -> String {
    let size = value.abs();
    let digits = if size == 0.0 || (1e-6..1e15).contains(&size) { size.to_string() } else { format!("{size:e}") };
    if value < 0.0 { format!("(-{digits})") } else { digits }
}
