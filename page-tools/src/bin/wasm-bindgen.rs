//! As much of wasm-bindgen's command line as a build of the page uses. Trunk and `xtask finish` call it by this name.
//!
//! The published command line brings an HTTP server and client for tests of its own, which take longer to build than
//! all of this. The library that does the work is the same.

use std::path::PathBuf;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--version"] {
        println!("wasm-bindgen {}", wasm_bindgen_shared::version());
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    let mut folder = None;
    for word in &words {
        match word.split_once('=').unwrap_or((word, "")) {
            ("--target", "web") => drop(bindgen.web(true)?),
            ("--target", "no-modules") => drop(bindgen.no_modules(true)?),
            ("--out-name", name) => drop(bindgen.out_name(name)),
            ("--out-dir", path) => folder = Some(PathBuf::from(path)),
            ("--no-typescript", "") => drop(bindgen.typescript(false)),
            ("--keep-debug", "") => drop(bindgen.keep_debug(true)),
            ("--keep-lld-exports", "") => drop(bindgen.keep_lld_exports(true)),
            (option, _) if option.starts_with("--") => {
                bail!("{word}: no build of the page uses this")
            }
            _ => drop(bindgen.input_path(word)),
        }
    }
    match folder {
        Some(folder) => bindgen.generate(folder),
        None => bail!("--out-dir=FOLDER is missing"),
    }
}
