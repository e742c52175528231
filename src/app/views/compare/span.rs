//! The figures of the span that is marked, of every scenario.

use std::rc::Rc;

use yew::prelude::*;

use super::sign::Sign;
use crate::app::context::theme::Ground;
use crate::app::views::summary::span_name;
use slotscope::chart::Origin;
use slotscope::criteria::span::{Span, SpanReport};
use slotscope::page::compare::Subject;
use slotscope::page::span_table::FIGURES;

#[derive(Properties, PartialEq)]
pub struct SpanTableProps {
    pub subjects: Vec<Option<Rc<Subject>>>,
    pub names: Rc<Vec<String>>,
    pub span: Span,
    pub origin: Origin,
    pub ground: Ground,
}

/// A row for each scenario that has a run.
#[component]
pub fn SpanTable(props: &SpanTableProps) -> Html {
    let reports = use_memo((props.subjects.clone(), props.span), |(subjects, span)| {
        let report = |subject: &Rc<Subject>| SpanReport::of(&subject.finished.run, *span).all;
        subjects.iter().map(|it| it.as_ref().map(report)).collect::<Vec<_>>()
    });
    let name = span_name(props.span, props.origin);
    let rows = props.names.iter().zip(reports.iter()).enumerate();
    let rows = rows.filter_map(|(place, (name, report))| Some((place, name, report.as_ref()?)));
    html! {
        <section class="figures-table compare-span" aria-label={name.clone()}>
            <h2>{ &name }<small>{ "with the scenarios' own seeds; F, D, waits and slowdowns are of the jobs submitted in the span" }</small></h2>
            <div class="scroll-across" role="region" aria-label={name} tabindex="0"><table id="compare-span">
                <thead><tr><th scope="col">{ "Scenario" }</th>{ for FIGURES.iter().map(|it| html! { <th scope="col">{ it.name }</th> }) }</tr></thead>
                <tbody>{ for rows.map(|(place, name, report)| html! {
                    <tr key={place}><th scope="row"><Sign {place} ground={props.ground} />{ " " }{ name }</th>
                        { for FIGURES.iter().map(|it| html! { <td>{ (it.write)(report) }</td> }) }</tr>
                }) }</tbody>
            </table></div>
        </section>
    }
}
