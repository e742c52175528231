//! Links: the state of the page as an address, and back.
//!
//! A link, the last session and a project file all hold a snapshot; `page::state` opens them.

use std::cell::RefCell;

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HashChangeEvent, History};

use crate::app::context::prelude::*;
use crate::app::context::state::{LatestState, StateHandle};
use crate::app::context::storage::TAB;
use crate::app::context::theme;
use crate::app::control::Browse;
use crate::app::files::clipboard;
use crate::app::files::export_menu::{Menu, use_menu};
use slotscope::export::permalink::LinkError;
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::export::{hand_in, permalink};
use slotscope::json;
use slotscope::page::classroom::{ClassroomAction, Given};
use slotscope::page::embed::CopyAs;
use slotscope::page::places::{Gone, Place, Places};
use slotscope::page::state::{
    Awaited, Keeping, OpenAction, Origin, Said, Search, SessionAction, State, TeachAction, ViewAction,
};
use slotscope::page::view::View;
use slotscope::page::{embed, places};

/// The present link: the address at which another machine shows the same. None if it would be too
/// long.
pub fn present(state: &State) -> Option<String> {
    let (hash, _) = state.link().ok()?;
    // The bare address opens the last session, or says on a first visit what the page is.
    Some(format!("{}#{hash}", base()?))
}

/// The page as it opens: with what its address shows. Without a hash it opens with the last session,
/// which takes a moment to be found.
pub fn begin() -> State {
    let mut state = State::at_start();
    state.layout.only = embed::is_only(&query());
    state.layout.class = embed::is_of_class(&query());
    state.layout.theme = theme::kept();
    if is_framed() {
        state.session.keeping = Keeping::Framed;
    }
    // A view by itself is no session, nor is a page within another one.
    let may_be_left = !state.layout.only && state.session.keeping != Keeping::Framed;
    if let Some(snapshot) = may_be_left.then(take).flatten() {
        state.opening.is_under_way = snapshot.workload != Source::Sample;
        state.opening.is_left = true;
        let open = OpenAction::Open(Box::new(snapshot), Origin::Session, None);
        return state.after(Action::Open(open));
    }
    let hash = present_hash();
    if hash.is_empty() && !is_link() {
        // A view by itself belongs to the page that it is put into, not to the last session.
        state.opening.is_under_way = !state.layout.only;
        return state;
    }
    if hand_in::is_link(&hash) {
        state.opening.is_under_way = !state.layout.only;
        return state.after(review(&hash));
    }
    match permalink::read(&hash) {
        Ok(snapshot) => {
            state.opening.is_under_way = snapshot.workload != Source::Sample;
            let open = OpenAction::Open(Box::new(snapshot), Origin::Link, None);
            state = state.after(Action::Open(open));
        }
        Err(why) => state.notices.say(Said::failed(refusal(&why))),
    }
    state
}

/// Whether the address is a link though its hash is empty: that of a page on which nothing has been set.
fn is_link() -> bool {
    href().is_some_and(|it| it.ends_with('#'))
}

/// The whole address.
fn href() -> Option<String> {
    web_sys::window()?.location().href().ok()
}

/// Whether the address says how the page is shown.
pub fn has_query() -> bool {
    !query().is_empty()
}

/// Has the hand-in of a link reviewed.
fn review(hash: &str) -> Action {
    Action::Classroom(ClassroomAction::Give(vec![Given::link(hash)]))
}

/// Whether the page stands within another one.
fn is_framed() -> bool {
    let window = web_sys::window();
    window.is_some_and(|it| it.top().ok().flatten().is_none_or(|top| top != it))
}

fn refusal(why: &permalink::LinkError) -> String {
    format!("This link cannot be opened: {why}.")
}

/// Writes the present link into the address; a state without a link leaves the address without one.
pub fn follow(state: &State) {
    let hash = state.link().map(|(hash, _)| hash);
    let hash = hash.unwrap_or_default();
    if present_hash() != hash {
        write(&hash);
    }
}

/// Takes the hash off the address.
pub fn clear() {
    write("");
}

/// No new entry in the browser's history: the present one keeps its mark.
fn write(hash: &str) -> Option<()> {
    let window = web_sys::window()?;
    let location = window.location();
    let path = location.pathname().ok()? + &location.search().ok()?;
    let address = with_hash(&path, hash);
    let history = window.history().ok()?;
    let mark = history.state().unwrap_or(JsValue::NULL);
    history.replace_state_with_url(&mark, "", Some(&address)).ok()
}

fn with_hash(address: &str, hash: &str) -> String {
    match hash {
        "" => address.to_owned(),
        _ => format!("{address}#{hash}"),
    }
}

fn query() -> String {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    query.unwrap_or_default()
}

/// The page's address without query and hash.
pub fn base() -> Option<String> {
    let location = web_sys::window()?.location();
    Some(location.origin().ok()? + &location.pathname().ok()?)
}

fn present_hash() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash_of(&hash.unwrap_or_default()).to_owned()
}

/// The hash of an address, without `#`.
fn hash_of(address: &str) -> &str {
    address.split_once('#').map_or("", |(_, hash)| hash)
}

/// The address that was left and the snapshot, as JSON.
const KEY: &str = "slotscope-left";

/// Keeps what has not been written yet.
type Keep = Rc<dyn Fn()>;

thread_local! {
    static KEEP: RefCell<Option<Keep>> = const { RefCell::new(None) };
}

/// Has `keep` called whenever the page is left, until the result is dropped.
pub fn when_left(keep: impl Fn() + 'static) -> Option<EventListener> {
    KEEP.set(Some(Rc::new(keep)));
    let window = web_sys::window()?;
    Some(EventListener::new(&window, "pagehide", |_| leave()))
}

/// The page is left, or has failed: what it has not written is kept.
pub fn leave() {
    let keep = KEEP.try_with(|it| it.try_borrow().ok()?.clone());
    if let Ok(Some(keep)) = keep {
        keep();
    }
}

/// Keeps a snapshot for the present address.
pub fn keep_left(snapshot: &Snapshot) {
    if let Ok(text) = serde_json::to_string(&(href(), snapshot)) {
        TAB.keep(KEY, &text);
    }
}

/// It has been written since.
pub fn forget_left() {
    TAB.forget(KEY);
}

/// The snapshot that was left at the present address, once.
fn take() -> Option<Snapshot> {
    let text = TAB.get(KEY)?;
    forget_left();
    let (at, snapshot): (Option<String>, Snapshot) = json::read(text.as_bytes()).ok()?;
    (at == href() && snapshot.check().is_ok()).then_some(snapshot)
}

#[derive(Properties, PartialEq)]
pub struct AwaitedCardProps {
    pub awaited: Awaited,
    /// Whether a view is shown by itself: there is nothing to go back to.
    pub only: bool,
    /// The other file that was dropped.
    pub other: Option<FileMark>,
    pub on_files: Callback<Vec<File>>,
    pub dispatch: Dispatch,
}

/// Asks for the file that a link, the last session or a project names, in place of the views of a run.
#[component]
pub fn AwaitedCard(props: &AwaitedCardProps) -> Html {
    let Source::File(mark) = &props.awaited.snapshot.workload else {
        return nothing();
    };
    if props.awaited.search == Search::UnderWay {
        return nothing();
    }
    let step = |step: fn() -> OpenAction| props.dispatch.callback(move |_: MouseEvent| Action::Open(step()));
    let file = named(mark);
    let need = match props.awaited.origin {
        Origin::Link | Origin::Paper => format!("This link shows {file}."),
        Origin::Session => format!("The last session used {file}, which was not kept."),
        Origin::Project => format!("This project needs {file}, which it does not contain."),
        Origin::HandIn => format!("This hand-in was made on {file}."),
    };
    let digest = format!("Its SHA-256 begins with {}.", mark.digest);
    let leave = match props.only {
        true => nothing(),
        false => {
            html! { <button type="button" id="awaited-leave" onclick={step(|| OpenAction::Leave)}>{ "Not now" }</button> }
        }
    };
    html! {
        <section class="awaited" id="awaited" role="alert" aria-label="A file is needed" title={digest}>
            if let Some(other) = &props.other {
                <p><strong>{ need }</strong></p>
                <p id="awaited-other">{ format!("{} is a different file: its content does not match.", named(other)) }</p>
                <div class="awaited-choices">
                    <Browse id="awaited-file" label="File of the link" on_files={&props.on_files} />
                    <button type="button" id="awaited-with" onclick={step(|| OpenAction::TakeOther { with_link: true })}>{ "Open it in the state of the link" }</button>
                    <button type="button" id="awaited-without" onclick={step(|| OpenAction::TakeOther { with_link: false })}>{ "Open the file alone" }</button>
                    { leave.clone() }
                </div>
            } else {
                <p><strong>{ need }</strong>{ " Drop it here." }</p>
                <div class="awaited-choices">
                    <Browse id="awaited-file" label="File of the link" on_files={&props.on_files} />
                    { leave }
                </div>
            }
        </section>
    }
}

fn named(mark: &FileMark) -> String {
    format!("{} ({})", mark.name, words::bytes(mark.size))
}

/// The ways to copy the link: the form, the button's id, its name, and its use.
const WAYS: [(CopyAs, &str, &str, &str); 3] = [
    (CopyAs::Link, "copy-as-link", "Link", "Opens the page in its current state"),
    (CopyAs::Iframe, "copy-as-iframe", "Embed: <iframe>", "Only this view, live, for a slide or a course page"),
    (CopyAs::Class, "copy-as-class", "Link for a class", "The same, with Hand in beside the work"),
];

#[derive(Properties, PartialEq)]
pub struct CopyLinkProps {
    /// Whether the page is that of a class, which hands no exercises out.
    pub class: bool,
    pub dispatch: Dispatch,
}

/// The button that copies the present link, and a menu with the ways to do so.
#[component]
pub fn CopyLink(props: &CopyLinkProps) -> Html {
    let Menu { open, node, toggle } = use_menu();
    let copy = |what: CopyAs| {
        let (dispatch, open) = (props.dispatch.clone(), open.setter());
        Callback::from(move |_: MouseEvent| {
            open.set(false);
            dispatch.dispatch(Action::Session(SessionAction::CopyLink(what)));
        })
    };
    let ways = WAYS.iter().filter(|it| !props.class || it.0 != CopyAs::Class);
    let items = ways.map(|&(what, id, name, purpose)| {
        html! { <li><button type="button" {id} onclick={copy(what)}><strong>{ name }</strong><small>{ purpose }</small></button></li> }
    });
    html! {
        <div class="menu link-menu" ref={node}>
            <button type="button" id="copy-link" aria-keyshortcuts="l" onclick={copy(CopyAs::Link)}
                data-tip="An address that opens the same state: scenarios, view, zoom, cursor and selection. Key L.">
                { "Copy" }<span class="word">{ " link" }</span></button>
            <button type="button" id="copy-ways" aria-label="Other ways to copy the link"
                aria-expanded={open.to_string()} aria-controls="copy-items" onclick={toggle}>{ "▾" }</button>
            <ul id="copy-items" hidden={!*open}>{ for items }</ul>
        </div>
    }
}

/// Copies the present link on request, and says which file its recipients need.
#[hook]
pub fn use_copy(state: &StateHandle) {
    let state = state.clone();
    use_effect_with(state.session.copies, move |&(copies, what)| {
        if copies > 0 {
            spawn_local(async move { state.dispatch(copy(&state, what).await) });
        }
    });
}

async fn copy(state: &State, what: CopyAs) -> Action {
    let (hash, leaves_out) = match state.link() {
        Ok(made) => made,
        Err(LinkError::Refused(why)) => {
            return Action::complain(format!(
                "A scenario that cannot be run has no link: {why}. Undo reverses the last change."
            ));
        }
        Err(why) => {
            return Action::complain(format!(
                "No link can be made: {why}. Export a project instead: it holds everything."
            ));
        }
    };
    let Some(base) = base() else {
        return Action::complain("No link can be made: the page has no address.".to_owned());
    };
    let (copied, said) = match what {
        CopyAs::Link => (with_hash(&base, &hash), "Link copied."),
        CopyAs::Class => (
            with_hash(&(base + embed::CLASS), &hash),
            "Link for a class copied: it opens the page with Hand in beside the work.",
        ),
        CopyAs::Iframe => {
            let address = with_hash(&(base + embed::QUERY), &hash);
            let inside = state.history.present().scenario.system.model().card().inside;
            let title = format!("Slotscope: {}", state.view.shown.title(inside));
            let text = "Copied as an <iframe>: paste it into the HTML of another page.";
            (embed::iframe(&address, &title), text)
        }
    };
    if clipboard::write_text(&copied).await.is_none() {
        follow(state);
        return Action::complain(
            "The browser does not let the page copy the link. It is in the address bar.".to_owned(),
        );
    }
    let mut text = said.to_owned();
    if let Source::File(mark) = state.linked().workload {
        text += &format!(" Recipients also need the file {} ({}).", mark.name, words::bytes(mark.size));
    }
    if leaves_out {
        text += " The link leaves out the highlighted jobs: they are too many.";
    }
    Action::say(text)
}

/// Makes a step in the browser's history of every view and every step of a lesson that is opened, and goes
/// where the browser goes.
#[hook]
pub fn use_steps(latest: &LatestState) {
    let places = use_mut_ref(|| Places::new(mark().as_deref()));
    let state = latest.borrow().clone();
    let place = Place::new(state.view.shown, state.view.lesson.as_ref());
    {
        let places = places.clone();
        // The first place is known once no snapshot is being opened.
        use_effect_with((place, state.opening.is_under_way), move |(place, opening)| {
            let place = (!opening).then(|| place.clone());
            if let Some(step) = place.and_then(|it| places.borrow_mut().show(it)) {
                take_step(&step);
            }
        });
    }
    let latest = latest.clone();
    use_effect_with((), move |()| {
        let listeners = web_sys::window().map(|window| {
            let (here, state) = (places.clone(), latest.clone());
            let went = EventListener::new(&window, "popstate", move |_| {
                let gone = here.borrow_mut().go(mark().as_deref());
                let state = state.borrow().clone();
                go(gone, &state);
            });
            let changed = EventListener::new(&window, "hashchange", move |event| {
                let state = latest.borrow().clone();
                change(&mut places.borrow_mut(), &state, event.unchecked_ref());
            });
            [went, changed]
        });
        move || drop(listeners)
    });
}

/// The browser has gone to another entry.
fn go(gone: Gone, state: &StateHandle) {
    match gone {
        // The address has changed as well: that event opens its link.
        Gone::Elsewhere => {}
        Gone::Within(place) => {
            // The entry has the link of when it was left. Only the place is gone back to.
            if state.is_settled() {
                follow(state);
            } else if state.session.is_forgotten(state.history.present()) {
                clear();
            }
            state.dispatch(Action::View(ViewAction::Show(place.view)));
            if place.view == View::Lessons {
                state.dispatch(Action::Teach(TeachAction::Step(place.lesson)));
            }
        }
        Gone::Beyond => match permalink::read(&present_hash()) {
            Ok(snapshot) => {
                let step = OpenAction::Open(Box::new(snapshot), Origin::Link, None);
                state.dispatch(Action::Open(step));
            }
            Err(why) => state.dispatch(Action::complain(refusal(&why))),
        },
    }
}

/// The user has put another link into the address. The page's own writes make no such event, and steps to
/// entries of the page have been handled.
fn change(places: &mut Places, state: &StateHandle, event: &HashChangeEvent) {
    if mark().is_some_and(|mark| places.mark() == Some(mark)) {
        return;
    }
    if hand_in::is_link(hash_of(&event.new_url())) {
        // It is opened beside what the page shows.
        if let Some(mark) = places.mark() {
            take_step(&places::Step::Replace(mark));
        }
        write(hash_of(&event.old_url()));
        return state.dispatch(review(hash_of(&event.new_url())));
    }
    // Since then the page may have written its own into the address.
    match permalink::read(hash_of(&event.new_url())) {
        Ok(snapshot) => {
            let view = View::of(&snapshot.view).unwrap_or(state.view.shown);
            let place = Place::new(view, snapshot.lesson.as_ref());
            take_step(&places::Step::Replace(places.arrive(place)));
            let step = OpenAction::Open(Box::new(snapshot), Origin::Link, None);
            state.dispatch(Action::Open(step));
        }
        Err(why) => {
            if let Some(mark) = places.mark() {
                take_step(&places::Step::Replace(mark));
            }
            write(hash_of(&event.old_url()));
            state.dispatch(Action::complain(refusal(&why)));
        }
    }
}

/// The mark of the present entry.
fn mark() -> Option<String> {
    history()?.state().ok()?.as_string()
}

fn take_step(step: &places::Step) -> Option<()> {
    let history = history()?;
    match step {
        places::Step::Push(mark) => history.push_state(&JsValue::from_str(mark), "").ok(),
        places::Step::Replace(mark) => history.replace_state(&JsValue::from_str(mark), "").ok(),
    }
}

fn history() -> Option<History> {
    web_sys::window()?.history().ok()
}
