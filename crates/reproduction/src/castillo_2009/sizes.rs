//! Waits and attempts by spatial size, in classes of 50 servers.

use crate::prelude::*;
use scheduling::criteria::wait_profile::WaitProfile;
use scheduling::system::co_allocation::CoAllocation;

/// Servers of a class (Table 2).
const CLASS: u32 = 50;

/// Which of its bounds a class has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The upper one, as Table 2's heads have it: (0:50], (50:100].
    Upper,
    /// The lower one: [0:50), [50:100).
    Lower,
}

/// The requests of a class, of which there is at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Which, counted from 0.
    pub number: u32,
    /// How many requests had a place.
    pub jobs: u32,
    /// Their mean wait, in seconds.
    pub wait: f64,
}

impl Bounds {
    /// Both, the printed ones first.
    pub const ALL: [Self; 2] = [Self::Upper, Self::Lower];

    /// The name of a class.
    pub fn name(self, number: u32) -> String {
        let (from, to) = (number * CLASS, (number + 1) * CLASS);
        match self {
            Self::Upper => format!("({from}:{to}]"),
            Self::Lower => format!("[{from}:{to})"),
        }
    }

    /// A class; none without requests.
    pub fn class(self, profile: &WaitProfile, number: u32) -> Option<Class> {
        let (above, most) = match self {
            Self::Upper => (number * CLASS, (number + 1) * CLASS),
            Self::Lower => ((number * CLASS).saturating_sub(1), (number + 1) * CLASS - 1),
        };
        let sizes = profile.of_sizes(above, most);
        (sizes.jobs > 0).then(|| Class { number, jobs: sizes.jobs, wait: sizes.mean_wait() })
    }

    /// The classes in which there are requests, in ascending order.
    pub fn classes(self, profile: &WaitProfile) -> Vec<Class> {
        let largest = profile.by_size.last().map_or(0, |it| it.processors);
        (0..=largest / CLASS).filter_map(|number| self.class(profile, number)).collect()
    }
}

impl Class {
    /// How often they were tried, on average: every attempt that fails is a step Δt of the wait.
    pub fn attempts(&self) -> f64 {
        self.wait / CoAllocation::default().step as f64 + 1.0
    }
}

/// Whether a value grows from class to class; `None` for fewer than two classes.
pub fn grows(name: String, values: &[f64], digits: usize) -> Option<Case> {
    let pairs = values.windows(2);
    let holds = pairs.clone().all(|it| it[1] > it[0]);
    (pairs.len() > 0).then(|| Case::exact(name, holds, joined(values.iter().map(|&it| number(it, digits)), ", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::criteria::wait_profile::SizeClass;

    #[test]
    fn a_class_has_one_of_its_bounds() {
        let size = |processors, wait| SizeClass { processors, jobs: 1, wait };
        let profile =
            WaitProfile { by_size: vec![size(1, 0.0), size(50, 900.0), size(100, 1_800.0)], ..WaitProfile::default() };
        let attempts = |bounds: Bounds| -> Vec<(String, f64)> {
            bounds.classes(&profile).into_iter().map(|it| (bounds.name(it.number), it.attempts())).collect()
        };
        let named = |all: &[(&str, f64)]| -> Vec<(String, f64)> {
            all.iter().map(|&(name, of)| (name.to_owned(), of)).collect()
        };
        let printed = named(&[("(0:50]", 1.5), ("(50:100]", 3.0)]);
        assert_eq!(attempts(Bounds::Upper), printed);
        let lower = named(&[("[0:50)", 1.0), ("[50:100)", 2.0), ("[100:150)", 3.0)]);
        assert_eq!(attempts(Bounds::Lower), lower);
    }

    #[test]
    fn what_grows_does_so_from_each_class_to_the_next() {
        let verdict = |values: &[f64]| grows(String::new(), values, 0).map(|it| it.verdict);
        assert_eq!(verdict(&[1.0, 2.0, 3.0]), Some(Verdict::Holds));
        assert_eq!(verdict(&[1.0, 3.0, 3.0]), Some(Verdict::DoesNotHold));
        assert_eq!(verdict(&[1.0]), None);
    }
}
