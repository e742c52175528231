//! Copies to the clipboard: text, and pictures as PNG.

use std::future::Future;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::Blob;

use crate::app::context::state::Dispatch;
use slotscope::page::state::Action;

#[wasm_bindgen]
extern "C" {
    /// Absent from older browsers.
    type ClipboardItem;

    #[wasm_bindgen(constructor, catch)]
    fn new(items: &Object) -> Result<ClipboardItem, JsValue>;

    type Clipboard;

    #[wasm_bindgen(method, catch)]
    fn write(this: &Clipboard, items: &Array) -> Result<js_sys::Promise, JsValue>;
}

/// Browsers have no clipboard for pages that come over the network unencrypted.
fn clipboard() -> Option<JsValue> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    (!clipboard.is_undefined()).then_some(clipboard)
}

/// Puts text there; `None` where the browser does not let the page.
pub async fn write_text(text: &str) -> Option<()> {
    let clipboard: web_sys::Clipboard = clipboard()?.unchecked_into();
    JsFuture::from(clipboard.write_text(text)).await.ok()?;
    Some(())
}

/// Copies a picture and reports the result. Call it while a click is handled, since some browsers allow it only
/// then; the picture may be made later.
pub fn copy_picture(picture: impl Future<Output = Result<Blob, JsValue>> + 'static, dispatch: &Dispatch) {
    let written = write_picture(picture);
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let outcome = match written {
            Ok(promise) => JsFuture::from(promise).await.map_err(Refusal::of),
            Err(refusal) => Err(refusal),
        };
        dispatch.dispatch(match outcome {
            Ok(_) => Action::say("Picture copied. It can be pasted into a slide.".to_owned()),
            Err(refusal) => Action::complain(refusal.words()),
        });
    });
}

fn write_picture(picture: impl Future<Output = Result<Blob, JsValue>> + 'static) -> Result<js_sys::Promise, Refusal> {
    let clipboard: Clipboard = clipboard().ok_or(Refusal::Absent)?.unchecked_into();
    let png = future_to_promise(async move { picture.await.map(JsValue::from) });
    let items = Object::new();
    Reflect::set(&items, &"image/png".into(), &png).map_err(Refusal::of)?;
    // Neither the constructor nor the method is there in every browser.
    let item = ClipboardItem::new(&items).map_err(|_| Refusal::Absent)?;
    let items = Array::of1(&item);
    clipboard.write(&items).map_err(|_| Refusal::Absent)
}

/// Why a picture did not come onto the clipboard.
enum Refusal {
    /// There is none for this page, or none that takes pictures.
    Absent,
    /// The browser or the person said no.
    Denied,
    /// The picture could not be made, or something else went wrong.
    Failed(String),
}

impl Refusal {
    fn of(error: JsValue) -> Self {
        let exception = error.dyn_ref::<web_sys::DomException>();
        match exception.map(web_sys::DomException::name).as_deref() {
            Some("NotAllowedError") => Self::Denied,
            _ => Self::Failed(
                error
                    .as_string()
                    .or_else(|| exception.map(web_sys::DomException::message))
                    .unwrap_or_else(|| format!("{error:?}")),
            ),
        }
    }

    /// The failure and its remedy, in words.
    fn words(&self) -> String {
        match self {
            Self::Absent => "This browser cannot copy pictures from this page: it may be too old, or the address is not secure (https). Save the picture as PNG instead.".to_owned(),
            Self::Denied => "The browser did not let the page copy the picture. Allow the clipboard for this page, beside its address, and try again; or save the picture as PNG.".to_owned(),
            Self::Failed(why) => format!("The picture could not be copied: {why}. Save it as PNG instead."),
        }
    }
}
