//! Drawings by hand on the Gantt chart become a workload at every stroke.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use slotscope::page::history::WorkloadKey;
use slotscope::page::sketched::{NAME, Sketched, scenario};
use slotscope::page::state::{Action, EditAction};
use slotscope::worker::Source;
use slotscope::workload::sketch::Sketch;

/// The kinds of drawing.
pub enum Draw {
    /// The blackboard example, with a scenario of its own.
    Blackboard,
    /// A sketch after a stroke.
    Stroke {
        /// The sketch after it.
        sketch: Sketch,
        /// The movement that it belongs to while that goes on.
        moving: Option<&'static str>,
        /// The job to be highlighted, by its number.
        chosen: Option<u64>,
    },
}

/// Makes a workload of whatever is drawn.
#[hook]
pub fn use_sketching(read: &Callback<Source, WorkloadKey>, dispatch: &Dispatch) -> Callback<Draw> {
    let (read, dispatch) = (read.clone(), dispatch.clone());
    use_callback((), move |draw, ()| {
        let (sketch, opens, moving, chosen) = match draw {
            Draw::Blackboard => (Sketch::blackboard(), Some(scenario()), None, None),
            Draw::Stroke { sketch, moving, chosen } => (sketch, None, moving, chosen),
        };
        let key = read.emit(Source::Written { name: NAME.to_owned(), text: sketch.swf(NAME).into() });
        dispatch.dispatch(Action::Edit(EditAction::Sketched(Box::new(Sketched {
            key,
            sketch: Rc::new(sketch),
            opens,
            moving,
            chosen,
        }))));
    })
}
