//! How far values over seeds lie apart.

/// Mean and spread of one criterion over the seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation; 0 of a single value.
    pub deviation: f64,
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// How many seeds.
    pub count: usize,
}

impl Spread {
    /// The mean and the spread of some values; `None` without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        // Counted from the first value: equal values have it as their mean, and no deviation.
        let first = values[0];
        let from_first: f64 = values.iter().map(|value| value - first).sum();
        let mean = first + from_first / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        Some(Self {
            mean,
            deviation,
            low: values.iter().copied().fold(f64::INFINITY, f64::min),
            high: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_is_mean_and_sample_deviation() {
        let spread = Spread::of(&[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((spread.mean, spread.deviation), (2.0, 1.0));
        assert_eq!((spread.low, spread.high, spread.count), (1.0, 3.0, 3));
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn equal_values_have_themselves_as_mean_and_no_deviation() {
        for value in [0.1, 0.583_271_9, 1e-9, 123_456.789, -0.3] {
            for count in [2, 3, 10, 20, 49] {
                let spread = Spread::of(&vec![value; count]).unwrap();
                assert_eq!((spread.mean, spread.deviation), (value, 0.0), "{count}");
            }
        }
    }
}
