//! What nearly every component uses.

pub use std::rc::Rc;

pub use yew::prelude::*;

pub use super::nothing;
pub use super::state::{Callbacks, Dispatch};
pub use super::theme::Ground;
pub use slotscope::page::state::{Action, Finished};
pub use slotscope::page::words;
pub use slotscope::workload::Time;
