//! Long work on the page's own thread: it rests often enough for the user's other actions.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

use super::now;
use crate::slices::{Pace, Rest};

/// Milliseconds of work before a rest: half of a noticeable delay.
const SLICE: f64 = 24.0;

/// Rests after each slice until the browser has handled its waiting events.
pub struct Slices {
    /// When the slice began.
    since: Rc<Cell<f64>>,
}

impl Slices {
    /// Begins the first slice.
    pub fn begin() -> Self {
        Self { since: Rc::new(Cell::new(now())) }
    }
}

impl Pace for Slices {
    fn rest(&self) -> Option<Rest> {
        if now() - self.since.get() < SLICE {
            return None;
        }
        let since = self.since.clone();
        Some(Box::pin(async move {
            // A message comes after the waiting events. Timers of a hidden tab run once a second.
            if let Ok(channel) = MessageChannel::new() {
                let answer = Promise::new(&mut |heard, _| {
                    channel.port1().set_onmessage(Some(&heard));
                    let _ = channel.port2().post_message(&JsValue::NULL);
                });
                let _ = JsFuture::from(answer).await;
                channel.port1().close();
            }
            since.set(now());
        }))
    }
}
