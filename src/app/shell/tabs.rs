//! The tabs: one row of groups, and the views of the group that is open.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::keys::key_of_view;
use crate::app::context::chord::is_chord;
use slotscope::page::view::{Group, LastViews, View};

#[derive(Properties, PartialEq)]
pub struct TabsProps {
    pub view: View,
    /// The view that each group opens with.
    pub last: LastViews,
    /// The system's name for its inside view.
    pub inside: &'static str,
    pub on_show: Callback<View>,
}

/// One tab per group, one per view of the open group. Arrow keys move among the groups, or over all
/// views; in each row only the open tab is a stop of the Tab key.
#[component]
pub fn Tabs(props: &TabsProps) -> Html {
    let TabsProps { view, last, inside, on_show } = props;
    let (view, last) = (*view, *last);
    let open = view.group();
    // The tab of a view that is moved to may be there only once its group is open.
    let focused = use_mut_ref(|| None::<String>);
    {
        let focused = focused.clone();
        use_effect_with(view, move |_| {
            if let Some(id) = focused.take() {
                focus(&id);
            }
        });
    }
    let on_group_key = {
        let on_show = on_show.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = moved(&event, &Group::ALL, |by| open.further(by)) {
                // Before the view changes, so that the next key goes on from here.
                focus(&group_tab(to));
                on_show.emit(last.of(to));
            }
        })
    };
    let on_view_key = {
        let on_show = on_show.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = moved(&event, &View::ALL, |by| view.further(by)) {
                focused.replace(Some(tab_of(to)));
                on_show.emit(to);
            }
        })
    };
    let groups = Group::ALL.into_iter().map(|group| {
        let is_open = group == open;
        // Whoever chooses the group that is open stays where they are.
        let opens = if is_open { view } else { last.of(group) };
        let onclick = on_show.reform(move |_: MouseEvent| opens);
        html! {
            <button type="button" role="tab" id={group_tab(group)} aria-selected={is_open.to_string()}
                aria-controls={panel(opens)} tabindex={if is_open { "0" } else { "-1" }} {onclick}>{ group.title(inside) }</button>
        }
    });
    let views = open.views().iter().map(|&tab| {
        let is_open = tab == view;
        let onclick = on_show.reform(move |_: MouseEvent| tab);
        let place = View::ALL.iter().position(|&it| it == tab);
        html! {
            <button key={tab.id()} type="button" role="tab" id={view_tab(tab)} aria-selected={is_open.to_string()}
                aria-controls={panel(tab)} tabindex={if is_open { "0" } else { "-1" }}
                title={place.and_then(key_of_view).map(|key| format!("Key {key}"))} {onclick}>{ tab.title(inside) }</button>
        }
    });
    html! {
        <div class="navigation">
            <div class="groups" role="tablist" aria-label="Groups of views" onkeydown={on_group_key}>{ for groups }</div>
            // A group has the name of its only view.
            if open.views().len() > 1 {
                <div class="tabs" role="tablist" aria-label={format!("Views: {}", open.title(inside))} onkeydown={on_view_key}>{ for views }</div>
            }
        </div>
    }
}

/// To which of all tabs a key moves.
fn moved<T: Copy>(event: &KeyboardEvent, all: &[T], further: impl Fn(isize) -> T) -> Option<T> {
    let to = match event.key().as_str() {
        _ if is_chord(event) => return None,
        "ArrowRight" => further(1),
        "ArrowLeft" => further(-1),
        "Home" => *all.first()?,
        "End" => *all.last()?,
        _ => return None,
    };
    event.prevent_default();
    Some(to)
}

fn group_tab(group: Group) -> String {
    format!("group-{}", group.id())
}

/// The id of the tab that opens a view: that of its group where it is the only one.
pub fn tab_of(view: View) -> String {
    match view.group().views() {
        [_] => group_tab(view.group()),
        _ => view_tab(view),
    }
}

fn view_tab(view: View) -> String {
    format!("tab-{}", view.id())
}

fn panel(view: View) -> String {
    format!("view-{}", view.id())
}

pub fn focus(id: &str) {
    let tab =
        web_sys::window().and_then(|window| window.document()).and_then(|document| document.get_element_by_id(id));
    if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
        let _ = tab.focus();
    }
}
