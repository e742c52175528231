//! Debian packages.

use std::process::{Command, Stdio};

use crate::process::{self, Outcome};

/// Whether this is Debian and packages can be installed without a question.
pub fn can_install() -> bool {
    is_debian() && rights().is_some()
}

/// Installs packages, with fresh package lists if the present ones are stale.
pub fn install(packages: &[&str]) -> Outcome<()> {
    let missing = || {
        let packages = packages.join(" ");
        format!(
            "could not install Debian packages; type\n    \
             apt-get update && apt-get install --no-install-recommends {packages}\n\
             as root and try again"
        )
    };
    let sudo = rights().ok_or_else(missing)?;
    let install = || {
        let mut command = apt_get(sudo);
        command
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages);
        process::run(&mut command)
    };
    if install().is_ok() {
        return Ok(());
    }
    process::run(apt_get(sudo).arg("update")).map_err(|_| missing())?;
    install().map_err(|_| missing().into())
}

fn is_debian() -> bool {
    std::fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
        && process::on_path("apt-get").is_some()
}

/// How to become root: some if there is a way, and whether sudo is it.
fn rights() -> Option<bool> {
    if process::output("id", &["-u"]).as_deref() == Some("0") {
        return Some(false);
    }
    let sudo = Command::new("sudo")
        .args(["-n", "true"])
        .stderr(Stdio::null())
        .status();
    sudo.is_ok_and(|status| status.success()).then_some(true)
}

fn apt_get(sudo: bool) -> Command {
    let mut command = if sudo {
        let mut command = Command::new("sudo");
        command.args(["-n", "env"]);
        command
    } else {
        Command::new("env")
    };
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"]);
    command
}
