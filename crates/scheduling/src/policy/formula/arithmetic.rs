//! The operations on numbers, with the same bits natively and in WebAssembly.
//!
//! `+ - * /`, square roots and whole parts are exact but for one rounding by IEEE 754; everything else comes from
//! `libm`. Which bits a NaN has is left open by both, and nothing here can tell.

use super::code::{Binary, Unary};

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
