//! Step, play, pause, speed, scrub.

use yew::prelude::*;

use super::Move;
use super::clock::{PACES, Pace};
use crate::app::context::terms;
use crate::app::control::{List, Slider, Switch};
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label;
use slotscope::engine::Tick;
use slotscope::text::short_duration;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct TransportProps {
    pub cursor: Time,
    pub span: (Time, Time),
    pub origin: Origin,
    pub playing: bool,
    pub pace: Pace,
    pub on_move: Callback<Move>,
    pub on_pace: Callback<Pace>,
    pub hides_future: bool,
    pub on_hide: Callback<bool>,
}

/// Step, play, pause, speed, scrub.
#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let (first, last) = props.span;
    let said = time_label(props.cursor, props.origin);
    let button = |id: &'static str, sign: &'static str, name: &'static str, step: Move| {
        let onclick = props.on_move.reform(move |_: MouseEvent| step);
        html! { <button type="button" class="icon" {id} aria-label={name} data-tip={name} {onclick}>{ sign }</button> }
    };
    let (sign, name) = if props.playing { ("‖", "Pause (Space)") } else { ("▶", "Play (Space)") };
    html! {
        <div class="view-bar transport" role="group" aria-label="Player" data-playing={props.playing.to_string()}>
            <div class="transport-steps">
                { button("play-first", "«", "To the beginning", Move::First) }
                { button("play-back", "‹", "One event back (,)", Move::Back) }
                { button("play-toggle", sign, name, Move::Toggle) }
                { button("play-forth", "›", "One event on (.)", Move::Forth) }
                { button("play-last", "»", "To the end", Move::Last) }
            </div>
            <Slider id="play-scrub" label="Time cursor" value={props.cursor as f64} min={first as f64} max={last as f64}
                step={((last - first) / 2_000).max(1) as f64} text={said.clone()}
                on_move={props.on_move.reform(|value: f64| Move::To(value as Time))} />
            <output id="play-time" data-time={props.cursor.to_string()}>{ said }</output>
            <Speed span={props.span} tick={props.origin.tick()} pace={props.pace} on_pace={&props.on_pace} />
            <Switch id="hide-future" label="Hide the future" on={props.hides_future} on_change={&props.on_hide} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SpeedProps {
    span: (Time, Time),
    pace: Pace,
    /// How long a tick of the run's times is.
    tick: Tick,
    on_pace: Callback<Pace>,
}

/// How much of the schedule passes in a second.
#[component]
fn Speed(props: &SpeedProps) -> Html {
    let on_choose = props.on_pace.reform(|at: usize| PACES.get(at).copied().unwrap_or_default());
    let options: Vec<AttrValue> = PACES
        .iter()
        .map(|pace| {
            let each = short_duration(props.tick.in_seconds(pace.rate(props.span)));
            AttrValue::from(format!("{each} per second"))
        })
        .collect();
    let chosen = PACES.iter().position(|&it| it == props.pace);
    html! {
        <label class="speed" data-tip={terms::SPEED}><span class="out-of-sight">{ "Speed" }</span>
            <List id="play-speed" {options} {chosen} {on_choose} />
        </label>
    }
}
