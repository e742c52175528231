//! The legend of a picture.

use serde::{Deserialize, Serialize};

use super::lettering::wrapped;
use super::pdf;
use super::theme::{LETTERS, MARGIN};
use crate::prelude::*;

/// One entry of a legend.
#[derive(Clone, Debug)]
pub(super) struct Swatch {
    /// The colour of the box, or of the line.
    pub(super) colour: Rgb,
    /// The colour of the hatch over the box, if there is one.
    pub(super) hatch: Option<Rgb>,
    /// The shape of a series' dots: the entry is a line with a dot in place of a box.
    pub(super) mark: Option<Mark>,
    /// Its meaning.
    pub(super) words: String,
}

/// The height of a line of the legend, in CSS pixels.
pub(super) const LINE: f64 = 20.0;

/// The room that an entry takes: by a mean width of a letter, on the safe side; in a figure of a paper, whose font is
/// known, by the widths of its letters.
fn width(swatch: &Swatch, is_paper: bool) -> f64 {
    let words =
        if is_paper { pdf::width_of(&swatch.words) * LETTERS } else { swatch.words.chars().count() as f64 * 6.9 };
    26.0 + words + 14.0
}

/// How many lines the entries take when written into `room` CSS pixels.
pub(super) fn lines(swatches: &[Swatch], room: f64) -> usize {
    lines_of(swatches, room, false)
}

/// The same, in a figure of a paper or elsewhere.
pub(super) fn lines_of(swatches: &[Swatch], room: f64, is_paper: bool) -> usize {
    let mut lines = usize::from(!swatches.is_empty());
    let mut x = 0.0;
    for swatch in swatches {
        let width = width(swatch, is_paper);
        if x > 0.0 && x + width > room {
            lines += 1;
            x = 0.0;
        }
        x += width;
    }
    lines
}

/// Writes the entries side by side from the corner of an area, wrapped where it ends.
pub(super) fn legend(pen: &mut Pen, area: Area, swatches: &[Swatch]) -> Drawn {
    let (mut x, mut y) = (area.left, area.top + LINE / 2.0);
    for swatch in swatches {
        let width = width(swatch, pen.theme.is_paper);
        if x > area.left && x + width > area.right() {
            x = area.left;
            y += LINE;
        }
        sign(pen, (x, y), swatch)?;
        let style = Lettering::new(12.0, pen.theme.text);
        pen.text(&swatch.words, (x + 24.0, y), style)?;
        x += width;
    }
    Ok(())
}

fn sign(pen: &mut Pen, (x, y): (f64, f64), swatch: &Swatch) -> Drawn {
    if let Some(mark) = swatch.mark {
        pen.path(&[(x, y), (x + 18.0, y)], swatch.colour, 2.0)?;
        return mark.draw(pen, (x + 9.0, y), swatch.colour);
    }
    let area = Area { left: x, top: y - 6.0, width: 18.0, height: 12.0 };
    pen.fill(area, swatch.colour, 1.0)?;
    match swatch.hatch {
        Some(hatch) => pen.hatch(area, 6.0, hatch),
        None => Ok(()),
    }
}

/// The shape of a series' dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
    Wedge,
}

/// The dots of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) shape: Marker,
    /// Whether they are filled with the ground.
    pub(super) hollow: bool,
}

impl Mark {
    /// The radius of a dot, and of the ground within an open one, in CSS pixels.
    const RADIUS: f64 = 4.0;
    const HOLLOW: f64 = 2.3;

    /// Filled dots.
    pub(super) fn filled(shape: Marker) -> Self {
        Self { shape, hollow: false }
    }

    pub(super) fn draw(self, pen: &mut Pen, centre: (f64, f64), colour: Rgb) -> Drawn {
        self.shape.draw(pen, centre, Self::RADIUS, colour)?;
        if self.hollow { self.shape.draw(pen, centre, Self::HOLLOW, pen.theme.panel) } else { Ok(()) }
    }
}

impl Marker {
    /// The shape of the nth series. Colours come round after six series, shapes one later each time:
    /// no two of 36 series look the same.
    pub(super) fn of_series(n: usize) -> Self {
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond, Self::Cross, Self::Wedge][(n + n / 6) % 6]
    }

    /// Its name in words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Triangle => "triangle",
            Self::Diamond => "diamond",
            Self::Cross => "cross",
            Self::Wedge => "wedge",
        }
    }

    /// Draws it with about the area of a circle of `radius` CSS pixels.
    pub(super) fn draw(self, pen: &mut Pen, centre: (f64, f64), radius: f64, colour: Rgb) -> Drawn {
        let points: &[(f64, f64)] = match self {
            Self::Circle => return pen.dot(centre, radius, colour),
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Triangle => &[(0.0, -1.25), (1.2, 0.85), (-1.2, 0.85)],
            Self::Diamond => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Self::Cross => &[
                (-0.4, -1.2),
                (0.4, -1.2),
                (0.4, -0.4),
                (1.2, -0.4),
                (1.2, 0.4),
                (0.4, 0.4),
                (0.4, 1.2),
                (-0.4, 1.2),
                (-0.4, 0.4),
                (-1.2, 0.4),
                (-1.2, -0.4),
                (-0.4, -0.4),
            ],
            Self::Wedge => &[(0.0, 1.25), (1.2, -0.85), (-1.2, -0.85)],
        };
        let placed: Vec<_> = points.iter().map(|&(x, y)| (centre.0 + x * radius, centre.1 + y * radius)).collect();
        pen.polygon(&placed, colour, 1.0)
    }
}

/// A resource of a node, in the order of the bars from top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Whole cores.
    #[default]
    Cores,
    /// Thousandths of GPUs.
    Gpus,
    /// MiB.
    Memory,
}

impl Resource {
    /// All of them, as arrays of amounts have them.
    pub const ALL: [Self; 3] = [Self::Cores, Self::Gpus, Self::Memory];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Cores => "cores",
            Self::Gpus => "GPUs",
            Self::Memory => "memory",
        }
    }
}

/// The words of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Captions {
    /// In bold, on one line.
    pub title: String,
    /// Beneath it, wrapped: the scenario in words. Empty for none.
    pub subtitle: String,
    /// The origin of the times at the axes.
    pub origin: Origin,
}

/// Writes title and subtitle into the top of an area, and returns the rest of it.
fn draw_titles(pen: &mut Pen, area: Area, captions: &Captions) -> Drawn<Area> {
    let theme = pen.theme;
    let mut y = 0.0;
    if !captions.title.is_empty() {
        for line in wrapped(&captions.title, area.width, 19.0) {
            let style = Lettering::new(18.0, theme.text).bold().below();
            pen.text(&line, (area.left, area.top + y), style)?;
            y += 25.0;
        }
    }
    for line in wrapped(&captions.subtitle, area.width, 12.5) {
        let style = Lettering::new(12.5, theme.muted).below();
        pen.text(&line, (area.left, area.top + y), style)?;
        y += 18.0;
    }
    if y > 0.0 {
        y += 6.0;
    }
    Ok(area.inset(0.0, y, 0.0, 0.0))
}

/// Begins a picture: fills it, writes the titles, and returns the rest.
pub(super) fn begin(pen: &mut Pen, area: Area, captions: &Captions) -> Drawn<Area> {
    let background = pen.theme.background;
    pen.fill(area, background, 1.0)?;
    let inner = if pen.theme.is_paper { area.inset(MARGIN, MARGIN, MARGIN, MARGIN) } else { within_margins(area) };
    draw_titles(pen, inner, captions)
}

/// The part of a picture within its margins.
pub(super) fn within_margins(area: Area) -> Area {
    area.inset(20.0, 16.0, 20.0, 12.0)
}
