//! The code of the views: that of the Gantt chart comes with the page, that of the others is fetched when it is
//! first wanted, in files of their own that `cargo xtask build` splits off.

use std::pin::Pin;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::shown::{self, ViewData};
use crate::app::files::paper_kit::FetchKit;
use crate::app::files::view_picture::ViewPicture;
use slotscope::page::view::View;

/// Draws views whose code comes together.
pub type Draws = for<'a> fn(&ViewData<'a>) -> Html;

/// Views whose code comes together, later than the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The other views of one run.
    Run,
    /// The inside view of the system.
    Inside,
    /// Several runs beside one another.
    Compare,
    /// Lessons and papers.
    Learn,
    /// The dialogs of exercises for a class.
    Classroom,
}

impl Part {
    /// In which part a view is; `None` if its code comes with the page.
    fn of(view: View) -> Option<Self> {
        match view {
            View::Gantt => None,
            View::Play | View::Jobs | View::Summary => Some(Self::Run),
            View::Slots => Some(Self::Inside),
            View::Compare | View::Curves | View::TradeOff => Some(Self::Compare),
            View::Lessons | View::Reproduce => Some(Self::Learn),
        }
    }
}

/// Code on its way; nothing if it does not arrive.
pub type Coming = Pin<Box<dyn Future<Output = Option<Draws>>>>;

/// Fetches code, which may have been fetched before: the program that mounts the page knows how.
#[derive(Clone, Copy, Debug)]
pub struct Fetch {
    /// The code of views.
    pub views: fn(Part) -> Coming,
    /// The code of paper kits.
    pub kit: FetchKit,
}

impl PartialEq for Fetch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The code of a view.
#[derive(Clone, Copy)]
pub enum Code {
    Here(Draws),
    /// It is being fetched.
    Coming,
    /// It did not arrive.
    Missing,
}

/// The parts that have been fetched, or are being fetched.
#[derive(Default)]
struct Fetched(Vec<(Part, Code)>);

impl Fetched {
    fn of(&self, part: Part) -> Option<Code> {
        self.0.iter().find(|it| it.0 == part).map(|it| it.1)
    }
}

impl Reducible for Fetched {
    type Action = (Part, Code);

    fn reduce(self: Rc<Self>, (part, code): Self::Action) -> Rc<Self> {
        let others = self.0.iter().copied().filter(|it| it.0 != part);
        Rc::new(Self(others.chain([(part, code)]).collect()))
    }
}

/// The code of a view, and a callback that fetches it again if it is missing.
#[hook]
pub fn use_code(view: View, fetch: Fetch) -> (Code, Callback<()>) {
    let part = Part::of(view);
    let (known, begin) = use_part(part, fetch);
    let known = match part {
        None => Some(Code::Here(shown::gantt)),
        Some(_) => known,
    };
    (known.unwrap_or(Code::Coming), begin)
}

/// The code of a part, which is fetched once it is wanted, and a callback that fetches it again if it is missing.
#[hook]
pub fn use_part(part: Option<Part>, fetch: Fetch) -> (Option<Code>, Callback<()>) {
    let fetched = use_reducer(Fetched::default);
    let begin = {
        let dispatch = fetched.dispatcher();
        use_callback(part, move |(), &part| {
            let Some(part) = part else { return };
            dispatch.dispatch((part, Code::Coming));
            let dispatch = dispatch.clone();
            spawn_local(async move {
                let code = (fetch.views)(part).await.map_or(Code::Missing, Code::Here);
                dispatch.dispatch((part, code));
            });
        })
    };
    let known = part.and_then(|part| fetched.of(part));
    {
        let begin = begin.clone();
        use_effect_with((part, known.is_none()), move |&(_, is_new)| {
            if is_new {
                begin.emit(());
            }
        });
    }
    (known, begin)
}

#[derive(Properties, PartialEq)]
pub struct NotHereProps {
    /// Whether it did not arrive, rather than that it has not yet.
    pub is_missing: bool,
    pub on_try_again: Callback<()>,
    /// Where the view before has left how it is drawn.
    pub view_picture: ViewPicture,
}

/// A placeholder for a view whose code has not been fetched.
#[component]
pub fn NotHere(props: &NotHereProps) -> Html {
    // Nobody is to export the view before in the name of this one.
    let view_picture = props.view_picture.clone();
    use_effect(move || view_picture.clear());
    if !props.is_missing {
        return html! { <p class="empty" id="view-coming">{ "Fetching this view \u{2026}" }</p> };
    }
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    html! {
        <div class="refused" role="alert" id="view-missing">
            <p>{ "This view could not be fetched: the network or the server is unavailable, or a newer version of the page has been published. Your work is kept. Try again; if that does not help, copy the link and reload the page." }</p>
            <button type="button" id="fetch-again" onclick={try_again}>{ "Try again" }</button>
        </div>
    }
}
