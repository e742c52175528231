//! The data that a Gantt chart draws, computed again if the run or the scene changes.

use std::rc::Rc;

use yew::prelude::*;

use super::pen::Pen;
use super::scene::{Arranged, Drawing, Scene, flags_of};
use crate::app::context::Identity;
use slotscope::chart::Resource;
use slotscope::page::state::Finished;

/// The data for a scene. `reservations`: whether the pen draws reservations.
#[hook]
pub fn use_arranged(finished: &Rc<Finished>, scene: &Scene, blockers: Rc<[u32]>, reservations: bool) -> Arranged {
    // Jobs are drawn by hand on processors.
    let resource = match scene.drawing {
        Drawing::Off => scene.look.rows,
        Drawing::TooMany | Drawing::On(_) => Resource::Cores,
    };
    let rows = use_memo((Identity::of(finished), resource), |&(_, resource)| finished.on_rows_of(resource));
    let index = use_memo((Identity::of(&*rows), scene.look.colour_by), |&(_, by)| finished.in_colours(&rows, by));
    let selected =
        use_memo((Identity::of(finished), scene.selected.clone()), |(_, selected)| flags_of(&finished.run, selected));
    let pen = use_memo((Identity::of(finished), scene.drawing.clone(), reservations), |(_, drawing, reservations)| {
        match drawing {
            Drawing::On(sketch) => Some(Pen {
                sketch: sketch.clone(),
                numbers: finished.run.jobs.iter().map(|job| job.id).collect(),
                reservations: *reservations,
            }),
            Drawing::Off | Drawing::TooMany => None,
        }
    });
    Arranged { index: (*index).clone(), selected: (*selected).clone(), blockers, pen: (*pen).clone() }
}
