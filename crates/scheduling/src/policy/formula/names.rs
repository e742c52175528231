//! The names of a run, each with a number, so that formulas compare numbers.

use std::collections::BTreeMap;

/// A name of a run: of a user, a group, a queue, a partition or a quality of service. Equal names have equal values,
/// whatever they name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u32);

impl Name {
    /// The name of a job whose log does not tell it. As a text it is `-1`, as unknown numbers are −1.
    pub const UNKNOWN: Self = Self(0);

    /// A name that no job of the run has.
    pub(super) const OF_NO_JOB: Self = Self(u32::MAX);
}

impl Default for Name {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

/// All names of a run.
#[derive(Clone, Debug)]
pub struct Names {
    of: BTreeMap<Box<str>, Name>,
}

impl Default for Names {
    fn default() -> Self {
        Self { of: BTreeMap::from([("-1".into(), Name::UNKNOWN)]) }
    }
}

impl Names {
    /// The value of a name, which is added if it is new. O(log n) for n names.
    pub fn add(&mut self, name: &str) -> Name {
        if let Some(&known) = self.of.get(name) {
            return known;
        }
        let new = Name(self.of.len() as u32);
        self.of.insert(name.into(), new);
        new
    }

    /// The value of a name that the log has as a number: its digits are the name. −1 is [`Name::UNKNOWN`].
    pub fn add_number(&mut self, number: i64) -> Name {
        self.add(&number.to_string())
    }

    /// The value of a name; `None` if it was not added.
    pub fn find(&self, name: &str) -> Option<Name> {
        self.of.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_have_equal_values() {
        let mut names = Names::default();
        let alice = names.add("alice");
        let twelve = names.add_number(12);
        assert_ne!(alice, twelve);
        assert_eq!((names.add("alice"), names.add("12")), (alice, twelve));
        assert_eq!(names.find("12"), Some(twelve));
        assert_eq!(names.find("bob"), None);
        assert_eq!(names.add_number(-1), Name::UNKNOWN);
        assert_eq!(names.add("-1"), Name::default());
    }
}
