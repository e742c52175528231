//! The settings in words, for titles and captions.

use super::knobs::is_among_managers;
use super::labels;
use super::{Configured, ImpreciseCalendar, Managers};
use crate::availability::calendar::Level;
use crate::system::prelude::*;
use base::text::in_text;

/// The settings: the slots, then those that differ from the usual ones; and in a part of their own the
/// managers, if there are several.
pub(super) fn words(settings: &ImpreciseCalendar, of: &Surroundings, changed: &Changed) -> Vec<String> {
    let slots = match settings.configuration {
        Configured::Levels => slots(&settings.levels),
        configured => in_text(configured.name()),
    };
    let levels = settings.levels().len();
    let threshold = match &settings.threshold_percent {
        threshold if threshold.is_felt(levels) => format!(", {}", threshold.words(levels)),
        _ => String::new(),
    };
    let own = ["low_water", "backfill", "refine", "one_job_per_slot"];
    let others = changed.words(|row| own.iter().any(|it| row.is_field(it)));
    let mut parts = vec![format!("imprecise calendar: {slots}{threshold}{others}")];
    if settings.managers.are_several() && of.platform.len() > 1 {
        let others = changed.words(|row| row.is_field("ties") || is_among_managers(row) && !row.is_field("home"));
        parts.push(format!("managers: {}, jobs {}{others}", tree(settings), in_text(settings.home.name())));
    }
    parts
}

/// The slots, whether jobs move forward, and the managers if there are several.
pub(super) fn policy(settings: &ImpreciseCalendar, of: &Surroundings) -> String {
    let mut parts = vec![in_text(settings.configuration.name())];
    if !settings.backfill {
        parts.push("no backfilling".to_owned());
    }
    if settings.managers.are_several() && of.platform.len() > 1 {
        parts.push(format!("managers {}", tree(settings)));
    }
    parts.join(", ")
}

/// How the managers stand to one another.
fn tree(settings: &ImpreciseCalendar) -> String {
    match settings.managers {
        Managers::Tree(_) => "in a tree".to_owned(),
        Managers::One | Managers::Clusters => in_text(labels::CLUSTERS),
    }
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
