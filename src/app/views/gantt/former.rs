//! The schedule under the policy before, as a second row on the time axis of the example.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use super::board::Board;
use super::gestures::Gestures;
use super::scene::{Arranged, Scene};
use crate::app::context::Identity;
use slotscope::chart::Resource;
use slotscope::experiment::words::run_line;
use slotscope::page::state::Finished;

/// The row; it shows the times that its leader shows.
#[hook]
pub fn use_former(leader: &Rc<RefCell<Board>>, former: Option<&Rc<Finished>>, scene: &Scene) -> Html {
    let canvas = use_node_ref();
    let board = use_memo((), |()| Rc::new(RefCell::new(Board::new())));
    {
        let (leader, board) = (leader.clone(), board.clone());
        use_effect_with((), move |()| {
            leader.borrow_mut().on_view(move |sight, _| {
                let is_shown = board.borrow().canvas().is_some_and(|it| it.is_connected());
                if is_shown && board.borrow_mut().take_window(sight, None) {
                    Board::request(&board);
                }
            });
        });
    }
    {
        let (board, canvas) = (board.clone(), canvas.clone());
        use_effect_with(former.is_some(), move |_| {
            let canvas = canvas.cast::<HtmlCanvasElement>();
            // Its stylesheet lets no pointer reach it: it follows its size alone.
            let gestures = canvas.map(|canvas| Gestures::attach(&board, &canvas, |_| {}));
            move || drop(gestures)
        });
    }
    {
        let finished = former.cloned();
        use_effect_with((former.map(Identity::of), scene.clone()), move |(_, scene)| {
            if let Some(finished) = finished {
                show(&mut board.borrow_mut(), &finished, scene);
                Board::request(&board);
            }
        });
    }
    let row = |former: &Rc<Finished>| {
        let line = run_line(&former.experiment.scenario, former.run.kind());
        html! {
            <section class="former" id="gantt-former" aria-label="Schedule before">
                <h3>{ "Before: " }{ &line }</h3>
                <div class="canvas-frame"><canvas ref={canvas} role="img" aria-label={format!("Gantt chart of the schedule before, {line}, on the same time axis.")} /></div>
            </section>
        }
    };
    former.map(row).unwrap_or_default()
}

fn show(board: &mut Board, finished: &Finished, scene: &Scene) {
    let index = finished.in_colours(&finished.on_rows_of(Resource::Cores), scene.look.colour_by);
    board.leave_left(index.left());
    let plain = Scene::plain(scene.ground, scene.origin);
    let shown = Scene { job: scene.job, look: scene.look, axis: scene.axis.clone(), ..plain };
    board.show_in_place(shown, Arranged::of_bars(index));
}
