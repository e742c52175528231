//! The settings of the policy `ordered`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::policy::formula::Formula;

/// An order and the number of promises.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The job with the smallest value goes first, of equals the one that arrived first.
    pub order: Formula,
    /// The order of the jobs that are left when all promises are made; `None` for `order`.
    pub backfill_order: Option<Formula>,
    /// How many jobs are promised a start.
    pub promises: Promises,
    /// Whether no job overtakes another.
    pub strict: bool,
    /// Whether jobs are believed to run until their limits.
    pub believes_limits: bool,
}

impl Rule {
    /// Whether the jobs have to be walked in order: otherwise all that fit start.
    pub fn walks(&self) -> bool {
        self.strict || self.makes_promises()
    }

    /// Whether some job is promised a start.
    pub fn makes_promises(&self) -> bool {
        !self.strict && self.promises != Promises::Count(0)
    }

    /// The order of the jobs that are not walked.
    pub fn rest(&self) -> &Formula {
        self.backfill_order.as_ref().filter(|_| self.reads_backfill_order()).unwrap_or(&self.order)
    }

    /// Whether the order of backfilling is read: where all jobs or none are promised a start, all go by `order`.
    pub fn reads_backfill_order(&self) -> bool {
        self.makes_promises() && self.promises != Promises::All
    }
}

/// How many waiting jobs are promised a start in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promises {
    /// The first that do not fit, up to this number; with 0 none is.
    Count(u32),
    /// Every job that does not fit.
    All,
}

impl Default for Promises {
    fn default() -> Self {
        Self::Count(1)
    }
}

/// The word for a promise to every job.
const ALL: &str = "all";

impl Serialize for Promises {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Count(count) => to.serialize_u32(*count),
            Self::All => to.serialize_str(ALL),
        }
    }
}

impl<'de> Deserialize<'de> for Promises {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(PromisesVisitor)
    }
}

struct PromisesVisitor;

impl de::Visitor<'_> for PromisesVisitor {
    type Value = Promises;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "a number of promises from 0 on, or \"{ALL}\"")
    }

    fn visit_u64<E: de::Error>(self, count: u64) -> Result<Promises, E> {
        let small = u32::try_from(count);
        small.map(Promises::Count).map_err(|_| {
            let got = de::Unexpected::Unsigned(count);
            E::invalid_value(got, &self)
        })
    }

    fn visit_i64<E: de::Error>(self, count: i64) -> Result<Promises, E> {
        match u64::try_from(count) {
            Ok(count) => self.visit_u64(count),
            Err(_) => Err(E::invalid_value(de::Unexpected::Signed(count), &self)),
        }
    }

    /// A number as a browser may hand it over.
    fn visit_f64<E: de::Error>(self, count: f64) -> Result<Promises, E> {
        if count.fract() == 0.0 && count >= 0.0 {
            self.visit_u64(count as u64)
        } else {
            Err(E::invalid_value(de::Unexpected::Float(count), &self))
        }
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Promises, E> {
        if word == ALL { Ok(Promises::All) } else { Err(E::invalid_value(de::Unexpected::Str(word), &self)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_a_number_or_all() {
        for (json, promises) in [("0", Promises::Count(0)), ("7", Promises::Count(7)), ("\"all\"", Promises::All)] {
            let read: Promises = serde_json::from_str(json).unwrap();
            assert_eq!(read, promises);
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
        for json in ["-1", "\"some\"", "1.5", "5000000000", "true"] {
            let problem = serde_json::from_str::<Promises>(json).unwrap_err();
            let problem = problem.to_string();
            assert!(problem.contains("or \"all\""), "{json}: {problem}");
        }
    }
}
