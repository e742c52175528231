//! Operands: numbers, variables, quoted names, functions, brackets.

use std::ops::Range;

use super::{Kind, Level, Operand, Parser, TokenKind};
use crate::policy::formula::code::{Binary, Op, Unary};
use crate::policy::formula::error::FormulaError;
use crate::policy::formula::functions::{Arguments, Function};
use crate::policy::formula::nearest::nearest;
use crate::policy::formula::terms::Literal;
use crate::policy::formula::variables::Variable;

impl Parser<'_> {
    /// An operand without operators before or behind it.
    pub(super) fn operand(&mut self) -> Result<Operand, FormulaError> {
        let at = self.token.at.clone();
        let first = self.program.ops.len();
        let operand = |kind| Operand { at: at.clone(), kind, first };
        match self.token.kind {
            TokenKind::Number(value) => {
                self.advance()?;
                let at = at.clone();
                self.program.numbers.push(Literal { at, value });
                let operand = operand(Kind::Number);
                self.emit(Op::Number(value), first, &operand.at)?;
                Ok(operand)
            }
            TokenKind::Quoted(name) => {
                self.advance()?;
                let place = self.quoted(name);
                Ok(operand(Kind::Quoted(place)))
            }
            TokenKind::Word(word) => self.word(word, at),
            TokenKind::Open => self.bracketed(),
            _ => Err(self.value_missing()),
        }
    }

    /// The place of a name in the program's list, where it is added.
    pub(super) fn quoted(&mut self, name: &str) -> u8 {
        let quoted = &mut self.program.quoted;
        let known = quoted.iter().position(|it| **it == *name);
        let place = known.unwrap_or_else(|| {
            quoted.push(name.into());
            quoted.len() - 1
        });
        // There are fewer parts than a byte counts: `MAX_PARTS`.
        place as u8
    }

    fn word(&mut self, word: &str, at: Range<usize>) -> Result<Operand, FormulaError> {
        let first = self.program.ops.len();
        if let Some(variable) = Variable::named(word) {
            self.advance()?;
            self.no_bracket_behind(variable)?;
            self.program.uses.add(variable);
            let kind = match variable {
                Variable::Name(it) => Kind::Name(it),
                Variable::Quantity(it) => {
                    self.emit(Op::Quantity(it), first, &at)?;
                    Kind::Number
                }
            };
            return Ok(Operand { at, kind, first });
        }
        if let Some(function) = Function::named(word) {
            self.advance()?;
            return self.call(function, at);
        }
        if matches!(word, "and" | "or") {
            return Err(self.value_missing());
        }
        Err(self.unknown(word, at))
    }

    fn unknown(&self, word: &str, at: Range<usize>) -> FormulaError {
        let is_called = self.text[at.end..].trim_start().starts_with('(');
        let (kind, known) = if is_called {
            ("function", joined(Function::ALL.iter().map(|it| it.name())))
        } else {
            ("variable", joined(Variable::all().map(Variable::name)))
        };
        let advice = match nearest(word) {
            Some(known) => format!("did you mean {known}?"),
            None => format!("there are {known}"),
        };
        self.error(at, format!("unknown {kind} \"{word}\""), advice)
    }

    fn no_bracket_behind(&self, variable: Variable) -> Result<(), FormulaError> {
        if self.token.kind != TokenKind::Open {
            return Ok(());
        }
        let what = format!("{} is a variable and takes no arguments", variable.name());
        let advice = "put an operator before the bracket";
        Err(self.error(self.token.at.clone(), what, advice))
    }

    /// A function whose name has been read.
    fn call(&mut self, function: Function, name: Range<usize>) -> Result<Operand, FormulaError> {
        if self.token.kind != TokenKind::Open {
            let what = format!("{} needs brackets", function.name());
            let advice = format!("write {}", function.form());
            return Err(self.error(name, what, advice));
        }
        let first = self.program.ops.len();
        let open = self.advance()?;
        let mut count = 0;
        while self.token.kind != TokenKind::Close || count > 0 {
            let argument = self.nested(&name, |it| it.expression(Level::Or))?;
            self.number(&argument)?;
            count += 1;
            if count > 1 {
                self.folded(function, first, name.start..argument.at.end)?;
            }
            if self.token.kind != TokenKind::Comma {
                break;
            }
            self.advance()?;
        }
        self.closed(&open.at)?;
        let at = name.start..self.advance()?.at.end;
        self.count_is_right(function, count, &at)?;
        if let Some(operator) = unary(function) {
            self.emit(Op::Unary(operator), first, &at)?;
        } else if function == Function::If {
            self.emit(Op::If, first, &at)?;
        } else if let Some(part) = self.program.parts.last_mut() {
            part.to = at.end as u16;
        }
        let kind = Kind::Number;
        Ok(Operand { at, kind, first })
    }

    /// Of many arguments each but the first is joined to those before it.
    fn folded(&mut self, function: Function, first: usize, at: Range<usize>) -> Result<(), FormulaError> {
        let operator = match function {
            Function::Min => Binary::Min,
            Function::Max => Binary::Max,
            _ => return Ok(()),
        };
        self.emit(Op::Binary(operator), first, &at)
    }

    fn count_is_right(&self, function: Function, count: usize, at: &Range<usize>) -> Result<(), FormulaError> {
        let (is_right, takes) = match function.arguments() {
            Arguments::Exactly(1) => (count == 1, "1 argument".to_owned()),
            Arguments::Exactly(right) => (count == right, format!("{right} arguments")),
            Arguments::TwoOrMore => (count >= 2, "2 or more arguments".to_owned()),
        };
        if is_right {
            return Ok(());
        }
        let what = format!("{} takes {takes}, not {count}", function.name());
        let advice = format!("write {}", function.form());
        Err(self.error(at.clone(), what, advice))
    }

    fn bracketed(&mut self) -> Result<Operand, FormulaError> {
        let open = self.advance()?;
        let inside = self.nested(&open.at, |it| it.expression(Level::Or))?;
        self.closed(&open.at)?;
        let close = self.advance()?;
        Ok(Operand { at: open.at.start..close.at.end, ..inside })
    }

    /// A bracket must close here.
    fn closed(&self, open: &Range<usize>) -> Result<(), FormulaError> {
        match self.token.kind {
            TokenKind::Close => Ok(()),
            TokenKind::End => Err(self.error(open.clone(), "this bracket is not closed", "add a )")),
            TokenKind::Comma => self.end(),
            _ => Err(self.operator_missing()),
        }
    }

    fn value_missing(&self) -> FormulaError {
        let at = self.token.at.clone();
        let advice = "write a variable, a number or a function";
        match self.token.kind {
            TokenKind::End => self.error(at, "a value is missing at the end", advice),
            _ => {
                let what = format!("a value is missing before {}", &self.text[at.clone()]);
                self.error(at, what, advice)
            }
        }
    }
}

fn joined(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The operation of a function of one argument.
fn unary(function: Function) -> Option<Unary> {
    Some(match function {
        Function::Abs => Unary::Abs,
        Function::Floor => Unary::Floor,
        Function::Sqrt => Unary::Sqrt,
        Function::Exp => Unary::Exp,
        Function::Ln => Unary::Ln,
        Function::Log2 => Unary::Log2,
        Function::Log10 => Unary::Log10,
        Function::If | Function::Min | Function::Max => return None,
    })
}
