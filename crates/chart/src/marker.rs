//! The shapes of dots: series are told apart without colour.

use super::pen::{Drawn, Pen};
use super::theme::Rgb;

/// The shape of a series' dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
    Wedge,
}

/// The dots of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) shape: Marker,
    /// Whether they are filled with the ground.
    pub(super) hollow: bool,
}

impl Mark {
    /// The radius of a dot, and of the ground within an open one, in CSS pixels.
    const RADIUS: f64 = 4.0;
    const HOLLOW: f64 = 2.3;

    /// Filled dots.
    pub(super) fn filled(shape: Marker) -> Self {
        Self { shape, hollow: false }
    }

    pub(super) fn draw(self, pen: &mut Pen, centre: (f64, f64), colour: Rgb) -> Drawn {
        self.shape.draw(pen, centre, Self::RADIUS, colour)?;
        if self.hollow { self.shape.draw(pen, centre, Self::HOLLOW, pen.theme.panel) } else { Ok(()) }
    }
}

impl Marker {
    /// The shape of the nth series. Colours come round after six series, shapes one later each time:
    /// no two of 36 series look the same.
    pub(super) fn of_series(n: usize) -> Self {
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond, Self::Cross, Self::Wedge][(n + n / 6) % 6]
    }

    /// Its name in words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Triangle => "triangle",
            Self::Diamond => "diamond",
            Self::Cross => "cross",
            Self::Wedge => "wedge",
        }
    }

    /// Draws it with about the area of a circle of `radius` CSS pixels.
    pub(super) fn draw(self, pen: &mut Pen, centre: (f64, f64), radius: f64, colour: Rgb) -> Drawn {
        let points: &[(f64, f64)] = match self {
            Self::Circle => return pen.dot(centre, radius, colour),
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Triangle => &[(0.0, -1.25), (1.2, 0.85), (-1.2, 0.85)],
            Self::Diamond => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Self::Cross => &[
                (-0.4, -1.2),
                (0.4, -1.2),
                (0.4, -0.4),
                (1.2, -0.4),
                (1.2, 0.4),
                (0.4, 0.4),
                (0.4, 1.2),
                (-0.4, 1.2),
                (-0.4, 0.4),
                (-1.2, 0.4),
                (-1.2, -0.4),
                (-0.4, -0.4),
            ],
            Self::Wedge => &[(0.0, 1.25), (1.2, -0.85), (-1.2, -0.85)],
        };
        let placed: Vec<_> = points.iter().map(|&(x, y)| (centre.0 + x * radius, centre.1 + y * radius)).collect();
        pen.polygon(&placed, colour, 1.0)
    }
}
