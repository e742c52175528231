//! Keys: one table for what they do and what the overlay says of them.
//!
//! To add a key that works wherever the focus is, add a [`Row`] to a group of [`GROUPS`]; for one
//! that works in a single view, to the group of that view. What hears keys itself, as the Gantt
//! chart's canvas does, keeps rows of its own, finds its command with [`find`], and is listed in
//! [`listed`].

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::state::Dispatch;
use crate::app::views::{gantt, play};
use slotscope::page::embed::CopyAs;
use slotscope::page::state::{Action, EditAction, LayoutAction, SessionAction, ViewAction};
use slotscope::page::view::View;

/// A key, by its name in browsers, with its modifiers. Ctrl is also the command key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chord {
    /// With Shift or without, as the character takes.
    Plain(&'static str),
    Shift(&'static str),
    Ctrl(&'static str),
    CtrlShift(&'static str),
    Alt(&'static str),
    AltShift(&'static str),
}

impl Chord {
    fn is_pressed(self, event: &KeyboardEvent) -> bool {
        // A character typed with AltGr is a character, though some systems send it as Ctrl and Alt.
        let typed = event.get_modifier_state("AltGraph");
        let ctrl = (event.ctrl_key() || event.meta_key()) && !typed;
        let alt = event.alt_key() && !typed;
        let (key, held) = match self {
            Self::Plain(key) => (key, !ctrl && !alt),
            Self::Shift(key) => (key, !ctrl && !alt && event.shift_key()),
            Self::Ctrl(key) => (key, ctrl && !alt && !event.shift_key()),
            Self::CtrlShift(key) => (key, ctrl && !alt && event.shift_key()),
            Self::Alt(key) => (key, !ctrl && alt && !event.shift_key()),
            Self::AltShift(key) => (key, !ctrl && alt && event.shift_key()),
        };
        held && event.key().eq_ignore_ascii_case(key)
    }

    /// The labels of the keys.
    pub fn caps(self) -> Vec<String> {
        let (held, key): (&[&str], _) = match self {
            Self::Plain(key) => (&[], key),
            Self::Shift(key) => (&["Shift"], key),
            Self::Ctrl(key) => (&["Ctrl"], key),
            Self::CtrlShift(key) => (&["Ctrl", "Shift"], key),
            Self::Alt(key) => (&["Alt"], key),
            Self::AltShift(key) => (&["Alt", "Shift"], key),
        };
        let cap = match key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "Escape" => "Esc",
            "PageUp" => "Page up",
            "PageDown" => "Page down",
            " " => "Space",
            "-" => "−",
            key => key,
        };
        let cap = match cap.chars().count() {
            1 => cap.to_uppercase(),
            _ => cap.to_string(),
        };
        held.iter().map(ToString::to_string).chain([cap]).collect()
    }

    /// Whether it is a single character, which a voice control may press by chance.
    fn is_character(self) -> bool {
        matches!(self, Self::Plain(key) | Self::Shift(key) if key.chars().count() == 1)
    }
}

/// Keys that do one kind of thing.
pub struct Row<C: 'static> {
    /// Their effect, as the overlay shows it.
    pub what: &'static str,
    /// Each key with its command. The first that is pressed counts.
    pub keys: &'static [(Chord, C)],
}

/// The command of the key that is pressed.
pub fn find<C: Copy>(rows: &[Row<C>], event: &KeyboardEvent) -> Option<(Chord, C)> {
    let keys = rows.iter().flat_map(|row| row.keys);
    keys.copied().find(|(chord, _)| chord.is_pressed(event))
}

/// Commands of keys that work on the whole page.
#[derive(Clone, Copy)]
pub enum Command {
    /// Sends an action to the state.
    Act(fn() -> Action),
    /// Opens the view at a place among the tabs.
    Open(usize),
    /// Opens the view this many places further, round and round.
    Step(isize),
}

/// Keys that are listed together.
pub struct Group {
    pub title: &'static str,
    /// The view in which they work; `None` for all.
    pub view: Option<View>,
    pub rows: &'static [Row<Command>],
}

use Chord::{Ctrl, CtrlShift, Plain};
use Command::{Act, Open, Step};

/// The keys that work wherever the focus is.
pub const GROUPS: &[Group] = &[Group {
    title: "Everywhere",
    view: None,
    rows: &[
        Row {
            what: "This list of keys",
            keys: &[(Plain("?"), Act(|| Action::Layout(LayoutAction::Keys(true))))],
        },
        Row {
            what: "Undo",
            keys: &[(Ctrl("z"), Act(|| Action::Edit(EditAction::Undo)))],
        },
        Row {
            what: "Redo",
            keys: &[
                (CtrlShift("z"), Act(|| Action::Edit(EditAction::Redo))),
                (Ctrl("y"), Act(|| Action::Edit(EditAction::Redo))),
            ],
        },
        Row {
            what: "Copy a link to the current state",
            keys: &[(
                Plain("l"),
                Act(|| Action::Session(SessionAction::CopyLink(CopyAs::Link))),
            )],
        },
        Row {
            what: "Projector: no panel, larger type, heavier lines",
            keys: &[(Plain("p"), Act(|| Action::Layout(LayoutAction::Projector)))],
        },
        Row {
            what: "Previous view, next view",
            keys: &[(Plain("["), Step(-1)), (Plain("]"), Step(1))],
        },
        Row {
            what: "The views in the order of their tabs; R: Papers",
            keys: &[
                (Plain("1"), Open(0)),
                (Plain("2"), Open(1)),
                (Plain("3"), Open(2)),
                (Plain("4"), Open(3)),
                (Plain("5"), Open(4)),
                (Plain("6"), Open(5)),
                (Plain("7"), Open(6)),
                (Plain("8"), Open(7)),
                (Plain("9"), Open(8)),
                // 0 shows all of a chart.
                (Plain("r"), Open(9)),
            ],
        },
        Row {
            what: "Close overlays; cancel a long run",
            keys: &[(Plain("Escape"), Act(|| Action::Escape))],
        },
    ],
}];

/// A group as the overlay lists it: its title, and each row's keys and words.
pub type Listed = (&'static str, Vec<(Vec<Chord>, &'static str)>);

/// All keys of the page, those of views and charts too.
pub fn listed() -> Vec<Listed> {
    fn all<C>(rows: &[Row<C>]) -> Vec<(Vec<Chord>, &'static str)> {
        let chords = |row: &Row<C>| row.keys.iter().map(|(chord, _)| *chord).collect();
        rows.iter().map(|row| (chords(row), row.what)).collect()
    }
    let groups = GROUPS.iter().map(|group| (group.title, all(group.rows)));
    groups
        .chain([
            ("On the Gantt chart", all(gantt::KEYS)),
            ("On the Gantt chart, by pointer", pointer()),
            ("On the Gantt chart, edited by hand", all(gantt::PEN_KEYS)),
            ("In the player", all(play::KEYS)),
            (
                "In a lesson",
                vec![(
                    vec![Plain("ArrowLeft"), Plain("ArrowRight")],
                    "Previous step, next step",
                )],
            ),
            (
                "On tabs, tables and sliders",
                vec![
                    (
                        vec![Plain("ArrowLeft"), Plain("ArrowRight")],
                        "Next tab or choice; one step of a slider",
                    ),
                    (
                        vec![Plain("Home"), Plain("End")],
                        "First or last tab, row or value",
                    ),
                    (
                        vec![Plain("Enter")],
                        "On a row: find its job, or load its scenario",
                    ),
                ],
            ),
        ])
        .collect()
}

/// Gestures of the pointer on charts.
fn pointer() -> Vec<(Vec<Chord>, &'static str)> {
    let rows = gantt::POINTER.iter();
    rows.map(|&(chord, what)| (vec![chord], what)).collect()
}

/// The key that opens the view at this place among the tabs, if there is one.
pub fn key_of_view(place: usize) -> Option<String> {
    let keys = GROUPS.iter().flat_map(|group| group.rows);
    keys.flat_map(|row| row.keys).find_map(|(chord, command)| {
        matches!(command, Open(at) if *at == place).then(|| chord.caps().concat())
    })
}

/// Hears the keys of [`GROUPS`]. `characters`: whether single characters count, which people who
/// speak to their machine turn off (WCAG 2.1.4). `listens`: whether any do.
#[hook]
pub fn use_keys(dispatch: &Dispatch, view: View, characters: bool, listens: bool) {
    let dispatch = dispatch.clone();
    use_effect_with(
        (view, characters, listens),
        move |&(view, characters, listens)| {
            let window = web_sys::window().filter(|_| listens);
            let listener = window.map(|window| {
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&window, "keydown", options, move |event| {
                    let event: &KeyboardEvent = event.unchecked_ref();
                    if let Some(action) = action(event, view, characters) {
                        event.prevent_default();
                        dispatch.dispatch(action);
                    }
                })
            });
            move || drop(listener)
        },
    );
}

fn action(event: &KeyboardEvent, view: View, characters: bool) -> Option<Action> {
    let here = |group: &&Group| group.view.is_none_or(|it| it == view);
    let mut rows = GROUPS.iter().filter(here);
    let (chord, command) = rows.find_map(|group| find(group.rows, event))?;
    if event.default_prevented() || (chord.is_character() && !characters) || is_taken(chord, event)
    {
        return None;
    }
    match command {
        Act(action) => Some(action()),
        Open(place) => View::ALL
            .get(place)
            .map(|view| Action::View(ViewAction::Show(*view))),
        Step(by) => Some(Action::View(ViewAction::Step(by))),
    }
}

/// Elements for text.
const TYPED: &str =
    "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, [contenteditable]";
/// Elements that take characters: fields, and lists that look up an entry by its first letters.
const FIELDS: &str = "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, [contenteditable], select";
/// Elements that Enter presses.
const PRESSED: &str = "button, summary, a[href], [role=button], tr[tabindex], input, select";
/// Elements that only Space toggles. All other elements are also pressed by Enter: there Space plays, wherever
/// a click has left the focus.
const TICKED: &str = "input[type=checkbox], input[type=radio], [role=checkbox], [role=switch]";
/// Elements that arrow keys, Home and End move.
const MOVED: &str = "input, select, [role=tab], canvas, [role=grid] *, [role=slider]";

/// Whether Ctrl, Alt or the system's key is held: what browsers do then, such as going back by Alt and
/// an arrow, is theirs.
pub fn is_chord(event: &KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key() || event.alt_key()
}

/// Whether a key belongs to the focused element, or to a dialog over the page.
pub fn is_taken(chord: Chord, event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let Some(element) = target else {
        return false;
    };
    let document = element.owner_document();
    if document.is_some_and(|it| matches!(it.query_selector("dialog[open]"), Ok(Some(_)))) {
        return true;
    }
    let takers = match chord {
        Chord::Plain("Escape") => return false,
        // A field undoes its own edits.
        Chord::Ctrl(_) | Chord::CtrlShift(_) => TYPED.to_string(),
        Chord::Plain(" ") => [FIELDS, TICKED].join(", "),
        Chord::Plain("Enter") => [FIELDS, PRESSED].join(", "),
        Chord::Plain(key) | Chord::Shift(key) if key.chars().count() > 1 => {
            [FIELDS, MOVED].join(", ")
        }
        _ => FIELDS.to_string(),
    };
    element.matches(&takers).unwrap_or(false)
}
