//! Idle periods as bars, a row for each server, with the slot and the request.

use super::{colour_of, name_of};
use crate::legend::{LINE, Swatch, legend, lines};
use crate::lettering::Lettering;
use crate::pen::{Drawn, Pen, Surface};
use crate::svg::svg;
use crate::theme::Theme;
use crate::time_axis::time_ticks;
use crate::time_marks::draw_time_marks;
use crate::titles::{Captions, begin};
use crate::{Area, Frame};
use scheduling::availability::idle_periods::IdlePeriod;
use scheduling::availability::idle_periods::steps::Mark;
use workload::Time;

/// An idle period, and the result of the search for it so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleBar {
    pub period: IdlePeriod,
    /// The result of the search for it so far.
    pub mark: Mark,
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IdleView {
    /// The window of time, in seconds.
    pub window: (Time, Time),
    /// When the slot begins and ends that is searched.
    pub slot: (Time, Time),
    /// When the request starts and ends.
    pub request: (Time, Time),
    /// In any order.
    pub bars: Vec<IdleBar>,
}

/// The height of a row where there is room, in CSS pixels, and the most that all rows take.
const ROW: f64 = 18.0;
const MOST: f64 = 520.0;

/// Above the rows: the names of the slot and of the request's times.
const NAMES: f64 = 18.0;

/// A height that shows this many servers, legend and times included.
pub fn bars_height(servers: usize) -> u32 {
    ((servers as f64 * ROW).clamp(3.0 * ROW, MOST) + NAMES + 2.0 * LINE + 60.0) as u32
}

/// Draws the picture.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &IdleView, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = Mark::ALL.map(|it| Swatch {
        colour: colour_of(it, theme),
        hatch: None,
        words: name_of(it).to_owned(),
        mark: None,
    });
    let key = LINE * lines(&swatches, area.width) as f64 + 8.0;
    legend(&mut pen, area, &swatches)?;
    let plot = area.inset(48.0, key + NAMES, 4.0, 44.0);
    if view.bars.is_empty() || view.window.1 <= view.window.0 || plot.width < 20.0 || plot.height < 10.0 {
        return pen.nothing(plot, "No server is idle in this slot.");
    }
    pen.fill(plot, theme.panel, 1.0)?;
    let x_of = |time: Time| {
        let (from, to) = (view.window.0 as f64, view.window.1 as f64);
        plot.left + ((time as f64 - from) / (to - from)).clamp(0.0, 1.0) * plot.width
    };
    let across = |(from, to): (Time, Time)| Area { left: x_of(from), width: x_of(to) - x_of(from), ..plot };
    pen.fill(across(view.slot), theme.highlight, 0.08)?;
    let (from, to) = (view.window.0 as f64, view.window.1 as f64);
    for tick in time_ticks(from, to, plot.width, captions.origin) {
        let x = plot.left + (tick.at - from) / (to - from) * plot.width;
        pen.down(x, (plot.top, plot.bottom()), theme.grid)?;
    }
    draw_rows(&mut pen, plot, view, x_of)?;
    draw_request(&mut pen, plot, view, x_of)?;
    pen.frame(plot, theme.axis)?;
    draw_time_marks(&mut pen, plot, (from, to), captions.origin)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 34.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(&captions.origin.axis_label(), middle, style)
}

/// The picture as an SVG document.
pub fn idle_svg(frame: Frame, theme: &Theme, view: &IdleView, captions: &Captions) -> String {
    let count = |mark: Mark| view.bars.iter().filter(|it| it.mark >= mark).count();
    let description = format!(
        "{} idle periods that overlap a slot; {} begin in time for the request, {} of them end late enough. {}",
        view.bars.len(),
        count(Mark::Candidate),
        count(Mark::Feasible),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, view, captions))
}

/// A row for each server that has a period, by number; its number where there is room for it.
fn draw_rows(pen: &mut Pen, plot: Area, view: &IdleView, x_of: impl Fn(Time) -> f64) -> Drawn {
    let mut servers: Vec<u32> = view.bars.iter().map(|it| it.period.server).collect();
    servers.sort_unstable();
    servers.dedup();
    let height = plot.height / servers.len() as f64;
    let top = |row: usize| plot.top + row as f64 * height;
    let gap = (height * 0.15).min(3.0);
    for bar in &view.bars {
        let row = servers.partition_point(|&it| it < bar.period.server);
        let area = Area {
            left: x_of(bar.period.start),
            top: top(row) + gap,
            width: (x_of(bar.period.end) - x_of(bar.period.start)).max(1.0),
            height: (height - 2.0 * gap).max(0.5),
        };
        pen.fill(area, colour_of(bar.mark, pen.theme), 1.0)?;
        if bar.mark == Mark::Taken && area.height >= 6.0 {
            pen.hatch(area, 8.0, pen.theme.panel)?;
        }
    }
    let every = (13.0 / height).ceil().max(1.0) as usize;
    let style = Lettering::new(11.0, pen.theme.muted).right();
    for (row, server) in servers.iter().enumerate().step_by(every) {
        let middle = top(row) + height / 2.0;
        pen.text(&server.to_string(), (plot.left - 7.0, middle), style)?;
    }
    let heading = Lettering::new(11.0, pen.theme.muted).right();
    pen.text("server", (plot.left - 7.0, plot.top - 9.0), heading)
}

/// A line at the start and the end that are asked for, and the names of both and of the slot.
fn draw_request(pen: &mut Pen, plot: Area, view: &IdleView, x_of: impl Fn(Time) -> f64) -> Drawn {
    let theme = pen.theme;
    let style = Lettering::new(11.5, theme.text).bold().centred();
    for (time, name) in [(view.request.0, "s"), (view.request.1, "e")] {
        let x = x_of(time);
        pen.path(&[(x, plot.top - 2.0), (x, plot.bottom())], theme.highlight, 2.0)?;
        pen.text(name, (x, plot.top - 9.0), style)?;
    }
    let (from, to) = (x_of(view.slot.0), x_of(view.slot.1));
    let style = Lettering::new(11.0, theme.muted);
    // Beside the letters of the request, where there is room.
    if to - from >= 90.0 && x_of(view.request.0) - from >= 44.0 {
        pen.text("slot", (from + 4.0, plot.top - 9.0), style)
    } else {
        Ok(())
    }
}
