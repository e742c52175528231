//! What a reader may take: memory and time.

use std::time::Duration;

use crate::Tally;
use crate::memory::peak_of;

/// Most bytes of memory for a byte of input.
pub const MOST_TIMES: usize = 10;

/// Every input counts as so many bytes longer: [`MOST_TIMES`] times this is what a reader may take of the
/// memory for the shortest input.
pub const BYTES_BESIDE: usize = 16 << 10;

/// How long a thread may compute on one input. Without libFuzzer it is mostly a build without optimization, on any
/// machine: what it may not do there is nearly never to end.
pub const MOST_TIME: Duration = if cfg!(feature = "guided") { Duration::from_secs(2) } else { Duration::from_secs(40) };

/// Watches what readers take, and keeps the worst.
#[derive(Debug, Default)]
pub struct Watch {
    /// What was seen.
    pub tally: Tally,
}

impl Watch {
    /// Runs a reader of so many bytes.
    ///
    /// # Panics
    ///
    /// If it takes more memory than [`MOST_TIMES`] times the bytes and what is beside them, or longer than
    /// [`MOST_TIME`].
    pub fn reading<T>(&mut self, bytes: usize, read: impl FnOnce() -> T) -> T {
        let begun = thread_time();
        let (value, peak) = peak_of(read);
        let took = thread_time().saturating_sub(begun);
        let counted = bytes + BYTES_BESIDE;
        self.tally.saw(peak as f64 / counted as f64, took);
        assert!(peak <= counted * MOST_TIMES, "{peak} bytes of memory for {bytes} bytes of input");
        assert_in_time(took, bytes);
        value
    }

    /// Runs what is no reader: its memory depends on what it is told to do, not on how many bytes say so.
    ///
    /// # Panics
    ///
    /// If it takes longer than [`MOST_TIME`].
    pub fn running<T>(&mut self, bytes: usize, run: impl FnOnce() -> T) -> T {
        let begun = thread_time();
        let value = run();
        let took = thread_time().saturating_sub(begun);
        self.tally.saw(0.0, took);
        assert_in_time(took, bytes);
        value
    }
}

fn assert_in_time(took: Duration, bytes: usize) {
    assert!(took <= MOST_TIME, "{took:?} for {bytes} bytes of input");
}

/// How long this thread has computed: other programs on the machine do not count.
#[cfg(unix)]
fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock is there and the pointer is good.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// How long it is since the first call.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_little_is_counted() {
        let mut watch = Watch::default();
        let text = watch.reading(BYTES_BESIDE, || vec![0_u8; 4 * BYTES_BESIDE]);
        assert_eq!((text.len(), watch.tally.worst_ratio), (4 * BYTES_BESIDE, 2.0));
    }

    #[test]
    #[should_panic(expected = "bytes of memory for 1 bytes of input")]
    fn who_takes_too_much_is_found() {
        Watch::default().reading(1, || vec![0_u8; 11 * BYTES_BESIDE]);
    }
}
