//! The levels of a calendar, and the configurations that the paper tries.

use serde::{Deserialize, Serialize};

use workload::Time;

/// A level S_k of a calendar: slots of one length (Hollingsworth and Maneewongvatana 1999, Sect. 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// How many slots of it there are: of the last level at least; `null` there for as many as the
    /// bookings need.
    #[serde(default)]
    pub count: Option<u32>,
    /// How long they are, in seconds: a whole multiple of the finer level's.
    pub length: Time,
}

/// A configuration that the paper simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// Its name, capitalized.
    pub name: &'static str,
    /// Its levels, the finest first.
    pub levels: &'static [Level],
}

const fn level(count: u32, length: Time) -> Level {
    Level { count: Some(count), length }
}

/// As many slots of 2560 s as are needed.
const FAR: Level = Level { count: None, length: 2_560 };

/// The six of Figure 4, and that of Los Alamos (Sect. 3.2, footnote 2).
pub const CONFIGURATIONS: [Configuration; 7] = [
    Configuration { name: "Figure 4, configuration 1", levels: &[level(100_000, 40)] },
    Configuration { name: "Figure 4, configuration 2", levels: &[level(64, 40), FAR] },
    Configuration { name: "Figure 4, configuration 3", levels: &[level(8, 40), level(8, 320), FAR] },
    Configuration { name: "Figure 4, configuration 4", levels: &[level(2, 40), level(2, 1_280), FAR] },
    Configuration { name: "Figure 4, configuration 5", levels: &[level(2, 10), level(2, 1_280), FAR] },
    Configuration { name: "Figure 4, configuration 6", levels: &[level(32, 10), level(8, 320), FAR] },
    Configuration {
        name: "Los Alamos",
        levels: &[level(16, 10), level(16, 40), level(16, 160), level(16, 640), level(16, 2_560)],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_multiple_of_the_finer_one() {
        for configuration in CONFIGURATIONS {
            for pair in configuration.levels.windows(2) {
                assert_eq!(pair[1].length % pair[0].length, 0, "{}", configuration.name);
                assert!(pair[0].count.is_some());
            }
        }
    }
}
