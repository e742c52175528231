//! An answer that is a start: the bar of a job is dragged to it.

use web_sys::{HtmlElement, PointerEvent};
use yew::prelude::*;

use crate::app::control::Slider;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct BarAnswerProps {
    /// The job's number.
    pub job: u64,
    /// How long it runs, in seconds.
    pub length: Time,
    /// The latest start that can be chosen, in seconds.
    pub latest: Time,
    /// Called with the start that is answered, in seconds.
    pub on_answer: Callback<f64>,
}

/// About how many times the axis names.
const TICKS: f64 = 5.0;

/// A bar on an axis of time, a slider for the keyboard, and the button that answers.
#[component]
pub fn BarAnswer(props: &BarAnswerProps) -> Html {
    let start = use_state_eq(|| 0.0);
    let track = use_node_ref();
    let latest = props.latest.max(1) as f64;
    let whole = latest + props.length as f64;
    let on_move = start.setter().to_callback();
    let on_pointer = {
        let (track, setter, half) = (track.clone(), start.setter(), props.length as f64 / 2.0);
        Callback::from(move |event: PointerEvent| {
            let Some(track) = track.cast::<HtmlElement>().filter(|_| event.buttons() & 1 == 1) else {
                return;
            };
            let bounds = track.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
            setter.set((share * whole - half).round().clamp(0.0, latest));
            // The bar follows a pointer that leaves it.
            let _ = track.set_pointer_capture(event.pointer_id());
        })
    };
    let onclick = {
        let start = *start;
        props.on_answer.reform(move |_: MouseEvent| start)
    };
    let share = |time: f64| format!("{:.3}%", 100.0 * time / whole);
    let (at, width) = (share(*start), share(props.length as f64));
    let step = (whole / TICKS / 10.0).ceil() * 10.0;
    let ticks = (0..).map(|tick| f64::from(tick) * step).take_while(|&time| time <= whole);
    let ticks = ticks.map(|time| {
        html! { <span ~style={format!("--at: {}", share(time))}>{ time }</span> }
    });
    let text = format!("{} s", *start);
    html! {
        <div class="bar-answer">
            <div class="bar-track" id="answer-track" ref={track} aria-hidden="true" onpointerdown={on_pointer.clone()} onpointermove={on_pointer}>
                <span class="bar-piece" id="answer-bar" ~style={format!("--at: {at}; --length: {width}")}>{ format!("Job {}", props.job) }</span>
            </div>
            <div class="bar-ticks" aria-hidden="true">{ for ticks }</div>
            <Slider id="answer-start" value={*start} max={latest} text={text.clone()} label={Some(AttrValue::from(format!("Start of job {}", props.job)))} {on_move} />
            <div class="number-answer">
                <output id="answer-start-text">{ text }</output>
                <button type="button" class="primary" id="answer-check" {onclick}>{ "Answer" }</button>
            </div>
        </div>
    }
}
