//! Text and lines around and over the raster of the Gantt view.

use web_sys::CanvasRenderingContext2d;

use crate::chart::layout::{Lane, Layout};
use crate::chart::time_axis::{Origin, time_ticks};
use crate::chart::{Area, Theme, Viewport, provider_name};
use crate::workload::Time;

/// What is drawn around and over the raster.
pub struct Axes<'a> {
    pub plot: Area,
    pub viewport: Viewport,
    pub layout: Layout,
    pub theme: &'a Theme,
    pub origin: Origin,
    pub cursor: Option<Time>,
}

/// Draws times below, processors beside, providers' names and the cursor over the plotted area.
pub fn draw(context: &CanvasRenderingContext2d, axes: &Axes) {
    times(context, axes);
    for lane in &axes.layout.lanes {
        name(context, axes, lane);
        processors(context, axes, lane);
    }
    cursor(context, axes);
}

fn times(context: &CanvasRenderingContext2d, axes: &Axes) {
    let Axes {
        plot,
        viewport,
        theme,
        ..
    } = axes;
    context.set_font(&format!("12px {}", theme.font));
    context.set_fill_style_str(&theme.muted.css());
    context.set_text_align("center");
    context.set_text_baseline("top");
    for tick in time_ticks(viewport.start, viewport.end, plot.width, axes.origin) {
        let x = plot.left + viewport.x(tick.at, plot.width);
        let half = context
            .measure_text(&tick.label)
            .map_or(30.0, |size| size.width() / 2.0);
        if x - half >= plot.left - 40.0 && x + half <= plot.right() {
            let _ = context.fill_text(&tick.label, x, plot.bottom() + 8.0);
        }
    }
}

fn name(context: &CanvasRenderingContext2d, axes: &Axes, lane: &Lane) {
    let Axes {
        plot,
        layout,
        theme,
        ..
    } = axes;
    if layout.strip < 14.0 {
        return;
    }
    let middle = plot.top + lane.top - layout.strip / 2.0;
    context.set_text_align("left");
    context.set_text_baseline("middle");
    context.set_fill_style_str(&theme.text.css());
    context.set_font(&format!("600 12px {}", theme.font));
    let name = provider_name(lane.provider);
    let _ = context.fill_text(&name, plot.left, middle);
    let width = context
        .measure_text(&name)
        .map_or(70.0, |size| size.width());
    context.set_fill_style_str(&theme.muted.css());
    context.set_font(&format!("12px {}", theme.font));
    let processors = format!("{} processors", lane.processors);
    let _ = context.fill_text(&processors, plot.left + width + 8.0, middle);
}

/// Numbers at the left edge: processors counted from 0, as schedules count them.
fn processors(context: &CanvasRenderingContext2d, axes: &Axes, lane: &Lane) {
    let Axes {
        plot,
        layout,
        theme,
        ..
    } = axes;
    context.set_font(&format!("11px {}", theme.font));
    context.set_fill_style_str(&theme.muted.css());
    context.set_text_align("right");
    context.set_text_baseline("middle");
    let step = step(layout.row_height);
    let row = |y: f64| ((y - lane.origin) / layout.row_height).max(0.0) as u32;
    let mut processor = row(lane.top).div_ceil(step) * step;
    let last = row(lane.bottom).min(lane.processors.saturating_sub(1));
    while processor <= last {
        let y = lane.origin + (f64::from(processor) + 0.5) * layout.row_height;
        if y >= lane.top + 4.0 && y <= lane.bottom - 4.0 {
            let _ = context.fill_text(&processor.to_string(), plot.left - 8.0, plot.top + y);
        }
        processor += step;
    }
}

/// The distance between numbered processors: a power of two, so that they have room.
fn step(row_height: f64) -> u32 {
    let rows = (26.0 / row_height.max(1e-6)).clamp(1.0, f64::from(1u32 << 30));
    (rows.ceil() as u32).next_power_of_two()
}

fn cursor(context: &CanvasRenderingContext2d, axes: &Axes) {
    let Axes {
        plot,
        viewport,
        theme,
        ..
    } = axes;
    let Some(time) = axes.cursor else { return };
    let x = plot.left + viewport.x(time as f64, plot.width);
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
