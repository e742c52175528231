//! The systems on the page: a folder each, with the controls of its options and its inside view.

pub mod two_level;
