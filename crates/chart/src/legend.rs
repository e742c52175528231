//! The legend of a picture.

use super::Area;
use super::lettering::Lettering;
use super::marker::Mark;
use super::pdf;
use super::pen::{Drawn, Pen};
use super::theme::{LETTERS, Rgb};

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
