//! `xtask finish`: the last step of a build of the page. Trunk calls it, so that `build` and `serve`
//! end alike, before it puts the files where they are served from.
//!
//! It splits the page's WebAssembly, joins the stylesheets, adds the licences and the manual, names the build
//! after its bytes, and lists its files for the service worker.

mod licences;
mod manual;
pub mod served;
mod split;
mod styles;

use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine};
use sha2::{Digest, Sha256};

use crate::crates;
use crate::process::Outcome;
use crate::project::Project;

/// The lines that this fills in.
const BUILD_OF_PAGE: &str = "<meta name=\"build\" content=\"\">";
const BUILD_OF_WORKER: &str = "const BUILD = \"\";";
const FILES_OF_WORKER: &str = "const FILES = {};";

const PAGE: &str = "index.html";
const WORKER: &str = "service-worker.js";

/// The program that only those fetch who have a file for it: its name, with which those of its files begin.
const NOT_KEPT: &str = "parquet";

/// Finishes the files in the folder that Trunk names.
pub fn finish(project: &Project) -> Outcome<()> {
    let folder =
        std::env::var_os("TRUNK_STAGING_DIR").ok_or("`finish` is a step of `cargo xtask build`: Trunk calls it")?;
    let folder = Path::new(&folder);
    split::page(folder)?;
    styles::join(folder)?;
    let licences = licences::text(project, &crates::of_page(project)?)?;
    std::fs::write(folder.join(licences::NAME), licences)?;
    manual::write(project, folder)?;
    finish_folder(folder)?;
    match std::env::var_os(served::SERVED) {
        Some(_) => served::change(folder),
        None => Ok(()),
    }
}

fn finish_folder(folder: &Path) -> Outcome<()> {
    let mut files = read_all(folder, folder)?;
    files.sort();
    let build = name_of_build(&files);
    fill_in(&folder.join(PAGE), &[(BUILD_OF_PAGE, &meta(&build))])?;
    let mut listed = String::new();
    for (name, _) in files.iter().filter(|(name, _)| name != WORKER && !name.starts_with(NOT_KEPT)) {
        // The page has changed since it was read.
        let integrity = integrity(&std::fs::read(folder.join(name))?);
        let address = if name == PAGE { "./" } else { name };
        listed.push_str(&format!("  {address:?}: {integrity:?},\n"));
    }
    fill_in(
        &folder.join(WORKER),
        &[
            (BUILD_OF_WORKER, &format!("const BUILD = \"{build}\";")),
            (FILES_OF_WORKER, &format!("const FILES = {{\n{listed}}};")),
        ],
    )
}

/// The value that browsers compare with a fetched file.
fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(bytes)))
}

fn meta(build: &str) -> String {
    BUILD_OF_PAGE.replace("\"\"", &format!("\"{build}\""))
}

/// Names and contents of all files in a folder and those within, names as in addresses.
fn read_all(root: &Path, folder: &Path) -> Outcome<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path: PathBuf = entry?.path();
        if path.is_dir() {
            files.extend(read_all(root, &path)?);
            continue;
        }
        let parts = path.strip_prefix(root)?.iter();
        let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
        files.push((parts.join("/"), std::fs::read(&path)?));
    }
    Ok(files)
}

/// Sixteen hexadecimal digits that another build does not have: of a digest over all files, the
/// service worker itself among them.
fn name_of_build(files: &[(String, Vec<u8>)]) -> String {
    let mut all = Sha256::new();
    for (name, bytes) in files {
        all.update(name);
        all.update([0]);
        all.update(Sha256::digest(bytes));
    }
    hexadecimal(&all.finalize())
}

/// Sixteen hexadecimal digits that other bytes do not have.
fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The first eight bytes of a digest.
fn hexadecimal(digest: &[u8]) -> String {
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Replaces texts that must occur exactly once in a file.
fn fill_in(path: &Path, replacements: &[(&str, &str)]) -> Outcome<()> {
    let mut text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    for (old, new) in replacements {
        if text.matches(old).count() != 1 {
            return Err(format!("`{old}` must stand once in {}", path.display()).into());
        }
        text = text.replace(old, new);
    }
    Ok(std::fs::write(path, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own with the files of a small build; gone when the test is over.
    pub struct Build(pub PathBuf);

    impl Build {
        pub fn new(name: &str) -> Self {
            let id = std::process::id();
            let folder = std::env::temp_dir().join(format!("slotscope-finish-{name}-{id}"));
            std::fs::create_dir_all(folder.join("lessons")).unwrap();
            let build = Self(folder);
            build.write(PAGE, &format!("<head>{BUILD_OF_PAGE}</head>"));
            build.write(WORKER, &format!("{BUILD_OF_WORKER}\n{FILES_OF_WORKER}\n"));
            build.write("lessons/first.json", "{}");
            build.write("icon.svg", "<svg/>");
            build.write("icon-512.png", "a picture");
            build.write("parquet_bg.wasm", "a program");
            build
        }

        pub fn write(&self, name: &str, text: &str) {
            std::fs::write(self.0.join(name), text).unwrap();
        }

        pub fn read(&self, name: &str) -> String {
            std::fs::read_to_string(self.0.join(name)).unwrap()
        }
    }

    impl Drop for Build {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// The build that the page names.
    fn build_of(page: &str) -> &str {
        let (_, rest) = page.split_once("content=\"").unwrap();
        rest.split_once('"').unwrap().0
    }

    #[test]
    fn the_worker_lists_every_file_with_its_digest_and_the_page_names_the_build() {
        let build = Build::new("lists");
        finish_folder(&build.0).unwrap();
        let (page, worker) = (build.read(PAGE), build.read(WORKER));
        assert_eq!(build_of(&page).len(), 16);
        assert!(worker.contains(&format!("const BUILD = \"{}\";", build_of(&page))));
        let integrity = |name: &str| integrity(&std::fs::read(build.0.join(name)).unwrap());
        for (name, address) in [
            (PAGE, "./"),
            ("lessons/first.json", "lessons/first.json"),
            ("icon.svg", "icon.svg"),
            ("icon-512.png", "icon-512.png"),
        ] {
            let line = format!("\"{address}\": \"{}\",", integrity(name));
            assert!(worker.contains(&line), "{line} is not in {worker}");
        }
        assert!(!worker.contains(&format!("\"{WORKER}\":")));
        assert!(!worker.contains("parquet"));
    }

    /// RFC 9530's example of a digest, whose algorithm and alphabet are those of integrity metadata.
    #[test]
    fn integrity_is_a_digest_in_base64() {
        assert_eq!(integrity(b"{\"hello\": \"world\"}\n"), "sha256-RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=");
    }

    #[test]
    fn any_changed_byte_makes_another_build_and_none_the_same() {
        let finished = |name: &str, lesson: &str| {
            let build = Build::new(name);
            build.write("lessons/first.json", lesson);
            finish_folder(&build.0).unwrap();
            build_of(&build.read(PAGE)).to_owned()
        };
        assert_eq!(finished("same-1", "{}"), finished("same-2", "{}"));
        assert_ne!(finished("same-1", "{}"), finished("other", "{ }"));
    }

    #[test]
    fn a_page_without_its_place_for_the_build_is_refused() {
        let build = Build::new("without");
        build.write(PAGE, "<head></head>");
        let problem = finish_folder(&build.0).unwrap_err().to_string();
        assert!(problem.contains("must stand once"), "{problem}");
    }
}
