//! Values into bytes and back, little-endian.

use std::fmt;

use base::slices::{self, Pace};
use scheduling::engine::{Cause, Status};

/// A buffer that is not a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError;

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result that arrived is damaged or of another version: reload the page")
    }
}

impl std::error::Error for WireError {}

/// The number of bytes that are handed on, or fetched, at a time.
const PART: usize = 1 << 18;

/// Values written one after the other, and handed on in parts.
pub(super) struct Writer<'a> {
    part: Vec<u8>,
    hand_on: &'a mut dyn FnMut(&[u8]),
}

impl<'a> Writer<'a> {
    pub(super) fn new(hand_on: &'a mut dyn FnMut(&[u8])) -> Self {
        Self { part: Vec::with_capacity(PART), hand_on }
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        if self.part.len() + bytes.len() > PART {
            (self.hand_on)(&self.part);
            self.part.clear();
        }
        self.part.extend_from_slice(bytes);
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    pub(super) fn i64(&mut self, value: i64) {
        self.bytes(&value.to_le_bytes());
    }

    pub(super) fn column<T>(&mut self, rows: &[T], write: impl Fn(&mut Self, &T)) {
        for row in rows {
            write(self, row);
        }
    }

    /// Hands on the remaining bytes.
    pub(super) fn finish(self) {
        (self.hand_on)(&self.part);
    }
}

/// Bytes that may lie elsewhere, and are fetched in parts.
pub trait Source {
    fn size(&self) -> usize;

    /// Fetches as many as `into` holds, from place `from` on; there are as many.
    fn fetch(&self, from: usize, into: &mut [u8]);
}

impl Source for &[u8] {
    fn size(&self) -> usize {
        self.len()
    }

    fn fetch(&self, from: usize, into: &mut [u8]) {
        into.copy_from_slice(&self[from..from + into.len()]);
    }
}

/// The values not yet read.
pub(super) struct Reader<'a> {
    source: &'a dyn Source,
    pace: &'a dyn Pace,
    /// Behind the last byte that was fetched.
    fetched: usize,
    part: Vec<u8>,
    /// How many of the part have been read.
    read: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a dyn Source, pace: &'a dyn Pace) -> Self {
        Self { source, pace, fetched: 0, part: Vec::new(), read: 0 }
    }

    /// How many bytes have not been read.
    pub(super) fn left(&self) -> usize {
        self.source.size() - self.fetched + self.part.len() - self.read
    }

    /// The next bytes.
    fn take(&mut self, count: usize) -> Result<&[u8], WireError> {
        if count > self.part.len() - self.read {
            if count > self.left() {
                return Err(WireError);
            }
            self.part.drain(..self.read);
            self.read = 0;
            let kept = self.part.len();
            let more = PART.max(count - kept).min(self.source.size() - self.fetched);
            self.part.resize(kept + more, 0);
            self.source.fetch(self.fetched, &mut self.part[kept..]);
            self.fetched += more;
        }
        self.read += count;
        Ok(&self.part[self.read - count..self.read])
    }

    fn number<const SIZE: usize>(&mut self) -> Result<[u8; SIZE], WireError> {
        self.take(SIZE)?.try_into().map_err(|_| WireError)
    }

    pub(super) fn u32(&mut self) -> Result<u32, WireError> {
        Ok(u32::from_le_bytes(self.number()?))
    }

    pub(super) fn i64(&mut self) -> Result<i64, WireError> {
        Ok(i64::from_le_bytes(self.number()?))
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&[u8], WireError> {
        self.take(count)
    }

    pub(super) fn status(&mut self) -> Result<Status, WireError> {
        let head = self.take(1)?[0];
        let all = [Status::Done, Status::Killed, Status::Rejected];
        all.into_iter().find(|&status| status as u8 == head).ok_or(WireError)
    }

    pub(super) fn cause(&mut self) -> Result<Cause, WireError> {
        let number = self.take(1)?[0];
        Cause::ALL.get(usize::from(number)).copied().ok_or(WireError)
    }

    pub(super) fn column<T>(
        &mut self,
        count: usize,
        read: impl Fn(&mut Self) -> Result<T, WireError>,
    ) -> Result<Vec<T>, WireError> {
        // A count that the buffer cannot hold fails at its end, not by running out of memory: at first there is
        // no more room than there are bytes left.
        let most = self.left() / size_of::<T>().max(1);
        let mut column = Vec::with_capacity(count.min(most));
        for _ in 0..count {
            column.push(read(self)?);
        }
        Ok(column)
    }

    /// `count` rows, each of at least `size` bytes, that are to be filled in column by column; made in slices.
    pub(super) async fn rows<T: Clone>(&self, count: usize, size: usize, blank: T) -> Result<Vec<T>, WireError> {
        if count > self.left() / size {
            return Err(WireError);
        }
        let mut rows = Vec::with_capacity(count);
        while rows.len() < count {
            let more = slices::ITEMS.min(count - rows.len());
            rows.extend(std::iter::repeat_n(blank.clone(), more));
            slices::rest(self.pace).await;
        }
        Ok(rows)
    }

    /// A long column of numbers, in slices.
    pub(super) async fn numbers(&mut self, count: usize) -> Result<Vec<u32>, WireError> {
        let mut numbers = self.rows(count, size_of::<u32>(), 0).await?;
        self.fill(&mut numbers, Self::u32, |number, it| *number = it).await?;
        Ok(numbers)
    }

    /// Fills in a column of rows, in slices.
    pub(super) async fn fill<T, V>(
        &mut self,
        rows: &mut [T],
        read: impl Fn(&mut Self) -> Result<V, WireError>,
        mut set: impl FnMut(&mut T, V),
    ) -> Result<(), WireError> {
        for slice in rows.chunks_mut(slices::ITEMS) {
            for row in slice {
                set(row, read(self)?);
            }
            slices::rest(self.pace).await;
        }
        Ok(())
    }
}
