//! The rectangles of a Gantt chart, packed: there are several for each job of a large log.

use crate::piece::{Kind, Piece};
use workload::Time;

/// Rectangles in order of start, 24 bytes each as long as their times span less than 2^32, and 32 otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// The origin of short times: the start of the first piece.
    base: Time,
    /// Start and end of each; empty if they do not fit.
    short: Vec<(u32, u32)>,
    /// The same of pieces whose times do not fit; empty if they do.
    long: Vec<(Time, Time)>,
    places: Vec<PieceKey>,
}

/// Whose a rectangle is, and on which processors.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PieceKey {
    job: u32,
    first: u32,
    last: u32,
    /// The provider, then two bits for the kind and two for the shade.
    provider: u32,
}

impl Pieces {
    /// With room for this many.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { short: Vec::with_capacity(count), places: Vec::with_capacity(count), ..Self::default() }
    }

    /// Adds one that starts no sooner than the others.
    pub(super) fn push(&mut self, piece: &Piece) {
        if self.places.is_empty() {
            self.base = piece.start;
        }
        let after = |time: Time| u32::try_from(time.checked_sub(self.base)?).ok();
        match after(piece.start).zip(after(piece.end)) {
            Some(times) if self.long.is_empty() => self.short.push(times),
            _ => {
                if self.long.is_empty() {
                    self.long = (0..self.len()).map(|at| self.times(at)).collect();
                    self.short = Vec::new();
                }
                self.long.push((piece.start, piece.end));
            }
        }
        self.places.push(PieceKey {
            job: piece.job,
            first: piece.first,
            last: piece.last,
            provider: piece.provider << 4 | (piece.kind as u32) << 2 | u32::from(piece.shade),
        });
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The one at a position.
    pub fn get(&self, at: usize) -> Option<Piece> {
        (at < self.len()).then(|| self.at(at))
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Piece> + '_ {
        (0..self.len()).map(|at| self.at(at))
    }

    /// The one at a position where there is one.
    #[inline]
    pub(super) fn at(&self, at: usize) -> Piece {
        let (start, end) = self.times(at);
        let PieceKey { job, first, last, provider } = self.places[at];
        Piece {
            start,
            end,
            job,
            provider: provider >> 4,
            first,
            last,
            kind: match provider >> 2 & 3 {
                0 => Kind::Batch,
                1 => Kind::Reservation,
                _ => Kind::Idle,
            },
            shade: (provider & 3) as u8,
        }
    }

    /// When it starts and ends.
    #[inline]
    pub(super) fn times(&self, at: usize) -> (Time, Time) {
        if !self.long.is_empty() {
            return self.long[at];
        }
        let (start, end) = self.short[at];
        (self.base + Time::from(start), self.base + Time::from(end))
    }

    /// Whose it is.
    pub(super) fn job(&self, at: usize) -> u32 {
        self.places[at].job
    }

    /// How many start before a time. O(log pieces).
    pub(super) fn before(&self, time: f64) -> usize {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if (self.times(middle).0 as f64) < time { from = middle + 1 } else { to = middle }
        }
        from
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<T: IntoIterator<Item = Piece>>(pieces: T) -> Self {
        let mut all = Self::default();
        pieces.into_iter().for_each(|piece| all.push(&piece));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_is_what_was_given(
            rows in prop::collection::vec((0u32..9, 0u32..2_000, 0u32..50, 0u8..9, 1i64..90), 0..40),
            (base, stretch) in (-9_000i64..9_000, prop::sample::select(vec![1i64, 1 << 20, 1 << 50])),
        ) {
            let mut start = base;
            let pieces: Vec<Piece> = rows.iter().map(|&(job, provider, first, look, length)| {
                start += length / 3 * stretch;
                let kinds = [Kind::Batch, Kind::Reservation, Kind::Idle];
                Piece {
                    start,
                    end: start + length * stretch,
                    job,
                    provider,
                    first,
                    last: first + 3,
                    kind: kinds[usize::from(look / 3)],
                    shade: look % 3,
                }
            }).collect();
            let packed: Pieces = pieces.iter().copied().collect();
            prop_assert_eq!(packed.iter().collect::<Vec<_>>(), pieces.clone());
            prop_assert_eq!(packed.get(pieces.len()), None);
            for time in [base - 1, base, base + 20 * stretch, start, start + 1] {
                let before = pieces.iter().filter(|it| (it.start as f64) < time as f64).count();
                prop_assert_eq!(packed.before(time as f64), before);
            }
        }
    }
}
