//! Between the lessons and the workers.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::around::use_telling_around;
use super::maker::kept::use_kept_draft;
use crate::app::context::state::{Dispatch, Reduced};
use crate::app::files::lesson_file;
use slotscope::export::snapshot::LessonPlace;
use slotscope::lesson::shelf::Card;
use slotscope::lesson::{Lesson, Shot, jobs_table, tasks_table, workload};
use slotscope::page::history::SAMPLE;
use slotscope::page::history::WorkloadKey;
use slotscope::page::lessons::{LessonAction, Lessons, Way};
use slotscope::page::places::LessonStep;
use slotscope::page::state::{Action, State, ViewAction};
use slotscope::page::tasks::Task;
use slotscope::worker::{Source, Sources, SplitQueue, WorkerPool};
use slotscope::workload::write_swf;

/// The lessons of the page and their callbacks.
#[derive(Clone)]
pub struct Teaching {
    pub lessons: Rc<Lessons>,
    pub on_action: Callback<LessonAction>,
    /// Fetches and opens a lesson that comes with the page.
    pub on_open: Callback<&'static Card>,
    /// Opens a lesson that has been read.
    pub on_read: Callback<Rc<Lesson>>,
    /// Opens a step of a lesson as it was set, or the list.
    pub on_step: Callback<Option<LessonStep>>,
    /// Keeps the jobs, the workflow or the tasks of a run among the sources, and names the workload.
    pub keep: Callback<Shot, WorkloadKey>,
    /// The workloads of the chart that is open.
    pub in_use: Rc<RefCell<Vec<WorkloadKey>>>,
}

/// How far a lesson has come is kept while other views are open. `papers` ask its questions, `workers` make its runs.
#[hook]
pub fn use_lessons(
    state: &State,
    dispatch: &Dispatch,
    workers: &WorkerPool,
    papers: &WorkerPool,
    sources: &Sources,
) -> Teaching {
    let lessons = use_reducer(Reduced::<Lessons>::default);
    let queue = {
        let (workers, papers) = (workers.clone(), papers.clone());
        let lessons = lessons.dispatcher();
        use_memo((), move |()| {
            SplitQueue::new(&workers, &papers, move |made| lessons.dispatch(LessonAction::Made(made)))
        })
    };
    let in_use = use_mut_ref(Vec::new);
    let keep = {
        let sources = sources.clone();
        let kept = use_memo((), |()| RefCell::new(BTreeMap::new()));
        use_callback((), move |shot: Shot, ()| key_of(&shot, &sources, &mut kept.borrow_mut()))
    };
    {
        let (keep, chart, in_use) = (keep.clone(), lessons.chart.clone(), in_use.clone());
        use_effect_with(chart.round, move |_| {
            let tasks: Vec<Task> = chart.tasks(|shot| keep.emit(shot.clone()));
            in_use.replace(tasks.iter().map(|task| task.workload).collect());
            queue.take_up(tasks);
        });
    }
    let dispatcher = lessons.dispatcher();
    let on_action = {
        let dispatcher = dispatcher.clone();
        use_callback((), move |action, ()| dispatcher.dispatch(action))
    };
    let on_open = {
        let dispatcher = dispatcher.clone();
        use_callback((), move |card: &'static Card, ()| {
            let dispatcher = dispatcher.clone();
            dispatcher.dispatch(LessonAction::Fetch(card));
            spawn_local(async move {
                dispatcher.dispatch(match lesson_file::fetch(card.id).await {
                    Ok(lesson) => LessonAction::Fetched(card, lesson),
                    Err(why) => LessonAction::Missing(card, why.into()),
                });
            });
        })
    };
    let latest = use_mut_ref(|| lessons.clone());
    latest.replace(lessons.clone());
    let on_place = {
        let (dispatcher, on_open, dispatch) = (dispatcher.clone(), on_open.clone(), dispatch.clone());
        let latest = latest.clone();
        use_callback((), move |place: Option<LessonPlace>, ()| {
            let Some(place) = place else {
                return dispatcher.dispatch(LessonAction::Close);
            };
            if place.id.is_empty() {
                return dispatcher.dispatch(LessonAction::Arrive(place));
            }
            let (id, way) = (place.id.clone(), latest.borrow().way_to(&place.id));
            dispatcher.dispatch(LessonAction::Arrive(place));
            match way {
                Way::Stay => {}
                Way::Fetch(card) => on_open.emit(card),
                Way::Reopen => dispatcher.dispatch(LessonAction::Reopen(id)),
                Way::Unknown => {
                    dispatcher.dispatch(LessonAction::Reopen(id.clone()));
                    dispatch.dispatch(Action::complain(format!(
                        "The lesson {id} does not come with Slotscope: drop its file on the page to open it."
                    )));
                }
            }
        })
    };
    let on_step = {
        let on_place = on_place.clone();
        use_callback((), move |step: Option<LessonStep>, ()| {
            let lessons = latest.borrow().clone();
            on_place.emit(step.map(|step| lessons.place_at(step)));
        })
    };
    use_telling_around(&lessons);
    use_kept_draft(&lessons, &on_action);
    use_place(state, dispatch, &lessons, &on_place);
    let on_read = use_callback((), move |lesson, ()| {
        dispatcher.dispatch(LessonAction::Read(lesson));
    });
    Teaching { lessons: Rc::new(lessons.0.clone()), on_action, on_open, on_read, on_step, keep, in_use }
}

/// Opens the lesson of a snapshot that has been opened, and tells the state where the lesson stands.
#[hook]
fn use_place(state: &State, dispatch: &Dispatch, lessons: &Lessons, on_place: &Callback<Option<LessonPlace>>) {
    let told = use_mut_ref(|| None::<LessonPlace>);
    {
        let dispatch = dispatch.clone();
        use_effect_with(lessons.place(), move |place| {
            if told.replace(place.clone()) != *place {
                dispatch.dispatch(Action::View(ViewAction::Lesson(place.clone())));
            }
        });
    }
    let (on_place, place) = (on_place.clone(), state.view.lesson.clone());
    use_effect_with(state.opening.lessons, move |&opened| {
        if opened > 0 {
            on_place.emit(place);
        }
    });
}

/// The name of a run's workload: without any of its own it is the sample, and the same one is kept once.
fn key_of(shot: &Shot, sources: &Sources, kept: &mut BTreeMap<String, WorkloadKey>) -> WorkloadKey {
    let (name, (text, mapping)) = match &shot.workflow {
        Some(written) => ("workflow.json", (written.to_string(), None)),
        None if !shot.tasks.is_empty() => ("tasks.csv", (tasks_table(&shot.tasks), None)),
        None if shot.jobs.is_empty() => return SAMPLE,
        None if shot.jobs.iter().any(|it| it.gpus > 0) => {
            let (table, mapping) = jobs_table(&shot.jobs);
            ("lesson.csv", (table, Some(mapping)))
        }
        None => ("lesson.swf", (write_swf(&workload(&shot.jobs)), None)),
    };
    // Those that have been let go are kept anew.
    kept.retain(|_, key| sources.get(*key).is_some());
    if let Some(&key) = kept.get(&text) {
        return key;
    }
    let key = sources.keep(Source::File { name: name.to_owned(), bytes: Uint8Array::from(text.as_bytes()), mapping });
    kept.insert(text, key);
    key
}
