//! One drawing of a board: raster, axes, and the marks over them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_render::request_animation_frame;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::Clamped;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::Board;
use crate::app::context::clock::now;
use crate::app::files::download::{canvas_of, context_of};
use crate::app::files::view_picture::zoom_of;
use crate::app::views::gantt::cursor;
use crate::app::views::gantt::scene::Future;
use slotscope::chart::gantt::moved::{Placed, moved};
use slotscope::chart::gantt::raster::{Order, Raster, RasterOptions, device_layout};
use slotscope::chart::gantt::{hit, raster, transfers};
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Area, Frame, GanttIndex, Theme, Viewport, VisiblePart, gantt};
use slotscope::workload::Time;

#[cfg(feature = "bench")]
use crate::app::context::clock::now;
#[cfg(feature = "bench")]
use crate::app::context::drawings;

impl Board {
    /// Asks for one drawing at the next animation frame.
    pub fn request(board: &Rc<RefCell<Self>>) {
        if board.borrow().frame.is_some() {
            return;
        }
        let weak = Rc::downgrade(board);
        let frame = request_animation_frame(move |time| {
            let Some(shared) = weak.upgrade() else { return };
            Allowance::begin(time);
            let mut board = shared.borrow_mut();
            board.frame = None;
            board.draw();
            board.tell_at_rest(&weak);
            drop(board);
            Self::request_rest(&shared);
        });
        board.borrow_mut().frame = Some(frame);
    }

    /// Requests another drawing for the parts that the last one had no time for.
    pub fn request_rest(board: &Rc<RefCell<Self>>) {
        if !board.borrow().is_complete {
            Self::request(board);
        }
    }

    /// Writes attributes on the canvas, since its content cannot be read: the plotted area (left, top, width,
    /// height), the visible part (times, rows), and the jobs in the way.
    fn tell(&self, canvas: &HtmlCanvasElement) {
        let (plot, sight) = (self.plot(), self.viewport);
        let numbers = |numbers: [f64; 4]| numbers.map(|it| it.to_string()).join(" ");
        let area = numbers([plot.left, plot.top, plot.width, plot.height]);
        let sight = numbers([sight.start, sight.end, sight.first_row, sight.last_row]);
        let _ = canvas.set_attribute("data-plot", &area);
        let _ = canvas.set_attribute("data-sight", &sight);
        let blockers: Vec<String> = self.arranged.blockers.iter().map(u32::to_string).collect();
        let _ = canvas.set_attribute("data-blockers", &blockers.join(" "));
        let job = self.highlighted();
        let size = (plot.width, plot.height);
        let lines = job.map(|it| transfers::lines_of(&self.arranged.index, &self.viewport, size, it));
        let lines = lines.map_or(0, |it| it.len()).to_string();
        let _ = canvas.set_attribute("data-transfers", &lines);
        let _ = canvas.set_attribute("data-complete", &self.is_complete.to_string());
    }

    /// Draws the visible part now.
    pub fn draw(&mut self) -> Option<()> {
        #[cfg(feature = "bench")]
        let since = now();
        let canvas = self.canvas.clone()?;
        let scale = web_sys::window()?.device_pixel_ratio() * zoom_of(&canvas);
        let scale = scale.clamp(0.5, 4.0);
        let device = |css: f64| (css * scale).round() as u32;
        let (width, height) = (device(self.size.0), device(self.size.1));
        if width == 0 || height == 0 {
            return None;
        }
        if canvas.width() != width || canvas.height() != height {
            canvas.set_width(width);
            canvas.set_height(height);
        }
        self.is_complete = true;
        // Of many charts below one another only those on the screen are worth drawing.
        if self.span.is_some() && !is_on_screen(&canvas) {
            self.tell(&canvas);
            return None;
        }
        let context = context_of(&canvas).ok()?;
        let theme = self.scene.theme();
        context.set_fill_style_str(&theme.background.css());
        context.fill_rect(0.0, 0.0, f64::from(width), f64::from(height));
        if let Some(painter) = &self.painter {
            let frame = Frame::new(self.size.0 as u32, self.size.1 as u32).at_scale(scale);
            painter(canvas.clone(), frame, self.plot(), &self.viewport);
        } else {
            self.is_complete = self.draw_raster(&context, scale).unwrap_or(true);
            self.draw_axes(canvas.clone(), scale);
        }
        self.tell(&canvas);
        self.draw_transfers(&context, scale);
        if let Some(span) = self.scene.look.span {
            context.save();
            context.scale(scale, scale).ok()?;
            let plot = self.plot();
            let x = |time: i64| self.viewport.x(time as f64, plot.width);
            cursor::draw_span(&context, &theme, plot, (x(span.from), x(span.to)));
            context.restore();
        }
        for follower in &self.followers {
            follower(&self.viewport, &self.bounds);
        }
        if let Some(thumb) = self.thumb() {
            context.save();
            context.scale(scale, scale).ok()?;
            cursor::draw_thumb(&context, &theme, self.plot(), thumb);
            context.restore();
        }
        if let Some(time) = self.scene.cursor {
            let plot = self.plot();
            let x = self.viewport.x(time as f64, plot.width);
            context.save();
            context.scale(scale, scale).ok()?;
            let opacity = match self.scene.future {
                Future::Shown => 0.0,
                Future::Veiled => 0.72,
                Future::Hidden => 1.0,
            };
            cursor::draw_veil(&context, &theme, plot, x, opacity);
            cursor::draw(&context, &theme, plot, x);
            context.restore();
        }
        context.save();
        context.scale(scale, scale).ok()?;
        self.draw_pen(&context);
        self.draw_arrivals(&context);
        if self.tells_zone() {
            cursor::write_zone(&context, &theme, self.plot(), &self.scene.origin.axis_label());
        }
        context.restore();
        #[cfg(feature = "bench")]
        drawings::drew(now() - since, &self.arranged.index, self.is_complete);
        Some(())
    }

    /// The data that the task pointed at, or chosen, sends and waits for.
    fn draw_transfers(&self, context: &CanvasRenderingContext2d, scale: f64) -> Option<()> {
        let job = self.highlighted()?;
        let plot = self.plot();
        let size = (plot.width, plot.height);
        let lines = transfers::lines_of(&self.arranged.index, &self.viewport, size, job);
        if lines.is_empty() {
            return None;
        }
        context.save();
        context.scale(scale, scale).ok()?;
        cursor::draw_transfers(context, &self.scene.theme(), plot, &lines);
        context.restore();
        Some(())
    }

    /// The arrivals of the example's jobs, and how long the chosen one waits.
    fn draw_arrivals(&self, context: &CanvasRenderingContext2d) -> Option<()> {
        let (axis, plot) = (self.scene.axis.as_ref()?, self.plot());
        for &(number, time) in &axis.arrivals {
            let x = self.viewport.x(time as f64, plot.width);
            cursor::draw_arrival(context, &self.scene.theme(), plot, x, number);
        }
        let &(_, submit) = axis.arrivals.get(self.chosen()? as usize)?;
        self.draw_submission(context, submit)
    }

    /// The outline of the drawn job, and the submission of the chosen one.
    fn draw_pen(&self, context: &CanvasRenderingContext2d) -> Option<()> {
        let plot = self.plot();
        if let Some(outline) = self.outline {
            cursor::draw_outline(context, &self.scene.theme(), plot, outline);
        }
        let (pen, job) = (self.arranged.pen.as_ref()?, self.chosen()?);
        let sketched = pen.sketch.job(*pen.numbers.get(job as usize)?)?;
        self.draw_submission(context, sketched.submit)
    }

    /// From a submission to the bar of the chosen job.
    fn draw_submission(&self, context: &CanvasRenderingContext2d, submit: Time) -> Option<()> {
        let (plot, job) = (self.plot(), self.chosen()?);
        let pieces = &self.arranged.index.pieces;
        let position = pieces.iter().position(|it| it.job == job)?;
        let bar = hit::Hit { job, piece: position };
        let size = (plot.width, plot.height);
        let bar = hit::area_of(&self.arranged.index, &self.viewport, size, bar)?;
        let submitted = self.viewport.x(submit as f64, plot.width);
        cursor::draw_submission(context, &self.scene.theme(), plot, submitted, bar);
        Some(())
    }

    /// Names, processors and times around the raster, by the code that draws them in exports.
    fn draw_axes(&self, canvas: HtmlCanvasElement, scale: f64) -> Option<()> {
        let (width, height) = (self.size.0 as u32, self.size.1 as u32);
        let frame = Frame::new(width, height).at_scale(scale);
        let mut backend = CanvasBackend::with_canvas_object(canvas)?;
        let shown = VisiblePart { viewport: &self.viewport, selected: self.arranged.selected.as_deref() };
        let (shown, plot) = ((shown, self.scene.origin), self.plot());
        gantt::draw_axes(&mut backend, frame, &self.scene.theme(), &self.arranged.index, shown, plot).ok()
    }

    /// Draws the bars, all at once where there is time for that; whether they are all there.
    fn draw_raster(&mut self, context: &CanvasRenderingContext2d, scale: f64) -> Option<bool> {
        let plot = self.plot();
        let device = |css: f64| (css * scale).round().max(0.0) as usize;
        let (width, height) = (device(plot.width), device(plot.height));
        if width == 0 || height == 0 {
            return None;
        }
        if !self.is_drawn_at_once() {
            let is_there = self.draw_pictures(context, scale, (width, height));
            // Without a canvas for a picture all is drawn at once, however long that takes.
            if is_there.is_some() {
                return is_there;
            }
            self.pictures = Pictures::default();
        }
        self.pixels.resize(width * height * 4, 255);
        let theme = self.scene.theme();
        let options = RasterOptions {
            origin: self.scene.origin,
            highlight: self.highlighted(),
            blockers: &self.arranged.blockers,
            selected: self.arranged.selected.as_deref(),
            ..RasterOptions::plain(&theme, scale)
        };
        self.raster.draw(&self.arranged.index, &self.viewport, &options, (width, height), &mut self.pixels);
        let left = (plot.left * scale).round();
        put(context, &self.pixels, (width, height), left).map(|()| true)
    }
}

/// Puts pixels on a canvas, at its upper edge.
pub(super) fn put(
    context: &CanvasRenderingContext2d,
    pixels: &[u8],
    (width, height): (usize, usize),
    left: f64,
) -> Option<()> {
    let pixels = Clamped(pixels);
    let image = ImageData::new_with_u8_clamped_array_and_sh(pixels, width as u32, height as u32).ok()?;
    context.put_image_data(&image, left, 0.0).ok()
}

/// Whether some of an element lies within the window's height.
fn is_on_screen(element: &HtmlCanvasElement) -> bool {
    let place = element.get_bounding_client_rect();
    let height = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64());
    place.bottom() > 0.0 && height.is_none_or(|height| place.top() < height)
}

/// This many bars are drawn at once in a frame, of all charts together.
const AT_ONCE: usize = 60_000;

/// Slices of pictures end this many milliseconds after the first chart of a frame began.
const SLICES: f64 = 4.0;

/// The clock is looked at after this many bars.
const BARS: usize = 4_096;

/// The time that the charts of a frame may take.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    /// The frame's time, as the browser tells it.
    frame: f64,
    /// How many charts have been drawn in it.
    charts: usize,
    /// How many were in the frame before.
    before: usize,
    /// When slices end.
    until: f64,
}

thread_local! {
    static ALLOWANCE: Cell<Allowance> = const {
        Cell::new(Allowance { frame: -1.0, charts: 0, before: 1, until: 0.0 })
    };
}

impl Allowance {
    /// A frame begins, or another chart is drawn in it.
    pub(super) fn begin(frame: f64) {
        let last = ALLOWANCE.get();
        if last.frame != frame {
            ALLOWANCE.set(Self { frame, charts: 0, before: last.charts, until: now() + SLICES });
        }
    }

    /// Whether a chart of this many bars may be drawn at once: each has the same share of a frame.
    fn suffices(bars: usize) -> bool {
        let allowance = ALLOWANCE.get();
        let charts = allowance.charts + 1;
        ALLOWANCE.set(Self { charts, ..allowance });
        bars <= AT_ONCE / allowance.before.max(charts)
    }
}

/// The subject of a picture.
#[derive(Clone)]
struct Subject {
    index: Rc<GanttIndex>,
    theme: Theme,
    origin: Origin,
    selected: Option<Rc<[bool]>>,
    viewport: Viewport,
    /// In device pixels.
    size: (usize, usize),
    scale: f64,
}

impl Subject {
    /// Whether it is the same except for the visible part.
    fn looks_like(&self, other: &Self) -> bool {
        let selected = match (&self.selected, &other.selected) {
            (None, None) => true,
            (Some(these), Some(those)) => Rc::ptr_eq(these, those),
            _ => false,
        };
        let is_same =
            (self.theme, self.origin, self.size, self.scale) == (other.theme, other.origin, other.size, other.scale);
        selected && is_same && Rc::ptr_eq(&self.index, &other.index)
    }

    fn is_the_same(&self, other: &Self) -> bool {
        self.viewport == other.viewport && self.looks_like(other)
    }

    fn options(&self) -> RasterOptions<'_> {
        RasterOptions {
            origin: self.origin,
            selected: self.selected.as_deref(),
            ..RasterOptions::plain(&self.theme, self.scale)
        }
    }

    fn placed(&self) -> Placed {
        Placed {
            viewport: self.viewport,
            layout: device_layout(&self.index, &self.viewport, self.size.1, self.scale),
            width: self.size.0 as f64,
        }
    }
}

struct Picture {
    subject: Subject,
    placed: Placed,
    canvas: HtmlCanvasElement,
}

/// The pictures of one board.
#[derive(Default)]
pub(super) struct Pictures {
    latest: Option<Rc<Picture>>,
    whole: Option<Rc<Picture>>,
    making: Option<Subject>,
}

impl Board {
    /// Whether this chart is among those that are drawn at once in this frame.
    pub(super) fn is_drawn_at_once(&mut self) -> bool {
        let Viewport { start, end, .. } = self.viewport;
        let is_at_once = Allowance::suffices(self.arranged.index.count_between(start, end));
        if is_at_once {
            self.pictures.lay_aside(&self.arranged.index);
        }
        is_at_once
    }

    /// Draws the available part of the plotted area, and makes more of it; returns whether it is complete.
    pub(super) fn draw_pictures(
        &mut self,
        context: &CanvasRenderingContext2d,
        scale: f64,
        size: (usize, usize),
    ) -> Option<bool> {
        let wanted = Subject {
            index: self.arranged.index.clone(),
            theme: self.scene.theme(),
            origin: self.scene.origin,
            selected: self.arranged.selected.clone(),
            viewport: self.viewport,
            size,
            scale,
        };
        let left = (self.plot().left * scale).round();
        self.pictures.make(&wanted, &self.bounds, &mut self.raster, &mut self.pixels)?;
        let is_there = self.pictures.is_there(&wanted, &self.bounds);
        self.pictures.show(context, &wanted, left)?;
        let options =
            RasterOptions { highlight: self.highlighted(), blockers: &self.arranged.blockers, ..wanted.options() };
        for (colour, side) in raster::outlines_over(order_of(&wanted, &options)) {
            context.set_fill_style_str(&colour.css());
            context.fill_rect(left + side.left, side.top, side.width, side.height);
        }
        Some(is_there)
    }
}

fn order_of<'a>(subject: &'a Subject, options: &'a RasterOptions<'a>) -> Order<'a> {
    Order { index: &subject.index, viewport: &subject.viewport, options, size: subject.size }
}

impl Pictures {
    /// The raster is used for something else. Those of other runs are of no more use.
    fn lay_aside(&mut self, index: &Rc<GanttIndex>) {
        self.making = None;
        let is_of_another = |it: &mut Rc<Picture>| !Rc::ptr_eq(&it.subject.index, index);
        self.latest.take_if(is_of_another);
        self.whole.take_if(is_of_another);
    }

    /// Whether nothing is left to be made.
    fn is_there(&self, wanted: &Subject, bounds: &Viewport) -> bool {
        self.next(wanted, bounds).is_none()
    }

    /// The next picture to make: the visible part, then the whole run.
    fn next(&self, wanted: &Subject, bounds: &Viewport) -> Option<Subject> {
        let latest = self.latest.as_ref();
        if latest.is_none_or(|it| !it.subject.is_the_same(wanted)) {
            return Some(wanted.clone());
        }
        let whole = Subject { viewport: *bounds, ..wanted.clone() };
        let is_there = |it: &Rc<Picture>| it.subject.is_the_same(&whole);
        (!self.whole.as_ref().is_some_and(is_there)).then_some(whole)
    }

    /// Makes a slice of the missing part.
    fn make(&mut self, wanted: &Subject, bounds: &Viewport, raster: &mut Raster, pixels: &mut Vec<u8>) -> Option<()> {
        // A picture in progress is useful as long as it looks the same: it will be moved.
        self.making.take_if(|it| !it.looks_like(wanted));
        let is_new = self.making.is_none();
        let subject = match self.making.take() {
            Some(subject) => subject,
            None => match self.next(wanted, bounds) {
                Some(subject) => subject,
                None => return Some(()),
            },
        };
        let options = subject.options();
        let order = order_of(&subject, &options);
        if is_new {
            raster.begin(order);
        }
        let until = ALLOWANCE.get().until;
        while !raster.add(order, BARS) {
            if now() > until {
                self.making = Some(subject);
                return Some(());
            }
        }
        let (width, height) = subject.size;
        pixels.resize(width * height * 4, 255);
        raster.finish(order, pixels);
        let is_whole = subject.viewport == *bounds;
        let picture =
            Rc::new(Picture { canvas: canvas_with(pixels, subject.size)?, placed: subject.placed(), subject });
        if is_whole {
            self.whole = Some(picture.clone());
        }
        let is_in_sight = picture.subject.viewport == wanted.viewport;
        if is_in_sight || !is_whole {
            self.latest = Some(picture);
        }
        Some(())
    }

    /// Shows the latest picture if it is of the visible part, otherwise the available part of it.
    fn show(&self, context: &CanvasRenderingContext2d, wanted: &Subject, left: f64) -> Option<()> {
        let latest = self.latest.as_ref();
        if let Some(picture) = latest.filter(|it| it.subject.is_the_same(wanted)) {
            return context.draw_image_with_html_canvas_element(&picture.canvas, left, 0.0).ok();
        }
        let now = wanted.placed();
        context.set_fill_style_str(&wanted.theme.panel.css());
        for lane in &now.layout.lanes {
            context.fill_rect(left, lane.top, now.width, lane.bottom - lane.top);
        }
        for picture in [&self.whole, &self.latest].into_iter().flatten() {
            if picture.subject.index.rows != wanted.index.rows {
                continue;
            }
            for (from, to) in moved(&picture.placed, &now) {
                let to = Area { left: left + to.left, ..to };
                copy(context, &picture.canvas, from, to)?;
            }
        }
        Some(())
    }
}

/// Copies a part of a picture to another place, stretched as it must be.
fn copy(context: &CanvasRenderingContext2d, canvas: &HtmlCanvasElement, from: Area, to: Area) -> Option<()> {
    context
        .draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            canvas,
            from.left,
            from.top,
            from.width,
            from.height,
            to.left,
            to.top,
            to.width,
            to.height,
        )
        .ok()
}

fn canvas_with(pixels: &[u8], size: (usize, usize)) -> Option<HtmlCanvasElement> {
    let canvas = canvas_of((size.0 as u32, size.1 as u32)).ok()?;
    put(&context_of(&canvas).ok()?, pixels, size, 0.0)?;
    Some(canvas)
}
