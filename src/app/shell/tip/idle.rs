//! Work for when the browser is idle.

use gloo_timers::callback::Timeout;
use js_sys::Reflect;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{IdleRequestOptions, Window};

/// It is done at the latest after this many milliseconds.
const LATEST: u32 = 500;

/// Something to be done; dropped before that, it is not done.
pub enum Idle {
    Asked(Window, u32, #[expect(dead_code, reason = "called by the browser")] Closure<dyn FnMut()>),
    /// Browsers without `requestIdleCallback` do it a moment later.
    Timed(#[expect(dead_code, reason = "ends with this")] Timeout),
}

impl Idle {
    /// Does it once, when the browser is idle.
    pub fn new(act: impl FnOnce() + 'static) -> Option<Self> {
        let window = web_sys::window()?;
        if !Reflect::has(&window, &"requestIdleCallback".into()).ok()? {
            return Some(Self::Timed(Timeout::new(LATEST, act)));
        }
        let act = Closure::once(act);
        let options = IdleRequestOptions::new();
        options.set_timeout(LATEST);
        let number = window.request_idle_callback_with_options(act.as_ref().unchecked_ref(), &options).ok()?;
        Some(Self::Asked(window, number, act))
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        if let Self::Asked(window, number, _) = self {
            window.cancel_idle_callback(*number);
        }
    }
}
