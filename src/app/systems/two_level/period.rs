//! The period δ: a slider with sensible stops, and a number for any other.

use yew::prelude::*;

use crate::app::control::{Number, Slider};
use slotscope::page::words;
use slotscope::workload::Time;

/// The stops of the slider, in seconds.
const STOPS: [Time; 11] = [0, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400];

/// Below the slider.
const MARKS: &[&str] = &["0", "30 min", "1 d"];

#[derive(Properties, PartialEq)]
pub struct PeriodProps {
    pub id: &'static str,
    pub number_id: &'static str,
    pub label: &'static str,
    /// The meaning of 0.
    pub zero: &'static str,
    pub value: Time,
    pub on_move: Callback<Time>,
}

/// The period δ.
#[component]
pub fn Period(props: &PeriodProps) -> Html {
    let nearest = STOPS.partition_point(|&stop| stop < props.value).min(STOPS.len() - 1);
    let text = if props.value == 0 { props.zero.to_string() } else { words::duration(props.value as f64) };
    let on_move = props.on_move.reform(|index: f64| STOPS[(index.max(0.0) as usize).min(STOPS.len() - 1)]);
    let typed = props.on_move.clone();
    let on_change = Callback::from(move |value: Option<f64>| {
        if let Some(value) = value {
            typed.emit(value as Time);
        }
    });
    html! {
        <div class="slider-and-number">
            <Slider id={props.id} value={nearest as f64} max={(STOPS.len() - 1) as f64} {text}
                label={props.label} {on_move}
                marks={MARKS} />
            <Number id={props.number_id} label={format!("{} in seconds", props.label)}
                value={props.value as f64} max={31_536_000.0} unit="s" {on_change} />
        </div>
    }
}
