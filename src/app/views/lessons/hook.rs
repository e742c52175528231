//! Lessons and the browser: their files, what it stores of them, and the workloads of their runs.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::around::use_telling_around;
use super::maker::kept::use_kept_draft;
use crate::app::context::state::Dispatch;
use crate::app::files::lesson_file;
use slotscope::lesson::{Shot, jobs_table, tasks_table, workload};
use slotscope::page::history::{SAMPLE, WorkloadKey};
use slotscope::page::lessons::{LessonAction, LessonContent, Lessons};
use slotscope::page::state::Action;
use slotscope::worker::{Source, Sources};
use slotscope::workload::write_swf;

/// Fetches lessons, keeps the one that is made, and tells how far they have come. Returns what keeps the jobs, the
/// workflow or the tasks of a run among the sources, and names the workload.
#[hook]
pub fn use_lessons(lessons: &Lessons, dispatch: &Dispatch, sources: &Sources) -> Callback<Shot, WorkloadKey> {
    let card = match lessons.shown {
        LessonContent::Fetching(card) => Some(card),
        _ => None,
    };
    {
        let dispatch = dispatch.clone();
        use_effect_with(card, move |&card| {
            let Some(card) = card else { return };
            spawn_local(async move {
                dispatch.dispatch(Action::Lessons(match lesson_file::fetch(card.id).await {
                    Ok(lesson) => LessonAction::Fetched(card, lesson),
                    Err(why) => LessonAction::Missing(card, why.into()),
                }));
            });
        });
    }
    use_telling_around(lessons);
    use_kept_draft(lessons, dispatch);
    let sources = sources.clone();
    let kept = use_memo((), |()| RefCell::new(BTreeMap::new()));
    use_callback((), move |shot: Shot, ()| key_of(&shot, &sources, &mut kept.borrow_mut()))
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
