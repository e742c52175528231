//! How the page learns that a worker is gone that has said nothing.
//!
//! A browser tells of a worker that throws, and not of one that it ends, for want of memory, say. So a
//! worker holds a lock of its own name as long as it lives (`static/start-worker.js`): whoever waits for
//! the lock gets it then. Pages that come over the network unencrypted have no locks and do without.

use std::cell::Cell;

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    /// `navigator.locks`, which older browsers lack.
    #[derive(Clone)]
    type Locks;

    #[wasm_bindgen(method, catch)]
    fn request(
        this: &Locks,
        name: &str,
        options: &Object,
        then: &Function,
    ) -> Result<Promise, JsValue>;
}

/// A name that no other worker of this host has, in whatever tab.
pub fn new_name() -> String {
    thread_local!(static NUMBER: Cell<u32> = const { Cell::new(0) });
    NUMBER.set(NUMBER.get() + 1);
    format!(
        "slotscope worker {} {}",
        NUMBER.get(),
        js_sys::Math::random()
    )
}

/// Calls `gone` when the worker of this name, which says that it listens, is no more. Never where it
/// holds no lock.
pub fn watch(name: &str, gone: impl FnOnce() + 'static) {
    let (Some(locks), name) = (locks(), name.to_owned()) else {
        return;
    };
    spawn_local(async move {
        if is_held(&locks, &name).await == Some(true)
            && get(&locks, &name, &Object::new()).await.is_some()
        {
            gone();
        }
    });
}

fn locks() -> Option<Locks> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    (!locks.is_undefined()).then(|| locks.unchecked_into())
}

/// Whether somebody holds the lock.
async fn is_held(locks: &Locks, name: &str) -> Option<bool> {
    let options = Object::new();
    Reflect::set(&options, &"ifAvailable".into(), &JsValue::TRUE).ok()?;
    get(locks, name, &options).await?.as_bool()
}

/// Takes the lock and gives it back at once. True if it was not to be had.
async fn get(locks: &Locks, name: &str, options: &Object) -> Option<JsValue> {
    let then = Closure::once_into_js(|lock: JsValue| JsValue::from_bool(lock.is_null()));
    let answer = locks.request(name, options, then.unchecked_ref()).ok()?;
    JsFuture::from(answer).await.ok()
}
