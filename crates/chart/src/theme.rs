//! Colours and type, for a light and for a dark ground.
//!
//! Safe for the colour-blind: batch jobs are blue and reservations orange (told apart under every
//! common deficiency), reservations are hatched besides, and the series of a curve chart differ in
//! the shape of their dots. The series are Okabe and Ito's palette, darkened or lightened to stand
//! 3:1 against the ground. Scenarios that are compared have a palette of their own, as their charts stand beside
//! those of jobs: no blue and no orange.

use std::collections::BTreeSet;

use super::legend::{Mark, Marker};

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// This colour with `share` (0 to 1) of `other` mixed in.
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// As CSS spells it: `#rrggbb`.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// From `0xrrggbb`.
    pub const fn hex(value: u32) -> Self {
        Self((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// Several of them.
    pub const fn all<const N: usize>(values: [u32; N]) -> [Self; N] {
        let mut all = [Self(0, 0, 0); N];
        let mut at = 0;
        while at < N {
            all[at] = Self::hex(values[at]);
            at += 1;
        }
        all
    }

    /// Relative luminance by WCAG 2: 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast with another colour by WCAG 2: 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// How many colours policies have; from the next one on they come round, with other marks.
pub const POLICIES: usize = 12;

/// The colours and the type of every picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The ground of the whole picture.
    pub background: Rgb,
    /// The ground of the plotted area.
    pub panel: Rgb,
    /// Titles, labels.
    pub text: Rgb,
    /// Subtitles, numbers at the axes.
    pub muted: Rgb,
    /// Lines behind the data.
    pub grid: Rgb,
    /// Lines at the edge of the plotted area.
    pub axis: Rgb,
    /// Batch jobs, in three shades so that neighbours differ.
    pub batch: [Rgb; 3],
    /// Advance reservations, likewise.
    pub reservation: [Rgb; 3],
    /// Processors that are held while nothing runs on them.
    pub idle: Rgb,
    /// The hatch over reservations.
    pub hatch: Rgb,
    /// The hatch over reserved but idle processors.
    pub idle_hatch: Rgb,
    /// The job pointed at, the cursor.
    pub highlight: Rgb,
    /// The jobs that stand in its way.
    pub blocker: Rgb,
    /// The series of a curve chart, in order.
    pub series: [Rgb; 6],
    /// Policies, by their places in their tables ([`crate::looks`]).
    pub policies: [Rgb; POLICIES],
    /// Scenarios that are compared, A, B and so on: none is like a batch job or a reservation.
    pub compared: [Rgb; 6],
    /// From a low to a high value, in even steps: each stands out from the ground, and the steps
    /// differ in lightness, which colour-blind readers see.
    pub ramp: [Rgb; 5],
    /// CSS font stack.
    pub font: &'static str,
    /// Whether the picture is a figure of a paper: letters of one size and weight, and hardly a margin.
    pub is_paper: bool,
}

/// The system's own sans, so that a picture matches the page or the slide it stands on.
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// The type size of figures of papers, in CSS pixels of the chart; [`crate::paper`] scales it to points.
pub(super) const LETTERS: f64 = 12.0;

/// The margin of figures of papers, in CSS pixels: journals leave room of their own.
pub(super) const MARGIN: f64 = 2.0;

/// The font of figures of papers, the standard font of PDF first, so that SVG and PDF look alike.
const PAPER_FONT: &str = "Helvetica, 'Nimbus Sans', Arial, 'Liberation Sans', sans-serif";

impl Theme {
    /// Dark on light: paper, a bright room.
    pub const fn light() -> Self {
        Self {
            background: Rgb::hex(0xffffff),
            panel: Rgb::hex(0xf6f8fa),
            text: Rgb::hex(0x1b232d),
            muted: Rgb::hex(0x56616f),
            grid: Rgb::hex(0xdfe4ea),
            axis: Rgb::hex(0xa9b3bf),
            batch: Rgb::all([0x2a6fb0, 0x4f92cf, 0x83b5e2]),
            reservation: Rgb::all([0xc65102, 0xe27a2c, 0xeda163]),
            idle: Rgb::hex(0xfbe6d3),
            hatch: Rgb::hex(0x8a3500),
            idle_hatch: Rgb::hex(0xdc9a62),
            highlight: Rgb::hex(0x111111),
            blocker: Rgb::hex(0xc2006b),
            series: Rgb::all([0x0072b2, 0xd55e00, 0x00805c, 0xb2568a, 0x8f6a00, 0x4c4fa8]),
            policies: Rgb::all([
                0x0072b2, 0xd55e00, 0x007a5e, 0xb0408c, 0x1a1a1a, 0x8f6a00, 0x5b3fb5, 0x2f86a8, 0xa01830, 0x6b6b6b,
                0x6f8400, 0x7a4a21,
            ]),
            compared: Rgb::all([0x007a4d, 0x9b30d9, 0x15173a, 0xd6408f, 0x5e5300, 0x7a0f3a]),
            ramp: Rgb::all([0x232d8f, 0x7a2aa6, 0xb8357e, 0xd4502f, 0xcb7000]),
            font: FONT,
            is_paper: false,
        }
    }

    /// Dark on white, for figures of papers ([`crate::paper`]).
    pub const fn paper() -> Self {
        Self {
            panel: Rgb::hex(0xffffff),
            text: Rgb::hex(0x000000),
            muted: Rgb::hex(0x000000),
            grid: Rgb::hex(0xe0e0e0),
            axis: Rgb::hex(0x606060),
            font: PAPER_FONT,
            is_paper: true,
            ..Self::light()
        }
    }

    /// Light on dark: a projector in a dim room.
    pub const fn dark() -> Self {
        Self {
            background: Rgb::hex(0x0f141a),
            panel: Rgb::hex(0x161d26),
            text: Rgb::hex(0xe9eef4),
            muted: Rgb::hex(0xa3afbd),
            grid: Rgb::hex(0x29333f),
            axis: Rgb::hex(0x57636f),
            batch: Rgb::all([0x3474b3, 0x5598d8, 0x8fc2f0]),
            reservation: Rgb::all([0xc95a12, 0xe8863c, 0xf6b27a]),
            idle: Rgb::hex(0x1e2228),
            hatch: Rgb::hex(0x4f1f00),
            idle_hatch: Rgb::hex(0xab8a63),
            highlight: Rgb::hex(0xffffff),
            blocker: Rgb::hex(0xff8ad0),
            series: Rgb::all([0x56b4e9, 0xff8f45, 0x2fc59a, 0xe39cc6, 0xf0d24b, 0xa9adff]),
            policies: Rgb::all([
                0x56b4e9, 0xff8f45, 0x2fc59a, 0xe58cc8, 0xf2f2f2, 0xe3b82f, 0xa78bff, 0x9adcf2, 0xff5f77, 0x9c9c9c,
                0xb9d13f, 0xc98d5a,
            ]),
            compared: Rgb::all([0x5ee0b8, 0xa866ff, 0xd8e84a, 0xff5c8f, 0xf5f5f5, 0x2a8a4a]),
            ramp: Rgb::all([0x6a7dff, 0xb57bf0, 0xee82c0, 0xff9f80, 0xffd76a]),
            font: FONT,
            is_paper: false,
        }
    }

    /// The colour of the scenario at a place of a comparison; after the sixth they come round.
    pub fn compared(&self, place: usize) -> Rgb {
        self.compared[place % self.compared.len()]
    }

    /// The colour of a bar of this colour whose job is not among those that are highlighted.
    pub(super) fn dimmed(&self, colour: Rgb) -> Rgb {
        colour.mixed(self.panel, 0.78)
    }
}

impl Theme {
    /// The colour of a value at `share` (0 to 1) of the way from the lowest to the highest.
    pub fn on_ramp(&self, share: f64) -> Rgb {
        let steps = (self.ramp.len() - 1) as f64;
        let place = (share * steps).clamp(0.0, steps);
        // A value that is not a number becomes 0.
        let step = (place as usize).min(self.ramp.len() - 2);
        let rest = if place.is_nan() { 0.0 } else { place - step as f64 };
        self.ramp[step].mixed(self.ramp[step + 1], rest)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_data_stand_out_from_their_ground() {
        for theme in [Theme::light(), Theme::dark()] {
            for ground in [theme.background, theme.panel] {
                assert!(theme.text.contrast(ground) >= 7.0);
                assert!(theme.muted.contrast(ground) >= 4.5, "{theme:?}");
                for colour in theme.series.into_iter().chain(theme.policies).chain(theme.compared).chain(theme.ramp) {
                    assert!(colour.contrast(ground) >= 3.0, "{}", colour.css());
                }
            }
        }
    }

    #[test]
    fn the_ramp_gets_lighter_all_the_way() {
        for theme in [Theme::light(), Theme::dark()] {
            let steps = theme.ramp.map(Rgb::luminance);
            assert!(steps.is_sorted_by(|a, b| a * 1.1 < *b), "{steps:?}");
            assert_eq!(theme.on_ramp(0.0), theme.ramp[0]);
            assert_eq!(theme.on_ramp(1.0), theme.ramp[4]);
            let between = theme.ramp[2].mixed(theme.ramp[3], 0.5);
            assert_eq!(theme.on_ramp(0.625), between);
            assert_eq!(theme.on_ramp(f64::NAN), theme.ramp[0]);
        }
    }

    #[test]
    fn mixing_goes_from_one_colour_to_the_other() {
        let (a, b) = (Rgb(0, 100, 200), Rgb(200, 100, 0));
        assert_eq!(a.mixed(b, 0.0), a);
        assert_eq!(a.mixed(b, 1.0), b);
        assert_eq!(a.mixed(b, 0.5), Rgb(100, 100, 100));
    }
}
