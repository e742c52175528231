//! Files that were made from a file are kept beside it, and handed out again as long as it has not changed: after an edit
//! of a stylesheet there is nothing to be done for the WebAssembly.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;

/// In a folder of what is kept, what it was made from.
const STAMP: &str = "made-from";

/// Puts into `folder` what `make` writes into the folder that it is given, or what it has written there before from the
/// same `input` and for the same `key`.
///
/// # Errors
///
/// If `input` cannot be read, or a file not be written; those of `make`.
pub fn or_made(
    input: &Path,
    key: &str,
    folder: &Path,
    make: impl FnOnce(&Path) -> Outcome<()>,
) -> Outcome<()> {
    let stamp = stamp(input, key)?;
    let kept = place(input, key);
    if fs::read_to_string(kept.join(STAMP)).ok().as_ref() != Some(&stamp) {
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(&kept)?;
        make(&kept)?;
        // Last: what is not whole has none.
        fs::write(kept.join(STAMP), stamp)?;
    }
    copy(&kept, folder)
}

/// What tells a file from another, and what it is made into from another.
fn stamp(input: &Path, key: &str) -> Outcome<String> {
    let metadata = fs::metadata(input).map_err(|why| format!("{}: {why}", input.display()))?;
    let (length, changed) = (metadata.len(), metadata.modified()?);
    let version = wasm_bindgen_shared::version();
    Ok(format!("{key} {length} {changed:?} {version}"))
}

/// `made/KEY` beside the input: one folder for each key, and no more than one of a page, whose name changes.
fn place(input: &Path, key: &str) -> PathBuf {
    let name = input.file_stem().unwrap_or_default().to_string_lossy();
    let kind = key.rsplit(' ').next().unwrap_or_default();
    let kind: String = kind.chars().filter(char::is_ascii_alphanumeric).collect();
    input.with_file_name(format!("made-{name}-{kind}"))
}

fn copy(from: &Path, to: &Path) -> Outcome<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else if entry.file_name() != STAMP {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_not_changed_is_not_made_again() {
        let folder = std::env::temp_dir().join(format!("slotscope-kept-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (input, output) = (folder.join("page.wasm"), folder.join("out"));
        let mut made = 0;
        let mut make = |key: &str| {
            or_made(&input, key, &output, |into| {
                made += 1;
                fs::create_dir(into.join("within"))?;
                Ok(fs::write(into.join("within/file"), made.to_string())?)
            })
            .unwrap();
            fs::read_to_string(output.join("within/file")).unwrap()
        };
        fs::write(&input, "one").unwrap();
        assert_eq!([make("page web"), make("page web")], ["1", "1"]);
        assert_eq!([make("page split"), make("page web")], ["2", "1"]);
        assert_eq!(make("renamed web"), "3");
        fs::write(&input, "another").unwrap();
        assert_eq!([make("renamed web"), make("renamed web")], ["4", "4"]);
        assert!(!output.join(STAMP).exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
