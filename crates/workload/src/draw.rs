//! Seeded draws that give the same numbers natively and in WebAssembly.
//!
//! Only the generator comes from a library. The step from its words to a number in a range is
//! fixed here, in 32 and 64 bit integers: it must depend neither on the width of `usize` nor on a
//! library's next version, since a seed in a link stands for one exact run.

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
}
