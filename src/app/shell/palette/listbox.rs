//! The list of the commands that were found.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::finder::Found;
use slotscope::page::palette::{Command, Entry, Section};

/// The list: a group for each kind. `active`: the place in the list that Enter chooses. `on_choose` hears the place
/// among all commands.
pub fn listbox(found: &Found, sections: &[Section], active: usize, on_choose: &Callback<usize>) -> Html {
    let mut at = 0;
    let groups = sections.iter().enumerate().map(|(group, section)| {
        let title = format!("palette-group-{group}");
        let options = section.entries.iter().map(|&place| {
            let option = option(found, place, at, at == active, on_choose);
            at += 1;
            option
        });
        let options: Vec<Html> = options.collect();
        html! {
            <ul role="group" aria-labelledby={title.clone()}>
                <li role="presentation" class="palette-kind" id={title}>{ section.title }</li>
                { for options }
            </ul>
        }
    });
    html! { <div role="listbox" id="palette-list" aria-label="Commands">{ for groups }</div> }
}

fn option(found: &Found, place: usize, at: usize, is_active: bool, on_choose: &Callback<usize>) -> Html {
    let entry = &found.entries[place];
    let onclick = on_choose.reform(move |_: MouseEvent| place);
    // The field keeps the focus.
    let onmousedown = |event: MouseEvent| event.prevent_default();
    html! {
        <li role="option" id={option_id(at)} aria-selected={is_active.to_string()} data-control={control(found, entry)}
            aria-disabled={entry.unavailable.is_some().then_some("true")} {onclick} {onmousedown}>
            <span class="palette-name">{ &entry.name }</span>
            <span class="palette-detail">{ entry.unavailable.as_ref().unwrap_or(&entry.detail) }</span>
            if !entry.keys.is_empty() {
                <kbd>{ &entry.keys }</kbd>
            }
        </li>
    }
}

/// The id of the control that a command shows.
fn control(found: &Found, entry: &Entry) -> Option<String> {
    match entry.command {
        Command::Reveal(at) => Some(found.elements.settings.get(at)?.control.id()),
        _ => None,
    }
}

/// The id of the option at a place of the list.
pub fn option_id(at: usize) -> String {
    format!("palette-option-{at}")
}

/// Scrolls the list so that the active option can be seen.
#[hook]
pub fn use_in_sight(active: usize, query: &str) {
    use_effect_with((active, query.to_owned()), |(active, _)| {
        let document = web_sys::window().and_then(|it| it.document());
        let of_id = |id: &str| {
            let element: Option<Element> = document.as_ref()?.get_element_by_id(id);
            element?.dyn_into::<HtmlElement>().ok()
        };
        let Some((list, option)) = of_id("palette-list").zip(of_id(&option_id(*active))) else {
            return;
        };
        // The title above the first option comes into sight with it.
        let top = if *active == 0 { 0 } else { option.offset_top() };
        let bottom = option.offset_top() + option.offset_height();
        let (from, height) = (list.scroll_top(), list.client_height());
        if top < from {
            list.set_scroll_top(top);
        } else if bottom > from + height {
            list.set_scroll_top(bottom - height);
        }
    });
}
