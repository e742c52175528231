//! Pictures as PDF: one page of exactly the picture's size, paths and text, with its font in it.

mod font;
mod letters;
mod target;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use pdf_writer::{Finish, Name, Pdf, Rect, Ref, TextStr};

use super::Frame;
use super::pen::{Drawn, Surface};
use letters::Letters;
pub use target::PdfTarget;

/// A picture as a PDF document.
#[derive(Clone, Debug, PartialEq)]
pub struct PdfPicture {
    /// The document: the same bytes for the same picture.
    pub bytes: Vec<u8>,
    /// The letters that the font does not have; the document has `?` in their places.
    pub missing: BTreeSet<char>,
}

/// Backends draw at whole numbers: this many of them for a CSS pixel.
const PRECISION: f64 = 8.0;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
const FONTS: i32 = 6;
const STATES: i32 = FONTS + font::OBJECTS;

/// The width of a text in the font of PDFs, as a multiple of the type size; an unknown letter counts as `?`.
pub(crate) fn width_of(text: &str) -> f64 {
    let letters = text.chars().filter_map(|it| {
        let found = letters::letter(it);
        found.or_else(|| letters::letter('?'))
    });
    letters.map(|it| f64::from(it.width)).sum::<f64>() / 1000.0
}

/// Draws a picture as a PDF document of one page that is `width` points wide; the frame's size in CSS pixels is scaled
/// to it (the frame's scale is of no matter). `title` is the name of the document, which is not in the picture.
pub fn pdf(frame: Frame, width: f64, title: &str, draw: impl FnOnce(&mut dyn Surface, Frame) -> Drawn) -> PdfPicture {
    let fine = frame.at_scale(PRECISION);
    let unit = width / f64::from(frame.width.max(1));
    let mut target = PdfTarget::new(fine.device_size(), unit / PRECISION);
    // Writing to memory does not fail.
    let _ = draw(&mut target, fine);
    let height = f64::from(frame.height) * unit;
    let bytes = document(&target, (width, height), title);
    PdfPicture { bytes, missing: target.missing }
}

fn document(target: &PdfTarget, (width, height): (f64, f64), title: &str) -> Vec<u8> {
    let used = || Letters::ALL.into_iter().filter(|it| target.letters.contains(it));
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.media_box(Rect::new(0.0, 0.0, width as f32, height as f32));
    page.parent(PAGES);
    page.contents(CONTENT);
    let mut resources = page.resources();
    let mut fonts = resources.fonts();
    for letters in used() {
        fonts.pair(letters.name(), font::place(FONTS, letters));
    }
    fonts.finish();
    let mut states = resources.ext_g_states();
    for (at, percent) in target.alphas.iter().enumerate() {
        let name = target::state_name(*percent);
        states.pair(Name(name.as_bytes()), Ref::new(STATES + at as i32));
    }
    states.finish();
    resources.finish();
    page.finish();
    for (at, percent) in target.alphas.iter().enumerate() {
        let alpha = f32::from(*percent) / 100.0;
        let mut state = pdf.ext_graphics(Ref::new(STATES + at as i32));
        state.stroking_alpha(alpha).non_stroking_alpha(alpha);
    }
    font::embed(&mut pdf, FONTS, used());
    pdf.stream(CONTENT, target.content.as_bytes());
    let mut info = pdf.document_info(INFO);
    info.title(TextStr(title));
    info.creator(TextStr("Slotscope"));
    info.finish();
    pdf.finish()
}
