//! The overlay that lists all keys: `?` opens it, Escape closes it.

use yew::prelude::*;

use super::keys;
use crate::app::context::chord::Chord;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Dialog, Field, Segmented, Switch, of_setting};
use slotscope::page::state::{Action, LayoutAction};
use slotscope::page::theme_choice::ThemeChoice;

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
