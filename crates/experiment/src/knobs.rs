//! All that can sensibly be varied: of the workload, of the platform and of the system.

use serde_json::Value;

use super::sweep::Vary;
use super::{MOST_PROCESSORS, Scenario, ScenarioError};
use base::setting::Row;
use scheduling::system::{Choices, Knob, Numbers, Unit, Values};
use workload::WorkloadKind;
use workload::reserve::RequestKind;

/// Where the fields of the reservations begin.
const RESERVATIONS: &str = "workload.reservations.";

/// The share of advance reservations.
pub const SHARE: &str = "workload.reservations.percent";
/// By how much requests are widened on both sides: no field of its own, it sets three.
pub const WINDOW: &str = "workload.reservations.window_hours";
/// The form of a request.
pub const REQUEST: &str = "workload.reservations.request";
/// The divisor of the time between submissions.
pub const LOAD: &str = "workload.load_factor";
/// The share of the work that stays when users leave.
pub const THINNING: &str = "workload.thin_users";
/// How many jobs are taken.
pub const COUNT: &str = "workload.count";
/// The ratio of communication to computation of a workflow.
pub const CCR: &str = "workload.ccr";
/// How many machines of a workflow are taken.
pub const MACHINES: &str = "workload.machines";
/// The processors of every provider: no field of its own, it sets them all.
pub const PROCESSORS: &str = "platform.processors";
/// How many providers there are: no field of its own, it makes as many of the first.
pub const PROVIDERS: &str = "platform.providers";

/// Of the workload, then of the platform.
const COMMON: &[Knob] = &[
    Knob {
        path: SHARE,
        key: "share",
        label: "advance reservations",
        short: "AR share",
        about: "How many of the jobs ask for an advance reservation, by a seeded draw.",
        values: Values::Numbers(Numbers {
            unit: Unit::Percent,
            usual: "0, 10, .., 100",
            least: 0.0,
            most: 100.0,
            whole: false,
            searched: false,
            zero: "no reservations",
            tried: &[],
            contrasts: &[
                ("no-reservations", "without reservations", 0.0),
                ("half-reservations", "with 50 % reservations", 50.0),
            ],
        }),
    },
    Knob {
        path: WINDOW,
        key: "window",
        label: "request interval, wider on each side by",
        short: "Interval",
        about: "Flexible requests, widened by this many hours at both ends.",
        values: Values::Numbers(Numbers {
            unit: Unit::Hours,
            usual: "0, 1, 2, 4, 8, 16, 24",
            least: 0.0,
            most: 87_600.0,
            ..PLAIN
        }),
    },
    Knob {
        path: REQUEST,
        key: "request",
        label: "form of requests",
        short: "Requests",
        about: "The request of an advance reservation, and whether it accepts less. Flexible requests are wider by the hours of the scenario.",
        values: Values::Choices(Choices { all: REQUESTS, overlaid: &[], contrasts: &[], with: "with", by_formula: "" }),
    },
    Knob {
        path: LOAD,
        key: "load",
        label: "load factor",
        short: "Load",
        about: "The time between submissions is divided by it: 2 doubles the load.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "0.5, 0.6, .., 1.5",
            least: workload::select::LOAD_FACTORS.0,
            most: workload::select::LOAD_FACTORS.1,
            ..PLAIN
        }),
    },
    Knob {
        path: THINNING,
        key: "thinning",
        label: "share of the work that stays, by thinning users",
        short: "Thinning",
        about: "A drawn subset of the users stays that has about this share of the work: 0.5 halves the load over the same span. 1 keeps all users.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "0.5, 0.6, .., 1",
            least: workload::select::THINNED_SHARES.0,
            most: workload::select::THINNED_SHARES.1,
            ..PLAIN
        }),
    },
    Knob {
        path: COUNT,
        key: "jobs",
        label: "jobs taken, from the first",
        short: "Jobs",
        about: "The greatest number of jobs, in order of submission.",
        values: Values::Numbers(Numbers {
            unit: Unit::Jobs,
            usual: "100, 200, 400, 700, 1000",
            least: 1.0,
            most: 1e9,
            whole: true,
            ..PLAIN
        }),
    },
    Knob {
        path: PROCESSORS,
        key: "processors",
        label: "processors of every provider",
        short: "Processors",
        about: "The processors of every provider.",
        values: Values::Numbers(Numbers {
            unit: Unit::Processors,
            usual: "32, 64, 96, 128, 192, 256",
            least: 1.0,
            most: MOST_PROCESSORS as f64,
            whole: true,
            ..PLAIN
        }),
    },
    Knob {
        path: PROVIDERS,
        key: "providers",
        label: "providers",
        short: "Providers",
        about: "The number of providers, each with the processors of the first.",
        values: Values::Numbers(Numbers {
            unit: Unit::Providers,
            usual: "1, 2, 3, 4, 6, 8",
            least: 1.0,
            most: 1_000.0,
            whole: true,
            ..PLAIN
        }),
    },
];

/// The knobs of a workflow.
const OF_WORKFLOWS: &[Knob] = &[
    Knob {
        path: CCR,
        key: "ccr",
        label: "communication ÷ computation (CCR)",
        short: "CCR",
        about: "The mean transfer time of data between two machines, divided by the mean run time of a task; the data are scaled to it.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "0.1, 0.2, 0.5, 1, 2, 5, 10",
            least: 0.0,
            most: workload::select::MOST_CCR,
            zero: "no communication",
            ..PLAIN
        }),
    },
    Knob {
        path: MACHINES,
        key: "machines",
        label: "machines of the workflow, from the first",
        short: "Machines",
        about: "The number of machines that the workflow runs on, counted from the first.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "1, 2, 3, 4, 5",
            least: 1.0,
            most: workload::select::MOST_MACHINES as f64,
            whole: true,
            ..PLAIN
        }),
    },
];

/// All forms but `listed`, which takes a list.
const REQUESTS: &[Row] = &{
    let mut rows = [*RequestKind::Fixed.row(); RequestKind::ALL.len() - 1];
    let (mut kind, mut kept) = (0, 0);
    while kind < RequestKind::ALL.len() {
        if !matches!(RequestKind::ALL[kind], RequestKind::Listed) {
            rows[kept] = *RequestKind::ALL[kind].row();
            kept += 1;
        }
        kind += 1;
    }
    rows
};

const PLAIN: Numbers = Numbers {
    unit: Unit::Times,
    usual: "",
    least: 0.0,
    most: 0.0,
    whole: false,
    searched: false,
    zero: "",
    tried: &[],
    contrasts: &[],
};

/// The knobs of a scenario: of its workload and platform, then of its system.
pub fn knobs(scenario: &Scenario) -> Vec<&'static Knob> {
    let model = scenario.system.model();
    if !model.takes_logs() {
        // A workflow's machines have no processors to count, and its own file may name them.
        let providers = COMMON.iter().filter(|it| it.path == PROVIDERS);
        let common = OF_WORKFLOWS.iter().chain(providers);
        return model.knobs().iter().chain(common).collect();
    }
    let is_there = |it: &&Knob| model.books() || !it.path.starts_with(RESERVATIONS);
    let common = COMMON.iter().filter(is_there);
    // For other content than logs the system's own knobs matter most and come first.
    match model.takes().first() {
        Some(WorkloadKind::Log) => common.chain(model.knobs()).collect(),
        _ => model.knobs().iter().chain(common).collect(),
    }
}

/// The knob at a path, if the scenario has it.
pub fn knob(scenario: &Scenario, path: &str) -> Option<&'static Knob> {
    knobs(scenario).into_iter().find(|it| it.path == path)
}

/// The knob of that key, if the scenario has it.
pub fn keyed(scenario: &Scenario, key: &str) -> Option<&'static Knob> {
    knobs(scenario).into_iter().find(|it| it.key == key)
}

/// Whether a knob makes a difference to a scenario.
///
/// # Errors
///
/// Why it makes none.
pub fn reads(scenario: &Scenario, path: &str) -> Result<(), &'static str> {
    let model = scenario.system.model();
    if path.starts_with(RESERVATIONS) && model.takes_logs() && !model.books() {
        return Err("to this system all jobs are batch jobs: choose another system");
    }
    let reservations = &scenario.workload.reservations;
    if path == SHARE && reservations.request == RequestKind::Listed {
        return Err(
            "the reservations are listed one by one (workload.reservations.request): there is no share to vary",
        );
    }
    if matches!(path, REQUEST | WINDOW) && !scenario.surroundings().reservations {
        return Err("there are no advance reservations: set workload.reservations.percent");
    }
    model.reads(path, &scenario.surroundings())
}

/// The first of these paths that none of these scenarios reads, and why the first scenario does not. O(paths) where each
/// is read by the first, at most O(scenarios · paths).
pub fn unread<'a>(
    paths: impl IntoIterator<Item = &'a str>,
    scenarios: impl IntoIterator<Item = Scenario>,
) -> Option<(&'a str, &'static str)> {
    let mut left: Vec<(&str, &'static str)> = paths.into_iter().map(|it| (it, "")).collect();
    for scenario in scenarios {
        left.retain_mut(|(path, why)| match reads(&scenario, path) {
            Ok(()) => false,
            Err(reason) => {
                if why.is_empty() {
                    *why = reason;
                }
                true
            }
        });
        if left.is_empty() {
            break;
        }
    }
    left.into_iter().find(|(_, why)| !why.is_empty())
}

/// The value that a scenario has at a path; null where there is none.
pub fn get(scenario: &Scenario, path: &str) -> Value {
    match path {
        PROCESSORS => scenario.platform.first().copied().into(),
        PROVIDERS => scenario.platform.len().into(),
        WINDOW => scenario.workload.reservations.later_hours.into(),
        path => {
            if let Some(value) = scenario.system.model().knob_value(path) {
                return value;
            }
            let json = serde_json::to_value(scenario).unwrap_or_default();
            let pointer = format!("/{}", path.replace('.', "/"));
            json.pointer(&pointer).cloned().unwrap_or_default()
        }
    }
}

/// The scenario with another value at a path.
///
/// # Errors
///
/// If there is no such field, or it does not take that value.
pub fn set(scenario: &Scenario, path: &str, value: &Value) -> Result<Scenario, ScenarioError> {
    let fail = |what: &str| ScenarioError(format!("{path}: {what}, not {value}"));
    let mut set = scenario.clone();
    match path {
        PROCESSORS => {
            let processors = value.as_u64().and_then(|it| u32::try_from(it).ok());
            let processors = processors.ok_or_else(|| fail("a number of processors is needed"))?;
            set.platform.fill(processors);
        }
        PROVIDERS => {
            let most = super::MOST_PROVIDERS as u64;
            let count = value.as_u64().filter(|count| (1..=most).contains(count));
            let count = count.ok_or_else(|| fail("a number of providers is needed"))? as usize;
            let processors = set.platform.first().copied().unwrap_or(1);
            set.platform = vec![processors; count];
            set.system.model_mut().keep_providers(count);
        }
        WINDOW => {
            let hours = value.as_f64().filter(|hours| *hours >= 0.0);
            let hours = hours.ok_or_else(|| fail("a number of hours is needed"))?;
            let reservations = &mut set.workload.reservations;
            reservations.request = RequestKind::Flexible;
            (reservations.earlier_hours, reservations.later_hours) = (hours, hours);
        }
        // Fields that are written only where they are set.
        CCR => {
            let ccr = value.as_f64();
            let needed = "a number or null is needed";
            set.workload.ccr = or_null(value, ccr).ok_or_else(|| fail(needed))?;
        }
        MACHINES => {
            let machines = value.as_u64().and_then(|it| u32::try_from(it).ok());
            let needed = "a number of machines or null is needed";
            set.workload.machines = or_null(value, machines).ok_or_else(|| fail(needed))?;
        }
        path => {
            if set.system.model_mut().set_knob(path, value) {
                return Ok(set);
            }
            let vary = Vary { path: path.to_owned(), values: Vec::new() };
            return vary.set_field(scenario, value);
        }
    }
    Ok(set)
}

/// A value that is null or fits its field.
fn or_null<T>(value: &Value, fits: Option<T>) -> Option<Option<T>> {
    match value {
        Value::Null => Some(None),
        _ => fits.map(Some),
    }
}

/// A number as JSON has it: whole ones without a fraction, so that they fit fields that count.
pub fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { Value::from(value as i64) } else { Value::from(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{System, validate};

    fn all() -> Vec<Scenario> {
        let of = |system| Scenario { system, ..Scenario::default() };
        System::all().into_iter().map(of).collect()
    }

    #[test]
    fn every_usual_value_can_be_set_and_is_there_then() {
        for scenario in all() {
            for knob in knobs(&scenario) {
                let values: Vec<Value> = match &knob.values {
                    Values::Numbers(numbers) => {
                        let list = numbers.usual.replace(' ', "");
                        let vary: Vary = format!("x={list}").parse().unwrap();
                        vary.values
                    }
                    Values::Choices(choices) => choices.all.iter().map(|it| it.key.into()).collect(),
                };
                assert!(values.len() > 1, "{}", knob.path);
                for value in values {
                    let set = set(&scenario, knob.path, &value).unwrap();
                    let got = get(&set, knob.path);
                    assert_eq!(got.as_f64(), value.as_f64(), "{}", knob.path);
                    assert!(got.is_number() || got == value, "{}", knob.path);
                    assert_eq!(validate(&set), Ok(()), "{} {value}", knob.path);
                }
            }
        }
    }

    #[test]
    fn every_form_of_request_but_a_list_may_be_chosen() {
        let knob = COMMON.iter().find(|it| it.path == REQUEST).unwrap();
        let chosen = knob.choices().unwrap().all.iter();
        let chosen: Vec<Value> = chosen.map(|it| it.key.into()).collect();
        let forms = RequestKind::ALL.into_iter();
        let forms = forms.filter(|it| *it != RequestKind::Listed);
        let forms: Vec<Value> = forms.map(|it| serde_json::to_value(it).unwrap()).collect();
        assert_eq!(chosen, forms);
    }

    #[test]
    fn what_is_out_of_range_is_refused_in_words() {
        let scenario = Scenario::default();
        for (path, value) in [
            (PROVIDERS, Value::from(0)),
            (PROVIDERS, Value::from(1_000_000_000_u64)),
            (PROCESSORS, Value::from(-1)),
            (WINDOW, Value::from("wide")),
            (CCR, Value::from("much")),
            (MACHINES, Value::from(1.5)),
            ("workload.no_such", Value::from(1)),
        ] {
            let error = set(&scenario, path, &value).unwrap_err().to_string();
            assert!(error.starts_with(path), "{error}");
        }
    }

    #[test]
    fn paths_and_contrasts_are_told_apart() {
        for scenario in all() {
            let knobs = knobs(&scenario);
            let mut paths: Vec<&str> = knobs.iter().map(|it| it.path).collect();
            paths.sort_unstable();
            paths.dedup();
            assert_eq!(paths.len(), knobs.len());
        }
    }
}
