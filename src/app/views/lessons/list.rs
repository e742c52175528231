//! The list of lessons, and the path that a class follows.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use slotscope::lesson::shelf::{Card, PATHS, SHELF};
use slotscope::page::lessons::{LessonAction, Lessons as State};
use slotscope::page::state::{Action, TeachAction};
use slotscope::page::words;

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
