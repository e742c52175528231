//! Differences of a page of `cargo xtask serve`: it is reloaded when it has been rebuilt, and no service worker keeps
//! it. Trunk's own script for that would stand in index.html, where the page's Content-Security-Policy forbids it,
//! and needs a connection that the policy forbids.

use std::fs;
use std::path::Path;

use super::{PAGE, WORKER};
use crate::process::Outcome;

const RELOAD: &str = "reload.js";
const END: &str = "</body>";

/// The variable by which `cargo xtask serve` says that it builds.
pub const SERVED: &str = "SLOTSCOPE_SERVED";

/// Changes a finished page in a folder.
pub fn change(folder: &Path) -> Outcome<()> {
    fs::write(folder.join(RELOAD), include_str!("reload.js"))?;
    fs::write(folder.join(WORKER), include_str!("served-worker.js"))?;
    let script = format!("<script type=\"module\" src=\"./{RELOAD}\"></script>\n{END}");
    super::fill_in(&folder.join(PAGE), &[(END, &script)])
}
