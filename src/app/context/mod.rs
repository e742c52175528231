//! What stands beneath every component: the state and its dispatcher, the ground, keys, terms and the clock.

pub mod change;
pub mod change_event;
pub mod chord;
pub mod clock;
#[cfg(feature = "bench")]
pub mod drawings;
pub mod edit;
mod identity;
pub mod local_storage;
pub mod printing;
pub mod state;
pub mod term_lessons;
pub mod term_pictures;
pub mod terms;
pub mod theme;

pub use identity::Identity;
