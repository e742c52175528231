//! A scenario in plain English, for titles and captions.

pub mod differences;
mod run_line;

#[cfg(test)]
mod tests;

pub use run_line::{around, caption, common_line, forwarding, run_line};
pub use scheduling::system::speaker::{Part, Speaker};

use scheduling::engine::SlowdownThreshold;
use scheduling::engine::decisions::{Entry, Own};
use scheduling::system::Knob;
use serde_json::Value;
use workload::reserve::{IntervalLength, IntervalStart, RequestKind, Reservations};
use workload::select::Selection;
use workload::{WorkloadKind, flops};

use super::{Scenario, knobs};

/// The scenario in one line, its parts set apart by `·`: which jobs, which processors, which
/// policies, the seed. Options that are rarely touched are named only where they are not the
/// default, and those that have no effect are left out.
pub fn words(scenario: &Scenario) -> String {
    words_on(scenario, usual_kind(scenario))
}

/// The kind of workload that its system takes.
pub fn usual_kind(scenario: &Scenario) -> WorkloadKind {
    if scenario.system.model().takes_logs() { WorkloadKind::Log } else { WorkloadKind::Workflow }
}

/// The words of a scenario on a workload of that kind.
pub fn words_on(scenario: &Scenario, kind: WorkloadKind) -> String {
    let mut parts = match kind {
        WorkloadKind::Log => vec![selection(scenario), platform(&scenario.platform)],
        // The file describes its workflow itself.
        WorkloadKind::Workflow => vec![of_workflow(&scenario.workload)],
        WorkloadKind::TaskBatch => vec![nodes(scenario.platform.len())],
    };
    parts.extend(scenario.system.words(&scenario.surroundings()));
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

/// The part of a workflow that is taken, unless all of it is.
fn of_workflow(selection: &Selection) -> String {
    let machines = selection.machines.map(|count| match count {
        1 => "its first machine alone".to_owned(),
        count => format!("its first {count} machines"),
    });
    let ccr = selection.ccr.map(|it| format!("data scaled to a CCR of {it}"));
    let speed = selection.flops_per_second.map(operations);
    let parts: Vec<String> = machines.into_iter().chain(ccr).chain(speed).collect();
    parts.join(", ")
}

/// A speed: `2 Gflop/s`.
fn operations(per_second: f64) -> String {
    format!("{} Gflop/s", per_second / flops::USUAL)
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
    let is_named = |row: &Knob| match row.path {
        knobs::THINNING => selection.thins(),
        path => path.starts_with("workload.") && !row.words.is_empty() && knobs::reads(scenario, path).is_ok(),
    };
    for (row, _, value) in knobs::differing(&Scenario::default(), scenario, is_named) {
        text = text + ", " + &row.words(&value);
    }
    if let Some(fold) = selection.fold {
        let of_each = fold.keep_days.map_or(String::new(), |days| format!("{days} d of each of "));
        text.push_str(&format!(", {of_each}{} intervals of {} d at once", fold.intervals, fold.days));
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
    let Reservations { percent, least_percent, .. } = reservations;
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
                let Reservations { earlier_hours, later_hours, .. } = reservations;
                parts.push(if *earlier_hours < 0.0 {
                    format!("flexible, {} to {later_hours} h later", -earlier_hours)
                } else {
                    format!("flexible, up to {earlier_hours} h earlier and {later_hours} h later")
                });
            }
            if kind.takes_fewer_processors() {
                parts.push(format!("best effort, on at least {least_percent} % of the processors"));
            }
            if kind.takes_less_time() {
                parts.push(format!("best effort, for at least {least_percent} % of the time"));
            }
            parts.join(", ")
        }
    };
    let start = match reservations.start {
        IntervalStart::LoggedWait => String::new(),
        IntervalStart::LeadTime => {
            format!(", {} to {} h ahead", reservations.lead_hours_min, reservations.lead_hours_max)
        }
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

/// Decisions as JSON, in which `name` gives the name of every job by its index: a number of the log, or the name
/// of a task. Indices of a run are meaningless outside of it. Providers, agents and nodes are counted from 0.
pub fn numbered(entries: &[Entry], name: &dyn Fn(u32) -> Value) -> Value {
    let mut json = serde_json::to_value(entries).unwrap_or_default();
    rename(&mut json, name);
    json
}

/// The fields that hold the index of a job.
const JOBS: [&str; 2] = ["job", "by"];

/// The only field of a decision of one system, which its facts replace.
const OWN: &str = "Own";

/// The field that holds a list of such indices, where it is one of numbers.
const LISTED: &str = "listed";

fn rename(json: &mut Value, name: &dyn Fn(u32) -> Value) {
    let renamed = |value: &Value| {
        let index = value.as_u64().and_then(|it| u32::try_from(it).ok());
        index.map(name)
    };
    match json {
        Value::Array(items) => items.iter_mut().for_each(|it| rename(it, name)),
        Value::Object(fields) => {
            if let Some(own) = fields.get(OWN) {
                *json = serde_json::from_value(own.clone()).map_or(Value::Null, |own: Own| own.value());
                return rename(json, name);
            }
            for (field, value) in fields {
                if JOBS.contains(&field.as_str())
                    && let Some(called) = renamed(value)
                {
                    *value = called;
                } else if field == LISTED
                    && let Value::Array(items) = value
                    && items.iter().all(Value::is_u64)
                {
                    items.iter_mut().for_each(|it| *it = name_or_keep(it, &renamed));
                } else {
                    rename(value, name);
                }
            }
        }
        _ => {}
    }
}

fn name_or_keep(value: &Value, renamed: &impl Fn(&Value) -> Option<Value>) -> Value {
    renamed(value).unwrap_or_else(|| value.clone())
}
