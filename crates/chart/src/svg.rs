//! Pictures as SVG text.

use plotters::prelude::SVGBackend;
use plotters_backend::{BackendColor, BackendCoord, DrawingBackend};

use super::Frame;
use super::lettering::Sized;
use super::pen::{Drawn, Stroke, Surface};
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
    draw: impl FnOnce(&mut dyn Surface, Frame) -> Drawn,
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
    draw: impl FnOnce(&mut dyn Surface, Frame) -> Drawn,
) -> String {
    let size = (size.0.to_string(), size.1.to_string());
    finish(&drawn(frame, draw), (frame, size), title, description)
}

/// The same of a size in millimetres, without a description.
pub fn svg_in_millimetres(
    frame: Frame,
    size: (f64, f64),
    title: &str,
    draw: impl FnOnce(&mut dyn Surface, Frame) -> Drawn,
) -> String {
    let rounded = |length: f64| format!("{}mm", (length * 1000.0).round() / 1000.0);
    let size = (rounded(size.0), rounded(size.1));
    finish(&drawn(frame, draw), (frame, size), title, "")
}

/// The document as plotters writes it.
fn drawn(frame: Frame, draw: impl FnOnce(&mut dyn Surface, Frame) -> Drawn) -> String {
    let fine = frame.at_scale(PRECISION);
    let mut text = String::new();
    {
        let mut target = SvgTarget(SVGBackend::with_string(&mut text, fine.device_size()));
        // Writing to a string does not fail.
        let _ = draw(&mut target, fine);
        let _ = target.0.present();
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
struct SvgTarget<'a>(SVGBackend<'a>);

impl Surface for SvgTarget<'_> {
    fn size(&self) -> (u32, u32) {
        self.0.size()
    }

    fn line(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke) -> Drawn {
        self.0.line(from, to, stroke)
    }

    fn rectangle(&mut self, from: BackendCoord, to: BackendCoord, stroke: &Stroke, fill: bool) -> Drawn {
        self.0.rectangle(from, to, stroke, fill)
    }

    fn path(&mut self, points: Vec<BackendCoord>, stroke: &Stroke) -> Drawn {
        self.0.path(points, stroke)
    }

    fn polygon(&mut self, points: Vec<BackendCoord>, colour: BackendColor) -> Drawn {
        self.0.polygon(points, colour)
    }

    fn circle(&mut self, centre: BackendCoord, radius: u32, colour: BackendColor) -> Drawn {
        self.0.circle(centre, radius, colour)
    }

    fn text(&mut self, text: &str, style: &Sized, place: BackendCoord) -> Drawn {
        self.0.text(text, &Sized { size: style.size * 1.24, ..*style }, place)
    }
}
