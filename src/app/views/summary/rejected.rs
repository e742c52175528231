//! The rejected jobs by cause, and what lets them run.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::nothing;
use crate::app::context::state::Dispatch;
use crate::app::control::OneProvider;
use slotscope::engine::Cause;
use slotscope::page::contents::Contents;
use slotscope::page::rejections;
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::text::capital;

#[derive(Properties, PartialEq)]
pub struct RejectedProps {
    pub finished: Rc<Finished>,
    /// The workload of the run, if it is known.
    pub contents: Option<Rc<Contents>>,
    pub dispatch: Dispatch,
}

/// A row for each cause; nothing if no job was rejected.
#[component]
pub fn Rejected(props: &RejectedProps) -> Html {
    let report = &props.finished.report;
    let causes = rejections::by_cause(report);
    if causes.is_empty() {
        return nothing();
    }
    let nouns = props.finished.run.nouns();
    let too_large = causes.iter().any(|it| it.cause == Cause::TooLarge);
    let scenario = &props.finished.experiment.scenario;
    let one = props.contents.as_deref().filter(|_| too_large).and_then(|it| rejections::one_provider(it, scenario));
    let rows = causes.iter().map(|it| {
        let (name, about) = rejections::told(it.cause, nouns);
        html! {
            <tr data-cause={it.cause.row().key}>
                <th scope="row">{ name }</th>
                <td>{ words::count(it.jobs as i64) }</td>
                <td class="in-words">{ about }</td>
            </tr>
        }
    });
    let title = format!("Rejected {}", nouns.jobs);
    html! {
        <section class="figures-table" aria-label={title.clone()}>
            <h2>{ &title }</h2>
            <div class="scroll-across" role="region" aria-label={title.clone()} tabindex="0"><table id="rejections">
                <thead><tr>
                    <th scope="col">{ "Why" }</th>
                    <th scope="col">{ capital(nouns.jobs) }</th>
                    <th scope="col" class="in-words">{ "What it means, and what lets them run" }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
            if let Some(processors) = one {
                <OneProvider {processors} edit={Edit::new(props.dispatch.clone())} />
            }
        </section>
    }
}
