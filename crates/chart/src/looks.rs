//! The colours and marks of lines that are policies: a policy has the same in every picture.

use std::collections::BTreeSet;

use super::marker::{Mark, Marker};
use super::theme::{POLICIES, Rgb, Theme};

/// The number of shapes of marks.
const SHAPES: usize = 6;

/// The number of marks: the shapes filled, then the shapes open.
const MARKS: usize = 2 * SHAPES;

/// The number of looks: every colour with every mark.
const LOOKS: usize = POLICIES * MARKS;

/// The colour and the mark of a line, by their place in the palette of policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look(usize);

impl Look {
    /// The colour of line and mark.
    pub fn colour(self, theme: &Theme) -> Rgb {
        theme.policies[self.0 % POLICIES]
    }

    /// Its marks: one later each time the colours come round.
    pub(super) fn mark(self) -> Mark {
        let mark = (self.0 + self.0 / POLICIES) % MARKS;
        Mark { shape: Marker::of_series(mark % SHAPES), hollow: mark >= SHAPES }
    }

    /// Its marks in words: `filled circle`.
    pub fn marks(self) -> String {
        let Mark { shape, hollow } = self.mark();
        let filled = if hollow { "open" } else { "filled" };
        format!("{filled} {}", shape.name())
    }

    /// On paper in words, for a list: `#0072b2, filled circle`.
    pub fn words(self) -> String {
        format!("{}, {}", self.colour(&Theme::paper()).css(), self.marks())
    }
}

/// The looks of lines, each given by the place of its policy among all ([`experiment::policy_place`]). The first line of
/// a policy has the look of the policy, whatever else is shown; a further one takes the next that is free.
pub fn looks(policies: &[usize]) -> Vec<Look> {
    let places: Vec<usize> = policies.iter().map(|it| it % LOOKS).collect();
    let mut taken: BTreeSet<usize> = places.iter().copied().collect();
    let look = |(at, place): (usize, &usize)| {
        if !places[..at].contains(place) {
            return Look(*place);
        }
        let mut next = (*place..place + LOOKS).map(|it| it % LOOKS);
        let free = next.find(|it| !taken.contains(it)).unwrap_or(*place);
        taken.insert(free);
        Look(free)
    };
    places.iter().enumerate().map(look).collect()
}

/// The same where the lines differ in policy, or there is a single one; `None` of several lines of one policy, which differ
/// in something else.
pub fn looks_of_policies(policies: &[usize]) -> Option<Vec<Look>> {
    let is_one = |pair: &[usize]| pair[0] == pair[1];
    let differ = policies.len() < 2 || !policies.windows(2).all(is_one);
    differ.then(|| looks(policies))
}
