//! The open view as a picture of its own.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, Element, HtmlElement, ResizeObserver};
use yew::prelude::*;

use super::download;
use super::layered::LayeredChart;
use slotscope::chart::slide::slide_of;
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::page::paper_kit::KitSubject;

/// Draws a view as an SVG document of some width, with words above. The height is the view's own
/// choice.
pub type Draw = Rc<dyn Fn(u32, &Theme, &Captions) -> String>;

/// The same of a chart of this many bars that it is better drawn in slices; `None` if it is not.
pub type DrawLayers = Rc<dyn Fn(&Theme, &Captions) -> Option<LayeredChart>>;

/// What the open view shows, for a paper kit; `None` as long as there is nothing.
pub type Subject = Rc<dyn Fn() -> Option<KitSubject>>;

/// How the open view is drawn.
#[derive(Default)]
struct HowDrawn {
    draw: Option<Draw>,
    layers: Option<DrawLayers>,
    kit: Option<Subject>,
}

/// Where the open view leaves how it is drawn. Cheap to clone; the clones share.
#[derive(Clone, Default)]
pub struct ViewPicture(Rc<RefCell<HowDrawn>>);

/// There is one view_picture, so that it never makes a component differ.
impl PartialEq for ViewPicture {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl ViewPicture {
    /// There is none: the code of the view that is open is not here.
    pub fn clear(&self) {
        self.0.take();
    }

    /// The open view as an SVG document.
    pub fn draw(&self, width: u32, theme: &Theme, captions: &Captions) -> Option<String> {
        let draw = self.0.borrow().draw.clone()?;
        Some(draw(width, theme, captions))
    }

    /// What the open view shows, for a paper kit; `None` if it has none, or nothing yet.
    pub fn kit_subject(&self) -> Option<KitSubject> {
        let kit = self.0.borrow().kit.clone()?;
        kit()
    }

    /// The open view as an SVG document of 1920 × 1080 pixels.
    pub fn slide(&self, theme: &Theme, captions: &Captions) -> Option<String> {
        let draw = self.0.borrow().draw.clone()?;
        let drawn = slide_of(|width| draw(width, theme, captions), theme.background);
        Some(drawn)
    }

    pub async fn slide_png(&self, theme: &Theme, captions: &Captions) -> Result<Blob, JsValue> {
        let layers = self.0.borrow().layers.clone();
        if let Some(chart) = layers.and_then(|layers| layers(theme, captions)) {
            return chart.slide().await;
        }
        let slide = self.slide(theme, captions);
        let slide = slide.ok_or("this view has no picture yet")?;
        download::png_of(&slide, 1.0).await
    }
}

/// Leaves at every turn of a view how it is drawn.
#[hook]
pub fn use_view_picture(view_picture: &ViewPicture, draw: impl Fn(u32, &Theme, &Captions) -> String + 'static) {
    use_view_picture_in_layers(view_picture, draw, |_, _| None);
}

/// The same of a view that may have a chart in layers.
#[hook]
pub fn use_view_picture_in_layers(
    view_picture: &ViewPicture,
    draw: impl Fn(u32, &Theme, &Captions) -> String + 'static,
    layers: impl Fn(&Theme, &Captions) -> Option<LayeredChart> + 'static,
) {
    let how = HowDrawn { draw: Some(Rc::new(draw)), layers: Some(Rc::new(layers)), kit: None };
    let view_picture = view_picture.clone();
    // A view that closes leaves its picture: the next one puts its own in its place.
    use_effect(move || {
        view_picture.0.replace(how);
    });
}

/// Leaves what a view shows, for a paper kit. To be used behind [`use_view_picture`], which takes away what the view
/// before has left.
#[hook]
pub fn use_kit_subject(view_picture: &ViewPicture, subject: impl Fn() -> Option<KitSubject> + 'static) {
    let (view_picture, subject) = (view_picture.clone(), Rc::new(subject));
    use_effect(move || {
        view_picture.0.borrow_mut().kit = Some(subject);
    });
}

/// Pictures one below the other, as one.
pub fn stacked(pictures: &[String], width: u32, heights: &[u32]) -> String {
    let mut top = 0;
    let mut all = String::new();
    for (picture, height) in pictures.iter().zip(heights) {
        all += &picture.replacen("<svg ", &format!("<svg y=\"{top}\" "), 1);
        top += height;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{top}\" \
         viewBox=\"0 0 {width} {top}\">\n{all}</svg>\n"
    )
}

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
