//! A chart as SVG on the page, as wide as there is room.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlElement, ResizeObserver};
use yew::prelude::*;

use crate::chart::Frame;

#[derive(Properties, PartialEq)]
pub struct PictureProps {
    pub id: AttrValue,
    /// What it shows, for whoever does not see it.
    pub label: AttrValue,
    /// Its height in CSS pixels.
    pub height: u32,
    /// Draws the picture as an SVG document.
    pub draw: Callback<Frame, String>,
}

/// A chart as SVG, drawn anew whenever its room or its subject changes.
#[component]
pub fn Picture(props: &PictureProps) -> Html {
    let node = use_node_ref();
    let width = use_width(&node);
    let drawn = use_memo(
        (width as u32, props.height, props.draw.clone()),
        |(width, height, draw)| match width {
            0 => String::new(),
            width => draw.emit(Frame::new(*width, *height)),
        },
    );
    let html = Html::from_html_unchecked(AttrValue::from(drawn.to_string()));
    html! { <div class="picture" id={props.id.clone()} role="img" aria-label={&props.label} ref={node}>{ html }</div> }
}

/// The width of an element in CSS pixels, followed as it changes; 0 before it is known.
#[hook]
pub fn use_width(node: &NodeRef) -> f64 {
    let width = use_state_eq(|| 0.0);
    let (node, setter) = (node.clone(), width.setter());
    use_effect_with((), move |()| {
        let watch = node.cast::<HtmlElement>().and_then(|element| {
            let measured = element.clone();
            let measure = move || setter.set(f64::from(measured.client_width()));
            measure();
            let on_resize = Closure::<dyn FnMut()>::new(measure);
            let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
            observer.observe(&element);
            Some((observer, on_resize))
        });
        move || {
            if let Some((observer, on_resize)) = watch {
                observer.disconnect();
                drop(on_resize);
            }
        }
    });
    *width
}
