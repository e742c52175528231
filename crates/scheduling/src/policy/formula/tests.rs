//! The language against its rule.

use super::turn;

mod helpers;
mod language;
mod naive;
mod random;

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
