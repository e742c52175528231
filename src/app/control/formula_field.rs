//! A field for a formula: completion while it is typed, the mistake marked, a slider for each number.

use web_sys::{HtmlTextAreaElement, KeyboardEvent};
use yew::prelude::*;

use super::Slider;
use crate::app::context::state::tell_change;
use slotscope::page::formula_edit::{Marked, NumberSlider, differ_in_numbers_only, marked, sliders};
use slotscope::policy::formula::{Completion, Formula, completions};

/// The most completions that are offered at once.
const MOST_OFFERED: usize = 8;

#[derive(Properties, PartialEq)]
pub struct FormulaFieldProps {
    pub id: AttrValue,
    /// The accessible name.
    pub label: AttrValue,
    pub formula: Formula,
    /// Whether the variables of nodes are offered.
    pub has_nodes: bool,
    /// Hears every formula that has no mistake.
    pub on_change: Callback<Formula>,
}

/// The text as it is typed, and the completions at the caret.
#[derive(Clone, Default, PartialEq)]
struct Typing {
    /// The text; none where it is that of the formula.
    text: Option<String>,
    /// The completions of the word at the caret.
    offered: Vec<Completion>,
    active: usize,
}

#[component]
pub fn FormulaField(props: &FormulaFieldProps) -> Html {
    let node = use_node_ref();
    let typing = use_state_eq(Typing::default);
    // The formula as it was typed: sliders keep their ranges while they move.
    let typed = use_state_eq(|| props.formula.clone());
    // The formulas that were told and have not come back yet: letters may be faster than the page.
    let on_their_way = use_mut_ref(Vec::<Formula>::new);
    {
        // A formula that comes from elsewhere, by undo or from a list, takes the place of the text.
        let (typing, typed, on_their_way) = (typing.clone(), typed.clone(), on_their_way.clone());
        use_effect_with(props.formula.clone(), move |formula| {
            let mut on_their_way = on_their_way.borrow_mut();
            let come_back = on_their_way.iter().position(|it| it == formula);
            if let Some(place) = come_back {
                on_their_way.drain(..=place);
            } else {
                on_their_way.clear();
                typing.set(Typing { text: None, ..(*typing).clone() });
            }
            if !differ_in_numbers_only(&typed, formula) {
                typed.set(formula.clone());
            }
        });
    }
    let shown = typing.text.clone();
    let shown = shown.unwrap_or_else(|| props.formula.text().to_owned());
    let (doubt, mistake) = match Formula::read(&shown) {
        Ok(formula) => (formula.doubt(), None),
        Err(error) => (None, Some(marked(&shown, &error))),
    };
    let has_nodes = props.has_nodes;
    let take = {
        let (typed, on_change) = (typed.setter(), props.on_change.clone());
        let (typing, on_their_way) = (typing.setter(), on_their_way.clone());
        move |text: String, caret: usize| {
            let offered = offered(&text, caret, has_nodes);
            let read = Formula::read(&text);
            typing.set(Typing { text: Some(text), offered, active: 0 });
            if let Ok(formula) = read {
                typed.set(formula.clone());
                on_their_way.borrow_mut().push(formula.clone());
                on_change.emit(formula);
            }
        }
    };
    let oninput = {
        let take = take.clone();
        Callback::from(move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            take(area.value(), caret_of(&area));
        })
    };
    let accept = {
        let (node, take, shown) = (node.clone(), take.clone(), shown.clone());
        move |it: &Completion| {
            let mut text = shown.clone();
            if text.get(it.at.clone()).is_none() {
                return;
            }
            text.replace_range(it.at.clone(), &it.insert);
            let caret = it.at.start + it.insert.len();
            take(text.clone(), caret);
            if let Some(area) = node.cast::<HtmlTextAreaElement>() {
                area.set_value(&text);
                let units = text[..caret].encode_utf16().count() as u32;
                let _ = area.set_selection_range(units, units);
                let _ = area.focus();
            }
        }
    };
    let onkeydown = keys(&typing, accept.clone());
    let close = {
        let typing = typing.clone();
        Callback::from(move |event: FocusEvent| {
            typing.set(without_offers(&typing));
            // The browser tells of no change where a completion wrote the last letters.
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            tell_change(&area);
        })
    };
    let list = format!("{}-offers", props.id);
    let is_open = !typing.offered.is_empty();
    html! {
        <div class="formula">
            <textarea ref={node} id={&props.id} class="formula-text" rows="2" maxlength="1000" spellcheck="false" autocomplete="off" autocapitalize="off"
                role="combobox" aria-label={&props.label} aria-autocomplete="list" aria-expanded={is_open.to_string()} aria-controls={list.clone()}
                aria-invalid={mistake.is_some().to_string()} aria-describedby={mistake.as_ref().map(|_| format!("{}-mistake", props.id))}
                value={shown} {oninput} {onkeydown} onblur={close} />
            { offers(&list, &typing, accept) }
            // While a word is typed its completions say enough.
            if !is_open { { for mistake.as_ref().map(|it| mistaken(&props.id, it)) } }
            { for doubt.map(|it| html! { <p class="hint">{ it }</p> }) }
            if mistake.is_none() {
                { for sliders(&typed).into_iter().filter_map(|it| slider(props, it)) }
            }
        </div>
    }
}

fn without_offers(typing: &Typing) -> Typing {
    Typing { offered: Vec::new(), active: 0, ..typing.clone() }
}

/// The completions of a word that has been begun.
fn offered(text: &str, caret: usize, has_nodes: bool) -> Vec<Completion> {
    let mut all = completions(text, caret, has_nodes);
    all.retain(|it| !it.at.is_empty() && text.get(it.at.clone()) != Some(it.name));
    all.truncate(MOST_OFFERED);
    all
}

/// The place of the caret in bytes of the text.
fn caret_of(area: &HtmlTextAreaElement) -> usize {
    let units = area.selection_start().ok().flatten().unwrap_or(u32::MAX) as usize;
    let text = area.value();
    let mut before = 0;
    text.char_indices()
        .find_map(|(at, letter)| {
            let here = (before >= units).then_some(at);
            before += letter.len_utf16();
            here
        })
        .unwrap_or(text.len())
}

/// The keys of the list of completions. A formula has no line breaks.
fn keys(typing: &UseStateHandle<Typing>, accept: impl Fn(&Completion) + 'static) -> Callback<KeyboardEvent> {
    let typing = typing.clone();
    Callback::from(move |event: KeyboardEvent| {
        let count = typing.offered.len();
        let active = typing.active;
        match event.key().as_str() {
            "ArrowDown" if count > 0 => move_to(&typing, (active + 1) % count),
            "ArrowUp" if count > 0 => move_to(&typing, (active + count - 1) % count),
            "Enter" | "Tab" if count > 0 => accept(&typing.offered[active]),
            "Escape" if count > 0 => typing.set(without_offers(&typing)),
            "Enter" => {}
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    })
}

fn move_to(typing: &UseStateHandle<Typing>, active: usize) {
    typing.set(Typing { active, ..(**typing).clone() });
}

fn offers(id: &str, typing: &UseStateHandle<Typing>, accept: impl Fn(&Completion) + Clone + 'static) -> Html {
    let one = |(at, it): (usize, &Completion)| {
        let (accept, own) = (accept.clone(), it.clone());
        // Before the field loses the focus.
        let onmousedown = Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            accept(&own);
        });
        html! {
            <li role="option" aria-selected={(at == typing.active).to_string()} {onmousedown}><code>{ it.form }</code><small>{ it.about }</small></li>
        }
    };
    html! {
        <ul id={id.to_owned()} class="formula-offers" role="listbox" aria-label="Completions" hidden={typing.offered.is_empty()}>
            { for typing.offered.iter().enumerate().map(one) }
        </ul>
    }
}

/// The text with the wrong part marked, and what to do about it.
fn mistaken(id: &str, it: &Marked) -> Html {
    html! {
        <div class="formula-mistake" id={format!("{id}-mistake")} role="alert">
            <code aria-hidden="true">{ &it.before }<mark>{ &it.wrong }</mark>{ &it.after }</code>
            <p>{ &it.message }</p>
            <p>{ "Until it is mended, the schedule follows the last formula without a mistake." }</p>
        </div>
    }
}

/// A slider for a number, beside the text around it.
fn slider(props: &FormulaFieldProps, it: NumberSlider) -> Option<Html> {
    let value = props.formula.numbers().get(it.place)?.value;
    let on_move = {
        let (formula, on_change) = (props.formula.clone(), props.on_change.clone());
        let (place, step) = (it.place, it.step);
        Callback::from(move |value: f64| {
            // A multiple of the step, so that no digits of rounding come into the text.
            let value = ((value / step).round() * step * 1e9).round() / 1e9;
            if let Ok(next) = formula.with_number(place, value) {
                on_change.emit(next);
            }
        })
    };
    Some(html! {
        <label class="formula-number" key={it.place}>
            <code>{ &it.before }<strong>{ value }</strong>{ &it.after }</code>
            <Slider id={format!("{}-number-{}", props.id, it.place)} label={it.name()} max={it.most} step={it.step}
                {value} text={value.to_string()} {on_move} />
        </label>
    })
}
