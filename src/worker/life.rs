//! Detection of workers that have ended without a message.
//!
//! A browser reports a worker that throws, but not one that it ends, for want of memory, say. So a
//! worker holds a lock of its own name as long as it lives (`static/start-worker.js`): a waiting page
//! gets the lock when the worker ends. Pages that come over the network unencrypted have no locks and do
//! without.

use std::cell::Cell;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    /// `navigator.locks`, which older browsers lack.
    type Locks;

    #[wasm_bindgen(method, catch)]
    fn request(this: &Locks, name: &str, then: &Function) -> Result<Promise, JsValue>;
}

/// A name that no other worker of this host has, in whatever tab. It begins with the worker's program.
pub fn new_name(program: &str) -> String {
    thread_local!(static NUMBER: Cell<u32> = const { Cell::new(0) });
    NUMBER.set(NUMBER.get() + 1);
    format!("{program} {} {}", NUMBER.get(), js_sys::Math::random())
}

/// Calls `gone` when the worker of this name, which has said that it listens, is no more: at once if it
/// has ended since. Never where there are no locks.
pub fn watch(name: &str, gone: impl FnOnce() + 'static) {
    let (Some(locks), name) = (locks(), name.to_owned()) else {
        return;
    };
    spawn_local(async move {
        if get(&locks, &name).await.is_some() {
            gone();
        }
    });
}

fn locks() -> Option<Locks> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    (!locks.is_undefined()).then(|| locks.unchecked_into())
}

/// Takes the lock when it is free, and gives it back at once. `None` if it cannot be had at all.
async fn get(locks: &Locks, name: &str) -> Option<JsValue> {
    let then = Closure::once_into_js(|| {});
    let answer = locks.request(name, then.unchecked_ref()).ok()?;
    JsFuture::from(answer).await.ok()
}
