//! The time cursor: a slider over the whole run, steps from event to event, and a number.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use crate::app::control::{Number, Slider};
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label;
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::system::moment::next_event;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct CursorProps {
    pub finished: Rc<Finished>,
    pub cursor: Time,
    pub span: (Time, Time),
    pub origin: Origin,
    pub dispatch: Dispatch,
}

#[component]
pub fn Cursor(props: &CursorProps) -> Html {
    let (first, last) = props.span;
    let set = props.dispatch.callback(|time: Time| Action::View(ViewAction::Cursor(time)));
    let step = |forward: bool| {
        let (finished, cursor, set) = (props.finished.clone(), props.cursor, set.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(time) = next_event(&finished.run, cursor, forward) {
                set.emit(time);
            }
        })
    };
    let typed = {
        let set = set.clone();
        Callback::from(move |value: Option<f64>| {
            if let Some(value) = value {
                set.emit(value as Time);
            }
        })
    };
    let said = time_label(props.cursor, props.origin);
    html! {
        <div class="cursor">
            <span class="label" data-tip={terms::CURSOR}>{ "At" }</span>
            <button type="button" class="icon" onclick={step(false)} id="cursor-back"
                aria-label="Previous event" data-tip="Previous submission, start or end.">{ "‹" }</button>
            <Slider id="cursor" label="Time cursor" value={props.cursor as f64} min={first as f64}
                max={last as f64} step={((last - first) / 1_000).max(1) as f64} text={said.clone()}
                on_move={set.reform(|value: f64| value as Time)} />
            <button type="button" class="icon" onclick={step(true)} id="cursor-forth"
                aria-label="Next event" data-tip="Next submission, start or end.">{ "›" }</button>
            <Number id="cursor-number" label="Time cursor in seconds" value={props.cursor as f64} min={-9e15}
                unit="s" on_change={typed} />
            <output class="cursor-said">{ said }</output>
        </div>
    }
}
