//! Which settings can be run.

use super::Workflow;

/// The least deadline, in lengths of the initial schedule.
pub(super) const LEAST_FACTOR: f64 = 1.0;

/// The most.
pub(super) const MOST_FACTOR: f64 = 1_000.0;

/// The most that run times may be off, in percent.
pub(super) const MOST_QOI: f64 = 1_000.0;

/// The latest deadline, in seconds.
pub(super) const LATEST: f64 = 1e11;

/// Speeds and bandwidths are from the first to the second.
const RATES: (f64, f64) = (1e-6, 1e15);

impl Workflow {
    /// Checks every value on a platform.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        within(
            "deadline_factor",
            self.deadline_factor,
            (LEAST_FACTOR, MOST_FACTOR),
            " lengths of the initial schedule",
        )?;
        if let Some(deadline) = self.deadline {
            within("deadline", deadline, (0.0, LATEST), " s")?;
        }
        within("threshold_percent", self.threshold_percent, (0.0, 100.0), " % of the deadline")?;
        within("qoi_percent", self.qoi_percent, (0.0, MOST_QOI), " %")?;
        for (at, &speed) in self.speeds.iter().flatten().enumerate() {
            within(&format!("speeds[{at}]"), speed, RATES, "")?;
        }
        if let Some(speeds) = &self.speeds
            && speeds.len() != platform.len()
        {
            return Err(format!(
                "system.workflow.speeds: {} speeds for {} providers; one for each is needed",
                speeds.len(),
                platform.len()
            ));
        }
        if let Some(bandwidth) = self.bandwidth {
            within("bandwidth", bandwidth, RATES, " units of data per second")?;
        }
        Ok(())
    }
}

fn within(name: &str, value: f64, (least, most): (f64, f64), unit: &str) -> Result<(), String> {
    match (least..=most).contains(&value) {
        true => Ok(()),
        false => Err(format!("system.workflow.{name}: {value}; it is {least} to {most}{unit}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_named() {
        for row in "deadline_factor: 0.9 => deadline_factor: 0.9; it is 1 to 1000
            deadline: -1 => deadline: -1
            threshold_percent: 101 => threshold_percent: 101; it is 0 to 100 % of the deadline
            qoi_percent: -5 => qoi_percent: -5; it is 0 to 1000 %
            speeds: [1, 0] => speeds[1]: 0
            speeds: [1] => 1 speeds for 2 providers
            bandwidth: 0 => bandwidth: 0"
            .lines()
        {
            let (settings, words) = row.split_once(" => ").expect(row);
            let problem = crate::system::testing::settings::<Workflow>(settings).validate(&[1, 1]).expect_err(row);
            assert!(problem.contains(words), "{settings}: {problem}");
        }
        let infinite = Workflow { qoi_percent: f64::NAN, ..Workflow::default() };
        assert!(infinite.validate(&[1]).is_err());
        assert_eq!(Workflow::default().validate(&[64]), Ok(()));
    }
}
