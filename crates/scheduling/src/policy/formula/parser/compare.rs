//! Comparisons: of numbers, and of names.

use std::ops::Range;

use super::{Kind, Operand, Parser, Token, TokenKind};
use crate::policy::formula::code::{Binary, Op, Unary};
use crate::policy::formula::error::FormulaError;
use crate::policy::formula::variables::NameVariable;

/// Every whole number up to here is a double.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

impl Parser<'_> {
    pub(super) fn compared(&mut self, left: Operand, sign: &Token, right: Operand) -> Result<Operand, FormulaError> {
        let at = left.at.start..right.at.end;
        let first = left.first;
        let op = match (left.kind, right.kind) {
            (Kind::Number, Kind::Number) => {
                return self.binary(comparison(&sign.kind), left, right);
            }
            (Kind::Quoted(_), Kind::Quoted(_)) => {
                let advice = "one of them should be a variable such as user";
                return Err(self.error(at, "two quoted names are compared", advice));
            }
            (Kind::Quoted(_), Kind::Number) => return Err(self.quoted_number(&left)),
            (Kind::Number, Kind::Quoted(_)) => return Err(self.quoted_number(&right)),
            (Kind::Name(one), Kind::Name(other)) => Op::Same { one, other, equal: self.is_equal(sign)? },
            (Kind::Name(variable), Kind::Quoted(quoted)) | (Kind::Quoted(quoted), Kind::Name(variable)) => {
                Op::Is { variable, quoted, equal: self.is_equal(sign)? }
            }
            (Kind::Name(variable), Kind::Number) => self.is_numbered(variable, sign, &right)?,
            (Kind::Number, Kind::Name(variable)) => self.is_numbered(variable, sign, &left)?,
        };
        self.emit(op, first, &at)?;
        Ok(Operand { at, kind: Kind::Number, first })
    }

    /// Whether names are compared by `==`, and not by `!=`.
    fn is_equal(&self, sign: &Token) -> Result<bool, FormulaError> {
        match sign.kind {
            TokenKind::Equal => Ok(true),
            TokenKind::Unequal => Ok(false),
            _ => {
                let what = format!("names have no order, and {} asks for one", self.part(&sign.at));
                Err(self.error(sign.at.clone(), what, "compare names by == or !="))
            }
        }
    }

    /// A name compared with a whole number: with the digits of that number.
    fn is_numbered(&mut self, variable: NameVariable, sign: &Token, number: &Operand) -> Result<Op, FormulaError> {
        let equal = self.is_equal(sign)?;
        let (value, ops) = match self.program.ops[number.first..] {
            [Op::Number(value)] => (value, 1),
            [Op::Number(value), Op::Unary(Unary::Negate)] => (-value, 2),
            _ => return Err(self.no_name(variable, number)),
        };
        if value.fract() != 0.0 || value.abs() > LARGEST_WHOLE {
            return Err(self.no_name(variable, number));
        }
        self.take_number_back(ops);
        let quoted = self.quoted(&(value as i64).to_string());
        Ok(Op::Is { variable, quoted, equal })
    }

    /// Takes back the last number, with the sign before it, which stands for a name.
    fn take_number_back(&mut self, ops: usize) {
        if ops == 2 {
            self.program.ops.pop();
            self.program.parts.pop();
        }
        self.take_back();
        self.program.numbers.pop();
    }

    fn no_name(&self, variable: NameVariable, number: &Operand) -> FormulaError {
        let name = variable.name();
        let what = format!("{name} is a name, and {} is not", self.part(&number.at));
        let advice = format!("compare it with a quoted name, as in {name} == \"…\"");
        self.error(number.at.clone(), what, advice)
    }

    fn quoted_number(&self, quoted: &Operand) -> FormulaError {
        let what = format!("a number is compared with the name {}", self.part(&quoted.at));
        let advice = "write a number without quotes, or compare a name such as user";
        self.error(quoted.at.clone(), what, advice)
    }

    fn part(&self, at: &Range<usize>) -> &str {
        &self.text[at.clone()]
    }
}

fn comparison(kind: &TokenKind) -> Binary {
    match kind {
        TokenKind::Less => Binary::Less,
        TokenKind::AtMost => Binary::AtMost,
        TokenKind::More => Binary::More,
        TokenKind::AtLeast => Binary::AtLeast,
        TokenKind::Equal => Binary::Equal,
        _ => Binary::Unequal,
    }
}
