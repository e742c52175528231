//! A scenario in plain English, for titles and captions.

pub mod differences;
mod numbered;
mod run_line;
#[cfg(test)]
pub mod testing;

pub use numbered::numbered;
pub use run_line::{around, caption, run_line};

use super::Scenario;
use crate::engine::SlowdownThreshold;
pub use crate::system::speaker::{Part, Speaker};
use crate::workload::WorkloadKind;
use crate::workload::reserve::{IntervalLength, IntervalStart, RequestKind, Reservations};
use crate::workload::select::{LimitFrom, Selection, SizeFrom};

/// The scenario in one line, its parts set apart by `·`: which jobs, which processors, which
/// policies, the seed. Options that are rarely touched are named only where they are not the
/// default, and those that have no effect are left out.
pub fn words(scenario: &Scenario) -> String {
    words_on(scenario, usual_kind(scenario))
}

/// The kind of workload that its system takes.
fn usual_kind(scenario: &Scenario) -> WorkloadKind {
    match scenario.system.model().takes_logs() {
        true => WorkloadKind::Log,
        false => WorkloadKind::Workflow,
    }
}

/// The same on a workload of that kind.
pub fn words_on(scenario: &Scenario, kind: WorkloadKind) -> String {
    let mut parts = match kind {
        WorkloadKind::Log => vec![selection(scenario), platform(&scenario.platform)],
        // What a workflow runs on its own file says.
        WorkloadKind::Workflow => vec![of_workflow(&scenario.workload)],
        WorkloadKind::TaskBatch => vec![nodes(scenario.platform.len())],
    };
    parts.extend(scenario.system.model().words(&scenario.surroundings()));
    let threshold = scenario.bounded_slowdown_threshold;
    if threshold != SlowdownThreshold::USUAL {
        parts.push(format!("slowdowns bounded at {threshold} s"));
    }
    parts.push(format!("seed {}", scenario.seed));
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

/// How many nodes a batch has: each is a whole one, whatever the platform says.
fn nodes(count: usize) -> String {
    match count {
        1 => "one node".to_owned(),
        count => format!("{count} nodes"),
    }
}

/// What is taken of a workflow, if it is not taken as it is.
fn of_workflow(selection: &Selection) -> String {
    let machines = selection.machines.map(|count| match count {
        1 => "its first machine alone".to_owned(),
        count => format!("its first {count} machines"),
    });
    let ccr = selection
        .ccr
        .map(|it| format!("data scaled to a CCR of {it}"));
    let parts: Vec<String> = machines.into_iter().chain(ccr).collect();
    parts.join(", ")
}

fn selection(scenario: &Scenario) -> String {
    let selection = &scenario.workload;
    let mut text = match (selection.first_job, selection.last_job) {
        (None, None) => "all jobs".to_owned(),
        (Some(first), None) => format!("jobs from {first}"),
        (None, Some(last)) => format!("jobs to {last}"),
        (Some(first), Some(last)) => format!("jobs {first}–{last}"),
    };
    if selection.skip_never_ran {
        text.push_str(" that ran");
    }
    if let Some(count) = selection.count {
        text.push_str(&format!(", the first {count}"));
    }
    if selection.size_from == SizeFrom::Allocated {
        text.push_str(", sizes as allocated");
    }
    if let Some(most) = selection.clip_size_to {
        text.push_str(&format!(", sizes clipped to {most}"));
    }
    if selection.limit_from == LimitFrom::RunTime {
        text.push_str(", limits equal to run times");
    }
    if let Some(limit) = selection.missing_limit {
        text.push_str(&format!(", missing limits set to {limit} s"));
    } else if selection.missing_limit_factor != 1.0 {
        let factor = selection.missing_limit_factor;
        text.push_str(&format!(", missing limits set to {factor} × run time"));
    }
    if let Some(most) = selection.clip_limit_to {
        text.push_str(&format!(", requested times clipped to {most} s"));
    }
    if let Some(fold) = selection.fold {
        let of_each = fold
            .keep_days
            .map_or(String::new(), |days| format!("{days} d of each of "));
        text.push_str(&format!(
            ", {of_each}{} intervals of {} d at once",
            fold.intervals, fold.days
        ));
    }
    if selection.load_factor != 1.0 {
        text.push_str(&format!(", load × {}", selection.load_factor));
    }
    if scenario.system.model().books() {
        text = text + ", " + &reservations(&selection.reservations);
    }
    text
}

fn reservations(reservations: &Reservations) -> String {
    if !reservations.any() {
        return "no advance reservations".to_owned();
    }
    let Reservations {
        percent,
        least_percent,
        ..
    } = reservations;
    let request = match reservations.request {
        RequestKind::Listed => {
            let listed = reservations.listed.iter();
            let less = match listed.filter(|it| it.best_effort.is_some()).count() {
                0 => String::new(),
                count => format!(", {count} of best effort"),
            };
            return match reservations.listed.len() {
                1 => format!("advance reservations as listed (1 request{less})"),
                count => format!("advance reservations as listed ({count} requests{less})"),
            };
        }
        RequestKind::Fixed => "fixed".to_owned(),
        kind => {
            let mut parts = Vec::new();
            if kind.is_flexible() {
                let Reservations {
                    earlier_hours,
                    later_hours,
                    ..
                } = reservations;
                parts.push(match *earlier_hours < 0.0 {
                    true => format!("flexible, {} to {later_hours} h later", -earlier_hours),
                    false => {
                        format!(
                            "flexible, up to {earlier_hours} h earlier and {later_hours} h later"
                        )
                    }
                });
            }
            if kind.takes_fewer_processors() {
                parts.push(format!(
                    "best effort, on at least {least_percent} % of the processors"
                ));
            }
            if kind.takes_less_time() {
                parts.push(format!(
                    "best effort, for at least {least_percent} % of the time"
                ));
            }
            parts.join(", ")
        }
    };
    let start = match reservations.start {
        IntervalStart::LoggedWait => String::new(),
        IntervalStart::LeadTime => format!(
            ", {} to {} h ahead",
            reservations.lead_hours_min, reservations.lead_hours_max
        ),
    };
    let interval = match reservations.interval {
        IntervalLength::Requested => "",
        IntervalLength::RunTime => ", as long as the job runs",
    };
    format!("{percent} % advance reservations ({request}{interval}{start})")
}

/// `2 × 64 processors`, `64 + 128 processors`; runs of equal providers are counted.
fn platform(platform: &[u32]) -> String {
    let parts: Vec<String> = platform
        .chunk_by(|a, b| a == b)
        .map(|equal| match equal.len() {
            1 => equal[0].to_string(),
            count => format!("{count} × {}", equal[0]),
        })
        .collect();
    match parts.len() {
        0 => "no processors".to_owned(),
        1..=8 => parts.join(" + ") + " processors",
        _ => {
            let all: u64 = platform.iter().map(|&p| u64::from(p)).sum();
            format!("{all} processors of {} providers", platform.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(json: &str) -> String {
        words(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn a_batch_has_nodes_and_no_jobs_of_a_log() {
        let scenario = r#"{"system": {"broker": {}}, "platform": [100, 100, 100]}"#;
        let scenario = serde_json::from_str(scenario).unwrap();
        let told = words_on(&scenario, WorkloadKind::TaskBatch);
        assert!(told.starts_with("3 nodes · broker:"), "{told}");
        assert!(words(&scenario).starts_with("jobs 1–1000"));
    }

    #[test]
    fn the_default_scenario_in_words() {
        assert_eq!(
            words(&Scenario::default()),
            "jobs 1–1000 that ran, 30 % advance reservations (fixed) · 2 × 64 processors · \
             grid: AR first, load balancing, MCT, on arrival · \
             local: FCFS with backfilling, killed at the limit · seed 1"
        );
    }

    #[test]
    fn what_has_no_effect_is_not_mentioned() {
        assert_eq!(
            words_of(
                r#"{"workload": {"first_job": null, "last_job": null, "skip_never_ran": false,
                     "reservations": {"percent": 0}}, "platform": [128],
                    "system": {"two_level": {"completion": "job",
                      "local": {"queue": "easy", "period": 600, "over_limit": "ignore"}}}, "seed": 7}"#
            ),
            "all jobs, no advance reservations · 128 processors · grid: on arrival · \
             local: EASY backfilling, running on past the limit · seed 7"
        );
    }

    #[test]
    fn rare_options_are_named_where_they_differ() {
        assert_eq!(
            words_of(
                r#"{"workload": {"first_job": 5, "last_job": null, "count": 100, "size_from": "allocated",
                     "clip_size_to": 32, "limit_from": "run_time", "missing_limit_factor": 2.5, "clip_limit_to": 86400, "load_factor": 1.2,
                     "reservations": {"percent": 12.5, "request": "flexible", "earlier_hours": 1.5, "later_hours": 24,
                       "interval": "run_time"}},
                    "platform": [64, 64, 128],
                    "system": {"two_level": {
                      "grid": {"period": 300, "queue": "largest", "reservation_queue": "fcfs", "batch_allocation": "round_robin"},
                      "local": {"queue": "lsf", "period": 600},
                      "late_reservations": "deadline", "reservation_length": "run_time",
                      "reservation_end": "job_end", "completion": "job", "mct_ties": "order"}}}"#
            ),
            "jobs from 5 that ran, the first 100, sizes as allocated, sizes clipped to 32, limits equal to run times, \
             missing limits set to 2.5 × run time, requested times clipped to 86400 s, load × 1.2, \
             12.5 % advance reservations (flexible, up to 1.5 h earlier and 24 h later, \
             as long as the job runs) · \
             2 × 64 + 128 processors · \
             grid: AR FCFS, largest jobs first, round robin, MCT (ties in order), every 300 s · \
             local: LSF (largest size first) every 600 s, killed at the limit · \
             reservations: late ones rejected, for the run time, freed at the job's end, \
             complete at the job's end · seed 1"
        );
    }

    #[test]
    fn every_form_of_request_has_words() {
        let words = |json: &str| reservations(&serde_json::from_str(json).unwrap());
        assert_eq!(
            words(r#"{"start": "lead_time", "lead_hours_max": 12.5}"#),
            "30 % advance reservations (fixed, 0 to 12.5 h ahead)"
        );
        assert_eq!(
            words(r#"{"request": "best_effort_processors"}"#),
            "30 % advance reservations (best effort, on at least 50 % of the processors)"
        );
        assert_eq!(
            words(r#"{"request": "best_effort_time", "least_percent": 20, "start": "lead_time"}"#),
            "30 % advance reservations (best effort, for at least 20 % of the time, 0 to 24 h ahead)"
        );
        assert_eq!(
            words(r#"{"request": "flexible_best_effort_processors", "later_hours": 8}"#),
            "30 % advance reservations (flexible, up to 0 h earlier and 8 h later, \
             best effort, on at least 50 % of the processors)"
        );
        assert_eq!(
            words(r#"{"request": "flexible_best_effort_time", "earlier_hours": 1}"#),
            "30 % advance reservations (flexible, up to 1 h earlier and 0 h later, \
             best effort, for at least 50 % of the time)"
        );
        let listed = r#"{"request": "listed", "percent": 0,
            "listed": [{"job": 1, "ready": 0, "deadline": 9}, {"job": 2, "ready": 0, "deadline": 9}]}"#;
        assert_eq!(words(listed), "advance reservations as listed (2 requests)");
        let listed = listed.replacen("9}", r#"9, "best_effort": {"time": 50}}"#, 1);
        assert_eq!(
            words(&listed),
            "advance reservations as listed (2 requests, 1 of best effort)"
        );
        assert_eq!(words(r#"{"request": "listed"}"#), "no advance reservations");
    }

    #[test]
    fn large_platforms_are_summed_up() {
        assert_eq!(platform(&[]), "no processors");
        assert_eq!(platform(&[16; 24]), "24 × 16 processors");
        let mixed: Vec<u32> = (1..=20).collect();
        assert_eq!(platform(&mixed), "210 processors of 20 providers");
    }
}
