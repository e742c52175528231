//! What the open view would look like as a picture of its own.

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;

use crate::chart::slide::slide_of;
use crate::chart::{Captions, Theme};

/// Draws a view as an SVG document of some width, with words above. The height is the view's own
/// choice.
pub type Draw = Rc<dyn Fn(u32, &Theme, &Captions) -> String>;

/// Where the open view leaves how it is drawn. Cheap to clone; the clones share.
#[derive(Clone, Default)]
pub struct ViewPicture(Rc<RefCell<Option<Draw>>>);

/// There is one view_picture, so that it never makes a component differ.
impl PartialEq for ViewPicture {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl ViewPicture {
    /// There is none: the code of the view that is open is not here.
    pub fn clear(&self) {
        self.0.replace(None);
    }

    /// The open view as an SVG document.
    pub fn draw(&self, width: u32, theme: &Theme, captions: &Captions) -> Option<String> {
        let draw = self.0.borrow().clone()?;
        Some(draw(width, theme, captions))
    }

    /// The open view as an SVG document of 1920 × 1080 pixels.
    pub fn slide(&self, theme: &Theme, captions: &Captions) -> Option<String> {
        let draw = self.0.borrow().clone()?;
        let drawn = slide_of(|width| draw(width, theme, captions), theme.background);
        Some(drawn)
    }
}

/// Leaves at every turn of a view how it is drawn.
#[hook]
pub fn use_view_picture(
    view_picture: &ViewPicture,
    draw: impl Fn(u32, &Theme, &Captions) -> String + 'static,
) {
    let draw: Draw = Rc::new(draw);
    let view_picture = view_picture.clone();
    // A view that closes leaves its picture: the next one puts its own in its place.
    use_effect(move || {
        view_picture.0.replace(Some(draw));
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
