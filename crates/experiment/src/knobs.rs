//! The settings of a scenario, a row for each: those of its workload and platform, and those of its system.

use std::sync::Arc;

use serde_json::Value;

use super::sweep::Vary;
use super::{MOST_PROCESSORS, Scenario, ScenarioError};
use base::json;
use base::setting::Row;
use scheduling::system::{
    CHOICES, Choices, KNOB, Knob, NUMBERS, Numbers, PERCENT, Place, Slide, System, Unit, Values, YEAR, choices,
};
use workload::reserve::{IntervalLength, IntervalStart, RequestKind};
use workload::select::{Dependencies, LOAD_FACTORS, LimitFrom, MOST_CCR, MOST_MACHINES, SizeFrom, THINNED_SHARES};
use workload::{MAX_TIME, WorkloadKind, flops};

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
/// The seed of all draws.
const SEED: &str = "seed";
/// The processors of every provider: no field of its own, it sets them all.
pub const PROCESSORS: &str = "platform.processors";
/// How many providers there are: no field of its own, it makes as many of the first.
pub const PROVIDERS: &str = "platform.providers";

const TAKEN: Place = Place::More("Jobs taken");
const ASKED: Place = Place::More("Reservations");
const OF_FILE: Place = Place::More("Workload");

/// A job of the log, by its number.
const JOB: Numbers = Numbers { most: u64::MAX as f64, ..NUMBERS };

/// A number of hours with fractions.
const HOURS: Numbers = Numbers { unit: Unit::Hours, most: 876_000.0, whole: false, ..NUMBERS };

/// A number that a field of 32 bits holds.
const SMALL: Numbers = Numbers { least: 1.0, most: 4_294_967_295.0, ..NUMBERS };

/// Seconds from 1 to the longest time of a log.
const LIMIT: Numbers = Numbers { unit: Unit::Seconds, least: 1.0, most: MAX_TIME as f64, ..NUMBERS };

/// Of the workload, then of the platform.
const COMMON: &[Knob] = &[
    Knob {
        path: SHARE,
        alias: "share",
        id: "ar-percent",
        title: "Jobs that reserve",
        place: Place::Basic,
        label: "advance reservations",
        short: "AR share",
        about: "How many of the jobs ask for an advance reservation instead of queueing, by a seeded draw. A larger share always contains the jobs of a smaller one.",
        values: Values::Numbers(Numbers {
            usual: "0, 10, .., 100",
            zero: "no reservations",
            contrasts: &[
                ("no-reservations", "without reservations", 0.0),
                ("half-reservations", "with 50 % reservations", 50.0),
            ],
            slide: Slide::To(100.0, 1.0),
            ..PERCENT
        }),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.listed",
        alias: "requests",
        title: "Listed jobs",
        place: Place::Basic,
        about: "A list names the jobs that are reservations by their numbers in the log, each with its ready time and deadline in seconds of the log. One job per line: job,ready,deadline; behind them, if less is to be taken where the full request cannot be met, the least in percent: least_processors,least_time. Drop it anywhere on the page.",
        ..KNOB
    },
    Knob {
        path: WINDOW,
        alias: "window",
        label: "request interval, wider on each side by",
        short: "Interval",
        about: "Flexible requests, widened by this many hours at both ends.",
        values: Values::Numbers(Numbers { usual: "0, 1, 2, 4, 8, 16, 24", ..HOURS }),
        ..KNOB
    },
    Knob {
        path: REQUEST,
        label: "form of requests",
        short: "Requests",
        about: "The request of an advance reservation, and whether it accepts less. Flexible requests are wider by the hours of the scenario.",
        values: Values::Choices(Choices { all: REQUESTS, with: "with", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: REQUEST,
        alias: "request-kind",
        title: "Request",
        place: ASKED,
        about: "The type of the request. Fixed: one interval. Flexible: the reservation may begin earlier or end later by the hours given. Best effort: it takes fewer processors, or a shorter time, if there is no room for the whole request. Listed: a list names the jobs.",
        values: choices(RequestKind::ROWS),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.earlier_hours",
        title: "Ready earlier by",
        place: ASKED,
        about: "How many hours before the start of the requested interval the job is ready. Below 0 the window begins later.",
        values: Values::Numbers(Numbers { least: f64::MIN, most: f64::MAX, ..HOURS }),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.later_hours",
        title: "Due later by",
        place: ASKED,
        about: "How many hours after the end of the requested interval the deadline d lies.",
        values: Values::Numbers(Numbers { most: f64::MAX, ..HOURS }),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.least_percent",
        title: "Accepts at least",
        place: ASKED,
        about: "The least that a best effort reservation accepts, in percent of its request.",
        values: Values::Numbers(Numbers { least: 1.0, whole: true, ..PERCENT }),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.start",
        alias: "interval-start",
        title: "Start",
        place: ASKED,
        about: "Where the requested interval begins: at the start of the job in the log, or a lead time, drawn at random, after its submission.",
        values: choices(IntervalStart::ROWS),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.lead_hours_min",
        alias: "lead-min",
        title: "Lead time, at least",
        place: ASKED,
        about: "The shortest lead time: from the submission of a reservation to its earliest start.",
        values: Values::Numbers(HOURS),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.lead_hours_max",
        alias: "lead-max",
        title: "Lead time, at most",
        place: ASKED,
        about: "The longest lead time. All whole seconds between the two are equally likely.",
        values: Values::Numbers(HOURS),
        ..KNOB
    },
    Knob {
        path: "workload.reservations.interval",
        alias: "interval-length",
        title: "Interval",
        place: ASKED,
        about: "The length of the interval that a reservation requests, and with it its deadline: the time that the job requested, or its run time. Users request several times the time that they use, so a deadline by the run time is much earlier.",
        values: choices(IntervalLength::ROWS),
        ..KNOB
    },
    Knob {
        path: LOAD,
        alias: "load",
        id: "load-factor",
        title: "Load ×",
        place: TAKEN,
        label: "load factor",
        short: "Load",
        about: "The time between submissions is divided by it: 2 doubles the load.",
        values: Values::Numbers(Numbers {
            usual: "0.5, 0.6, .., 1.5",
            least: LOAD_FACTORS.0,
            most: LOAD_FACTORS.1,
            whole: false,
            ..NUMBERS
        }),
        words: "load × {}",
        ..KNOB
    },
    Knob {
        path: THINNING,
        alias: "thinning",
        id: "thin-users",
        title: "Thin users to",
        place: TAKEN,
        label: "share of the work that stays, by thinning users",
        short: "Thinning",
        about: "A drawn subset of the users stays that has about this share of the work: 0.5 halves the load over the same span. 1 keeps all users; a denser load comes from the load factor.",
        values: Values::Numbers(Numbers {
            usual: "0.5, 0.6, .., 1",
            least: THINNED_SHARES.0,
            most: THINNED_SHARES.1,
            whole: false,
            empty: "all",
            ..NUMBERS
        }),
        words: "users thinned to {} of the work",
        ..KNOB
    },
    Knob {
        path: COUNT,
        alias: "jobs",
        id: "job-count",
        title: "At most",
        place: TAKEN,
        label: "jobs taken, from the first",
        short: "Jobs",
        about: "The greatest number of jobs, in order of submission.",
        values: Values::Numbers(Numbers { unit: Unit::Jobs, usual: "100, 200, 400, 700, 1000", empty: "all", ..SMALL }),
        words: "the first {}",
        ..KNOB
    },
    Knob {
        path: "workload.first_job",
        title: "First job",
        place: TAKEN,
        about: "The lowest job number taken, by the numbers of the log.",
        values: Values::Numbers(Numbers { empty: "the first", ..JOB }),
        ..KNOB
    },
    Knob {
        path: "workload.last_job",
        title: "Last job",
        place: TAKEN,
        about: "The highest job number taken, by the numbers of the log.",
        values: Values::Numbers(Numbers { empty: "the last", ..JOB }),
        ..KNOB
    },
    Knob {
        path: "workload.skip_never_ran",
        title: "Leave out jobs that never ran",
        place: TAKEN,
        about: "Jobs that have no run time, or a run time of 0, are left out. Otherwise they take 0 s.",
        values: Values::Switch,
        ..KNOB
    },
    Knob {
        path: "workload.size_from",
        title: "Size of a job",
        place: Place::Assumption,
        about: "Which of the log's two sizes is a job's size; the other one is used if it is unknown.",
        values: choices(SizeFrom::ROWS),
        words: "sizes as {}",
        ..KNOB
    },
    Knob {
        path: "workload.clip_size_to",
        alias: "clip-size",
        title: "Clip sizes to",
        place: TAKEN,
        about: "Larger sizes are set to this number of processors.",
        values: Values::Numbers(Numbers { empty: "never", ..SMALL }),
        words: "sizes clipped to {}",
        ..KNOB
    },
    Knob {
        path: "workload.limit_from",
        title: "Time limit of a job",
        place: Place::Assumption,
        about: "Where a job's processing time limit comes from: the requested time, or the run time, as if its user had known it.",
        values: choices(LimitFrom::ROWS),
        words: "limits equal to run times",
        ..KNOB
    },
    Knob {
        path: "workload.missing_limit_factor",
        alias: "missing-factor",
        title: "No limit: run time ×",
        place: Place::Assumption,
        about: "The limit of a job for which the log has no requested time is its run time times this.",
        values: Values::Numbers(Numbers { least: f64::MIN_POSITIVE, most: f64::MAX, whole: false, ..NUMBERS }),
        words: "missing limits set to {} × run time",
        ..KNOB
    },
    Knob {
        path: "workload.missing_limit",
        title: "No limit: fixed",
        place: Place::Assumption,
        about: "The limit of all jobs for which the log has no requested time, in place of the factor: the default of their queue.",
        values: Values::Numbers(Numbers { empty: "by the factor", ..LIMIT }),
        words: "missing limits set to {}",
        ..KNOB
    },
    Knob {
        path: "workload.clip_limit_to",
        alias: "clip-limit",
        title: "Clip limits to",
        place: TAKEN,
        about: "Longer requested times are cut to this. Run times stay: a job that runs longer is then over its limit.",
        values: Values::Numbers(Numbers { empty: "never", ..LIMIT }),
        words: "requested times clipped to {}",
        ..KNOB
    },
    Knob {
        path: "workload.unlimited",
        title: "Unlimited jobs",
        place: Place::Assumption,
        about: "The limit of jobs of which the log says that they have none. Without one nothing is promised behind such a job, and a reservation ahead keeps it out.",
        values: Values::Numbers(Numbers { empty: "no limit", ..LIMIT }),
        words: "jobs without a limit set to {}",
        ..KNOB
    },
    Knob {
        path: "workload.dependencies",
        title: "Preceding jobs",
        place: TAKEN,
        about: "Whether a job that names a preceding job is submitted when that one has ended in this run, and its think time later.",
        values: choices(Dependencies::ROWS),
        words: "jobs submitted at the end of those that they name",
        ..KNOB
    },
    Knob {
        path: "workload.flops_per_second",
        title: "Speed, Gflop/s",
        place: OF_FILE,
        about: "How many floating-point operations a processor, or a machine of speed 1, does in a second, in 10⁹. The file measures work in operations and names no speed.",
        values: Values::Numbers(Numbers {
            least: flops::SPEEDS.0,
            most: flops::SPEEDS.1,
            whole: false,
            empty: "1",
            per: flops::USUAL,
            ..NUMBERS
        }),
        words: "{} Gflop/s",
        ..KNOB
    },
    Knob {
        path: PROCESSORS,
        label: "processors of every provider",
        short: "Processors",
        about: "The processors of every provider.",
        values: Values::Numbers(Numbers {
            unit: Unit::Processors,
            usual: "32, 64, 96, 128, 192, 256",
            least: 1.0,
            most: MOST_PROCESSORS as f64,
            ..NUMBERS
        }),
        ..KNOB
    },
    Knob {
        path: PROVIDERS,
        label: "providers",
        short: "Providers",
        about: "The number of providers, each with the processors of the first.",
        values: Values::Numbers(Numbers {
            unit: Unit::Providers,
            usual: "1, 2, 3, 4, 6, 8",
            least: 1.0,
            most: super::MOST_PROVIDERS as f64,
            ..NUMBERS
        }),
        ..KNOB
    },
    Knob {
        path: "platform",
        title: "Platform",
        place: Place::Basic,
        about: "The providers: how many, and their processors.",
        ..KNOB
    },
    Knob {
        path: SEED,
        title: "Seed",
        place: Place::More("Draws"),
        about: "All random choices are derived from this number. The same seed gives the same run on every machine.",
        values: Values::Typed(""),
        ..KNOB
    },
    Knob {
        path: "bounded_slowdown_threshold",
        alias: "slowdown-threshold",
        title: "Slowdowns bounded at",
        place: Place::Assumption,
        about: "Run times below this count as this where slowdowns are bounded (Feitelson 2001).",
        values: Values::Numbers(Numbers { unit: Unit::Seconds, least: 1.0, most: YEAR, ..NUMBERS }),
        ..KNOB
    },
];

const OF_WORKFLOWS: &[Knob] = &[
    Knob {
        path: CCR,
        title: "Communication ÷ computation",
        place: OF_FILE,
        label: "communication ÷ computation (CCR)",
        short: "CCR",
        about: "The mean transfer time of data between two machines, divided by the mean run time of a task; the data are scaled to it.",
        values: Values::Numbers(Numbers {
            usual: "0.1, 0.2, 0.5, 1, 2, 5, 10",
            most: MOST_CCR,
            whole: false,
            zero: "no communication",
            empty: "as in the file",
            ..NUMBERS
        }),
        ..KNOB
    },
    Knob {
        path: MACHINES,
        id: "machines-taken",
        title: "Machines, the first",
        place: OF_FILE,
        label: "machines of the workflow, from the first",
        short: "Machines",
        about: "The number of machines that the workflow runs on, counted from the first.",
        values: Values::Numbers(Numbers {
            usual: "1, 2, 3, 4, 5",
            least: 1.0,
            most: MOST_MACHINES as f64,
            empty: "all",
            ..NUMBERS
        }),
        ..KNOB
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

/// The settings of a scenario in the order of axes: of its workload and platform, then of its system; first those of the
/// system where it takes other content than logs, since they matter most there.
pub fn rows(scenario: &Scenario) -> Vec<&'static Knob> {
    let model = scenario.system.model();
    let own = model.card().rows.iter();
    if !model.takes_logs() {
        // A workflow's machines have no processors to count, and its own file may name them.
        let common = COMMON.iter().filter(|it| matches!(it.path, PROVIDERS | "platform" | SEED));
        return own.chain(OF_WORKFLOWS).chain(common).collect();
    }
    let is_there = |it: &&Knob| model.books() || !it.path.starts_with(RESERVATIONS);
    let common = COMMON.iter().filter(is_there);
    match model.takes().first() {
        Some(WorkloadKind::Log) => common.chain(own).collect(),
        _ => own.chain(common).collect(),
    }
}

/// The explanations of the settings with a key, of any system.
pub fn abouts(key: &str) -> Vec<&'static str> {
    let own = System::all().into_iter().flat_map(|it| it.model().card().rows);
    own.chain(COMMON).chain(OF_WORKFLOWS).filter(|it| it.key() == key).map(|it| it.about).collect()
}

/// Those that can sensibly be varied.
pub fn knobs(scenario: &Scenario) -> Vec<&'static Knob> {
    rows(scenario).into_iter().filter(|it| it.is_varied()).collect()
}

pub fn knob(scenario: &Scenario, path: &str) -> Option<&'static Knob> {
    knobs(scenario).into_iter().find(|it| it.path == path)
}

pub fn keyed(scenario: &Scenario, key: &str) -> Option<&'static Knob> {
    knobs(scenario).into_iter().find(|it| it.key() == key)
}

/// Whether a setting makes a difference to a scenario.
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
    let request = reservations.request;
    let any = scenario.surroundings().reservations;
    let is_listed = request == RequestKind::Listed;
    let why = match path.strip_prefix(RESERVATIONS) {
        Some("percent") if is_listed => {
            "the reservations are listed one by one (workload.reservations.request): there is no share to vary"
        }
        Some("listed") if !is_listed => "the reservations are a share of the jobs: choose listed requests",
        Some("start" | "interval" | "lead_hours_min" | "lead_hours_max") if is_listed => {
            "a list says itself when its intervals are"
        }
        None if path == "workload.missing_limit_factor" && scenario.workload.missing_limit.is_some() => {
            "jobs without a limit get a fixed one: set workload.missing_limit to null"
        }
        Some("percent" | "listed") => return Ok(()),
        Some("lead_hours_min" | "lead_hours_max") if reservations.start != IntervalStart::LeadTime => {
            "reservations start as logged: set workload.reservations.start to lead_time"
        }
        Some("earlier_hours" | "later_hours") if !request.is_flexible() => {
            "requests are not flexible: choose another workload.reservations.request"
        }
        Some("least_percent") if !request.is_best_effort() => {
            "requests accept no less than they ask for: choose another workload.reservations.request"
        }
        Some(_) if !any && !is_listed => "there are no advance reservations: set workload.reservations.percent",
        _ => {
            let surroundings = scenario.surroundings();
            return scenario.system.field(path).map_or(Ok(()), |field| model.reads(field, &surroundings));
        }
    };
    Err(why)
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
    let absent = || rows(scenario).into_iter().find(|it| it.path == path).map(Knob::absent);
    written(scenario, &json_of(scenario), path).or_else(absent).unwrap_or_default()
}

/// The settings among those that are wanted in which two scenarios differ, with the values of both, in the order of the
/// second.
pub fn differing(
    from: &Scenario,
    to: &Scenario,
    is_wanted: impl Fn(&Knob) -> bool,
) -> Vec<(&'static Knob, Value, Value)> {
    let [before, after] = [from, to].map(json_of);
    let wanted = rows(to).into_iter().filter(|it| is_wanted(it));
    let both = wanted.map(|it| (it, value_in(from, &before, it), value_in(to, &after, it)));
    both.filter(|(_, old, new)| old != new).collect()
}

/// A scenario as JSON without its list of requests, which may be long.
pub fn json_of(scenario: &Scenario) -> Value {
    let mut scenario = scenario.clone();
    scenario.workload.reservations.listed = Arc::default();
    serde_json::to_value(scenario).unwrap_or_default()
}

/// The value of a row, of a scenario that [`json_of`] has written.
pub fn value_in(scenario: &Scenario, json: &Value, row: &Knob) -> Value {
    written(scenario, json, row.path).unwrap_or_else(|| row.absent())
}

/// The value at a path, unless it is left out.
fn written(scenario: &Scenario, json: &Value, path: &str) -> Option<Value> {
    match path {
        PROCESSORS => Some(scenario.platform.first().copied().into()),
        PROVIDERS => Some(scenario.platform.len().into()),
        WINDOW => Some(scenario.workload.reservations.later_hours.into()),
        path => match scenario.system.field(path) {
            Some(field) => scenario.system.value_of(field, &json["system"]),
            None => json::at(json, path).ok().cloned(),
        },
    }
}

/// Whether every number of a scenario beside those of its system is in the range of its row.
///
/// # Errors
///
/// A sentence that names the first invalid field and its valid values.
pub(super) fn check(scenario: &Scenario) -> Result<(), String> {
    let json = json_of(scenario);
    let mut limited =
        COMMON.iter().chain(OF_WORKFLOWS).filter(|it| it.has_limits() && !it.path.starts_with("platform"));
    limited.try_for_each(|row| row.check(&value_in(scenario, &json, row)))
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
            let count = value
                .as_u64()
                .filter(|count| (1..=most).contains(count))
                .ok_or_else(|| fail("a number of providers is needed"))? as usize;
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
        path => {
            if scenario.system.field(path).is_some_and(|field| set.system.model_mut().set_knob(field, value)) {
                return Ok(set);
            }
            let vary = Vary { path: path.to_owned(), values: Vec::new() };
            return vary.set_field(scenario, value);
        }
    }
    Ok(set)
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
                    _ => Vec::new(),
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
    fn what_is_out_of_its_range_is_refused_with_its_range() {
        for row in "count 0: 0 jobs; it is 1 to 4294967295 jobs, or null: all
            clip_size_to 0: 0; it is 1 to 4294967295, or null: never
            missing_limit_factor -1.0: -1; it is above 0
            missing_limit 0: 0 s; it is 1 to 100000000000 s, or null: by the factor
            clip_limit_to 100000000001: 100000000001 s; it is 1 to
            load_factor 0.009: 0.009; it is 0.01 to 100
            thin_users 1.5: 1.5; it is 0.01 to 1, or null: all
            ccr -0.5: -0.5; it is 0 to 1000, or null: as in the file
            machines 0: 0; it is 1 to
            reservations.percent 100.5: 100.5 %; it is 0 to 100 %
            reservations.lead_hours_min -1.0: -1 h; it is 0 to 876000 h
            reservations.least_percent 101: 101 %; it is 1 to 100 %"
            .lines()
        {
            let (set_to, told) = row.trim().split_once(": ").unwrap();
            let (field, value) = set_to.split_once(' ').unwrap();
            let path = format!("workload.{field}");
            let wrong = set(&Scenario::default(), &path, &serde_json::from_str(value).unwrap()).unwrap();
            let why = validate(&wrong).expect_err(row).to_string();
            assert!(why.starts_with(&format!("{path}: {told}")), "{why}");
        }
    }

    #[test]
    fn every_form_of_request_but_a_list_may_be_chosen() {
        let knob = COMMON.iter().find(|it| it.path == REQUEST).unwrap();
        let chosen = knob.choices().unwrap().all.iter();
        let chosen: Vec<Value> = chosen.map(|it| it.key.into()).collect();
        let forms = RequestKind::ALL.into_iter().filter(|it| *it != RequestKind::Listed);
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
