//! Many numbers in a few.

use serde::{Deserialize, Serialize};

/// Least, mean, median and greatest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many numbers.
    pub count: u64,
    /// The least.
    pub min: i64,
    /// Their sum over their count.
    pub mean: f64,
    /// The one in the middle, or the mean of the two there.
    pub median: f64,
    /// The greatest.
    pub max: i64,
}

impl Summary {
    /// None of no numbers.
    pub fn of(mut numbers: Vec<i64>) -> Option<Self> {
        numbers.sort_unstable();
        let (&min, &max) = (numbers.first()?, numbers.last()?);
        let count = numbers.len();
        let sum: i128 = numbers.iter().map(|&number| i128::from(number)).sum();
        // For an odd count both are the one in the middle.
        let middle = [numbers[(count - 1) / 2], numbers[count / 2]];
        Some(Self {
            count: count as u64,
            min,
            mean: sum as f64 / count as f64,
            median: (middle[0] as f64 + middle[1] as f64) / 2.0,
            max,
        })
    }
}

/// How many numbers lie in a range, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The least.
    pub from: i64,
    /// The greatest: a power of two.
    pub to: i64,
    /// How many.
    pub count: u64,
}

/// Counts numbers from 1 in the classes 1, 2, 3 to 4, 5 to 8 and so on, up to the last that is
/// not empty. Smaller numbers are left out.
pub fn classes(numbers: &[i64]) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for &number in numbers.iter().filter(|&&number| number >= 1) {
        // The bits of n - 1 make the exponent of the next power of two.
        let class = (64 - (number - 1).leading_zeros()) as usize;
        while classes.len() <= class {
            let to = 1_i64.checked_shl(classes.len() as u32).filter(|&to| to > 0);
            let from = classes.last().map_or(1, |below| below.to + 1);
            classes.push(Class { from, to: to.unwrap_or(i64::MAX), count: 0 });
        }
        classes[class].count += 1;
    }
    classes
}
