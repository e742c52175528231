//! Slots as an algorithm sees them: numbered, with pointers beneath, and the values known so far.

use super::axis::number_ticks;
use crate::piece::{Kind, shade_of};
use crate::prelude::*;

/// A pointer of the algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub name: &'static str,
    /// The slot that it points to, counted from 0.
    pub slot: usize,
}

/// Where a reservation might go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// From when, in seconds.
    pub start: Time,
    /// Until when.
    pub end: Time,
    pub processors: i64,
    /// Whether it is the answer.
    pub found: bool,
}

/// The content of the picture. Times are seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeenSlots {
    pub window: (Time, Time),
    /// All processors of the provider.
    pub capacity: i64,
    /// Start and free processors of each slot; the last reaches to the end.
    pub slots: Vec<(Time, i64)>,
    /// From here on nothing is known yet.
    pub unknown_from: Option<Time>,
    /// The slot that is looked at.
    pub touched: Option<usize>,
    pub pointers: Vec<Pointer>,
    /// Moments with a name: t, r, d.
    pub moments: Vec<(&'static str, Time)>,
    pub candidate: Option<Candidate>,
    /// Start, end and processors of each reservation, in the order in which they were given.
    pub reservations: Vec<(Time, Time, u32)>,
}

/// The height that shows this many reservations, in CSS pixels.
pub fn height(reservations: usize) -> u32 {
    310 + BAR * reservations as u32
}

/// The height of a reservation's line.
const BAR: u32 = 20;

/// The height of the row of slot numbers and pointers.
const POINTERS: f64 = 40.0;

/// Draws the picture: free processors, slot numbers and pointers, reservations.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, seen: &SeenSlots, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let lower = f64::from(BAR) * seen.reservations.len() as f64;
    let plot = area.inset(30.0, 38.0, 6.0, lower + POINTERS + 68.0);
    if seen.window.1 <= seen.window.0 || plot.width < 20.0 || plot.height < 20.0 {
        return pen.nothing(area, "There are no slots to show.");
    }
    let sight = Sight { plot, seen };
    sight.axes(&mut pen)?;
    sight.steps(&mut pen)?;
    sight.candidate(&mut pen)?;
    sight.moments(&mut pen)?;
    sight.pointers(&mut pen)?;
    let times = Area { height: plot.height + POINTERS, ..plot };
    let window = (seen.window.0 as f64, seen.window.1 as f64);
    draw_time_marks(&mut pen, times, window, Origin::Seconds)?;
    let below = Area { top: times.bottom() + 50.0, height: lower, ..plot };
    sight.reservations(&mut pen, below)
}

/// Above the steps of slots in which all are free, in CSS pixels: their line is whole.
const ABOVE_ALL: f64 = 8.0;

/// The plotted area and its visible times.
struct Sight<'a> {
    plot: Area,
    seen: &'a SeenSlots,
}

impl Sight<'_> {
    fn x(&self, time: Time) -> f64 {
        let (start, end) = (self.seen.window.0 as f64, self.seen.window.1 as f64);
        let share = (time as f64 - start) / (end - start);
        self.plot.left + share.clamp(0.0, 1.0) * self.plot.width
    }

    fn y(&self, free: i64) -> f64 {
        let share = free as f64 / self.seen.capacity.max(1) as f64;
        self.plot.bottom() - share.clamp(0.0, 1.0) * (self.plot.height - ABOVE_ALL)
    }

    /// From where to where a slot reaches.
    fn slot(&self, index: usize) -> (f64, f64) {
        let slots = &self.seen.slots;
        let end = slots.get(index + 1).map_or(self.seen.window.1, |it| it.0);
        (self.x(slots[index].0), self.x(end))
    }

    fn axes(&self, pen: &mut Pen) -> Drawn {
        let (theme, plot) = (pen.theme, self.plot);
        let heading = Lettering::new(12.5, theme.text).bold();
        pen.text("free processors", (plot.left, plot.top - 27.0), heading)?;
        pen.fill(plot, theme.panel, 1.0)?;
        let window = (self.seen.window.0 as f64, self.seen.window.1 as f64);
        for tick in time_ticks(window.0, window.1, plot.width, Origin::Seconds) {
            pen.down(self.x(tick.at as Time), (plot.top, plot.bottom()), theme.grid)?;
        }
        let numbers = Lettering::new(11.5, theme.muted).right();
        for tick in number_ticks(0.0, self.seen.capacity as f64, plot.height - ABOVE_ALL, 22.0) {
            if tick.at.fract() == 0.0 {
                let y = self.y(tick.at as i64);
                pen.across((plot.left, plot.right()), y, theme.grid)?;
                pen.text(&tick.label, (plot.left - 7.0, y), numbers)?;
            }
        }
        Ok(())
    }

    fn steps(&self, pen: &mut Pen) -> Drawn {
        let theme = pen.theme;
        let colour = theme.series[2];
        let known = self.seen.unknown_from.map_or(self.plot.right(), |it| self.x(it));
        let mut line = Vec::new();
        for (index, &(_, free)) in self.seen.slots.iter().enumerate() {
            let (left, right) = self.slot(index);
            let top = self.y(free);
            let touched = self.seen.touched == Some(index);
            let share = if touched { 0.55 } else { 0.28 };
            let known = right.min(known.max(left));
            self.free(pen, (left, known), top, colour, share)?;
            self.free(pen, (known, right), top, theme.muted, 0.12)?;
            line.extend([(left, top), (known, top)]);
            if right - left >= 16.0 {
                let inside = if self.plot.bottom() - top >= 22.0 { 11.0 } else { -9.0 };
                let style = Lettering::new(13.0, theme.text).bold().centred();
                pen.text(&free.to_string(), ((left + right) / 2.0, top + inside), style)?;
            }
        }
        pen.frame(self.plot, theme.axis)?;
        pen.path(&line, colour, 2.0)
    }

    fn free(&self, pen: &mut Pen, (left, right): (f64, f64), top: f64, colour: Rgb, alpha: f64) -> Drawn {
        let area = Area { left, top, width: right - left, height: self.plot.bottom() - top };
        pen.fill(area, colour, alpha)
    }

    /// Its outline; filled once it is the answer.
    fn candidate(&self, pen: &mut Pen) -> Drawn {
        let Some(it) = self.seen.candidate else {
            return Ok(());
        };
        let (x0, x1) = (self.x(it.start), self.x(it.end));
        let (y0, y1) = (self.y(it.processors), self.plot.bottom());
        let colour = pen.theme.series[3];
        if it.found {
            self.free(pen, (x0, x1), y0, colour, 0.45)?;
        }
        let outline = [(x0, y1), (x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        pen.path(&outline, colour, 2.0)
    }

    fn moments(&self, pen: &mut Pen) -> Drawn {
        let (theme, plot) = (pen.theme, self.plot);
        for &(name, time) in &self.seen.moments {
            let x = self.x(time);
            pen.path(&[(x, plot.top), (x, plot.bottom())], theme.highlight, 1.5)?;
            let style = Lettering::new(12.5, theme.text).bold().centred();
            pen.text(name, (x, plot.top - 9.0), style)?;
        }
        Ok(())
    }

    /// Numbers of the slots, and below them the pointers.
    fn pointers(&self, pen: &mut Pen) -> Drawn {
        let theme = pen.theme;
        let mut free_from = f64::NEG_INFINITY;
        for index in 0..self.seen.slots.len() {
            let (left, right) = self.slot(index);
            let middle = (left + right) / 2.0;
            let touched = self.seen.touched == Some(index);
            if middle - 8.0 < free_from && !touched {
                continue;
            }
            free_from = middle + 8.0;
            let style = Lettering::new(11.5, theme.muted).centred();
            let number = (index + 1).to_string();
            pen.text(&number, (middle, self.plot.bottom() + 9.0), style)?;
        }
        // Pointers to the same slot stand together: `low, high`.
        for (at, pointer) in self.seen.pointers.iter().enumerate() {
            let here = |other: &&Pointer| other.slot == pointer.slot;
            let first = self.seen.pointers.iter().position(|it| here(&it));
            if first != Some(at) || pointer.slot >= self.seen.slots.len() {
                continue;
            }
            let names: Vec<&str> = self.seen.pointers.iter().filter(here).map(|it| it.name).collect();
            let (left, right) = self.slot(pointer.slot);
            self.pointer(pen, (left + right) / 2.0, &names.join(", "))?;
        }
        Ok(())
    }

    fn pointer(&self, pen: &mut Pen, x: f64, name: &str) -> Drawn {
        let (top, colour) = (self.plot.bottom() + 16.0, pen.theme.series[1]);
        let arrow = [(x, top), (x - 5.0, top + 7.0), (x + 5.0, top + 7.0)];
        pen.polygon(&arrow, colour, 1.0)?;
        let style = Lettering::new(12.5, colour).bold().centred();
        pen.text(name, (x, top + 15.0), style)
    }

    fn reservations(&self, pen: &mut Pen, area: Area) -> Drawn {
        if self.seen.reservations.is_empty() {
            return Ok(());
        }
        let theme = pen.theme;
        let heading = Lettering::new(12.5, theme.text).bold();
        pen.text("reservations", (area.left, area.top - 10.0), heading)?;
        for (at, &(start, end, processors)) in self.seen.reservations.iter().enumerate() {
            let bar = Area {
                left: self.x(start),
                top: area.top + at as f64 * f64::from(BAR) + 3.0,
                width: self.x(end) - self.x(start),
                height: f64::from(BAR) - 6.0,
            };
            let colour = Kind::Reservation.colour(shade_of(at as u32 + 1), theme);
            pen.fill(bar, colour, 1.0)?;
            pen.hatch(bar, 8.0, colour.mixed(theme.hatch, 0.35))?;
            let words = super::processors_in_words(processors.into());
            let y = bar.top + bar.height / 2.0;
            let style = Lettering::new(11.5, theme.text);
            if bar.right() + 90.0 <= area.right() {
                pen.text(&words, (bar.right() + 6.0, y), style)?;
            } else {
                pen.text(&words, (bar.left - 6.0, y), style.right())?;
            }
        }
        Ok(())
    }
}
