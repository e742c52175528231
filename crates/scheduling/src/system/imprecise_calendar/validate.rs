//! Which settings can be run.

use super::editing::MOST_LEVELS;
use super::{Assignment, ImpreciseCalendar, Refine};
use crate::availability::calendar::Level;
use workload::Time;

/// The longest slot: a year, in seconds.
pub(super) const LONGEST: Time = 366 * 86_400;

/// The longest time of a message: a day, in seconds.
pub(super) const LONGEST_MESSAGE: Time = 86_400;

/// The most slots of a level.
pub(super) const MOST_SLOTS: u32 = 1_000_000;

/// The most nodes of the pool: a row of the chart each.
const MOST_NODES: u64 = 1_000_000;

impl ImpreciseCalendar {
    /// Checks every value on a platform.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        levels(self.levels())?;
        self.threshold_percent.check(self.levels().len()).map_err(|told| problem("threshold_percent", &told))?;
        self.validate_managers(platform)?;
        let nodes = platform.iter().map(|&it| u64::from(it)).sum::<u64>();
        if nodes > MOST_NODES && !self.managers.are_several() {
            return Err(format!(
                "platform: an imprecise calendar takes the providers as one pool, and {nodes} nodes are \
                 more than the {MOST_NODES} that it can have"
            ));
        }
        Ok(())
    }

    fn validate_managers(&self, platform: &[u32]) -> Result<(), String> {
        self.managers.check(platform.len()).map_err(|told| problem("managers", &told))?;
        if self.message_time > 0 && self.assignment == Assignment::Late {
            let told = format!("{} s; jobs are assigned late only without message time", self.message_time);
            return Err(problem("message_time", &told));
        }
        if self.message_time > 0 && !self.one_job_per_slot {
            let told = format!("{} s; jobs share slots only without message time", self.message_time);
            return Err(problem("message_time", &told));
        }
        if self.message_time > 0 && self.refine == Refine::AtDivision {
            let told = format!(
                "{} s; only jobs near changes are looked at (refine: at_division) without message time",
                self.message_time
            );
            return Err(problem("message_time", &told));
        }
        Ok(())
    }
}

fn levels(levels: &[Level]) -> Result<(), String> {
    if !(1..=MOST_LEVELS).contains(&levels.len()) {
        let told = format!("{} of them; there are 1 to {MOST_LEVELS}", levels.len());
        return Err(problem("levels", &told));
    }
    for (index, level) in levels.iter().enumerate() {
        let of = |what: &str| format!("levels[{index}].{what}");
        if level.count.is_none() && index + 1 < levels.len() {
            let told = "null; only the last level may have as many slots as are needed";
            return Err(problem(&of("count"), told));
        }
        if let Some(finer) = index.checked_sub(1).map(|it| &levels[it])
            && (level.length <= finer.length || level.length % finer.length != 0)
        {
            let told =
                format!("{} s; it is a multiple of the finer level's {} s, and longer", level.length, finer.length);
            return Err(problem(&of("length"), &told));
        }
    }
    Ok(())
}

fn problem(name: &str, what: &str) -> String {
    format!("system.imprecise_calendar.{name}: {what}")
}

#[cfg(test)]
mod tests {

    fn problem(settings: &str, platform: &[u32]) -> Option<String> {
        crate::system::System::ImpreciseCalendar(crate::system::testing::settings(settings)).check(platform).err()
    }

    #[test]
    fn what_cannot_be_is_named() {
        for row in "levels: [] => imprecise_calendar.levels: 0 of them
            levels: [{\"length\": 0}] => levels[0].length: 0 s
            levels: [{\"length\": 99999999}] => levels[0].length
            levels: [{\"count\": 0, \"length\": 9}] => levels[0].count: 0
            levels: [{\"length\": 9}, {\"length\": 18}] => levels[0].count: null
            levels: [{\"count\": 2, \"length\": 10}, {\"length\": 25}] => levels[1].length: 25 s; it is a multiple
            levels: [{\"count\": 2, \"length\": 10}, {\"length\": 10}] => and longer
            threshold_percent: 101 => threshold_percent: 101
            threshold_percent: [80] => threshold_percent: a list of 1
            low_water: 0 => low_water: 0
            managers: [0, 1] => managers: there is no cluster 1
            staleness: -1 => staleness: -1 s
            bump_after: 99999999 => bump_after: 99999999 s"
            .lines()
        {
            let (settings, word) = row.split_once(" => ").expect(row);
            let problem = problem(settings, &[128]).unwrap_or_else(|| panic!("{settings} is taken"));
            assert!(problem.contains(word), "{settings}: {problem}");
        }
        let problem_of = problem("", &[900_000, 900_000]).unwrap();
        assert!(problem_of.contains("one pool"), "{problem_of}");
        for settings in "
            configuration: los_alamos; levels: []
            managers: clusters; one_job_per_slot: false
            levels: [{\"count\": 1000000, \"length\": 31622400}]"
            .lines()
        {
            assert_eq!(problem(settings, &[128]), None, "{settings}");
        }
    }
}
