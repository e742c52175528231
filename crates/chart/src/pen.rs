//! Drawing on any plotters backend in CSS pixels.
//!
//! Lines along an axis are filled rectangles at whole pixels, which every backend draws crisply.
//! Text is placed by its anchor and never measured: the width that a backend says a text has is not
//! the width that the reader's browser gives it.

use std::fmt::Display;

use plotters_backend::{BackendColor, BackendCoord, BackendStyle, DrawingBackend};

use super::lettering::Sized;
use crate::prelude::*;

/// The result of drawing on a backend.
pub type Drawn<T = ()> = Result<T, NotDrawn>;

/// Why a backend cannot draw, in its own words.
#[derive(Debug)]
pub struct NotDrawn(String);

impl NotDrawn {
    pub(super) fn of(error: impl Display) -> Self {
        Self(error.to_string())
    }
}

impl Display for NotDrawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotDrawn {}

/// The operations of plotters' backends that pictures need, in device pixels, as an object: a picture is compiled once, and
/// not for every backend.
pub trait Surface {
    /// Width and height.
    fn size(&self) -> (u32, u32);
    /// A line between two places.
    fn line(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke) -> Drawn;
    /// A rectangle, filled or as its outline.
    fn rectangle(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke, fill: bool) -> Drawn;
    /// A line through places.
    fn path(&mut self, points: Vec<BackendCoord>, stroke: &Stroke) -> Drawn;
    /// A filled shape.
    fn polygon(&mut self, points: Vec<BackendCoord>, colour: BackendColor) -> Drawn;
    /// A filled circle.
    fn circle(&mut self, centre: BackendCoord, radius: u32, colour: BackendColor) -> Drawn;
    /// Text at its anchor.
    fn text(&mut self, text: &str, style: &Sized, place: BackendCoord) -> Drawn;
}

impl<DB: DrawingBackend> Surface for DB {
    fn size(&self) -> (u32, u32) {
        self.get_size()
    }

    fn line(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke) -> Drawn {
        self.draw_line(from, to, stroke).map_err(NotDrawn::of)
    }

    fn rectangle(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke, fill: bool) -> Drawn {
        self.draw_rect(from, to, stroke, fill).map_err(NotDrawn::of)
    }

    fn path(&mut self, points: Vec<BackendCoord>, stroke: &Stroke) -> Drawn {
        self.draw_path(points, stroke).map_err(NotDrawn::of)
    }

    fn polygon(&mut self, points: Vec<BackendCoord>, colour: BackendColor) -> Drawn {
        self.fill_polygon(points, &colour).map_err(NotDrawn::of)
    }

    fn circle(&mut self, centre: BackendCoord, radius: u32, colour: BackendColor) -> Drawn {
        self.draw_circle(centre, radius, &colour, true).map_err(NotDrawn::of)
    }

    fn text(&mut self, text: &str, style: &Sized, place: BackendCoord) -> Drawn {
        self.draw_text(text, style, place).map_err(NotDrawn::of)
    }
}

/// A backend, and how to draw on it.
pub(super) struct Pen<'a> {
    pub(super) backend: &'a mut dyn Surface,
    pub(super) theme: &'a Theme,
    pub(super) scale: f64,
}

impl<'a> Pen<'a> {
    /// A pen for a picture of this frame.
    pub(super) fn new(backend: &'a mut dyn Surface, frame: Frame, theme: &'a Theme) -> Self {
        Self { backend, theme, scale: frame.scale }
    }

    /// The device pixel nearest to a place.
    fn device(&self, at: f64) -> i32 {
        (at * self.scale).round().clamp(-1e6, 1e6) as i32
    }

    /// Fills from edge to edge.
    pub(super) fn fill(&mut self, area: Area, colour: Rgb, alpha: f64) -> Drawn {
        let from = (self.device(area.left), self.device(area.top));
        let to = (self.device(area.right()), self.device(area.bottom()));
        if from.0 >= to.0 || from.1 >= to.1 {
            return Ok(());
        }
        self.backend.rectangle(from, to, &Stroke { colour: paint(colour, alpha), width: 1 }, true)
    }

    /// A line of one CSS pixel across, its top edge at the whole pixel nearest to `y`.
    pub(super) fn across(&mut self, (x0, x1): (f64, f64), y: f64, colour: Rgb) -> Drawn {
        let (width, top) = (x1 - x0, y.round());
        let line = self.hairline();
        self.fill(Area { left: x0, top, width, height: line }, colour, 1.0)
    }

    /// A line of one CSS pixel down.
    pub(super) fn down(&mut self, x: f64, (y0, y1): (f64, f64), colour: Rgb) -> Drawn {
        let (left, height) = (x.round(), y1 - y0);
        let width = self.hairline();
        self.fill(Area { left, top: y0, width, height }, colour, 1.0)
    }

    /// The width of the finest line, in CSS pixels: a whole number of device pixels.
    fn hairline(&self) -> f64 {
        self.scale.round().max(1.0) / self.scale
    }

    /// Four lines just within an area.
    pub(super) fn frame(&mut self, area: Area, colour: Rgb) -> Drawn {
        let (x, y) = ((area.left, area.right()), (area.top, area.bottom()));
        self.across(x, y.0, colour)?;
        self.across(x, y.1 - 1.0, colour)?;
        self.down(x.0, y, colour)?;
        self.down(x.1 - 1.0, y, colour)
    }

    /// Text; characters that no picture can hold are left out.
    pub(super) fn text(&mut self, text: &str, (x, y): (f64, f64), style: Lettering) -> Drawn {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        if text.is_empty() {
            return Ok(());
        }
        let style = style.on(self.theme);
        let place = (self.device(x), self.device(y));
        let size = style.size * self.scale;
        let family = self.theme.font;
        self.backend.text(&text, &Sized { style, size, family }, place)
    }

    /// A line through points.
    pub(super) fn path(&mut self, points: &[(f64, f64)], colour: Rgb, width: f64) -> Drawn {
        if points.len() < 2 {
            return Ok(());
        }
        let stroke = Stroke { colour: paint(colour, 1.0), width: (width * self.scale).round().max(1.0) as u32 };
        let points: Vec<_> = points.iter().map(|&p| self.device_point(p)).collect();
        self.backend.path(points, &stroke)
    }

    /// A filled shape.
    pub(super) fn polygon(&mut self, points: &[(f64, f64)], colour: Rgb, alpha: f64) -> Drawn {
        if points.len() < 3 {
            return Ok(());
        }
        let points: Vec<_> = points.iter().map(|&p| self.device_point(p)).collect();
        self.backend.polygon(points, paint(colour, alpha))
    }

    /// A filled circle.
    pub(super) fn dot(&mut self, centre: (f64, f64), radius: f64, colour: Rgb) -> Drawn {
        let radius = (radius * self.scale).round().max(1.0) as u32;
        let centre = self.device_point(centre);
        self.backend.circle(centre, radius, paint(colour, 1.0))
    }

    /// Diagonal stripes within an area, as one element however large it is: a polygon that goes
    /// out along the left and the lower edge, around every stripe on its way, and back the same
    /// way, which encloses nothing but the stripes.
    pub(super) fn hatch(&mut self, area: Area, gap: f64, colour: Rgb) -> Drawn {
        const STRIPE: f64 = 1.6;
        let (w, h) = (area.width, area.height);
        let count = ((w + h - STRIPE) / gap).clamp(0.0, 3000.0) as usize;
        let mut points = vec![(0.0, 0.0)];
        for at in 1..=count {
            let sum = at as f64 * gap;
            if sum > h && sum - gap < h {
                points.push((0.0, h));
            }
            points.extend(stripe((w, h), sum, sum + STRIPE));
        }
        if count as f64 * gap > h {
            points.push((0.0, h));
        }
        let placed = |(x, y): (f64, f64)| (area.left + x, area.top + y);
        let points: Vec<_> = points.into_iter().map(placed).collect();
        self.polygon(&points, colour, 1.0)
    }

    fn device_point(&self, (x, y): (f64, f64)) -> (i32, i32) {
        (self.device(x), self.device(y))
    }

    /// Says in the middle of an area, in words, why there is nothing else to see.
    pub(super) fn nothing(&mut self, area: Area, words: &str) -> Drawn {
        let style = Lettering::new(13.0, self.theme.muted).centred();
        let middle = (area.left + area.width / 2.0, area.top + area.height / 2.0);
        self.text(words, middle, style)
    }
}

/// The part of the stripe `from <= x + y <= to` within a rectangle, from its lower left end around and back
/// there.
fn stripe((w, h): (f64, f64), from: f64, to: f64) -> Vec<(f64, f64)> {
    let lower = |sum: f64| ((sum - h).max(0.0), sum.min(h));
    let upper = |sum: f64| (sum.min(w), (sum - w).max(0.0));
    let mut points = vec![lower(from), upper(from)];
    if from < w && w < to {
        points.push((w, 0.0));
    }
    points.extend([upper(to), lower(to)]);
    if from < h && h < to {
        points.push((0.0, h));
    }
    points.push(lower(from));
    points
}

/// A colour as plotters takes it.
pub(super) fn paint(colour: Rgb, alpha: f64) -> BackendColor {
    BackendColor { alpha, rgb: (colour.0, colour.1, colour.2) }
}

/// How a line is drawn, or what colour fills a shape.
pub struct Stroke {
    pub(super) colour: BackendColor,
    /// In device pixels.
    pub(super) width: u32,
}

impl BackendStyle for Stroke {
    fn color(&self) -> BackendColor {
        self.colour
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}
