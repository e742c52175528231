//! Splits the page's WebAssembly: code that only functions marked by `#[wasm_split]` reach becomes files that are
//! fetched when one of these functions is called.
//!
//! The compiler's own output is split, in which the linker has left its relocations, and the rest is given to
//! wasm-bindgen once more: Trunk, which has done so with the whole, cannot be configured for it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::Outcome;
use crate::setup::TARGET;

/// The compiler's name for the page.
const PAGE: &str = "slotscope";

/// Splits the page in the folder that Trunk names, and removes from all WebAssembly there the sections that browsers
/// do not read.
pub fn page(folder: &Path) -> Outcome<()> {
    let name = name_of_script(folder)?;
    let work = folder.join("split");
    split(&compiled()?, &name, &work)?;
    for file in std::fs::read_dir(&work)? {
        let file = file?;
        std::fs::rename(file.path(), folder.join(file.file_name()))?;
    }
    std::fs::remove_dir(&work)?;
    preload_loader(folder, &name)?;
    for file in std::fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|it| it == "wasm") {
            let without = without_custom_sections(&std::fs::read(&path)?)
                .ok_or_else(|| format!("{} is no WebAssembly", path.display()))?;
            std::fs::write(&path, without)?;
        }
    }
    Ok(())
}

/// The page's script imports the one that fetches parts: both are fetched at once.
fn preload_loader(folder: &Path, name: &str) -> Outcome<()> {
    let preload =
        |script: &str| format!("<link rel=\"modulepreload\" href=\"./{script}.js\" crossorigin=\"anonymous\">");
    let of_page = preload(name);
    let both = of_page.clone() + &preload(&format!("{name}-parts"));
    super::fill_in(&folder.join(super::PAGE), &[(&of_page, &both)])
}

/// The page as the compiler has written it.
fn compiled() -> Outcome<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .ok_or("CARGO_TARGET_DIR is not set: `cargo xtask build` sets it for Trunk")?;
    // index.html names the profiles for those of Trunk.
    let profile = match std::env::var("TRUNK_PROFILE").as_deref() {
        Ok("debug") => "serve",
        _ => "page",
    };
    let folder = Path::new(&target).join(TARGET).join(profile);
    Ok(folder.join(PAGE).with_extension("wasm"))
}

/// The name of the page's script, without its extension: Trunk has put a digest into it.
fn name_of_script(folder: &Path) -> Outcome<String> {
    let files = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut scripts = files
        .iter()
        .filter_map(|it| it.file_name().into_string().ok())
        .filter_map(|it| Some(it.strip_suffix(".js")?.to_owned()));
    let is_page = |it: &String| it.starts_with(&format!("{PAGE}-"));
    Ok(scripts.find(is_page).ok_or("Trunk has left no script of the page")?)
}

/// Puts the page's script, its WebAssembly and the files split off into a new folder.
fn split(input: &Path, name: &str, folder: &Path) -> Outcome<()> {
    let mut split = Command::new("page-split");
    let output = split.arg(input).arg(name).arg(folder).output()?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the page cannot be split: {}", why.trim()).into());
    }
    Ok(())
}

/// WebAssembly without names, relocations and other sections that only tools read. `None` if the
/// bytes are no WebAssembly.
fn without_custom_sections(bytes: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 8;
    let mut without = bytes.get(..HEADER)?.to_vec();
    let mut rest = &bytes[HEADER..];
    while let Some((&kind, after)) = rest.split_first() {
        let (length, of_length) = leb128(after)?;
        let whole = 1 + of_length + length;
        let section = rest.get(..whole)?;
        if kind != 0 {
            without.extend_from_slice(section);
        }
        rest = &rest[whole..];
    }
    Some(without)
}

/// A number as WebAssembly writes lengths, and how many bytes it takes.
fn leb128(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut number = 0;
    for (place, &byte) in bytes.iter().enumerate().take(5) {
        number |= usize::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some((number, place + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_custom_sections_are_left_out() {
        let header = b"\0asm\x01\0\0\0";
        let section = |kind: u8, bytes: &[u8]| [&[kind, bytes.len() as u8], bytes].concat();
        let (types, code) = (section(1, b"types"), section(10, b"code"));
        let named = section(0, b"\x04name and more");
        let long = [&[0, 0x84, 0x01], &[7; 132][..]].concat();
        let whole = [header, &*types, &named, &long, &code].concat();
        let without = [header, &*types, &code].concat();
        assert_eq!(without_custom_sections(&whole), Some(without));
        assert_eq!(without_custom_sections(&whole[..whole.len() - 1]), None);
        assert_eq!(without_custom_sections(b"<html>"), None);
    }
}
