//! The worker that starts beside the page and not after it (`static/start-page.js`): the first picture
//! waits for both.

use js_sys::Reflect;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, Worker};

#[wasm_bindgen]
extern "C" {
    /// The return value of `takeFirstWorker`.
    pub type FirstWorker;

    #[wasm_bindgen(method, getter)]
    pub fn worker(this: &FirstWorker) -> Worker;

    /// The name of its lock.
    #[wasm_bindgen(method, getter)]
    pub fn name(this: &FirstWorker) -> String;

    /// Its events so far, in order, that the page has not handled.
    #[wasm_bindgen(method, getter)]
    pub fn said(this: &FirstWorker) -> Vec<Event>;
}

/// The worker, for the first caller. `None` for all others, and where it could not be made.
pub fn take() -> Option<FirstWorker> {
    let window = web_sys::window()?;
    let take = Reflect::get(&window, &"takeFirstWorker".into()).ok()?;
    let taken = take.dyn_ref::<js_sys::Function>()?.call0(&JsValue::NULL);
    Some(taken.ok()?.unchecked_into())
}
