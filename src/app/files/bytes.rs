//! The bytes of a file that a user gives the page.

use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use slotscope::page::words;

/// Files larger than this are refused: a browser's memory does not hold their records.
const LARGEST_FILE: f64 = 512.0 * 1024.0 * 1024.0;

/// The content of a file.
///
/// # Errors
///
/// In words, if it is too large or cannot be opened.
pub async fn bytes_of(file: &File) -> Result<Uint8Array, String> {
    if file.size() > LARGEST_FILE {
        let size = words::decimal(file.size() / 1024.0 / 1024.0, 0);
        return Err(format!("{size} MB exceed the limit of the page (512 MB)"));
    }
    let buffer = JsFuture::from(file.array_buffer()).await;
    let buffer = buffer.map_err(|_| {
        "it could not be opened. If it is a folder, drop a file instead".to_string()
    })?;
    Ok(Uint8Array::new(&buffer))
}
