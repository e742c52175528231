//! The canvas of the Gantt view: its content, and the jobs at a point. The visible part and the drawing, one
//! per animation frame, are in files of their own.

mod drawing;
mod pictures;
mod rest;
mod sight;

use std::rc::Rc;

use gloo_render::AnimationFrame;
use gloo_timers::callback::Timeout;
use web_sys::HtmlCanvasElement;

use super::pen::{Pen, Scale};
use super::scene::{Arranged, Scene};
use crate::app::context::theme::Ground;
use pictures::Pictures;
pub use sight::Span;
use slotscope::chart::gantt::hit;
use slotscope::chart::gantt::raster::Raster;
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Area, Frame, Viewport};
use slotscope::criteria::span::Span as MarkedSpan;
use slotscope::engine::decisions::Gap;
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
    pictures: Pictures,
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
            pictures: Pictures::default(),
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
