//! A chart as SVG on the page, as wide as there is room.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};
use yew::prelude::*;

use slotscope::chart::Frame;

#[derive(Properties, PartialEq)]
pub struct PictureProps {
    pub id: AttrValue,
    /// Its description, for screen readers.
    pub label: AttrValue,
    /// Its height in CSS pixels.
    pub height: u32,
    /// Whether it is higher where there is more room, and scaled down where there is less, by a style sheet's leave.
    #[prop_or_default]
    pub grows: bool,
    /// Draws the picture as an SVG document.
    pub draw: Callback<Frame, String>,
}

/// A chart as SVG, drawn anew whenever its room or its subject changes.
#[component]
pub fn Picture(props: &PictureProps) -> Html {
    let node = use_node_ref();
    let (mut width, room) = use_size(&node);
    let mut height = props.height;
    if props.grows && room > 0.0 {
        // Where a style sheet leaves it less room, it is drawn as much wider, and the whole is scaled down.
        width *= (f64::from(height) / room).max(1.0);
        height = height.max(room as u32);
    }
    let drawn = use_memo((width as u32, height, props.draw.clone()), |(width, height, draw)| match width {
        0 => String::new(),
        width => draw.emit(Frame::new(*width, *height)),
    });
    let html = Html::from_html_unchecked(AttrValue::from(drawn.to_string()));
    let classes = classes!("picture", props.grows.then_some("grows"));
    html! {
        <div class={classes} ~style={format!("--least: {}px", props.height)} id={props.id.clone()} role="img"
            aria-label={&props.label} ref={node}>{ html }</div>
    }
}

/// The width of an element in CSS pixels, followed as it changes; 0 before it is known.
#[hook]
pub fn use_width(node: &NodeRef) -> f64 {
    use_size(node).0
}

/// The width and the height of an element in CSS pixels, followed as they change; 0 before they are
/// known.
#[hook]
pub fn use_size(node: &NodeRef) -> (f64, f64) {
    let size = use_state_eq(|| (0.0, 0.0));
    let (node, setter) = (node.clone(), size.setter());
    use_effect_with((), move |()| {
        let watch = node.cast::<HtmlElement>().and_then(|element| {
            let measured = element.clone();
            let measure = move || {
                let (width, height) = (measured.client_width(), measured.client_height());
                setter.set((f64::from(width), f64::from(height)));
            };
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
    *size
}

/// Where a pointer is within an element, in the CSS pixels of its style: where style sheets zoom it, its
/// events count other ones.
pub fn place_within(element: &Element, event: &MouseEvent) -> (f64, f64) {
    let zoom = zoom_of(element);
    let is_target = event.target().as_ref() == Some(element.as_ref());
    // Less than a pixel; but browsers disagree about the unit under a zoom.
    if zoom == 1.0 && is_target {
        return (event.offset_x().into(), event.offset_y().into());
    }
    let corner = element.get_bounding_client_rect();
    ((f64::from(event.client_x()) - corner.left()) / zoom, (f64::from(event.client_y()) - corner.top()) / zoom)
}

/// How much larger than its style says an element is on the screen: 1, unless style sheets zoom it.
pub fn zoom_of(element: &Element) -> f64 {
    js_sys::Reflect::get(element, &"currentCSSZoom".into()).ok().and_then(|it| it.as_f64()).unwrap_or(1.0)
}
