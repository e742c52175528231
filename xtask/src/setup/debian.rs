//! Debian packages.

use std::process::{Command, Stdio};

use super::announce;
use crate::process::{self, Outcome};

/// Whether Debian packages that are missing are installed, or only named: the machine is its
/// owner's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packages {
    Install,
    Name,
}

impl Packages {
    /// `--install` allows it, and so does `CI`, as such machines set it: they come bare.
    pub fn allowed(by_option: bool) -> Packages {
        Packages::where_said(by_option, std::env::var("CI").ok().as_deref())
    }

    fn where_said(by_option: bool, ci: Option<&str>) -> Packages {
        let in_ci = !matches!(ci, None | Some("" | "0" | "false"));
        if by_option || in_ci { Packages::Install } else { Packages::Name }
    }

    /// Whether they are to be installed here, and can be without a question.
    pub fn can_install(self) -> bool {
        self == Packages::Install && is_debian() && rights().is_some()
    }
}

/// Installs packages where that is allowed and possible, and announces it and its time.
pub fn install_if_allowed(allowed: Packages, packages: &[&str], time: &str) -> Outcome<()> {
    if !allowed.can_install() {
        return Ok(());
    }
    announce(&format!("installing the Debian packages {}", packages.join(" ")), time);
    install(packages)
}

/// Installs packages, with fresh package lists if the present ones are stale.
fn install(packages: &[&str]) -> Outcome<()> {
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
        command.args(["install", "--yes", "--no-install-recommends"]).args(packages);
        process::run(&mut command)
    };
    if install().is_ok() {
        return Ok(());
    }
    process::run(apt_get(sudo).arg("update")).map_err(|_| missing())?;
    install().map_err(|_| missing().into())
}

fn is_debian() -> bool {
    std::fs::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
        && process::on_path("apt-get").is_some()
}

/// How to become root: some if there is a way, and whether sudo is it.
fn rights() -> Option<bool> {
    if process::output("id", &["-u"]).as_deref() == Some("0") {
        return Some(false);
    }
    let sudo = Command::new("sudo").args(["-n", "true"]).stderr(Stdio::null()).status();
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

#[cfg(test)]
mod tests {
    use super::Packages;

    #[test]
    fn nothing_is_installed_unasked() {
        for ci in [None, Some(""), Some("0"), Some("false")] {
            assert_eq!(Packages::where_said(false, ci), Packages::Name, "{ci:?}");
            assert_eq!(Packages::where_said(true, ci), Packages::Install, "{ci:?}");
        }
        for ci in [Some("true"), Some("1"), Some("woodpecker")] {
            assert_eq!(Packages::where_said(false, ci), Packages::Install, "{ci:?}");
        }
    }

    #[test]
    fn what_is_only_named_is_installed_on_no_machine() {
        assert!(!Packages::Name.can_install());
    }
}
