//! The bytes of a file that a user gives the page.

use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use slotscope::page::words;

/// Files larger than this are refused: a browser's memory does not hold their records.
const LARGEST_FILE: f64 = 512.0 * 1024.0 * 1024.0;

const UNREADABLE: &str = "it could not be opened. If it is a folder, drop a file instead";

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
    read(file).await
}

/// The content of a file up to this many bytes.
///
/// # Errors
///
/// In words, if it cannot be opened.
pub async fn first_bytes_of(file: &File, most: usize) -> Result<Uint8Array, String> {
    match file.slice_with_f64_and_f64(0.0, most as f64) {
        Ok(part) => read(&part).await,
        Err(_) => Err(UNREADABLE.to_owned()),
    }
}

async fn read(blob: &Blob) -> Result<Uint8Array, String> {
    let buffer = JsFuture::from(blob.array_buffer()).await;
    let buffer = buffer.map_err(|_| UNREADABLE)?;
    Ok(Uint8Array::new(&buffer))
}
