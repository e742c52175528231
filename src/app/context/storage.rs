//! Texts that the browser keeps. One that keeps nothing has none of them.

use web_sys::{Storage, Window};

/// A store of the browser; looking at it is an exception where the browser keeps nothing.
pub struct Texts(fn(&Window) -> Option<Storage>);

/// Those of this origin, on this machine.
pub const HERE: Texts = Texts(|it| it.local_storage().ok().flatten());

/// Those of this tab, until it is closed.
pub const TAB: Texts = Texts(|it| it.session_storage().ok().flatten());

impl Texts {
    fn storage(&self) -> Option<Storage> {
        (self.0)(&web_sys::window()?)
    }

    /// The text under a key.
    pub fn get(&self, key: &str) -> Option<String> {
        self.storage()?.get_item(key).ok()?
    }

    /// Keeps a text under a key, if the browser does and has room.
    pub fn keep(&self, key: &str, text: &str) {
        if let Some(storage) = self.storage() {
            let _ = storage.set_item(key, text);
        }
    }

    /// Deletes the text under a key.
    pub fn forget(&self, key: &str) {
        if let Some(storage) = self.storage() {
            let _ = storage.remove_item(key);
        }
    }
}
