//! The open view as a picture of its own.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use web_sys::Blob;
use yew::prelude::*;

use super::download;
use super::layered::LayeredChart;
use slotscope::chart::slide::slide_of;
use slotscope::chart::{Captions, Theme};
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
