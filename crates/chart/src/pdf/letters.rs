//! The letters of the font of PDFs: their codes and their widths.

use pdf_writer::Name;

/// A set of letters of the font, each with a code of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Letters {
    /// Those of Windows' Latin encoding.
    Latin,
    /// Greek letters and mathematical signs.
    Symbols,
}

impl Letters {
    /// Both sets.
    pub(super) const ALL: [Self; 2] = [Self::Latin, Self::Symbols];

    /// Its name on the page.
    pub(super) fn name(self) -> Name<'static> {
        Name(match self {
            Self::Latin => b"F1",
            Self::Symbols => b"F2",
        })
    }

    /// Its codes, without gaps, each with the width of its letter; 0 where there is none.
    pub(super) fn widths(self) -> (u8, Vec<u16>) {
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
pub(super) struct Letter {
    pub(super) of: Letters,
    pub(super) code: u8,
    /// Its width in thousandths of the type size.
    pub(super) width: u16,
}

/// The letter for a character; `None` if the font does not have it.
pub(super) fn letter(character: char) -> Option<Letter> {
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
pub(super) const WIDTHS: [u16; 224] = [
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
pub(super) const SYMBOLS: [(char, u8, u16); 69] = [
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
