//! Which run is shown: its line above every view, and the words above prints and pictures.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;

use slotscope::chart::{Captions, Origin};
use slotscope::experiment::words::caption;
use slotscope::page::lessons::Lessons;
use slotscope::page::state::Finished;
use slotscope::page::view::View;

/// Whether the run that the panel has set has anything to do with a view. Lessons have runs of their own; on papers
/// a click takes the scenario behind a number.
pub fn shows_the_run(view: View) -> bool {
    view != View::Lessons
}

/// The line that names the run of a view, with the letter of the scenario in front if there are several, and
/// other notes on the run beside it. Nothing beside lessons.
pub fn which_run(view: View, finished: &Finished, beside: Html) -> Html {
    if !shows_the_run(view) {
        return nothing();
    }
    let line = finished.experiment.run_line(finished.run.kind());
    html! {
        <div class="run-bar">
            <p id="run-line" title={line.clone()}>{ line }</p>
            { beside }
        </div>
    }
}

/// The words above a print or a picture of a view. Lessons and papers run other scenarios than the panel's,
/// and say which beside their charts.
pub fn captions(
    view: View,
    finished: &Rc<Finished>,
    lessons: &Lessons,
    name: &str,
    origin: Origin,
) -> Captions {
    let inside = finished.experiment.scenario.system.model().inside();
    let (title, subtitle) = match view {
        View::Lessons => of_lesson(lessons),
        View::Reproduce => (format!("{}: {name}", view.caption(inside)), String::new()),
        _ => (
            format!("{}: {name}", view.caption(inside)),
            caption(&finished.experiment.scenario, finished.run.kind()),
        ),
    };
    Captions {
        title,
        subtitle,
        origin,
    }
}

fn of_lesson(lessons: &Lessons) -> (String, String) {
    let Some((lesson, progress)) = lessons.open() else {
        return ("Lessons".to_owned(), String::new());
    };
    let step = lesson.steps.get(progress.at).map_or_else(
        || "Question".to_owned(),
        |step| format!("Step {}: {}", progress.at + 1, step.title),
    );
    (format!("Lesson: {}", lesson.title), step)
}
