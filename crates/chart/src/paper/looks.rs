//! The colours and marks of lines in figures of papers: a policy has its colour in every figure.

use crate::marker::{Mark, Marker};
use crate::theme::Rgb;

/// The colour and the mark of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Of line and mark.
    pub colour: Rgb,
    /// The place of its marks: the shapes filled, then the shapes open.
    mark: usize,
}

impl Look {
    /// Its marks.
    pub(crate) fn mark(self) -> Mark {
        Mark { shape: Marker::of_series(self.mark % SHAPES), hollow: self.mark >= SHAPES }
    }

    /// Its marks in words: `filled circle`.
    pub fn marks(self) -> String {
        let Mark { shape, hollow } = self.mark();
        let filled = if hollow { "open" } else { "filled" };
        format!("{filled} {}", shape.name())
    }

    /// In words, for a list: `#0072b2, filled circle`.
    pub fn words(self) -> String {
        format!("{}, {}", self.colour.css(), self.marks())
    }
}

/// The colours, by the place of a policy among all. Each stands out from white.
const COLOURS: [Rgb; 12] = [
    Rgb::hex(0x0072b2),
    Rgb::hex(0xd55e00),
    Rgb::hex(0x007a5e),
    Rgb::hex(0xb0408c),
    Rgb::hex(0x1a1a1a),
    Rgb::hex(0x8f6a00),
    Rgb::hex(0x5b3fb5),
    Rgb::hex(0x2f86a8),
    Rgb::hex(0xa01830),
    Rgb::hex(0x6b6b6b),
    Rgb::hex(0x6f8400),
    Rgb::hex(0x7a4a21),
];

/// The number of shapes of marks.
const SHAPES: usize = 6;

impl Look {
    /// The look of the first line of the policy at a place among all; from the thirteenth on they come round.
    fn of_place(place: usize) -> Self {
        let place = place % COLOURS.len();
        Self { colour: COLOURS[place], mark: place }
    }

    /// The look of a further line of the same policy: a lighter or darker shade, and the next marks.
    fn further(self, nth: usize) -> Self {
        let (black, white) = (Rgb::hex(0x000000), Rgb::hex(0xffffff));
        let colour = match nth % 3 {
            0 => self.colour,
            1 => self.colour.mixed(black, 0.45),
            _ => self.colour.mixed(white, 0.3),
        };
        Self { colour, mark: (self.mark + nth) % (2 * SHAPES) }
    }
}

/// The looks of lines, each given by the place of its policy among all policies. The colour is that of the policy,
/// whatever else is shown; several lines of one policy differ in shade and mark.
pub fn looks(policies: &[usize]) -> Vec<Look> {
    let nth = |at: usize| policies[..at].iter().filter(|it| **it == policies[at]).count();
    let all = policies.iter().enumerate();
    all.map(|(at, &place)| Look::of_place(place).further(nth(at))).collect()
}
