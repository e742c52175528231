//! Type: how a text looks, how plotters is told so, where lines break.

use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{BackendColor, BackendTextStyle, FontFamily, FontStyle};

use super::pen::paint;
use super::theme::{LETTERS, Rgb, Theme};

/// How a text looks and which of its points stands at the place it is given.
#[derive(Clone, Copy)]
pub struct Lettering {
    pub(super) size: f64,
    colour: Rgb,
    bold: bool,
    h: HPos,
    v: VPos,
}

impl Lettering {
    /// Type of a size in CSS pixels, to the right of its place and centred on its height.
    pub(super) fn new(size: f64, colour: Rgb) -> Self {
        Self { size, colour, bold: false, h: HPos::Left, v: VPos::Center }
    }

    /// The same in a picture of a theme: figures of papers have one size and weight.
    pub(super) fn on(self, theme: &Theme) -> Self {
        if theme.is_paper { Self { size: LETTERS, bold: false, ..self } } else { self }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Ends at its place.
    pub(super) fn right(self) -> Self {
        Self { h: HPos::Right, ..self }
    }

    /// Has its place in its middle.
    pub(super) fn centred(self) -> Self {
        Self { h: HPos::Center, ..self }
    }

    /// Hangs below its place.
    pub(super) fn below(self) -> Self {
        Self { v: VPos::Top, ..self }
    }
}

/// Lettering with its size in device pixels.
pub struct Sized<'a> {
    pub(super) style: Lettering,
    pub(super) size: f64,
    pub(super) family: &'a str,
}

impl<'a> Sized<'a> {
    /// The same of plotters' own style.
    pub(super) fn of(style: &'a impl BackendTextStyle) -> Self {
        let ((red, green, blue), anchor, size) = (style.color().rgb, style.anchor(), style.size());
        let bold = matches!(style.style(), FontStyle::Bold);
        let family = match style.family() {
            FontFamily::Name(name) => name,
            _ => "sans-serif",
        };
        let colour = Rgb(red, green, blue);
        Self { style: Lettering { size, colour, bold, h: anchor.h_pos, v: anchor.v_pos }, size, family }
    }
}

impl BackendTextStyle for Sized<'_> {
    type FontError = std::convert::Infallible;

    fn color(&self) -> BackendColor {
        paint(self.style.colour, 1.0)
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn style(&self) -> FontStyle {
        if self.style.bold { FontStyle::Bold } else { FontStyle::Normal }
    }

    fn anchor(&self) -> Pos {
        Pos::new(self.style.h, self.style.v)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(self.family)
    }

    /// A rough box: nothing is placed by it.
    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Self::FontError> {
        let width = text.chars().count() as f64 * self.size * 0.55;
        Ok(((0, 0), (width as i32, self.size as i32)))
    }

    /// Backends without text of their own get none.
    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _: &str,
        _: (i32, i32),
        _: F,
    ) -> Result<Result<(), E>, Self::FontError> {
        Ok(Ok(()))
    }
}

/// Breaks a text into lines of at most `width` CSS pixels at a type size, by a mean width of a
/// letter that is on the safe side. Words longer than a line stand alone; a line of the text stays one of its own.
pub(super) fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
    let most = (width / (size * WIDTH)).max(1.0) as usize;
    text.lines().flat_map(|line| wrapped_line(line, most)).collect()
}

/// One line of a text, as lines of at most this many letters.
fn wrapped_line(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The width of a letter by its size.
const WIDTH: f64 = 0.54;

/// The width of a number of letters at a type size, by the same measure, in CSS pixels.
pub(super) fn width(letters: usize, size: f64) -> f64 {
    letters as f64 * size * WIDTH
}

/// A text cut to one line of `width` CSS pixels at a type size, by the same measure; an ellipsis
/// stands for what is cut off.
pub(super) fn shortened(text: &str, width: f64, size: f64) -> String {
    let most = (width / (size * WIDTH)).max(1.0) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    kept.trim_end().to_owned() + "…"
}

/// A name in at most this many letters: one that is longer loses its middle, since the numbers that tell tasks apart
/// stand at the end. `None` if too little of it would be left.
pub(super) fn elided(name: &str, most: usize) -> Option<String> {
    const LEAST: usize = 6;
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return Some(name.to_owned());
    }
    if most < LEAST {
        return None;
    }
    let behind = (most - 1) / 2;
    let front = letters[..most - 1 - behind].iter();
    let back = letters[letters.len() - behind..].iter();
    Some(front.chain(&['…']).chain(back).collect())
}

#[cfg(test)]
mod tests {
    use super::elided;

    #[test]
    fn a_long_name_loses_its_middle() {
        let of = |most| elided("mProject_ID0000001", most);
        assert_eq!(of(18).as_deref(), Some("mProject_ID0000001"));
        assert_eq!(of(9).as_deref(), Some("mPro…0001"));
        assert_eq!(of(6).as_deref(), Some("mPr…01"));
        assert_eq!(of(5), None);
        assert_eq!(elided("a", 1).as_deref(), Some("a"));
        assert_eq!(elided("", 0).as_deref(), Some(""));
    }
}
