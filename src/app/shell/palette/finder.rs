//! The search of the palette: a field, and the commands that have its words.

use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use super::super::keys;
use super::listbox::{listbox, option_id, use_in_sight};
use super::panel::{self, PanelElements};
use slotscope::page::palette::{Entry, NOTHING_FOUND, Present, Recent, entries, sections};
use slotscope::page::view::View;
use slotscope::page::words;

/// This many commands further by Page up and Page down.
const PAGE: usize = 8;

#[derive(Properties, PartialEq)]
pub struct FinderProps {
    pub present: Present,
    pub recent: Recent,
    /// Called with the chosen command and the elements of the panel.
    pub on_choose: Callback<(Entry, PanelElements)>,
    pub on_close: Callback<()>,
}

/// The field and the list. The settings of the panel are read when they appear, and when the page changes.
#[component]
pub fn Finder(props: &FinderProps) -> Html {
    let found = use_memo(props.present.clone(), Found::read);
    let query = use_state_eq(String::new);
    let active = use_state_eq(|| 0);
    use_in_sight(*active, &query);
    let sections = {
        let (found, searched) = (found.clone(), (props.present.clone(), props.recent.clone(), query.clone()));
        use_memo(searched, move |(_, recent, query)| sections(&found.entries, recent, query))
    };
    let listed: Vec<usize> = sections.iter().flat_map(|it| it.entries.clone()).collect();
    let choose = {
        let (found, on_choose) = (found.clone(), props.on_choose.clone());
        Callback::from(move |place: usize| {
            let entry = &found.entries[place];
            if entry.unavailable.is_none() {
                on_choose.emit((entry.clone(), found.elements.clone()));
            }
        })
    };
    let oninput = {
        let (query, active) = (query.clone(), active.clone());
        Callback::from(move |event: InputEvent| {
            query.set(event.target_unchecked_into::<HtmlInputElement>().value());
            active.set(0);
        })
    };
    let onkeydown = {
        let (active, listed, choose) = (active.clone(), listed.clone(), choose.clone());
        let on_close = props.on_close.clone();
        Callback::from(move |event: KeyboardEvent| {
            let (at, count) = (*active, listed.len());
            // On a slow machine the dialog can be closed before this is removed; the keys then open it again.
            let field: Element = event.target_unchecked_into();
            let closes = keys::is_palette(&event) && matches!(field.closest("dialog[open]"), Ok(Some(_)));
            match event.key().as_str() {
                _ if closes => on_close.emit(()),
                "ArrowDown" if count > 0 => active.set((at + 1) % count),
                "ArrowUp" if count > 0 => active.set((at + count - 1) % count),
                "PageDown" if count > 0 => active.set((at + PAGE).min(count - 1)),
                "PageUp" => active.set(at.saturating_sub(PAGE)),
                "Enter" if !event.is_composing() => {
                    listed.get(at).into_iter().for_each(|&it| choose.emit(it));
                }
                _ => return,
            }
            event.prevent_default();
        })
    };
    let is_empty = listed.is_empty();
    let told = if is_empty { NOTHING_FOUND.to_owned() } else { words::plural(listed.len(), "command") };
    html! {
        <div class="finder" {onkeydown}>
            <input type="text" id="palette-search" role="combobox" aria-label="Search for a command" autofocus=true
                placeholder="View, setting, value, log, lesson, paper" autocomplete="off" spellcheck="false"
                aria-autocomplete="list" aria-haspopup="listbox" aria-expanded={(!is_empty).to_string()}
                aria-controls={(!is_empty).then_some("palette-list")}
                aria-activedescendant={(!is_empty).then(|| option_id(*active))} {oninput} />
            <p role="status" class={if is_empty { "hint" } else { "for-screen-readers" }} id="palette-told">{ told }</p>
            if !is_empty {
                { listbox(&found, &sections, *active, &choose) }
            }
        </div>
    }
}

/// All commands, and the elements of the panel that they may concern.
pub struct Found {
    pub entries: Vec<Entry>,
    pub elements: PanelElements,
}

impl Found {
    fn read(present: &Present) -> Self {
        let document = web_sys::window().and_then(|it| it.document());
        let (panel, elements) = document.as_ref().map(panel::read).unwrap_or_default();
        let view_key = |view| {
            let place = View::ALL.iter().position(|&it| it == view)?;
            keys::key_of_view(place)
        };
        Self { entries: entries(present, &panel, &keys::commands(), view_key), elements }
    }
}
