//! Seeded draws that give the same numbers natively and in WebAssembly.
//!
//! Only the generator comes from a library. The step from its words to a number in a range is
//! fixed here, in 32 and 64 bit integers: it must depend neither on the width of `usize` nor on a
//! library's next version, since a seed in a link stands for one exact run.

use libm::{log, pow, sqrt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The purpose of random numbers. Each purpose has a stream of its own under one seed, so that more
/// draws for one leave the others as they were. A purpose outside this room has a number from 100
/// on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(pub u64);

impl Stream {
    /// Which jobs become advance reservations.
    pub const RESERVATIONS: Self = Self(1);
    /// A synthetic workload's arrivals.
    pub const ARRIVALS: Self = Self(2);
    /// A synthetic workload's sizes and run times.
    pub const JOBS: Self = Self(3);
    /// A synthetic workload's users, estimates and waiting times.
    pub const HABITS: Self = Self(4);
    /// How long after its submission each job's reservation begins.
    pub const LEAD_TIMES: Self = Self(5);
    /// The precedence of tasks in a generated workflow.
    pub const SHAPE: Self = Self(6);
    /// Costs and data of a made-up workflow.
    pub const COSTS: Self = Self(7);
    /// How far run times are off their estimates.
    pub const ERRORS: Self = Self(8);
    /// When a workflow comes to a grid.
    pub const INSTANTS: Self = Self(9);
    /// The delay of messages beyond their latency.
    pub const JITTER: Self = Self(10);
    /// Which messages are lost.
    pub const LOSS: Self = Self(11);
    /// Which agents go down when.
    pub const FAILURES: Self = Self(12);
    /// Which node of those that fit a task gets.
    pub const PLACES: Self = Self(13);
    /// When the tasks of a made-up batch start.
    pub const STARTS: Self = Self(14);
    /// How long they take.
    pub const LENGTHS: Self = Self(15);
    /// The loads of tasks.
    pub const LOADS: Self = Self(16);
    /// Which users of a log are taken, and by how many weeks each is moved.
    pub const USERS: Self = Self(17);
    /// By how many seconds each submission is moved.
    pub const SHAKES: Self = Self(18);
    /// Which users leave to make the load lighter.
    pub const LEAVING: Self = Self(19);
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Draw(ChaCha8Rng);

impl Draw {
    /// The numbers that `seed` gives for one purpose.
    pub fn new(seed: u64, stream: Stream) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream.0);
        Self(generator)
    }

    /// A whole number from 0 to `limit` - 1, all equally likely; 0 if `limit` is 0.
    ///
    /// Lemire's multiplication with rejection (ACM Trans. Model. Comput. Simul. 29(1), 2019).
    pub fn below(&mut self, limit: u32) -> u32 {
        let unfair = limit.wrapping_neg().checked_rem(limit).unwrap_or(0);
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(limit);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }

    /// A number from 0 to just under 1, a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.0.next_u64() >> 11) as f64 * STEP
    }
}

/// The gamma distribution of mean shape × scale.
///
/// Drawn as Marsaglia and Tsang do (ACM Trans. Math. Softw. 26(3), 2000), with the functions of
/// the `libm` crate: those of the platforms differ in their last bit, and one bit can turn a
/// rejection into an acceptance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gamma {
    shape: f64,
    scale: f64,
}

impl Gamma {
    /// Both must be above 0.
    pub const fn new(shape: f64, scale: f64) -> Self {
        Self { shape, scale }
    }

    /// One number, at least 0.
    pub fn sample(&self, draw: &mut Draw) -> f64 {
        if self.shape >= 1.0 {
            return self.scale * standard(self.shape, draw);
        }
        // Below shape 1 the method needs a step up, and this factor down again.
        let down = pow(1.0 - draw.unit(), 1.0 / self.shape);
        self.scale * standard(self.shape + 1.0, draw) * down
    }

    /// One number not above `most`, by drawing again until there is one.
    pub fn sample_up_to(&self, most: f64, draw: &mut Draw) -> f64 {
        loop {
            let number = self.sample(draw);
            if number <= most {
                return number;
            }
        }
    }
}

/// Gamma of scale 1 and a shape from 1.
fn standard(shape: f64, draw: &mut Draw) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / sqrt(9.0 * d);
    loop {
        let x = normal(draw);
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        let u = 1.0 - draw.unit();
        if log(u) < 0.5 * x * x + d - d * v + d * log(v) {
            return d * v;
        }
    }
}

/// The standard normal distribution, by Marsaglia's polar method.
fn normal(draw: &mut Draw) -> f64 {
    loop {
        let x = 2.0 * draw.unit() - 1.0;
        let y = 2.0 * draw.unit() - 1.0;
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * sqrt(-2.0 * log(square) / square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_these_numbers_for_ever() {
        let mut draw = Draw::new(1, Stream::RESERVATIONS);
        let numbers: Vec<u32> = (0..6).map(|_| draw.below(1000)).collect();
        assert_eq!(numbers, [890, 851, 907, 50, 221, 558]);
    }

    #[test]
    fn streams_under_one_seed_differ() {
        let first = Draw::new(7, Stream::ARRIVALS).unit();
        assert_ne!(first, Draw::new(7, Stream::JOBS).unit());
        assert_eq!(first, Draw::new(7, Stream::ARRIVALS).unit());
    }

    #[test]
    fn every_number_below_the_limit_comes_equally_often() {
        let mut draw = Draw::new(3, Stream::JOBS);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[draw.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 400), "{counts:?}");
    }

    #[test]
    fn below_nothing_there_is_only_zero() {
        assert_eq!(Draw::new(1, Stream::JOBS).below(0), 0);
        assert_eq!(Draw::new(1, Stream::JOBS).below(1), 0);
    }

    /// Mean, variance and third central moment of 200,000 numbers.
    fn moments(gamma: Gamma) -> [f64; 3] {
        const COUNT: usize = 200_000;
        let mut draw = Draw::new(11, Stream::JOBS);
        let numbers: Vec<f64> = (0..COUNT).map(|_| gamma.sample(&mut draw)).collect();
        let mean = numbers.iter().sum::<f64>() / COUNT as f64;
        let central = |power| numbers.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / COUNT as f64;
        [mean, central(2), central(3)]
    }

    #[test]
    fn the_moments_are_those_of_the_distribution() {
        // The last four are the model's.
        for (shape, scale) in
            [(0.3, 2.0), (1.0, 1.0), (2.5, 3.0), (6.57, 0.823), (639.1, 0.0156), (3.8351, 0.6605), (6.0415, 0.8531)]
        {
            let [mean, variance, third] = moments(Gamma::new(shape, scale));
            let near = |found: f64, expected: f64, tolerance: f64| (found - expected).abs() <= tolerance * expected;
            let skew_tolerance = if shape < 100.0 { 0.1 } else { 0.5 };
            assert!(near(mean, shape * scale, 0.01), "{shape}: mean {mean}");
            assert!(near(variance, shape * scale * scale, 0.03), "{shape}: variance {variance}");
            let expected = 2.0 * shape * scale * scale * scale;
            assert!(near(third, expected, skew_tolerance), "{shape}: third {third}");
        }
    }

    #[test]
    fn a_seed_gives_these_bits_for_ever() {
        let mut draw = Draw::new(1, Stream::JOBS);
        let gamma = Gamma::new(6.57, 0.823);
        let bits: Vec<u64> = (0..3).map(|_| gamma.sample(&mut draw).to_bits()).collect();
        assert_eq!(bits, [4_619_306_475_414_299_940, 4_616_127_637_536_339_934, 4_618_008_448_491_178_054]);
    }

    #[test]
    fn a_most_is_kept() {
        let mut draw = Draw::new(1, Stream::JOBS);
        let gamma = Gamma::new(6.57, 0.823);
        assert!((0..1000).all(|_| gamma.sample_up_to(5.0, &mut draw) <= 5.0));
    }
}
