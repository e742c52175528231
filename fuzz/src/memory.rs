//! How much memory a thread has, and the most it has had.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting by threads.
struct Counting;

thread_local! {
    /// Bytes that are allocated now, and the most that have been since [`peak_of`] began. What another thread
    /// gives back counts there, so that these may be below 0.
    static NOW: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn add(bytes: isize) {
    // A thread that ends frees its last memory without them.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(now.get())));
    });
}

// SAFETY: everything is left to the system's allocator; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size as isize - layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `run` gives, and the most bytes that this thread had allocated meanwhile beyond what it had before.
/// A block that grows counts with its new size only, wherever it is moved to. Calls do not nest.
pub fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.get();
    MOST.set(before);
    let value = run();
    (value, (MOST.get() - before).max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_back_counts_too() {
        let (kept, peak) = peak_of(|| {
            drop(vec![1_u8; 10_000]);
            vec![1_u8; 100]
        });
        assert_eq!((kept.len(), peak), (100, 10_000));
    }
}
