//! A label above a control, and a part of the panel that folds away.

use web_sys::{Element, HtmlInputElement};
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

#[derive(Properties, PartialEq)]
pub struct NumberProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// `None` shows an empty field.
    pub value: Option<f64>,
    #[prop_or(0.0)]
    pub min: f64,
    #[prop_or(9_007_199_254_740_991.0)]
    pub max: f64,
    /// Whether fractions are allowed.
    #[prop_or_default]
    pub fractions: bool,
    /// Whether the field may be empty.
    #[prop_or_default]
    pub optional: bool,
    /// Says why a number within the range is not allowed; all are without it.
    #[prop_or_else(|| Callback::from(|_| None))]
    pub check: Callback<Option<f64>, Option<String>>,
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// The unit after the number.
    #[prop_or_default]
    pub unit: AttrValue,
    /// Hears every number that is allowed; `None` for an empty field.
    pub on_change: Callback<Option<f64>>,
}

/// A field for a number. An invalid value is marked and not passed on.
#[component]
pub fn Number(props: &NumberProps) -> Html {
    let typed = use_state(|| None::<String>);
    let wrong = typed.as_ref().and_then(|text| Rules::of(props).read(text).err());
    let shown =
        typed.as_ref().map_or_else(|| props.value.map_or_else(String::new, |value| value.to_string()), Clone::clone);
    let on_input = {
        let (typed, props_) = (typed.clone(), Rules::of(props));
        let on_change = props.on_change.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            // A field with letters in it reports an empty value.
            let text = if input.validity_bad() { "?".to_string() } else { input.value() };
            if let Ok(value) = props_.read(&text) {
                on_change.emit(value);
            }
            typed.set(Some(text));
        })
    };
    // Once left, the field shows what counts.
    let on_blur = Callback::from(move |_: FocusEvent| typed.set(None));
    let step = if props.fractions { "any" } else { "1" };
    html! {
        <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
            <input type="number" id={&props.id} aria-label={props.label.clone()} value={shown}
                min={props.min.to_string()} max={props.max.to_string()} {step} inputmode="decimal"
                placeholder={&props.placeholder} autocomplete="off"
                aria-invalid={wrong.is_some().to_string()}
                oninput={on_input} onblur={on_blur} />
            if !props.unit.is_empty() {
                <span class="unit">{ &props.unit }</span>
            }
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </span>
    }
}

/// Which numbers are allowed.
struct Rules {
    min: f64,
    max: f64,
    fractions: bool,
    optional: bool,
    check: Callback<Option<f64>, Option<String>>,
}

impl Rules {
    fn of(props: &NumberProps) -> Self {
        Self {
            min: props.min,
            max: props.max,
            fractions: props.fractions,
            optional: props.optional,
            check: props.check.clone(),
        }
    }

    fn read(&self, text: &str) -> Result<Option<f64>, String> {
        let text = text.trim();
        if text.is_empty() {
            return if self.optional { self.checked(None) } else { Err("a number is needed".to_string()) };
        }
        let value: f64 = text.parse().map_err(|_| "not a number".to_string())?;
        if !value.is_finite() || (!self.fractions && value.fract() != 0.0) {
            return Err("a whole number is needed".to_string());
        }
        if value < self.min {
            return Err(format!("at least {}", self.min));
        }
        if value > self.max {
            return Err(format!("at most {}", self.max));
        }
        self.checked(Some(value))
    }

    fn checked(&self, value: Option<f64>) -> Result<Option<f64>, String> {
        self.check.emit(value).map_or(Ok(value), Err)
    }
}

/// Whether the browser could not read the typed text as a number.
trait ValidityBad {
    fn validity_bad(&self) -> bool;
}

impl ValidityBad for HtmlInputElement {
    fn validity_bad(&self) -> bool {
        self.value().is_empty() && self.matches(":invalid").unwrap_or(false)
    }
}

#[derive(Properties, PartialEq)]
pub struct SliderProps {
    pub id: AttrValue,
    pub value: f64,
    #[prop_or(0.0)]
    pub min: f64,
    pub max: f64,
    #[prop_or(1.0)]
    pub step: f64,
    /// The text for the value while it is dragged.
    pub text: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// Hears the value as it moves.
    pub on_move: Callback<f64>,
    /// Texts below the track, evenly spread.
    #[prop_or_default]
    pub marks: Vec<AttrValue>,
}

/// A value to be dragged, in a bubble above the thumb while it is.
#[component]
pub fn Slider(props: &SliderProps) -> Html {
    let on_move = props.on_move.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let value = input.value_as_number();
        if value.is_finite() {
            on_move.emit(value);
        }
    });
    let range = (props.max - props.min).max(f64::MIN_POSITIVE);
    let share = ((props.value - props.min) / range).clamp(0.0, 1.0);
    html! {
        <div class="slider" ~style={format!("--share: {share}")}>
            <input type="range" id={&props.id} min={props.min.to_string()} max={props.max.to_string()}
                step={props.step.to_string()} value={props.value.to_string()}
                aria-label={props.label.clone()} aria-valuetext={props.text.clone()}
                {oninput} />
            <span class="bubble" aria-hidden="true">{ &props.text }</span>
            if !props.marks.is_empty() {
                <div class="marks" aria-hidden="true">
                    { for props.marks.iter().map(|mark| html! { <span>{ mark }</span> }) }
                </div>
            }
        </div>
    }
}
