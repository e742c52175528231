//! How much of a slot is committed in advance.

use serde::{Deserialize, Serialize};

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
}
