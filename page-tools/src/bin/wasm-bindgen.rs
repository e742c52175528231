//! As much of wasm-bindgen's command line as Trunk uses for the page. Trunk calls it by this name.
//!
//! The published command line brings an HTTP server and client for tests of its own, which take longer to build than
//! all of this. The library that does the work is the same.

use std::path::{Path, PathBuf};

use page_tools::{Outcome, bind, kept};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--version"] {
        println!("wasm-bindgen {}", wasm_bindgen_shared::version());
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    let (mut input, mut name, mut folder) = (None, String::new(), None);
    for word in &words {
        match word.split_once('=').unwrap_or((word, "")) {
            ("--target", "web") => drop(bindgen.web(true)?),
            ("--target", "no-modules") => drop(bindgen.no_modules(true)?),
            ("--out-name", value) => value.clone_into(&mut name),
            ("--out-dir", path) => folder = Some(PathBuf::from(path)),
            ("--no-typescript", "") => drop(bindgen.typescript(false)),
            ("--keep-debug", "") => drop(bindgen.keep_debug(true)),
            (option, _) if option.starts_with("--") => {
                return Err(format!("{word}: no build of the page uses this").into());
            }
            _ => input = Some(PathBuf::from(word)),
        }
    }
    let (Some(input), Some(folder)) = (input, folder) else {
        return Err("usage: wasm-bindgen --target=web --out-dir=FOLDER INPUT".into());
    };
    let options: Vec<&str> = words.iter().filter(|it| !it.starts_with("--out-dir=")).map(String::as_str).collect();
    let make = |made: &Path| bind(&mut bindgen, &input, &name, made);
    kept::or_made(&input, "bound", &options.join(" "), &folder, make)
}
