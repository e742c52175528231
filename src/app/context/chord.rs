//! Keys: which command belongs to the one that is pressed, and whether the focus takes it for itself.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};
use yew::Callback;

/// A key, by the name that browsers give it, with what is held down beside it. Ctrl is the command
/// key too, where there is one.
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
    pub fn is_pressed(self, event: &KeyboardEvent) -> bool {
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
    pub fn is_character(self) -> bool {
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
    rows.iter().flat_map(|row| row.keys).copied().find(|(chord, _)| chord.is_pressed(event))
}

/// Elements for text.
const TYPED: &str = "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, [contenteditable]";
/// Elements that take characters: fields, and lists that look up an entry by its first letters.
const FIELDS: &str =
    "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, [contenteditable], select";
/// Elements that Enter presses.
const PRESSED: &str = "button, summary, a[href], [role=button], tr[tabindex], input, select";
/// Elements that only Space toggles. All other elements are also pressed by Enter: there Space plays, wherever
/// a click has left the focus.
const TICKED: &str = "input[type=checkbox], input[type=radio], [role=checkbox], [role=switch]";
/// Elements that arrow keys, Home and End move.
const MOVED: &str = "input, select, [role=tab], canvas, [role=grid] *, [role=slider]";

/// Controls that are done once something has been chosen, and that take characters or Space as long as they have the focus.
const CHOSEN: &str = "select, input[type=checkbox], input[type=radio]";

/// Takes the focus off a control in which something was chosen with the pointer, so that the page's keys work again. One
/// that was reached by the keyboard keeps it, and the keys that it uses itself. Tab goes on from there either way.
pub fn let_go_after_choice(event: &Event) {
    let target = event.target().and_then(|it| it.dyn_into::<HtmlElement>().ok());
    let is = |it: &HtmlElement, css: &str| it.matches(css).unwrap_or(false);
    if let Some(control) = target.filter(|it| is(it, CHOSEN) && !is(it, ":focus-visible")) {
        let _ = control.blur();
    }
}

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
        Chord::Plain("Escape") | Chord::Ctrl("k") => return false,
        // A field undoes its own edits.
        Chord::Ctrl(_) | Chord::CtrlShift(_) => TYPED.to_string(),
        Chord::Plain(" ") => [FIELDS, TICKED].join(", "),
        Chord::Plain("Enter") => [FIELDS, PRESSED].join(", "),
        Chord::Plain(key) | Chord::Shift(key) if key.chars().count() > 1 => [FIELDS, MOVED].join(", "),
        _ => FIELDS.to_string(),
    };
    element.matches(&takers).unwrap_or(false)
}

/// Sends a value when Enter is pressed: rows that are clicked are no buttons.
pub fn on_enter<T: Copy + 'static>(callback: &Callback<T>, value: T) -> Callback<KeyboardEvent> {
    let callback = callback.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            callback.emit(value);
        }
    })
}
