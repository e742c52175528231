//! Which run is shown: its line above every view, and the words above prints and pictures.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;

use slotscope::chart::{Captions, Origin};
use slotscope::experiment::words::caption;
use slotscope::page::lessons::Lessons;
use slotscope::page::projected::Line;
use slotscope::page::state::Finished;
use slotscope::page::view::{Group, View};

/// Whether the run that the panel has set has anything to do with a view. Lessons have runs of their own; on papers
/// a click takes the scenario behind a number.
pub fn shows_the_run(view: View) -> bool {
    view != View::Lessons
}

/// The line that names what a view shows, with other notes on the run beside it; a lesson has one on a projector.
pub fn which_run(view: View, line: &Line, is_projected: bool, beside: Html) -> Html {
    // Lessons have runs of their own.
    let id = match shows_the_run(view) {
        true => "run-line",
        false if is_projected => "lesson-line",
        false => return nothing(),
    };
    let (all, apart) = match is_projected {
        true => (line.runs.clone(), line.beside.as_str()),
        false => (in_one(view, line), ""),
    };
    html! {
        <div class="run-bar">
            <p {id} title={all.clone()}>{ all }</p>
            if !apart.is_empty() {
                <p id="run-beside" title={apart.to_owned()}>{ apart }</p>
            }
            { beside }
        </div>
    }
}

/// The line of a view: of several runs what they have in common as well.
fn in_one(view: View, line: &Line) -> String {
    match (view.group(), &line.of_several) {
        (Group::Compare, Some(_)) => format!("{} · {}", line.runs, line.beside),
        _ => line.runs.clone(),
    }
}

/// The words above a print or a picture of a view. Lessons and papers run other scenarios than the panel's,
/// and say which beside their charts.
pub fn captions(
    view: View,
    finished: &Rc<Finished>,
    lessons: &Lessons,
    line: &Line,
    name: &str,
    origin: Origin,
) -> Captions {
    let inside = finished.experiment.scenario.system.model().inside();
    let (title, subtitle) = match (view, &line.of_several) {
        (View::Lessons, _) => of_lesson(lessons),
        (View::Reproduce, _) => (format!("{}: {name}", view.caption(inside)), String::new()),
        (_, Some(words)) => (format!("{}: {name}", view.caption(inside)), format!("{}\n{words}", in_one(view, line))),
        _ => (format!("{}: {name}", view.caption(inside)), caption(&finished.experiment.scenario, finished.run.kind())),
    };
    Captions { title, subtitle, origin }
}

fn of_lesson(lessons: &Lessons) -> (String, String) {
    let Some((lesson, progress)) = lessons.open() else {
        return ("Lessons".to_owned(), String::new());
    };
    let step = lesson
        .steps
        .get(progress.at)
        .map_or_else(|| "Question".to_owned(), |step| format!("Step {}: {}", progress.at + 1, step.title));
    (format!("Lesson: {}", lesson.title), step)
}
