use std::io::Read;

use flate2::read::ZlibDecoder;
use ttf_parser::Face;

use super::*;
use crate::prelude::*;

/// A page of 120 by 60 points with such a text, a path, a dot and a pale band.
fn page(text: &str) -> PdfPicture {
    let theme = Theme::paper();
    pdf(Frame::new(180, 90), 120.0, "a name", |target, frame| {
        let mut pen = Pen::new(target, frame, &theme);
        let red = Rgb(255, 0, 0);
        let band = Area { left: 0.0, top: 0.0, width: 30.0, height: 15.0 };
        pen.fill(band, red, 0.16)?;
        pen.path(&[(0.0, 90.0), (180.0, 0.0)], red, 3.0)?;
        pen.dot((90.0, 45.0), 6.0, red)?;
        pen.text(text, (180.0, 45.0), Lettering::new(9.0, theme.text).right())
    })
}

/// The document as text, byte by byte.
fn words(picture: &PdfPicture) -> String {
    picture.bytes.iter().map(|&it| char::from(it)).collect()
}

#[test]
fn a_page_has_the_size_of_the_picture_and_its_text() {
    let words = words(&page("wait (h)"));
    assert!(words.starts_with("%PDF-"));
    assert!(words.contains("/MediaBox [0 0 120 60]"), "{words}");
    assert!(words.contains("/Count 1"));
    assert!(words.contains("(wait \\(h\\)) Tj") || words.contains("(wait (h)) Tj"));
    // 12 CSS pixels are 8 points: 120 points are 180 pixels.
    assert!(words.contains("/F1 8 Tf"));
    assert!(words.contains("/Title (a name)"));
    assert!(words.contains("/WinAnsiEncoding") && !words.contains("/Differences"));
}

#[test]
fn the_page_is_measured_in_points_from_below() {
    let words = words(&page("x"));
    // The path: from the lower left to the upper right corner, 2 points wide.
    assert!(words.contains("2 w\n0 0 m\n120 60 l\nS"), "{words}");
    // The band: 16 % opaque, at the top.
    assert!(words.contains("/A16 gs") && words.contains("/ca 0.16"));
    assert!(words.contains("0 60 m\n20 60 l\n20 50 l\n0 50 l\nh\nf"));
    // The text ends at the right edge: "x" is half as wide as its size.
    assert!(words.contains("1 0 0 1 116 27.92 Tm"), "{words}");
}

#[test]
fn greek_letters_and_signs_have_codes_of_their_own() {
    let picture = page("δ ≤ 2 µs – ok");
    let words = words(&picture);
    assert!(words.contains("/F2 8 Tf") && words.contains("(d) Tj"));
    assert!(words.contains("100 /uni03B4"), "{words}");
    assert!(picture.missing.is_empty());
}

#[test]
fn letters_that_no_font_has_are_told() {
    let picture = page("規則 a");
    assert_eq!(picture.missing, BTreeSet::from(['規', '則']));
    assert!(words(&picture).contains("(?? a) Tj"));
}

#[test]
fn the_bytes_are_the_same_each_time() {
    assert_eq!(page("a"), page("a"));
}

#[test]
fn each_document_has_its_font_in_it() {
    for text in ["words", "δ"] {
        let words = words(&page(text));
        assert!(words.contains("/BaseFont /SLTSCP+Arimo") && words.contains("/FontFile2"));
        assert_eq!(words.matches("/Filter /FlateDecode").count(), 1);
    }
    // A picture without words needs none.
    assert!(!words(&page("")).contains("/FontFile2"));
}

#[test]
fn the_font_has_the_letters_with_their_widths() {
    let packed = include_bytes!("../../font/arimo.ttf.z");
    let mut file = Vec::new();
    ZlibDecoder::new(&packed[..]).read_to_end(&mut file).expect("the font");
    assert_eq!(file.len(), LENGTH as usize);
    let face = Face::parse(&file, 0).unwrap();
    let has = |character: char, width: u16| {
        let glyph = face.glyph_index(character).unwrap();
        let stated = f64::from(face.glyph_hor_advance(glyph).unwrap());
        let width = f64::from(width);
        assert!((stated * 1000.0 / 2048.0 - width).abs() <= 0.5, "{character:?}");
    };
    let listed = include_str!("../../font/letters.txt");
    for character in listed.chars() {
        has(character, letter(character).unwrap().width);
    }
    for (character, _, width) in SYMBOLS {
        has(character, width);
    }
}
