//! The place of a tip: beside the element that it explains, and within the window.

use web_sys::Element;

/// The place of an explanation.
pub struct TipPosition {
    /// As CSS says it.
    pub style: String,
    /// Whether it stands above its element.
    pub is_above: bool,
}

/// The greatest width of an explanation, in CSS pixels, as the style sheet has it.
const WIDTH: f64 = 300.0;

/// The height of the longest explanation, about.
const HEIGHT: f64 = 190.0;

/// The height of a row of two pictures, as the style sheet has it.
const PICTURES: f64 = 64.0;

/// The height of the text of an explanation with pictures, about.
const PICTURED: f64 = 160.0;

/// The distance from the edges of the window.
const EDGE: f64 = 8.0;

/// The place beside an element, above where there is room; `None` if the element is out of sight.
/// Choices side by side have it beside all of them, so that none hides another. `pictures`: how many it shows.
pub fn beside(about: &Element, pictures: usize) -> Option<TipPosition> {
    let needed = match pictures {
        0 => HEIGHT,
        count => HEIGHT.max(PICTURED + PICTURES * count.div_ceil(2) as f64),
    };
    let window = web_sys::window()?;
    let (width, height) = (window.inner_width().ok()?, window.inner_height().ok()?);
    let (width, height) = (width.as_f64()?, height.as_f64()?);
    let own = about.get_bounding_client_rect();
    if own.bottom() < 0.0 || own.top() > height || own.width() == 0.0 {
        return None;
    }
    let around = about
        .closest(".segmented, .checks")
        .ok()
        .flatten()
        .map_or_else(|| own.clone(), |it| it.get_bounding_client_rect());
    let left = own.left().min(width - WIDTH - EDGE).max(EDGE);
    let in_lower_half = own.top() + own.bottom() > around.top() + around.bottom() + 1.0;
    let room_above = around.top() >= needed;
    let room_below = height - around.bottom() >= needed;
    let is_above = room_above && !(in_lower_half && room_below);
    let style = if is_above {
        format!("left: {left}px; bottom: {}px", height - around.top())
    } else {
        format!("left: {left}px; top: {}px", around.bottom())
    };
    Some(TipPosition { style, is_above })
}
