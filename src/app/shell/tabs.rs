//! The tabs of the views.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::keys::key_of_view;
use super::state::View;

#[derive(Properties, PartialEq)]
pub struct TabsProps {
    pub view: View,
    pub on_show: Callback<View>,
}

/// One tab per view: arrow keys move between them, only the open one is a stop of the Tab key.
#[component]
pub fn Tabs(props: &TabsProps) -> Html {
    let TabsProps { view, on_show } = props;
    let onkeydown = {
        let (view, on_show) = (*view, on_show.clone());
        Callback::from(move |event: KeyboardEvent| {
            let at = View::ALL.iter().position(|&it| it == view).unwrap_or(0);
            let next = match event.key().as_str() {
                "ArrowRight" => (at + 1) % View::ALL.len(),
                "ArrowLeft" => (at + View::ALL.len() - 1) % View::ALL.len(),
                "Home" => 0,
                "End" => View::ALL.len() - 1,
                _ => return,
            };
            event.prevent_default();
            on_show.emit(View::ALL[next]);
            focus(View::ALL[next]);
        })
    };
    let tabs = View::ALL.iter().enumerate().map(|(index, &tab)| {
        let open = tab == *view;
        let onclick = on_show.reform(move |_: MouseEvent| tab);
        html! {
            <button type="button" role="tab" id={format!("tab-{}", tab.id())} aria-selected={open.to_string()}
                aria-controls={format!("view-{}", tab.id())} tabindex={if open { "0" } else { "-1" }}
                title={key_of_view(index).map(|key| format!("Key {key}"))} {onclick}>{ tab.title() }</button>
        }
    });
    html! { <div class="tabs" role="tablist" aria-label="Views" {onkeydown}>{ for tabs }</div> }
}

fn focus(view: View) {
    let tab = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(&format!("tab-{}", view.id())));
    if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
        let _ = tab.focus();
    }
}
