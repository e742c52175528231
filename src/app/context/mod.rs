//! What stands beneath every component: the state and its dispatcher, the ground, keys, terms and the clock.

pub mod change_event;
pub mod chord;
pub mod clock;
#[cfg(feature = "bench")]
pub mod drawings;
pub mod edit;
mod identity;

pub mod printing;
pub mod state;
pub mod storage;
pub mod term_lessons;
pub mod terms;
pub mod theme;

pub use identity::Identity;

/// An empty text: what a component shows that shows nothing. An empty tree has no place of its own in the document:
/// Yew 0.23 puts a sibling that comes before it in front of the node behind it, which may go in the same render, and
/// panics.
pub fn nothing() -> yew::Html {
    "".into()
}
