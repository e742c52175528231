//! The known name that was probably meant.

use std::collections::BTreeMap;

use super::{Function, Variable};

/// Words of other programs and papers, with what they are called here.
const ALSO_CALLED: &[(&str, &str)] = &[
    ("age", "wait"),
    ("area", "work"),
    ("arrival", "submit"),
    ("cores", "size"),
    ("cpus", "size"),
    ("else", "if"),
    ("fairshare", "user_usage"),
    ("log", "ln, log2 or log10"),
    ("nodes", "size"),
    ("pow", "^"),
    ("procs", "size"),
    ("runtime", "limit or estimate"),
    ("run_time", "limit or estimate"),
    ("requested_time", "limit"),
    ("then", "if"),
    ("time", "now"),
    ("walltime", "limit"),
    ("xor", "!="),
];

/// What was probably meant by an unknown name; `None` if nothing resembles it.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    if let Some((_, here)) = ALSO_CALLED.iter().find(|(it, _)| *it == name) {
        return Some(here);
    }
    let variables = Variable::all().map(Variable::name);
    let functions = Function::ALL.iter().map(|it| it.name());
    let known = variables.chain(functions).chain(["and", "or", "not"]);
    let most = match name.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let (distance, known) = known.map(|it| (distance(&name, it), it)).min_by_key(|&(distance, _)| distance)?;
    (distance <= most).then_some(known)
}

/// How many letters must be added, left out, replaced, or swapped with their neighbours, to make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    let mut previous = None;
    for (row, letter) in one.chars().enumerate() {
        let mut next = vec![row + 1];
        for (column, &against) in other.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != against);
            let mut least = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            if column > 0 && previous == Some(against) && other[column - 1] == letter {
                least = least.min(before_last[column - 1] + 1);
            }
            next.push(least);
        }
        before_last = std::mem::replace(&mut last, next);
        previous = Some(letter);
    }
    last[other.len()]
}

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
    fn distances_count_changes() {
        for (one, other, changes) in [
            ("", "", 0),
            ("", "size", 4),
            ("size", "size", 0),
            ("sise", "size", 1),
            ("siez", "size", 1),
            ("sze", "size", 1),
            ("wiating", "waiting", 1),
            ("limits", "limit", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(one, other), changes, "{one} {other}");
            assert_eq!(distance(other, one), changes, "{other} {one}");
        }
    }

    #[test]
    fn a_name_is_told_that_resembles_it() {
        for (name, meant) in [
            ("sise", Some("size")),
            ("SIZE", Some("size")),
            ("walltime", Some("limit")),
            ("userusage", Some("user_usage")),
            ("nto", Some("not")),
            ("x", None),
            ("zebra", None),
        ] {
            assert_eq!(nearest(name), meant, "{name}");
        }
    }

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
