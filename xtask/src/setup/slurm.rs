//! The batch system that plans of sweeps are tested with.

use super::{Packages, debian};
use crate::process::{self, Outcome};

/// The packages of `slurm-wlm`, without its manuals and its mail program; and Munge.
pub const PACKAGES: [&str; 4] = ["slurmctld", "slurmd", "slurm-client", "munge"];

/// Makes sure that Slurm is there, where it may be installed.
///
/// # Errors
///
/// Why it is not: the test is skipped then.
pub fn slurm(packages: Packages) -> Outcome<()> {
    if is_there() {
        return Ok(());
    }
    debian::install_if_allowed(packages, &PACKAGES, "about 20 seconds")?;
    if is_there() {
        return Ok(());
    }
    let packages = PACKAGES.join(" ");
    Err(format!("it is not installed; on Debian: apt-get install {packages}, or `--install`").into())
}

/// Whether all of it is there. Daemons are not on every user's PATH.
pub fn is_there() -> bool {
    ["munged", "slurmctld", "slurmd"].iter().all(|name| {
        let beside = std::path::Path::new("/usr/sbin").join(name);
        process::on_path(name).is_some() || beside.is_file()
    })
}
