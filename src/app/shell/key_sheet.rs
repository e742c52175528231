//! The overlay that lists all keys: `?` opens it, Escape closes it.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};
use yew::prelude::*;

use super::keys;
use crate::app::context::chord::Chord;
use crate::app::context::state::Dispatch;
use crate::app::control::Switch;
use slotscope::page::state::{Action, LayoutAction};

#[derive(Properties, PartialEq)]
pub struct KeySheetProps {
    pub open: bool,
    /// Whether keys of a single character count.
    pub characters: bool,
    pub dispatch: Dispatch,
}

/// All keys, in a dialog. The browser keeps the focus in it, and gives it back afterwards.
#[component]
pub fn KeySheet(props: &KeySheetProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.open, move |&open| {
            let Some(dialog) = node.cast::<HtmlDialogElement>() else {
                return;
            };
            match (open, dialog.open()) {
                (true, false) => drop(dialog.show_modal()),
                (false, true) => dialog.close(),
                _ => {}
            }
        });
    }
    let on_close = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: Event| dispatch.dispatch(Action::Layout(LayoutAction::Keys(false))))
    };
    let close = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Layout(LayoutAction::Keys(false)))
        })
    };
    let on_backdrop = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
            if target.is_some_and(|it| it.tag_name() == "DIALOG") {
                dispatch.dispatch(Action::Layout(LayoutAction::Keys(false)));
            }
        })
    };
    let on_characters = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |on| dispatch.dispatch(Action::Layout(LayoutAction::CharacterKeys(on))))
    };
    html! {
        <dialog ref={node} class="key-sheet" id="key-sheet" aria-labelledby="key-sheet-title" onclose={on_close} onclick={on_backdrop}>
            <div class="key-sheet-body">
                <div class="key-sheet-head">
                    <h2 id="key-sheet-title">{ "Keys" }</h2>
                    <button type="button" class="icon" id="key-sheet-close" onclick={close} aria-label="Close">{ "×" }</button>
                </div>
                <p class="hint">
                    <a id="manual" href="./manual/page.html" target="_blank" rel="noopener">{ "Manual" }</a>
                    { " of the views, files, scenarios, the command line, outputs and lessons" }
                </p>
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
            </div>
        </dialog>
    }
}

/// The keys to be pressed together.
fn caps(chord: Chord) -> Html {
    let caps = chord
        .caps()
        .into_iter()
        .map(|cap| html! { <kbd>{ cap }</kbd> });
    html! { <span class="chord">{ for caps }</span> }
}
