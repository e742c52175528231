//! The canvas of the Gantt view: its content, and the jobs at a point. The visible part and the drawing, one
//! per animation frame, are in files of their own.

mod drawing;

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo_render::AnimationFrame;
use gloo_timers::callback::Timeout;
use web_sys::HtmlCanvasElement;

use super::minimap::window_of;
use super::pen::{Pen, Scale};
use super::scene::{Arranged, Scene};
use crate::app::context::theme::Ground;
use slotscope::chart::gantt::hit;
use slotscope::chart::gantt::raster::Raster;
use slotscope::chart::gantt::row_zoom::Lanes;
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Area, Frame, Viewport};
use slotscope::criteria::span::Span as MarkedSpan;
use slotscope::engine::decisions::Gap;
use slotscope::page::time_window::TimeWindow;
use slotscope::workload::Time;

/// The room of the time axis below the plotted area, in CSS pixels.
const BOTTOM: f64 = 26.0;

/// The room below the times, in CSS pixels: of the numbers of arriving jobs, or of the zone of dates.
const BELOW: f64 = 14.0;

/// Draws something other than bars on a canvas: into the plotted area, for the visible part.
pub type Painter = Rc<dyn Fn(HtmlCanvasElement, Frame, Area, &Viewport)>;

/// Called with the visible part and the whole, at every drawing.
type Follower = Rc<dyn Fn(&Viewport, &Viewport)>;

/// The visible part, and how it is drawn.
pub struct Board {
    canvas: Option<HtmlCanvasElement>,
    /// The canvas's size in CSS pixels.
    size: (f64, f64),
    /// The scene. During a marking gesture its span is that of the pointer; its sight is the last one that was reported or
    /// set.
    scene: Scene,
    arranged: Arranged,
    bounds: Viewport,
    viewport: Viewport,
    /// The job under the pointer.
    pointed: Option<u32>,
    /// Called with the visible part at every drawing.
    followers: Vec<Follower>,
    /// The outline of the drawn job, in the plotted area.
    outline: Option<Area>,
    /// Its bounds, if it moves together with other charts.
    span: Option<Span>,
    /// The room on the left of the plotted area and below it, in CSS pixels.
    left: f64,
    bottom: f64,
    /// Draws in place of the bars.
    painter: Option<Painter>,
    /// Reports the visible part once it has come to rest.
    tell_sight: Option<Rc<dyn Fn(Option<Viewport>)>>,
    rest: Option<Timeout>,
    raster: Raster,
    pixels: Vec<u8>,
    /// Of a run that takes longer than a frame.
    pictures: drawing::Pictures,
    /// Whether the whole visible part was drawn.
    is_complete: bool,
    frame: Option<AnimationFrame>,
}

impl Board {
    /// A board that shows nothing yet.
    pub fn new() -> Self {
        let arranged = Arranged::default();
        let bounds = arranged.index.whole();
        let left = arranged.index.left();
        Self {
            canvas: None,
            size: (0.0, 0.0),
            scene: Scene::plain(Ground::Light, Origin::LogStart),
            arranged,
            bounds,
            viewport: bounds,
            pointed: None,
            followers: Vec::new(),
            outline: None,
            span: None,
            left,
            bottom: BOTTOM,
            painter: None,
            tell_sight: None,
            rest: None,
            raster: Raster::new(),
            pixels: Vec::new(),
            pictures: drawing::Pictures::default(),
            is_complete: true,
            frame: None,
        }
    }

    /// Draws on `canvas` from now on.
    pub fn attach(&mut self, canvas: &HtmlCanvasElement) {
        self.canvas = Some(canvas.clone());
    }

    pub fn canvas(&self) -> Option<&HtmlCanvasElement> {
        self.canvas.as_ref()
    }

    /// Takes the canvas's size in CSS pixels.
    pub fn resize(&mut self, width: f64, height: f64) {
        self.size = (width, height);
    }

    /// Shows a scene, and reveals the chosen job if the scene brings it.
    pub fn show(&mut self, scene: Scene, mut arranged: Arranged) {
        let (sight, brings_job) = (scene.sight, scene.brings_job);
        let is_other_job = scene.job != self.scene.job;
        let pen = std::mem::replace(&mut arranged.pen, self.arranged.pen.clone());
        self.leave_left(arranged.index.left());
        self.show_in_place(scene, arranged);
        self.look(sight);
        self.take_pen(pen);
        if is_other_job && brings_job {
            self.reveal();
        }
    }

    /// Forgets which part of a run of other jobs is visible, that which has not been reported as well.
    pub fn leave_log(&mut self) {
        self.rest = None;
        self.scene.sight = None;
        self.viewport = self.bounds;
    }

    /// Shows a scene except its visible part: a zoomed window stays where it is.
    pub fn show_in_place(&mut self, scene: Scene, arranged: Arranged) {
        let sight = self.scene.sight;
        let has_other_axis = self.scene.axis != scene.axis;
        self.scene = Scene { sight, ..scene };
        let before = std::mem::replace(&mut self.arranged, arranged);
        if has_other_axis || !Rc::ptr_eq(&before.index, &self.arranged.index) {
            self.pointed = None;
            self.fit_bounds(before.index.rows != self.arranged.index.rows);
        }
    }

    /// Leaves this much room on the left of the plotted area, in CSS pixels.
    pub fn leave_left(&mut self, left: f64) {
        self.left = left;
    }

    /// Draws something else in place of the bars.
    pub fn paint(&mut self, painter: Painter) {
        self.painter = Some(painter);
    }

    /// Marks a span of time, or none.
    pub fn mark_span(&mut self, span: Option<MarkedSpan>) {
        self.scene.look.span = span;
    }

    /// Lets the chart be drawn on.
    fn take_pen(&mut self, pen: Option<Pen>) {
        let other = self.arranged.pen.is_some() != pen.is_some();
        self.arranged.pen = pen;
        if other {
            self.fit_bounds(false);
        }
    }

    /// The sketch, while the chart is drawn on.
    pub fn pen(&self) -> Option<&Pen> {
        self.arranged.pen.as_ref()
    }

    /// Shows the outline of a drawn job in the plotted area.
    pub fn outline(&mut self, outline: Option<Area>) {
        let let_go = self.outline.is_some() && outline.is_none();
        self.outline = outline;
        if let_go {
            self.fit_bounds(false);
        }
    }

    /// The job that is chosen: its index in the run.
    pub fn chosen(&self) -> Option<u32> {
        self.scene.job.map(|job| job as u32)
    }

    /// The job under the pointer, or else the one that is chosen.
    fn highlighted(&self) -> Option<u32> {
        self.pointed.or(self.chosen())
    }

    /// The job at a point of the plotted area, and the area of its bar there.
    pub fn bar_at(&self, x: f64, y: f64) -> Option<(u32, Area)> {
        let plot = self.plot();
        let size = (plot.width, plot.height);
        let hit = hit::job_at(&self.arranged.index, &self.viewport, size, (x, y))?;
        let area = hit::area_of(&self.arranged.index, &self.viewport, size, hit)?;
        Some((hit.job, area))
    }

    /// How the plotted area measures time and processors.
    pub fn scale(&self) -> Scale {
        let plot = self.plot();
        Scale {
            seconds: self.viewport.seconds() / plot.width.max(1.0),
            row_height: hit::row_height(&self.arranged.index, &self.viewport, plot.height),
            largest: self.arranged.index.platform.iter().copied().max().unwrap_or(1),
        }
    }

    /// The time at this many pixels from the left of the plotted area.
    pub fn time_in_plot(&self, x: f64) -> f64 {
        self.viewport.time(x, self.plot().width)
    }

    /// The job under the pointer; whether it is another than before.
    pub fn point(&mut self, job: Option<u32>) -> bool {
        let other = self.pointed != job;
        self.pointed = job;
        other
    }

    /// Whether it has times of its own, which are dates.
    fn tells_zone(&self) -> bool {
        self.painter.is_none() && self.span.is_none() && matches!(self.scene.origin, Origin::Dated(_))
    }

    /// The plotted area within the canvas.
    pub fn plot(&self) -> Area {
        let bottom = self.bottom + if self.scene.axis.is_some() || self.tells_zone() { BELOW } else { 0.0 };
        Area { left: 0.0, top: 0.0, width: self.size.0, height: self.size.1 }.inset(self.left, 0.0, 0.0, bottom)
    }

    /// Where a point of the canvas lies in the plotted area, as shares of its size.
    pub fn fraction(&self, x: f64, y: f64) -> (f64, f64) {
        let plot = self.plot();
        let share = |at: f64, size: f64| (at / size.max(1.0)).clamp(0.0, 1.0);
        (share(x - plot.left, plot.width), share(y - plot.top, plot.height))
    }

    /// The time at a point of the canvas.
    pub fn time_at(&self, x: f64) -> f64 {
        let plot = self.plot();
        self.viewport.time((x - plot.left).clamp(0.0, plot.width), plot.width)
    }

    /// Whether a span can be marked on it: not where it is drawn on.
    pub fn marks_spans(&self) -> bool {
        self.arranged.pen.is_none()
    }

    /// The span between two places across the canvas.
    pub fn span_between(&self, from: f64, to: f64) -> MarkedSpan {
        MarkedSpan::between(self.time_at(from) as Time, self.time_at(to) as Time)
    }

    /// The job at a point of the canvas.
    pub fn job_at(&self, x: f64, y: f64) -> Option<u32> {
        if self.scene.hides(self.time_at(x)) {
            return None;
        }
        let plot = self.plot();
        let at = (x - plot.left, y - plot.top);
        let hit = hit::job_at(&self.arranged.index, &self.viewport, (plot.width, plot.height), at)?;
        Some(hit.job)
    }

    /// The idle processors at a point of the canvas, and the time there.
    pub fn gap_at(&self, x: f64, y: f64) -> Option<(Time, Gap)> {
        if self.scene.hides(self.time_at(x)) {
            return None;
        }
        let plot = self.plot();
        let at = (x - plot.left, y - plot.top);
        hit::gap_at(&self.arranged.index, &self.viewport, (plot.width, plot.height), at)
    }

    /// The visible part.
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// The visible part, without a future that is hidden: what pictures for export and print show.
    pub fn shown(&self) -> Viewport {
        let known = self.scene.known_until().map_or(f64::INFINITY, |it| it as f64);
        Viewport { end: known.clamp(self.viewport.start + 1.0, self.viewport.end), ..self.viewport }
    }
}

/// The visible part is at rest when it has not moved for this many milliseconds.
const AT_REST: u32 = 200;

impl Board {
    /// Leaves the report of the visible part to others.
    pub fn keep_sight(&mut self) {
        self.tell_sight = None;
        self.rest = None;
    }

    /// Reports the visible part to `tell` whenever it has come to rest.
    pub fn on_sight(&mut self, tell: impl Fn(Option<Viewport>) + 'static) {
        self.tell_sight = Some(Rc::new(tell));
    }

    /// Reports the visible part a little later, unless it moves on.
    fn tell_at_rest(&mut self, board: &Weak<RefCell<Self>>) {
        let sight = (self.viewport != self.bounds).then_some(self.viewport);
        if sight == self.scene.sight || self.tell_sight.is_none() {
            // The visible part has moved back.
            self.rest = None;
            return;
        }
        let board = board.clone();
        let tell = move || {
            let Some(board) = board.upgrade() else { return };
            let (tell, sight) = {
                let mut board = board.borrow_mut();
                // Short numbers make short links.
                let sight = sight.map(|sight| sight.rounded_within(&board.bounds));
                board.viewport = sight.unwrap_or(board.viewport);
                board.scene.sight = sight;
                (board.tell_sight.clone(), sight)
            };
            Self::request(&board);
            if let Some(tell) = tell {
                tell(sight);
            }
        };
        self.rest = Some(Timeout::new(AT_REST, tell));
    }
}

/// So much free ground lies behind the last end while the chart is drawn on, as a share of the rest.
const FREE_GROUND: f64 = 0.25;

/// The least height of the mark that tells which processors are in sight, in CSS pixels.
const THUMB: f64 = 16.0;

/// The bounds of charts that move together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    /// From the earliest to the latest time of all runs.
    pub times: (f64, f64),
    /// The processors of the largest platform.
    pub rows: u32,
    /// From the first to behind the last row that any run uses.
    pub used: (f64, f64),
}

impl Board {
    /// Takes the bounds of the present content. A wholly visible run remains so, unless the user is drawing:
    /// nothing moves then.
    fn fit_bounds(&mut self, anew: bool) {
        if self.outline.is_some() {
            return;
        }
        let mut bounds = self.arranged.index.whole();
        if let Some(span) = self.span {
            (bounds.start, bounds.end) = span.times;
            if !self.shows_rows() {
                bounds.last_row = f64::from(span.rows.max(1));
            }
        }
        if let Some(axis) = &self.scene.axis {
            bounds.end = bounds.end.max(axis.until as f64);
        }
        if self.arranged.pen.is_some() {
            bounds.end += bounds.seconds() * FREE_GROUND;
        }
        let mut viewport = self.viewport;
        if anew || self.shows_all_times() {
            (viewport.start, viewport.end) = (bounds.start, bounds.end);
        }
        if anew || self.shows_all_rows() {
            (viewport.first_row, viewport.last_row) = (bounds.first_row, bounds.last_row);
        }
        self.viewport = viewport.clamped(&bounds);
        self.bounds = bounds;
    }

    /// Shares its axes with other charts: its bounds are `span`, and it has no marks below.
    pub fn span(&mut self, span: Span, bottom: f64) {
        self.bottom = bottom;
        if self.span != Some(span) {
            self.span = Some(span);
            self.fit_bounds(false);
        }
    }

    /// Shows the same times as another chart, and the same rows, `None` for all; whether that is
    /// news.
    pub fn take_window(&mut self, of: &Viewport, rows: Option<(f64, f64)>) -> bool {
        let (first_row, last_row) = self.rows_of(rows).unwrap_or((self.bounds.first_row, self.bounds.last_row));
        let next = Viewport { start: of.start, end: of.end, first_row, last_row };
        let moved = next != self.viewport;
        self.viewport = next;
        moved
    }

    /// The part of `rows` that this chart has, which may be rows of a chart with other processors; `None` for all.
    pub fn rows_of(&self, rows: Option<(f64, f64)>) -> Option<(f64, f64)> {
        let (first_row, last_row) = rows?;
        let rows = Viewport { first_row, last_row, ..self.bounds }.clamped(&self.bounds);
        (rows != self.bounds).then_some((rows.first_row, rows.last_row))
    }

    /// The rows in sight; `None` for all.
    pub fn rows(&self) -> Option<(f64, f64)> {
        self.rows_of(Some((self.viewport.first_row, self.viewport.last_row)))
    }

    /// Whether it draws processors.
    fn shows_rows(&self) -> bool {
        !self.arranged.index.platform.is_empty()
    }

    /// Whether there are no more times to be seen.
    pub fn shows_all_times(&self) -> bool {
        (self.viewport.start, self.viewport.end) == (self.bounds.start, self.bounds.end)
    }

    /// Whether there are no more processors to be seen.
    pub fn shows_all_rows(&self) -> bool {
        let Viewport { first_row, last_row, .. } = self.viewport;
        (first_row, last_row) == (self.bounds.first_row, self.bounds.last_row)
    }

    /// Shows a part that is set from outside; `None` for the whole run.
    pub fn look(&mut self, sight: Option<Viewport>) {
        if sight != self.scene.sight {
            self.scene.sight = sight;
            self.viewport = sight.map_or(self.bounds, |sight| sight.clamped(&self.bounds));
        }
    }

    /// Reports the visible part to `follower` at every drawing.
    pub fn on_view(&mut self, follower: impl Fn(&Viewport, &Viewport) + 'static) {
        self.followers.push(Rc::new(follower));
    }

    /// The times in sight, of all there are.
    pub fn time_window(&self) -> TimeWindow {
        window_of(&self.viewport, &self.bounds)
    }

    pub fn show_times(&mut self, start: f64, end: f64) {
        self.viewport = Viewport { start, end, ..self.viewport }.clamped(&self.bounds);
    }

    /// Moves the window so that the chosen job lies within.
    fn reveal(&mut self) {
        let Some(job) = self.chosen() else { return };
        let Some(piece) = self.arranged.index.of_job(job).next() else {
            return;
        };
        let (start, end) = (piece.start as f64, piece.end as f64);
        let above = &self.arranged.index.rows[..piece.provider as usize];
        let above: f64 = above.iter().map(|&it| f64::from(it)).sum();
        let rows = (above + f64::from(piece.first), above + f64::from(piece.last) + 1.0);
        let mut next = self.viewport;
        let seconds = next.seconds();
        let is_seen = start >= next.start && end <= next.end && (end - start) * 200.0 >= seconds;
        if !is_seen {
            let seconds = ((end - start) * 12.0).min(self.bounds.seconds());
            next.start = (start + end - seconds) / 2.0;
            next.end = next.start + seconds;
        }
        if rows.0 < next.first_row || rows.1 > next.last_row {
            let height = next.rows().max(rows.1 - rows.0);
            next.first_row = (rows.0 + rows.1 - height) / 2.0;
            next.last_row = next.first_row + height;
        }
        self.viewport = next.clamped(&self.bounds);
    }

    /// Zooms time by `factor`; the time at `fraction` of the width stays there.
    pub fn zoom(&mut self, factor: f64, fraction: f64) {
        self.viewport = self.viewport.zoom_time(factor, fraction, &self.bounds);
    }

    /// Zooms processors by `factor`; the row at height `y` of the plotted area stays there.
    pub fn zoom_rows(&mut self, factor: f64, y: f64) {
        self.viewport = if self.shows_rows() {
            self.lanes().zoom(&self.viewport, factor, y, &self.bounds)
        } else {
            self.viewport.zoom_rows(factor, 0.5, &self.bounds)
        };
    }

    /// Zooms processors by `factor` around the middle.
    pub fn zoom_rows_in_place(&mut self, factor: f64) {
        self.zoom_rows(factor, self.plot().height / 2.0);
    }

    /// Moves by shares of the visible part.
    pub fn pan(&mut self, x: f64, y: f64) {
        self.viewport = self.viewport.pan(x, y, &self.bounds);
    }

    /// Moves the time and row at one point of the canvas to another: times, and processors if there are any.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        let plot = self.plot();
        self.pan((from.0 - to.0) / plot.width.max(1.0), 0.0);
        if self.shows_rows() && from.1 != to.1 {
            let (from, to) = (from.1 - plot.top, to.1 - plot.top);
            self.viewport = self.lanes().drag(&self.viewport, from, to, &self.bounds);
        }
    }

    /// Moves the mark beside the processors by this many pixels.
    pub fn drag_thumb(&mut self, by: f64) {
        let Some(thumb) = self.thumb() else { return };
        let free = (self.plot().height - thumb.height).max(1.0);
        let hidden = self.bounds.rows() - self.viewport.rows();
        self.pan(0.0, by / free * hidden / self.viewport.rows());
    }

    /// Shows all.
    pub fn reset(&mut self) {
        self.viewport = self.bounds;
    }

    /// Shows all times, and of the processors those that are used.
    pub fn fit(&mut self) {
        let used = self.arranged.index.used();
        let (first_row, last_row) = self.span.map_or((used.first_row, used.last_row), |span| span.used);
        self.viewport = Viewport { first_row, last_row, ..self.bounds }.clamped(&self.bounds);
    }

    /// The mark that tells which processors are in sight: its place within the plotted area; `None`
    /// where all are.
    pub fn thumb(&self) -> Option<Area> {
        let plot = self.plot();
        if !self.shows_rows() || self.shows_all_rows() || plot.height < 2.0 * THUMB {
            return None;
        }
        let (sight, bounds) = (&self.viewport, &self.bounds);
        let hidden = bounds.rows() - sight.rows();
        let height = (plot.height * sight.rows() / bounds.rows()).clamp(THUMB, plot.height);
        let share = (sight.first_row - bounds.first_row) / hidden.max(1e-9);
        const WIDTH: f64 = 6.0;
        Some(Area { left: plot.width - WIDTH - 2.0, top: share * (plot.height - height), width: WIDTH, height })
    }

    /// Whether a point so far from the left of the canvas is on that mark or beside it.
    pub fn is_on_thumb(&self, x: f64) -> bool {
        let left = self.plot().left;
        self.thumb().is_some_and(|thumb| x >= left + thumb.left - 4.0)
    }

    fn lanes(&self) -> Lanes<'_> {
        Lanes { platform: &self.arranged.index.rows, height: self.plot().height }
    }
}
