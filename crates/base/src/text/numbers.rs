//! Numbers with their thousands set apart.

/// Digits, maybe with a sign and a fraction, in groups of three by a narrow space that does not break: `28 489.5`.
pub fn grouped(digits: &str) -> String {
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut text = String::with_capacity(digits.len() * 2);
    for (at, letter) in digits.char_indices() {
        let is_behind_a_digit = at > 0 && !digits[..at].ends_with('-');
        if is_behind_a_digit && at < whole && (whole - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(letter);
    }
    text
}

/// A whole number in groups of three: `28 489`.
pub fn count(value: i64) -> String {
    grouped(&value.to_string()).replace('-', "−")
}

/// A number with this many decimals, in groups of three digits; a dash if it is no number.
pub fn decimal(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let is_nothing = text.bytes().all(|it| matches!(it, b'0' | b'.'));
    let sign = if value < 0.0 && !is_nothing { "−" } else { "" };
    sign.to_owned() + &grouped(&text)
}

/// A number of any size with about four digits, in groups of three: `812`, `0.0312`, `1.5e18`, `∞`, `no number`.
pub fn brief(value: f64) -> String {
    let size = value.abs();
    let sign = if value < 0.0 { "−" } else { "" };
    if value.is_nan() {
        return "no number".to_owned();
    }
    if value.is_infinite() {
        return format!("{sign}∞");
    }
    if size != 0.0 && !(1e-4..1e12).contains(&size) {
        return format!("{sign}{size:.3e}");
    }
    let decimals = match size {
        1000.0.. => 0,
        100.0.. => 1,
        10.0.. => 2,
        1.0.. => 3,
        0.01.. => 4,
        _ => 6,
    };
    let text = decimal(value, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (value, told) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1 000"),
            (-123, "−123"),
            (-123_456, "−123 456"),
            (28_489_000, "28 489 000"),
            (i64::MIN, "−9 223 372 036 854 775 808"),
        ] {
            assert_eq!(count(value).replace('\u{202f}', " "), told);
        }
        let digits = ["", "-1234", "12345.6789", "1234567.5"];
        let told = digits.map(|it| grouped(it).replace('\u{202f}', " "));
        assert_eq!(told, ["", "-1 234", "12 345.6789", "1 234 567.5"]);
    }

    #[test]
    fn decimals_have_a_sign_where_they_are_something() {
        for (value, decimals, told) in [
            (1_234.56, 1, "1 234.6"),
            (-1_234.56, 0, "−1 235"),
            (-0.04, 1, "0.0"),
            (-0.05, 2, "−0.05"),
            (1e15, 0, "1 000 000 000 000 000"),
            (f64::NAN, 2, "–"),
            (f64::NEG_INFINITY, 2, "–"),
        ] {
            let plain = decimal(value, decimals).replace('\u{202f}', " ");
            assert_eq!(plain, told, "{value}");
        }
    }

    #[test]
    fn brief_numbers_have_about_four_digits() {
        for (value, told) in [
            (0.0, "0"),
            (812.0, "812"),
            (-3600.4, "−3 600"),
            (123_456_789.0, "123 456 789"),
            (1.5e18, "1.500e18"),
            (-2.0e-7, "−2.000e-7"),
            (12.345, "12.35"),
            (1.0, "1"),
            (-0.0312, "−0.0312"),
            (0.00031, "0.00031"),
            (f64::INFINITY, "∞"),
            (f64::NEG_INFINITY, "−∞"),
            (f64::NAN, "no number"),
        ] {
            assert_eq!(brief(value).replace('\u{202f}', " "), told);
        }
    }
}
