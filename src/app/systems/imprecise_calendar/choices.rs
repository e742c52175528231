//! The chosen settings, in a line.

use slotscope::availability::calendar::Level;
use slotscope::page::words;
use slotscope::system::imprecise_calendar::{ImpreciseCalendar, Managers};

/// `one, over all nodes`.
pub fn managers_line(managers: &Managers) -> String {
    match managers {
        Managers::One => "one, over all nodes".to_owned(),
        Managers::Clusters => "one per cluster".to_owned(),
        Managers::Tree(_) => managers.to_string(),
    }
}

/// The policies of a scenario by the names that tables and legends have for them, each with its explanation.
pub fn policies(settings: &ImpreciseCalendar) -> String {
    let it = settings.configuration;
    format!("{}: {}", it.name(), it.about())
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
