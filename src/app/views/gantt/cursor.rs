//! The drawing over the bars of the Gantt chart: the time cursor, and the outline of a drawn job.

use wasm_bindgen::JsValue;
use web_sys::CanvasRenderingContext2d;

use slotscope::chart::{Area, Theme};

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

/// Marks the arrival of a job at `x` of the plotted area: a triangle at the axis, and its number below the times.
pub fn draw_arrival(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, x: f64, number: u64) {
    let (x, y) = (plot.left + x, plot.bottom());
    if x < plot.left || x > plot.right() {
        return;
    }
    context.set_fill_style_str(&theme.text.css());
    context.begin_path();
    context.move_to(x - 3.5, y + 6.0);
    context.line_to(x, y);
    context.line_to(x + 3.5, y + 6.0);
    context.fill();
    write_below(context, plot, x, "center", &number.to_string());
}

/// Writes the zone of the dates below the end of the axis.
pub fn write_zone(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, zone: &str) {
    context.set_fill_style_str(&theme.muted.css());
    write_below(context, plot, plot.right(), "right", zone);
}

fn write_below(context: &CanvasRenderingContext2d, plot: Area, x: f64, align: &str, text: &str) {
    context.set_font("11px sans-serif");
    context.set_text_align(align);
    context.set_text_baseline("alphabetic");
    let _ = context.fill_text(text, x, plot.bottom() + 36.0);
}

/// Draws the outline of a job that is being drawn, dashed, in the plotted area.
pub fn draw_outline(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, at: Area) {
    context.set_stroke_style_str(&theme.highlight.css());
    context.set_line_width(1.5);
    dash(context, &[5.0, 4.0]);
    context.stroke_rect(plot.left + at.left, plot.top + at.top, at.width, at.height);
    dash(context, &[]);
}

/// Draws data on their way, each with a dot where they arrive, within the plotted area.
pub fn draw_transfers(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, lines: &[[(f64, f64); 2]]) {
    context.save();
    context.begin_path();
    context.rect(plot.left, plot.top, plot.width, plot.height);
    context.clip();
    context.set_line_width(1.5);
    for &[from, to] in lines {
        // A light line below the dark one stands out from any bar.
        for (colour, width) in [(theme.panel, 4.0), (theme.highlight, 1.5)] {
            context.set_stroke_style_str(&colour.css());
            context.set_line_width(width);
            context.begin_path();
            context.move_to(plot.left + from.0, plot.top + from.1);
            context.line_to(plot.left + to.0, plot.top + to.1);
            context.stroke();
        }
        context.set_fill_style_str(&theme.highlight.css());
        context.begin_path();
        let (x, y) = (plot.left + to.0, plot.top + to.1);
        let _ = context.arc(x, y, 3.5, 0.0, std::f64::consts::TAU);
        context.fill();
    }
    context.restore();
}

/// Draws from where a job was submitted to where its bar begins.
pub fn draw_submission(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, submitted: f64, bar: Area) {
    let (from, to) = (plot.left + submitted, plot.left + bar.left);
    let y = plot.top + bar.top + bar.height / 2.0;
    if to < plot.left || from > plot.right() {
        return;
    }
    context.set_stroke_style_str(&theme.highlight.css());
    context.set_line_width(1.5);
    dash(context, &[2.0, 3.0]);
    context.begin_path();
    context.move_to(from.max(plot.left), y);
    context.line_to(to, y);
    context.stroke();
    dash(context, &[]);
    if from >= plot.left {
        context.begin_path();
        context.move_to(from, y - 7.0);
        context.line_to(from, y + 7.0);
        context.stroke();
    }
}

fn dash(context: &CanvasRenderingContext2d, lengths: &[f64]) {
    let lengths: js_sys::Array = lengths.iter().map(|&it| JsValue::from_f64(it)).collect();
    let _ = context.set_line_dash(&lengths);
}

/// Draws which of all processors are in sight, at a place within the plotted area.
pub fn draw_thumb(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, thumb: Area) {
    context.save();
    let rail = |colour: &str, alpha: f64, area: Area| {
        context.set_global_alpha(alpha);
        context.set_fill_style_str(colour);
        let (left, top) = (plot.left + area.left, plot.top + area.top);
        context.fill_rect(left, top, area.width, area.height);
    };
    let whole = Area { left: thumb.left - 2.0, top: 0.0, width: thumb.width + 4.0, height: plot.height };
    rail(&theme.background.css(), 0.7, whole);
    rail(&theme.text.css(), 0.65, thumb);
    context.restore();
}

/// Veils all that lies right of `x` in the plotted area; an opacity of 1 hides it.
pub fn draw_veil(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, x: f64, opacity: f64) {
    if opacity == 0.0 {
        return;
    }
    let x = x.clamp(0.0, plot.width);
    context.save();
    context.set_global_alpha(opacity);
    context.set_fill_style_str(&theme.background.css());
    context.fill_rect(plot.left + x, plot.top, plot.width - x, plot.height);
    context.restore();
}

/// Marks the times between two places of the plotted area: a tint, and a dashed line at each end that
/// is in sight. CSS pixels.
pub fn draw_span(context: &CanvasRenderingContext2d, theme: &Theme, plot: Area, (from, to): (f64, f64)) {
    let within = |x: f64| plot.left + x.clamp(0.0, plot.width);
    let colour = theme.reservation[0].css();
    context.save();
    context.set_fill_style_str(&colour);
    context.set_global_alpha(0.16);
    context.fill_rect(within(from), plot.top, within(to) - within(from), plot.height);
    context.set_global_alpha(1.0);
    context.set_stroke_style_str(&colour);
    context.set_line_width(1.5);
    dash(context, &[6.0, 4.0]);
    for x in [from, to] {
        if (0.0..=plot.width).contains(&x) {
            context.begin_path();
            context.move_to(plot.left + x, plot.top);
            context.line_to(plot.left + x, plot.bottom());
            context.stroke();
        }
    }
    dash(context, &[]);
    context.restore();
}
