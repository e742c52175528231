//! The steps of a search: one after the other, or any of them.

use std::rc::Rc;

use yew::prelude::*;

use super::looked_at::idle_words;
use crate::app::control::Slider;
use slotscope::chart::idle_periods::Searched;
use slotscope::page::words::plural;

/// Most steps that are listed; the slider has all of them.
const LISTED: usize = 120;

#[derive(Properties)]
pub struct StepsProps {
    pub looked_at: Rc<Searched>,
    pub shown: usize,
    pub on_change: Callback<usize>,
}

/// The callback is made anew at every turn.
impl PartialEq for StepsProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.looked_at, &other.looked_at) && self.shown == other.shown
    }
}

/// The result of the search, the controls to step through it, and its steps in words.
#[component]
pub fn Steps(props: &StepsProps) -> Html {
    let StepsProps { looked_at, shown, on_change } = props;
    let count = looked_at.steps();
    let to = |step: usize| on_change.reform(move |_: MouseEvent| step);
    let steps = looked_at.search.steps.iter().enumerate().take(LISTED);
    let steps = steps.map(|(at, step)| {
        let is_current = at + 1 == *shown;
        html! {
            <li class={classes!((at < *shown).then_some("past"), is_current.then_some("current"))}>
                <button type="button" onclick={to(at + 1)} aria-current={is_current.then_some("step")}>{ looked_at.step_words(step) }</button>
            </li>
        }
    });
    let is_found = looked_at.search.chosen().is_some();
    html! {
        <div class="answers">
            <p id="query-answer" aria-live="polite" data-start={is_found.then(|| looked_at.asked.start.to_string())}>{ looked_at.outcome() }</p>
            <p class="hint" id="idle-throughout">{ idle_words(looked_at) }</p>
            <div class="search-step">
                <button type="button" class="icon" id="step-first" aria-label="Before the search" onclick={to(0)} disabled={*shown == 0}>{ "«" }</button>
                <button type="button" class="icon" id="step-back" aria-label="One step back" onclick={to(shown.saturating_sub(1))} disabled={*shown == 0}>{ "‹" }</button>
                <Slider id="search-step" label="Step of the search" value={*shown as f64} max={count as f64} text={format!("step {shown} of {count}")}
                    on_move={on_change.reform(|value: f64| value as usize)} />
                <button type="button" class="icon" id="step-forth" aria-label="One step on" onclick={to((shown + 1).min(count))} disabled={*shown == count}>{ "›" }</button>
            </div>
            <p class="hint" id="step-count">{ format!("{shown} of {}", plural(count, "step")) }</p>
            <ol class="search-steps" id="search-steps">{ for steps }</ol>
            if count > LISTED {
                <p class="hint">{ format!("The first {LISTED} are listed; the slider goes through all {count}.") }</p>
            }
        </div>
    }
}
