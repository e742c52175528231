//! The canvas of the Gantt view: what is in sight, and one drawing per animation frame.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo_render::{AnimationFrame, request_animation_frame};
use gloo_timers::callback::Timeout;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::cursor;
use super::pen::{Pen, Scale};
use crate::app::bench;
use crate::chart::gantt_raster::{Raster, RasterOptions};
use crate::chart::time_axis::Origin;
use crate::chart::{Area, Frame, GanttIndex, Theme, Viewport, gantt, hit};
use crate::engine::decisions::Gap;
use crate::workload::Time;

/// The room of the axes around the plotted area, in CSS pixels.
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 26.0;

/// What is in sight is at rest when it has not moved for so many milliseconds.
const AT_REST: u32 = 200;

/// So much free ground lies behind the last end while the chart is drawn on, as a share of the rest.
const FREE_GROUND: f64 = 0.25;

/// Draws something else than bars on a canvas: into the plotted area, over what is in sight.
pub type Painter = Rc<dyn Fn(HtmlCanvasElement, Frame, Area, &Viewport)>;

/// What is in sight, and how it is drawn.
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
    /// The jobs that are singled out, a flag for each job of the run.
    selected: Option<Rc<[bool]>>,
    /// Whether what comes after the cursor is veiled.
    veiled: bool,
    /// What is drawn on, while the chart is.
    pen: Option<Pen>,
    /// What the hand that draws means, in the plotted area.
    outline: Option<Area>,
    /// The times that it can show, where other charts show more than its run has.
    span: Option<(f64, f64)>,
    /// The room below the plotted area, in CSS pixels.
    bottom: f64,
    /// Draws in place of the bars.
    painter: Option<Painter>,
    /// What was last said to be in sight; `None` for the whole run.
    told: Option<Viewport>,
    /// Says what is in sight once it has come to rest.
    tell_sight: Option<Rc<dyn Fn(Option<Viewport>)>>,
    rest: Option<Timeout>,
    raster: Raster,
    pixels: Vec<u8>,
    frame: Option<AnimationFrame>,
    /// Whether the run has not been drawn yet.
    is_new: bool,
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
            frame: None,
            is_new: false,
        }
    }

    /// Draws on `canvas` from now on.
    pub fn attach(&mut self, canvas: &HtmlCanvasElement) {
        self.canvas = Some(canvas.clone());
    }

    /// What it draws on.
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
        let other_platform = self.index.platform != index.platform;
        self.index = index;
        self.is_new = true;
        self.pointed = None;
        self.fit_bounds(other_platform);
    }

    /// Takes the bounds of what is shown now. What is wholly in sight stays so, unless a hand is
    /// drawing: nothing moves under it.
    fn fit_bounds(&mut self, anew: bool) {
        if self.outline.is_some() {
            return;
        }
        let mut bounds = self.index.whole();
        if let Some((start, end)) = self.span {
            (bounds.start, bounds.end) = (start, end);
        }
        if self.pen.is_some() {
            bounds.end += bounds.seconds() * FREE_GROUND;
        }
        self.viewport = if anew || self.viewport == self.bounds {
            bounds
        } else {
            self.viewport.clamped(&bounds)
        };
        self.bounds = bounds;
    }

    /// Shares a time axis with other charts: it can show these times, and has no marks below.
    pub fn span(&mut self, span: (f64, f64), bottom: f64) {
        self.bottom = bottom;
        if self.span != Some(span) {
            self.span = Some(span);
            self.fit_bounds(false);
        }
    }

    /// Draws something else in place of the bars.
    pub fn paint(&mut self, painter: Painter) {
        self.painter = Some(painter);
    }

    /// Shows the same times as another chart; whether that is news.
    pub fn take_window(&mut self, of: &Viewport) -> bool {
        let next = Viewport {
            start: of.start,
            end: of.end,
            ..self.viewport
        };
        let moved = next != self.viewport;
        self.viewport = next;
        moved
    }

    /// Whether there are no more times to be seen.
    pub fn shows_all_times(&self) -> bool {
        (self.viewport.start, self.viewport.end) == (self.bounds.start, self.bounds.end)
    }

    /// Marks a moment and a job where they are.
    pub fn mark_in_place(&mut self, cursor: Option<Time>, job: Option<u32>) {
        self.cursor = cursor;
        self.chosen = job;
    }

    /// Leaves it to others to say what is in sight.
    pub fn keep_sight(&mut self) {
        self.tell_sight = None;
        self.rest = None;
    }

    /// Says what is in sight to `tell` whenever it has come to rest.
    pub fn on_sight(&mut self, tell: impl Fn(Option<Viewport>) + 'static) {
        self.tell_sight = Some(Rc::new(tell));
    }

    /// Looks at what somebody else has put in sight; `None` for the whole run.
    pub fn look(&mut self, sight: Option<Viewport>) {
        if sight != self.told {
            self.told = sight;
            self.viewport = sight.map_or(self.bounds, |sight| sight.clamped(&self.bounds));
        }
    }

    /// Singles jobs out: a flag for each job of the run.
    pub fn select(&mut self, selected: Option<Rc<[bool]>>) {
        self.selected = selected;
    }

    /// Veils what comes after the cursor, or no more.
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

    /// What is drawn on, while the chart is.
    pub fn pen(&self) -> Option<&Pen> {
        self.pen.as_ref()
    }

    /// Shows what the hand that draws means, in the plotted area.
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

    /// The time at so many pixels from the left of the plotted area.
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

    /// Moves the window so that the chosen job lies within.
    fn reveal(&mut self) {
        let Some(job) = self.chosen else { return };
        let Some(piece) = self.index.pieces.iter().find(|piece| piece.job == job) else {
            return;
        };
        let (start, end) = (piece.start as f64, piece.end as f64);
        let seconds = self.viewport.seconds();
        if start >= self.viewport.start
            && end <= self.viewport.end
            && (end - start) * 200.0 >= seconds
        {
            return;
        }
        let seconds = ((end - start) * 12.0).min(self.bounds.seconds());
        let start = (start + end - seconds) / 2.0;
        self.viewport = Viewport {
            start,
            end: start + seconds,
            ..self.viewport
        }
        .clamped(&self.bounds);
    }

    /// The job under the pointer; whether it is another than before.
    pub fn point(&mut self, job: Option<u32>) -> bool {
        let other = self.pointed != job;
        self.pointed = job;
        other
    }

    /// Zooms time by `factor`, keeping what stands at `fraction` of the width.
    pub fn zoom(&mut self, factor: f64, fraction: f64) {
        self.viewport = self.viewport.zoom_time(factor, fraction, &self.bounds);
    }

    /// Zooms processors by `factor`, keeping what stands at `fraction` of the height.
    pub fn zoom_rows(&mut self, factor: f64, fraction: f64) {
        self.viewport = self.viewport.zoom_rows(factor, fraction, &self.bounds);
    }

    /// Moves by shares of what is in sight.
    pub fn pan(&mut self, x: f64, y: f64) {
        self.viewport = self.viewport.pan(x, y, &self.bounds);
    }

    /// Shows all.
    pub fn reset(&mut self) {
        self.viewport = self.bounds;
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

    /// Outlines the jobs in the way of what is chosen.
    pub fn outline_blockers(&mut self, blockers: Rc<[u32]>) {
        self.blockers = blockers;
    }

    /// What is in sight.
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Asks for one drawing at the next animation frame.
    pub fn request(board: &Rc<RefCell<Self>>) {
        if board.borrow().frame.is_some() {
            return;
        }
        let weak = Rc::downgrade(board);
        let frame = request_animation_frame(move |_| {
            if let Some(board) = weak.upgrade() {
                let mut board = board.borrow_mut();
                board.frame = None;
                board.draw();
                board.tell_at_rest(&weak);
            }
        });
        board.borrow_mut().frame = Some(frame);
    }

    /// Says a little later what is in sight, unless that moves on.
    fn tell_at_rest(&mut self, board: &Weak<RefCell<Self>>) {
        let sight = (self.viewport != self.bounds).then_some(self.viewport);
        if sight == self.told || self.tell_sight.is_none() {
            return;
        }
        let board = board.clone();
        let tell = move || {
            let Some(board) = board.upgrade() else { return };
            let (tell, sight) = {
                let mut board = board.borrow_mut();
                // Short numbers make short links.
                let sight = sight.map(|sight| sight.rounded().clamped(&board.bounds));
                board.viewport = sight.unwrap_or(board.viewport);
                board.told = sight;
                (board.tell_sight.clone(), sight)
            };
            Self::request(&board);
            if let Some(tell) = tell {
                tell(sight);
            }
        };
        self.rest = Some(Timeout::new(AT_REST, tell));
    }

    /// Writes on the canvas what it shows, since a canvas cannot be asked: the plotted area (left,
    /// top, width, height), what is in sight of it (times, rows), and who is in the way.
    fn tell(&self, canvas: &HtmlCanvasElement) {
        let (plot, sight) = (self.plot(), self.viewport);
        let numbers = |numbers: [f64; 4]| numbers.map(|it| it.to_string()).join(" ");
        let area = numbers([plot.left, plot.top, plot.width, plot.height]);
        let sight = numbers([sight.start, sight.end, sight.first_row, sight.last_row]);
        let _ = canvas.set_attribute("data-plot", &area);
        let _ = canvas.set_attribute("data-sight", &sight);
        let blockers: Vec<String> = self.blockers.iter().map(u32::to_string).collect();
        let _ = canvas.set_attribute("data-blockers", &blockers.join(" "));
    }

    /// Draws what is in sight, now.
    pub fn draw(&mut self) -> Option<()> {
        let since = bench::now();
        let canvas = self.canvas.clone()?;
        let scale = web_sys::window()?.device_pixel_ratio().clamp(0.5, 4.0);
        let device = |css: f64| (css * scale).round() as u32;
        let (width, height) = (device(self.size.0), device(self.size.1));
        if width == 0 || height == 0 {
            return None;
        }
        if canvas.width() != width || canvas.height() != height {
            canvas.set_width(width);
            canvas.set_height(height);
        }
        self.tell(&canvas);
        // Of many charts below one another only those on the screen are worth drawing.
        if self.span.is_some() && !is_on_screen(&canvas) {
            return None;
        }
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        context.set_fill_style_str(&self.theme.background.css());
        context.fill_rect(0.0, 0.0, f64::from(width), f64::from(height));
        if let Some(painter) = &self.painter {
            let frame = Frame::new(self.size.0 as u32, self.size.1 as u32).at_scale(scale);
            painter(canvas, frame, self.plot(), &self.viewport);
        } else {
            self.draw_raster(&context, scale);
            self.draw_axes(canvas, scale);
        }
        if let Some(time) = self.cursor {
            let plot = self.plot();
            let x = self.viewport.x(time as f64, plot.width);
            context.save();
            context.scale(scale, scale).ok()?;
            if self.veiled {
                cursor::draw_veil(&context, &self.theme, plot, x);
            }
            cursor::draw(&context, &self.theme, plot, x);
            context.restore();
        }
        if self.pen.is_some() {
            context.save();
            context.scale(scale, scale).ok()?;
            self.draw_pen(&context);
            context.restore();
        }
        bench::drew(bench::now() - since, std::mem::take(&mut self.is_new));
        Some(())
    }

    /// What the hand means, and when the chosen job was submitted.
    fn draw_pen(&self, context: &CanvasRenderingContext2d) -> Option<()> {
        let plot = self.plot();
        if let Some(outline) = self.outline {
            cursor::draw_outline(context, &self.theme, plot, outline);
        }
        let (pen, job) = (self.pen.as_ref()?, self.chosen?);
        let sketched = pen.sketch.job(*pen.numbers.get(job as usize)?)?;
        let position = self.index.pieces.iter().position(|it| it.job == job)?;
        let bar = hit::Hit {
            job,
            piece: position,
        };
        let size = (plot.width, plot.height);
        let bar = hit::area_of(&self.index, &self.viewport, size, bar)?;
        let submitted = self.viewport.x(sketched.submit as f64, plot.width);
        cursor::draw_submission(context, &self.theme, plot, submitted, bar);
        Some(())
    }

    /// Names, processors and times around the raster, by the code that draws them in exports.
    fn draw_axes(&self, canvas: HtmlCanvasElement, scale: f64) -> Option<()> {
        let (width, height) = (self.size.0 as u32, self.size.1 as u32);
        let frame = Frame::new(width, height).at_scale(scale);
        let mut backend = CanvasBackend::with_canvas_object(canvas)?;
        let (viewport, origin, plot) = (&self.viewport, self.origin, self.plot());
        gantt::draw_axes(
            &mut backend,
            frame,
            &self.theme,
            &self.index,
            viewport,
            origin,
            plot,
        )
        .ok()
    }

    fn draw_raster(&mut self, context: &CanvasRenderingContext2d, scale: f64) -> Option<()> {
        let plot = self.plot();
        let device = |css: f64| (css * scale).round().max(0.0) as usize;
        let (width, height) = (device(plot.width), device(plot.height));
        self.pixels.resize(width * height * 4, 255);
        let options = RasterOptions {
            origin: self.origin,
            highlight: self.pointed.or(self.chosen),
            blockers: &self.blockers,
            selected: self.selected.as_deref(),
            ..RasterOptions::plain(&self.theme, scale)
        };
        self.raster.draw(
            &self.index,
            &self.viewport,
            &options,
            (width, height),
            &mut self.pixels,
        );
        let pixels = Clamped(self.pixels.as_slice());
        let image =
            ImageData::new_with_u8_clamped_array_and_sh(pixels, width as u32, height as u32)
                .ok()?;
        let left = (plot.left * scale).round();
        context.put_image_data(&image, left, 0.0).ok()
    }
}

/// Whether some of an element lies within the window's height.
fn is_on_screen(element: &HtmlCanvasElement) -> bool {
    let place = element.get_bounding_client_rect();
    let height = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64());
    place.bottom() > 0.0 && height.is_none_or(|height| place.top() < height)
}
