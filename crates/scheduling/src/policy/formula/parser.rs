//! From the parts of a text to a program: one function for each operand, one for operators by precedence.

mod compare;
mod emit;
mod operand;

use std::ops::Range;

use super::code::{Binary, Program, Unary};
use super::error::FormulaError;
use super::lexer::{Lexer, Token, TokenKind};
use super::variables::NameVariable;

/// The longest text, in bytes.
pub(super) const MAX_BYTES: usize = 1_000;
/// The most operations and operands.
pub(super) const MAX_PARTS: usize = 200;
/// How deeply brackets, functions, signs and powers may stand within one another.
pub(super) const MAX_NESTING: usize = 50;
/// The most numbers that wait for their operation at a time.
pub(super) const MAX_STACK: usize = 32;

/// How tightly an operator binds, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Sign,
    Power,
}

/// An operand that has been read.
#[derive(Clone, Debug)]
struct Operand {
    /// Where it stands in the text, brackets around it included.
    at: Range<usize>,
    kind: Kind,
    /// Where its operations begin.
    first: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Its operations leave a number on the stack.
    Number,
    /// A variable that is a name, without operations.
    Name(NameVariable),
    /// A quoted name at this place of the program's list, without operations.
    Quoted(u8),
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The part of the text that is looked at.
    token: Token<'a>,
    program: Program,
    nesting: usize,
    /// Numbers on the stack behind the last operation.
    height: usize,
}

/// The program of a text.
///
/// # Errors
///
/// It is no formula, or too large.
pub(super) fn parse(text: &str) -> Result<Program, FormulaError> {
    if text.len() > MAX_BYTES {
        let limit = (0..=MAX_BYTES).rfind(|&it| text.is_char_boundary(it));
        let what = format!("a formula has at most {MAX_BYTES} bytes");
        let at = limit.unwrap_or_default()..text.len();
        return Err(FormulaError::new(text, at, what, "shorten it"));
    }
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let mut parser = Parser { text, lexer, token, program: Program::default(), nesting: 0, height: 0 };
    if parser.token.kind == TokenKind::End {
        let advice = "write a variable such as submit";
        return Err(parser.error(0..text.len(), "the formula is empty", advice));
    }
    let whole = parser.expression(Level::Or)?;
    parser.end()?;
    parser.number(&whole)?;
    Ok(parser.program)
}

impl<'a> Parser<'a> {
    fn error(&self, at: Range<usize>, what: impl Into<String>, advice: impl Into<String>) -> FormulaError {
        FormulaError::new(self.text, at, what, advice)
    }

    /// The part that was looked at; the next one is looked at.
    fn advance(&mut self) -> Result<Token<'a>, FormulaError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    /// An operand and all operators behind it that bind at least as tightly as `level`.
    fn expression(&mut self, level: Level) -> Result<Operand, FormulaError> {
        let mut left = self.prefixed(level)?;
        while let Some(found) = level_of(&self.token.kind).filter(|&it| it >= level) {
            let sign = self.advance()?;
            let right = match found {
                Level::Power => self.nested(&sign.at, |it| it.expression(Level::Sign))?,
                _ => self.expression(above(found))?,
            };
            left = self.combined(left, &sign, right)?;
            if found == Level::Comparison {
                self.not_compared_again()?;
            }
        }
        Ok(left)
    }

    /// An operand with the `-` or `not` before it.
    fn prefixed(&mut self, level: Level) -> Result<Operand, FormulaError> {
        let (operator, inner) = match self.token.kind {
            TokenKind::Minus => (Unary::Negate, Level::Sign),
            TokenKind::Word("not") if level <= Level::Not => (Unary::Not, Level::Not),
            TokenKind::Word("not") => {
                let at = self.token.at.clone();
                let advice = "put brackets around not and its condition";
                return Err(self.error(at, "not binds less than the operator before it", advice));
            }
            _ => return self.operand(),
        };
        let sign = self.advance()?;
        let operand = self.nested(&sign.at, |it| it.expression(inner))?;
        self.number(&operand)?;
        self.unary(operator, operand, sign.at.start)
    }

    fn nested<T>(
        &mut self,
        at: &Range<usize>,
        read: impl FnOnce(&mut Self) -> Result<T, FormulaError>,
    ) -> Result<T, FormulaError> {
        if self.nesting == MAX_NESTING {
            return Err(self.too_deep(at.clone()));
        }
        self.nesting += 1;
        let found = read(self);
        self.nesting -= 1;
        found
    }

    fn combined(&mut self, left: Operand, sign: &Token, right: Operand) -> Result<Operand, FormulaError> {
        use Binary::*;
        let operator = match sign.kind {
            TokenKind::Plus => Add,
            TokenKind::Minus => Subtract,
            TokenKind::Times => Multiply,
            TokenKind::Over => Divide,
            TokenKind::Power => return self.power(left, right),
            TokenKind::Word("and") => And,
            TokenKind::Word("or") => Or,
            _ => return self.compared(left, sign, right),
        };
        self.number(&left)?;
        self.number(&right)?;
        self.binary(operator, left, right)
    }

    /// Chains such as `1 < size < 8` mean something else in every language.
    fn not_compared_again(&self) -> Result<(), FormulaError> {
        if level_of(&self.token.kind) != Some(Level::Comparison) {
            return Ok(());
        }
        let advice = "join two comparisons by and, or put brackets around one";
        let at = self.token.at.clone();
        Err(self.error(at, "a comparison has two sides", advice))
    }

    /// Nothing may stand behind the formula.
    fn end(&self) -> Result<(), FormulaError> {
        let (what, advice) = match self.token.kind {
            TokenKind::End => return Ok(()),
            TokenKind::Close => ("this bracket closes nothing", "take it out"),
            TokenKind::Comma => (
                "a comma stands between the arguments of a function",
                "take it out; 1000 has no comma, and 0.5 has a point",
            ),
            _ => return Err(self.operator_missing()),
        };
        Err(self.error(self.token.at.clone(), what, advice))
    }

    fn operator_missing(&self) -> FormulaError {
        let at = self.token.at.clone();
        let what = format!("an operator is missing before {}", &self.text[at.clone()]);
        self.error(at, what, "write +, -, *, /, a comparison, and, or")
    }

    fn too_deep(&self, at: Range<usize>) -> FormulaError {
        let advice = "write it with fewer brackets within brackets";
        self.error(at, "the formula is nested too deeply here", advice)
    }
}

/// How tightly an operator between two operands binds; `None` if it is none.
fn level_of(kind: &TokenKind) -> Option<Level> {
    use TokenKind::*;
    Some(match kind {
        Word("or") => Level::Or,
        Word("and") => Level::And,
        Less | AtMost | More | AtLeast | Equal | Unequal => Level::Comparison,
        Plus | Minus => Level::Sum,
        Times | Over => Level::Product,
        Power => Level::Power,
        _ => return None,
    })
}

/// The level of the right operand of an operator that takes those of its level from the left.
fn above(level: Level) -> Level {
    match level {
        Level::Or => Level::And,
        Level::And => Level::Not,
        Level::Not => Level::Comparison,
        Level::Comparison => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Sign,
        Level::Sign | Level::Power => Level::Power,
    }
}
