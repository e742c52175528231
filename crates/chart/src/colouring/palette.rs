//! The colours of classes.
//!
//! The first category is the blue of batch jobs, the next ones have Okabe and Ito's hues: moved apart until any two, and
//! the grey of the others, differ for people without one kind of cone too, and every one stands 3:1 against the ground:
//! a test measures both. Ordered classes stand on the theme's ramp, which gets lighter all the way.

use crate::piece::Kind;
use crate::theme::{Rgb, Theme};

/// A colour that each theme has its own shade of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// Of a kind of job.
    OfKind(Kind),
    /// One of the eight categories.
    Category(u8),
    /// Jobs without a category of their own.
    Others,
    /// From the lowest (0) to the highest class (1).
    OnRamp(f64),
}

const ON_LIGHT: [u32; 8] = [0x2a6fb0, 0xff4f00, 0x00a45d, 0x8b054f, 0xb72400, 0x311ea7, 0x471900, 0x190329];
const ON_DARK: [u32; 8] = [0x3474b3, 0xe76907, 0x25dc9d, 0xb383a3, 0xffa809, 0xffbfff, 0x9b9bff, 0xcdff82];

impl Tint {
    pub fn colour(self, theme: &Theme) -> Rgb {
        let is_dark = theme.background.luminance() < 0.5;
        match self {
            Self::OfKind(kind) => kind.colour(1, theme),
            Self::Category(at) => {
                let colours = if is_dark { ON_DARK } else { ON_LIGHT };
                Rgb::hex(colours[usize::from(at) % colours.len()])
            }
            Self::Others => Rgb::hex(if is_dark { 0x686868 } else { 0x6d696d }),
            Self::OnRamp(share) => theme.on_ramp(share),
        }
    }
}
