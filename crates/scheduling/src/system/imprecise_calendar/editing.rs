//! How levels are changed one by one.

use super::validate::LONGEST;
use super::{Configured, ImpreciseCalendar};
use crate::availability::calendar::Level;

/// The most levels.
pub(super) const MOST_LEVELS: usize = 16;

/// Length of an added level in slots of the last one; and the count that the last one then gets.
const TIMES: i64 = 4;
const COUNT: u32 = 8;

impl ImpreciseCalendar {
    /// The levels, to be changed: a configuration of the paper becomes levels as given.
    pub fn levels_mut(&mut self) -> &mut Vec<Level> {
        if let Some(levels) = self.configuration.levels() {
            self.levels = levels.to_vec();
            self.configuration = Configured::Levels;
        }
        &mut self.levels
    }

    /// Whether there can be another level.
    pub fn can_add_level(&self) -> bool {
        let levels = self.levels();
        let fits = |it: &Level| it.length <= LONGEST / TIMES;
        levels.len() < MOST_LEVELS && levels.last().is_some_and(fits)
    }

    /// A coarser level than the last, with as many slots as are needed.
    pub fn add_level(&mut self) {
        if !self.can_add_level() {
            return;
        }
        let levels = self.levels_mut();
        if let Some(last) = levels.last_mut() {
            last.count = last.count.or(Some(COUNT));
            let length = last.length * TIMES;
            let count = None;
            levels.push(Level { count, length });
        }
        let levels = self.levels.len();
        self.threshold_percent.fit(levels);
    }

    /// Takes a level away; the last that is left has as many slots as are needed. One always stays.
    pub fn remove_level(&mut self, index: usize) {
        let levels = self.levels_mut();
        if levels.len() < 2 || index >= levels.len() {
            return;
        }
        let was_last = index + 1 == levels.len();
        levels.remove(index);
        if let Some(last) = levels.last_mut().filter(|_| was_last) {
            last.count = None;
        }
        let levels = levels.len();
        self.threshold_percent.remove(index);
        self.threshold_percent.fit(levels);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Threshold;
    use super::*;

    fn levels(it: &ImpreciseCalendar) -> Vec<(Option<u32>, i64)> {
        let levels = it.levels().iter();
        levels.map(|it| (it.count, it.length)).collect()
    }

    #[test]
    fn a_configuration_becomes_levels_as_given_once_a_level_is_changed() {
        let mut it = ImpreciseCalendar { configuration: Configured::Configuration3, ..ImpreciseCalendar::default() };
        it.levels_mut()[0].count = Some(9);
        assert_eq!(it.configuration, Configured::Levels);
        assert_eq!(levels(&it), [(Some(9), 40), (Some(8), 320), (None, 2_560)]);
    }

    #[test]
    fn levels_come_and_go_and_what_is_left_can_be_run() {
        let mut it = ImpreciseCalendar::default();
        it.add_level();
        assert_eq!(levels(&it), [(Some(32), 10), (Some(8), 320), (Some(8), 2_560), (None, 10_240)]);
        it.remove_level(1);
        it.remove_level(2);
        assert_eq!(levels(&it), [(Some(32), 10), (None, 2_560)]);
        assert_eq!(it.validate(&[8]), Ok(()));
        it.threshold_percent.set(1, 60, 2);
        it.remove_level(0);
        it.remove_level(0);
        assert_eq!(levels(&it), [(None, 2_560)]);
        assert_eq!(it.threshold_percent, Threshold::All(100));
        while it.can_add_level() {
            it.add_level();
            assert_eq!(it.validate(&[8]), Ok(()));
        }
        let many = levels(&it).len();
        it.add_level();
        assert_eq!((levels(&it).len(), many), (many, 7));
        // A file may give none: no panic.
        let mut none = ImpreciseCalendar { levels: Vec::new(), ..ImpreciseCalendar::default() };
        none.add_level();
        none.remove_level(0);
        assert_eq!(levels(&none), []);
    }
}
