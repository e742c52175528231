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
use pictures::Pictures;
pub use sight::Span;
use slotscope::chart::gantt::hit;
use slotscope::chart::gantt::raster::Raster;
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Area, Frame, GanttIndex, Theme, Viewport};
use slotscope::criteria::span::Span as MarkedSpan;
use slotscope::engine::decisions::Gap;
use slotscope::workload::Time;

/// The room of the axes around the plotted area, in CSS pixels.
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 26.0;

/// Draws something other than bars on a canvas: into the plotted area, for the visible part.
pub type Painter = Rc<dyn Fn(HtmlCanvasElement, Frame, Area, &Viewport)>;

/// Called with the visible part and the whole, at every drawing.
type Follower = Rc<dyn Fn(&Viewport, &Viewport)>;

/// The visible part, and how it is drawn.
pub struct Board {
    canvas: Option<HtmlCanvasElement>,
    /// The canvas's size in CSS pixels.
    size: (f64, f64),
    index: Rc<GanttIndex>,
    bounds: Viewport,
    viewport: Viewport,
    theme: Theme,
    origin: Origin,
    cursor: Option<Time>,
    /// The job that is chosen, and the job under the pointer.
    chosen: Option<u32>,
    pointed: Option<u32>,
    /// The jobs in its way.
    blockers: Rc<[u32]>,
    /// The jobs that are highlighted, a flag for each job of the run.
    selected: Option<Rc<[bool]>>,
    /// The span that is marked.
    marked: Option<MarkedSpan>,
    /// Called with the visible part at every drawing.
    followers: Vec<Follower>,
    /// Whether the part after the cursor is veiled.
    veiled: bool,
    /// The sketch, while the chart is drawn on.
    pen: Option<Pen>,
    /// The outline of the drawn job, in the plotted area.
    outline: Option<Area>,
    /// Its bounds, if it moves together with other charts.
    span: Option<Span>,
    /// The room below the plotted area, in CSS pixels.
    bottom: f64,
    /// Draws in place of the bars.
    painter: Option<Painter>,
    /// The visible part that was last reported; `None` for the whole run.
    told: Option<Viewport>,
    /// Reports the visible part once it has come to rest.
    tell_sight: Option<Rc<dyn Fn(Option<Viewport>)>>,
    rest: Option<Timeout>,
    raster: Raster,
    pixels: Vec<u8>,
    /// Of a run that takes longer than a frame.
    pictures: Pictures,
    /// Whether all that is in sight was drawn.
    is_complete: bool,
    frame: Option<AnimationFrame>,
}

impl Board {
    /// A board that shows nothing yet.
    pub fn new() -> Self {
        let index = Rc::new(GanttIndex::default());
        let bounds = index.whole();
        Self {
            canvas: None,
            size: (0.0, 0.0),
            index,
            bounds,
            viewport: bounds,
            theme: Theme::light(),
            origin: Origin::LogStart,
            cursor: None,
            chosen: None,
            pointed: None,
            blockers: Rc::default(),
            selected: None,
            marked: None,
            followers: Vec::new(),
            veiled: false,
            pen: None,
            outline: None,
            span: None,
            bottom: BOTTOM,
            painter: None,
            told: None,
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

    /// Its canvas.
    pub fn canvas(&self) -> Option<&HtmlCanvasElement> {
        self.canvas.as_ref()
    }

    /// Takes the canvas's size in CSS pixels.
    pub fn resize(&mut self, width: f64, height: f64) {
        self.size = (width, height);
    }

    /// Shows another run. A window that was zoomed in stays where it is.
    pub fn show(&mut self, index: Rc<GanttIndex>, theme: Theme, origin: Origin) {
        self.theme = theme;
        self.origin = origin;
        if Rc::ptr_eq(&self.index, &index) {
            return;
        }
        let other_platform = self.index.rows != index.rows;
        self.index = index;
        self.pointed = None;
        self.fit_bounds(other_platform);
    }

    /// Draws something else in place of the bars.
    pub fn paint(&mut self, painter: Painter) {
        self.painter = Some(painter);
    }

    /// Marks a moment and a job where they are.
    pub fn mark_in_place(&mut self, cursor: Option<Time>, job: Option<u32>) {
        self.cursor = cursor;
        self.chosen = job;
    }

    /// Highlighted jobs: a flag for each job of the run.
    pub fn select(&mut self, selected: Option<Rc<[bool]>>) {
        self.selected = selected;
    }

    /// Marks a span of time, or none.
    pub fn mark_span(&mut self, span: Option<MarkedSpan>) {
        self.marked = span;
    }

    /// Veils the part after the cursor, or ends that.
    pub fn veil(&mut self, veiled: bool) {
        self.veiled = veiled;
    }

    /// Lets the chart be drawn on.
    pub fn take_pen(&mut self, pen: Option<Pen>) {
        let other = self.pen.is_some() != pen.is_some();
        self.pen = pen;
        if other {
            self.fit_bounds(false);
        }
    }

    /// The sketch, while the chart is drawn on.
    pub fn pen(&self) -> Option<&Pen> {
        self.pen.as_ref()
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
        self.chosen
    }

    /// The job at a point of the plotted area, and the area of its bar there.
    pub fn bar_at(&self, x: f64, y: f64) -> Option<(u32, Area)> {
        let plot = self.plot();
        let size = (plot.width, plot.height);
        let hit = hit::job_at(&self.index, &self.viewport, size, (x, y))?;
        let area = hit::area_of(&self.index, &self.viewport, size, hit)?;
        Some((hit.job, area))
    }

    /// How the plotted area measures time and processors.
    pub fn scale(&self) -> Scale {
        let plot = self.plot();
        Scale {
            seconds: self.viewport.seconds() / plot.width.max(1.0),
            row_height: hit::row_height(&self.index, &self.viewport, plot.height),
            largest: self.index.platform.iter().copied().max().unwrap_or(1),
        }
    }

    /// The time at this many pixels from the left of the plotted area.
    pub fn time_in_plot(&self, x: f64) -> f64 {
        self.viewport.time(x, self.plot().width)
    }

    /// Marks a moment and a job; `brings` the job into sight.
    pub fn mark(&mut self, cursor: Option<Time>, job: Option<usize>, brings: bool) {
        self.cursor = cursor;
        let job = job.map(|job| job as u32);
        if job != self.chosen {
            self.chosen = job;
            if brings {
                self.reveal();
            }
        }
    }

    /// The job under the pointer; whether it is another than before.
    pub fn point(&mut self, job: Option<u32>) -> bool {
        let other = self.pointed != job;
        self.pointed = job;
        other
    }

    /// The plotted area within the canvas.
    pub fn plot(&self) -> Area {
        Area {
            left: 0.0,
            top: 0.0,
            width: self.size.0,
            height: self.size.1,
        }
        .inset(LEFT, 0.0, 0.0, self.bottom)
    }

    /// Where a point of the canvas lies in the plotted area, as shares of its size.
    pub fn fraction(&self, x: f64, y: f64) -> (f64, f64) {
        let plot = self.plot();
        let share = |at: f64, size: f64| (at / size.max(1.0)).clamp(0.0, 1.0);
        (
            share(x - plot.left, plot.width),
            share(y - plot.top, plot.height),
        )
    }

    /// The time at a point of the canvas.
    pub fn time_at(&self, x: f64) -> f64 {
        let plot = self.plot();
        self.viewport
            .time((x - plot.left).clamp(0.0, plot.width), plot.width)
    }

    /// Whether a span can be marked on it: not where it is drawn on.
    pub fn marks_spans(&self) -> bool {
        self.pen.is_none()
    }

    /// The span between two places across the canvas.
    pub fn span_between(&self, from: f64, to: f64) -> MarkedSpan {
        MarkedSpan::between(self.time_at(from) as Time, self.time_at(to) as Time)
    }

    /// The job at a point of the canvas.
    pub fn job_at(&self, x: f64, y: f64) -> Option<u32> {
        let plot = self.plot();
        let at = (x - plot.left, y - plot.top);
        let hit = hit::job_at(&self.index, &self.viewport, (plot.width, plot.height), at)?;
        Some(hit.job)
    }

    /// The idle processors at a point of the canvas, and the time there.
    pub fn gap_at(&self, x: f64, y: f64) -> Option<(Time, Gap)> {
        let plot = self.plot();
        let at = (x - plot.left, y - plot.top);
        hit::gap_at(&self.index, &self.viewport, (plot.width, plot.height), at)
    }

    /// Outlines the jobs in the way of the chosen job or gap.
    pub fn outline_blockers(&mut self, blockers: Rc<[u32]>) {
        self.blockers = blockers;
    }

    /// The visible part.
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }
}
