//! What the page notes of each drawing of the Gantt chart when it measures itself (feature `bench`).

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use super::clock::now;
use slotscope::chart::GanttIndex;

/// The pictures of new runs that have been drawn. Times are in milliseconds since the page was asked for.
#[derive(Clone, Copy)]
pub struct Pictures {
    pub count: u32,
    /// When the first was drawn; 0 before.
    pub first: f64,
    /// When the last was drawn; 0 before.
    pub last: f64,
}

thread_local! {
    static PICTURES: Cell<Pictures> = const { Cell::new(Pictures { count: 0, first: 0.0, last: 0.0 }) };
    /// The run that was drawn last.
    static DRAWN: RefCell<Weak<GanttIndex>> = const { RefCell::new(Weak::new()) };
    /// How long each drawing took; `None` while they are not timed.
    static TIMES: RefCell<Option<Vec<f64>>> = const { RefCell::new(None) };
}

/// Notes that the chart of a run has been drawn, all that is in sight or some of it, and how long that took.
pub fn drew(milliseconds: f64, run: &Rc<GanttIndex>, is_complete: bool) {
    let is_new = !DRAWN.with_borrow(|drawn| drawn.ptr_eq(&Rc::downgrade(run)));
    if is_new && is_complete {
        DRAWN.replace(Rc::downgrade(run));
        let (before, now) = (PICTURES.get(), now());
        PICTURES.set(Pictures {
            count: before.count + 1,
            first: if before.count == 0 { now } else { before.first },
            last: now,
        });
    }
    TIMES.with_borrow_mut(|times| {
        if let Some(times) = times {
            times.push(milliseconds);
        }
    });
}

pub fn pictures() -> Pictures {
    PICTURES.get()
}

/// Begins to note how long drawings take.
pub fn begin_timing() {
    TIMES.set(Some(Vec::new()));
}

/// How many milliseconds each drawing took since [`begin_timing`]; those that follow are not noted.
pub fn end_timing() -> Vec<f64> {
    TIMES.take().unwrap_or_default()
}
