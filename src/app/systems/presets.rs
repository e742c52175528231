//! The orders of the literature, and those that are kept under a name.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::app::context::terms;
use crate::app::control::{Field, Fold, List};
use crate::app::files::kept_formulas;
use slotscope::page::formula_edit::{KeptFormulas, LONGEST_NAME, name_of};
use slotscope::policy::formula::{Formula, PRESETS};

#[derive(Properties, PartialEq)]
pub struct PresetsProps {
    pub formula: Formula,
    pub on_choose: Callback<Formula>,
}

/// The orders of the literature and those that were kept, and a way to keep the present one.
#[component]
pub fn Presets(props: &PresetsProps) -> Html {
    let kept = use_state(kept_formulas::all);
    let name = name_of(&props.formula, &kept);
    let mut offers: Vec<(AttrValue, Option<Formula>)> = Vec::new();
    offers.extend(kept.all().iter().map(|it| {
        let label = format!("★ {}", it.name);
        (label.into(), Some(it.formula.clone()))
    }));
    offers.extend(PRESETS.iter().map(|it| (it.name.into(), Formula::read(it.formula).ok())));
    let mut chosen = offers.iter().position(|(_, it)| it.as_ref() == Some(&props.formula));
    if chosen.is_none() {
        offers.insert(0, ("of your own".into(), None));
        chosen = Some(0);
    }
    let options: Vec<AttrValue> = offers.iter().map(|it| it.0.clone()).collect();
    let about = PRESETS.iter().find(|it| it.formula == props.formula.text());
    let on_choose = {
        let on_choose = props.on_choose.clone();
        Callback::from(move |at: usize| {
            if let Some((_, Some(formula))) = offers.get(at) {
                on_choose.emit(formula.clone());
            }
        })
    };
    html! {
        <Field of="order-preset" label="Known orders" term={terms::ORDER_PRESETS}>
            <List id="order-preset" {options} {chosen} {on_choose} />
            if let Some(it) = about {
                <p class="hint" id="order-source">{ format!("{} {}", it.about, it.source) }</p>
            }
            { keeping(props, &kept, name.map(str::to_owned)) }
        </Field>
    }
}

/// Keeps the formula under a name, or forgets one that is kept.
fn keeping(props: &PresetsProps, kept: &UseStateHandle<KeptFormulas>, name: Option<String>) -> Html {
    let own = name.filter(|name| kept.all().iter().any(|it| it.name == *name));
    if let Some(name) = own {
        let (kept, label) = (kept.clone(), format!("Forget “{name}”"));
        let onclick = Callback::from(move |_: MouseEvent| {
            let mut all = (*kept).clone();
            all.forget(&name);
            kept_formulas::keep(&all);
            kept.set(all);
        });
        return html! { <button type="button" class="quiet" id="order-forget" {onclick}>{ label }</button> };
    }
    let onsubmit = {
        let (kept, formula) = (kept.clone(), props.formula.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let form: HtmlElement = event.target_unchecked_into();
            let input = form.query_selector("input").ok().flatten();
            let Some(input) = input.and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) else {
                return;
            };
            let mut all = (*kept).clone();
            all.keep(&input.value(), formula.clone());
            kept_formulas::keep(&all);
            kept.set(all);
        })
    };
    html! {
        <Fold id="order-keep" title="Keep this order">
            <form class="order-keep" {onsubmit}>
                <input type="text" id="order-name" aria-label="Name of the order" placeholder="name" maxlength={LONGEST_NAME.to_string()} required=true autocomplete="off" />
                <button type="submit" id="order-keep-yes">{ "Keep" }</button>
            </form>
        </Fold>
    }
}
