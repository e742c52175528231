//! A text to be typed.

use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct TextProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    pub value: AttrValue,
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// The id of a list of texts that are offered.
    #[prop_or_default]
    pub list: Option<AttrValue>,
    /// Says why a text is not allowed; all are without it.
    #[prop_or_else(|| Callback::from(|_| None))]
    pub mistake: Callback<String, Option<String>>,
    /// Hears every text that is allowed, without blanks around it.
    pub on_change: Callback<String>,
}

/// A field for a text. An invalid one is marked and not passed on.
#[component]
pub fn Text(props: &TextProps) -> Html {
    let typed = use_state(|| None::<String>);
    let mistake = props.mistake.clone();
    let mistake = move |text: &str| mistake.emit(text.trim().to_owned());
    let wrong = typed.as_ref().and_then(|text| mistake(text));
    let shown = typed.as_ref().map_or_else(|| props.value.to_string(), Clone::clone);
    let oninput = {
        let (typed, on_change) = (typed.clone(), props.on_change.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            if mistake(&text).is_none() {
                on_change.emit(text.trim().to_owned());
            }
            typed.set(Some(text));
        })
    };
    // Once left, the field shows what counts.
    let onblur = Callback::from(move |_: FocusEvent| typed.set(None));
    html! {
        <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
            <input type="text" id={&props.id} aria-label={props.label.clone()} value={shown} autocomplete="off" spellcheck="false"
                autocapitalize="off" list={props.list.clone()} placeholder={&props.placeholder}
                aria-invalid={wrong.is_some().to_string()} {oninput} {onblur} />
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </span>
    }
}
