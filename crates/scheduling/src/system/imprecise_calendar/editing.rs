//! How a change of the levels is settled.

use super::ImpreciseCalendar;
use super::threshold::LONGEST;

pub(super) const MOST_LEVELS: usize = 16;

/// Length of an added level in slots of the last one; and the count that the last one then gets.
const TIMES: i64 = 4;
const COUNT: u32 = 8;

impl ImpreciseCalendar {
    /// Changes what goes with a field: custom levels begin as those of the configuration before them, and where a level
    /// was added or taken away the last has as many slots as are needed; thresholds by level keep step.
    pub(super) fn settle_levels(&mut self, field: &str) {
        if !matches!(field, "configuration" | "levels") {
            return;
        }
        if let Some(levels) = self.configuration.levels().filter(|_| field == "configuration") {
            self.levels = levels.to_vec();
        }
        if field == "levels" {
            let last = self.levels.len().saturating_sub(1);
            let mut finer = 0;
            for (index, level) in self.levels.iter_mut().enumerate() {
                level.count = if index < last { level.count.or(Some(COUNT)) } else { None };
                if level.length <= finer {
                    level.length = (finer * TIMES).min(LONGEST);
                }
                finer = level.length;
            }
        }
        let levels = self.levels().len();
        self.threshold_percent.fit(levels);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Configured;
    use super::*;
    use crate::availability::calendar::Level;

    fn levels(it: &ImpreciseCalendar) -> Vec<(Option<u32>, i64)> {
        it.levels().iter().map(|it| (it.count, it.length)).collect()
    }

    #[test]
    fn custom_levels_begin_as_those_of_the_configuration_before_them() {
        let mut it = ImpreciseCalendar { configuration: Configured::Configuration3, ..ImpreciseCalendar::default() };
        it.settle_levels("configuration");
        it.configuration = Configured::Levels;
        it.settle_levels("configuration");
        assert_eq!(levels(&it), [(Some(8), 40), (Some(8), 320), (None, 2_560)]);
    }

    #[test]
    fn levels_come_and_go_and_what_is_left_can_be_run() {
        let mut it = ImpreciseCalendar::default();
        it.levels.push(Level { count: None, length: 2_560 });
        it.settle_levels("levels");
        assert_eq!(levels(&it), [(Some(32), 10), (Some(8), 320), (Some(8), 2_560), (None, 10_240)]);
        it.threshold_percent.set(1, 60, 4);
        it.levels.truncate(2);
        it.settle_levels("levels");
        assert_eq!(levels(&it), [(Some(32), 10), (None, 320)]);
        assert_eq!(it.threshold_percent.percents(2), [60]);
        assert_eq!(it.validate(&[8]), Ok(()));
        // A file may give none: no panic.
        it.levels.clear();
        it.settle_levels("levels");
        assert_eq!(levels(&it), []);
    }
}
