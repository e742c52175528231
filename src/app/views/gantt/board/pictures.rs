//! Charts of more bars than a frame has time for: made in slices, and moved and stretched meanwhile.
//!
//! Of such a run a board keeps two pictures: the latest of the visible part, and one of the whole run, for
//! parts that the latest does not show. Once nothing moves, the latest equals a chart that is drawn at once.

use std::cell::Cell;
use std::rc::Rc;

use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::Board;
use super::drawing::put;
use crate::app::context::clock::now;
use crate::app::files::download::{canvas_of, context_of};
use slotscope::chart::gantt::moved::{Placed, moved};
use slotscope::chart::gantt::raster::{self, Order, Raster, RasterOptions, device_layout};
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Area, GanttIndex, Theme, Viewport};

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
