//! Limits on a sweep that is shown: the page keeps its runs in memory and draws them anew at every change, and a
//! dropped file may come from anywhere.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use experiment::sweep::{Vary, word};

/// The longest file that is read, in bytes. Runs as many as are shown, of any system, are shorter.
pub const MOST_BYTES: usize = 16 << 20;

/// The most runs, whether they come in a file or are made by the page itself.
pub const MOST_RUNS: usize = 20_000;

/// The most figures of a run.
pub const MOST_FIGURES: usize = 100;

/// The most fields that are varied.
pub const MOST_FIELDS: usize = 32;

/// The longest name of a figure, and value of a field that varies, in bytes.
pub const LONGEST_NAME: usize = 64;

/// The longest path of a field, and name of a log, in bytes.
pub const LONGEST_PATH: usize = 256;

/// The remedy for a sweep that is too large.
pub const FEWER: &str = "sweep fewer seeds or values for the page; `slotscope sweep gather` prints the whole table";

/// The figures of a run as they stand in a file.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Line(#[serde(deserialize_with = "at_most::<MOST_FIGURES, _, _>")] pub Vec<Option<f64>>);

/// Reads a list that is refused at the first item too many, before it fills the memory.
pub fn at_most<'de, const MOST: usize, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
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
pub fn check_names(log: &str, figures: &[String], varied: &[Vary]) -> Result<(), String> {
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
