//! The figures of the span that is marked, by kind, beside those of the whole.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::Identity;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label;
use slotscope::criteria::span::{Span, SpanReport};
use slotscope::page::span_table;
use slotscope::page::state::Finished;

#[derive(Properties, PartialEq)]
pub struct SpanTableProps {
    pub finished: Rc<Finished>,
    pub span: Span,
    pub origin: Origin,
}

pub fn name(span: Span, origin: Origin) -> String {
    let time = |at| time_label(at, origin);
    format!("Span from {} to {}", time(span.from), time(span.to))
}

/// A row for all its jobs, for each kind, and for the whole run.
#[component]
pub fn SpanTable(props: &SpanTableProps) -> Html {
    let table = use_memo((Identity::of(&props.finished), props.span), |&(_, span)| {
        let run = &props.finished.run;
        span_table::table(&SpanReport::of(run, span), &SpanReport::whole(run), run.nouns())
    });
    let name = name(props.span, props.origin);
    html! {
        <section class="figures-table" aria-label={name.clone()}>
            <h2>{ &name }<small>{ "F, D, waits and slowdowns are of the jobs submitted in the span; U is of its seconds" }</small></h2>
            <div class="scroll-across" role="region" aria-label={name} tabindex="0"><table id="by-span">
                <thead><tr>{ for table.head.iter().map(|it| html! { <th scope="col">{ it }</th> }) }</tr></thead>
                <tbody>{ for table.rows.iter().map(|row| html! {
                    <tr>{ for row.iter().enumerate().map(|(at, it)| match at {
                        0 => html! { <th scope="row">{ it }</th> },
                        _ => html! { <td>{ it }</td> },
                    }) }</tr>
                }) }</tbody>
            </table></div>
        </section>
    }
}
