//! Tells tests whether address and store have what the page shows.

use std::cell::Cell;
use std::rc::Rc;

/// A change that has not been written yet. While there is one, the page's `data-kept` is `false`.
pub struct Pending(Rc<Cell<u32>>);

impl Pending {
    /// One more of those that `count` counts.
    pub fn new(count: &Rc<Cell<u32>>) -> Self {
        count.set(count.get() + 1);
        say(false);
        Self(count.clone())
    }
}

/// It has been written, or a later one has taken its place.
impl Drop for Pending {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
        say(self.0.get() == 0);
    }
}

fn say(is_kept: bool) {
    let body = web_sys::window().and_then(|window| window.document()).and_then(|document| document.body());
    if let Some(body) = body {
        let _ = body.set_attribute("data-kept", &is_kept.to_string());
    }
}
