//! Drawing jobs by hand on the Gantt chart: from a drag to a stroke.

use std::rc::Rc;

use super::board::Board;
use crate::app::context::chord::{Chord, Row};
use slotscope::chart::Area;
use slotscope::workload::Time;
use slotscope::workload::sketch::{Sketch, Stroke};

/// The sketch, while the chart is drawn on.
#[derive(Clone, PartialEq)]
pub struct Pen {
    /// The jobs as they are.
    pub sketch: Rc<Sketch>,
    /// The number of each job of the run.
    pub numbers: Rc<[u64]>,
    /// Whether it draws reservations.
    pub reservations: bool,
}

/// The part of the picture that a drag holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// A place without a job: a new one is drawn.
    Ground,
    /// A whole job.
    Job(u64),
    /// The right edge of a job.
    End(u64),
    /// The upper or lower edge of a job.
    Side(u64, Side),
}

/// Which edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    Upper,
    Lower,
}

/// A drag that draws.
#[derive(Clone)]
pub struct Drag {
    /// The jobs as they were when it began.
    base: Rc<Sketch>,
    grip: Grip,
    /// Where it began, in CSS pixels of the plotted area.
    from: (f64, f64),
    held: Area,
    reservations: bool,
}

/// An edge can be taken from this many pixels away, but the middle of a bar is the bar.
const EDGE: f64 = 6.0;

/// Times that are drawn come to multiples of the first of these that is wide enough on the screen.
const STEPS: [Time; 12] = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 21_600, 86_400];

/// This many pixels are wide enough.
const STEP_WIDTH: f64 = 5.0;

impl Grip {
    /// The shape of the pointer over it.
    pub fn cursor(self) -> &'static str {
        match self {
            Self::Ground => "crosshair",
            Self::Job(_) => "grab",
            Self::End(_) => "ew-resize",
            Self::Side(..) => "ns-resize",
        }
    }

    /// The job, by its number.
    pub fn job(self) -> Option<u64> {
        match self {
            Self::Ground => None,
            Self::Job(job) | Self::End(job) | Self::Side(job, _) => Some(job),
        }
    }
}

/// The part at a point of the plotted area that a drag would hold, and its bounds.
pub fn grip_at(board: &Board, pen: &Pen, (x, y): (f64, f64)) -> (Grip, Area) {
    let nothing = Area { left: x, top: y, width: 0.0, height: 0.0 };
    let Some((index, bar)) = board.bar_at(x, y) else {
        return (Grip::Ground, nothing);
    };
    let Some(&job) = pen.numbers.get(index as usize) else {
        return (Grip::Ground, nothing);
    };
    let near = |distance: f64, size: f64| distance.abs() <= EDGE.min(size / 4.0);
    let grip = if near(bar.right() - x, bar.width) {
        Grip::End(job)
    } else if near(y - bar.top, bar.height) {
        Grip::Side(job, Side::Upper)
    } else if near(bar.bottom() - y, bar.height) {
        Grip::Side(job, Side::Lower)
    } else {
        Grip::Job(job)
    };
    (grip, bar)
}

impl Drag {
    /// A drag that begins at a point of the plotted area.
    pub fn begin(board: &Board, pen: &Pen, from: (f64, f64)) -> Self {
        let (grip, held) = grip_at(board, pen, from);
        Self { base: pen.sketch.clone(), grip, from, held, reservations: pen.reservations }
    }

    /// The drawing at a point: the sketch, the number of the job, and the outline of the drawn job. `exact` for
    /// times in steps of 1 second.
    pub fn to(&self, board: &Board, to: (f64, f64), exact: bool) -> (Sketch, Option<u64>, Area) {
        let (dx, dy) = (to.0 - self.from.0, to.1 - self.from.1);
        let scale = board.scale();
        let step = if exact { 1 } else { scale.step() };
        let to_step = |time: f64| (time / step as f64).round() as Time * step;
        let seconds = dx * scale.seconds;
        let rows = dy / scale.row_height.max(1e-9);
        let submit = |job| {
            let job = self.base.job(job);
            job.map_or(0, |job| job.window.map_or(job.submit, |window| window.0))
        };
        let mut outline = self.held;
        let stroke = match self.grip {
            Grip::Ground => {
                outline.left = self.from.0.min(to.0);
                outline.top = self.from.1.min(to.1);
                (outline.width, outline.height) = (dx.abs(), dy.abs());
                Stroke::Add {
                    at: to_step(board.time_in_plot(outline.left)).max(0),
                    length: to_step(seconds.abs()).max(step),
                    // A pixel too far is no further processor.
                    processors: (rows.abs() - 0.1).ceil().max(1.0) as u32,
                    reservation: self.reservations,
                }
            }
            Grip::Job(job) => {
                outline.left += dx;
                let from = submit(job);
                Stroke::Shift { job, seconds: to_step(from as f64 + seconds) - from }
            }
            Grip::End(job) => {
                outline.width = (outline.width + dx).max(1.0);
                Stroke::Lengthen { job, seconds: to_step(seconds) }
            }
            Grip::Side(job, side) => {
                let taller = if side == Side::Lower { dy } else { -dy };
                outline.height = (outline.height + taller).max(1.0);
                if side == Side::Upper {
                    outline.top = self.held.bottom() - outline.height;
                }
                let size = self.base.job(job).map_or(1, |job| job.processors);
                let more = (taller / scale.row_height.max(1e-9)).round();
                let processors = (f64::from(size) + more).max(1.0) as u32;
                Stroke::Resize { job, processors }
            }
        };
        let sketch = self.base.after(stroke, scale.largest);
        let drawn = match self.grip.job() {
            Some(job) => Some(job),
            None if sketch.jobs.len() > self.base.jobs.len() => sketch.jobs.last().map(|job| job.id),
            None => None,
        };
        (sketch, drawn, outline)
    }
}

/// How the plotted area measures time and processors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Seconds for each CSS pixel.
    pub seconds: f64,
    /// CSS pixels for each processor.
    pub row_height: f64,
    /// The processors of the largest provider.
    pub largest: u32,
}

impl Scale {
    /// Times that are drawn come to multiples of this many seconds.
    pub fn step(&self) -> Time {
        let wide_enough = |&&step: &&Time| step as f64 >= STEP_WIDTH * self.seconds;
        STEPS.iter().find(wide_enough).copied().unwrap_or(86_400)
    }
}

/// The effect of a key on the chosen job.
#[derive(Clone, Copy)]
pub enum Touch {
    /// This many steps later.
    Shift(Time),
    /// This many steps longer.
    Lengthen(Time),
    /// This many processors more.
    Widen(i64),
    Wipe,
}

use Touch::{Lengthen, Shift, Widen, Wipe};

/// The keys that draw.
pub const KEYS: &[Row<Touch>] = &[
    Row {
        what: "Chosen job: longer, shorter",
        keys: &[(Chord::AltShift("ArrowRight"), Lengthen(1)), (Chord::AltShift("ArrowLeft"), Lengthen(-1))],
    },
    Row {
        what: "Chosen job: earlier, later",
        keys: &[(Chord::Alt("ArrowLeft"), Shift(-1)), (Chord::Alt("ArrowRight"), Shift(1))],
    },
    Row {
        what: "Chosen job: a processor more, less",
        keys: &[(Chord::Alt("ArrowUp"), Widen(1)), (Chord::Alt("ArrowDown"), Widen(-1))],
    },
    Row { what: "Chosen job: delete", keys: &[(Chord::Plain("Delete"), Wipe), (Chord::Plain("Backspace"), Wipe)] },
];

impl Touch {
    /// Its stroke at the job of that number.
    pub fn stroke(self, job: u64, scale: &Scale, base: &Sketch) -> Option<Stroke> {
        let step = scale.step();
        Some(match self {
            Shift(steps) => Stroke::Shift { job, seconds: steps * step },
            Lengthen(steps) => Stroke::Lengthen { job, seconds: steps * step },
            Widen(more) => {
                let size = i64::from(base.job(job)?.processors) + more;
                let processors = size.clamp(1, u32::MAX.into()) as u32;
                Stroke::Resize { job, processors }
            }
            Wipe => Stroke::Wipe { job },
        })
    }
}
