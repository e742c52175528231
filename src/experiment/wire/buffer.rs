//! Values into bytes and back, little-endian.

use std::fmt;

use crate::engine::Status;

/// A buffer that is not a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError;

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result that arrived is damaged or of another version: reload the page")
    }
}

impl std::error::Error for WireError {}

/// Values written one after the other.
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn u32(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn i64(&mut self, value: i64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn column<T>(&mut self, rows: &[T], write: impl Fn(&mut Self, &T)) {
        for row in rows {
            write(self, row);
        }
    }
}

/// The values not yet read.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl Reader<'_> {
    pub(super) fn u32(&mut self) -> Result<u32, WireError> {
        let (head, rest) = self.0.split_first_chunk().ok_or(WireError)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*head))
    }

    pub(super) fn i64(&mut self) -> Result<i64, WireError> {
        let (head, rest) = self.0.split_first_chunk().ok_or(WireError)?;
        self.0 = rest;
        Ok(i64::from_le_bytes(*head))
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&[u8], WireError> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(WireError)?;
        self.0 = rest;
        Ok(head)
    }

    pub(super) fn status(&mut self) -> Result<Status, WireError> {
        let (&head, rest) = self.0.split_first().ok_or(WireError)?;
        self.0 = rest;
        let all = [Status::Done, Status::Killed, Status::Rejected];
        all.into_iter()
            .find(|&status| status as u8 == head)
            .ok_or(WireError)
    }

    pub(super) fn column<T>(
        &mut self,
        count: usize,
        read: impl Fn(&mut Self) -> Result<T, WireError>,
    ) -> Result<Vec<T>, WireError> {
        // A count that the buffer cannot hold fails at its end, not by running out of memory: at first there is
        // no more room than there are bytes left.
        let most = self.0.len() / size_of::<T>().max(1);
        let mut column = Vec::with_capacity(count.min(most));
        for _ in 0..count {
            column.push(read(self)?);
        }
        Ok(column)
    }
}
