//! The order of values.

/// The key of a value: of two waiting jobs that with the smaller key goes first, and equal keys are a tie.
///
/// −∞ comes first, then the numbers from low to high, +∞, and NaN last. −0 and 0 are a tie, as are all NaNs.
pub fn turn(value: f64) -> i64 {
    if value.is_nan() {
        return i64::MAX;
    }
    // −0 + 0 is 0.
    let bits = (value + 0.0).to_bits() as i64;
    // Above zero, numbers and their bits have the same order; below it the opposite one.
    if bits < 0 { bits ^ i64::MAX } else { bits }
}

#[cfg(test)]
mod tests {
    use super::turn;

    #[test]
    fn values_stand_in_their_order() {
        let ascending = [
            f64::NEG_INFINITY,
            f64::MIN,
            -1.5,
            -1.0,
            -f64::MIN_POSITIVE,
            -5e-324,
            0.0,
            5e-324,
            1.0,
            1e300,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
        ];
        for pair in ascending.windows(2) {
            assert!(turn(pair[0]) < turn(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn zeros_are_a_tie_and_so_are_all_that_are_no_number() {
        assert_eq!(turn(-0.0), turn(0.0));
        for bits in [0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0001, 0x7ff0_0000_0000_0007] {
            assert_eq!(turn(f64::from_bits(bits)), turn(f64::NAN));
        }
    }
}
