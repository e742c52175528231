//! A sweep that has been run, as a file that the page shows as curves.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use base::json;
use experiment::Scenario;
use experiment::sweep::{Figures, Vary, word};
use scheduling::criteria::Criterion;
use scheduling::engine::Measures;
use workload::WorkloadKind;
use workload::replicate::Replication;

/// The version of such files that is written and read.
const VERSION: u32 = 1;

/// A sweep that has been run.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvesFile {
    /// The scenario, without the varied values.
    pub scenario: Scenario,
    /// The varied fields; the first turned slowest.
    pub varied: Vec<Vary>,
    /// How many seeds, counted up from the scenario's own; they turned fastest.
    pub seeds: u32,
    /// How the replicates of the log were made, one for each seed; none of the log itself.
    pub replicate: Option<Replication>,
    /// The name of the log.
    pub log: String,
    pub kind: WorkloadKind,
    /// The result of each run, in that order.
    pub runs: Vec<Figures>,
}

/// A sweep in the form of its file: a line of numbers for each run, `null` for missing values.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    slotscope_sweep: u32,
    log: String,
    #[serde(default, skip_serializing_if = "base::is_default")]
    kind: WorkloadKind,
    scenario: Scenario,
    #[serde(deserialize_with = "at_most::<MOST_FIELDS, _, _>")]
    vary: Vec<Vary>,
    seeds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    replicate: Option<Replication>,
    #[serde(deserialize_with = "at_most::<MOST_FIGURES, _, _>")]
    figures: Vec<String>,
    #[serde(deserialize_with = "at_most::<MOST_RUNS, _, _>")]
    runs: Vec<Line>,
}

/// The fault of such a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurvesFileError(pub String);

impl fmt::Display for CurvesFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CurvesFileError {}

/// Whether a text is meant as one: a JSON object with the field that says so. Linear in its length;
/// allocates no values.
pub fn looks_like_one(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Sign {
        #[serde(rename = "slotscope_sweep")]
        _version: IgnoredAny,
    }
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let json = json.trim_ascii_start();
    json.starts_with(b"{") && serde_json::from_slice::<Sign>(json).is_ok()
}

impl CurvesFile {
    /// The text of the file: the same bytes for the same sweep. O(runs).
    pub fn to_json(&self) -> String {
        let measures: BTreeSet<&String> = self.runs.iter().flat_map(|it| it.measures.keys()).collect();
        let finite = |value: &f64| value.is_finite().then_some(*value);
        let line = |run: &Figures| {
            let criteria = run.criteria.iter().map(finite);
            let own = measures.iter().map(|&key| run.measures.get(key).and_then(finite));
            Line(criteria.chain(own).collect())
        };
        let criteria = Criterion::PAPER.iter().map(|it| it.key());
        let file = File {
            slotscope_sweep: VERSION,
            log: self.log.clone(),
            kind: self.kind,
            scenario: self.scenario.clone(),
            vary: self.varied.clone(),
            seeds: self.seeds,
            replicate: self.replicate,
            figures: criteria.chain(measures.iter().map(|it| it.as_str())).map(str::to_owned).collect(),
            runs: self.runs.iter().map(line).collect(),
        };
        // Texts, numbers and lists of them cannot fail to be written.
        let json = serde_json::to_string(&file).unwrap_or_default();
        json + "\n"
    }

    /// Reads such a file, and checks that it has as many runs as it states, and no more than are shown. Its memory is
    /// linear in the file: [`MOST_FIGURES`] names of some bytes for each run at most.
    ///
    /// # Errors
    ///
    /// A sentence that says why it cannot be shown.
    pub fn from_json(bytes: &[u8]) -> Result<Self, CurvesFileError> {
        let file: File = json::read(bytes).map_err(|why| CurvesFileError(why.to_string()))?;
        let fail = |why: String| Err(CurvesFileError(why));
        if file.slotscope_sweep != VERSION {
            let version = file.slotscope_sweep;
            return fail(format!("slotscope_sweep: version {version} is not known here, {VERSION} is"));
        }
        check_names(&file.log, &file.figures, &file.vary).map_err(CurvesFileError)?;
        let criteria = Criterion::PAPER.map(Criterion::key);
        if !file.figures.iter().map(String::as_str).take(3).eq(criteria) {
            return fail(format!("figures: {} come first", criteria.join(", ")));
        }
        let expected = file
            .vary
            .iter()
            .map(|it| it.values.len())
            .chain([file.seeds as usize])
            .try_fold(1_usize, usize::checked_mul);
        if expected != Some(file.runs.len()) || file.runs.is_empty() {
            let runs = file.runs.len();
            return fail(format!("runs: {runs} are not one for each combination of values and each seed"));
        }
        if let Some(replicate) = &file.replicate
            && (replicate.validate().is_err() || replicate.count() != file.seeds)
        {
            return fail("replicate: there is a seed for each of 2 or more replicates".to_owned());
        }
        let measures = &file.figures[3..];
        let run = |Line(line): Line| {
            let (criteria, own) = line.split_first_chunk::<3>()?;
            if own.len() != measures.len() {
                return None;
            }
            let own = measures.iter().zip(own);
            let own: Measures = own.filter_map(|(key, value)| Some((key.clone(), (*value)?))).collect();
            Some(Figures { criteria: criteria.map(|it| it.unwrap_or(f64::NAN)), measures: own, ..Figures::default() })
        };
        let runs: Option<Vec<Figures>> = file.runs.into_iter().map(run).collect();
        let Some(runs) = runs else {
            return fail("runs: each has a number or null for every figure".to_owned());
        };
        Ok(Self {
            scenario: file.scenario,
            varied: file.vary,
            seeds: file.seeds,
            replicate: file.replicate,
            log: file.log,
            kind: file.kind,
            runs,
        })
    }
}

// Limits on a sweep that is shown: the page keeps its runs in memory and draws them anew at every change, and a
// dropped file may come from anywhere.

/// The longest file that is read, in bytes. Runs as many as are shown, of any system, are shorter.
pub const MOST_BYTES: usize = 16 << 20;

/// The most runs, whether they come in a file or are made by the page itself.
pub const MOST_RUNS: usize = 20_000;

/// The most figures of a run.
const MOST_FIGURES: usize = 100;

/// The most fields that are varied.
const MOST_FIELDS: usize = 32;

/// The longest name of a figure, and value of a field that varies, in bytes.
const LONGEST_NAME: usize = 64;

/// The longest path of a field, and name of a log, in bytes.
const LONGEST_PATH: usize = 256;

/// The remedy for a sweep that is too large.
pub const FEWER: &str = "sweep fewer seeds or values for the page; `slotscope sweep gather` prints the whole table";

/// The figures of a run as they stand in a file.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Line(#[serde(deserialize_with = "at_most::<MOST_FIGURES, _, _>")] pub Vec<Option<f64>>);

/// Reads a list that is refused at the first item too many, before it fills the memory.
fn at_most<'de, const MOST: usize, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct List<const MOST: usize, T>(PhantomData<T>);

    impl<'de, const MOST: usize, T: Deserialize<'de>> Visitor<'de> for List<MOST, T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(item) = items.next_element()? {
                if list.len() == MOST {
                    return Err(A::Error::custom(format!("these are more than the {MOST} that are shown: {FEWER}")));
                }
                list.push(item);
            }
            Ok(list)
        }
    }

    deserializer.deserialize_seq(List::<MOST, T>(PhantomData))
}

/// Whether all names are short enough to be shown, and to be copied into others. Linear in their lengths.
///
/// # Errors
///
/// In words.
fn check_names(log: &str, figures: &[String], varied: &[Vary]) -> Result<(), String> {
    let too_long = |what: &str, length: usize, most: usize| {
        if length > most {
            Err(format!("{what}: {length} bytes are more than the {most} that are shown: take a shorter one"))
        } else {
            Ok(())
        }
    };
    too_long("log: its name", log.len(), LONGEST_PATH)?;
    for figure in figures {
        too_long("figures: a name", figure.len(), LONGEST_NAME)?;
    }
    for vary in varied {
        too_long("vary: a path", vary.path.len(), LONGEST_PATH)?;
        let length = |value: &Value| match value {
            Value::String(text) => text.len(),
            Value::Array(_) | Value::Object(_) => word(value).len(),
            _ => 0,
        };
        let longest = vary.values.iter().map(length).max().unwrap_or(0);
        too_long("vary: a value", longest, LONGEST_NAME)?;
    }
    Ok(())
}
