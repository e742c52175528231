//! The span that is marked: its two times, to be typed, and its figures beside those of the whole.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::free_throughout::FreeThroughout;
use super::sketching::Draw;
use crate::app::context::Identity;
use crate::app::context::state::{Callbacks, Dispatch};
use slotscope::chart::Origin;
use slotscope::criteria::span::{Span, SpanReport};
use slotscope::page::look::Looking;
use slotscope::page::span_table::FIGURES;
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::typed_time;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct SpanBarProps {
    pub finished: Rc<Finished>,
    pub span: Span,
    pub origin: Origin,
    pub on_draw: Callback<Draw>,
    pub dispatch: Dispatch,
}

/// Times and figures of the span.
#[component]
pub fn SpanBar(props: &SpanBarProps) -> Html {
    let (span, origin) = (props.span, props.origin);
    let is_wrong = use_state_eq(|| false);
    let reports = use_memo((Identity::of(&props.finished), span), |_| {
        let run = &props.finished.run;
        (SpanReport::of(run, span), SpanReport::whole(run))
    });
    let on_typed = |with: fn(Span, Time) -> Span| {
        let (dispatch, is_wrong) = (props.dispatch.clone(), is_wrong.setter());
        Callback::from(move |event: Event| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let time = typed_time::read(&text, origin);
            is_wrong.set(time.is_none());
            if let Some(time) = time {
                dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(Some(with(span, time))))));
            }
        })
    };
    let let_go = props.dispatch.callback(|_: MouseEvent| Action::View(ViewAction::Look(Looking::Span(None))));
    let field = |id: &'static str, label: &'static str, at: Time, on_typed: Callback<Event>| {
        html! {
            <label>{ label }
                <input type="text" {id} value={typed_time::written(at, origin)} autocomplete="off" aria-invalid={is_wrong.to_string()}
                    onchange={on_typed} /></label>
        }
    };
    html! {
        <div class="span-bar" id="span-bar" role="group" aria-label="Measured span of time">
            { field("span-from", "Span from", span.from, on_typed(|span, time| Span::between(time, span.to))) }
            { field("span-to", "to", span.to, on_typed(|span, time| Span::between(span.from, time))) }
            <span class="span-figures" id="span-figures" data-utilization={reports.0.all.mean_utilization.to_string()}>
                { for FIGURES.iter().map(|figure| html! {
                    <span>{ figure.name }{ " " }<b>{ (figure.write)(&reports.0.all) }</b>{ " of " }{ (figure.write)(&reports.1.all) }</span>
                }) }
            </span>
            <button type="button" class="icon" id="span-close" aria-label="No span" onclick={let_go}>{ "×" }</button>
            // A booking there is a job of a log.
            if props.finished.run.is_of_log() {
                <FreeThroughout finished={props.finished.clone()} {span} on_draw={props.on_draw.clone()} dispatch={props.dispatch.clone()} />
            }
            if *is_wrong {
                <p class="worse" role="alert">{ format!("Not a time. Write {}.", typed_time::examples(origin)) }</p>
            }
        </div>
    }
}
