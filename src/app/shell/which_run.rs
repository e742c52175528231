//! Which run is shown: its line above every view, and the words above prints and pictures.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;

use slotscope::chart::{Captions, Origin};
use slotscope::experiment::words::caption;
use slotscope::page::lessons::Lessons;
use slotscope::page::line_above::{Line, Others, line_of};
use slotscope::page::state::{Finished, State};
use slotscope::page::view::View;

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
    let (all, apart) = match (is_projected, view, &line.of_several) {
        (true, ..) => (line.runs.clone(), line.beside.as_str()),
        // The form beneath says how many runs of what.
        (false, View::Curves | View::TradeOff, Some(_)) => (line.beside.clone(), ""),
        (false, ..) => (in_one(line), ""),
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

/// All of a line: of several runs what they have in common as well.
fn in_one(line: &Line) -> String {
    match line.of_several {
        Some(_) => format!("{} · {}", line.runs, line.beside),
        None => line.runs.clone(),
    }
}

/// The line above the view that is shown, and the caption of its run; both empty without a run. They are made when what they
/// describe changes, and not at every drawing of the page, which follows the pointer.
#[hook]
pub fn use_described(state: &State) -> Rc<(Line, String)> {
    let (sweep, exploring) = (state.curves.in_sight().cloned(), state.trade_off.exploring.clone());
    let (finished, view) = (state.shown_run().cloned(), state.view.shown);
    let compared = finished.as_ref().map(|it| state.compared_by(&it.experiment).clone());
    let of = (view, finished.zip(compared), sweep, exploring, state.lessons.clone());
    use_memo(of, |(view, finished, sweep, exploring, lessons)| {
        finished.as_ref().map_or_else(Default::default, |(finished, experiment)| {
            let kind = finished.run.kind();
            let others = Others { lessons, sweep: sweep.as_deref(), exploring: exploring.as_deref() };
            (line_of(*view, experiment, kind, &others), caption(&experiment.scenario, kind))
        })
    })
}

/// The words above a print or a picture of a view. Lessons and papers run other scenarios than the panel's,
/// and say which beside their charts.
pub fn captions(
    state: &State,
    finished: &Rc<Finished>,
    (line, of_run): &(Line, String),
    name: &str,
    origin: Origin,
) -> Captions {
    let view = state.view.shown;
    let inside = finished.experiment.scenario.system.model().card().inside;
    let (title, subtitle) = match (view, &line.of_several) {
        (View::Lessons, _) => of_lesson(&state.lessons),
        (View::Reproduce, _) => (state.reproduction.title(name, finished.experiment.workload), String::new()),
        (_, Some(words)) => (format!("{}: {name}", view.caption(inside)), format!("{}\n{words}", in_one(line))),
        _ => (format!("{}: {name}", view.caption(inside)), of_run.clone()),
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
