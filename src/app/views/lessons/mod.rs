//! The Lessons view: a list of lessons, and the one that is open.

mod chart;
mod lesson;
pub mod maker;

use std::cell::RefCell;
use std::collections::BTreeMap;

use gloo_events::{EventListener, EventListenerOptions};
use js_sys::{JSON, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, KeyboardEvent};

use crate::app::context::chord::is_chord;
use crate::app::context::prelude::*;
use crate::app::files::lesson_file;
use crate::app::files::view_picture::{ViewPicture, use_view_picture};
use lesson::OpenLesson;
use maker::{Maker, use_kept_draft};
use slotscope::lesson::shelf::{Card, PATHS, SHELF};
use slotscope::lesson::{Shot, jobs_table, tasks_table, workload};
use slotscope::page::history::{SAMPLE, WorkloadKey};
use slotscope::page::lessons::{LessonAction, LessonContent, LessonResult, Lessons as State};
use slotscope::page::state::TeachAction;
use slotscope::worker::{Source, Sources};
use slotscope::workload::write_swf;

#[derive(Properties, PartialEq)]
pub struct LessonsProps {
    pub lessons: Rc<State>,
    pub ground: Ground,
    pub view_picture: ViewPicture,
    /// Opens a chart of a lesson in the other views.
    pub on_take: Callback<Shot>,
    /// How many scenarios are compared on the page.
    pub compared: usize,
    /// The ways to hand in and to review, unless the page is that of a class.
    pub classroom: Option<Html>,
    /// Whether the page's bars stand around an open lesson; none where the page has none.
    pub bars: Option<bool>,
    pub dispatch: Dispatch,
}

/// The Lessons view.
#[component]
pub fn Lessons(props: &LessonsProps) -> Html {
    let lessons = &props.lessons;
    {
        let lessons = lessons.clone();
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            chart::picture(&lessons, width, theme, captions)
        });
    }
    let dispatch = &props.dispatch;
    let on_action = use_callback(dispatch.clone(), |action, dispatch| dispatch.dispatch(Action::Lessons(action)));
    match &lessons.shown {
        LessonContent::List => {
            html! { <List lessons={lessons.clone()} {on_action} classroom={props.classroom.clone()} {dispatch} /> }
        }
        LessonContent::Fetching(card) => html! {
            <p class="empty" role="status">{ format!("Fetching {} …", card.title) }</p>
        },
        &LessonContent::Missing(card, ref why) => {
            let again = on_action.reform(move |_: MouseEvent| LessonAction::Fetch(card));
            let back = on_action.reform(|_: MouseEvent| LessonAction::Close);
            html! {
                <div class="empty invite" id="lesson-missing">
                    <p role="alert">{ &**why }</p>
                    <button type="button" class="primary" onclick={again}>{ "Try again" }</button>
                    <button type="button" onclick={back}>{ "All lessons" }</button>
                </div>
            }
        }
        LessonContent::Making => html! {
            <Maker lessons={lessons.clone()} ground={props.ground} compared={props.compared} {on_action} on_take={&props.on_take} {dispatch} />
        },
        LessonContent::Open(lesson) => html! {
            <OpenLesson key={lesson.id.clone()} lessons={lessons.clone()} ground={props.ground} {on_action} on_take={&props.on_take}
                bars={props.bars} {dispatch} />
        },
    }
}

/// Fetches lessons, keeps the one that is made, and tells how far they have come. Returns what keeps the jobs, the
/// workflow or the tasks of a run among the sources, and names the workload.
#[hook]
pub fn use_lessons(lessons: &State, dispatch: &Dispatch, sources: &Sources) -> Callback<Shot, WorkloadKey> {
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

#[derive(Properties, PartialEq)]
pub struct ListProps {
    pub lessons: Rc<State>,
    pub on_action: Callback<LessonAction>,
    /// The ways to hand in and to review; none for a class, which makes no lessons and paths either.
    pub classroom: Option<Html>,
    pub dispatch: Dispatch,
}

/// A card for each lesson, those of the path first, the others in the order in which they build upon one another.
#[component]
pub fn List(props: &ListProps) -> Html {
    let path = &props.lessons.path;
    let place = |card: &Card| path.iter().position(|id| id == card.id);
    let mut cards: Vec<&'static Card> = SHELF.iter().collect();
    cards.sort_by_key(|card| place(card).unwrap_or(usize::MAX));
    html! {
        <div class="lesson-list" id="lesson-list">
            <header>
                <h2>{ "Lessons" }</h2>
                <p class="said">{ "Short lessons with interactive charts, and questions at the end. They follow the papers; begin anywhere. You can drop a lesson of your own, a JSON file, on the page, or make one here." }</p>
                if let Some(classroom) = &props.classroom {
                    <p class="lesson-tools">{ making(props) }{ classroom.clone() }</p>
                    { of_path(props) }
                }
            </header>
            <ol class="lesson-cards">
                { for cards.into_iter().map(|card| one(props, card, place(card).is_some())) }
            </ol>
        </div>
    }
}

/// The way to a lesson of one's own.
fn making(props: &ListProps) -> Html {
    let make = props.dispatch.callback(|_: MouseEvent| Action::Teach(TeachAction::Make));
    let title = props.lessons.draft().map(|it| it.lesson.title.clone());
    let label = match title {
        None => "Make a lesson".to_owned(),
        Some(title) if title.trim().is_empty() => "Go on with your lesson".to_owned(),
        Some(title) => format!("Go on with your lesson: {title}"),
    };
    html! { <button type="button" id="lesson-make" onclick={make}>{ label }</button> }
}

/// The path that is followed, and those to begin with.
fn of_path(props: &ListProps) -> Html {
    let path = &props.lessons.path;
    let follow = |path: Vec<String>| props.on_action.reform(move |_: MouseEvent| LessonAction::Follow(path.clone()));
    let ready = PATHS.iter().map(|it| {
        let ids: Vec<String> = it.lessons.iter().map(|&id| id.to_owned()).collect();
        let pressed = (ids == *path).to_string();
        html! {
            <button type="button" id={format!("path-{}", it.minutes)} aria-pressed={pressed} onclick={follow(ids)}>{ format!("{} minutes", it.minutes) }</button>
        }
    });
    let minutes: u32 = SHELF.iter().filter(|card| path.iter().any(|id| id == card.id)).map(|card| card.minutes).sum();
    let told = match path.len() {
        0 => "Choose one, or mark lessons: a link then leads a class from one to the next.".to_owned(),
        count => format!("{}, {minutes} min. Copy link hands this path out.", words::plural(count, "lesson")),
    };
    html! {
        <div class="lesson-path" role="group" aria-label="Path for a class">
            <span>{ "Path for a class" }</span>
            { for ready }
            if !path.is_empty() {
                <button type="button" id="path-none" onclick={follow(Vec::new())}>{ "No path" }</button>
            }
            <p class="said" id="path-told" aria-live="polite">{ told }</p>
        </div>
    }
}

fn one(props: &ListProps, card: &'static Card, on_path: bool) -> Html {
    let progress = props.lessons.progress(card.id);
    let state = match progress {
        Some(progress) if progress.done => "done",
        Some(progress) if progress.at > 0 => "begun",
        _ => "new",
    };
    let badge = match state {
        "done" => "✓ answered",
        "begun" => "in progress",
        _ => "",
    };
    let onclick = props.on_action.reform(move |_: MouseEvent| LessonAction::Fetch(card));
    let number = SHELF.iter().position(|it| it.id == card.id).map_or(0, |at| at + 1);
    html! {
        <li key={card.id} class={classes!((!on_path && !props.lessons.path.is_empty()).then_some("off-path"))}>
            <button type="button" class="lesson-card" id={format!("lesson-{}", card.id)} data-state={state} {onclick}>
                <span class="lesson-number" aria-hidden="true">{ number }</span>
                <strong>{ card.title }</strong>
                <span class="lesson-summary">{ card.summary }</span>
                <small>{ format!("{} min", card.minutes) }<span class="badge">{ badge }</span></small>
            </button>
            { mark(props, card, on_path) }
        </li>
    }
}

/// The button that puts a lesson at the end of the path, or takes it off.
fn mark(props: &ListProps, card: &'static Card, on_path: bool) -> Html {
    let mut path = props.lessons.path.clone();
    if on_path {
        path.retain(|id| id != card.id)
    } else {
        path.push(card.id.to_owned())
    }
    let onclick = props.on_action.reform(move |_: MouseEvent| LessonAction::Follow(path.clone()));
    html! {
        <button type="button" class="path-mark" id={format!("on-path-{}", card.id)} aria-pressed={on_path.to_string()}
            aria-label={format!("{} on the path", card.title)} title="On the path" {onclick}>{ if on_path { "−" } else { "+" } }</button>
    }
}

/// Sends the result of the open lesson to the page around, whenever an answer changes it. Any page may be around: the
/// result has nothing but the name of the lesson and numbers of tries.
#[hook]
fn use_telling_around(lessons: &State) {
    let result = lessons.result().filter(LessonResult::has_answers);
    use_effect_with(result, |result| {
        if let Some(result) = result {
            let _ = tell(result);
        }
    });
}

fn tell(result: &LessonResult) -> Option<()> {
    let window = web_sys::window()?;
    let around = window.parent().ok()??;
    if around == window {
        return None;
    }
    let text = serde_json::to_string(result).ok()?;
    let message: JsValue = JSON::parse(&text).ok()?;
    around.post_message(&message, "*").ok()
}

/// What goes to the next page as well as the pointer: a presenter's clicker has the keys of pages.
pub const NEXT: [&str; 3] = ["ArrowRight", "PageDown", " "];
pub const BACK: [&str; 2] = ["ArrowLeft", "PageUp"];

/// Keys go to the page before and after, unless the focus is on something that takes them itself.
#[hook]
fn use_step_keys(on_action: &Callback<LessonAction>) {
    use_effect_with(on_action.clone(), move |on_action| {
        let on_action = on_action.clone();
        let listener = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                let key = event.key();
                let action = match key.as_str() {
                    it if NEXT.contains(&it) => LessonAction::Next,
                    it if BACK.contains(&it) => LessonAction::Back,
                    _ => return,
                };
                if is_chord(event) || event.shift_key() || event.default_prevented() || takes_key(event, &key) {
                    return;
                }
                event.prevent_default();
                on_action.emit(action);
            })
        });
        move || drop(listener)
    });
}

/// Whether what has the focus, or what lies over the page, has a use of its own for a key.
fn takes_key(event: &KeyboardEvent, key: &str) -> bool {
    const OTHERS: &str = "input, select, textarea, [role=tab], [role=menuitem], .scroll-across, .scroll-box, dialog *";
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    target.is_some_and(|element| {
        let is = |css| element.matches(css).unwrap_or(false);
        is(OTHERS) || (key == " " && is("button, summary, a"))
    })
}
