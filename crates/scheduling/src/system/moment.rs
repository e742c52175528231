//! A run at one moment: the promises of a provider, and its offer to a reservation that is submitted
//! then.

mod cursor;
mod promises;
mod spans;
mod standing;

pub use cursor::{busiest, middle, next_event, span};
pub use promises::{Holder, Promise, promises, promises_to};
pub(super) use promises::{PromiseTime, promises_at};
pub use standing::{Standing, Standings, instants};

use crate::availability::{Carts, Commitment};

/// The CARTS slots that these promises leave of a provider.
pub fn slots(processors: u32, promises: &[Promise]) -> Carts {
    let commitments: Vec<Commitment> = promises.iter().map(|it| it.commitment).collect();
    Carts::generate(processors, &commitments)
}
