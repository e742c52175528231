//! The availability of one provider as CARTS keeps it: how many processors are free in which slot,
//! the commitments that make it so, and the answer to a query.

use experiment::Run;
use scheduling::availability::Carts;
use scheduling::system::moment::{Holder, Promise};

use super::axis::number_ticks;
use super::lettering::width;
use super::piece::{Kind, shade_of};
use super::{Area, processors_in_words};
use crate::prelude::*;

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
    /// Start and free processors of each slot, in order of start; the first may begin before the window, the last has no
    /// end.
    pub steps: Vec<(Time, i64)>,
    /// The commitments that take the other processors, in any order.
    pub commitments: Vec<Commitment>,
    pub now: Option<Time>,
    /// The answer to a query.
    pub answer: Option<Answer>,
    /// Every window of starts that fit the query, from the first to the last.
    pub starts: Vec<(Time, Time)>,
}

/// A slot of a picture: from when, until when (`None`: for ever), and how many processors are free.
pub type Slot = (Time, Option<Time>, i64);

impl SlotView {
    /// What promises leave of a provider, without a query. The window begins at the present.
    pub fn of(run: &Run, capacity: u32, promises: &[Promise], carts: &Carts, window: (Time, Time)) -> Self {
        Self {
            window,
            capacity: capacity.into(),
            steps: carts.slots().iter().map(|it| (it.start, it.free)).collect(),
            commitments: promises.iter().map(|it| commitment(run, it)).collect(),
            now: Some(window.0),
            ..Self::default()
        }
    }

    /// The slots of the window, the first one from its beginning on: those that the picture and the table show.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        let (from, to) = self.window;
        let ends = self.steps.iter().skip(1).map(|(start, _)| Some(*start));
        let slots = self.steps.iter().zip(ends.chain([None]));
        let slots =
            slots.filter(move |((start, _), end)| *start < to && end.is_none_or(|end| end > from && end > *start));
        slots.map(move |(&(start, free), end)| (start.max(from), end, free))
    }

    /// The commitments that take processors within the window, in order of start.
    pub fn committed(&self) -> Vec<&Commitment> {
        let (from, to) = self.window;
        let is_in_sight = |it: &&Commitment| it.end > from && it.start < to;
        let mut committed: Vec<_> = self.commitments.iter().filter(is_in_sight).collect();
        base::ordering::sort_by_key(&mut committed, |it| (it.start, it.end, it.job));
        committed
    }
}

fn commitment(run: &Run, promise: &Promise) -> Commitment {
    Commitment {
        job: run.jobs[promise.job as usize].id,
        kind: match promise.holder {
            Holder::Reservation => Kind::Reservation,
            Holder::Running | Holder::Waiting => Kind::Batch,
        },
        start: promise.commitment.start,
        end: promise.commitment.end,
        processors: promise.commitment.processors.into(),
    }
}

/// Most commitments that the picture shows one by one, the first ones.
pub(super) const LISTED: usize = 400;

/// Draws the picture: above, the free processors as steps; beneath, the commitments.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &SlotView, captions: &Captions) -> Drawn {
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
    let (upper, lower) = split(plot, view.committed().len().min(LISTED));
    draw_steps(&mut pen, upper, view, captions)?;
    draw_commitments(&mut pen, lower, view, captions)?;
    draw_times(&mut pen, plot, view, captions)?;
    draw_now(&mut pen, (upper, lower), view)
}

/// The picture as an SVG document.
pub fn slots_svg(frame: Frame, theme: &Theme, view: &SlotView, captions: &Captions) -> String {
    let description = format!(
        "Free processors over time in {} slots, of {} processors, with {} commitments. {}",
        view.slots().count(),
        view.capacity,
        view.committed().len(),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, view, captions))
}

/// The steps get the greater half; the commitments as much as they need.
fn split(plot: Area, commitments: usize) -> (Area, Area) {
    const BETWEEN: f64 = 30.0;
    if commitments == 0 {
        return (plot, Area { top: plot.bottom(), height: 0.0, ..plot });
    }
    let needed = commitments as f64 * 26.0 + 4.0;
    let lower = needed.min((plot.height - BETWEEN).max(0.0) * 0.5);
    let upper = plot.height - lower - BETWEEN;
    (Area { height: upper.max(0.0), ..plot }, Area { top: plot.bottom() - lower, height: lower, ..plot })
}

pub(super) fn x_of(plot: Area, view: &SlotView, time: Time) -> f64 {
    let (start, end) = (view.window.0 as f64, view.window.1 as f64);
    let share = (time as f64 - start) / (end - start);
    plot.left + share.clamp(0.0, 1.0) * plot.width
}

fn draw_steps(pen: &mut Pen, plot: Area, view: &SlotView, captions: &Captions) -> Drawn {
    let theme = pen.theme;
    let (numbers, heading) = headings(theme);
    pen.text("free processors", (plot.left, plot.top - 11.0), heading)?;
    pen.fill(plot, theme.panel, 1.0)?;
    let capacity = view.capacity as f64;
    // The line of a slot in which all are free is whole, with room above it.
    let height = plot.height - headroom(plot.height);
    let y_of = |free: f64| plot.bottom() - (free / capacity).clamp(0.0, 1.0) * height;
    for tick in number_ticks(0.0, capacity, height, 26.0) {
        if tick.at.fract() == 0.0 {
            pen.across((plot.left, plot.right()), y_of(tick.at), theme.grid)?;
            pen.text(&tick.label, (plot.left - 7.0, y_of(tick.at)), numbers.right())?;
        }
    }
    draw_grid(pen, plot, view, captions)?;
    let answer = view.answer.map(|answer| {
        let (left, right) = (x_of(plot, view, answer.start), x_of(plot, view, answer.end));
        let top = y_of(answer.processors as f64);
        Area { left, top, width: right - left, height: plot.bottom() - top }
    });
    let taken: Vec<Area> = now_flag(plot, view).into_iter().chain(answer).collect();
    let mut line = Vec::new();
    for (start, end, free) in view.slots() {
        let end = end.unwrap_or(view.window.1);
        let (left, right) = (x_of(plot, view, start), x_of(plot, view, end));
        let (top, width) = (y_of(free as f64), right - left);
        let height = plot.bottom() - top;
        let slot = Area { left, top, width, height };
        pen.fill(slot, theme.series[2], 0.3)?;
        line.extend([(left, top), (right, top)]);
        let number = free.to_string();
        if let Some(middle) = place(&number, slot, plot, &taken) {
            let style = Lettering::new(SIZE, theme.text).centred();
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
fn draw_starts(pen: &mut Pen, plot: Area, view: &SlotView) -> Drawn {
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

fn outline(pen: &mut Pen, area: Area) -> Drawn {
    let colour = pen.theme.series[3];
    let (x0, y0, x1, y1) = (area.left, area.top, area.right(), area.bottom());
    pen.path(&[(x0, y1), (x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour, 2.0)
}

pub(super) fn headings(theme: &Theme) -> (Lettering, Lettering) {
    let numbers = Lettering::new(11.0, theme.muted);
    (numbers, Lettering::new(12.0, theme.text).bold())
}

pub(super) fn draw_grid(pen: &mut Pen, plot: Area, view: &SlotView, captions: &Captions) -> Drawn {
    let (start, end) = (view.window.0 as f64, view.window.1 as f64);
    for tick in time_ticks(start, end, plot.width, captions.origin) {
        let x = plot.left + (tick.at - start) / (end - start) * plot.width;
        pen.down(x, (plot.top, plot.bottom()), pen.theme.grid)?;
    }
    Ok(())
}

fn draw_times(pen: &mut Pen, plot: Area, view: &SlotView, captions: &Captions) -> Drawn {
    let theme = pen.theme;
    let (start, end) = (view.window.0 as f64, view.window.1 as f64);
    draw_time_marks(pen, plot, (start, end), captions.origin)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 34.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(&captions.origin.axis_label(), middle, style)
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
    let left = if x + WIDTH > upper.right() { x - WIDTH } else { x };
    Some(Area { left, top: upper.top, width: WIDTH, height: 17.0 })
}

/// A line through both plots, its name beside it at the top of the upper.
fn draw_now(pen: &mut Pen, (upper, lower): (Area, Area), view: &SlotView) -> Drawn {
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
    let swatch = |colour, hatch, words: String| Swatch { colour, hatch, words, mark: None };
    let has = |kind| view.commitments.iter().any(|c| c.kind == kind);
    let hatched = theme.reservation[1].mixed(theme.hatch, 0.35);
    let mut all = vec![swatch(theme.panel.mixed(theme.series[2], 0.45), None, "free".to_owned())];
    if has(Kind::Batch) {
        let words = "running batch job, until its limit".to_owned();
        all.push(swatch(theme.batch[1], None, words));
    }
    if has(Kind::Reservation) {
        let words = "advance reservation".to_owned();
        all.push(swatch(theme.reservation[1], Some(hatched), words));
    }
    if let Some(answer) = view.answer {
        let words = format!("answer: {}; below, starts that fit", processors_in_words(answer.processors));
        all.push(swatch(theme.series[3], None, words));
    }
    all
}

/// One line for each commitment, in order of start, as thick as there is room.
pub(super) fn draw_commitments(pen: &mut Pen, plot: Area, view: &SlotView, captions: &Captions) -> Drawn {
    let mut commitments = view.committed();
    commitments.truncate(LISTED);
    if commitments.is_empty() || plot.height < 4.0 {
        return Ok(());
    }
    let theme = pen.theme;
    let (_, heading) = headings(theme);
    pen.text("committed to (job · processors)", (plot.left, plot.top - 11.0), heading)?;
    pen.fill(plot, theme.panel, 1.0)?;
    draw_grid(pen, plot, view, captions)?;
    let height = (plot.height - 4.0) / commitments.len() as f64;
    for (at, commitment) in commitments.into_iter().enumerate() {
        let top = plot.top + 2.0 + at as f64 * height;
        let (left, right) = (x_of(plot, view, commitment.start), x_of(plot, view, commitment.end));
        let gap = (height * 0.15).min(3.0);
        let area = Area { left, top: top + gap, width: right - left, height: height - 2.0 * gap };
        let colour = commitment.kind.colour(shade_of(commitment.job as u32), theme);
        pen.fill(area, colour, 1.0)?;
        if commitment.kind != Kind::Batch && area.height >= 4.0 && area.width >= 5.0 {
            pen.hatch(area, 8.0, colour.mixed(theme.hatch, 0.35))?;
        }
        if height >= 13.0 {
            let words = format!("job {} · {}", commitment.job, commitment.processors);
            beside(pen, plot, area, &words)?;
        }
    }
    pen.frame(plot, theme.axis)
}

/// Writes right of a bar, or left of it where there is no room, or over it on a ground of its own.
fn beside(pen: &mut Pen, plot: Area, bar: Area, words: &str) -> Drawn {
    let room = words.chars().count() as f64 * 6.6 + 10.0;
    let y = bar.top + bar.height / 2.0;
    let style = Lettering::new(11.5, pen.theme.text);
    if bar.right() + room <= plot.right() {
        return pen.text(words, (bar.right() + 6.0, y), style);
    }
    if bar.left - room >= plot.left {
        return pen.text(words, (bar.left - 6.0, y), style.right());
    }
    let ground = Area { left: bar.left + 5.0, top: y - 8.0, width: room, height: 16.0 };
    let panel = pen.theme.panel;
    pen.fill(ground, panel, 0.9)?;
    pen.text(words, (bar.left + 10.0, y), style)
}

/// The size of the numbers, in CSS pixels.
pub(super) const SIZE: f64 = 11.5;

/// The height of a number, and the gap to the edges of its slot on both sides.
const HEIGHT: f64 = 14.0;
const GAP: f64 = 4.0;

/// The room above the steps of a plot: the number of a slot in which all processors are free may stand there.
fn headroom(height: f64) -> f64 {
    (height * 0.2).min(18.0)
}

/// The middle of the number of a slot: below the slot's upper edge, or above it. None where the number is wider than
/// its slot, or would leave the plot, or cover a place that is `taken`. A number that would cover it at the middle of its slot
/// stands in the middle of the rest of it.
pub(super) fn place(number: &str, slot: Area, plot: Area, taken: &[Area]) -> Option<(f64, f64)> {
    let wide = width(number.chars().count(), SIZE) * 1.25;
    let left = taken.iter().filter(|it| it.left <= slot.left).fold(slot.left, |left, it| left.max(it.right()));
    let (inside, above) = (slot.top + 10.0, slot.top - 9.0);
    let spots = [(slot.left, inside), (slot.left, above), (left, inside), (left, above)];
    let fits = |&(left, y): &(f64, f64)| {
        let (top, bottom) = (y - HEIGHT / 2.0, y + HEIGHT / 2.0);
        let room = slot.right() - left;
        let middle = left + room / 2.0;
        let covers = |it: &Area| {
            it.left < middle + wide / 2.0 && it.right() > middle - wide / 2.0 && it.top < bottom && it.bottom() > top
        };
        wide + 2.0 * GAP <= room && top >= plot.top && bottom + 2.0 <= plot.bottom() && !taken.iter().any(covers)
    };
    let (left, y) = spots.into_iter().find(fits)?;
    Some((left + (slot.right() - left) / 2.0, y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scheduling::engine::testing::random_run;
    use scheduling::system::moment::{promises, slots as slots_of, span};

    use super::*;
    use crate::theme::Rgb;
    use crate::time_axis::time_label;
    use crate::{Origin, numbers};

    proptest! {
        /// Second by second: the table has one row for each stretch of a number of free processors from the moment on, and
        /// the picture a rectangle as wide and as high.
        #[test]
        fn the_table_has_the_slots_of_the_picture_and_these_are_what_is_free(
            run in random_run(), share in 0.0..1.0, ahead in 60i64..600,
        ) {
            let (first, last) = span(&run);
            let now = first + ((last - first) as f64 * share) as Time;
            for (provider, &processors) in run.platform.iter().enumerate() {
                let promised = promises(&run, provider, now);
                let carts = slots_of(processors, &promised);
                let window = (now, now + ahead);
                let whole = SlotView::of(&run, processors, &promised, &carts, (now, Time::MAX));
                let view = SlotView { window, ..whole.clone() };
                let free = |time: Time| {
                    let holds = |it: &&Promise| it.commitment.start <= time && time < it.commitment.end;
                    let taken = promised.iter().filter(holds).map(|it| it.commitment.processors);
                    i64::from(processors) - taken.map(i64::from).sum::<i64>()
                };
                let slots: Vec<Slot> = whole.slots().collect();
                let label = |time| time_label(time, Origin::LogStart);
                let told: Vec<Vec<String>> = slots
                    .iter()
                    .map(|&(start, end, free)| {
                        vec![label(start), end.map_or("for ever".to_owned(), label), free.to_string()]
                    })
                    .collect();
                prop_assert_eq!(&numbers::slots(&whole, Origin::LogStart).rows, &told);
                prop_assert_eq!(slots[0].0, now);
                prop_assert_eq!(slots[slots.len() - 1].1, None);
                for pair in slots.windows(2) {
                    prop_assert!(pair[0].1 == Some(pair[1].0) && pair[0].0 < pair[1].0, "{slots:?}");
                }
                for &(start, end, there) in &slots {
                    let end = end.unwrap_or(start + 1);
                    prop_assert!((start..end).all(|time| free(time) == there), "{slots:?}");
                }
                let drawn: Vec<Slot> = view.slots().collect();
                let seen = slots.iter().filter(|it| it.0 < now + ahead).copied();
                prop_assert_eq!(&drawn, &seen.collect::<Vec<_>>());
                let held = promised.iter().filter(|it| it.commitment.end > now).count();
                prop_assert_eq!(numbers::commitments(&whole, Origin::LogStart).rows.len(), held);
                let theme = Theme { series: [Rgb(1, 2, 3); 6], ..Theme::light() };
                let svg = slots_svg(Frame::new(4_000, 440), &theme, &view, &Captions::default());
                let steps = svg.matches(r##"opacity="0.3" fill="#010203""##).count();
                prop_assert_eq!(steps, drawn.iter().filter(|it| it.2 > 0).count());
            }
        }
    }

    const PLOT: Area = Area { left: 0.0, top: 0.0, width: 400.0, height: 120.0 };

    fn slot(left: f64, width: f64, top: f64) -> Area {
        Area { left, top, width, height: PLOT.bottom() - top }
    }

    #[test]
    fn a_number_stands_within_a_slot_of_40_pixels_and_is_left_out_where_it_is_wider() {
        let (x, y) = place("64", slot(100.0, 40.0, 30.0), PLOT, &[]).expect("room");
        assert_eq!((x, y), (120.0, 40.0));
        assert_eq!(place("8224", slot(100.0, 30.0, 30.0), PLOT, &[]), None);
        assert_eq!(place("120000", slot(100.0, 40.0, 30.0), PLOT, &[]), None);
        assert_eq!(place("7", slot(100.0, 12.0, 30.0), PLOT, &[]), None);
    }

    #[test]
    fn a_number_stands_above_a_low_slot_and_never_outside_the_plot() {
        let (_, y) = place("2", slot(0.0, 40.0, 115.0), PLOT, &[]).expect("room");
        assert_eq!(y, 106.0);
        let low = Area { height: 15.0, ..PLOT };
        assert_eq!(place("2", slot(0.0, 40.0, 5.0), low, &[]), None);
    }

    #[test]
    fn a_number_makes_way_for_what_is_drawn_over_its_slot() {
        let now = Area { left: 0.0, top: 0.0, width: 34.0, height: 17.0 };
        let beside = place("64", slot(0.0, 80.0, 4.0), PLOT, &[now]).expect("room");
        assert!(beside.0 - 7.0 >= now.right(), "{beside:?}");
        assert_eq!(place("64", slot(0.0, 40.0, 4.0), PLOT, &[now]), None);
        // An answer from the floor up leaves the room above it.
        let answer = slot(20.0, 60.0, 60.0);
        assert_eq!(place("64", slot(0.0, 100.0, 20.0), PLOT, &[answer]), Some((50.0, 30.0)));
    }

    #[test]
    fn neighbours_never_touch() {
        let taken = [slot(30.0, 25.0, 90.0)];
        let mut ends = f64::NEG_INFINITY;
        let mut left = 0.0;
        for (at, wide) in [20.0, 40.0, 13.0, 60.0, 24.0, 40.0].into_iter().enumerate() {
            let number = ["0", "64", "8", "1024", "128", "8224"][at];
            let slot = slot(left, wide, 118.0 - 15.0 * at as f64);
            if let Some((x, _)) = place(number, slot, PLOT, &taken) {
                let half = width(number.len(), SIZE) / 2.0;
                assert!(x - half > ends, "{number}");
                ends = x + half;
            }
            left += wide;
        }
        assert!(ends > 0.0);
    }
}
