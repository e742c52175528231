//! Splits WebAssembly: what only those functions lead to that are marked by `#[wasm_split]` becomes files of its own.
//!
//! `page-split INPUT NAME FOLDER` writes into FOLDER `main.wasm`, the parts, and `NAME-parts.js`, which fetches parts
//! for `NAME.js`; and prints the paths of the parts, a line each, in their order.

use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_split_cli_support::{Options, transform};

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [input, name, folder] = words.as_slice() else {
        bail!("usage: page-split INPUT NAME FOLDER");
    };
    let bytes = std::fs::read(input).with_context(|| input.clone())?;
    let folder = Path::new(folder);
    let (main, link) = (folder.join("main.wasm"), format!("./{name}-parts.js"));
    let module = format!("./{name}.js");
    let mut options = Options::new(&bytes);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = &link;
    options.main_module = &module;
    for part in transform(options)?.split_modules {
        println!("{}", part.display());
    }
    Ok(())
}
