//! Sizes and run times of the model's kinds of jobs.

use libm::{exp, exp2, log2, round};

use crate::Time;
use crate::draw::Draw;
use crate::gamma::Gamma;

/// The kinds of jobs in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Interactive,
    Batch,
    /// Any job of a log that does not say.
    Any,
}

/// No run time has a natural logarithm above this: 45 hours.
const LONGEST_LOG: f64 = 12.0;

/// The constants of one kind.
pub(super) struct Class {
    /// The share of jobs on one processor.
    serial: f64,
    /// The share of parallel jobs whose size is a power of two.
    power_of_two: f64,
    /// The binary logarithm of a parallel job's size is uniform from `low` to `middle` ...
    low: f64,
    middle: f64,
    /// ... or from there to `high`.
    high: f64,
    /// The share of the first of the two.
    lower: f64,
    /// The natural logarithm of the run time is one of these two ...
    short: Gamma,
    long: Gamma,
    /// ... the first with probability slope × size + offset: large jobs run longer.
    slope: f64,
    offset: f64,
}

impl Class {
    /// The published constants, for sizes up to `largest`.
    ///
    /// They were published for 128 processors. For others the largest sizes move along, as the
    /// authors advise, and the distance between `middle` and `high` stays. Interactive jobs end
    /// 1.5 below the largest.
    pub fn new(kind: Kind, largest: u32) -> Self {
        let high = log2(f64::from(largest));
        match kind {
            Kind::Interactive => Self {
                serial: 0.1541,
                power_of_two: 0.625,
                low: 1.0,
                middle: high - 1.5 - 2.5,
                high: high - 1.5,
                lower: 0.705,
                short: Gamma::new(3.8351, 0.6605),
                long: Gamma::new(7.073, 0.6856),
                slope: -0.0118,
                offset: 0.9156,
            },
            Kind::Batch => Self {
                serial: 0.2927,
                power_of_two: 0.6686,
                low: 1.2,
                middle: high - 2.0,
                high,
                lower: 0.875,
                short: Gamma::new(6.57, 0.823),
                long: Gamma::new(639.1, 0.0156),
                slope: -0.003,
                offset: 0.6986,
            },
            Kind::Any => Self {
                serial: 0.244,
                power_of_two: 0.576,
                low: 0.8,
                middle: high - 2.5,
                high,
                lower: 0.86,
                short: Gamma::new(4.2, 0.94),
                long: Gamma::new(312.0, 0.03),
                slope: -0.0054,
                offset: 0.78,
            },
        }
        .in_order()
    }

    /// Keeps low ≤ middle ≤ high where the machine is small.
    fn in_order(self) -> Self {
        let high = self.high.max(0.0);
        let low = self.low.min(high);
        let middle = self.middle.clamp(low, high);
        Self { low, middle, high, ..self }
    }

    /// Draws a size.
    pub fn size(&self, draw: &mut Draw) -> u32 {
        let kind = draw.unit();
        if kind < self.serial {
            return 1;
        }
        let (from, to) = if draw.unit() < self.lower { (self.low, self.middle) } else { (self.middle, self.high) };
        let mut logarithm = from + draw.unit() * (to - from);
        // As the published program has it: a share of all jobs, not of the parallel ones only.
        if kind < self.serial + self.power_of_two {
            // Up to the whole number below the largest, should that be no power of two.
            logarithm = round(logarithm).min(self.high as u32 as f64);
        }
        round(exp2(logarithm)) as u32
    }

    /// Draws the run time of a job of that size, in seconds, at least 1.
    pub fn run_time(&self, size: u32, draw: &mut Draw) -> Time {
        let share = self.slope * f64::from(size) + self.offset;
        loop {
            let gamma = if draw.unit() < share { self.short } else { self.long };
            let logarithm = gamma.sample(draw);
            if logarithm <= LONGEST_LOG {
                return exp(logarithm) as Time;
            }
        }
    }
}
