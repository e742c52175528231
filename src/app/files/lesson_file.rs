//! A lesson in a file: one that is dropped, or one that comes with the page.

use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use slotscope::lesson::{Lesson, MOST_BYTES};
use slotscope::worker;

/// The lesson of a file.
///
/// # Errors
///
/// In words, with the place.
pub fn read(name: &str, bytes: &Uint8Array) -> Result<Rc<Lesson>, String> {
    // A byte more than is read tells that there is too much.
    let most = MOST_BYTES as u32 + 1;
    let bytes = bytes.subarray(0, bytes.length().min(most)).to_vec();
    let lesson = Lesson::from_json(&bytes);
    lesson.map(Rc::new).map_err(|why| format!("{name} is not a lesson: {why}"))
}

/// Fetches a lesson that comes with the page.
///
/// # Errors
///
/// In words, if it is not there or broken.
pub async fn fetch(id: &str) -> Result<Rc<Lesson>, String> {
    let path = format!("lessons/{id}.json");
    read(&path, &fetched(&path).await?)
}

/// Fetches a file that comes with the page.
///
/// # Errors
///
/// In words, if it is not there.
pub async fn fetched(path: &str) -> Result<Uint8Array, String> {
    // Of the page's own build, as it is kept.
    let address = format!("{path}?build={}", worker::build());
    let why = || format!("{path} could not be fetched. Try again when the page's server can be reached.");
    bytes_at(&address).await.ok_or_else(why)
}

async fn bytes_at(path: &str) -> Option<Uint8Array> {
    let window = web_sys::window()?;
    let response = JsFuture::from(window.fetch_with_str(path)).await.ok()?;
    let response: Response = response.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer))
}
