//! The values that the panel's controls offer, and what they mean.

use crate::app::control::{Choice, choices};
use slotscope::availability::calendar::Level;
use slotscope::page::words;
use slotscope::system::imprecise_calendar::labels;
use slotscope::system::imprecise_calendar::{
    Assignment, ClusterTies, Configured, Home, ImpreciseCalendar, Managers, Refine,
};

pub fn configurations() -> Vec<Choice<Configured>> {
    let (name, about) = (labels::configured, labels::configured_about);
    choices(&Configured::ALL, name, about)
}

pub fn homes() -> Vec<Choice<Home>> {
    choices(&Home::ALL, labels::home, labels::home_about)
}

pub fn assignments() -> Vec<Choice<Assignment>> {
    choices(
        &Assignment::ALL,
        labels::assignment,
        labels::assignment_about,
    )
}

pub fn ties() -> Vec<Choice<ClusterTies>> {
    choices(&ClusterTies::ALL, labels::ties, labels::ties_about)
}

pub fn refinements() -> Vec<Choice<Refine>> {
    choices(&Refine::ALL, labels::refine, labels::refine_about)
}

/// `one, over all nodes`.
pub fn managers_line(managers: &Managers) -> String {
    match managers {
        Managers::One => "one, over all nodes".to_owned(),
        Managers::Clusters => "one per cluster".to_owned(),
        Managers::Tree(_) => managers.to_string(),
    }
}

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(settings: &ImpreciseCalendar) -> String {
    let it = settings.configuration;
    format!(
        "{}: {}",
        labels::configured(it),
        labels::configured_about(it)
    )
}

/// `32 × 10 s, 8 × 320 s, rest 2560 s`.
pub fn levels_line(levels: &[Level]) -> String {
    let one = |it: &Level| {
        let length = words::count(it.length);
        match it.count {
            Some(count) => format!("{} × {length} s", words::count(i64::from(count))),
            None if levels.len() == 1 => format!("all {length} s"),
            None => format!("rest {length} s"),
        }
    };
    let levels: Vec<String> = levels.iter().map(one).collect();
    levels.join(", ")
}
