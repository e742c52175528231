//! Amounts of memory as people and programs write them.

/// The most memory of a node, or that a log may name, in MiB: 2^40, an exbibyte.
pub(crate) const MOST_MEBIBYTES: u64 = 1 << 40;

/// Units, each 1,024 times the one before; the first has 2^-10 MiB.
const UNITS: &[u8] = b"KMGTP";

/// `16G`, `1.5T`, `4000M`, `4000` in MiB, rounded up; without a unit it is MiB. `iB` or `B` may follow the unit. `None` for
/// another word, and for an amount below 0 or above [`MOST_MEBIBYTES`]. O(length).
pub(crate) fn mebibytes(word: &[u8]) -> Option<u64> {
    let end = word.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.').unwrap_or(word.len());
    let (digits, unit) = word.split_at(end);
    let exponent = match unit.trim_ascii().split_first() {
        None => 0,
        Some((letter, rest)) => {
            let is_unit = [&b""[..], b"B", b"iB"].contains(&rest);
            let letter = letter.to_ascii_uppercase();
            let place = UNITS.iter().position(|it| *it == letter);
            place.filter(|_| is_unit)? as i32 - 1
        }
    };
    let number: f64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let amount = (number * 1_024_f64.powi(exponent)).ceil();
    (amount <= MOST_MEBIBYTES as f64).then_some(amount as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amounts_have_units_of_1024() {
        for (word, amount) in [
            ("16G", Some(16_384)),
            ("4000M", Some(4_000)),
            ("4000", Some(4_000)),
            ("1T", Some(1 << 20)),
            ("2P", Some(2 << 30)),
            ("62.50G", Some(64_000)),
            ("1K", Some(1)),
            ("2049K", Some(3)),
            ("0.5", Some(1)),
            ("0", Some(0)),
            ("16GB", Some(16_384)),
            ("16 GiB", Some(16_384)),
            ("16g", Some(16_384)),
            ("1024P", Some(MOST_MEBIBYTES)),
            ("1025P", None),
            ("", None),
            ("G", None),
            ("-1", None),
            ("4Q", None),
            ("4GG", None),
            ("1.2.3", None),
            ("lots", None),
            ("16?", None),
        ] {
            assert_eq!(mebibytes(word.as_bytes()), amount, "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(word in prop::collection::vec(any::<u8>(), 0..12)) {
            let _ = mebibytes(&word);
        }
    }
}
