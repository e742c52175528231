//! A pen's backend as plotters' drawing areas take it.

use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::pen::Pen;

/// Draws what plotters draws, except that lines along an axis are filled rectangles at whole CSS
/// pixels: plotters strokes them across the edge of two pixels, which blurs them.
pub(crate) struct PlottersTarget<'a, DB: DrawingBackend> {
    backend: &'a mut DB,
    scale: f64,
}

impl<'a, DB: DrawingBackend> PlottersTarget<'a, DB> {
    pub(crate) fn new(pen: &'a mut Pen<DB>) -> Self {
        Self { backend: pen.backend, scale: pen.scale }
    }

    /// The first device pixel of the CSS pixel that begins nearest to a place.
    fn snapped(&self, at: i32) -> i32 {
        ((f64::from(at) / self.scale).round() * self.scale).round() as i32
    }

    fn straight<S: BackendStyle>(&mut self, (from, to): (BackendCoord, BackendCoord), style: &S) -> Outcome<DB> {
        let width = style.stroke_width().max(1) as i32;
        let (x, y) = ((from.0.min(to.0), from.0.max(to.0)), (from.1.min(to.1), from.1.max(to.1)));
        let (start, end) = if x.0 == x.1 {
            let left = self.snapped(x.0);
            ((left, y.0), (left + width, y.1))
        } else {
            let top = self.snapped(y.0);
            ((x.0, top), (x.1, top + width))
        };
        self.backend.draw_rect(start, end, &style.color(), true)
    }
}

type Outcome<DB> = Result<(), DrawingErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Whether a line goes along an axis.
fn is_straight(from: BackendCoord, to: BackendCoord) -> bool {
    (from.0 == to.0) != (from.1 == to.1)
}

impl<DB: DrawingBackend> DrawingBackend for PlottersTarget<'_, DB> {
    type ErrorType = DB::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.backend.get_size()
    }

    fn ensure_prepared(&mut self) -> Outcome<DB> {
        self.backend.ensure_prepared()
    }

    fn present(&mut self) -> Outcome<DB> {
        self.backend.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Outcome<DB> {
        self.backend.draw_pixel(point, colour)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Outcome<DB> {
        if is_straight(from, to) { self.straight((from, to), style) } else { self.backend.draw_line(from, to, style) }
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome<DB> {
        self.backend.draw_rect(from, to, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome<DB> {
        let path: Vec<BackendCoord> = path.into_iter().collect();
        match path[..] {
            [] | [_] => Ok(()),
            [from, to] => self.draw_line(from, to, style),
            _ => self.backend.draw_path(path, style),
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome<DB> {
        self.backend.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Outcome<DB> {
        self.backend.draw_text(text, style, place)
    }
}
