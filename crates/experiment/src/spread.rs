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
    /// Of some values; `None` of none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        // Counted from the first value: equal values have it as their mean, and no deviation.
        let first = values[0];
        let from_first: f64 = values.iter().map(|value| value - first).sum();
        let mean = first + from_first / count as f64;
        let squares: f64 = values
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum();
        let deviation = if count > 1 {
            (squares / (count - 1) as f64).sqrt()
        } else {
            0.0
        };
        Some(Self {
            mean,
            deviation,
            low: values.iter().copied().fold(f64::INFINITY, f64::min),
            high: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            count,
        })
    }
}
