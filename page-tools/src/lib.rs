//! What a build of the page needs beside Trunk: wasm-bindgen's command line, the splitter and the manual.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

pub mod kept;
pub mod manual;

/// What a program ends with; the error is a sentence for the user.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Lets wasm-bindgen write the files called `name` of the WebAssembly `input` into `folder`.
///
/// # Errors
///
/// In wasm-bindgen's words.
pub fn bind(bindgen: &mut Bindgen, input: &Path, name: &str, folder: &Path) -> Outcome<()> {
    if !name.is_empty() {
        bindgen.out_name(name);
    }
    Ok(bindgen.input_path(input).generate(folder)?)
}
