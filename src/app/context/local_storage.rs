//! Texts that the browser keeps. One that keeps nothing has none of them.

use web_sys::Storage;

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// The text under a key.
pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Keeps a text under a key, if the browser does and has room.
pub fn keep(key: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, text);
    }
}

/// Deletes the text under a key.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}
