//! The files that tasks install or build and their places, listed before they are written; and how
//! to remove them.

use std::fs;
use std::path::Path;

use super::page::TRUNK;
use super::page::has_wasm_target;
use super::{Packages, TARGET, browser, cache, firefox, slurm};
use crate::process::Outcome;
use crate::project::{Project, remove};

/// The files that a build of the page and, if they are run, the tests will write, with their
/// places.
pub fn plan(project: &Project, packages: Packages, with_tests: bool) -> String {
    let cache = cache::place(project);
    let mut lines = vec![
        rust(),
        line(TRUNK.package, &TRUNK.root(&cache), TRUNK.find(&cache).is_some()),
        format!("  the tools for the page: built into {}", cache.display()),
        format!("  the page: built into {}", project.target().display()),
        "  crates: downloaded by Cargo into its own folder".to_owned(),
    ];
    if with_tests {
        let driver = firefox::DRIVER;
        lines.push(line(driver.package, &driver.root(&cache), driver.find(&cache).is_some()));
        for (what, is_there, names) in [
            ("Chromium", browser::is_there(), &browser::PACKAGES[..]),
            ("Chromium's headless shell", browser::has_shell(), &browser::SHELL_PACKAGES[..]),
            ("Firefox", firefox::is_there(), &firefox::PACKAGES[..]),
            ("Slurm", slurm::is_there(), &slurm::PACKAGES[..]),
        ] {
            lines.push(package(what, is_there, names, packages));
        }
        lines.push("  rustfmt and clippy: added to rustup's Rust where they are missing".to_owned());
    }
    lines.push(
        "`cargo xtask clean --tools` takes away what lies in the cache, `cargo clean` what was built.".to_owned(),
    );
    lines.join("\n")
}

/// The Rust that compiles for the browser.
fn rust() -> String {
    let how = if has_wasm_target() { "there already" } else { "added to rustup's Rust" };
    format!("  Rust for {TARGET}: {how}")
}

fn line(what: &str, folder: &Path, is_there: bool) -> String {
    if is_there { format!("  {what}: there already") } else { format!("  {what}: built into {}", folder.display()) }
}

fn package(what: &str, is_there: bool, names: &[&str], packages: Packages) -> String {
    let names = names.join(" ");
    match (is_there, packages.can_install()) {
        (true, _) => format!("  {what}: there already"),
        (false, true) => format!("  {what}: installed, as the Debian packages {names}"),
        (false, false) => {
            format!("  {what}: missing; what needs it says so. On Debian: apt-get install {names}")
        }
    }
}

/// Deletes the folder of tools; with `dry_run` only prints which.
///
/// # Errors
///
/// If a part of it cannot be deleted.
pub fn clean(project: &Project, dry_run: bool) -> Outcome<()> {
    let folder = cache::place(project);
    if dry_run {
        println!("would delete {} ({} MB)", folder.display(), size(&folder) / 1_000_000);
        return Ok(());
    }
    match delete(&folder)? {
        Some(bytes) => println!("deleted {} ({} MB)", folder.display(), bytes / 1_000_000),
        None => println!("there is nothing in {}", folder.display()),
    }
    println!("Rust for {TARGET} stays in rustup's Rust; `rustup target remove {TARGET}` takes it away.");
    Ok(())
}

/// Deletes a folder, and its parent if that is empty then. Returns the number of bytes deleted. None if there is no
/// such folder.
fn delete(folder: &Path) -> Outcome<Option<u64>> {
    if !folder.exists() {
        return Ok(None);
    }
    let bytes = size(folder);
    remove(folder)?;
    if let Some(parent) = folder.parent() {
        let _ = fs::remove_dir(parent);
    }
    Ok(Some(bytes))
}

/// The bytes of all files in a folder and those within.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let of_entry = |entry: fs::DirEntry| match entry.file_type() {
        Ok(it) if it.is_dir() => size(&entry.path()),
        _ => entry.metadata().map_or(0, |it| it.len()),
    };
    entries.map(of_entry).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_cache_nothing_is_left_and_nothing_else_is_taken() {
        let root = std::env::temp_dir().join(format!("slotscope-cache-{}", std::process::id()));
        let tools = root.join("slotscope/tools");
        fs::create_dir_all(tools.join("trunk/bin")).unwrap();
        fs::write(tools.join("trunk/bin/trunk"), [0; 300]).unwrap();
        fs::write(root.join("other"), "").unwrap();
        assert_eq!(delete(&tools).unwrap(), Some(300));
        assert!(!root.join("slotscope").exists() && root.join("other").exists());
        assert_eq!(delete(&tools).unwrap(), None);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn what_is_missing_is_told_with_its_place() {
        let folder = Path::new("cache/trunk-1");
        assert_eq!(line("trunk", folder, false), "  trunk: built into cache/trunk-1");
        assert_eq!(line("trunk", folder, true), "  trunk: there already");
        let named = package("Slurm", false, &["slurmd", "munge"], Packages::Name);
        assert!(named.ends_with("apt-get install slurmd munge"), "{named}");
    }
}
