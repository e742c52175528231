//! Figures in JSON: whole seconds without a fraction, as logs have them; `null` for a mean over no jobs.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// No double has a fraction beyond.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

pub fn serialize<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    match *seconds {
        // Small integers are numbers in a browser as well.
        whole if whole.fract() == 0.0 && whole.abs() <= f64::from(i32::MAX) => serializer.serialize_i32(whole as i32),
        whole if whole.fract() == 0.0 && whole.abs() < MOST_WHOLE => serializer.serialize_i64(whole as i64),
        seconds => serializer.serialize_f64(seconds),
    }
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_any(AnyNumber)
}

struct AnyNumber;

impl Visitor<'_> for AnyNumber {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_unit<E: Error>(self) -> Result<f64, E> {
        Ok(f64::NAN)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }
}
