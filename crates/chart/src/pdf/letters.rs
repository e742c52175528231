//! The letters of the standard fonts of PDF: their codes and their widths.

use pdf_writer::Name;

/// A standard font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Font {
    /// Helvetica.
    Upright,
    /// Helvetica Bold.
    Bold,
    /// Symbol, for Greek letters and mathematical signs.
    Symbol,
}

impl Font {
    /// Its name on the page.
    pub(super) fn name(self) -> Name<'static> {
        Name(match self {
            Self::Upright => b"F1",
            Self::Bold => b"F2",
            Self::Symbol => b"F3",
        })
    }

    /// Its name among the standard fonts.
    pub(super) fn base_name(self) -> &'static [u8] {
        match self {
            Self::Upright => b"Helvetica",
            Self::Bold => b"Helvetica-Bold",
            Self::Symbol => b"Symbol",
        }
    }

    /// Its encoding, unless it is the font's own.
    pub(super) fn encoding(self) -> Option<&'static [u8]> {
        (self != Self::Symbol).then_some(b"WinAnsiEncoding")
    }
}

/// A letter as a font has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) font: Font,
    pub(super) code: u8,
    /// Its width in thousandths of the type size.
    pub(super) width: u16,
}

/// The letter for a character; `None` if no standard font has it.
pub(super) fn letter(character: char, bold: bool) -> Option<Letter> {
    if let Some(code) = win_ansi(character) {
        let font = if bold { Font::Bold } else { Font::Upright };
        let width = HELVETICA[usize::from(code) - 32];
        // Bold letters are some 6 % wider; nothing but the place of a line depends on it.
        let width = if bold { width + width / 16 } else { width };
        return Some(Letter { font, code, width });
    }
    let found = SYMBOLS.iter().find(|it| it.0 == character);
    found.map(|&(_, code, width)| Letter {
        font: Font::Symbol,
        code,
        width,
    })
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
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘',
    '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// The widths of Helvetica's letters from code 32 on, by Adobe's font metrics.
#[rustfmt::skip]
const HELVETICA: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 350,
    556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
    350, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350, 500, 667,
    278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611,
    667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
];

/// Characters of the font Symbol, with codes and widths by Adobe's font metrics.
#[rustfmt::skip]
const SYMBOLS: [(char, u8, u16); 74] = [
    ('Α', 0x41, 722), ('Β', 0x42, 667), ('Χ', 0x43, 722), ('Δ', 0x44, 612), ('Ε', 0x45, 611), ('Φ', 0x46, 763),
    ('Γ', 0x47, 603), ('Η', 0x48, 722), ('Ι', 0x49, 333), ('Κ', 0x4b, 722), ('Λ', 0x4c, 686), ('Μ', 0x4d, 889),
    ('Ν', 0x4e, 722), ('Ο', 0x4f, 722), ('Π', 0x50, 768), ('Θ', 0x51, 741), ('Ρ', 0x52, 556), ('Σ', 0x53, 592),
    ('Τ', 0x54, 611), ('Υ', 0x55, 690), ('Ω', 0x57, 768), ('Ξ', 0x58, 645), ('Ψ', 0x59, 795), ('Ζ', 0x5a, 611),
    ('α', 0x61, 631), ('β', 0x62, 549), ('χ', 0x63, 549), ('δ', 0x64, 494), ('ε', 0x65, 439), ('φ', 0x66, 521),
    ('γ', 0x67, 411), ('η', 0x68, 603), ('ι', 0x69, 329), ('κ', 0x6b, 549), ('λ', 0x6c, 549), ('μ', 0x6d, 576),
    ('ν', 0x6e, 521), ('ο', 0x6f, 549), ('π', 0x70, 549), ('θ', 0x71, 521), ('ρ', 0x72, 549), ('σ', 0x73, 603),
    ('τ', 0x74, 439), ('υ', 0x75, 576), ('ω', 0x77, 686), ('ξ', 0x78, 493), ('ψ', 0x79, 686), ('ζ', 0x7a, 494),
    ('ς', 0x56, 439), ('ϑ', 0x4a, 631), ('ϕ', 0x6a, 603), ('ϖ', 0x76, 713), ('−', 0x2d, 549), ('≤', 0xa3, 549),
    ('≥', 0xb3, 549), ('≠', 0xb9, 549), ('≈', 0xbb, 549), ('≡', 0xba, 549), ('∞', 0xa5, 713), ('←', 0xac, 987),
    ('↑', 0xad, 603), ('→', 0xae, 987), ('↓', 0xaf, 603), ('↔', 0xab, 1042), ('∝', 0xb5, 713), ('∂', 0xb6, 494),
    ('√', 0xd6, 549), ('∑', 0xe5, 713), ('∏', 0xd5, 823), ('∈', 0xce, 713), ('∩', 0xc7, 768), ('∪', 0xc8, 768),
    ('⋅', 0xd7, 250), ('∅', 0xc6, 823),
];
