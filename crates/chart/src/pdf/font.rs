//! The font of PDFs, which each document has in it: publishers refuse others.

use pdf_writer::types::FontFlags;
use pdf_writer::{Dict, Filter, Finish, Name, Pdf, Rect, Ref};

use super::letters::{Letters, SYMBOLS};

/// A part of Arimo, whose letters are as wide as those of Helvetica and Arial, packed as a PDF has it: see `font/README.md`
/// of this package.
const FILE: &[u8] = include_bytes!("../../font/arimo.ttf.z");

/// The length of the file before it was packed.
pub(super) const LENGTH: i32 = 22_972;

/// The name of the font: the tag says that it is a part.
const NAME: Name = Name(b"SLTSCP+Arimo");

/// How many objects of a document it takes.
pub(super) const OBJECTS: i32 = 4;

/// The object of these letters, where `first` is the first object of the font.
pub(super) fn place(first: i32, letters: Letters) -> Ref {
    Ref::new(first + letters as i32)
}

/// Writes the font into a document, as far as letters of it are used.
pub(super) fn embed(pdf: &mut Pdf, first: i32, used: impl Iterator<Item = Letters>) {
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
