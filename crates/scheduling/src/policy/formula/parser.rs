//! From the parts of a text to a program: one function for each operand, one for operators by precedence.

use std::ops::Range;

use super::FormulaError;
use super::code::{Binary, Op, Part, Program, Unary};
use super::functions::{Arguments, Function};
use super::functions::{NameVariable, Variable};
use super::lexer::{Lexer, Token, TokenKind};
use super::nearest::nearest;
use super::value::Literal;

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

/// Every whole number up to here is a double.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

impl Parser<'_> {
    fn compared(&mut self, left: Operand, sign: &Token, right: Operand) -> Result<Operand, FormulaError> {
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

impl Parser<'_> {
    /// An operation whose operands begin at `first`; `at` is its part of the text.
    fn emit(&mut self, op: Op, first: usize, at: &Range<usize>) -> Result<(), FormulaError> {
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
    fn take_back(&mut self) {
        self.program.ops.pop();
        self.program.parts.pop();
        self.height -= 1;
    }

    /// An operation on one number; `from` is where its sign stands.
    fn unary(&mut self, operator: Unary, operand: Operand, from: usize) -> Result<Operand, FormulaError> {
        let at = from..operand.at.end;
        self.emit(Op::Unary(operator), operand.first, &at)?;
        Ok(Operand { at, ..operand })
    }

    /// An operation on two numbers.
    fn binary(&mut self, operator: Binary, left: Operand, right: Operand) -> Result<Operand, FormulaError> {
        let at = left.at.start..right.at.end;
        self.emit(Op::Binary(operator), left.first, &at)?;
        Ok(Operand { at, ..left })
    }

    /// A power; square and cube are operations of their own, which are faster and exact but for one rounding.
    fn power(&mut self, left: Operand, right: Operand) -> Result<Operand, FormulaError> {
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
    fn number(&self, operand: &Operand) -> Result<(), FormulaError> {
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

impl Parser<'_> {
    /// An operand without operators before or behind it.
    fn operand(&mut self) -> Result<Operand, FormulaError> {
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
    fn quoted(&mut self, name: &str) -> u8 {
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
