//! The language a second time, from its rule: a text is split at the operator that binds least, its sides are
//! evaluated, and so on down to numbers and variables.

use std::cmp::Ordering;

use super::super::{NameVariable, Quantity};
use super::helpers::Job;

/// The value of a text that is a formula.
pub fn value(text: &str, job: &Job) -> f64 {
    let parts = parts(text);
    let parts: Vec<&str> = parts.iter().map(|it| &**it).collect();
    let value = evaluate(&parts, job);
    if value.is_nan() { f64::NAN } else { value }
}

/// How two values are ordered.
pub fn ordered(one: f64, other: f64) -> Ordering {
    match (one.is_nan(), other.is_nan()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) if one < other => Ordering::Less,
        (false, false) if one > other => Ordering::Greater,
        (false, false) => Ordering::Equal,
    }
}

/// The parts of a text: numbers, words, quoted names with their quotes, signs.
fn parts(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut parts: Vec<String> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let begun = at;
        let first = letters[at];
        at += 1;
        if first.is_whitespace() {
            continue;
        }
        if first == '"' || first == '\'' {
            while letters[at] != first {
                at += 1;
            }
            at += 1;
        } else if first.is_ascii_digit() || first == '.' {
            while at < letters.len() {
                let is_exponent = matches!(letters[at - 1], 'e' | 'E');
                match letters[at] {
                    '0'..='9' | '.' | 'e' | 'E' => {}
                    '+' | '-' if is_exponent => {}
                    _ => break,
                }
                at += 1;
            }
        } else if first.is_ascii_alphabetic() {
            while at < letters.len() && (letters[at].is_ascii_alphanumeric() || letters[at] == '_') {
                at += 1;
            }
        } else if "<>=!".contains(first) && letters.get(at) == Some(&'=') {
            at += 1;
        }
        parts.push(letters[begun..at].iter().collect());
    }
    parts
}

/// The places outside all brackets at which one of these parts stands between two operands.
fn between(parts: &[&str], signs: &[&str]) -> Vec<usize> {
    let mut depth = 0;
    let mut found = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        match *part {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        let is_behind_operand = at > 0 && ends_operand(parts[at - 1]);
        if depth == 0 && is_behind_operand && signs.contains(part) {
            found.push(at);
        }
    }
    found
}

fn ends_operand(part: &str) -> bool {
    let is_word = part.starts_with(|it: char| it.is_alphanumeric() || "\"'.".contains(it));
    part == ")" || is_word && !["and", "or", "not"].contains(&part)
}

fn truth(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

fn evaluate(parts: &[&str], job: &Job) -> f64 {
    if let Some(&at) = between(parts, &["or"]).last() {
        let (left, right) = sides(parts, at, job);
        return truth(left != 0.0 || right != 0.0);
    }
    if let Some(&at) = between(parts, &["and"]).last() {
        let (left, right) = sides(parts, at, job);
        return truth(left != 0.0 && right != 0.0);
    }
    if parts[0] == "not" {
        return truth(evaluate(&parts[1..], job) == 0.0);
    }
    if let [at] = between(parts, &["<", "<=", ">", ">=", "==", "!="])[..] {
        return truth(compared(&parts[..at], parts[at], &parts[at + 1..], job));
    }
    if let Some(&at) = between(parts, &["+", "-"]).last() {
        let (left, right) = sides(parts, at, job);
        return if parts[at] == "+" { left + right } else { left - right };
    }
    if let Some(&at) = between(parts, &["*", "/"]).last() {
        let (left, right) = sides(parts, at, job);
        return if parts[at] == "*" { left * right } else { left / right };
    }
    if parts[0] == "-" {
        return -evaluate(&parts[1..], job);
    }
    if let Some(&at) = between(parts, &["^"]).first() {
        let (left, right) = sides(parts, at, job);
        return match unwrapped(&parts[at + 1..]) {
            [one] if one.parse() == Ok(2.0) => left * left,
            [one] if one.parse() == Ok(3.0) => cube(left),
            _ => libm::pow(left, right),
        };
    }
    operand(parts, job)
}

fn sides(parts: &[&str], at: usize, job: &Job) -> (f64, f64) {
    (evaluate(&parts[..at], job), evaluate(&parts[at + 1..], job))
}

/// Without brackets around everything.
fn unwrapped<'a, 'b>(parts: &'a [&'b str]) -> &'a [&'b str] {
    match parts {
        ["(", inner @ .., ")"] if is_balanced(inner) => unwrapped(inner),
        _ => parts,
    }
}

fn is_balanced(parts: &[&str]) -> bool {
    let mut depth = 0;
    for part in parts {
        match *part {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    true
}

fn operand(parts: &[&str], job: &Job) -> f64 {
    let inner = unwrapped(parts);
    if inner.len() < parts.len() {
        return evaluate(inner, job);
    }
    match parts {
        [name, "(", inner @ .., ")"] => function(name, inner, job),
        [one] => one.parse().unwrap_or_else(|_| {
            let place = Quantity::ALL.iter().position(|it| it.name() == *one);
            job.numbers[place.expect("a number")]
        }),
        _ => panic!("{parts:?} is no operand"),
    }
}

fn function(name: &str, inner: &[&str], job: &Job) -> f64 {
    let mut arguments = Vec::new();
    let mut begun = 0;
    for at in between(inner, &[","]).into_iter().chain([inner.len()]) {
        arguments.push(evaluate(&inner[begun..at], job));
        begun = at + 1;
    }
    let has_none = arguments.iter().any(|it| it.is_nan());
    let a = arguments[0];
    match name {
        "if" if a != 0.0 => arguments[1],
        "if" => arguments[2],
        "min" | "max" if has_none => f64::NAN,
        "min" => first_of(&arguments, |it, least| it < least),
        "max" => first_of(&arguments, |it, most| it > most),
        "abs" => a.abs(),
        "floor" => libm::floor(a),
        "sqrt" => libm::sqrt(a),
        "exp" => libm::exp(a),
        "ln" => libm::log(a),
        "log2" => libm::log2(a),
        "log10" => libm::log10(a),
        _ => panic!("{name} is no function"),
    }
}

/// The first of the numbers that no other is beyond.
fn first_of(numbers: &[f64], is_beyond: impl Fn(f64, f64) -> bool) -> f64 {
    let is_extreme = |it: &&f64| !numbers.iter().any(|&other| is_beyond(other, **it));
    *numbers.iter().find(is_extreme).expect("one of them")
}

fn compared(left: &[&str], sign: &str, right: &[&str], job: &Job) -> bool {
    let names = (name(left, job), name(right, job));
    let is_named = |parts| matches!(unwrapped(parts), [one] if name_variable(one).is_some());
    if let ((Some(one), Some(other)), true) = (names, is_named(left) || is_named(right)) {
        return (one == other) == (sign == "==");
    }
    let (left, right) = (evaluate(left, job), evaluate(right, job));
    match sign {
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        "==" => left == right,
        _ => left != right,
    }
}

fn name_variable(word: &str) -> Option<usize> {
    NameVariable::ALL.iter().position(|it| it.name() == word)
}

/// A side of a comparison as a name, if it can be one: the name of a variable, a quoted name, a whole number.
fn name(parts: &[&str], job: &Job) -> Option<String> {
    let (sign, one) = match unwrapped(parts) {
        [one] => ("", *one),
        ["-", rest @ ..] => match unwrapped(rest) {
            [one] => ("-", *one),
            _ => return None,
        },
        _ => return None,
    };
    if let Some(place) = name_variable(one) {
        return Some(job.names[place].to_owned());
    }
    if one.starts_with(['"', '\'']) {
        return Some(one[1..one.len() - 1].to_owned());
    }
    let digits = one.parse::<f64>().ok()?.to_string();
    Some(if digits == "0" { digits } else { sign.to_owned() + &digits })
}

/// a · a · a rounded once, by whole numbers; where that leaves the numbers with all their digits, rounded twice.
pub fn cube(a: f64) -> f64 {
    let size = a.abs();
    if !(1e-90..1e90).contains(&size) {
        return a * a * a;
    }
    let exponent = (size.to_bits() >> 52) as i64 - 1075;
    let digits = u128::from(size.to_bits() << 12 >> 12 | 1 << 52);
    // The cube of the digits as `high` · 2^64 + `low`.
    let square = digits * digits;
    let low = (square & u128::from(u64::MAX)) * digits;
    let high = (square >> 64) * digits + (low >> 64);
    let low = low as u64;
    let beyond = 128 - i64::from(high.leading_zeros()) - 53;
    let (kept, rest) = (high >> beyond, high & ((1 << beyond) - 1));
    let half = 1_u128 << (beyond - 1);
    let is_up = match rest.cmp(&half) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => low > 0 || kept % 2 == 1,
    };
    let power = 3 * exponent + 64 + beyond;
    let scale = f64::from_bits(((power + 1023) as u64) << 52);
    let cube = (kept + u128::from(is_up)) as f64 * scale;
    if a < 0.0 { -cube } else { cube }
}
