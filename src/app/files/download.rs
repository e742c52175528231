//! Files that the page hands out.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, Url,
};

use slotscope::export::png_with_text;

/// Hands out text as a file.
pub fn text(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    save(name, &blob(kind, text)?)
}

/// Hands out bytes as a file.
pub fn bytes(name: &str, kind: &str, bytes: &[u8]) -> Result<(), JsValue> {
    save(name, &blob_of_bytes(kind, bytes)?)
}

/// A PNG picture that says where it comes from ([`png_with_text`]).
pub async fn with_text(png: &Blob, text: &str) -> Result<Blob, JsValue> {
    let bytes = JsFuture::from(png.array_buffer()).await?;
    let bytes = png_with_text(&Uint8Array::new(&bytes).to_vec(), text);
    blob_of_bytes("image/png", &bytes)
}

/// Hands out an SVG picture as PNG, at this many times its size.
pub async fn png(name: &str, svg: &str, scale: f64) -> Result<(), JsValue> {
    save(name, &png_of(svg, scale).await?)
}

/// Hands out a picture.
pub fn picture(name: &str, picture: &Blob) -> Result<(), JsValue> {
    save(name, picture)
}

/// An SVG picture as PNG, at this many times its size.
pub async fn png_of(svg: &str, scale: f64) -> Result<Blob, JsValue> {
    let image = image_of(svg).await?;
    let size = (f64::from(image.width()), f64::from(image.height()));
    let canvas = canvas_of(((size.0 * scale) as u32, (size.1 * scale) as u32))?;
    let context = context_of(&canvas)?;
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)?;
    blob_of(&canvas).await
}

/// An SVG picture, ready to be drawn.
pub async fn image_of(svg: &str) -> Result<HtmlImageElement, JsValue> {
    let url = Url::create_object_url_with_blob(&blob("image/svg+xml", svg)?)?;
    let image = HtmlImageElement::new()?;
    image.set_src(&url);
    let decoded = JsFuture::from(image.decode()).await;
    Url::revoke_object_url(&url)?;
    decoded?;
    Ok(image)
}

/// A canvas of this many pixels across and down.
pub fn canvas_of((width, height): (u32, u32)) -> Result<HtmlCanvasElement, JsValue> {
    let canvas: HtmlCanvasElement = document()?.create_element("canvas")?.dyn_into()?;
    canvas.set_width(width);
    canvas.set_height(height);
    Ok(canvas)
}

/// The drawing context of a canvas.
pub fn context_of(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, JsValue> {
    let context = canvas.get_context("2d")?.ok_or("no canvas")?;
    Ok(context.dyn_into()?)
}

/// The content of a canvas as PNG.
pub async fn blob_of(canvas: &HtmlCanvasElement) -> Result<Blob, JsValue> {
    let png = JsFuture::from(to_blob(canvas)?).await?;
    png.dyn_into().map_err(|_| JsValue::from("the picture is too large"))
}

fn to_blob(canvas: &HtmlCanvasElement) -> Result<js_sys::Promise, JsValue> {
    let canvas = canvas.clone();
    let mut made = Ok(());
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let take = Closure::once_into_js(move |blob: JsValue| {
            let _ = resolve.call1(&JsValue::NULL, &blob);
        });
        made = canvas.to_blob(take.unchecked_ref());
    });
    made.map(|()| promise)
}

fn blob(kind: &str, text: &str) -> Result<Blob, JsValue> {
    blob_of_bytes(kind, text.as_bytes())
}

fn blob_of_bytes(kind: &str, bytes: &[u8]) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let bytes = Uint8Array::from(bytes);
    Blob::new_with_u8_array_sequence_and_options(&Array::of1(&bytes), &options)
}

fn save(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let link: HtmlAnchorElement = document()?.create_element("a")?.dyn_into()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser reads the file after the click has returned.
    gloo_timers::callback::Timeout::new(60_000, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    Ok(())
}

fn document() -> Result<web_sys::Document, JsValue> {
    let document = web_sys::window().and_then(|window| window.document());
    document.ok_or_else(|| "there is no document".into())
}
