//! How much of a slot is committed in advance.

use serde::{Deserialize, Serialize};

use super::editing::MOST_LEVELS;
use super::{Assignment, ImpreciseCalendar, Refine};
use crate::availability::calendar::Level;
use workload::Time;

/// The resource threshold (Hollingsworth and Maneewongvatana 1999, Sect. 2.2): "On a per calendar basis, we have a
/// parameter, Resource threshold. This is a per-slot size limit on the amount of a resource that we will commit in
/// advance." In hundredths of a slot's nodes; one number, or a list as `[90, 70]`. The finest level has none: its slots
/// are for "last minute tasks".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "threshold_percent: it is a number, or a list of one for each level but the finest, as [90, 70]"
)]
pub enum Threshold {
    /// One threshold for all levels but the finest.
    All(u32),
    /// One for each level but the finest, S₁ first.
    Levels(Vec<u32>),
}

impl Default for Threshold {
    fn default() -> Self {
        Self::All(100)
    }
}

impl Threshold {
    /// The threshold of a level, the finest being 0. Levels without a number have that of the last
    /// one named.
    pub fn of(&self, level: usize) -> u32 {
        match (self, level.checked_sub(1)) {
            (_, None) => 100,
            (Self::All(percent), _) => *percent,
            (Self::Levels(all), Some(index)) => all.get(index).or(all.last()).copied().unwrap_or(100),
        }
    }

    /// The thresholds of all of `levels` levels but the finest.
    pub(super) fn percents(&self, levels: usize) -> Vec<u32> {
        (1..levels).map(|level| self.of(level)).collect()
    }

    /// Sets that of one of `levels` levels, which get one each.
    pub fn set(&mut self, level: usize, percent: u32, levels: usize) {
        let mut all = self.percents(levels);
        if let Some(of_level) = level.checked_sub(1).and_then(|it| all.get_mut(it)) {
            *of_level = percent;
            *self = Self::Levels(all);
        }
    }

    /// A list keeps step where there are `levels` levels now.
    pub(super) fn fit(&mut self, levels: usize) {
        if matches!(self, Self::Levels(_)) {
            *self = match levels {
                0 | 1 => Self::All(self.of(1)),
                _ => Self::Levels(self.percents(levels)),
            };
        }
    }

    /// Whether less than all is committed of some slot.
    pub(super) fn is_felt(&self, levels: usize) -> bool {
        (1..levels).any(|level| self.of(level) < 100)
    }

    /// Whether these can be run with `levels` levels.
    ///
    /// # Errors
    ///
    /// In words, the fault.
    pub(super) fn check(&self, levels: usize) -> Result<(), String> {
        let named = match self {
            Self::All(percent) => vec![*percent],
            Self::Levels(all) => all.clone(),
        };
        if let Some(percent) = named.iter().find(|&&it| it > 100) {
            return Err(format!("{percent}; it is 0 to 100"));
        }
        let coarse = levels.saturating_sub(1);
        match self {
            Self::Levels(all) if all.len() != coarse => Err(format!(
                "a list of {}; it is one number, or one for each of the {coarse} levels but the finest",
                all.len()
            )),
            _ => Ok(()),
        }
    }

    /// `threshold 80 %`, or `thresholds of S₁, S₂ 90, 70 %`.
    pub(super) fn words(&self, levels: usize) -> String {
        match self {
            Self::All(percent) => format!("threshold {percent} %"),
            Self::Levels(_) => {
                let of = |level: usize| format!("{} % of S{}", self.of(level), lowered(level));
                let all: Vec<String> = (1..levels).map(of).collect();
                format!("threshold {}", all.join(" and "))
            }
        }
    }
}

/// The number of a level as it stands beneath the line: `₁`.
pub fn lowered(level: usize) -> String {
    let digits = level.to_string();
    let lower = |digit: char| {
        let above_zero = digit.to_digit(10).unwrap_or(0);
        char::from_u32(0x2080 + above_zero).unwrap_or(digit)
    };
    digits.chars().map(lower).collect()
}

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
    use super::*;

    fn read(json: &str) -> Threshold {
        serde_json::from_str(json).expect("a threshold")
    }

    #[test]
    fn one_number_is_written_as_it_was_and_a_list_as_a_list() {
        for json in ["80", "[90,70]"] {
            assert_eq!(serde_json::to_string(&read(json)).unwrap(), json);
        }
        let problem = serde_json::from_str::<Threshold>(r#""all""#).unwrap_err();
        assert!(problem.to_string().contains("one for each level"));
    }

    #[test]
    fn a_list_keeps_step_with_the_levels() {
        let mut it = read("80");
        assert_eq!([0, 1, 2].map(|level| it.of(level)), [100, 80, 80]);
        it.fit(4);
        assert_eq!(it, read("80"));
        it.set(2, 60, 3);
        assert_eq!(it, read("[80,60]"));
        it.fit(4);
        assert_eq!(it, read("[80,60,60]"));
        it.fit(2);
        assert_eq!(it, read("[80]"));
        it.fit(1);
        assert_eq!(it, read("80"));
        it.set(0, 10, 3);
        assert_eq!(it, read("80"));
    }

    #[test]
    fn what_cannot_be_is_told() {
        assert_eq!(read("100").check(1), Ok(()));
        assert_eq!(read("[0,100]").check(3), Ok(()));
        assert!(read("[0,101]").check(3).unwrap_err().starts_with("101;"));
        let told = read("[90]").check(3).unwrap_err();
        assert!(told.starts_with("a list of 1; "), "{told}");
        assert!(told.contains("2 levels but the finest"), "{told}");
    }

    #[test]
    fn it_is_named_level_by_level() {
        assert_eq!(read("80").words(3), "threshold 80 %");
        assert_eq!(read("[90,70]").words(3), "threshold 90 % of S₁ and 70 % of S₂");
        assert_eq!(lowered(12), "₁₂");
        assert!(!read("[100,100]").is_felt(3) && read("[100,70]").is_felt(3));
        assert!(!read("[100,70]").is_felt(1));
    }

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
