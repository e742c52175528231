//! The list of lessons.

use std::rc::Rc;

use yew::prelude::*;

use slotscope::lesson::shelf::{Card, SHELF};
use slotscope::page::lessons::Lessons as State;

#[derive(Properties, PartialEq)]
pub struct ListProps {
    pub lessons: Rc<State>,
    pub on_open: Callback<&'static Card>,
}

/// A card for each lesson, in the order in which they build upon one another.
#[component]
pub fn List(props: &ListProps) -> Html {
    html! {
        <div class="lesson-list" id="lesson-list">
            <header>
                <h2>{ "Lessons" }</h2>
                <p class="said">{ "Short lessons with interactive charts, each with a question at the end. They follow the papers; begin anywhere. You can drop a lesson of your own, a JSON file, on the page." }</p>
            </header>
            <ol class="lesson-cards">
                { for SHELF.iter().enumerate().map(|(at, card)| one(props, at, card)) }
            </ol>
        </div>
    }
}

fn one(props: &ListProps, at: usize, card: &'static Card) -> Html {
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
    let onclick = props.on_open.reform(move |_: MouseEvent| card);
    html! {
        <li key={card.id}>
            <button type="button" class="lesson-card" id={format!("lesson-{}", card.id)} data-state={state} {onclick}>
                <span class="lesson-number" aria-hidden="true">{ at + 1 }</span>
                <strong>{ card.title }</strong>
                <span class="lesson-summary">{ card.summary }</span>
                <small>{ format!("{} min", card.minutes) }<span class="badge">{ badge }</span></small>
            </button>
        </li>
    }
}
