//! A label above a control, and a part of the panel that folds away.

use web_sys::Element;
use yew::prelude::*;

use crate::app::context::terms::Term;

#[derive(Properties, PartialEq)]
pub struct FieldProps {
    /// The id of the control that the label names; none if the control names itself.
    #[prop_or_default]
    pub of: Option<AttrValue>,
    pub label: AttrValue,
    #[prop_or_default]
    pub term: Term,
    /// Said at the right end of the label's line.
    #[prop_or_default]
    pub value: AttrValue,
    /// Puts the setting back.
    #[prop_or_default]
    pub back: Option<Callback<MouseEvent>>,
    #[prop_or_default]
    pub class: Classes,
    pub children: Html,
}

/// A control under its label. Hovering the label explains it.
#[component]
pub fn Field(props: &FieldProps) -> Html {
    let tip = (!props.term.is_empty()).then_some(props.term);
    let label = match props.of.clone() {
        Some(id) => html! { <label for={id} data-tip={tip}>{ &props.label }</label> },
        None => html! { <span class="label" data-tip={tip}>{ &props.label }</span> },
    };
    html! {
        <div class={classes!("field", props.class.clone())}>
            <div class="field-head">
                { label }
                { for props.back.clone().map(|onclick| put_back(&props.label, onclick)) }
                if !props.value.is_empty() {
                    <output class="field-value">{ &props.value }</output>
                }
            </div>
            { props.children.clone() }
        </div>
    }
}

/// A button that puts the setting of this label back.
pub fn put_back(label: &str, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <button type="button" class="icon put-back" {onclick} title="Put back" aria-label={format!("Put back: {label}")}>{ "↺" }</button>
    }
}

#[derive(Properties, PartialEq)]
pub struct FoldProps {
    pub id: AttrValue,
    pub title: AttrValue,
    /// Said at the right end of the title's line.
    #[prop_or_default]
    pub note: AttrValue,
    #[prop_or_default]
    pub open: bool,
    pub children: Html,
}

/// A part that folds away.
#[component]
pub fn Fold(props: &FoldProps) -> Html {
    html! {
        <details class="fold" id={&props.id} open={props.open}>
            <summary>
                <span>{ &props.title }</span>
                <span class="fold-note">{ &props.note }</span>
            </summary>
            <div class="fold-body">{ props.children.clone() }</div>
        </details>
    }
}

/// Whether a fold is open, and the handler of its event when it opens or closes: costly content is made only while it is open.
#[hook]
pub fn use_unfolded() -> (bool, Callback<Event>) {
    let open = use_state_eq(|| false);
    let on_toggle = open.setter().to_callback();
    let is_open = |event: Event| event.target_unchecked_into::<Element>().has_attribute("open");
    (*open, on_toggle.reform(is_open))
}
