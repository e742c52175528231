//! The code of the groups of views: that of the schedule comes with the page, that of the others is fetched when
//! it is first wanted, in files of their own that `cargo xtask build` splits off.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

use super::shown::{self, Shown};
use crate::page::view::Group;

/// Draws the views of a group.
pub type Draws = for<'a> fn(&Shown<'a>) -> Html;

/// The code of a group.
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

/// Fetches the code of a group, which may have been fetched before.
async fn fetch(group: Group) -> Result<Draws, SplitLoaderError> {
    match group {
        Group::Schedule => Ok(shown::schedule),
        Group::Inside => inside().await,
        Group::Compare => compare().await,
        Group::Learn => learn().await,
    }
}

/// What has been fetched, or is, of each group.
#[derive(Default)]
struct Fetched(Vec<(Group, Code)>);

impl Fetched {
    fn of(&self, group: Group) -> Option<Code> {
        let found = self.0.iter().find(|it| it.0 == group);
        found.map(|it| it.1)
    }
}

impl Reducible for Fetched {
    type Action = (Group, Code);

    fn reduce(self: Rc<Self>, (group, code): Self::Action) -> Rc<Self> {
        let others = self.0.iter().copied().filter(|it| it.0 != group);
        Rc::new(Self(others.chain([(group, code)]).collect()))
    }
}

/// The code of a group, and what fetches it again if it is missing.
#[hook]
pub fn use_code(group: Group) -> (Code, Callback<()>) {
    let fetched = use_reducer(Fetched::default);
    let begin = {
        let dispatch = fetched.dispatcher();
        use_callback(group, move |(), &group| {
            dispatch.dispatch((group, Code::Coming));
            let dispatch = dispatch.clone();
            spawn_local(async move {
                let code = fetch(group).await.map_or(Code::Missing, Code::Here);
                dispatch.dispatch((group, code));
            });
        })
    };
    let known = fetched.of(group);
    {
        let begin = begin.clone();
        use_effect_with((group, known.is_none()), move |&(group, is_new)| {
            if is_new && group != Group::Schedule {
                begin.emit(());
            }
        });
    }
    let code = match group {
        Group::Schedule => Code::Here(shown::schedule),
        _ => known.unwrap_or(Code::Coming),
    };
    (code, begin)
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
