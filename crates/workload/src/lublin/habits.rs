//! Values that the model lacks, drawn to look familiar: the user who submits a job, the requested
//! time, and the wait. None of it is fitted to data.

use libm::{exp, log};

use super::class::Kind;
use crate::draw::Draw;
use crate::{Record, Time};

/// The run-time limits that people ask for, in seconds: 20 round values make up nearly all
/// requests (Tsafrir, Etsion, Feitelson 2005, "Modeling user runtime estimates"). The longest
/// run time of the model, 45 hours, is below the last.
const ROUND_LIMITS: [Time; 20] = [
    60, 120, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10_800, 14_400, 18_000, 21_600, 28_800, 43_200, 64_800,
    86_400, 129_600, 172_800,
];

/// How many groups the users belong to.
const GROUPS: u32 = 6;

/// Draws the habits of users.
pub(super) struct Habits {
    /// For user n + 1, the sum of the shares up to it, 1 / rank each.
    shares: Vec<f64>,
    draw: Draw,
}

impl Habits {
    pub fn new(users: u32, draw: Draw) -> Self {
        let shares = (1..=users)
            .scan(0.0, |sum, rank| {
                *sum += 1.0 / f64::from(rank);
                Some(*sum)
            })
            .collect();
        Self { shares, draw }
    }

    /// Fills in user, group, requested time and wait.
    pub fn complete(&mut self, record: &mut Record, kind: Kind) {
        let user = self.user();
        record.user = i64::from(user);
        record.group = i64::from(1 + (user - 1) % GROUPS);
        record.requested_time = self.requested_time(record.run_time);
        record.wait = self.wait(kind);
    }

    /// A user's number from 1, by Zipf's law: the second submits half as much as the first.
    fn user(&mut self) -> u32 {
        let total = self.shares.last().copied().unwrap_or(0.0);
        let point = self.draw.unit() * total;
        1 + self.shares.partition_point(|&share| share <= point) as u32
    }

    /// The next round limit above what the user believes. One in six knows the run time; the others
    /// use a share of the requested time, uniform from 5 to 100 % ("the accuracy of estimates is
    /// uniform", ibid.).
    fn requested_time(&mut self, run_time: Time) -> Time {
        let knows = self.draw.unit() < 1.0 / 6.0;
        let accuracy = 0.05 + 0.95 * self.draw.unit();
        let believed = if knows { run_time } else { (run_time as f64 / accuracy) as Time };
        let place = ROUND_LIMITS.partition_point(|&limit| limit < believed);
        ROUND_LIMITS[place.min(ROUND_LIMITS.len() - 1)].max(run_time)
    }

    /// Three in ten start at once. The others wait up to a day (interactive jobs up to half an
    /// hour), short and long waits alike on a logarithmic scale.
    fn wait(&mut self, kind: Kind) -> Time {
        const SHORTEST: f64 = 10.0;
        let longest = match kind {
            Kind::Interactive => 1800.0,
            Kind::Batch | Kind::Any => 86_400.0,
        };
        let at_once = self.draw.unit() < 0.3;
        let place = self.draw.unit();
        if at_once {
            return (place * SHORTEST) as Time;
        }
        (SHORTEST * exp(place * log(longest / SHORTEST))) as Time
    }
}
