//! Figures of a paper: vector pictures at the widths of a column and of a page, with letters of 8 pt at that size and
//! no title.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::pdf::pdf;
use super::svg::svg_in_millimetres;
use super::theme::LETTERS;
use crate::prelude::*;

/// The width of a figure on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperWidth {
    /// A column of a page of two: 85 mm.
    Column,
    /// Both columns: 175 mm.
    Page,
}

/// The type size of figures in points.
pub const TYPE_SIZE: f64 = 8.0;

const MILLIMETRES_IN_INCH: f64 = 25.4;

/// Points in an inch.
const POINTS: f64 = 72.0;

impl PaperWidth {
    /// Both widths.
    pub const ALL: [Self; 2] = [Self::Column, Self::Page];

    /// In millimetres.
    pub fn millimetres(self) -> f64 {
        match self {
            Self::Column => 85.0,
            Self::Page => 175.0,
        }
    }

    /// In points.
    pub fn points(self) -> f64 {
        self.millimetres() / MILLIMETRES_IN_INCH * POINTS
    }

    /// In CSS pixels of a chart, to the nearest whole one.
    pub fn pixels(self) -> u32 {
        (self.points() * LETTERS / TYPE_SIZE).round() as u32
    }
}

/// A picture that is drawn on any backend at the size of a frame.
pub trait Figure {
    /// Its height at a width, both in CSS pixels.
    fn height(&self, width: u32) -> u32;

    /// Draws it.
    ///
    /// # Errors
    ///
    /// If the backend fails.
    fn draw(&self, backend: &mut dyn Surface, frame: Frame, theme: &Theme) -> Drawn;
}

/// A figure of one width.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// As an SVG document whose size is in millimetres.
    pub svg: String,
    /// As a PDF document of one page of that size.
    pub pdf: Vec<u8>,
    /// Its width in millimetres.
    pub width: f64,
    /// Its height in millimetres.
    pub height: f64,
    /// Letters for which the PDF has `?`, since its font does not have them.
    pub missing: BTreeSet<char>,
}

/// Draws a figure for paper. `title` is the name of the document, for screen readers and lists of files; the picture
/// does not show it.
pub fn printed(figure: &impl Figure, width: PaperWidth, title: &str) -> Printed {
    let pixels = width.pixels();
    let frame = Frame::new(pixels, figure.height(pixels));
    let theme = Theme::paper();
    let millimetres = width.millimetres();
    let height = millimetres * f64::from(frame.height) / f64::from(pixels);
    let svg =
        svg_in_millimetres(frame, (millimetres, height), title, |target, frame| figure.draw(target, frame, &theme));
    let made = pdf(frame, width.points(), title, |target, frame| figure.draw(target, frame, &theme));
    Printed { svg, pdf: made.bytes, width: millimetres, height, missing: made.missing }
}
