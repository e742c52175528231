//! The last session: kept in the browser, on this machine, and there again after a reload.

mod store;

use std::cell::{Cell, RefCell};

use gloo_timers::callback::Timeout;
use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::permalink;
use crate::app::context::prelude::*;
use crate::app::context::state::StateHandle;
use slotscope::chart::Viewport;
use slotscope::export::snapshot::{LessonPlace, Snapshot, Source};
use slotscope::json;
use slotscope::page::history::{Experiment, WorkloadKey};
use slotscope::page::look::Look;
use slotscope::page::state::{Awaited, Forms, Keeping, NoticeAction, OpenAction, Origin, Search, SessionAction, State};
use slotscope::page::view::View;
use slotscope::worker::{Source as Given, Sources};
use store::{Forgetting, use_forgetting};

/// Logs larger than this are not kept.
const LARGEST_KEPT: u64 = 64 << 20;

/// A state that has not changed for this many milliseconds is written into the address and kept.
/// Browsers allow a page 100 new addresses in 30 seconds.
const AT_REST: u32 = 400;

/// The longest time that the page waits for the stored session, in milliseconds.
const PATIENCE: u32 = 1500;

/// The last snapshot, as JSON, if the browser keeps one. `static/start-page.js` has asked for it.
async fn last_session() -> Option<String> {
    let window = web_sys::window()?;
    let asked = Reflect::get(&window, &"lastSession".into()).ok()?;
    let kept = JsFuture::from(asked.dyn_into::<Promise>().ok()?).await;
    kept.ok()?.as_string()
}

/// Opens the last session where no link says what to open. Within another page it waits to be asked: the page
/// around the frame could otherwise show a session without its owner's will.
#[hook]
pub fn use_last_session(state: &State, dispatch: &Dispatch, on_first_visit: &Callback<()>) {
    let (dispatch, on_first_visit) = (dispatch.clone(), on_first_visit.clone());
    let waits = state.opening.is_under_way && state.opening.awaited.is_none();
    let is_framed = state.session.keeping == Keeping::Framed;
    use_effect_with((), move |()| {
        let begin = || Action::Open(OpenAction::Begin);
        if waits && is_framed {
            dispatch.dispatch(begin());
        } else if waits {
            let begins = dispatch.clone();
            let otherwise = Callback::from(move |is_first_visit| {
                // An address that says how the page is shown is no first visit.
                if is_first_visit && !permalink::has_query() {
                    on_first_visit.emit(())
                } else {
                    begins.dispatch(begin())
                }
            });
            open_last_session(dispatch.clone(), otherwise);
        }
        // A log may take long to read: the sample is shown until then.
        let too_long = Timeout::new(PATIENCE, move || dispatch.dispatch(begin()));
        move || drop(too_long)
    });
}

/// Opens the last session, or does `otherwise`, which is told whether there is none, and keeps this one from now on.
fn open_last_session(dispatch: Dispatch, otherwise: Callback<bool>) {
    spawn_local(async move {
        let kept = last_session().await.map(|json| read(&json));
        let keeping = kept.as_ref().map_or(Keeping::Unknown, |_| Keeping::Kept);
        dispatch.dispatch(Action::Session(SessionAction::Keeping(keeping)));
        match kept {
            None => otherwise.emit(true),
            Some(Ok(snapshot)) => {
                let step = OpenAction::Open(Box::new(snapshot), Origin::Session, None);
                dispatch.dispatch(Action::Open(step));
            }
            Some(Err(why)) => {
                otherwise.emit(false);
                let text = format!("The last session could not be opened again: {why}.");
                dispatch.dispatch(Action::complain(text));
            }
        }
    });
}

/// The stored session is not trusted more than a link.
fn read(text: &str) -> Result<Snapshot, String> {
    let read = json::read(text.as_bytes());
    let snapshot: Snapshot = read.map_err(|why| why.without_place().to_string())?;
    snapshot.check().map_err(|error| error.to_string())?;
    Ok(snapshot)
}

/// Writes the address and stores the session whenever the state has come to rest. For a single view, returns
/// the link to its state then.
#[hook]
pub fn use_keeping(state: &StateHandle, sources: &Sources) -> Option<AttrValue> {
    let link_to = |state: &State| permalink::present(state).map(AttrValue::from);
    let link = use_state_eq(|| state.layout.only.then(|| link_to(state)).flatten());
    let setter = link.setter();
    let keeper = use_memo((), |()| Keeper {
        sources: sources.clone(),
        last: RefCell::default(),
        has_begun: Cell::new(false),
        looked_at: RefCell::default(),
        found: RefCell::default(),
        is_told: Cell::new(false),
        forgets: Rc::default(),
        unwritten: Rc::default(),
        unrested: RefCell::default(),
    });
    {
        let keeper = keeper.clone();
        use_effect_with((), move |()| {
            let listener = permalink::when_left(move || keeper.leave());
            move || drop(listener)
        });
    }
    let state = state.clone();
    use_effect_with(Seen::of(&state), move |_| {
        keeper.forgets.set(state.session.forgets);
        keeper.begin(&state);
        keeper.unrested.replace(Some(state.clone()));
        let pending = Pending::new(&keeper.unwritten);
        let timeout = Timeout::new(AT_REST, move || {
            if state.layout.only {
                setter.set(link_to(&state));
            }
            keeper.rest(&state, pending);
        });
        move || drop(timeout)
    });
    (*link).clone()
}

/// The parts of a snapshot, cheap to compare.
#[derive(PartialEq)]
struct Seen {
    experiment: ByAddress,
    view: View,
    sight: Option<Viewport>,
    cursor: Option<Time>,
    opened: Option<Time>,
    job: Option<usize>,
    selected: Rc<[u64]>,
    look: Look,
    forms: Forms,
    lesson: Option<LessonPlace>,
    /// Whether the state stands for something: no link is being opened, and nothing is forgotten.
    is_settled: bool,
    /// How often the session was deleted.
    forgets: u32,
}

impl Seen {
    fn of(state: &State) -> Self {
        Self {
            experiment: ByAddress(state.compared().clone()),
            view: state.view.shown,
            sight: state.view.sight,
            cursor: state.view.cursor,
            opened: state.view.opened,
            job: state.view.job,
            selected: state.view.selected.clone(),
            look: state.view.look,
            forms: state.forms.clone(),
            lesson: state.view.lesson.clone(),
            is_settled: state.is_settled(),
            forgets: state.session.forgets,
        }
    }
}

/// A step of the history is one of its own.
struct ByAddress(Rc<Experiment>);

impl PartialEq for ByAddress {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Keeps sessions.
struct Keeper {
    sources: Sources,
    /// The snapshot that was stored last, or that the page opened with.
    last: RefCell<Option<Snapshot>>,
    /// Whether it is known what the page opened with.
    has_begun: Cell<bool>,
    /// The state of the page after it opened a link from the address, until that changes.
    looked_at: RefCell<Option<Snapshot>>,
    /// The last snapshot of a link or the last session.
    found: RefCell<Option<Rc<Snapshot>>>,
    /// Whether the person knows that not all can be kept.
    is_told: Cell<bool>,
    /// How often the session was deleted: work begun before is dropped.
    forgets: Rc<Cell<u32>>,
    /// How many changes have not been written yet.
    unwritten: Rc<Cell<u32>>,
    /// The state that has not come to rest yet.
    unrested: RefCell<Option<StateHandle>>,
}

impl Keeper {
    /// Neither the snapshot that the page opened with nor that of a link put into the address later is kept anew: a
    /// link that is only looked at does not replace the last session, nor does a tab that is only opened replace the
    /// session of another tab. A snapshot whose file was dropped does.
    fn begin(&self, state: &State) {
        if !state.is_settled() {
            return;
        }
        let found = &state.opening.found;
        let before = self.found.replace(found.clone());
        let is_first = !self.has_begun.replace(true);
        let is_opened = match (&before, found) {
            (Some(before), Some(found)) => !Rc::ptr_eq(before, found),
            (None, found) => found.is_some(),
            (Some(_), None) => false,
        };
        if !is_first && !is_opened || is_first && state.opening.is_left {
            return;
        }
        let snapshot = state.snapshot();
        if !is_first {
            self.looked_at.replace(Some(snapshot.clone()));
        }
        let is_changed =
            |found: &Snapshot| found.scenarios != snapshot.scenarios || !found.workload.is_same(&snapshot.workload);
        let opened = match (&snapshot.workload, found.as_deref()) {
            (Source::File(_), found) => found.cloned(),
            // It could not be shown, and something else was chosen.
            (_, Some(found)) if is_changed(found) => Some(found.clone()),
            _ => Some(snapshot),
        };
        self.last.replace(opened);
    }

    /// Whether a link that was put into the address is only looked at.
    fn only_looks(&self, snapshot: &Snapshot) -> bool {
        let mut looked_at = self.looked_at.borrow_mut();
        looked_at.take_if(|it| !it.differs_in_look_only(snapshot));
        looked_at.is_some()
    }

    /// Keeps a state for this tab that has not come to rest, as [`Self::rest`] would have stored it.
    fn leave(&self) {
        let unrested = self.unrested.try_borrow();
        let Some(state) = unrested.ok().and_then(|it| it.clone()) else {
            return;
        };
        if !state.is_settled() || state.layout.only || state.session.keeping == Keeping::Framed {
            return;
        }
        let snapshot = state.snapshot();
        let is_new = self.last.borrow().as_ref() != Some(&snapshot);
        if is_new && snapshot.check().is_ok() && !self.only_looks(&snapshot) {
            permalink::keep_left(&snapshot);
        }
    }

    fn rest(self: Rc<Self>, state: &StateHandle, pending: Pending) {
        self.unrested.take();
        permalink::forget_left();
        if !state.is_settled() {
            return;
        }
        // On a busy machine the state has settled since this was put off, and its effect has not run yet.
        self.begin(state);
        let snapshot = state.snapshot();
        // It could not be opened: address and store keep their former content.
        if snapshot.check().is_err() {
            return;
        }
        permalink::follow(state);
        // A page within another page does not replace the last session.
        if state.layout.only || state.session.keeping == Keeping::Framed {
            return;
        }
        if self.only_looks(&snapshot) {
            return;
        }
        let before = self.last.replace(Some(snapshot.clone()));
        if before.as_ref() == Some(&snapshot) {
            return;
        }
        let log = self.log(state, &snapshot);
        let (dispatch, forgets) = (state.dispatcher(), state.session.forgets);
        spawn_local(async move {
            let is_wanted = || self.forgets.get() == forgets;
            let keeping = kept(&snapshot, log, is_wanted).await;
            if !is_wanted() {
                return;
            }
            let why = match &keeping {
                Keeping::WithoutLog(why) | Keeping::Refused(why) => Some(why.clone()),
                _ => None,
            };
            dispatch.dispatch(Action::Session(SessionAction::Keeping(keeping)));
            drop(pending);
            if let Some(why) = why
                && !self.is_told.replace(true)
            {
                let warning = NoticeAction::Warn(why.to_string());
                dispatch.dispatch(Action::Notice(warning));
            }
        });
    }

    /// The log of a snapshot, or why it cannot be kept.
    fn log(&self, state: &State, snapshot: &Snapshot) -> Result<Option<store::Log>, Rc<str>> {
        let Source::File(mark) = &snapshot.workload else {
            return Ok(None);
        };
        if mark.size > LARGEST_KEPT {
            let (name, size) = (&mark.name, words::bytes(mark.size));
            return Err(format!(
                "{name} ({size}) is too large to be stored for the next visit: the page will ask for it."
            )
            .into());
        }
        let key = state.history.present().workload;
        match self.sources.get(key) {
            Some(Given::File { bytes, .. }) => {
                let mark = mark.clone();
                Ok(Some(store::Log { mark, bytes }))
            }
            _ => Ok(None),
        }
    }
}

/// Keeps a snapshot, without its log if need be.
async fn kept(snapshot: &Snapshot, log: Result<Option<store::Log>, Rc<str>>, is_wanted: impl Fn() -> bool) -> Keeping {
    let json = serde_json::to_string(snapshot).unwrap_or_default();
    let (log, too_large) = match log {
        Ok(log) => (log, None),
        Err(why) => (None, Some(why)),
    };
    let has_log = log.is_some();
    let refused = |why: String| Keeping::Refused(format!("The browser does not keep this session: {why}.").into());
    match (store::keep(&json, log).await, too_large) {
        (Ok(()), None) => Keeping::Kept,
        (Ok(()), Some(why)) => Keeping::WithoutLog(why),
        (Err(_), _) if !is_wanted() => Keeping::Forgotten,
        (Err(why), _) if has_log => match store::keep(&json, None).await {
            Ok(()) => Keeping::WithoutLog(
                format!("The browser does not keep the log for the next visit ({why}): the page will ask for it.")
                    .into(),
            ),
            Err(why) => refused(why),
        },
        (Err(why), _) => refused(why),
    }
}

/// A change that has not been written yet. While there is one, the page's `data-kept` is `false`.
struct Pending(Rc<Cell<u32>>);

impl Pending {
    /// One more of those that `count` counts.
    pub fn new(count: &Rc<Cell<u32>>) -> Self {
        count.set(count.get() + 1);
        say(false);
        Self(count.clone())
    }
}

/// It has been written, or a later one has taken its place.
impl Drop for Pending {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
        say(self.0.get() == 0);
    }
}

fn say(is_kept: bool) {
    let body = web_sys::window().and_then(|window| window.document()).and_then(|document| document.body());
    if let Some(body) = body {
        let _ = body.set_attribute("data-kept", &is_kept.to_string());
    }
}

/// Looks for the workload that the state awaits, and hands it to `read`.
#[hook]
pub fn use_search(state: &State, read: &Callback<Given, WorkloadKey>, dispatch: &Dispatch) {
    let sought = state.opening.awaited.clone();
    let sought = sought.filter(|awaited| awaited.search == Search::UnderWay);
    let (read, dispatch) = (read.clone(), dispatch.clone());
    use_effect_with(sought, move |sought| {
        if let Some(awaited) = sought {
            search(awaited.clone(), read, dispatch);
        }
    });
}

fn search(awaited: Awaited, read: Callback<Given, WorkloadKey>, dispatch: Dispatch) {
    let snapshot: &Snapshot = &awaited.snapshot;
    match snapshot.workload.clone() {
        // It is there from the beginning.
        Source::Sample => {}
        Source::Generated(model) => {
            read.emit(Given::Generated(model));
        }
        Source::Workflow(made) => {
            read.emit(Given::Workflow(made));
        }
        Source::Tasks(made) => {
            read.emit(Given::Tasks(made));
        }
        Source::Written { name, text } => {
            let text = text.into();
            read.emit(Given::Written { name, text });
        }
        Source::File(mark) => spawn_local(async move {
            let found = match awaited.log {
                Some(bytes) => Some(Uint8Array::from(&*bytes)),
                // A browser that keeps nothing has no file either.
                None => store::file(&mark).await.unwrap_or_default(),
            };
            let (name, mapping) = (mark.name, mark.mapping);
            match found {
                Some(bytes) => {
                    read.emit(Given::File { name, bytes, mapping });
                }
                None => dispatch.dispatch(Action::Open(OpenAction::Ask)),
            }
        }),
    }
}

#[derive(Properties, PartialEq)]
pub struct SessionNoteProps {
    pub keeping: Keeping,
    pub dispatch: Dispatch,
}

/// Says whether the session is kept, and offers to forget it, or to open the last one within another page.
#[component]
pub fn SessionNote(props: &SessionNoteProps) -> Html {
    let asks = use_state_eq(|| false);
    let forget = use_forgetting(&props.dispatch);
    let ask = |value: bool| {
        let asks = asks.clone();
        Callback::from(move |_: MouseEvent| asks.set(value))
    };
    let forgetting = |what: Forgetting| {
        let (asks, forget) = (asks.clone(), forget.clone());
        Callback::from(move |_: MouseEvent| {
            asks.set(false);
            forget.emit(what);
        })
    };
    let said = match &props.keeping {
        Keeping::Kept => "Scenarios and log are kept in this browser, on this machine only.",
        Keeping::WithoutLog(why) | Keeping::Refused(why) => why,
        Keeping::Unknown => "What you change is stored in this browser, if it lets the page.",
        Keeping::Forgotten => "Deleted. Nothing is stored until you change something.",
        Keeping::Framed => "Within another page, the last session is opened, and this one stored, only on request.",
    };
    let open = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            let told = dispatch.clone();
            let otherwise = Callback::from(move |_: bool| {
                let none = "No session is kept in this browser.".to_owned();
                told.dispatch(Action::complain(none));
            });
            open_last_session(dispatch.clone(), otherwise);
        })
    };
    let offer = match &props.keeping {
        Keeping::Forgotten => nothing(),
        Keeping::Framed => {
            html! { <button type="button" id="open-session" onclick={open}>{ "Open last session" }</button> }
        }
        _ => html! {
            <button type="button" id="forget" onclick={ask(true)} aria-label="Forget this session">{ "Forget" }</button>
        },
    };
    html! {
        <section class="session" id="session" aria-label="Session">
            if *asks {
                <p>{ "Delete the stored session? This cannot be undone. The page stays as it is, or starts over, here and in every \
                    other tab. It cannot delete the browser's history, nor copies in the browser's own files." }</p>
                <button type="button" id="forget-yes" onclick={forgetting(Forgetting::Stay)}>{ "Delete" }</button>
                <button type="button" id="forget-anew" onclick={forgetting(Forgetting::BeginAnew)}>{ "Delete and start over" }</button>
                <button type="button" id="forget-no" onclick={ask(false)}>{ "Keep" }</button>
            } else {
                <p>{ said }</p>
                { offer }
            }
        </section>
    }
}
