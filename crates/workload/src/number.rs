//! Parses words as whole numbers: a fast path for the usual ones of logs, a plain one for the rest.

/// Why a word is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberError {
    /// It is not a number.
    NotANumber,
    /// Its magnitude is beyond [`LIMIT`].
    TooLarge,
}

/// Numbers are read up to this magnitude.
pub(super) const LIMIT: i64 = i64::MAX;

/// Reads a decimal number, rounded to the nearest whole one, halves away from zero.
pub(super) fn parse(word: &[u8]) -> Result<i64, NumberError> {
    match parse_digits(word) {
        Some(number) => Ok(number),
        None => parse_any(word),
    }
}

/// The fast way: an optional minus and up to 18 digits; `None` for all else.
fn parse_digits(word: &[u8]) -> Option<i64> {
    leading(word).filter(|it| it.1 == word.len()).map(|it| it.0)
}

/// The number of an optional minus and up to 18 digits that a text begins with, and how long it is.
#[inline]
pub(super) fn leading(text: &[u8]) -> Option<(i64, usize)> {
    let is_negative = text.first() == Some(&b'-');
    let begin = usize::from(is_negative);
    let (mut number, mut end) = (0, begin);
    while let Some(digit) = text.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&it| it <= 9) {
        if end - begin == 18 {
            return None;
        }
        number = number * 10 + i64::from(digit);
        end += 1;
    }
    (end > begin).then_some((if is_negative { -number } else { number }, end))
}

/// The plain path: also signs, fractions and exponents.
#[cold]
fn parse_any(word: &[u8]) -> Result<i64, NumberError> {
    // Rust's own float parser would also take "inf" and "nan".
    let is_numeric = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let text = std::str::from_utf8(word).map_err(|_| NumberError::NotANumber)?;
    if !word.iter().all(is_numeric) {
        return Err(NumberError::NotANumber);
    }
    let nearest: f64 = text.parse().map_err(|_| NumberError::NotANumber)?;
    if text.contains(['e', 'E']) {
        return within_limit(nearest.round() as i128);
    }
    // Digit by digit, since a float holds only 15 of them exactly.
    let magnitude = text.trim_start_matches(['+', '-']);
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    let whole = whole.trim_start_matches('0');
    if whole.len() > 19 {
        return Err(NumberError::TooLarge);
    }
    let whole: i128 = if whole.is_empty() { 0 } else { whole.parse().unwrap_or(0) };
    let rounded = whole + i128::from(fraction.starts_with(['5', '6', '7', '8', '9']));
    within_limit(if text.starts_with('-') { -rounded } else { rounded })
}

fn within_limit(number: i128) -> Result<i64, NumberError> {
    i64::try_from(number)
        .ok()
        .filter(|number| number.unsigned_abs() <= LIMIT.unsigned_abs())
        .ok_or(NumberError::TooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for [word, number] in rows(
            "0 | 0
            -1 | -1
            007 | 7
            +5 | 5
            2.4 | 2
            2.5 | 3
            -2.5 | -3
            2. | 2
            .5 | 1
            -0.3 | 0
            1e3 | 1000
            1.5E+1 | 15
            -0 | 0
            5e-1 | 1
            000000000000000000000000012 | 12
            99999999999999999.5 | 100000000000000000
            9223372036854775807 | 9223372036854775807",
        ) {
            assert_eq!(parse(word.as_bytes()).map(|it| it.to_string()), Ok(number), "{word}");
        }
    }

    #[test]
    fn words_are_no_numbers() {
        for word in ["", "-", "+", ".", "abc", "nan", "inf", "-inf", "1,5", "0x10", "1-2", "--1", "e5", "1e"] {
            assert_eq!(parse(word.as_bytes()), Err(NumberError::NotANumber), "{word}");
        }
        assert_eq!(parse(&[0xff, 0xfe]), Err(NumberError::NotANumber));
    }

    #[test]
    fn what_overflows_is_too_large() {
        for word in
            ["9223372036854775808", "99999999999999999999999999", "1e300", "-1e30", "1e999", "9223372036854775807.5"]
        {
            assert_eq!(parse(word.as_bytes()), Err(NumberError::TooLarge), "{word}");
        }
    }

    proptest! {
        #[test]
        fn the_fast_way_agrees_with_the_plain_one(word in "[-+]?[0-9]{0,20}(\\.[0-9]{0,3})?|[-0-9.eE+]{0,8}") {
            if let Some(number) = parse_digits(word.as_bytes()) {
                prop_assert_eq!(Ok(number), parse_any(word.as_bytes()));
            }
        }

        #[test]
        fn whole_numbers_come_back(number in -LIMIT..=LIMIT) {
            prop_assert_eq!(parse(number.to_string().as_bytes()), Ok(number));
        }

        #[test]
        fn any_bytes_are_taken(word in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = parse(&word);
        }
    }
}
