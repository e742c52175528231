//! The picture for a column of a paper.

use super::words::{paragraph, paragraph_lines};
use super::{Comparison, charts, table, theme, words};
use crate::gantt::BUDGET;
use crate::lettering::Lettering;
use crate::pen::{Drawn, Pen, Surface};
use crate::svg::svg_sized;
use crate::{Area, Frame};

/// The width of a column, 85 mm, in CSS pixels.
const COLUMN: f64 = 321.26;

/// It is drawn this wide: type of 11 pixels comes out at seven points.
const WIDTH: u32 = 372;

const MARGIN: f64 = 6.0;

/// Sizes of type, and the most lines that they take.
const RUN: (f64, usize) = (11.0, 3);
const COMMON: (f64, usize) = (11.0, 6);
const SENTENCE: (f64, usize) = (11.0, 3);
const FOOT: (f64, usize) = (10.5, 7);

/// The picture as an SVG document, 85 mm wide and as high as it has to be; text is text.
pub fn column_svg(comparison: &Comparison) -> String {
    let frame = Frame::new(WIDTH, height(comparison));
    let scale = COLUMN / f64::from(WIDTH);
    let size = (COLUMN, (f64::from(frame.height) * scale).round());
    let (title, description) = (comparison.title(), comparison.description());
    svg_sized(frame, size, &title, &description, |target, frame| draw(target, frame, comparison))
}

/// Draws it into a frame that is as high as it has to be.
fn draw(backend: &mut dyn Surface, frame: Frame, comparison: &Comparison) -> Drawn {
    let theme = theme();
    let mut pen = Pen::new(backend, frame, &theme);
    pen.fill(frame.area(), theme.background, 1.0)?;
    let mut area = frame.area().inset(MARGIN, MARGIN, MARGIN, 0.0);
    let style = Lettering::new(14.0, theme.text).bold();
    for line in title_lines(comparison, area.width) {
        pen.text(&line, (area.left, area.top + 9.0), style)?;
        area = area.inset(0.0, TITLE, 0.0, 0.0);
    }
    let taken = paragraph(&mut pen, area, comparison.run, RUN)?;
    area = area.inset(0.0, taken, 0.0, 0.0);
    let taken = paragraph(&mut pen, area, &comparison.common(), COMMON)?;
    area = area.inset(0.0, taken + GAP, 0.0, 0.0);
    let list = list(comparison, area.width);
    if list > 0.0 {
        words::draw(&mut pen, area, comparison)?;
    }
    area = area.inset(0.0, list, 0.0, 0.0);
    let charts = charts::height(comparison, area.width, gantt(comparison));
    let place = Area { height: charts, ..area };
    charts::draw(&mut pen, place, comparison, BUDGET / 2)?;
    area = area.inset(0.0, charts + GAP, 0.0, 0.0);
    table::draw(&mut pen, area, comparison)?;
    area = area.inset(0.0, table::height(comparison, area.width) + GAP, 0.0, 0.0);
    for sentence in &comparison.sentences() {
        let taken = paragraph(&mut pen, area, sentence, SENTENCE)?;
        area = area.inset(0.0, taken + 2.0, 0.0, 0.0);
    }
    paragraph(&mut pen, area.inset(0.0, 4.0, 0.0, 0.0), &comparison.foot_with_link(), FOOT).map(|_| ())
}

/// The height of a line of the title.
const TITLE: f64 = 20.0;
const GAP: f64 = 8.0;

/// The title on two lines at most.
fn title_lines(comparison: &Comparison, width: f64) -> Vec<String> {
    paragraph_lines(&comparison.title(), width, (15.5, 2))
}

/// How high the list of the scenarios is: none where their words stand in full above the charts.
fn list(comparison: &Comparison, width: f64) -> f64 {
    if charts::cuts_names(comparison, width) { words::height(comparison, width) + GAP } else { 0.0 }
}

/// How high each Gantt chart is.
fn gantt(comparison: &Comparison) -> f64 {
    if comparison.scenarios.len() > 3 { 62.0 } else { 88.0 }
}

/// How high all of it is: what [`draw`] takes, part by part.
fn height(comparison: &Comparison) -> u32 {
    let width = f64::from(WIDTH) - 2.0 * MARGIN;
    let lines =
        |text: &str, (size, most): (f64, usize)| paragraph_lines(text, width, (size, most)).len() as f64 * size * 1.4;
    let sentences = comparison.sentences();
    let sentences = sentences.iter();
    let parts = [
        MARGIN + title_lines(comparison, width).len() as f64 * TITLE,
        lines(comparison.run, RUN),
        lines(&comparison.common(), COMMON) + GAP,
        list(comparison, width),
        charts::height(comparison, width, gantt(comparison)) + GAP,
        table::height(comparison, width) + GAP,
        sentences.map(|it| lines(it, SENTENCE) + 2.0).sum(),
        4.0 + lines(&comparison.foot_with_link(), FOOT) + MARGIN,
    ];
    parts.into_iter().sum::<f64>().ceil() as u32
}
