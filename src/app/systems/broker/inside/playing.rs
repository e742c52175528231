//! The way through the steps: one by one, to any of them, or by itself.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::app::control::Slider;
use slotscope::page::words::{count, plural};

/// Each step is looked at for this many milliseconds.
const PACE: u32 = 650;

/// Of more steps than this many, several are made at once.
const ONE_BY_ONE: usize = 600;

#[derive(Properties, PartialEq)]
pub struct PlayingProps {
    pub steps: usize,
    pub shown: usize,
    pub plays: UseStateHandle<bool>,
    pub on_change: Callback<usize>,
}

/// The buttons, and a slider over all steps.
#[component]
pub fn Playing(props: &PlayingProps) -> Html {
    let (steps, shown) = (props.steps, props.shown);
    {
        let (plays, on_change) = (props.plays.setter(), props.on_change.clone());
        use_effect_with((*props.plays, shown, steps), move |&(is_on, shown, steps)| {
            let timeout = match is_on {
                true if shown < steps => Some(Timeout::new(PACE, move || {
                    on_change.emit((shown + steps.div_ceil(ONE_BY_ONE)).min(steps));
                })),
                true => {
                    plays.set(false);
                    None
                }
                false => None,
            };
            move || drop(timeout)
        });
    }
    let to = |step: usize| {
        let plays = props.plays.setter();
        props.on_change.reform(move |_: MouseEvent| {
            plays.set(false);
            step
        })
    };
    let on_play = {
        let (plays, on_change) = (props.plays.clone(), props.on_change.clone());
        Callback::from(move |_: MouseEvent| {
            // From the end on it begins anew.
            if !*plays && shown == steps {
                on_change.emit(0);
            }
            plays.set(!*plays);
        })
    };
    let on_move = {
        let plays = props.plays.setter();
        props.on_change.reform(move |value: f64| {
            plays.set(false);
            value as usize
        })
    };
    let (is_first, is_last) = (shown == 0, shown == steps);
    html! {
        <>
            <h2>{ "Step by step" }</h2>
            <div class="search-step" role="group" aria-label="Steps">
                <button type="button" class="icon" id="message-first" aria-label="Before the first message" onclick={to(0)} disabled={is_first}>{ "«" }</button>
                <button type="button" class="icon" id="message-back" aria-label="One step back" onclick={to(shown.saturating_sub(1))} disabled={is_first}>{ "‹" }</button>
                <button type="button" id="message-play" aria-pressed={props.plays.to_string()} onclick={on_play} disabled={steps == 0}>
                    { if *props.plays { "Pause" } else { "Play" } }
                </button>
                <button type="button" class="icon" id="message-forth" aria-label="One step on" onclick={to((shown + 1).min(steps))} disabled={is_last}>{ "›" }</button>
                <button type="button" class="icon" id="message-last" aria-label="After the last message" onclick={to(steps)} disabled={is_last}>{ "»" }</button>
            </div>
            <div class="search-step">
                <Slider id="message-step" label="Step" value={shown as f64} max={steps as f64} text={format!("step {shown} of {steps}")} {on_move} />
            </div>
            <p class="hint" id="message-count">{ format!("{} of {} made", count(shown as i64), plural(steps, "step")) }</p>
        </>
    }
}
