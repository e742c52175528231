//! What of the settings can sensibly be varied.

use super::validate::{LONGEST, MOST_SLOTS};
use super::{Configured, labels};
use crate::system::{Choices, Knob, KnobChoice, Numbers, Unit, Values};

pub(super) const FINEST: &str = "system.imprecise_calendar.levels.0.length";
pub(super) const THRESHOLD: &str = "system.imprecise_calendar.threshold_percent";
pub(super) const LOW_WATER: &str = "system.imprecise_calendar.low_water";

/// In the order in which they combine: what stands first turns slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.imprecise_calendar.configuration",
        key: "configuration",
        label: "configuration of the calendar",
        short: "Slots",
        about: "Whether the levels are the paper's or those that are given.",
        values: Values::Choices(Choices {
            all: CONFIGURATIONS,
            tried: false,
            overlaid: &["configuration1", "configuration2", "configuration6"],
            contrasts: &["configuration1", "configuration2", "los_alamos"],
            with: "with",
        }),
    },
    Knob {
        path: FINEST,
        key: "finest",
        label: "length of the finest slots",
        short: "S₀",
        about: "How long the slots of the finest level are; the next level's must be a multiple.",
        values: Values::Numbers(Numbers {
            unit: Unit::Seconds,
            usual: "10, 20, 40, 80, 160",
            least: 1.0,
            most: LONGEST as f64,
            ..PLAIN
        }),
    },
    Knob {
        path: THRESHOLD,
        key: "threshold",
        label: "resource threshold",
        short: "Threshold",
        about: "So much of a slot that is not of the finest level is committed in advance, unless to a single job.",
        values: Values::Numbers(Numbers {
            unit: Unit::Percent,
            usual: "50, 60, .., 100",
            least: 0.0,
            most: 100.0,
            ..PLAIN
        }),
    },
    Knob {
        path: LOW_WATER,
        key: "low-water",
        label: "low-water mark",
        short: "Low water",
        about: "A level is refilled when it has fewer slots left, by splitting a coarser one.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "1, 2, 4, 8, 16, 32, 64",
            least: 1.0,
            most: MOST_SLOTS as f64,
            zero: "low water at the count",
            ..PLAIN
        }),
    },
];

const PLAIN: Numbers = Numbers {
    unit: Unit::Times,
    usual: "",
    least: 0.0,
    most: 0.0,
    whole: true,
    searched: false,
    zero: "",
    tried: &[],
    contrasts: &[],
};

const fn choice(value: &'static str, it: Configured) -> KnobChoice {
    KnobChoice {
        value,
        name: labels::configured(it),
        about: labels::configured_about(it),
    }
}

const CONFIGURATIONS: &[KnobChoice] = &[
    choice("levels", Configured::Levels),
    choice("configuration1", Configured::Configuration1),
    choice("configuration2", Configured::Configuration2),
    choice("configuration3", Configured::Configuration3),
    choice("configuration4", Configured::Configuration4),
    choice("configuration5", Configured::Configuration5),
    choice("configuration6", Configured::Configuration6),
    choice("los_alamos", Configured::LosAlamos),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_may_be_made_by_its_name() {
        let told: Vec<_> = CONFIGURATIONS
            .iter()
            .map(|it| (it.value.into(), it.name))
            .collect();
        let value = |it| serde_json::to_value(it).unwrap();
        let expected: Vec<_> = Configured::ALL
            .iter()
            .map(|&it| (value(it), labels::configured(it)))
            .collect();
        assert_eq!(told, expected);
    }
}
