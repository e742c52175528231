//! The browser that the tests drive.

use std::path::{Path, PathBuf};

use super::{Packages, debian};
use crate::process::{self, Outcome};

/// Chromium and the driver that goes with it.
pub struct Browser {
    pub chromium: PathBuf,
    pub driver: PathBuf,
}

impl Browser {
    /// The environment of the browser tests; `dist` is the built page.
    pub fn environment<'a>(&'a self, dist: &'a Path) -> [(&'static str, &'a Path); 3] {
        [("SLOTSCOPE_DIST", dist), ("SLOTSCOPE_CHROMIUM", &self.chromium), ("SLOTSCOPE_CHROMEDRIVER", &self.driver)]
    }
}

pub const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];
/// Chromium without the window around a page, in which the tests take two thirds of the work.
pub const SHELL_PACKAGES: [&str; 1] = ["chromium-headless-shell"];
const SHELL: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];
const CHROMIUM: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const DRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// The browser of the environment, of PATH, or a new one where that may be installed.
pub fn browser(packages: Packages) -> Outcome<Browser> {
    if let Some(browser) = look()? {
        return Ok(browser);
    }
    debian::install_if_allowed(packages, &PACKAGES, "about 1 minute")?;
    look()?.ok_or_else(|| {
        "no Chromium with its driver (`chromium` and `chromedriver` on PATH); on Debian type\n    \
         apt-get install chromium chromium-driver\n\
         as root, or let `--install` do it; elsewhere install both, or name their files in \
         SLOTSCOPE_CHROMIUM and SLOTSCOPE_CHROMEDRIVER, and try again"
            .into()
    })
}

/// The same with Chromium's headless shell in place of a Chromium that the environment does not name, if the shell is on
/// PATH or can be installed.
pub fn browser_without_window(packages: Packages) -> Outcome<Browser> {
    let browser = browser(packages)?;
    if std::env::var_os("SLOTSCOPE_CHROMIUM").is_some() {
        return Ok(browser);
    }
    if !has_shell()
        && let Err(problem) = debian::install_if_allowed(packages, &SHELL_PACKAGES, "about 1 minute")
    {
        eprintln!("xtask: {problem}; Chromium itself is used");
    }
    Ok(Browser { chromium: process::first_on_path(&SHELL).unwrap_or(browser.chromium), ..browser })
}

/// Whether Chromium's headless shell is there.
pub fn has_shell() -> bool {
    process::first_on_path(&SHELL).is_some()
}

/// Whether Chromium and its driver are there.
pub fn is_there() -> bool {
    look().is_ok_and(|it| it.is_some())
}

fn look() -> Outcome<Option<Browser>> {
    let chromium = find("SLOTSCOPE_CHROMIUM", &CHROMIUM)?;
    let driver = find("SLOTSCOPE_CHROMEDRIVER", &DRIVER)?;
    Ok(chromium.zip(driver).map(|(chromium, driver)| Browser { chromium, driver }))
}

fn find(variable: &str, names: &[&str]) -> Outcome<Option<PathBuf>> {
    match std::env::var_os(variable).map(PathBuf::from) {
        Some(file) if file.is_file() => Ok(Some(file)),
        Some(file) => Err(format!("{variable} names no file: {}", file.display()).into()),
        None => Ok(process::first_on_path(names)),
    }
}
