//! The code of the views: that of the Gantt chart comes with the page, that of the others is fetched when it is
//! first wanted, in files of their own that `cargo xtask build` splits off.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

use super::shown::{self, Shown};
use crate::page::view::View;

/// Draws views whose code comes together.
pub type Draws = for<'a> fn(&Shown<'a>) -> Html;

/// Views whose code comes together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Gantt,
    Run,
    Inside,
    Compare,
    Learn,
}

impl Part {
    fn of(view: View) -> Self {
        match view {
            View::Gantt => Self::Gantt,
            View::Play | View::Jobs | View::Summary => Self::Run,
            View::Slots => Self::Inside,
            View::Compare | View::Curves | View::TradeOff => Self::Compare,
            View::Lessons | View::Reproduce => Self::Learn,
        }
    }
}

/// The code of a view.
#[derive(Clone, Copy)]
pub enum Code {
    /// It is here.
    Here(Draws),
    /// It is being fetched.
    Coming,
    /// It did not arrive.
    Missing,
}

// What these functions lead to, and nothing else does, is in no other file.

#[wasm_split(run, fallible)]
fn run() -> Result<Draws, SplitLoaderError> {
    Ok(shown::run)
}

#[wasm_split(inside, fallible)]
fn inside() -> Result<Draws, SplitLoaderError> {
    Ok(shown::inside)
}

#[wasm_split(compare, fallible)]
fn compare() -> Result<Draws, SplitLoaderError> {
    Ok(shown::compare)
}

#[wasm_split(learn, fallible)]
fn learn() -> Result<Draws, SplitLoaderError> {
    Ok(shown::learn)
}

/// Fetches code, which may have been fetched before.
async fn fetch(part: Part) -> Result<Draws, SplitLoaderError> {
    match part {
        Part::Gantt => Ok(shown::gantt),
        Part::Run => run().await,
        Part::Inside => inside().await,
        Part::Compare => compare().await,
        Part::Learn => learn().await,
    }
}

/// What has been fetched, or is being fetched.
#[derive(Default)]
struct Fetched(Vec<(Part, Code)>);

impl Fetched {
    fn of(&self, part: Part) -> Option<Code> {
        let found = self.0.iter().find(|it| it.0 == part);
        found.map(|it| it.1)
    }
}

impl Reducible for Fetched {
    type Action = (Part, Code);

    fn reduce(self: Rc<Self>, (part, code): Self::Action) -> Rc<Self> {
        let others = self.0.iter().copied().filter(|it| it.0 != part);
        Rc::new(Self(others.chain([(part, code)]).collect()))
    }
}

/// The code of a view, and what fetches it again if it is missing.
#[hook]
pub fn use_code(view: View) -> (Code, Callback<()>) {
    let part = Part::of(view);
    let fetched = use_reducer(Fetched::default);
    let begin = {
        let dispatch = fetched.dispatcher();
        use_callback(part, move |(), &part| {
            dispatch.dispatch((part, Code::Coming));
            let dispatch = dispatch.clone();
            spawn_local(async move {
                let code = fetch(part).await.map_or(Code::Missing, Code::Here);
                dispatch.dispatch((part, code));
            });
        })
    };
    let known = match part {
        Part::Gantt => Some(Code::Here(shown::gantt)),
        _ => fetched.of(part),
    };
    {
        let begin = begin.clone();
        use_effect_with((part, known.is_none()), move |&(_, is_new)| {
            if is_new {
                begin.emit(());
            }
        });
    }
    (known.unwrap_or(Code::Coming), begin)
}

#[derive(Properties, PartialEq)]
pub struct NotHereProps {
    /// Why there is nothing to be seen.
    pub is_missing: bool,
    pub on_try_again: Callback<()>,
}

/// What stands in place of a view whose code is not here.
#[component]
pub fn NotHere(props: &NotHereProps) -> Html {
    if !props.is_missing {
        return html! { <p class="empty" id="view-coming">{ "Fetching this view \u{2026}" }</p> };
    }
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    html! {
        <div class="refused" role="alert" id="view-missing">
            <p>{ "This view did not arrive: the network or the server is away. What you have is held." }</p>
            <button type="button" id="fetch-again" onclick={try_again}>{ "Try again" }</button>
        </div>
    }
}
