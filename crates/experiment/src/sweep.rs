//! Sweeps: one scenario with a field varied, over several seeds.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::comparison::Interval;
use super::replicated::Spread;
use super::{Scenario, ScenarioError};
use base::json;
use scheduling::criteria::{Criterion, Report};
use scheduling::engine::Measures;
use workload::csv::name_field;
use workload::replicate::Replication;

/// Number of seeds over which a criterion is averaged by default, everywhere: in curves, in the
/// search for a period, in the trade-off and in comparisons.
pub const DEFAULT_SEEDS: u32 = 10;

/// A field of a scenario and the values that it takes in turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vary {
    /// The field's path in the scenario's JSON, its names joined by dots:
    /// `workload.reservations.percent`.
    pub path: String,
    /// Its values, in order.
    pub values: Vec<Value>,
}

impl Vary {
    /// The scenario with the field set to `value`. Its path may be that of a
    /// knob that is no field of its own; otherwise only a field that exists can be set.
    ///
    /// # Errors
    ///
    /// If there is no such field, or it does not take that value.
    pub fn set(&self, scenario: &Scenario, value: &Value) -> Result<Scenario, ScenarioError> {
        super::knobs::set(scenario, &self.path, value)
    }

    /// Sets the field at the path, which must be the path of a field.
    pub(super) fn set_field(&self, scenario: &Scenario, value: &Value) -> Result<Scenario, ScenarioError> {
        let mut set = scenario.clone();
        // A list of requests may be long: a change outside the workload does not convert it.
        match self.path.split_once('.') {
            Some(("system", path)) => set.system = self.set_in(&set.system, path, value)?,
            Some(("workload", path)) => set.workload = self.set_in(&set.workload, path, value)?,
            _ => set = self.set_in(&set, &self.path, value)?,
        }
        Ok(set)
    }

    /// A part of a scenario with another value at a path in it.
    fn set_in<T: Serialize + DeserializeOwned>(&self, part: &T, path: &str, value: &Value) -> Result<T, ScenarioError> {
        let fail = |text: String| ScenarioError(format!("{}: {text}", self.path));
        let json = serde_json::to_value(part);
        let mut json = json.map_err(|error| fail(error.to_string()))?;
        set_at(&mut json, path, value).map_err(fail)?;
        json::read_value(&json).map_err(|mistake| fail(mistake.what))
    }
}

/// Sets the value at a path. A last name that an object does not have is added to it: so fields that are
/// written only where they are set can be set, and an unknown field is refused, with a list of the known ones,
/// when the whole is read.
fn set_at(json: &mut Value, path: &str, value: &Value) -> Result<(), String> {
    let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
    match json::at_mut(json, way.split('.').filter(|it| !it.is_empty())).map_err(no_field)? {
        Value::Object(fields) => {
            fields.insert(last.to_owned(), value.clone());
            Ok(())
        }
        Value::Array(items) => {
            let item = last.parse().ok().and_then(|i: usize| items.get_mut(i)).ok_or_else(|| no_field(last))?;
            *item = value.clone();
            Ok(())
        }
        _ => Err(no_field(last)),
    }
}

fn no_field(name: &str) -> String {
    format!("the scenario has no field \"{name}\" there")
}

/// A mistake in a `--vary` argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaryError(String);

impl fmt::Display for VaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VaryError {}

impl FromStr for Vary {
    type Err = VaryError;

    /// Reads `path=values`: values joined by commas, where `a,b,..,c` goes on from `a` in steps of
    /// `b - a` to `c`. A value that is no number is a word. Words with commas stand in an array of JSON.
    fn from_str(text: &str) -> Result<Self, VaryError> {
        let fail = |problem: &str| {
            VaryError(format!("\"{text}\": {problem}; write e.g. workload.reservations.percent=0,10,..,100"))
        };
        let (path, list) = text.split_once('=').ok_or_else(|| fail("there is no \"=\""))?;
        let path = path.to_owned();
        if let Ok(values) = serde_json::from_str::<Vec<Value>>(list)
            && !path.is_empty()
            && !values.is_empty()
        {
            return Ok(Self { path, values });
        }
        let parts: Vec<&str> = list.split(',').map(str::trim).collect();
        let values = match parts.iter().position(|&part| part == "..") {
            None => parts.iter().map(|part| value_of(part)).collect(),
            Some(2) if parts.len() == 4 => {
                let number = |part: &str| part.parse::<f64>().map_err(|_| fail("\"..\" needs numbers"));
                series(number(parts[0])?, number(parts[1])?, number(parts[3])?)
                    .ok_or_else(|| fail("these numbers give no series of at most 10 000"))?
            }
            Some(_) => return Err(fail("\"..\" stands between two numbers and the last")),
        };
        if path.is_empty() || values.iter().any(|value| value == "") {
            return Err(fail("a part is empty"));
        }
        Ok(Self { path, values })
    }
}

/// A value as a person types it: JSON, or else a word.
pub(super) fn value_of(part: &str) -> Value {
    serde_json::from_str(part).unwrap_or_else(|_| Value::from(part))
}

fn series(first: f64, second: f64, last: f64) -> Option<Vec<Value>> {
    let step = second - first;
    let count = (last - first) / step;
    if !count.is_finite() || !(0.0..10_000.0).contains(&count) {
        return None;
    }
    // 0.3 / 0.1 is a little below 3, and 3 × 0.1 a little above 0.3: a value near the last one
    // counts as the last.
    let whole = count.round();
    let ends_on_last = (count - whole).abs() < 1e-6;
    let steps = if ends_on_last { whole } else { count.floor() } as u32;
    let number = |index: u32| {
        let number = if ends_on_last && index == steps { last } else { first + step * f64::from(index) };
        // Whole numbers stay whole, so that they fit fields that count.
        if number.fract() == 0.0 && number.abs() < 9e15 { Value::from(number as i64) } else { Value::from(number) }
    };
    Some((0..=steps).map(number).collect())
}

/// The default figures of sweeps: U, F and D, flow time by kind of job, and the number of jobs that never ran.
pub const USUAL: [Criterion; 6] = {
    let [utilization, flow_time, tardiness] = Criterion::PAPER;
    [
        utilization,
        flow_time,
        tardiness,
        Criterion::BATCH_FLOW_TIME,
        Criterion::RESERVATION_FLOW_TIME,
        Criterion::REJECTED,
    ]
};

/// The figures that a sweep keeps of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// U, F and D, in the order of [`Criterion::PAPER`].
    pub criteria: [f64; 3],
    /// The digest of what they are over ([`scheduling::criteria::population::Population::digest`]).
    pub population: u32,
    /// Its other figures, and the system's own, by their keys.
    pub measures: Measures,
}

impl Figures {
    /// The default figures, the system's own, and `more`.
    pub fn of(report: &Report, more: &[Criterion]) -> Self {
        let told = USUAL[3..].iter().chain(more).filter_map(|it| Some((it.key().to_owned(), it.of(report)?)));
        Self {
            criteria: Criterion::PAPER.map(|it| it.of(report).unwrap_or(f64::NAN)),
            population: report.population.digest(true),
            measures: told.chain(report.measures.clone()).collect(),
        }
    }

    /// The one of a key, if the run has it.
    pub fn get(&self, key: &str) -> Option<f64> {
        match Criterion::PAPER.iter().position(|it| it.key() == key) {
            Some(place) => Some(self.criteria[place]).filter(|it| !it.is_nan()),
            None => self.measures.get(key).copied(),
        }
    }
}

/// The criteria of these keys that are not columns of a sweep of these fields anyway.
///
/// # Errors
///
/// In words, if its runs have no such criterion.
pub fn further(scenario: &Scenario, varied: &[Vary], keys: &[impl AsRef<str>]) -> Result<Vec<Criterion>, String> {
    let systems = systems(scenario, varied);
    let offered = |largest| systems.iter().flat_map(move |it| Criterion::of_system(&it.system, largest));
    let mut further = Vec::new();
    for key in keys {
        let key = key.as_ref();
        let Some(found) = offered(u32::MAX).find(|it| it.key() == key) else {
            let all: BTreeSet<&str> = offered(1).map(Criterion::key).collect();
            let all: Vec<&str> = all.into_iter().collect();
            return Err(format!(
                "\"{key}\" is no figure of these runs: there are {}, and by_size.2, by_size.4, by_size.8 and so on \
                 as by_size.1",
                all.join(", ")
            ));
        };
        let is_told = USUAL.contains(&found) || matches!(found, Criterion::Own(_));
        if !is_told && !further.contains(&found) {
            further.push(found);
        }
    }
    Ok(further)
}

/// The scenario with each of the systems that are swept.
fn systems(scenario: &Scenario, varied: &[Vary]) -> Vec<Scenario> {
    let Some(vary) = varied.iter().find(|it| it.path == "system") else {
        return vec![scenario.clone()];
    };
    // A value that cannot be set cannot be run either, and is reported then.
    vary.values.iter().map(|value| vary.set(scenario, value)).filter_map(Result::ok).collect()
}

/// The columns of a sweep, known before anything is run: its fields, then of every figure that is usual, every one
/// of the systems swept and every further one that is asked for three columns, mean, sample standard deviation and
/// half the length of the mean's 95 % interval over the seeds. A cell is empty where no run has that figure.
pub struct Table<'a> {
    varied: &'a [Vary],
    /// Of the systems' own figures and of those that runs have.
    measures: BTreeSet<&'a str>,
    /// The figures beyond the default ones.
    more: &'a [Criterion],
    /// How replicates are made, if they are: the table says so, and has differences.
    replicate: Option<Replication>,
}

/// The ends of the names of the columns of a figure.
const ENDINGS: [&str; 3] = ["", "_deviation", "_half_width"];

/// The ends of those of the differences from the first combination, replicate by replicate.
const OF_DIFFERENCES: [&str; 2] = ["_difference", "_difference_half_width"];

/// The column with the number of replicates on which the combination is over the same jobs as the first one: where it is
/// less than all, the differences are no verdict.
const SAME_JOBS: &str = "same_jobs";

/// The column that says how replicates were made.
const REPLICATE: &str = "replicate";

impl<'a> Table<'a> {
    /// The columns of a sweep of these fields of a scenario, with the own figures of its systems
    /// and `more`.
    pub fn of(scenario: &Scenario, varied: &'a [Vary], more: &'a [Criterion]) -> Self {
        let systems = systems(scenario, varied);
        let own = systems.iter().flat_map(|it| it.system.model().measures());
        Self { varied, measures: own.map(|it| it.key).collect(), more, replicate: None }
    }

    /// Runs are on replicates of the log: a column says how these were made, and each figure has two more, the mean
    /// difference from the first combination, replicate by replicate, and half the length of its 95 % interval.
    pub fn replicated(self, replicate: Option<Replication>) -> Self {
        Self { replicate, ..self }
    }

    /// Adds the figures that some runs have.
    pub fn with_those_of(mut self, runs: &'a [impl Borrow<Figures>]) -> Self {
        let keys = runs.iter().flat_map(|it| it.borrow().measures.keys());
        self.measures.extend(keys.map(String::as_str));
        self
    }

    /// The names of the columns of figures: the default ones, the systems' own, then the requested ones.
    fn names(&self) -> Vec<&str> {
        let more = self.more.iter().map(|it| it.key());
        let own = self.measures.iter().copied().filter(|it| !more.clone().any(|key| key == *it));
        let mut names = USUAL.map(Criterion::key).to_vec();
        for name in own.chain(more.clone()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The first line.
    pub fn head(&self) -> String {
        let paths = self.varied.iter().map(|it| it.path.as_str());
        let replicate = self.replicate.map(|_| REPLICATE);
        let head: Vec<&str> = paths.chain(replicate).collect();
        head.join(",") + &self.columns().map(|it| format!(",{it}")).collect::<String>() + "\n"
    }

    /// The columns of figures.
    fn columns(&self) -> impl Iterator<Item = String> {
        let more = self.replicate.map_or(&[][..], |_| &OF_DIFFERENCES);
        let figures = self
            .names()
            .into_iter()
            .flat_map(move |name| ENDINGS.iter().chain(more).map(move |ending| format!("{name}{ending}")));
        self.replicate.map(|_| SAME_JOBS.to_owned()).into_iter().chain(figures)
    }

    /// The line of a combination of values and its runs, one for each seed. `first` has the runs of the first
    /// combination, unless this is it.
    ///
    /// A single seed has neither deviation nor interval, and without random draws several have none either: the
    /// cells are empty then. `is_drawn` says whether there are random draws; it is called only where all seeds
    /// agree in all figures.
    pub fn row<R: Borrow<Figures>>(
        &self,
        values: &[Value],
        (runs, first): (&[R], Option<&[R]>),
        is_drawn: impl FnOnce() -> bool,
    ) -> String {
        let fields = values.iter().map(value_field);
        let replicate = self.replicate.map(|it| it.to_string());
        let fields: Vec<String> = fields.chain(replicate).collect();
        let mut row = fields.join(",");
        for cell in self.cells((runs, first), is_drawn) {
            row.push(',');
            if let Some(value) = cell {
                row.push_str(&number(value));
            }
        }
        row + "\n"
    }

    /// A row as JSON: each field with its value, then each figure, null where the table has an empty cell.
    pub fn json<R: Borrow<Figures>>(
        &self,
        values: &[Value],
        (runs, first): (&[R], Option<&[R]>),
        is_drawn: impl FnOnce() -> bool,
    ) -> Map<String, Value> {
        let fields = self.varied.iter().zip(values).map(|(vary, value)| (vary.path.clone(), value.clone()));
        let replicate = self.replicate.map(|it| (REPLICATE.to_owned(), it.to_string().into()));
        let figures = self.columns().zip(self.cells((runs, first), is_drawn));
        fields.chain(replicate).chain(figures.map(|(name, value)| (name, Value::from(value)))).collect()
    }

    /// Three cells of each figure; of replicates the number of the same jobs, and five of each figure.
    fn cells<R: Borrow<Figures>>(
        &self,
        (runs, first): (&[R], Option<&[R]>),
        is_drawn: impl FnOnce() -> bool,
    ) -> Vec<Option<f64>> {
        let is_random = || self.replicate.is_some() || differ(runs) || is_drawn();
        let has_spread = runs.len() > 1 && is_random();
        let of = |runs: &[R], name: &str| -> Vec<Option<f64>> { runs.iter().map(|it| it.borrow().get(name)).collect() };
        let population = |run: &R| {
            let figures: &Figures = run.borrow();
            figures.population
        };
        let same =
            |first: &[R]| runs.iter().zip(first).filter(|it| population(it.0) == population(it.1)).count() as f64;
        let mut cells = Vec::new();
        if self.replicate.is_some() {
            cells.push(first.map(same));
        }
        for name in self.names() {
            let values = of(runs, name);
            let there: Vec<f64> = values.iter().copied().flatten().collect();
            cells.extend(spread(&there, has_spread));
            if self.replicate.is_some() {
                let first = first.and_then(|it| Interval::of_pairs(&values, &of(it, name), 1));
                cells.extend([first.map(|it| it.mean), first.and_then(|it| it.half_width)]);
            }
        }
        cells
    }
}

/// A value as tables show it: a word without its quotes.
pub fn word(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_owned)
}

/// A value as a field of CSV. Numbers, which may be negative, are no formulas.
pub fn value_field(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        _ => name_field(&word(value)).into_owned(),
    }
}

/// Whether some runs differ in any of their figures.
pub fn differ(runs: &[impl Borrow<Figures>]) -> bool {
    let bits = |run: &Figures| -> Vec<u64> {
        let own = run.measures.values();
        run.criteria.iter().chain(own).map(|it| it.to_bits()).collect()
    };
    let Some((first, rest)) = runs.split_first() else {
        return false;
    };
    let first = bits(first.borrow());
    rest.iter().any(|it| bits(it.borrow()) != first)
}

/// Mean, deviation and half width of the values over the seeds; `None` of no values, and the mean alone where there
/// is no spread.
fn spread(values: &[f64], has_spread: bool) -> [Option<f64>; 3] {
    let Some(spread) = Spread::of(values) else {
        return [None; 3];
    };
    let half_width = Interval::of(values).filter(|_| has_spread).and_then(|it| it.half_width);
    let deviation = half_width.map(|_| spread.deviation);
    [Some(spread.mean), deviation, half_width]
}

/// A number as CSV has it: at most ten digits after the point and no zeros at the end, never with an
/// exponent.
fn number(value: f64) -> String {
    let text = format!("{value:.10}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::testing::{assert_told, rows};

    #[test]
    fn words_with_commas_stand_in_an_array() {
        let vary: Vary = r#"system.two_level.local.queue=["easy", "ordered: min(wait, 3)"]"#.parse().unwrap();
        assert_eq!(vary.values, ["easy", "ordered: min(wait, 3)"]);
        let scenario = vary.set(&Scenario::default(), &vary.values[1]).expect("a policy");
        assert_eq!(super::super::knobs::get(&scenario, &vary.path), vary.values[1]);
        // A word like others where it is no array; no values are a mistake.
        let word: Vary = "x=[1".parse().unwrap();
        assert_eq!(word.values, ["[1"]);
        assert!("=[1]".parse::<Vary>().is_err());
        let mistake = vary.set(&Scenario::default(), &"ordered: wiat".into());
        assert!(mistake.unwrap_err().to_string().contains("wiat"));
    }

    #[test]
    fn series_are_spelled_out() {
        for [text, values] in rows(
            "workload.reservations.percent=0,10,..,100 | [0,10,20,30,40,50,60,70,80,90,100]
            workload.missing_limit_factor=0,0.1,..,0.3 | [0,0.1,0.2,0.3]
            platform.0=10,7,..,2 | [10,7,4]
            system.two_level.local.queue=easy,fcfs | [\"easy\",\"fcfs\"]",
        ) {
            let vary: Vary = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&vary.values).unwrap(), values, "{text}");
        }
        for wrong in ["", "x", "=1", "x=", "x=1,..,3", "x=1,1,..,3", "x=3,2,..,9", "x=1,,2"] {
            assert!(wrong.parse::<Vary>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_field_is_set_by_its_path() {
        let set = |text: &str| {
            let vary: Vary = text.parse().unwrap();
            vary.set(&Scenario::default(), &vary.values[0])
        };
        assert_eq!(set("platform.1=32").unwrap().platform, [64, 32]);
        for [wrong, told] in rows(
            "workload.reservation.percent=1 | …\"reservation\"…
            system.two_level.local.queue=eazy | …eazy…",
        ) {
            assert_told(set(&wrong).unwrap_err(), &told, &wrong);
        }
    }

    /// The rows of two combinations of two seeds each, of these flow times; the system's own figure is not there.
    fn rows_of_two(flows: [f64; 4], seeds: usize, is_drawn: fn(usize) -> bool) -> Vec<String> {
        let vary: Vary = "platform.0=1,2".parse().unwrap();
        let runs: Vec<Figures> =
            flows.iter().map(|&flow| Figures { criteria: [0.5, flow, 0.0], ..Figures::default() }).collect();
        let varied = [vary];
        let table = Table::of(&Scenario::default(), &varied, &[]);
        let row = |(at, runs): (usize, &[Figures])| {
            let line = table.row(&[(at + 1).into()], (runs, None), || is_drawn(at));
            line.trim_end().to_owned()
        };
        runs.chunks(seeds).enumerate().map(row).collect()
    }

    #[test]
    fn where_nothing_is_drawn_deviation_and_half_width_are_empty() {
        let flows = [10.0, 10.0, 7.0, 9.0];
        let empty = "1,0.5,,,10,,,0,,,,,,,,,,,,,,";
        let spread = "2,0.5,0,0,8,1.4142135624,12.7062047362,0,0,0,,,,,,,,,,,,";
        // A value that differs from seed to seed is random, whatever `has_spread` says.
        assert_eq!(rows_of_two(flows, 2, |_| false), [empty, spread]);
        let drawn = "1,0.5,0,0,10,0,0,0,0,0,,,,,,,,,,,,";
        assert_eq!(rows_of_two(flows, 2, |_| true), [drawn, spread]);
        assert_eq!(rows_of_two(flows, 2, |place| place == 1)[0], empty);
    }

    #[test]
    fn replicates_are_named_and_paired_with_those_of_the_first_combination() {
        let vary: Vary = "platform.0=1,2".parse().unwrap();
        let runs = |flows: [f64; 2]| flows.map(|flow| Figures { criteria: [0.5, flow, 0.0], ..Figures::default() });
        let varied = [vary];
        let table = Table::of(&Scenario::default(), &varied, &[]).replicated(Some("shake=2".parse().unwrap()));
        let head = table.head();
        assert!(head.starts_with("platform.0,replicate,same_jobs,mean_utilization,mean_utilization_deviation,mean_utilization_half_width,mean_utilization_difference,mean_utilization_difference_half_width,mean_flow_time,"));
        let (first, second) = (runs([10.0, 20.0]), runs([7.0, 19.0]));
        let cells = |row: String| -> Vec<String> {
            assert_eq!(row.split(',').count(), head.split(',').count());
            row.split(',').map(str::to_owned).skip(1).take(12).collect()
        };
        let alone = cells(table.row(&[1.into()], (&first[..], None), || false));
        assert_eq!(alone[..7], ["shake=2:60", "", "0.5", "0", "0", "", ""]);
        assert_eq!(alone[7..], ["15", "7.0710678119", "63.5310236809", "", ""]);
        let paired = table.row(&[2.into()], (&second[..], Some(&first[..])), || false);
        // Differences of -3 and -1: the spread of the replicates is not in them.
        assert_eq!(cells(paired)[10..], ["-2", "12.7062047362"]);
        let json = table.json(&[2.into()], (&second[..], Some(&first[..])), || false);
        assert_eq!(json["replicate"], "shake=2:60");
        assert_eq!(json["mean_flow_time_difference"], -2.0);
        assert_eq!(json["same_jobs"], 2.0);
        let mut rejecting = second.clone();
        rejecting[1].population = 1;
        let json = table.json(&[2.into()], (&rejecting[..], Some(&first[..])), || false);
        assert_eq!(json["same_jobs"], 1.0);
    }

    #[test]
    fn a_single_seed_has_no_interval() {
        assert_eq!(rows_of_two([10.0, 10.0, 7.0, 9.0], 1, |_| true)[2], "3,0.5,,,7,,,0,,,,,,,,,,,,,,");
    }

    #[test]
    fn numbers_are_written_one_way() {
        let written = [0.0, -1e-14, 1.359_739_959_5e-16, 0.5, 12_345.0, -0.125, 1.0 / 3.0].map(number);
        let expected = ["0", "0", "0", "0.5", "12345", "-0.125", "0.3333333333"];
        assert_eq!(written, expected);
        assert_eq!(number(f64::NAN), "NaN");
    }
}
