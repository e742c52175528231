//! Operations are put behind their operands.

use std::ops::Range;

use super::{FormulaError, Kind, MAX_PARTS, MAX_STACK, Operand, Parser};
use crate::policy::formula::code::{Binary, Op, Part, Unary};

impl Parser<'_> {
    /// An operation whose operands begin at `first`; `at` is its part of the text.
    pub(super) fn emit(&mut self, op: Op, first: usize, at: &Range<usize>) -> Result<(), FormulaError> {
        if self.program.ops.len() == MAX_PARTS {
            let what = format!("a formula has at most {MAX_PARTS} operators and operands");
            return Err(self.error(at.clone(), what, "shorten it"));
        }
        // With the wrong number of arguments too few operands may be there: that is an error already.
        self.height = (self.height + 1).saturating_sub(op.operands());
        if self.height > MAX_STACK {
            return Err(self.too_deep(at.clone()));
        }
        self.program.ops.push(op);
        // Texts are shorter than a u16 counts: `MAX_BYTES`.
        self.program.parts.push(Part { first: first as u16, from: at.start as u16, to: at.end as u16 });
        Ok(())
    }

    /// Takes back the last operation, which was a single operand.
    pub(super) fn take_back(&mut self) {
        self.program.ops.pop();
        self.program.parts.pop();
        self.height -= 1;
    }

    /// An operation on one number; `from` is where its sign stands.
    pub(super) fn unary(&mut self, operator: Unary, operand: Operand, from: usize) -> Result<Operand, FormulaError> {
        let at = from..operand.at.end;
        self.emit(Op::Unary(operator), operand.first, &at)?;
        Ok(Operand { at, ..operand })
    }

    /// An operation on two numbers.
    pub(super) fn binary(&mut self, operator: Binary, left: Operand, right: Operand) -> Result<Operand, FormulaError> {
        let at = left.at.start..right.at.end;
        self.emit(Op::Binary(operator), left.first, &at)?;
        Ok(Operand { at, ..left })
    }

    /// A power; square and cube are operations of their own, which are faster and exact but for one rounding.
    pub(super) fn power(&mut self, left: Operand, right: Operand) -> Result<Operand, FormulaError> {
        self.number(&left)?;
        self.number(&right)?;
        let operator = match self.program.ops[right.first..] {
            [Op::Number(2.0)] => Unary::Square,
            [Op::Number(3.0)] => Unary::Cube,
            _ => return self.binary(Binary::Power, left, right),
        };
        self.take_back();
        let at = left.at.start..right.at.end;
        self.emit(Op::Unary(operator), left.first, &at)?;
        Ok(Operand { at, ..left })
    }

    /// An operand that must be a number.
    pub(super) fn number(&self, operand: &Operand) -> Result<(), FormulaError> {
        let (what, advice) = match operand.kind {
            Kind::Number => return Ok(()),
            Kind::Name(variable) => {
                let name = variable.name();
                let what = format!("{name} is a name and has no value as a number");
                (what, format!("compare it, as in {name} == \"…\""))
            }
            Kind::Quoted(_) => {
                let what = "a quoted name has no value as a number".to_owned();
                (what, "compare it, as in user == \"…\"".to_owned())
            }
        };
        Err(self.error(operand.at.clone(), what, advice))
    }
}
