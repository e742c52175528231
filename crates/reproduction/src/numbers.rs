//! How findings write numbers.

use super::{Measured, Quantity, rows};
use base::text::decimal;

/// A number with `digits` digits after the point, its thousands set apart by commas: `16,228`.
pub fn number(value: f64, digits: usize) -> String {
    decimal(value, digits).replace('\u{202f}', ",")
}

/// Whole seconds: `16,228 s`.
pub fn seconds(value: f64) -> String {
    number(value, 0) + " s"
}

/// A share as a difference in percent: `+3.1 %`.
pub fn difference(share: f64) -> String {
    let sign = if share < 0.0 { "" } else { "+" };
    format!("{sign}{}", percent(share))
}

/// A difference with its sign: `+1,204`, and 0 without one.
pub fn signed(value: f64, digits: usize) -> String {
    let text = number(value, digits);
    let is_nothing = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    if value > 0.0 && !is_nothing { format!("+{text}") } else { text }
}

/// A share as a difference in percent, and 0 without a sign: `+3.1 %`.
pub fn signed_percent(share: f64) -> String {
    signed(100.0 * share, 1) + " %"
}

/// A share in percent: `3.1 %`.
pub fn percent(share: f64) -> String {
    number(100.0 * share, 1) + " %"
}

/// The numbers of the rows of that key in a table of text; NaN where one cannot be read.
pub fn printed(table: &'static str, key: &str) -> Vec<Vec<f64>> {
    let numbers = |cell: &str| cell.split(' ').map(|it| it.parse().unwrap_or(f64::NAN)).collect();
    rows(table, key).map(|[cell]| numbers(cell)).collect()
}

/// Words one after the other: `EASY, conservative`.
pub fn joined(words: impl IntoIterator<Item = impl ToString>, between: &str) -> String {
    words.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(between)
}

/// A measured value, with its deviation after it where there is one: `29,363 ± 1,204`.
pub fn measured(value: Measured, quantity: Quantity) -> String {
    let digits = quantity.digits();
    let mean = number(value.mean, digits);
    if value.runs > 1 { format!("{mean} ± {}", number(value.deviation, digits)) } else { mean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_numbers_are_those_of_the_rows_of_a_key() {
        let rows = printed("# of a\na | 1 x 2.5\nb | 4\na | 3", "a");
        assert!(rows[0][1].is_nan());
        assert_eq!((rows.len(), rows[0][2], &rows[1][..]), (2, 2.5, &[3.0][..]));
    }

    #[test]
    fn thousands_are_set_apart_and_nothing_is_not_negative() {
        assert_eq!(number(1_234_567.8, 1), "1,234,567.8");
        assert_eq!(number(-999.6, 0), "−1,000");
        assert_eq!(number(-0.2, 0), "0");
        assert_eq!(number(0.5866, 3), "0.587");
        assert_eq!(number(f64::NAN, 0), "–");
        assert_eq!((difference(0.031), difference(-0.031)), ("+3.1 %".into(), "−3.1 %".into()));
        assert_eq!([signed(1_204.4, 0), signed(-0.0214, 3), signed(0.0004, 3)], ["+1,204", "−0.021", "0.000"]);
        let ours = Measured { mean: 29_363.2, deviation: 1_204.0, runs: 20 };
        assert_eq!(measured(ours, Quantity::MeanFlowTime), "29,363 ± 1,204");
    }
}
