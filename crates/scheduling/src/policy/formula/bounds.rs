//! Bounds of the values of many jobs at once, by interval arithmetic.
//!
//! Rounding keeps the order of exact results, so that `+ - * /` of the ends of ranges bound what lies between. The
//! results of `libm` may be off in the last digits: ranges of those are widened. What may be no number or infinite has no bounds.

use super::code::{Binary, Op, Unary};
use super::functions::Quantity;
use super::parser::MAX_STACK;
use super::turn;
use super::value::Bound;
use super::value::{binary, truth, unary};

/// The least and the largest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// None is below it.
    pub low: f64,
    /// None is above it.
    pub high: f64,
}

/// The values of the variables for several waiting jobs at one instant.
pub trait Ranges {
    /// The range of a number; `None` if it is not known.
    fn range(&self, quantity: Quantity) -> Option<Range>;
}

impl Bound {
    /// A key that is no larger than that of any job whose numbers are in the ranges, whatever its names:
    /// [`i64::MIN`] where nothing better is known.
    pub fn least_turn(&self, ranges: &impl Ranges) -> i64 {
        let least = self.range(ranges);
        least.map_or(i64::MIN, |it| turn(it.low))
    }

    fn range(&self, ranges: &impl Ranges) -> Option<Range> {
        let mut stack = [Range::of(0.0); MAX_STACK];
        let mut height = 0;
        let mut last = Range::of(0.0);
        for &op in self.ops() {
            let operand = match op {
                Op::Unary(operator) => {
                    last = of_unary(operator, last)?;
                    continue;
                }
                Op::Binary(operator) => {
                    height -= 1;
                    last = of_binary(operator, stack[height], last)?;
                    continue;
                }
                Op::If => {
                    height -= 2;
                    last = chosen(stack[height], stack[height + 1], last);
                    continue;
                }
                Op::Number(value) => Range::of(value).finite()?,
                Op::Quantity(quantity) => ranges.range(quantity)?.finite()?,
                Op::Is { .. } | Op::Same { .. } => Range::TRUTH,
            };
            stack[height] = last;
            height += 1;
            last = operand;
        }
        Some(last)
    }
}

impl Range {
    /// Of a condition that may hold.
    const TRUTH: Self = Self { low: 0.0, high: 1.0 };

    /// Of one number.
    pub const fn of(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// Of some of the numbers.
    fn of_all(values: [f64; 4]) -> Self {
        let fold = |of: fn(f64, f64) -> f64| values.into_iter().reduce(of).unwrap_or_default();
        Self { low: fold(f64::min), high: fold(f64::max) }
    }

    /// The same if both ends are numbers that are not infinite.
    fn finite(self) -> Option<Self> {
        (self.low.is_finite() && self.high.is_finite()).then_some(self)
    }

    /// With room for the errors of `libm`.
    fn widened(self) -> Self {
        let room = |it: f64| it.abs() * 1e-12 + 1e-300;
        Self { low: self.low - room(self.low), high: self.high + room(self.high) }
    }

    fn has_zero(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    /// Of both.
    fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Of a condition that holds, does not, or may.
    fn condition(holds: bool, fails: bool) -> Self {
        if holds || fails { Self::of(truth(holds)) } else { Self::TRUTH }
    }

    /// Of the numbers without their signs.
    fn abs(self) -> Self {
        let (low, high) = (self.low.abs(), self.high.abs());
        Self { low: if self.has_zero() { 0.0 } else { low.min(high) }, high: low.max(high) }
    }
}

fn of_unary(operator: Unary, a: Range) -> Option<Range> {
    // Of operations that rise.
    let ends = |a: Range| Range { low: unary(operator, a.low), high: unary(operator, a.high) };
    let range = match operator {
        Unary::Negate => Range { low: -a.high, high: -a.low },
        Unary::Not => Range::condition(a == Range::of(0.0), !a.has_zero()),
        Unary::Abs => a.abs(),
        Unary::Floor | Unary::Sqrt => ends(a),
        Unary::Square => ends(a.abs()),
        Unary::Exp | Unary::Ln | Unary::Log2 | Unary::Log10 | Unary::Cube => ends(a).widened(),
    };
    range.finite()
}

fn of_binary(operator: Binary, a: Range, b: Range) -> Option<Range> {
    let ends = || {
        let of = |a, b| binary(operator, a, b);
        Range::of_all([of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)])
    };
    let range = match operator {
        Binary::Divide if b.has_zero() => return None,
        Binary::Power if a.low <= 0.0 => return None,
        Binary::Power => ends().widened(),
        Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide => ends(),
        Binary::Min | Binary::Max => ends(),
        Binary::Less => Range::condition(a.high < b.low, a.low >= b.high),
        Binary::AtMost => Range::condition(a.high <= b.low, a.low > b.high),
        Binary::More => Range::condition(a.low > b.high, a.high <= b.low),
        Binary::AtLeast => Range::condition(a.low >= b.high, a.high < b.low),
        Binary::Equal | Binary::Unequal | Binary::And | Binary::Or => Range::TRUTH,
    };
    range.finite()
}

/// Of the one or the other number, by a condition.
fn chosen(condition: Range, a: Range, b: Range) -> Range {
    if !condition.has_zero() {
        a
    } else if condition == Range::of(0.0) {
        b
    } else {
        a.and(b)
    }
}
