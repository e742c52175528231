//! The dialogs of exercises for a class.

mod hand_in;
mod review;
mod tries;

pub use hand_in::HandInDialog;
pub use review::ReviewDialog;
