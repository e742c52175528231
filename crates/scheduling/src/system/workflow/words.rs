//! The settings in words, for titles and captions.

use super::{OnOverrun, RunUntil, Scheduler, Workflow};
use crate::policy::spare_time::Variant;
use base::text::in_text;

/// The settings in one part: the scheduler, the deadline, how spare time is shared out, then all values
/// that are not the default.
pub(super) fn words(settings: &Workflow) -> Vec<String> {
    let mut parts = vec![in_text(settings.scheduler.name())];
    if settings.scheduler == Scheduler::HybridBmct && settings.first_assignment != Workflow::default().first_assignment
    {
        parts.push("first by completion time".to_owned());
    }
    parts.push(match settings.deadline {
        Some(deadline) => format!("deadline {deadline} s"),
        None => format!("deadline {} × the schedule", settings.deadline_factor),
    });
    parts.push(settings.variant.name().to_owned());
    if settings.threshold_percent != Workflow::default().threshold_percent {
        parts.push(format!("until {} % are left", settings.threshold_percent));
    }
    if settings.qoi_percent > 0.0 {
        parts.push(format!("estimates ± {} %", settings.qoi_percent));
        let moves = settings.variant != Variant::DagReserve;
        if moves && settings.run_until == RunUntil::Reservation {
            parts.push("tasks end with their reservations".to_owned());
        }
        if moves && settings.on_overrun == OnOverrun::Renegotiate {
            parts.push("overruns renegotiated".to_owned());
        }
    }
    if settings.moves_forward() {
        parts.push("reservations moved forward when tasks end early".to_owned());
    }
    if let Some(speeds) = &settings.speeds {
        let speeds: Vec<String> = speeds.iter().map(f64::to_string).collect();
        parts.push(format!("speeds {}", speeds.join(" ")));
    }
    if let Some(bandwidth) = settings.bandwidth {
        parts.push(format!("{bandwidth} units of data per second"));
    }
    vec![format!("workflow: {}", parts.join(", "))]
}

/// The scheduler, and how spare time is shared out.
pub(super) fn policy(settings: &Workflow) -> String {
    let scheduler = in_text(settings.scheduler.name());
    format!("{scheduler}, {}", settings.variant.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rarely_touched_is_named_only_where_it_is() {
        let tells = |json: &str| words(&serde_json::from_str(json).unwrap()).join("; ");
        assert_eq!(tells("{}"), "workflow: HEFT, deadline 2 × the schedule, r_even_time");
        assert_eq!(
            tells(
                r#"{"scheduler": "given", "deadline": 200, "variant": "cp_even_time", "threshold_percent": 1, "qoi_percent": 20,
                    "run_until": "reservation", "on_overrun": "renegotiate", "on_early_end": "move_earlier", "speeds": [1, 2.5], "bandwidth": 1000}"#
            ),
            "workflow: as given, deadline 200 s, cp_even_time, until 1 % are left, estimates ± 20 %, tasks end with their reservations, overruns renegotiated, \
             reservations moved forward when tasks end early, speeds 1 2.5, 1000 units of data per second"
        );
    }
}
