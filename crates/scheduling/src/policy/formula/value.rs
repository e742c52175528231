//! Evaluation.

use std::ops::Range;
use std::sync::Arc;

use super::Formula;
use super::FormulaError;
use super::code::{Binary, Op, Program, Unary};
use super::functions::{NameVariable, Quantity};
use super::nearest::{Name, Names};
use super::parser::MAX_STACK;
use super::turn;

/// The values of the variables for one waiting job at one instant.
pub trait Values {
    /// A number; −1 if it is unknown.
    fn number(&self, quantity: Quantity) -> f64;

    /// A name, by the [`Names`] that the formula was bound to.
    fn name(&self, variable: NameVariable) -> Name;
}

/// A formula with its quoted names looked up among those of a run. It is evaluated for each waiting job in every
/// pass: without allocation, and names are compared as numbers.
#[derive(Clone, Debug)]
pub struct Bound {
    program: Arc<Program>,
    /// The values of the program's quoted names.
    quoted: Box<[Name]>,
}

impl Bound {
    pub(super) fn new(program: &Arc<Program>, names: &Names) -> Self {
        let value = |name: &str| names.find(name).unwrap_or(Name::OF_NO_JOB);
        Self { program: Arc::clone(program), quoted: program.quoted.iter().map(|it| value(it)).collect() }
    }

    /// The value of the formula. All values that are no number are the one [`f64::NAN`].
    pub fn value(&self, values: &impl Values) -> f64 {
        self.run(&self.program.ops, values)
    }

    /// The value as a whole number with the same order: see [`turn`].
    pub fn turn(&self, values: &impl Values) -> i64 {
        turn(self.value(values))
    }

    /// The value of one of the summands of the same formula, with its sign in the sum.
    pub fn term(&self, term: &Term, values: &impl Values) -> f64 {
        let value = self.run(&self.program.ops[term.ops.clone()], values);
        if term.is_subtracted && !value.is_nan() { -value } else { value }
    }

    /// The operations of the formula.
    pub(super) fn ops(&self) -> &[Op] {
        &self.program.ops
    }

    fn run(&self, ops: &[Op], values: &impl Values) -> f64 {
        // The last value stands beside the stack of those before it: most operations do not touch that.
        let mut stack = [0.0; MAX_STACK];
        let mut height = 0;
        let mut last = 0.0;
        for &op in ops {
            let operand = match op {
                Op::Unary(operator) => {
                    last = unary(operator, last);
                    continue;
                }
                Op::Binary(operator) => {
                    height -= 1;
                    last = binary(operator, stack[height], last);
                    continue;
                }
                Op::If => {
                    height -= 2;
                    if is_true(stack[height]) {
                        last = stack[height + 1];
                    }
                    continue;
                }
                Op::Number(value) => value,
                Op::Quantity(quantity) => values.number(quantity),
                Op::Is { variable, quoted, equal } => {
                    truth((values.name(variable) == self.quoted[usize::from(quoted)]) == equal)
                }
                Op::Same { one, other, equal } => truth((values.name(one) == values.name(other)) == equal),
            };
            stack[height] = last;
            height += 1;
            last = operand;
        }
        if last.is_nan() { f64::NAN } else { last }
    }
}

// The operations on numbers, with the same bits natively and in WebAssembly.
//
// `+ - * /`, square roots and whole parts are exact but for one rounding by IEEE 754; everything else comes from
// `libm`. Which bits a NaN has is left open by both, and nothing here can tell.

/// Whether a number counts as a condition that holds: if it is not 0. NaN is not 0.
pub(super) fn is_true(value: f64) -> bool {
    value != 0.0
}

/// 1 for a condition that holds, otherwise 0.
pub(super) fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

pub(super) fn unary(operator: Unary, a: f64) -> f64 {
    match operator {
        Unary::Negate => -a,
        Unary::Not => truth(!is_true(a)),
        Unary::Abs => a.abs(),
        Unary::Floor => a.floor(),
        Unary::Sqrt => a.sqrt(),
        Unary::Exp => libm::exp(a),
        Unary::Ln => libm::log(a),
        Unary::Log2 => libm::log2(a),
        Unary::Log10 => libm::log10(a),
        Unary::Square => a * a,
        Unary::Cube => cube(a),
    }
}

pub(super) fn binary(operator: Binary, a: f64, b: f64) -> f64 {
    match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Power => libm::pow(a, b),
        Binary::Less => truth(a < b),
        Binary::AtMost => truth(a <= b),
        Binary::More => truth(a > b),
        Binary::AtLeast => truth(a >= b),
        Binary::Equal => truth(a == b),
        Binary::Unequal => truth(a != b),
        Binary::And => truth(is_true(a) && is_true(b)),
        Binary::Or => truth(is_true(a) || is_true(b)),
        Binary::Min => extreme(a, b, b < a),
        Binary::Max => extreme(a, b, b > a),
    }
}

/// The first of two numbers unless the other is beyond it; NaN if one of them is NaN.
fn extreme(a: f64, b: f64, is_beyond: bool) -> f64 {
    if is_beyond || b.is_nan() { b } else { a }
}

/// a · a · a, rounded once where the exact product and its errors are far from the ends of the numbers: a tenth of the
/// time of a power, and equal to that of other programs, where two roundings would differ in the last bit.
fn cube(a: f64) -> f64 {
    if !(1e-90..1e90).contains(&a.abs()) {
        return a * a * a;
    }
    let (square, square_error) = product(a, a);
    let (cube, cube_error) = product(square, a);
    cube + (cube_error + square_error * a)
}

/// A product and its rounding error, which is exact (Dekker 1971).
fn product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (a_high, a_low) = halves(a);
    let (b_high, b_low) = halves(b);
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, error)
}

/// A number as the sum of two with half its digits (Veltkamp 1968).
fn halves(a: f64) -> (f64, f64) {
    let far = 134_217_729.0 * a;
    let high = far - (far - a);
    (high, a - high)
}

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
