//! How a figure changed, in words.

use slotscope::page::words;

/// A change in words, and whether it is for the better; `None` for no change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub text: String,
    pub better: Option<bool>,
}

/// The change from `before` to `now` in a unit.
pub fn absolute(before: f64, now: f64, unit: &str, higher_is_better: bool) -> Change {
    let difference = now - before;
    let text = words::decimal(difference.abs(), 1);
    if text == "0.0" || !difference.is_finite() {
        return Change {
            text: "unchanged".to_string(),
            better: None,
        };
    }
    let arrow = if difference > 0.0 { "▲" } else { "▼" };
    Change {
        text: format!("{arrow} {text}{unit}"),
        better: Some((difference > 0.0) == higher_is_better),
    }
}

/// The change from `before` to `now` in percent of `before`.
pub fn relative(before: f64, now: f64, higher_is_better: bool) -> Change {
    if before == 0.0 && now != 0.0 {
        return Change {
            text: "▲ from 0".to_string(),
            better: Some(higher_is_better),
        };
    }
    // A thousand percent is read more slowly than ten times as much.
    if before > 0.0 && now >= before * 10.0 {
        return Change {
            text: format!("▲ × {}", words::decimal(now / before, 1)),
            better: Some(higher_is_better),
        };
    }
    let percent = if before == 0.0 {
        0.0
    } else {
        (now - before) / before * 100.0
    };
    absolute(0.0, percent, " %", higher_is_better)
}

/// The class that says whether a change is for the better.
pub fn tone(change: Option<&Change>) -> Option<&'static str> {
    match change?.better? {
        true => Some("better"),
        false => Some("worse"),
    }
}
