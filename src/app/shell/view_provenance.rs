//! The provenance of a view, run by run.

use std::rc::Rc;

use yew::Callback;

use super::shown::contents_of;
use crate::app::files::export_menu::ViewProvenance;
use slotscope::experiment::{LogMark, Provenance, Scenario};
use slotscope::page::contents::Contents;
use slotscope::page::history::Experiment;
use slotscope::page::lessons::Lessons;
use slotscope::page::reproduce::Done;
use slotscope::page::state::{Finished, State};
use slotscope::page::view::View;

/// The runs of the open view: of curves and trade-offs the run that they were varied from; none of results from
/// elsewhere, and of charts without a run.
pub fn view_provenance(state: &State, finished: &Rc<Finished>) -> ViewProvenance {
    let view = state.view.shown;
    match view {
        View::Gantt | View::Play | View::Jobs | View::Summary | View::Slots => {
            let scenarios = |it: &Experiment| vec![it.scenario.clone()];
            on_one_workload(&finished.experiment, contents_of(state, finished), scenarios)
        }
        View::Compare => {
            let scenarios = |it: &Experiment| it.scenarios().cloned().collect();
            on_one_workload(state.compared_by(&finished.experiment), contents_of(state, finished), scenarios)
        }
        View::Curves | View::TradeOff => state.base(view).map_or_else(none, |base| {
            let contents = state.workloads.get(base.workload);
            on_one_workload(base, contents, |it| vec![it.scenario.clone()])
        }),
        View::Lessons => of_lesson(&state.lessons),
        View::Reproduce => {
            let reproduction = &state.reproduction;
            let done = reproduction.done(reproduction.shown);
            let contents = done.and_then(|it| state.workloads.get(it.wish.workload));
            match (done, contents) {
                (Some(done), Some(contents)) => of_paper(done, contents),
                _ => none(),
            }
        }
    }
}

fn none() -> ViewProvenance {
    Callback::from(|()| Vec::new())
}

fn on_one_workload(
    experiment: &Rc<Experiment>,
    contents: Option<&Rc<Contents>>,
    scenarios: impl Fn(&Experiment) -> Vec<Scenario> + 'static,
) -> ViewProvenance {
    let Some(contents) = contents.cloned() else {
        return none();
    };
    let experiment = experiment.clone();
    Callback::from(move |()| {
        let facts = contents.facts();
        let scenarios = scenarios(&experiment);
        scenarios.iter().map(|it| Provenance::of(it, &facts)).collect()
    })
}

/// A lesson's workloads stand in its file: they are told by lesson, step and, of several, by name.
fn of_lesson(lessons: &Lessons) -> ViewProvenance {
    let Some((lesson, progress)) = lessons.open() else {
        return none();
    };
    let place = match progress.at {
        at if at < lesson.steps.len() => format!("step {}", at + 1),
        _ => "question".to_owned(),
    };
    let (place, shots) = (format!("lesson {}, {place}", lesson.id), lessons.chart.drawn().shots.clone());
    Callback::from(move |()| {
        let run = shots.iter().map(|shot| {
            let name = match shot.name.as_str() {
                "" => place.clone(),
                name => format!("{place}: {name}"),
            };
            Provenance::new(&shot.scenario, LogMark::without_file(&name))
        });
        run.collect()
    })
}

/// The cells of a paper's item, each with its seeds. The item makes further logs than the paper's by itself.
fn of_paper(done: &Rc<Done>, contents: &Rc<Contents>) -> ViewProvenance {
    let (done, contents) = (done.clone(), contents.clone());
    Callback::from(move |()| {
        let facts = contents.facts();
        let run = done.outcome.iter().flat_map(|it| &it.cells).map(|cell| {
            let source = match cell.log {
                0 => Provenance::of(&cell.scenario, &facts),
                log => {
                    let name = format!("{}, log {}", done.wish.item.title, log + 1);
                    Provenance::new(&cell.scenario, LogMark::without_file(&name))
                }
            };
            source.swept(&[], cell.seeds, None)
        });
        run.collect()
    })
}
