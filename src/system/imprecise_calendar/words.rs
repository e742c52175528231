//! The settings in words, for titles and captions.

use super::labels;
use super::{Configured, ImpreciseCalendar};
use crate::availability::calendar::Level;
use crate::system::text::in_text;

/// The settings in one part: the slots, then what is not the default.
pub(super) fn words(settings: &ImpreciseCalendar) -> Vec<String> {
    let mut parts = vec![match settings.configuration {
        Configured::Levels => slots(&settings.levels),
        configured => in_text(labels::configured(configured)),
    }];
    if settings.threshold_percent < 100 && settings.levels().len() > 1 {
        parts.push(format!("threshold {} %", settings.threshold_percent));
    }
    if let Some(low_water) = settings.low_water
        && settings.levels().len() > 1
    {
        parts.push(format!("low water {low_water}"));
    }
    if !settings.backfill {
        parts.push("no backfilling".to_owned());
    }
    vec![format!("imprecise calendar: {}", parts.join(", "))]
}

/// `slots of 32 × 10, 8 × 320, 2560 s`.
pub(super) fn slots(levels: &[Level]) -> String {
    let level = |it: &Level| match it.count {
        Some(count) => format!("{count} × {}", it.length),
        None => it.length.to_string(),
    };
    let levels: Vec<String> = levels.iter().map(level).collect();
    format!("slots of {} s", levels.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rarely_touched_is_named_only_where_it_is() {
        let tells = |json: &str| words(&serde_json::from_str(json).unwrap()).join("; ");
        assert_eq!(
            tells("{}"),
            "imprecise calendar: slots of 32 × 10, 8 × 320, 2560 s"
        );
        assert_eq!(
            tells(
                r#"{"configuration": "configuration3", "threshold_percent": 80, "low_water": 2,
                    "backfill": false}"#
            ),
            "imprecise calendar: configuration 3, threshold 80 %, low water 2, no backfilling"
        );
        assert_eq!(
            tells(r#"{"levels": [{"length": 40}], "threshold_percent": 80, "low_water": 2}"#),
            "imprecise calendar: slots of 40 s"
        );
    }
}
