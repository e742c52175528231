//! plotters' operations as operators of a page's content.

use std::collections::BTreeSet;

use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Name, Str};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, FontStyle, FontTransform};

use super::letters::{Letter, Letters, letter};
use crate::lettering::Sized;
use crate::pen::{Drawn, Stroke, Surface};

/// A page that plotters draws on.
pub struct PdfTarget {
    pub(super) content: Content,
    /// The opacities in use below 1, in percent.
    pub(super) alphas: BTreeSet<u8>,
    /// The sets of letters in use.
    pub(super) letters: BTreeSet<Letters>,
    /// The letters that the font does not have.
    pub(super) missing: BTreeSet<char>,
    size: (u32, u32),
    /// Points for a unit of plotters'.
    unit: f64,
}

/// The name of the graphics state of an opacity.
pub(super) fn state_name(percent: u8) -> String {
    format!("A{percent}")
}

/// How far below its place the line of a text stands that is centred on it or hangs below it, as shares of the type
/// size: browsers draw plotters' SVG so.
const CENTRED: f64 = 0.26;
const HANGING: f64 = 0.76;

/// The width of the line around bold letters, as a share of the type size: the font has no bold letters.
const BOLD: f32 = 0.03;

/// The length of a handle that makes a quarter of a circle of a Bézier curve, as a share of the radius.
const QUARTER: f64 = 0.5523;

impl PdfTarget {
    pub(super) fn new(size: (u32, u32), unit: f64) -> Self {
        let mut content = Content::new();
        content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        Self { content, alphas: BTreeSet::new(), letters: BTreeSet::new(), missing: BTreeSet::new(), size, unit }
    }

    /// A length in points.
    fn length(&self, length: f64) -> f32 {
        ((length * self.unit * 1000.0).round() / 1000.0) as f32
    }

    /// A place in points from the lower left corner.
    fn place(&self, (x, y): (f64, f64)) -> (f32, f32) {
        (self.length(x), self.length(f64::from(self.size.1) - y))
    }

    /// Draws in a colour with its opacity.
    fn painted(&mut self, colour: BackendColor, draw: impl FnOnce(&mut Self)) {
        let percent = (colour.alpha * 100.0).round().clamp(0.0, 100.0) as u8;
        if percent == 0 {
            return;
        }
        self.content.save_state();
        if percent < 100 {
            self.alphas.insert(percent);
            self.content.set_parameters(Name(state_name(percent).as_bytes()));
        }
        let share = |channel: u8| (f32::from(channel) / 255.0 * 1000.0).round() / 1000.0;
        let (red, green, blue) = colour.rgb;
        let (red, green, blue) = (share(red), share(green), share(blue));
        self.content.set_fill_rgb(red, green, blue).set_stroke_rgb(red, green, blue);
        draw(self);
        self.content.restore_state();
    }

    /// A path through points; nothing is painted yet.
    fn path(&mut self, points: impl IntoIterator<Item = BackendCoord>) {
        for (at, (x, y)) in points.into_iter().enumerate() {
            let (x, y) = self.place((f64::from(x), f64::from(y)));
            match at {
                0 => self.content.move_to(x, y),
                _ => self.content.line_to(x, y),
            };
        }
    }

    fn stroked(&mut self, points: impl IntoIterator<Item = BackendCoord>, stroke: &Stroke, closed: bool) {
        self.painted(stroke.colour, |it| {
            it.content.set_line_width(it.length(f64::from(stroke.width.max(1))));
            it.path(points);
            if closed {
                it.content.close_and_stroke()
            } else {
                it.content.stroke()
            };
        });
    }

    fn filled(&mut self, points: impl IntoIterator<Item = BackendCoord>, colour: BackendColor) {
        self.painted(colour, |it| {
            it.path(points);
            it.content.close_path();
            it.content.fill_nonzero();
        });
    }

    /// The letters of a text; `?` for those that the font does not have.
    fn letters_of(&mut self, text: &str) -> Vec<Letter> {
        let mut letters = Vec::with_capacity(text.len());
        for character in text.chars() {
            let found = letter(character);
            if found.is_none() {
                self.missing.insert(character);
            }
            letters.extend(found.or_else(|| letter('?')));
        }
        letters
    }
}

/// The directions of a line of text and of its upright, in a page whose y axis goes up.
fn directions(transform: FontTransform) -> [f32; 4] {
    match transform {
        FontTransform::None => [1.0, 0.0, 0.0, 1.0],
        FontTransform::Rotate90 => [0.0, -1.0, 1.0, 0.0],
        FontTransform::Rotate180 => [-1.0, 0.0, 0.0, -1.0],
        FontTransform::Rotate270 => [0.0, 1.0, -1.0, 0.0],
    }
}

impl Surface for PdfTarget {
    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn line(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke) -> Drawn {
        self.stroked([from, to], stroke, false);
        Ok(())
    }

    fn rectangle(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke, fill: bool) -> Drawn {
        let corners = [from, (to.0, from.1), to, (from.0, to.1)];
        if fill {
            self.filled(corners, stroke.colour)
        } else {
            self.stroked(corners, stroke, true)
        }
        Ok(())
    }

    fn path(&mut self, points: Vec<BackendCoord>, stroke: &Stroke) -> Drawn {
        self.stroked(points, stroke, false);
        Ok(())
    }

    fn polygon(&mut self, points: Vec<BackendCoord>, colour: BackendColor) -> Drawn {
        self.filled(points, colour);
        Ok(())
    }

    fn circle(&mut self, (x, y): BackendCoord, radius: u32, colour: BackendColor) -> Drawn {
        let (x, y, r) = (f64::from(x), f64::from(y), f64::from(radius));
        let k = r * QUARTER;
        self.painted(colour, |it| {
            let begin = it.place((x + r, y));
            it.content.move_to(begin.0, begin.1);
            let quarters = [
                [(r, k), (k, r), (0.0, r)],
                [(-k, r), (-r, k), (-r, 0.0)],
                [(-r, -k), (-k, -r), (0.0, -r)],
                [(k, -r), (r, -k), (r, 0.0)],
            ];
            for quarter in quarters {
                let [a, b, c] = quarter.map(|(dx, dy)| it.place((x + dx, y + dy)));
                it.content.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1);
            }
            it.content.close_path();
            it.content.fill_nonzero();
        });
        Ok(())
    }

    fn text(&mut self, text: &str, style: &Sized, (x, y): BackendCoord) -> Drawn {
        let letters = self.letters_of(text);
        let is_bold = matches!(style.style(), FontStyle::Bold);
        let size = self.length(style.size());
        let width: u32 = letters.iter().map(|it| u32::from(it.width)).sum();
        let width = width as f32 / 1000.0 * size;
        let anchor = style.anchor();
        let back = match anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => width / 2.0,
            HPos::Right => width,
        };
        let below = size
            * match anchor.v_pos {
                VPos::Top => HANGING as f32,
                VPos::Center => CENTRED as f32,
                VPos::Bottom => -CENTRED as f32,
            };
        let (x, y) = self.place((f64::from(x), f64::from(y)));
        let [a, b, c, d] = directions(style.transform());
        let (x, y) = (x - back * a - below * c, y - back * b - below * d);
        self.painted(style.color(), |it| {
            if is_bold {
                it.content.set_line_width(size * BOLD);
            }
            it.content.begin_text().set_text_matrix([a, b, c, d, x, y]);
            if is_bold {
                it.content.set_text_rendering_mode(TextRenderingMode::FillStroke);
            }
            for run in letters.chunk_by(|a, b| a.of == b.of) {
                let of = run[0].of;
                it.letters.insert(of);
                let codes: Vec<u8> = run.iter().map(|it| it.code).collect();
                it.content.set_font(of.name(), size).show(Str(&codes));
            }
            it.content.end_text();
        });
        Ok(())
    }
}
