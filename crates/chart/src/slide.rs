//! Pictures for slides: whatever a view shows, on 16:9.

use super::svg::size_of;
use super::theme::Rgb;

/// The size of a slide, in pixels.
pub const SLIDE: (u32, u32) = (1920, 1080);

/// Pictures are first drawn this wide, in CSS pixels.
const WIDTH: u32 = 1280;

/// They are drawn again within these widths, so that type is neither lost nor shouts.
const NARROWEST: u32 = 960;
const WIDEST: u32 = 2400;

/// A picture as an SVG document of [`SLIDE`]. `draw` makes it of a width, in CSS pixels, and of
/// whatever height it takes; it is drawn as wide as comes to 16:9, and stands in the middle of
/// `ground` as large as there is room.
pub fn slide_of(draw: impl Fn(u32) -> String, ground: Rgb) -> String {
    let first = draw(WIDTH);
    let (_, height) = size_of(&first).unwrap_or((f64::from(WIDTH), 720.0));
    let share = f64::from(SLIDE.0) / f64::from(SLIDE.1);
    let width = (height * share).round().clamp(f64::from(NARROWEST), f64::from(WIDEST)) as u32;
    let picture = if width == WIDTH { first } else { draw(width) };
    framed(&picture, ground)
}

/// A document in the middle of a slide.
fn framed(picture: &str, ground: Rgb) -> String {
    let (slide_width, slide_height) = (f64::from(SLIDE.0), f64::from(SLIDE.1));
    let (width, height) = size_of(picture).unwrap_or((slide_width, slide_height));
    let scale = (slide_width / width.max(1.0)).min(slide_height / height.max(1.0));
    let (wide, high) = (width * scale, height * scale);
    let (left, top) = ((slide_width - wide) / 2.0, (slide_height - high) / 2.0);
    let (header, body) = picture.split_once('>').unwrap_or((picture, ""));
    let (mut kept, mut has_box) = (String::new(), false);
    for attribute in attributes(header) {
        let name = attribute.split('=').next().unwrap_or_default();
        has_box |= name == "viewBox";
        if !matches!(name, "width" | "height" | "x" | "y") {
            kept += " ";
            kept += attribute;
        }
    }
    if !has_box {
        kept += &format!(" viewBox=\"0 0 {width} {height}\"");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\">\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n\
         <svg x=\"{left:.2}\" y=\"{top:.2}\" width=\"{wide:.2}\" height=\"{high:.2}\"{kept}>{body}</svg>\n",
        SLIDE.0,
        SLIDE.1,
        SLIDE.0,
        SLIDE.1,
        ground.css(),
    )
}

/// The attributes of an element's head, each with its value.
fn attributes(head: &str) -> impl Iterator<Item = &str> {
    let mut rest = head.split_once(' ').map_or("", |(_, rest)| rest);
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let value = rest.find('"')? + 1;
        let end = value + rest[value..].find('"')? + 1;
        let (attribute, behind) = rest.split_at(end);
        rest = behind;
        Some(attribute)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::svg;
    use crate::{Area, Frame};

    const GROUND: Rgb = Rgb(255, 255, 255);

    fn picture(width: u32, height: u32) -> String {
        svg(Frame::new(width, height), "Name", "Words", |target, frame| {
            let theme = crate::Theme::light();
            crate::pen::Pen::new(target, frame, &theme).fill(frame.area(), theme.panel, 1.0)
        })
    }

    /// Where the picture stands on its slide.
    fn place(slide: &str) -> Area {
        let inner = slide.rsplit_once("<svg ").unwrap().1;
        let number = |name: &str| -> f64 {
            let value = inner.split_once(&format!("{name}=\"")).unwrap().1;
            value.split_once('"').unwrap().0.parse().unwrap()
        };
        Area { left: number("x"), top: number("y"), width: number("width"), height: number("height") }
    }

    #[test]
    fn a_picture_of_one_height_fills_the_slide() {
        for height in [560, 720, 760, 1200] {
            let slide = slide_of(|width| picture(width, height), GROUND);
            assert_eq!(size_of(&slide), Some((1920.0, 1080.0)));
            let place = place(&slide);
            assert!(place.left.abs() < 2.0 && place.top.abs() < 2.0, "{place:?}");
            assert!((place.right() - 1920.0).abs() < 2.0 && (place.bottom() - 1080.0).abs() < 2.0);
        }
    }

    #[test]
    fn what_is_taller_or_flatter_stands_in_the_middle_whole() {
        for (width, height) in [(1280, 300), (1280, 4000), (10, 10)] {
            let place = place(&slide_of(|_| picture(width, height), GROUND));
            let shape = f64::from(width) / f64::from(height);
            assert!((place.width / place.height / shape - 1.0).abs() < 0.01);
            assert!(place.left >= 0.0 && place.right() <= 1920.0);
            assert!(place.top >= 0.0 && place.bottom() <= 1080.0);
            assert!((place.left - (1920.0 - place.right())).abs() < 0.1);
        }
    }

    #[test]
    fn pictures_that_are_stacked_keep_their_measure() {
        let stacked = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1280\" height=\"720\">\n<g/></svg>\n";
        let slide = slide_of(|_| stacked.to_owned(), GROUND);
        assert!(slide.contains("viewBox=\"0 0 1280 720\""), "{slide}");
        assert_eq!(slide.matches("<svg ").count(), slide.matches("</svg>").count());
    }

    #[test]
    fn the_name_of_the_picture_is_kept() {
        let slide = slide_of(|width| picture(width, 700), GROUND);
        assert!(slide.contains("<title>Name</title>"));
    }
}
