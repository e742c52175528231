//! What choices are called: the one table for controls, legends, captions and sentences.

use super::Configured;

/// Where the levels come from.
pub const fn configured(it: Configured) -> &'static str {
    match it {
        Configured::Levels => "Levels as given",
        Configured::Configuration1 => "Configuration 1",
        Configured::Configuration2 => "Configuration 2",
        Configured::Configuration3 => "Configuration 3",
        Configured::Configuration4 => "Configuration 4",
        Configured::Configuration5 => "Configuration 5",
        Configured::Configuration6 => "Configuration 6",
        Configured::LosAlamos => "Los Alamos",
    }
}

/// The same in a sentence.
pub const fn configured_about(it: Configured) -> &'static str {
    match it {
        Configured::Levels => "The levels that are given here, the finest first.",
        Configured::Configuration1 => {
            "100,000 slots of 40 s: a flat calendar, as traditional schedulers have it."
        }
        Configured::Configuration2 => "64 slots of 40 s, then slots of 2560 s.",
        Configured::Configuration3 => "8 slots of 40 s, 8 of 320 s, then slots of 2560 s.",
        Configured::Configuration4 => "2 slots of 40 s, 2 of 1280 s, then slots of 2560 s.",
        Configured::Configuration5 => "2 slots of 10 s, 2 of 1280 s, then slots of 2560 s.",
        Configured::Configuration6 => "32 slots of 10 s, 8 of 320 s, then slots of 2560 s.",
        Configured::LosAlamos => "16 slots each of 10, 40, 160, 640 and 2560 s.",
    }
}
