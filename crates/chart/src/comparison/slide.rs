//! The picture for a slide.

use super::words::{paragraph, paragraph_lines};
use super::{Comparison, charts, table, theme, words};
use crate::gantt::BUDGET;
use crate::prelude::*;
use crate::slide::SLIDE;
use crate::svg::svg_sized;

/// It is drawn at this size and shown at one and a half, so that type is read from the last row.
const FRAME: (u32, u32) = (1280, 720);

const MARGIN: f64 = 26.0;

/// The picture as an SVG document of 1920 × 1080 pixels.
pub fn slide_svg(comparison: &Comparison) -> String {
    let frame = Frame::new(FRAME.0, FRAME.1);
    let size = (f64::from(SLIDE.0), f64::from(SLIDE.1));
    let (title, description) = (comparison.title(), comparison.description());
    svg_sized(frame, size, &title, &description, |target, frame| draw(target, frame, comparison))
}

/// Draws it into a frame of 1280 × 720.
pub fn draw(backend: &mut dyn Surface, frame: Frame, comparison: &Comparison) -> Drawn {
    let theme = theme();
    let mut pen = Pen::new(backend, frame, &theme);
    pen.fill(frame.area(), theme.background, 1.0)?;
    let area = frame.area().inset(MARGIN, 20.0, MARGIN, 46.0);
    let title = shortened(&comparison.title(), area.width, 24.0);
    let style = Lettering::new(23.0, theme.text).bold();
    pen.text(&title, (area.left, area.top + 14.0), style)?;
    let below = area.inset(0.0, 34.0, 0.0, 0.0);
    let taken = paragraph(&mut pen, below, comparison.run, (12.5, 1))?;
    let below = below.inset(0.0, taken, 0.0, 0.0);
    let taken = paragraph(&mut pen, below, &comparison.common(), (12.5, 2))?;
    let body = below.inset(0.0, taken + 8.0, 0.0, 0.0);
    draw_body(&mut pen, body, comparison)?;
    let foot = Area { top: area.bottom() + 6.0, height: 18.0, ..area };
    paragraph(&mut pen, foot, &comparison.foot(), (11.0, 1))?;
    let below = Area { top: foot.top + 17.0, ..foot };
    paragraph(&mut pen, below, comparison.link.unwrap_or_default(), (11.0, 1)).map(|_| ())
}

/// Charts on the left; words, table and sentences on the right.
fn draw_body(pen: &mut Pen, area: Area, comparison: &Comparison) -> Drawn {
    let right = (area.width * 0.37).max(0.0);
    let left = area.inset(0.0, 0.0, right + 24.0, 0.0);
    charts::draw(pen, left, comparison, BUDGET)?;
    let side = area.inset(area.width - right, 0.0, 0.0, 0.0);
    words::draw(pen, side, comparison)?;
    let side = side.inset(0.0, words::height(comparison, side.width) + 6.0, 0.0, 0.0);
    table::draw(pen, side, comparison)?;
    let mut rest = side.inset(0.0, table::height(comparison, side.width) + 12.0, 0.0, 0.0);
    for sentence in &comparison.sentences() {
        let lines = paragraph_lines(sentence, rest.width, (11.5, 2));
        if lines.len() as f64 * 11.5 * 1.4 > rest.height {
            break;
        }
        let taken = paragraph(pen, rest, sentence, (11.5, 2))?;
        rest = rest.inset(0.0, taken + 3.0, 0.0, 0.0);
    }
    Ok(())
}
