//! The settings in words, for titles and captions.

use super::{CoAllocation, Length, Structure};
use base::text::{in_text, period};

/// The settings in one part: how requests are tried, then all values that are not the default.
pub(super) fn words(settings: &CoAllocation) -> Vec<String> {
    let mut parts = vec![
        in_text(settings.selection.name()),
        format!("tried every {} up to {} times", period(settings.step), settings.most_attempts()),
        format!("horizon {}", period(settings.horizon)),
    ];
    if settings.length == Length::Requested {
        parts.push("booked for the requested time".to_owned());
        if settings.frees_early() {
            parts.push("freed at the job's end".to_owned());
        }
    }
    match settings.deadline {
        Some(0) => parts.push("no later start".to_owned()),
        Some(deadline) => parts.push(format!("start within {}", period(deadline))),
        None => {}
    }
    match settings.chosen_servers.len() {
        0 => {}
        1 => parts.push("servers chosen for one request".to_owned()),
        count => parts.push(format!("servers chosen for {count} requests")),
    }
    if settings.structure == Structure::Printed {
        parts.push(format!("printed trees, slots of {}", period(settings.slot)));
    }
    vec![format!("co-allocation: {}", parts.join(", "))]
}

/// How an idle period is selected, and the time between attempts.
pub(super) fn policy(settings: &CoAllocation) -> String {
    let selection = in_text(settings.selection.name());
    format!("{selection}, Δt = {} s", settings.step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rarely_touched_is_named_only_where_it_is() {
        let tells = |json: &str| words(&serde_json::from_str(json).unwrap()).join("; ");
        assert_eq!(tells("{}"), "co-allocation: latest start, tried every 15 min up to 1440 times, horizon 30 d");
        assert_eq!(
            tells(
                r#"{"selection": "earliest_end", "attempts": 5, "length": "requested",
                    "early_end": "freed", "deadline": 7200, "structure": "printed",
                    "chosen_servers": [{"job": 3, "servers": [1, 2]}]}"#
            ),
            "co-allocation: earliest end, tried every 15 min up to 5 times, horizon 30 d, \
             booked for the requested time, freed at the job's end, start within 2 h, \
             servers chosen for one request, \
             printed trees, slots of 15 min"
        );
    }
}
