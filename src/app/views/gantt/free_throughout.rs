//! The range query: the processors that are free throughout the span, and a reservation of them.

use std::rc::Rc;

use yew::prelude::*;

use super::sketching::Draw;
use crate::app::context::Identity;
use crate::app::context::state::Dispatch;
use crate::app::context::terms;
use slotscope::availability::idle_periods::ServerSet;
use slotscope::chart::provider_name;
use slotscope::criteria::span::{Span, free_throughout};
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::words;
use slotscope::workload::sketch::{MOST_SKETCHED, Sketch, Stroke};

#[derive(Properties, PartialEq)]
pub struct FreeThroughoutProps {
    pub finished: Rc<Finished>,
    pub span: Span,
    pub on_draw: Callback<Draw>,
    pub dispatch: Dispatch,
}

/// A line for each provider that has some.
#[component]
pub fn FreeThroughout(props: &FreeThroughoutProps) -> Html {
    let (run, span) = (&props.finished.run, props.span);
    let free = use_memo((Identity::of(&props.finished), span), |_| free_throughout(run, span));
    let counts: Vec<u32> = free.iter().map(ServerSet::count).collect();
    let lines = free.iter().enumerate().filter(|(_, free)| !free.is_empty());
    let lines = lines.map(|(provider, free_here)| {
        let of = match free.len() {
            1 => String::new(),
            _ => format!("{}: ", provider_name(provider)),
        };
        let all = free_here.to_string();
        html! {
            <span data-tip={all.clone()}>{ of }<b>{ counts[provider] }</b>{ format!(" of {} ({all})", run.platform[provider]) }</span>
        }
    });
    let most = counts.iter().max().copied().unwrap_or(0);
    let sketch = Sketch::of(&run.jobs).filter(|it| it.jobs.len() < MOST_SKETCHED);
    let is_possible = sketch.is_some() && most > 0;
    let book = {
        let largest = run.platform.iter().max().copied().unwrap_or(0);
        let (on_draw, dispatch) = (props.on_draw.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(sketch) = &sketch else { return };
            let after = sketch.after(
                Stroke::Add { at: span.from, length: span.seconds(), processors: most, reservation: true },
                largest,
            );
            let chosen = after.jobs.last().map(|job| job.id);
            dispatch.dispatch(Action::View(ViewAction::Drawing(true)));
            on_draw.emit(Draw::Stroke { sketch: after, moving: None, chosen });
        })
    };
    let tip = match is_possible {
        true => format!("Draws an advance reservation of {} for exactly this span.", words::processors(most)),
        false if most == 0 => "No processor is free throughout the span.".to_owned(),
        false => format!(
            "Drawing reservations by hand requires fewer than {MOST_SKETCHED} jobs. Take fewer under Job selection in the panel."
        ),
    };
    html! {
        <div class="span-free" id="span-free" data-counts={format!("{counts:?}")}>
            <span class="label" data-tip={terms::RANGE_SEARCH}>{ "Free throughout" }</span>
            if most == 0 {
                <span>{ "no processor" }</span>
            }
            { for lines }
            <button type="button" id="book-free" disabled={!is_possible} onclick={book} data-tip={tip}>{ "Book these" }</button>
        </div>
    }
}
