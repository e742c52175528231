//! The worker that starts beside the page and not after it (`static/start-page.js`): the first picture
//! waits for both.

use js_sys::Reflect;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, Worker};

#[wasm_bindgen]
extern "C" {
    /// What `takeFirstWorker` returns.
    pub type FirstWorker;

    #[wasm_bindgen(method, getter)]
    pub fn worker(this: &FirstWorker) -> Worker;

    /// Whose lock it holds.
    #[wasm_bindgen(method, getter)]
    pub fn name(this: &FirstWorker) -> String;

    /// What has come from it so far, in turn, and nobody of the page has heard.
    #[wasm_bindgen(method, getter)]
    pub fn said(this: &FirstWorker) -> Vec<Event>;
}

/// The worker, for the first who asks. `None` for all others, and where it could not be made.
pub fn take() -> Option<FirstWorker> {
    let window = web_sys::window()?;
    let take = Reflect::get(&window, &"takeFirstWorker".into()).ok()?;
    let taken = take.dyn_ref::<js_sys::Function>()?.call0(&JsValue::NULL);
    Some(taken.ok()?.unchecked_into())
}
