//! Evaluation.

use std::sync::Arc;

use super::arithmetic::{binary, is_true, truth, unary};
use super::code::{Op, Program};
use super::names::{Name, Names};
use super::parser::MAX_STACK;
use super::terms::Term;
use super::turn::turn;
use super::variables::{NameVariable, Quantity};

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
