//! The page: its state, the services and runs that follow the state, and the layout.

use super::front_door::use_welcome;
use super::header::use_described;
use super::keys::use_keys;
use super::layout::Layout;
use super::permalink;
use super::permalink::{use_copy, use_steps};
use super::services::{Services, use_handlers, use_services};
use super::session::{use_keeping, use_last_session, use_search};
use super::shown::use_view_settings;
use super::view_code::{Code, Fetch, Part, use_code, use_part};
use super::work::{use_letting_go, use_work};
use crate::app::context::clock::now;
use crate::app::context::prelude::*;
use crate::app::context::state::{Reduced, StateHandle};
use crate::app::context::theme::use_ground;
use crate::app::files::view_picture::ViewPicture;
use crate::app::views::explained::use_asking;
use slotscope::page::classroom::{VisitAction, answers_of, exploring_in_words, searching_in_words, sweep_in_words};
use slotscope::page::state::{Activity, State};

#[cfg(feature = "bench")]
use super::bench;

#[derive(Properties, PartialEq)]
pub struct PageProps {
    /// Brings the code of views that does not come with the page.
    pub fetch: Fetch,
}

/// The whole page.
#[component]
pub fn Page(props: &PageProps) -> Html {
    let state = use_reducer(|| Reduced(permalink::begin()));
    let latest = use_mut_ref(|| state.clone());
    latest.replace(state.clone());
    let services = use_services(&state);
    let playing = use_state_eq(|| false);
    use_asking(&state, *playing, &services.calls.ask);
    let rested_link = use_session(&state, &services);
    use_steps(&latest);
    let work = use_work(&state, &latest, &services);
    let handlers = use_handlers(&latest, &services);
    #[cfg(feature = "bench")]
    {
        let (dispatch, read) = (state.dispatcher(), services.calls.read.clone());
        use_effect_with((), move |()| bench::start(dispatch, read));
    }
    let mut reached = state.reached();
    reached.extend(work.in_use.borrow().iter());
    let pools = [&*services.workers, &*services.papers];
    use_letting_go(reached, &state, &services.sources, &services.calls.live, pools);
    let ground = use_ground(state.layout.theme);
    let described = use_described(&state);
    let view_picture = use_memo((), |()| ViewPicture::default());
    let settings = use_view_settings(playing);
    let view = state.view.shown;
    let layout = &state.layout;
    use_keys(&state.dispatcher(), view, layout.character_keys, !layout.only);
    let (code, fetch_again) = use_code(view, props.fetch);
    let classroom = state.classroom.is_wanted.then_some(Part::Classroom);
    let classroom = use_part(classroom, props.fetch);
    use_visit(&state);
    say_activity(&state, code);
    Layout {
        state: &state,
        services: &services,
        handlers: &handlers,
        work: &work,
        settings: &settings,
        ground,
        described: &described,
        view_picture: &view_picture,
        fetch_kit: props.fetch.kit,
        code,
        fetch_again,
        classroom,
        rested_link,
    }
    .html()
}

/// Opens the address or the last session and keeps both up to date. Returns the link to a view by itself, as it was
/// when it was last at rest.
#[hook]
fn use_session(state: &StateHandle, services: &Services) -> Option<AttrValue> {
    let dispatch = state.dispatcher();
    let on_first_visit = use_welcome(&services.calls.read, &dispatch);
    use_last_session(state, &dispatch, &on_first_visit);
    use_search(state, &services.calls.read, &dispatch);
    let rested_link = use_keeping(state, &services.sources);
    use_copy(state);
    rested_link
}

/// Marks for tests whether the page is at rest: link, code and run are complete.
fn say_activity(state: &State, code: Code) {
    let body = web_sys::window().and_then(|window| window.document()).and_then(|document| document.body());
    if let Some(body) = body {
        let word = match state.run.activity {
            Activity::Running(_) => "running",
            Activity::Idle if state.opening.is_sought() || matches!(code, Code::Coming) => "opening",
            Activity::Idle => "idle",
        };
        let _ = body.set_attribute("data-state", word);
    }
}

/// Tells the state which explorations, searches and sweeps have come to their end, and which answers of lessons were
/// given.
#[hook]
pub fn use_visit(state: &StateHandle) {
    let (dispatch, trade_offs) = (&state.dispatcher(), &state.trade_off);
    let exploring = trade_offs.exploring.clone();
    let exploring = exploring.filter(|it| !it.runs.is_running() && !it.is_brief());
    let number = exploring.as_ref().map(|it| it.runs.question());
    use_sum(dispatch, number, exploring, exploring_in_words);
    let searching = trade_offs.searching.clone();
    let searching = searching.filter(|it| !it.is_running());
    let number = searching.as_ref().map(|it| it.round());
    use_sum(dispatch, number, searching, searching_in_words);
    let sweep = state.curves.sweep.clone();
    let sweep = sweep.filter(|it| !it.runs.is_running() && !state.curves.is_live);
    let number = sweep.as_ref().map(|it| it.runs.question());
    use_sum(dispatch, number, sweep, sweep_in_words);
    let (dispatch, lessons) = (dispatch.clone(), state.lessons.clone());
    // It changes with each answer.
    use_effect_with(lessons.result(), move |_| {
        let open = lessons.open();
        let answers = open.map_or_else(Vec::new, |(lesson, progress)| answers_of(lesson, progress));
        if !answers.is_empty() {
            dispatch.dispatch(Action::Visit(VisitAction::Answered(answers)));
        }
    });
}

/// Tells of many runs that have come to their end, once for each number, in the words of `sum`.
#[hook]
fn use_sum<T: 'static>(dispatch: &Dispatch, number: Option<u32>, runs: Option<Rc<T>>, sum: fn(&T) -> Option<String>) {
    let dispatch = dispatch.clone();
    use_effect_with(number, move |_| {
        if let Some(words) = runs.and_then(|it| sum(&it)) {
            let action = VisitAction::Summed(words, now() / 1000.0);
            dispatch.dispatch(Action::Visit(action));
        }
    });
}
