//! Another browser, which the page is tried in once.

use std::path::{Path, PathBuf};

use super::cargo_tool::CargoTool;
use super::{Packages, cache, debian};
use crate::process::{self, Outcome};
use crate::project::Project;

pub const PACKAGES: [&str; 1] = ["firefox-esr"];
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];

/// Its WebDriver server.
pub const DRIVER: CargoTool =
    CargoTool { package: "geckodriver", program: "geckodriver", version: "0.36.0", options: &[], crates: 180 };

/// Firefox and the driver that goes with it.
pub struct Firefox {
    firefox: PathBuf,
    driver: PathBuf,
}

impl Firefox {
    /// The environment of the test.
    pub fn environment(&self) -> [(&'static str, &Path); 2] {
        [("SLOTSCOPE_FIREFOX", &self.firefox), ("SLOTSCOPE_GECKODRIVER", &self.driver)]
    }
}

/// The Firefox of PATH, or a new one where that may be installed, and its driver.
///
/// # Errors
///
/// Why there is none: the test is skipped then.
pub fn firefox(project: &Project, packages: Packages) -> Outcome<Firefox> {
    let firefox = match look() {
        Some(firefox) => firefox,
        None => {
            debian::install_if_allowed(packages, &PACKAGES, "about 1 minute")?;
            let packages = PACKAGES.join(" ");
            look()
                .ok_or_else(|| format!("it is not installed; on Debian: apt-get install {packages}, or `--install`"))?
        }
    };
    let driver = DRIVER.find_or_install(&cache::folder(project)?)?;
    Ok(Firefox { firefox, driver })
}

/// Whether it is there.
pub fn is_there() -> bool {
    look().is_some()
}

fn look() -> Option<PathBuf> {
    process::first_on_path(&FIREFOX)
}
