//! A value to be dragged.

use web_sys::HtmlInputElement;
use yew::prelude::*;

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
