//! Drives the built page in a real browser.
//!
//! All tests of a process share one Chromium and take turns: [`Page::open`]
//! waits for the browser, opens a fresh tab and gives it back when dropped.

mod browser;
mod files;
mod page;
mod pointer;
mod server;
mod webdriver;

#[allow(unused_imports)]
pub use page::ColourScheme;
pub use page::Page;

use std::path::PathBuf;

/// A path that `cargo xtask test` passes on.
fn path_from_environment(name: &str) -> PathBuf {
    match std::env::var_os(name) {
        Some(path) => PathBuf::from(path),
        None => panic!("{name} is not set: run the browser tests with `cargo xtask test`"),
    }
}
