//! Decisions and reasons of a single system.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A decision of one system, or its reason for a job that waits or is rejected, with its facts. Only that system
/// reads it and puts it in words (`Simulated::own_words`); other code may use its word and the jobs in the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// A value of the system's own type as JSON: text, so that it crosses to the page in one piece.
    facts: String,
    /// The jobs in the way, by their indices.
    blockers: Vec<u32>,
}

impl Own {
    /// Wraps a value of an enum of the system, each variant a word.
    pub fn of(said: &impl Serialize) -> Self {
        Self { facts: serde_json::to_string(said).unwrap_or_default(), blockers: Vec::new() }
    }

    /// Adds the jobs in the way.
    pub fn blocked_by(self, blockers: Vec<u32>) -> Self {
        Self { blockers, ..self }
    }

    /// The value, if it is of that type.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(&self.facts).ok()
    }

    /// The value as JSON.
    pub fn value(&self) -> Value {
        self.read().unwrap_or_default()
    }

    /// The jobs in the way, by their indices.
    pub fn blockers(&self) -> &[u32] {
        &self.blockers
    }

    /// Its word as tests and style sheets have it: `too_few_idle` of `TooFewIdle`.
    pub fn word(&self) -> String {
        let text = self.facts.trim_start_matches(['{', '"']);
        let mut word = String::new();
        for letter in text.chars().take_while(|it| it.is_alphanumeric()) {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('_');
            }
            word.extend(letter.to_lowercase());
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Said {
        TooBlue { than: i64 },
        Refused,
    }

    #[test]
    fn what_is_said_is_read_again_by_its_own_type_alone() {
        for (said, word) in [(Said::TooBlue { than: i64::MAX }, "too_blue"), (Said::Refused, "refused")] {
            let own = Own::of(&said);
            assert_eq!(own.word(), word);
            assert_eq!(own.value(), serde_json::to_value(&said).unwrap());
            assert_eq!(own.read::<Vec<u32>>(), None);
            assert_eq!(own.read(), Some(said));
        }
        assert_eq!(Own::of(&Said::Refused).blocked_by(vec![3]).blockers(), [3]);
    }
}
