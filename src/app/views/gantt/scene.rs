//! The content of Gantt charts: one value that the views share with the boards that draw it.
//!
//! To show more, add a field to [`Scene`] if it comes from the state of the page, to [`Arranged`] if it is computed from
//! the run, and draw it in `board/drawing.rs`.

use std::rc::Rc;

use super::pen::Pen;
use crate::app::context::theme::Ground;
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{GanttIndex, Theme, Viewport};
use slotscope::experiment::Run;
use slotscope::page::front_door::Axis;
use slotscope::page::look::Look;
use slotscope::workload::sketch::Sketch;
use slotscope::workload::{Job, Time};

/// The part of the page's state that a Gantt chart shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub ground: Ground,
    pub origin: Origin,
    /// The moment that is marked.
    pub cursor: Option<Time>,
    /// The job that is chosen: its index in the run.
    pub job: Option<usize>,
    /// Whether that job is to be brought into sight.
    pub brings_job: bool,
    /// The jobs that are highlighted, by their numbers, ascending.
    pub selected: Rc<[u64]>,
    /// The colouring, and the marked span.
    pub look: Look,
    /// The visible part; `None` for the whole run.
    pub sight: Option<Viewport>,
    /// How the part after the cursor is shown.
    pub future: Future,
    /// The jobs that are drawn on, while the chart is.
    pub drawing: Drawing,
    /// The time axis, if it is that of the example of a first visit.
    pub axis: Option<Rc<Axis>>,
}

/// How the part of a schedule after the cursor is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Future {
    /// Like the part before it.
    Shown,
    /// Faintly.
    Veiled,
    Hidden,
}

impl Scene {
    /// The moment after which nothing is told; none if all is.
    pub fn known_until(&self) -> Option<Time> {
        self.cursor.filter(|_| self.future == Future::Hidden)
    }

    /// Whether a time is hidden.
    pub fn hides(&self, time: f64) -> bool {
        self.known_until().is_some_and(|known| time > known as f64)
    }

    /// A scene without marks, chosen job and highlights.
    pub fn plain(ground: Ground, origin: Origin) -> Self {
        Self {
            ground,
            origin,
            cursor: None,
            job: None,
            brings_job: false,
            selected: Rc::default(),
            look: Look::default(),
            sight: None,
            future: Future::Shown,
            drawing: Drawing::Off,
            axis: None,
        }
    }

    /// The colours of the chart.
    pub fn theme(&self) -> Theme {
        self.ground.theme()
    }
}

/// The data that a chart draws, computed from the run for a [`Scene`].
#[derive(Clone, Default)]
pub struct Arranged {
    /// The bars in the colours of the scene.
    pub index: Rc<GanttIndex>,
    /// A flag for each job of the run: whether it is highlighted; `None` if none is.
    pub selected: Option<Rc<[bool]>>,
    /// The jobs in the way of the chosen one: their indices in the run.
    pub blockers: Rc<[u32]>,
    /// The sketch, while the chart is drawn on.
    pub pen: Option<Pen>,
}

impl Arranged {
    /// Only bars.
    pub fn of_bars(index: Rc<GanttIndex>) -> Self {
        Self { index, ..Self::default() }
    }
}

/// Equal bars are the same ones: comparing them would take as long as drawing them.
impl PartialEq for Arranged {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.index, &other.index)
            && (&self.selected, &self.blockers) == (&other.selected, &other.blockers)
            && self.pen == other.pen
    }
}

/// Whether the chart is drawn on.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// It is only looked at.
    Off,
    /// It would be, but there are too many jobs.
    TooMany,
    /// These jobs are.
    On(Rc<Sketch>),
}

impl Drawing {
    /// Of a run, whose experiment may hold the sketch already.
    pub fn of(on: bool, sketch: Option<&Rc<Sketch>>, run: &Run) -> Self {
        match (on && run.is_of_log(), sketch) {
            (false, _) => Self::Off,
            (true, Some(sketch)) => Self::On(sketch.clone()),
            (true, None) => Sketch::of(&run.jobs).map_or(Self::TooMany, |sketch| Self::On(Rc::new(sketch))),
        }
    }
}

/// A flag for each job of a run: whether its number is among `selected`, which ascend; `None` if
/// none is.
pub fn flags_of(run: &Run, selected: &[u64]) -> Option<Rc<[bool]>> {
    let is_selected = |job: &Job| selected.binary_search(&job.id).is_ok();
    let flags: Rc<[bool]> = run.jobs.iter().map(is_selected).collect();
    flags.contains(&true).then_some(flags)
}
