//! The visible part of a run on a board: the bounds, and every way to move within them.

use std::rc::Rc;

use super::super::minimap::window_of;
use super::Board;
use slotscope::chart::gantt::row_zoom::Lanes;
use slotscope::chart::{Area, Viewport};
use slotscope::page::time_window::TimeWindow;

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
    pub(super) fn fit_bounds(&mut self, anew: bool) {
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
    pub(super) fn reveal(&mut self) {
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
