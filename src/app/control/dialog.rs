//! A modal dialog.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct DialogProps {
    /// Its id; its title and its button to close have it in front of `-title` and `-close`.
    pub id: &'static str,
    /// Further style classes.
    #[prop_or_default]
    pub class: Classes,
    pub title: AttrValue,
    pub open: bool,
    /// Called when it closes: by Escape, by its button or by a click beside it.
    pub on_close: Callback<()>,
    #[prop_or_default]
    pub children: Html,
}

/// A dialog over the page. The browser keeps the focus in it, and gives it back afterwards.
#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    // The browser fires `close` in a later task, by which time `open` may be true again: `told` keeps that event from
    // calling `on_close` a second time, and `closed` shows the dialog again.
    let told = use_mut_ref(|| false);
    let closed = use_state(|| 0);
    {
        let (node, told) = (node.clone(), told.clone());
        use_effect_with((props.open, *closed), move |&(open, _)| {
            let Some(dialog) = node.cast::<HtmlDialogElement>() else {
                return;
            };
            match (open, dialog.open()) {
                (true, false) => drop(dialog.show_modal()),
                (false, true) => {
                    *told.borrow_mut() = true;
                    dialog.close();
                }
                _ => {}
            }
        });
    }
    let close = &props.on_close;
    let on_escape = {
        let (told, close) = (told.clone(), close.clone());
        // A file input within the dialog fires `cancel` as well, and it bubbles.
        Callback::from(move |event: Event| {
            if is_dialog(&event) {
                *told.borrow_mut() = true;
                close.emit(());
            }
        })
    };
    let on_closed = {
        let close = close.clone();
        Callback::from(move |_: Event| {
            if !told.replace(false) {
                close.emit(());
            }
            closed.set(*closed + 1);
        })
    };
    let on_backdrop = {
        let close = close.clone();
        Callback::from(move |event: MouseEvent| {
            if is_dialog(&event) {
                close.emit(());
            }
        })
    };
    let title_id = format!("{}-title", props.id);
    let class = classes!("key-sheet", props.class.clone());
    html! {
        <dialog ref={node} {class} id={props.id} aria-labelledby={title_id.clone()} oncancel={on_escape}
            onclose={on_closed} onclick={on_backdrop}>
            <div class="key-sheet-body">
                <div class="key-sheet-head">
                    <h2 id={title_id}>{ &props.title }</h2>
                    <button type="button" class="icon" id={format!("{}-close", props.id)} aria-label="Close"
                        onclick={close.reform(|_: MouseEvent| ())}>{ "×" }</button>
                </div>
                { props.children.clone() }
            </div>
        </dialog>
    }
}

fn is_dialog(event: &Event) -> bool {
    event.target().and_then(|it| it.dyn_into::<Element>().ok()).is_some_and(|it| it.tag_name() == "DIALOG")
}
