//! One drawing of a board: raster, axes, and the marks over them.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_render::request_animation_frame;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::Clamped;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::super::cursor;
use super::super::scene::Future;
use super::Board;
use super::pictures::{Allowance, Pictures};
#[cfg(feature = "bench")]
use crate::app::context::{clock::now, drawings};
use crate::app::files::download::context_of;
use crate::app::files::picture::zoom_of;
use slotscope::chart::gantt::raster::RasterOptions;
use slotscope::chart::gantt::{self, hit, transfers};
use slotscope::chart::{Frame, VisiblePart};
use slotscope::workload::Time;

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
