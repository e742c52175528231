//! Keys: one table for what they do and what the overlay says of them.
//!
//! To add a key that works wherever the focus is, add a [`Row`] to a group of [`GROUPS`]; for one
//! that works in a single view, to the group of that view. What hears keys itself, as the Gantt
//! chart's canvas does, keeps rows of its own, finds its command with [`find`], and is listed in
//! [`listed`].

use Chord::{Ctrl, CtrlShift, Plain};
use Command::{Act, FullScreen, Open, Step};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::{keys, tip};
use crate::app::context::chord::{Chord, Row, find, is_taken};
use crate::app::context::prelude::*;
use crate::app::control::{Dialog, Field, Segmented, Switch, of_setting};
use crate::app::views::{gantt, lessons, play};
use slotscope::page::embed::CopyAs;
use slotscope::page::palette::KeyCommand;
use slotscope::page::state::{EditAction, LayoutAction, SessionAction, ViewAction};
use slotscope::page::theme_choice::ThemeChoice;
use slotscope::page::view::View;

/// Commands of keys that work on the whole page.
#[derive(Clone, Copy)]
pub enum Command {
    /// Sends an action to the state.
    Act(fn() -> Action),
    /// Opens the view at a place among the tabs.
    Open(usize),
    /// Opens the view this many places further, round and round.
    Step(isize),
    /// Has the page fill the screen, or no longer.
    FullScreen,
}

/// Keys that are listed together.
pub struct Group {
    pub title: &'static str,
    /// The view in which they work; `None` for all.
    pub view: Option<View>,
    pub rows: &'static [Row<Command>],
}

/// Opens and closes the command palette.
const PALETTE: Chord = Ctrl("k");

/// The keys that work wherever the focus is.
pub const GROUPS: &[Group] = &[EVERYWHERE, IN_LESSONS];

const IN_LESSONS: Group = Group {
    title: "In lessons",
    view: Some(View::Lessons),
    rows: &[Row { what: "Full screen", keys: &[(Plain("f"), FullScreen)] }],
};

const EVERYWHERE: Group = Group {
    title: "Everywhere",
    view: None,
    rows: &[
        Row { what: "This list of keys", keys: &[(Plain("?"), Act(|| Action::Layout(LayoutAction::Keys(true))))] },
        Row {
            what: "Find a command: views, settings, logs, lessons, papers",
            keys: &[(PALETTE, Act(|| Action::Layout(LayoutAction::Palette(true))))],
        },
        Row { what: "Undo", keys: &[(Ctrl("z"), Act(|| Action::Edit(EditAction::Undo)))] },
        Row {
            what: "Redo",
            keys: &[
                (CtrlShift("z"), Act(|| Action::Edit(EditAction::Redo))),
                (Ctrl("y"), Act(|| Action::Edit(EditAction::Redo))),
            ],
        },
        Row {
            what: "Copy a link to the current state",
            keys: &[(Plain("l"), Act(|| Action::Session(SessionAction::CopyLink(CopyAs::Link))))],
        },
        Row {
            what: "Next policy, previous policy: queue, scheduler, placement, selection or calendar, by system",
            keys: &[
                (Plain("n"), Act(|| Action::Edit(EditAction::NextPolicy(1)))),
                (Plain("b"), Act(|| Action::Edit(EditAction::NextPolicy(-1)))),
            ],
        },
        Row {
            what: "Projector: no panel, larger type, heavier lines",
            keys: &[(Plain("p"), Act(|| Action::Layout(LayoutAction::Projector)))],
        },
        Row { what: "Previous view, next view", keys: &[(Plain("["), Step(-1)), (Plain("]"), Step(1))] },
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
        Row { what: "Close overlays; cancel a long run", keys: &[(Plain("Escape"), Act(|| Action::Escape))] },
    ],
};

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
            ("On explanations", all(tip::KEYS)),
            ("On the Gantt chart", all(gantt::KEYS)),
            ("On the Gantt chart, by pointer", pointer()),
            ("On the Gantt chart, edited by hand", all(gantt::PEN_KEYS)),
            ("In the player", all(play::KEYS)),
            (
                "Through a lesson",
                vec![(lessons::BACK.map(Plain).to_vec(), "Back"), (lessons::NEXT.map(Plain).to_vec(), "Next")],
            ),
            (
                "On tabs, tables and sliders",
                vec![
                    (vec![Plain("ArrowLeft"), Plain("ArrowRight")], "Next tab or choice; one step of a slider"),
                    (vec![Plain("Home"), Plain("End")], "First or last tab, row or value"),
                    (vec![Plain("Enter")], "On a row: find its job, or load its scenario"),
                ],
            ),
        ])
        .collect()
}

/// Gestures of the pointer on charts.
fn pointer() -> Vec<(Vec<Chord>, &'static str)> {
    gantt::POINTER.iter().map(|&(chord, what)| (vec![chord], what)).collect()
}

/// The key that opens the view at this place among the tabs, if there is one.
pub fn key_of_view(place: usize) -> Option<String> {
    let keys = GROUPS.iter().flat_map(|group| group.rows);
    keys.flat_map(|row| row.keys)
        .find_map(|(chord, command)| matches!(command, Open(at) if *at == place).then(|| chord.caps().concat()))
}

/// The keys of the command palette, as they are labelled.
pub fn of_palette() -> String {
    PALETTE.caps().join("+")
}

/// Whether the keys of the command palette are pressed.
pub fn is_palette(event: &KeyboardEvent) -> bool {
    PALETTE.is_pressed(event)
}

/// The commands of the keys that work wherever the focus is, but those that open views.
pub fn commands() -> Vec<KeyCommand> {
    let commands = GROUPS.iter().flat_map(|group| group.rows).filter_map(|row| match row.keys {
        [(chord, Act(action)), ..] => {
            Some(KeyCommand { what: row.what, keys: chord.caps().join("+"), action: *action })
        }
        _ => None,
    });
    commands.collect()
}

/// Hears the keys of [`GROUPS`]. `characters`: whether single characters count, which people who
/// speak to their machine turn off (WCAG 2.1.4). `listens`: whether any do.
#[hook]
pub fn use_keys(dispatch: &Dispatch, view: View, characters: bool, listens: bool) {
    let dispatch = dispatch.clone();
    use_effect_with((view, characters, listens), move |&(view, characters, listens)| {
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
    });
}

fn action(event: &KeyboardEvent, view: View, characters: bool) -> Option<Action> {
    let here = |group: &&Group| group.view.is_none_or(|it| it == view);
    let mut rows = GROUPS.iter().filter(here);
    let (chord, command) = rows.find_map(|group| find(group.rows, event))?;
    if event.default_prevented() || (chord.is_character() && !characters) || is_taken(chord, event) {
        return None;
    }
    match command {
        Act(action) => Some(action()),
        Open(place) => View::ALL.get(place).map(|view| Action::View(ViewAction::Show(*view))),
        Step(by) => Some(Action::View(ViewAction::Step(by))),
        FullScreen => {
            toggle_full_screen();
            None
        }
    }
}

/// A browser that refuses leaves the page as it is.
fn toggle_full_screen() {
    let Some(document) = web_sys::window().and_then(|it| it.document()) else {
        return;
    };
    match document.fullscreen_element() {
        Some(_) => document.exit_fullscreen(),
        None => document.document_element().into_iter().for_each(|it| {
            let _ = it.request_fullscreen();
        }),
    }
}

#[derive(Properties, PartialEq)]
pub struct KeySheetProps {
    pub open: bool,
    /// Whether keys of a single character count.
    pub characters: bool,
    pub theme: ThemeChoice,
    pub dispatch: Dispatch,
}

/// All keys, in a dialog.
#[component]
pub fn KeySheet(props: &KeySheetProps) -> Html {
    let on_close = props.dispatch.callback(|()| Action::Layout(LayoutAction::Keys(false)));
    let on_characters = props.dispatch.callback(|on| Action::Layout(LayoutAction::CharacterKeys(on)));
    let on_theme = props.dispatch.callback(|theme| Action::Layout(LayoutAction::Theme(theme)));
    html! {
        <Dialog id="key-sheet" title="Keys" open={props.open} {on_close}>
            <p class="hint">
                <a id="manual" href="./manual/page.html" target="_blank" rel="noopener">{ "Manual" }</a>
                { " of the views, files, scenarios, the command line, outputs and lessons" }
            </p>
            <Field label="Theme" term="Colours of the page and its charts, kept in this browser. Prints are light." class="beside theme">
                <Segmented id="theme" label="Theme" offer={of_setting(props.theme, on_theme)} />
            </Field>
            <div class="key-groups">
                { for keys::listed().into_iter().map(|(title, rows)| html! {
                    <section>
                        <h3>{ title }</h3>
                        <dl>{ for rows.into_iter().map(|(chords, what)| html! {
                            <div><dt>{ for chords.into_iter().map(caps) }</dt><dd>{ what }</dd></div>
                        }) }</dl>
                    </section>
                }) }
            </div>
            <Switch id="character-keys" label="Keys of a single character work" on={props.characters} on_change={on_characters} />
            <p class="hint">
                { concat!("Slotscope ", env!("CARGO_PKG_VERSION"), ", free under the MIT or the Apache 2.0 license. ") }
                <a id="licences" href="./licences.txt" target="_blank" rel="noopener">{ "Licences of all its parts" }</a>
            </p>
        </Dialog>
    }
}

/// The keys to be pressed together.
fn caps(chord: Chord) -> Html {
    let caps = chord.caps().into_iter().map(|cap| html! { <kbd>{ cap }</kbd> });
    html! { <span class="chord">{ for caps }</span> }
}
