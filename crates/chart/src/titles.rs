//! The title above every picture.

use super::lettering::wrapped;
use super::theme::MARGIN;
use crate::prelude::*;

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
pub(super) fn draw_titles(pen: &mut Pen, area: Area, captions: &Captions) -> Drawn<Area> {
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
