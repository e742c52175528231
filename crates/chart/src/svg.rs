//! Pictures as SVG text.

use plotters::prelude::SVGBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily,
    FontStyle, FontTransform, text_anchor,
};

use super::Frame;
use super::pen::Drawn;
use base::xml;

/// Drawing units per CSS pixel: backends draw at whole numbers, and a bar in a paper should not
/// jump by a whole pixel.
const PRECISION: f64 = 4.0;

/// Draws a picture as an SVG document of a frame's size in CSS pixels (the frame's scale is of no
/// matter), named and described for screen readers.
pub fn svg(
    frame: Frame,
    title: &str,
    description: &str,
    draw: impl FnOnce(&mut SvgTarget, Frame) -> Drawn<SvgTarget<'static>>,
) -> String {
    let size = (f64::from(frame.width), f64::from(frame.height));
    svg_sized(frame, size, title, description, draw)
}

/// The same, shown at another size: type and lines grow with it.
pub fn svg_sized(
    frame: Frame,
    size: (f64, f64),
    title: &str,
    description: &str,
    draw: impl FnOnce(&mut SvgTarget, Frame) -> Drawn<SvgTarget<'static>>,
) -> String {
    let size = (size.0.to_string(), size.1.to_string());
    finish(&drawn(frame, draw), (frame, size), title, description)
}

/// The same of a size in millimetres, without a description.
pub fn svg_in_millimetres(
    frame: Frame,
    size: (f64, f64),
    title: &str,
    draw: impl FnOnce(&mut SvgTarget, Frame) -> Drawn<SvgTarget<'static>>,
) -> String {
    let rounded = |length: f64| format!("{}mm", (length * 1000.0).round() / 1000.0);
    let size = (rounded(size.0), rounded(size.1));
    finish(&drawn(frame, draw), (frame, size), title, "")
}

/// The document as plotters writes it.
fn drawn(frame: Frame, draw: impl FnOnce(&mut SvgTarget, Frame) -> Drawn<SvgTarget<'static>>) -> String {
    let fine = frame.at_scale(PRECISION);
    let mut text = String::new();
    {
        // The target's own lifetime is that of the text; drawing need not know it.
        let mut target = SvgTarget(SVGBackend::with_string(&mut text, fine.device_size()));
        let target: &mut SvgTarget = &mut target;
        // Writing to a string does not fail.
        let _ = draw(target, fine);
        let _ = target.present();
    }
    text
}

/// The width and height that an SVG document says it has, in CSS pixels.
pub fn size_of(document: &str) -> Option<(f64, f64)> {
    let head = document.split_once('>')?.0;
    let number = |name: &str| -> Option<f64> {
        let value = head.split_once(&format!(" {name}=\""))?.1;
        value.split_once('"')?.0.parse().ok()
    };
    Some((number("width")?, number("height")?))
}

/// Gives the document its header, and drops attributes that only repeat a default.
fn finish(text: &str, (frame, size): (Frame, (String, String)), title: &str, description: &str) -> String {
    let body = text.split_once('\n').map_or("", |(_, body)| body);
    let (width, height) = frame.at_scale(PRECISION).device_size();
    // A picture without a title is part of something that has a name of its own.
    let named = match title {
        "" => " aria-hidden=\"true\">\n".to_string(),
        title => {
            let description = match description {
                "" => String::new(),
                text => format!("<desc>{}</desc>\n", escaped(text)),
            };
            let title = escaped(title);
            format!(" role=\"img\">\n<title>{title}</title>\n{description}")
        }
    };
    let header = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {width} {height}\"{named}",
        size.0, size.1,
    );
    let body = body.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "").replace("\n</text>", "</text>");
    xml::allowed(&(header + &body)).into_owned()
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// plotters' SVG backend, except that type has the size it is given (plotters divides it by 1.24).
pub struct SvgTarget<'a>(SVGBackend<'a>);

type Outcome = Result<(), DrawingErrorKind<std::io::Error>>;

impl DrawingBackend for SvgTarget<'_> {
    type ErrorType = std::io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Outcome {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Outcome {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Outcome {
        self.0.draw_pixel(point, colour)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Outcome {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Outcome {
        self.0.draw_rect(from, to, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        self.0.draw_path(path, style)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        self.0.fill_polygon(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, style: &S, fill: bool) -> Outcome {
        self.0.draw_circle(centre, radius, style, fill)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Outcome {
        self.0.draw_text(text, &Enlarged(style), place)
    }
}

/// A style at 1.24 times its size.
struct Enlarged<'a, S>(&'a S);

impl<S: BackendTextStyle> BackendTextStyle for Enlarged<'_, S> {
    type FontError = S::FontError;

    fn color(&self) -> BackendColor {
        self.0.color()
    }

    fn size(&self) -> f64 {
        self.0.size() * 1.24
    }

    fn transform(&self) -> FontTransform {
        self.0.transform()
    }

    fn style(&self) -> FontStyle {
        self.0.style()
    }

    fn anchor(&self) -> text_anchor::Pos {
        self.0.anchor()
    }

    fn family(&self) -> FontFamily<'_> {
        self.0.family()
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        self.0.layout_box(text)
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        place: BackendCoord,
        pixel: F,
    ) -> Result<Result<(), E>, Self::FontError> {
        self.0.draw(text, place, pixel)
    }
}
