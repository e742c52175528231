//! Drawings by hand on the Gantt chart become a workload at every stroke.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use slotscope::page::front_door::example;
use slotscope::page::history::{SAMPLE, WorkloadKey};
use slotscope::page::sketched::{NAME, Sketched, scenario};
use slotscope::page::state::{Action, EditAction, LayoutAction, ViewAction};
use slotscope::worker::Source;
use slotscope::workload::sketch::Sketch;

/// The kinds of drawing.
pub enum Draw {
    /// The blackboard example, with a scenario of its own.
    Blackboard,
    /// The example of a first visit, with what the page says of itself.
    Example,
    /// The sample log, in place of the sketch.
    Sample,
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
        let step = |sketched| dispatch.dispatch(Action::Edit(EditAction::Sketched(Box::new(sketched))));
        let sketched = |sketch: Sketch, opens, moving, chosen| {
            let (key, sketch) = (write(&read, &sketch), Rc::new(sketch));
            Sketched { key, sketch, opens, moving, chosen }
        };
        match draw {
            Draw::Blackboard => step(sketched(Sketch::blackboard(), Some(scenario()), None, None)),
            Draw::Stroke { sketch, moving, chosen } => step(sketched(sketch, None, moving, chosen)),
            Draw::Example => {
                let example = example(write(&read, &Sketch::first_example()));
                let key = example.key;
                step(example);
                dispatch.dispatch(Action::View(ViewAction::Drawing(false)));
                dispatch.dispatch(Action::Layout(LayoutAction::Door(Some(key))));
            }
            Draw::Sample => {
                dispatch.dispatch(Action::View(ViewAction::Drawing(false)));
                dispatch.dispatch(Action::Edit(EditAction::Take(Box::default(), SAMPLE)));
            }
        }
    })
}

/// Has a sketch read as a workload, and returns its key.
pub fn write(read: &Callback<Source, WorkloadKey>, sketch: &Sketch) -> WorkloadKey {
    read.emit(Source::Written { name: NAME.to_owned(), text: sketch.swf(NAME).into() })
}
