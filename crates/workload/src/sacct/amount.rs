//! Numbers of processors as sacct prints them.

use crate::columns::Cell;
use crate::lines::split_once;
use crate::{UNKNOWN, number};

/// The values that Slurm writes where there is no number, of 32 and of 64 bits.
pub const NO_NUMBER: [&[u8]; 2] = [b"4294967294", b"18446744073709551614"];

/// The values that it writes for infinity, of 32 and of 64 bits.
pub const INFINITE: [&[u8]; 2] = [b"4294967295", b"18446744073709551615"];

/// Slurm's units: it divides by 1024 until the number is short.
const UNITS: &[u8] = b"KMGTP";

/// A number from 0 to `most`, perhaps with a unit (`64K`, `9.22K`); unknown where there is none.
///
/// # Errors
///
/// If it is no number or too large: the line is left out.
pub fn count(cell: Cell, most: i64, amended: &mut Vec<String>) -> Result<i64, String> {
    if NO_NUMBER.contains(&cell.word) || INFINITE.contains(&cell.word) {
        return Ok(UNKNOWN);
    }
    let Some((unit, digits)) = cell.word.split_last().filter(|it| !it.0.is_ascii_digit()) else {
        return cell.number(most);
    };
    let (name, word) = (cell.column, String::from_utf8_lossy(cell.word));
    if *unit == b'?' && number::parse(digits).is_ok() {
        // Beyond the last unit: it is one of the values above, divided.
        amended.push(format!("{name} is {word}, which Slurm writes for no number; it counts as unknown"));
        return Ok(UNKNOWN);
    }
    let exponent = UNITS.iter().position(|it| it == unit);
    let digits = std::str::from_utf8(digits).ok();
    let digits = digits.filter(|it| number::parse(it.as_bytes()).is_ok_and(|it| it >= 0));
    let (Some(exponent), Some(digits)) = (exponent, digits) else {
        return cell.number(most);
    };
    let factor = (1_u64 << (10 * (exponent + 1))) as f64;
    let number = digits.parse::<f64>().unwrap_or_default() * factor;
    if number > most as f64 {
        return Err(cell.beyond(most));
    }
    let number = number.round() as i64;
    if digits.contains('.') {
        amended.push(format!("{name} is {word}, a rounded number; it counts as {number}"));
    }
    Ok(number)
}

/// The processors among trackable resources: `cpu=64` of `billing=64,cpu=64,mem=16G`, or `1=64` of `1=64,2=4096`, if
/// they are there.
pub fn processors(word: &[u8]) -> Option<&[u8]> {
    let mut parts = word.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
    parts.find_map(|part| {
        let (key, value) = split_once(part, b'=')?;
        (key.eq_ignore_ascii_case(b"cpu") || key == b"1").then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    fn read(word: &str) -> (Result<i64, String>, usize) {
        let cell = Cell { column: "ReqCPUS", word: word.as_bytes() };
        let mut amended = Vec::new();
        (count(cell, 10_000_000, &mut amended), amended.len())
    }

    #[test]
    fn units_are_powers_of_1024() {
        for [word, expected] in rows(
            "64 | (Ok(64), 0)
            64K | (Ok(65536), 0)
            9.22K | (Ok(9441), 1)
            2M | (Ok(2097152), 0)
            | (Ok(-1), 0)
            16? | (Ok(-1), 1)
            4294967294 | (Ok(-1), 0)
            18446744073709551614 | (Ok(-1), 0)",
        ) {
            assert_eq!(format!("{:?}", read(&word)), expected, "{word}");
        }
        for word in ["K", "64Q", "-1K", "10M", "1G", "many", "?"] {
            assert!(read(word).0.is_err(), "{word}");
        }
    }

    #[test]
    fn processors_are_one_of_the_resources() {
        for (word, found) in [
            ("billing=64,cpu=8,mem=250G", Some("8")),
            ("cpu=1", Some("1")),
            ("1=64, 2=4096", Some("64")),
            ("mem=250G,node=1", None),
            ("", None),
        ] {
            assert_eq!(processors(word.as_bytes()), found.map(str::as_bytes), "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_word_is_taken(word in "[0-9.?KMGTPe+-]{0,8}") {
            let _ = read(&word);
        }
    }
}
