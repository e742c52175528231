//! Drives the built page in a real browser.
//!
//! The tests of a process share three Chromiums and take turns: [`Page::open`] waits for a browser,
//! opens a fresh tab and gives the browser back when dropped.

mod browser;
mod files;
mod page;
mod pointer;
mod server;

pub use page::Page;
#[allow(unused_imports)]
pub use page::{ColourScheme, SETTLED};
#[allow(unused_imports)]
pub use server::Site;

use std::path::PathBuf;

/// A path that `cargo xtask test` passes on.
fn path_from_environment(name: &str) -> PathBuf {
    match std::env::var_os(name) {
        Some(path) => PathBuf::from(path),
        None => panic!("{name} is not set: run the browser tests with `cargo xtask test`"),
    }
}

/// The built page, copied into `folder` and served from there, on an origin of its own.
#[allow(dead_code, reason = "the benchmarks share the harness")]
pub fn serve_copy(folder: &std::path::Path) -> Site {
    copy(&path_from_environment("SLOTSCOPE_DIST"), folder);
    server::serve(folder.to_owned())
}

/// Serves a folder with an `index.html` on an origin of its own.
#[allow(dead_code, reason = "the benchmarks share the harness")]
pub fn serve(folder: &std::path::Path) -> Site {
    server::serve(folder.to_owned())
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a built page") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a file that can be copied");
        }
    }
}
