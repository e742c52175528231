//! Which settings can be run.

use super::Workflow;

/// Speeds are from the first to the second.
const RATES: (f64, f64) = (1e-6, 1e15);

impl Workflow {
    /// Checks every value on a platform.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        for (at, &speed) in self.speeds.iter().flatten().enumerate() {
            let (least, most) = RATES;
            if !(least..=most).contains(&speed) {
                return Err(format!("system.workflow.speeds[{at}]: {speed}; it is {least} to {most}"));
            }
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::System;

    #[test]
    fn what_cannot_be_is_named() {
        for row in "deadline_factor: 0.9 => deadline_factor: 0.9; it is 1 to 1000
            deadline: -1 => deadline: -1
            threshold_percent: 101 => threshold_percent: 101 %; it is 0 to 100 %
            qoi_percent: -5 => qoi_percent: -5 %; it is 0 to 1000 %
            speeds: [1, 0] => speeds[1]: 0
            speeds: [1] => 1 speeds for 2 providers
            bandwidth: 0 => bandwidth: 0"
            .lines()
        {
            let (settings, words) = row.split_once(" => ").expect(row);
            let problem = System::Workflow(crate::system::testing::settings(settings)).check(&[1, 1]).expect_err(row);
            assert!(problem.contains(words), "{settings}: {problem}");
        }
        assert_eq!(Workflow::default().validate(&[64]), Ok(()));
    }
}
