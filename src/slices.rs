//! Long work in slices, for who must be free for something else in between.
//!
//! Such work is a future that asks its [`Pace`] for a rest after every few thousand items. Where nobody waits it is
//! done [`at_once`]: the same code without a rest.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// So many items are done between two questions for a rest: a millisecond or two.
pub const ITEMS: usize = 1 << 14;

/// Ends when the work may go on.
pub type Rest = Pin<Box<dyn Future<Output = ()>>>;

/// When long work rests.
pub trait Pace {
    /// A rest, if it is time for one.
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

/// Does at once what is given [`AtOnce`] for its pace.
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
