//! Sets of servers.

use std::fmt;

/// First and last, inclusive.
type Range = (u32, u32);

/// A set of servers, as runs of neighbours. Most hold one run, which needs no memory of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSet {
    first: Option<Range>,
    /// The other runs, ascending, none beside another.
    rest: Vec<Range>,
}

impl ServerSet {
    /// The servers from `first` to `last` inclusive.
    pub fn run(first: u32, last: u32) -> Self {
        Self { first: (first <= last).then_some((first, last)), rest: Vec::new() }
    }

    /// The `count` servers of lowest number.
    pub fn first(count: u32) -> Self {
        match count.checked_sub(1) {
            Some(last) => Self::run(0, last),
            None => Self::default(),
        }
    }

    /// The set of these ascending ranges, which may touch but not overlap.
    fn of_ascending(runs: impl Iterator<Item = Range>) -> Self {
        let mut set = Self::default();
        for run in runs {
            set.push(run);
        }
        set
    }

    /// Adds a run behind all others. It may reach into the last one.
    fn push(&mut self, (first, last): Range) {
        let latest = self.rest.last_mut().or(self.first.as_mut());
        match latest {
            None => self.first = Some((first, last)),
            Some(latest) if first <= latest.1.saturating_add(1) => latest.1 = latest.1.max(last),
            Some(_) => self.rest.push((first, last)),
        }
    }

    /// The set of these servers, given in any order. O(n log n).
    pub fn of(mut servers: Vec<u32>) -> Self {
        servers.sort_unstable();
        Self::of_ascending(servers.into_iter().map(|server| (server, server)))
    }

    /// All that are in one of the sets. O(n log n) in their runs.
    pub fn union<'a>(sets: impl Iterator<Item = &'a Self>) -> Self {
        let mut runs: Vec<Range> = sets.flat_map(Self::runs).collect();
        runs.sort_unstable();
        Self::of_ascending(runs.into_iter())
    }

    /// The runs of neighbours, first and last inclusive, ascending.
    pub fn runs(&self) -> impl Iterator<Item = Range> + '_ {
        self.first.iter().chain(&self.rest).copied()
    }

    /// Its servers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs().flat_map(|(first, last)| first..=last)
    }

    /// How many there are. O(runs).
    pub fn count(&self) -> u32 {
        self.runs().map(|(first, last)| last - first + 1).sum()
    }

    /// Whether it has a server. O(runs).
    pub fn contains(&self, server: u32) -> bool {
        self.runs().any(|(first, last)| (first..=last).contains(&server))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Adds the servers of `other`. O(runs of both).
    pub fn add(&mut self, other: &Self) {
        if self.is_empty() {
            *self = other.clone();
            return;
        }
        let (mut one, mut two) = (self.runs().peekable(), other.runs().peekable());
        let merged = std::iter::from_fn(move || match (one.peek(), two.peek()) {
            (Some(a), Some(b)) if a > b => two.next(),
            (Some(_), _) => one.next(),
            (None, _) => two.next(),
        });
        *self = Self::of_ascending(merged);
    }

    /// Takes the `count` servers of lowest number out of it, or all where there are fewer. O(runs).
    pub fn take_lowest(&mut self, count: u32) -> Self {
        let (mut taken, mut left) = (Self::default(), Self::default());
        let mut wanted = count;
        for (first, last) in self.runs() {
            let here = (last - first + 1).min(wanted);
            if here > 0 {
                taken.push((first, first + (here - 1)));
            }
            if here <= last - first {
                left.push((first + here, last));
            }
            wanted -= here;
        }
        *self = left;
        taken
    }

    /// The servers in both sets, and those of this one that are not in `other`. O(runs of both).
    pub fn parted_by(&self, other: &Self) -> (Self, Self) {
        let (mut both, mut left) = (Self::default(), Self::default());
        let mut cuts = other.runs().peekable();
        for (first, last) in self.runs() {
            let mut from = Some(first);
            while let (Some(at), Some(&(low, high))) = (from, cuts.peek()) {
                if low > last {
                    break;
                }
                if high < at {
                    cuts.next();
                    continue;
                }
                if low > at {
                    left.push((at, low - 1));
                }
                both.push((low.max(at), high.min(last)));
                from = (high < last).then_some(high.wrapping_add(1));
            }
            if let Some(at) = from {
                left.push((at, last));
            }
        }
        (both, left)
    }
}

/// Neighbours together: `3–5, 9`.
impl fmt::Display for ServerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (first, last)) in self.runs().enumerate() {
            let before = if at == 0 { "" } else { ", " };
            if first == last { write!(f, "{before}{first}")? } else { write!(f, "{before}{first}–{last}")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn numbers() -> impl Strategy<Value = BTreeSet<u32>> {
        proptest::collection::btree_set(0..60u32, 0..50)
    }

    fn set(numbers: &BTreeSet<u32>) -> ServerSet {
        ServerSet::of(numbers.iter().rev().copied().collect())
    }

    fn listed(set: &ServerSet) -> BTreeSet<u32> {
        let runs: Vec<Range> = set.runs().collect();
        assert!(runs.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
        set.iter().collect()
    }

    proptest! {
        #[test]
        fn it_is_a_set_of_numbers(a in numbers(), b in numbers(), count in 0..60u32) {
            let (one, other) = (set(&a), set(&b));
            prop_assert_eq!(listed(&one), a.clone());
            prop_assert_eq!(one.count() as usize, a.len());
            prop_assert_eq!(one.is_empty(), a.is_empty());
            prop_assert!((0..60).all(|it| one.contains(it) == a.contains(&it)));
            let (both, left) = one.parted_by(&other);
            prop_assert_eq!((listed(&both), listed(&left)), (&a & &b, &a - &b));
            let mut sum = one.clone();
            sum.add(&other);
            prop_assert_eq!(listed(&sum), &a | &b);
            prop_assert_eq!(ServerSet::union([&one, &other].into_iter()), sum);
            let mut rest = one.clone();
            let taken = rest.take_lowest(count);
            let lowest: BTreeSet<u32> = a.iter().copied().take(count as usize).collect();
            prop_assert_eq!((listed(&taken), listed(&rest)), (lowest.clone(), &a - &lowest));
        }
    }

    #[test]
    fn neighbours_are_told_together() {
        assert_eq!(ServerSet::default().to_string(), "");
        let set = ServerSet::of(vec![12, 3, 9, 5, 4, 11]);
        assert_eq!(set.to_string(), "3–5, 9, 11–12");
    }
}
