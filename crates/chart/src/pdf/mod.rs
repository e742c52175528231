//! Pictures as PDF: one page of exactly the picture's size, paths and text, with its font in it.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use pdf_writer::types::{FontFlags, LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Dict, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, FontStyle, FontTransform};

use super::Frame;
use super::lettering::Sized;
use super::pen::{Drawn, Stroke, Surface};

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
const STATES: i32 = FONTS + OBJECTS;

/// The width of a text in the font of PDFs, as a multiple of the type size; an unknown letter counts as `?`.
pub(crate) fn width_of(text: &str) -> f64 {
    let letters = text.chars().filter_map(|it| {
        let found = letter(it);
        found.or_else(|| letter('?'))
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
        fonts.pair(letters.name(), place(FONTS, letters));
    }
    fonts.finish();
    let mut states = resources.ext_g_states();
    for (at, percent) in target.alphas.iter().enumerate() {
        let name = state_name(*percent);
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
    embed(&mut pdf, FONTS, used());
    pdf.stream(CONTENT, target.content.as_bytes());
    let mut info = pdf.document_info(INFO);
    info.title(TextStr(title));
    info.creator(TextStr("Slotscope"));
    info.finish();
    pdf.finish()
}

/// A part of Arimo, whose letters are as wide as those of Helvetica and Arial, packed as a PDF has it: see `font/README.md`
/// of this package.
const FILE: &[u8] = include_bytes!("../../font/arimo.ttf.z");

/// The length of the file before it was packed.
const LENGTH: i32 = 22_972;

/// The name of the font: the tag says that it is a part.
const NAME: Name = Name(b"SLTSCP+Arimo");

/// How many objects of a document it takes.
const OBJECTS: i32 = 4;

/// The object of these letters, where `first` is the first object of the font.
fn place(first: i32, letters: Letters) -> Ref {
    Ref::new(first + letters as i32)
}

/// Writes the font into a document, as far as letters of it are used.
fn embed(pdf: &mut Pdf, first: i32, used: impl Iterator<Item = Letters>) {
    let (descriptor, file) = (Ref::new(first + 2), Ref::new(first + 3));
    let mut is_used = false;
    for letters in used {
        is_used = true;
        write(pdf, place(first, letters), letters, descriptor);
    }
    if !is_used {
        return;
    }
    let mut described = pdf.font_descriptor(descriptor);
    // Thousandths of the type size, by the file.
    described.name(NAME).flags(FontFlags::NON_SYMBOLIC);
    described.bbox(Rect::new(-203.0, -223.0, 1000.0, 878.0));
    described.italic_angle(0.0).ascent(905.0).descent(-212.0);
    described.cap_height(688.0).stem_v(88.0).font_file2(file);
    described.finish();
    let mut stream = pdf.stream(file, FILE);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), LENGTH);
}

/// Writes a set of letters. pdf-writer has no fonts of this kind.
fn write(pdf: &mut Pdf, at: Ref, letters: Letters, descriptor: Ref) {
    let (first, widths) = letters.widths();
    let last = i32::from(first) + widths.len() as i32 - 1;
    let mut font = pdf.indirect(at).dict();
    font.pair(Name(b"Type"), Name(b"Font"));
    font.pair(Name(b"Subtype"), Name(b"TrueType"));
    font.pair(Name(b"BaseFont"), NAME);
    font.pair(Name(b"FirstChar"), i32::from(first));
    font.pair(Name(b"LastChar"), last);
    let mut listed = font.insert(Name(b"Widths")).array();
    listed.items(widths.into_iter().map(i32::from));
    listed.finish();
    font.pair(Name(b"FontDescriptor"), descriptor);
    match letters {
        Letters::Latin => {
            font.pair(Name(b"Encoding"), Name(b"WinAnsiEncoding"));
        }
        Letters::Symbols => symbols(font.insert(Name(b"Encoding")).dict()),
    }
}

/// The codes of Greek letters and signs, each with the name of its letter.
fn symbols(mut encoding: Dict) {
    encoding.pair(Name(b"Type"), Name(b"Encoding"));
    encoding.pair(Name(b"BaseEncoding"), Name(b"WinAnsiEncoding"));
    let mut differences = encoding.insert(Name(b"Differences")).array();
    for (character, code, _) in SYMBOLS {
        let name = format!("uni{:04X}", u32::from(character));
        differences.item(i32::from(code));
        differences.item(Name(name.as_bytes()));
    }
}

/// A set of letters of the font, each with a code of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Letters {
    /// Those of Windows' Latin encoding.
    Latin,
    /// Greek letters and mathematical signs.
    Symbols,
}

impl Letters {
    /// Both sets.
    const ALL: [Self; 2] = [Self::Latin, Self::Symbols];

    /// Its name on the page.
    fn name(self) -> Name<'static> {
        Name(match self {
            Self::Latin => b"F1",
            Self::Symbols => b"F2",
        })
    }

    /// Its codes, without gaps, each with the width of its letter; 0 where there is none.
    fn widths(self) -> (u8, Vec<u16>) {
        match self {
            Self::Latin => (32, WIDTHS.to_vec()),
            Self::Symbols => {
                let codes = || SYMBOLS.iter().map(|it| it.1);
                let (first, last) = (codes().min().unwrap_or(0), codes().max().unwrap_or(0));
                let width = |code| SYMBOLS.iter().find(|it| it.1 == code).map_or(0, |it| it.2);
                (first, (first..=last).map(width).collect())
            }
        }
    }
}

/// A letter as the font has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Letter {
    of: Letters,
    code: u8,
    /// Its width in thousandths of the type size.
    width: u16,
}

/// The letter for a character; `None` if the font does not have it.
fn letter(character: char) -> Option<Letter> {
    if let Some(code) = win_ansi(character) {
        let width = WIDTHS[usize::from(code) - 32];
        let of = Letters::Latin;
        return Some(Letter { of, code, width });
    }
    SYMBOLS.iter().find(|it| it.0 == character).map(|&(_, code, width)| Letter { of: Letters::Symbols, code, width })
}

/// The code of a character in Windows' Latin encoding.
fn win_ansi(character: char) -> Option<u8> {
    match character {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(character as u32).ok(),
        // Narrow spaces.
        '\u{2009}' | '\u{200a}' | '\u{202f}' => Some(b' '),
        '\u{2010}' | '\u{2011}' => Some(b'-'),
        other => {
            let place = UPPER.iter().position(|&it| it == other && it != '\0')?;
            Some(0x80 + place as u8)
        }
    }
}

/// The characters of the codes from 0x80 to 0x9f.
const UPPER: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’', '“', '”', '•',
    '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// The widths of the letters from code 32 on, in thousandths of the type size; 0 where there is none.
#[rustfmt::skip]
const WIDTHS: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 0,
    556, 0, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0,
    0, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 0, 500, 667,
    278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 552,
    400, 549, 333, 333, 333, 576, 537, 333, 333, 333, 365, 556, 834, 834, 834, 611,
    667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 549, 611, 556, 556, 556, 556, 500, 556, 500,
];

/// Greek letters and signs, with their codes and widths.
#[rustfmt::skip]
const SYMBOLS: [(char, u8, u16); 69] = [
    ('Α', 0x41, 667), ('Β', 0x42, 667), ('Χ', 0x43, 667), ('Δ', 0x44, 668), ('Ε', 0x45, 667), ('Φ', 0x46, 798),
    ('Γ', 0x47, 551), ('Η', 0x48, 722), ('Ι', 0x49, 278), ('Κ', 0x4b, 667), ('Λ', 0x4c, 668), ('Μ', 0x4d, 833),
    ('Ν', 0x4e, 722), ('Ο', 0x4f, 778), ('Π', 0x50, 722), ('Θ', 0x51, 778), ('Ρ', 0x52, 667), ('Σ', 0x53, 618),
    ('Τ', 0x54, 611), ('Υ', 0x55, 667), ('Ω', 0x57, 748), ('Ξ', 0x58, 650), ('Ψ', 0x59, 835), ('Ζ', 0x5a, 611),
    ('α', 0x61, 578), ('β', 0x62, 575), ('χ', 0x63, 525), ('δ', 0x64, 557), ('ε', 0x65, 446), ('φ', 0x66, 648),
    ('γ', 0x67, 500), ('η', 0x68, 556), ('ι', 0x69, 222), ('κ', 0x6b, 500), ('λ', 0x6c, 500), ('μ', 0x6d, 576),
    ('ν', 0x6e, 500), ('ο', 0x6f, 556), ('π', 0x70, 690), ('θ', 0x71, 556), ('ρ', 0x72, 569), ('σ', 0x73, 617),
    ('τ', 0x74, 395), ('υ', 0x75, 547), ('ω', 0x77, 781), ('ξ', 0x78, 448), ('ψ', 0x79, 713), ('ζ', 0x7a, 441),
    ('ς', 0x56, 482), ('ϑ', 0x4a, 547), ('ϕ', 0x6a, 560), ('ϖ', 0x76, 781), ('−', 0x2d, 584), ('≤', 0xa3, 549),
    ('≥', 0xb3, 549), ('≠', 0xb9, 549), ('≈', 0xbb, 549), ('≡', 0xba, 583), ('∞', 0xa5, 713), ('←', 0xac, 1000),
    ('↑', 0xad, 500), ('→', 0xae, 1000), ('↓', 0xaf, 500), ('↔', 0xab, 1000), ('∂', 0xb6, 494), ('√', 0xd6, 549),
    ('∑', 0xe5, 713), ('∏', 0xd5, 823), ('∩', 0xc7, 719),
];

/// A page that plotters draws on.
pub struct PdfTarget {
    content: Content,
    /// The opacities in use below 1, in percent.
    alphas: BTreeSet<u8>,
    /// The sets of letters in use.
    letters: BTreeSet<Letters>,
    /// The letters that the font does not have.
    missing: BTreeSet<char>,
    size: (u32, u32),
    /// Points for a unit of plotters'.
    unit: f64,
}

/// The name of the graphics state of an opacity.
fn state_name(percent: u8) -> String {
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
    fn new(size: (u32, u32), unit: f64) -> Self {
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
