//! Splits the page's WebAssembly: what only those functions lead to that are marked by `#[wasm_split]` becomes files of
//! its own, which are fetched when one of those is called.
//!
//! `page-split INPUT NAME FOLDER` writes into FOLDER what the page is called NAME by: `NAME.js` and `NAME_bg.wasm` of
//! wasm-bindgen, `NAME-part-0.wasm` and so on, and `NAME-parts.js`, which fetches those.

use std::path::Path;

use page_tools::{Outcome, bind, kept};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [input, name, folder] = words.as_slice() else {
        return Err("usage: page-split INPUT NAME FOLDER".into());
    };
    let input = Path::new(input);
    let make = |made: &Path| split(input, name, made);
    kept::or_made(input, "split", name, Path::new(folder), make)
}

fn split(input: &Path, name: &str, folder: &Path) -> Outcome<()> {
    let bytes = std::fs::read(input).map_err(|why| format!("{}: {why}", input.display()))?;
    let work = folder.join("parts");
    std::fs::create_dir_all(&work)?;
    let main = work.join("main.wasm");
    // Named after the build as the script is, so that no cache hands out one of another.
    let link = format!("{name}-parts.js");
    let (link_name, module) = (format!("./{link}"), format!("./{name}.js"));
    let mut options = Options::new(&bytes);
    options.output_dir = &work;
    options.main_out_path = &main;
    options.link_name = &link_name;
    options.main_module = &module;
    let parts = transform(options)?.split_modules;
    let mut loader = std::fs::read_to_string(work.join(&link))?;
    for (number, part) in parts.iter().enumerate() {
        let before = part.file_name().unwrap_or_default().to_string_lossy();
        let after = format!("{name}-part-{number}.wasm");
        let named = format!("\"./{before}\"");
        if loader.matches(&named).count() != 1 {
            return Err(format!("{named} must stand once in {link}").into());
        }
        loader = loader.replace(&named, &format!("\"./{after}\""));
        std::fs::rename(part, folder.join(after))?;
    }
    std::fs::write(folder.join(&link), loader)?;
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.typescript(false).keep_lld_exports(true);
    bind(&mut bindgen, &main, name, folder)?;
    Ok(std::fs::remove_dir_all(&work)?)
}
