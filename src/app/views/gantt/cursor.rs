//! The time cursor over the Gantt chart.

use web_sys::CanvasRenderingContext2d;

use crate::chart::{Area, Theme};

/// Draws the cursor at `x` of the plotted area, with a handle below; nothing where it is out of
/// sight. CSS pixels.
pub fn draw(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, x: f64) {
    let x = plot.left + x;
    if x < plot.left || x > plot.right() {
        return;
    }
    context.set_stroke_style_str(&theme.highlight.css());
    context.set_line_width(1.5);
    context.begin_path();
    context.move_to(x, plot.top);
    context.line_to(x, plot.bottom() + 5.0);
    context.stroke();
    context.set_fill_style_str(&theme.highlight.css());
    context.begin_path();
    context.move_to(x - 5.0, plot.bottom() + 9.0);
    context.line_to(x, plot.bottom() + 1.0);
    context.line_to(x + 5.0, plot.bottom() + 9.0);
    context.fill();
}
