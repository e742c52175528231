//! A formula as a list of operations, each behind its operands.

use std::ops::Range;

use super::Quantity;
use super::functions::{NameVariable, Variables};
use super::value::Literal;

/// One operation. All but the first four take their operands from a stack of numbers, and leave their value on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Op {
    Number(f64),
    Quantity(Quantity),
    /// Whether a variable is the quoted name at this place of [`Program::quoted`], or whether it is not.
    Is {
        variable: NameVariable,
        quoted: u8,
        equal: bool,
    },
    /// Whether two variables are the same name, or whether they are not.
    Same {
        one: NameVariable,
        other: NameVariable,
        equal: bool,
    },
    Unary(Unary),
    Binary(Binary),
    /// Of condition, a and b.
    If,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Not,
    Abs,
    Floor,
    Sqrt,
    Exp,
    Ln,
    Log2,
    Log10,
    Square,
    Cube,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
    And,
    Or,
    Min,
    Max,
}

impl Op {
    /// How many numbers it takes from the stack.
    pub const fn operands(self) -> usize {
        match self {
            Self::Number(_) | Self::Quantity(_) | Self::Is { .. } | Self::Same { .. } => 0,
            Self::Unary(_) => 1,
            Self::Binary(_) => 2,
            Self::If => 3,
        }
    }
}

/// The part of a formula that ends with an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The place of its first operation.
    pub first: u16,
    /// Where it stands in the text, in bytes.
    pub from: u16,
    /// Behind its last byte.
    pub to: u16,
}

impl Part {
    pub fn at(self) -> Range<usize> {
        usize::from(self.from)..usize::from(self.to)
    }
}

/// A formula ready for evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Program {
    pub ops: Vec<Op>,
    /// For each operation.
    pub parts: Vec<Part>,
    /// The names with which variables are compared.
    pub quoted: Vec<Box<str>>,
    /// The numbers, in the order of the text.
    pub numbers: Vec<Literal>,
    pub uses: Variables,
}

impl Program {
    /// The program of a text that is the name of a variable, of `length` bytes.
    pub fn of_variable(variable: Quantity, length: usize) -> Self {
        let mut uses = Variables::default();
        uses.add(variable.into());
        Self {
            ops: vec![Op::Quantity(variable)],
            parts: vec![Part { first: 0, from: 0, to: length as u16 }],
            uses,
            ..Self::default()
        }
    }
}
