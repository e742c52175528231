//! The visible part of the Gantt chart as a picture for export and print.

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;

use super::board::Board;
use super::scene::Arranged;
use crate::app::files::layered::LayeredChart;
use crate::app::files::view_picture::{ViewPicture, use_kit_subject, use_view_picture_in_layers};
use slotscope::chart::gantt::{gantt_layers, gantt_svg};
use slotscope::chart::{Captions, Frame, Origin, Theme, VisiblePart};
use slotscope::page::paper_kit::{GanttForKit, KitSubject};
use slotscope::page::state::Finished;

/// The height of exported pictures, and their width on a slide, in CSS pixels.
const HEIGHT: u32 = 760;
const SLIDE_WIDTH: u32 = 1351;

/// More bars are drawn as pixels where the picture is one of pixels.
const AS_RECTANGLES: usize = 8_000;

/// Registers the drawing function of the chart with `view_picture`. It draws the visible part of the board at that time.
#[hook]
pub fn use_gantt_picture(
    view_picture: &ViewPicture,
    board: &Rc<RefCell<Board>>,
    arranged: &Arranged,
    finished: &Rc<Finished>,
    origin: Origin,
) {
    let (board, index) = (board.clone(), arranged.index.clone());
    let flags = arranged.selected.clone();
    let layers = {
        let (board, index, flags) = (board.clone(), index.clone(), flags.clone());
        move |theme: &Theme, captions: &Captions| {
            let viewport = board.borrow().shown();
            let bars = index.count_between(viewport.start, viewport.end);
            (bars > AS_RECTANGLES).then(|| {
                let shown = VisiblePart { viewport: &viewport, selected: flags.as_deref() };
                let frame = Frame::new(SLIDE_WIDTH, HEIGHT);
                LayeredChart {
                    layers: gantt_layers(frame, theme, &index, shown, captions),
                    index: index.clone(),
                    viewport,
                    selected: flags.clone(),
                    theme: *theme,
                    origin: captions.origin,
                }
            })
        }
    };
    let kit = {
        let (board, index, flags) = (board.clone(), index.clone(), flags.clone());
        let finished = finished.clone();
        move || {
            Some(KitSubject::Gantt(Box::new(GanttForKit {
                finished: finished.clone(),
                index: index.clone(),
                viewport: board.borrow().shown(),
                selected: flags.clone(),
                origin,
            })))
        }
    };
    let draw = move |width, theme: &Theme, captions: &Captions| {
        let frame = Frame::new(width, HEIGHT);
        let shown = VisiblePart { viewport: &board.borrow().shown(), selected: flags.as_deref() };
        gantt_svg(frame, theme, &index, shown, captions)
    };
    use_view_picture_in_layers(view_picture, draw, layers);
    use_kit_subject(view_picture, kit);
}
