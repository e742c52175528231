//! The rectangles that a schedule is drawn as.

use crate::prelude::*;

/// The meaning of a rectangle of the Gantt chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A batch job running.
    Batch = 0,
    /// The job of an advance reservation running.
    Reservation = 1,
    /// Held, but nothing runs: a reservation before its job starts or after it has ended, or what
    /// a suspended job keeps.
    Idle = 2,
}

impl Kind {
    /// Its colour in one of the three shades.
    pub fn colour(self, shade: u8, theme: &Theme) -> Rgb {
        let shade = usize::from(shade).min(2);
        match self {
            Self::Batch => theme.batch[shade],
            Self::Reservation => theme.reservation[shade],
            Self::Idle => theme.idle,
        }
    }
}

/// The shade of a job of its kind's colour, by its number: 0, 1 or 2. A job has the same one in every
/// picture, however its run came out, and jobs that follow each other differ.
pub fn shade_of(number: u32) -> u8 {
    (number % 3) as u8
}

/// One rectangle: neighbouring processors of one provider, for a while, all of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// From when, in seconds.
    pub start: Time,
    /// Until when, in seconds.
    pub end: Time,
    /// Index of the job.
    pub job: u32,
    /// Index of the provider.
    pub provider: u32,
    /// Lowest processor of the provider.
    pub first: u32,
    /// Highest processor, inclusive.
    pub last: u32,
    /// What it shows.
    pub kind: Kind,
    /// Of the job: see [`shade_of`].
    pub shade: u8,
}
