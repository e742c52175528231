//! Long work in slices, for callers that have to react to other events in between.
//!
//! Such work is a future that asks its [`Pace`] for a rest after every few thousand items. Where no other event can
//! come it is done [`at_once`]: the same code without a rest.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// The number of items between two requests for a rest: a millisecond or two.
pub const ITEMS: usize = 1 << 14;

/// Ends when the work may go on.
pub type Rest = Pin<Box<dyn Future<Output = ()>>>;

/// When long work rests.
pub trait Pace {
    fn rest(&self) -> Option<Rest>;
}

/// Never rests.
pub struct AtOnce;

impl Pace for AtOnce {
    fn rest(&self) -> Option<Rest> {
        None
    }
}

/// Rests if it is time for that.
pub async fn rest(pace: &dyn Pace) {
    if let Some(rest) = pace.rest() {
        rest.await;
    }
}

/// Does work with [`AtOnce`] as its pace.
///
/// # Panics
///
/// If the work rests.
pub fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(work).poll(&mut context) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("work that is done at once rests"),
    }
}

/// Work that rests whenever it is asked to, for tests of other packages as well.
#[cfg(any(test, feature = "testing"))]
pub mod testing {
    use std::cell::Cell;
    use std::future::{Future, poll_fn};
    use std::pin::pin;
    use std::rc::Rc;
    use std::task::{Context, Poll, Waker};

    use super::{Pace, Rest};

    /// Rests every time, and counts.
    #[derive(Default)]
    pub struct Always {
        rests: Cell<usize>,
    }

    impl Pace for Always {
        fn rest(&self) -> Option<Rest> {
            self.rests.set(self.rests.get() + 1);
            let begun = Rc::new(Cell::new(false));
            Some(Box::pin(poll_fn(move |_| if begun.replace(true) { Poll::Ready(()) } else { Poll::Pending })))
        }
    }

    /// Does work with rests to its end: its result, and the number of rests.
    pub fn with_rests<T>(work: impl AsyncFnOnce(&Always) -> T) -> (T, usize) {
        let pace = Always::default();
        let mut context = Context::from_waker(Waker::noop());
        let done = {
            let mut work = pin!(work(&pace));
            loop {
                if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
                    break done;
                }
            }
        };
        (done, pace.rests.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds numbers up, with a question for a rest after each.
    async fn sum(numbers: &[u32], pace: &dyn Pace) -> u32 {
        let mut sum = 0;
        for number in numbers {
            sum += number;
            rest(pace).await;
        }
        sum
    }

    #[test]
    fn work_comes_to_the_same_with_and_without_rests() {
        let numbers = [3, 5, 8];
        assert_eq!(at_once(sum(&numbers, &AtOnce)), 16);
        let (done, rests) = testing::with_rests(async |pace| sum(&numbers, pace).await);
        assert_eq!((done, rests), (16, 3));
    }

    #[test]
    #[should_panic(expected = "rests")]
    fn what_is_done_at_once_does_not_rest() {
        at_once(sum(&[1], &testing::Always::default()));
    }
}
