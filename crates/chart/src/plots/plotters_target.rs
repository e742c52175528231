//! A pen's backend as plotters' drawing areas take it.

use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::lettering::Sized;
use crate::pen::{Drawn, NotDrawn, Pen, Stroke, Surface};

/// Draws what plotters draws, except that lines along an axis are filled rectangles at whole CSS
/// pixels: plotters strokes them across the edge of two pixels, which blurs them.
pub(crate) struct PlottersTarget<'a> {
    backend: &'a mut dyn Surface,
    scale: f64,
}

impl<'a> PlottersTarget<'a> {
    pub(crate) fn new(pen: &'a mut Pen) -> Self {
        Self { backend: pen.backend, scale: pen.scale }
    }

    /// The first device pixel of the CSS pixel that begins nearest to a place.
    fn snapped(&self, at: i32) -> i32 {
        ((f64::from(at) / self.scale).round() * self.scale).round() as i32
    }

    fn straight(&mut self, (from, to): (BackendCoord, BackendCoord), stroke: &Stroke) -> Drawn {
        let width = stroke.width.max(1) as i32;
        let (x, y) = ((from.0.min(to.0), from.0.max(to.0)), (from.1.min(to.1), from.1.max(to.1)));
        let (start, end) = if x.0 == x.1 {
            let left = self.snapped(x.0);
            ((left, y.0), (left + width, y.1))
        } else {
            let top = self.snapped(y.0);
            ((x.0, top), (x.1, top + width))
        };
        self.backend.rectangle(start, end, stroke, true)
    }
}

type Outcome = Result<(), DrawingErrorKind<NotDrawn>>;

/// Whether a line goes along an axis.
fn is_straight(from: BackendCoord, to: BackendCoord) -> bool {
    (from.0 == to.0) != (from.1 == to.1)
}

fn stroke(style: &impl BackendStyle) -> Stroke {
    Stroke { colour: style.color(), width: style.stroke_width() }
}

impl DrawingBackend for PlottersTarget<'_> {
    type ErrorType = NotDrawn;

    fn get_size(&self) -> (u32, u32) {
        self.backend.size()
    }

    fn ensure_prepared(&mut self) -> Outcome {
        Ok(())
    }

    fn present(&mut self) -> Outcome {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Outcome {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Outcome {
        let stroke = stroke(style);
        let drawn = match is_straight(from, to) {
            true => self.straight((from, to), &stroke),
            false => self.backend.line(from, to, &stroke),
        };
        drawn.map_err(DrawingErrorKind::DrawingError)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Outcome {
        self.backend.rectangle(from, to, &stroke(style), fill).map_err(DrawingErrorKind::DrawingError)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        let path: Vec<BackendCoord> = path.into_iter().collect();
        match path[..] {
            [] | [_] => Ok(()),
            [from, to] => self.draw_line(from, to, style),
            _ => self.backend.path(path, &stroke(style)).map_err(DrawingErrorKind::DrawingError),
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        self.backend.polygon(path.into_iter().collect(), style.color()).map_err(DrawingErrorKind::DrawingError)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Outcome {
        self.backend.text(text, &Sized::of(style), place).map_err(DrawingErrorKind::DrawingError)
    }
}
