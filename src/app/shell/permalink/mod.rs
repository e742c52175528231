//! Links: the state of the page as an address, and back.
//!
//! A link, the last session and a project file all hold a snapshot; `page::state` opens them.

mod address;
mod card;
mod copy;
pub mod left;
mod steps;

pub use address::{base, begin, clear, follow, has_query};
pub use card::AwaitedCard;
pub use copy::{CopyLink, use_copy};
pub use steps::use_steps;

use slotscope::page::state::State;

/// The present link: the address at which another machine shows the same. None if it would be too
/// long.
pub fn present(state: &State) -> Option<String> {
    let (hash, _) = state.link().ok()?;
    // The bare address opens the last session, or says on a first visit what the page is.
    Some(format!("{}#{hash}", address::base()?))
}
