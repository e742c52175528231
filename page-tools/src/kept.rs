//! Files that were made from a file are kept beside it, and copied again as long as it has not changed: after an edit of a
//! stylesheet there is nothing to be done for the WebAssembly.

use std::fs;
use std::path::Path;

use crate::Outcome;

/// The file of a kept folder that names its input and options.
const STAMP: &str = "made-from";

/// Puts into `folder` what `make` writes into the folder that it is given, or what it has written there before of the same
/// `kind`, from the same `input` with the same `options`. Of each kind the last is kept.
///
/// # Errors
///
/// If `input` cannot be read, or a file not be written; those of `make`.
pub fn or_made(
    input: &Path,
    kind: &str,
    options: &str,
    folder: &Path,
    make: impl FnOnce(&Path) -> Outcome<()>,
) -> Outcome<()> {
    let stamp = stamp(input, options)?;
    let name = input.file_stem().unwrap_or_default().to_string_lossy();
    let kept = input.with_file_name(format!("made-{name}-{kind}"));
    if fs::read_to_string(kept.join(STAMP)).ok().as_ref() != Some(&stamp) {
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(&kept)?;
        make(&kept)?;
        // Written last, so that a folder that was not finished has none.
        fs::write(kept.join(STAMP), stamp)?;
    }
    copy(&kept, folder)
}

/// What changes when the input, the options or the program that is running does.
fn stamp(input: &Path, options: &str) -> Outcome<String> {
    let version = |path: &Path| -> Outcome<String> {
        let metadata = fs::metadata(path).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(format!("{} {:?}", metadata.len(), metadata.modified()?))
    };
    let (input, program) = (version(input)?, version(&std::env::current_exe()?)?);
    Ok(format!("{options}\n{input}\n{program}"))
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
        let mut make = |kind: &str, options: &str| {
            or_made(&input, kind, options, &output, |into| {
                made += 1;
                fs::create_dir(into.join("within"))?;
                Ok(fs::write(into.join("within/file"), made.to_string())?)
            })
            .unwrap();
            fs::read_to_string(output.join("within/file")).unwrap()
        };
        fs::write(&input, "one").unwrap();
        assert_eq!([make("web", "page"), make("web", "page")], ["1", "1"]);
        assert_eq!([make("split", "page"), make("web", "page")], ["2", "1"]);
        assert_eq!(make("web", "renamed"), "3");
        fs::write(&input, "another").unwrap();
        assert_eq!([make("web", "renamed"), make("web", "renamed")], ["4", "4"]);
        assert!(!output.join(STAMP).exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
