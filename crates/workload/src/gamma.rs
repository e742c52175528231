//! Gamma-distributed numbers, the same to the last bit natively and in WebAssembly.

use libm::{log, pow, sqrt};

use super::draw::Draw;

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
    use super::super::draw::Stream;
    use super::*;

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
