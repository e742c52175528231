//! The availability of one provider as CARTS keeps it: how many processors are free in which slot,
//! the commitments that make it so, and the answer to a query.

use plotters_backend::DrawingBackend;

use super::axis::number_ticks;
use super::legend::{LINE, Swatch, legend, lines};
use super::lettering::Lettering;
use super::pen::{Drawn, Pen};
use super::slot_commitments::draw_commitments;
use super::slot_numbers;
use super::svg::svg;
use super::theme::Theme;
use super::time_axis::time_ticks;
use super::time_marks::draw_time_marks;
use super::titles::{Captions, begin};
use super::{Area, Frame, processors_in_words};
use crate::piece::Kind;
use workload::Time;

/// Processors promised to a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// The name of the job: its number in the log.
    pub job: u64,
    /// Whether it is a running batch job (committed until its limit) or a reservation.
    pub kind: Kind,
    /// From when, in seconds.
    pub start: Time,
    /// Until when, in seconds.
    pub end: Time,
    /// How many processors.
    pub processors: i64,
}

/// Where a query found room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// From when, in seconds.
    pub start: Time,
    /// Until when, in seconds.
    pub end: Time,
    /// How many processors it asked for.
    pub processors: i64,
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotView {
    /// The window of time, in seconds.
    pub window: (Time, Time),
    /// All processors of the provider.
    pub capacity: i64,
    /// Start and free processors of each slot, in order of start; the last reaches to the end.
    pub steps: Vec<(Time, i64)>,
    /// The commitments that take the other processors, in any order.
    pub commitments: Vec<Commitment>,
    /// The present.
    pub now: Option<Time>,
    /// The answer to a query.
    pub answer: Option<Answer>,
    /// Every window of starts that fit the query, from the first to the last.
    pub starts: Vec<(Time, Time)>,
}

/// Draws the picture: above, the free processors as steps; beneath, the commitments.
pub fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    frame: Frame,
    theme: &Theme,
    view: &SlotView,
    captions: &Captions,
) -> Drawn<DB> {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = swatches(view, theme);
    let key = LINE * lines(&swatches, area.width) as f64 + 8.0;
    legend(&mut pen, area, &swatches)?;
    let plot = area.inset(36.0, key + 20.0, 4.0, 44.0);
    let empty = view.window.1 <= view.window.0 || view.capacity <= 0;
    if empty || plot.width < 20.0 || plot.height < 20.0 {
        return pen.nothing(plot, "There are no slots to show.");
    }
    let (upper, lower) = split(plot, view.commitments.len());
    draw_steps(&mut pen, upper, view, captions)?;
    draw_commitments(&mut pen, lower, view, captions)?;
    draw_times(&mut pen, plot, view, captions)?;
    draw_now(&mut pen, (upper, lower), view)
}

/// The picture as an SVG document.
pub fn slots_svg(frame: Frame, theme: &Theme, view: &SlotView, captions: &Captions) -> String {
    let description = format!(
        "Free processors over time in {} slots, of {} processors, with {} commitments. {}",
        view.steps.len(),
        view.capacity,
        view.commitments.len(),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| {
        draw(target, frame, theme, view, captions)
    })
}

/// The steps get the greater half; the commitments as much as they need.
fn split(plot: Area, commitments: usize) -> (Area, Area) {
    const BETWEEN: f64 = 30.0;
    if commitments == 0 {
        return (
            plot,
            Area {
                top: plot.bottom(),
                height: 0.0,
                ..plot
            },
        );
    }
    let needed = commitments as f64 * 26.0 + 4.0;
    let lower = needed.min((plot.height - BETWEEN).max(0.0) * 0.5);
    let upper = plot.height - lower - BETWEEN;
    (
        Area {
            height: upper.max(0.0),
            ..plot
        },
        Area {
            top: plot.bottom() - lower,
            height: lower,
            ..plot
        },
    )
}

pub(super) fn x_of(plot: Area, view: &SlotView, time: Time) -> f64 {
    let (start, end) = (view.window.0 as f64, view.window.1 as f64);
    let share = (time as f64 - start) / (end - start);
    plot.left + share.clamp(0.0, 1.0) * plot.width
}

fn draw_steps<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    plot: Area,
    view: &SlotView,
    captions: &Captions,
) -> Drawn<DB> {
    let theme = pen.theme;
    let (numbers, heading) = headings(theme);
    pen.text("free processors", (plot.left, plot.top - 11.0), heading)?;
    pen.fill(plot, theme.panel, 1.0)?;
    let capacity = view.capacity as f64;
    // The line of a slot in which all are free is whole, with room above it.
    let height = plot.height - slot_numbers::headroom(plot.height);
    let y_of = |free: f64| plot.bottom() - (free / capacity).clamp(0.0, 1.0) * height;
    for tick in number_ticks(0.0, capacity, height, 26.0) {
        if tick.at.fract() == 0.0 {
            pen.across((plot.left, plot.right()), y_of(tick.at), theme.grid)?;
            pen.text(
                &tick.label,
                (plot.left - 7.0, y_of(tick.at)),
                numbers.right(),
            )?;
        }
    }
    draw_grid(pen, plot, view, captions)?;
    let answer = view.answer.map(|answer| {
        let (left, right) = (x_of(plot, view, answer.start), x_of(plot, view, answer.end));
        let top = y_of(answer.processors as f64);
        Area {
            left,
            top,
            width: right - left,
            height: plot.bottom() - top,
        }
    });
    let taken: Vec<Area> = now_flag(plot, view).into_iter().chain(answer).collect();
    let mut line = Vec::new();
    for (at, &(start, free)) in view.steps.iter().enumerate() {
        let end = view.steps.get(at + 1).map_or(view.window.1, |next| next.0);
        if end <= view.window.0 || start >= view.window.1 {
            continue;
        }
        let (left, right) = (x_of(plot, view, start), x_of(plot, view, end));
        let (top, width) = (y_of(free as f64), right - left);
        let height = plot.bottom() - top;
        let slot = Area {
            left,
            top,
            width,
            height,
        };
        pen.fill(slot, theme.series[2], 0.3)?;
        line.extend([(left, top), (right, top)]);
        let number = free.to_string();
        if let Some(middle) = slot_numbers::place(&number, slot, plot, &taken) {
            let style = Lettering::new(slot_numbers::SIZE, theme.text).centred();
            pen.text(&number, middle, style)?;
        }
    }
    pen.frame(plot, theme.axis)?;
    pen.path(&line, theme.series[2], 2.0)?;
    draw_starts(pen, plot, view)?;
    if let Some(answer) = answer {
        pen.fill(answer, theme.series[3], 0.35)?;
        outline(pen, answer)?;
    }
    Ok(())
}

/// A bar along the axis for each window of starts: wide enough to be seen, however short.
fn draw_starts<DB: DrawingBackend>(pen: &mut Pen<DB>, plot: Area, view: &SlotView) -> Drawn<DB> {
    const HEIGHT: f64 = 5.0;
    let (from, to) = view.window;
    let seen = view.starts.iter();
    for &(first, last) in seen.filter(|(first, last)| *last >= from && *first <= to) {
        let (left, right) = (x_of(plot, view, first), x_of(plot, view, last));
        let bar = Area {
            left: left.min(plot.right() - 2.0),
            top: plot.bottom() - HEIGHT,
            width: (right - left).max(2.0),
            height: HEIGHT,
        };
        pen.fill(bar, pen.theme.series[3], 1.0)?;
    }
    Ok(())
}

fn outline<DB: DrawingBackend>(pen: &mut Pen<DB>, area: Area) -> Drawn<DB> {
    let colour = pen.theme.series[3];
    let (x0, y0, x1, y1) = (area.left, area.top, area.right(), area.bottom());
    pen.path(
        &[(x0, y1), (x0, y0), (x1, y0), (x1, y1), (x0, y1)],
        colour,
        2.0,
    )
}

pub(super) fn headings(theme: &Theme) -> (Lettering, Lettering) {
    let numbers = Lettering::new(11.0, theme.muted);
    (numbers, Lettering::new(12.0, theme.text).bold())
}

pub(super) fn draw_grid<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    plot: Area,
    view: &SlotView,
    captions: &Captions,
) -> Drawn<DB> {
    let (start, end) = (view.window.0 as f64, view.window.1 as f64);
    for tick in time_ticks(start, end, plot.width, captions.origin) {
        let x = plot.left + (tick.at - start) / (end - start) * plot.width;
        pen.down(x, (plot.top, plot.bottom()), pen.theme.grid)?;
    }
    Ok(())
}

fn draw_times<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    plot: Area,
    view: &SlotView,
    captions: &Captions,
) -> Drawn<DB> {
    let theme = pen.theme;
    let (start, end) = (view.window.0 as f64, view.window.1 as f64);
    draw_time_marks(pen, plot, (start, end), captions.origin)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 34.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(captions.origin.axis_label(), middle, style)
}

/// The present, if it is in sight: its x in a plot.
fn now_at(plot: Area, view: &SlotView) -> Option<f64> {
    let now = view.now?;
    let is_in_sight = (view.window.0..=view.window.1).contains(&now);
    is_in_sight.then(|| x_of(plot, view, now))
}

/// The ground of the word at the line of the present, at the top of the upper plot.
fn now_flag(upper: Area, view: &SlotView) -> Option<Area> {
    const WIDTH: f64 = 34.0;
    let x = now_at(upper, view)?;
    let left = if x + WIDTH > upper.right() {
        x - WIDTH
    } else {
        x
    };
    Some(Area {
        left,
        top: upper.top,
        width: WIDTH,
        height: 17.0,
    })
}

/// A line through both plots, its name beside it at the top of the upper.
fn draw_now<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    (upper, lower): (Area, Area),
    view: &SlotView,
) -> Drawn<DB> {
    let (Some(x), Some(ground)) = (now_at(upper, view), now_flag(upper, view)) else {
        return Ok(());
    };
    let (colour, panel) = (pen.theme.highlight, pen.theme.panel);
    for plot in [upper, lower] {
        pen.path(&[(x, plot.top), (x, plot.bottom())], colour, 1.5)?;
    }
    pen.fill(ground, colour, 1.0)?;
    let style = Lettering::new(11.5, panel).bold().centred();
    let middle = (ground.left + ground.width / 2.0, ground.top + 9.0);
    pen.text("now", middle, style)
}

fn swatches(view: &SlotView, theme: &Theme) -> Vec<Swatch> {
    let swatch = |colour, hatch, words: String| Swatch {
        colour,
        hatch,
        words,
        mark: None,
    };
    let has = |kind| view.commitments.iter().any(|c| c.kind == kind);
    let hatched = theme.reservation[1].mixed(theme.hatch, 0.35);
    let mut all = vec![swatch(
        theme.panel.mixed(theme.series[2], 0.45),
        None,
        "free".to_owned(),
    )];
    if has(Kind::Batch) {
        let words = "running batch job, until its limit".to_owned();
        all.push(swatch(theme.batch[1], None, words));
    }
    if has(Kind::Reservation) {
        let words = "advance reservation".to_owned();
        all.push(swatch(theme.reservation[1], Some(hatched), words));
    }
    if let Some(answer) = view.answer {
        let words = format!(
            "answer: {}; below, starts that fit",
            processors_in_words(answer.processors)
        );
        all.push(swatch(theme.series[3], None, words));
    }
    all
}
