//! The waiting jobs at the cursor by the values of an order.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use slotscope::page::explained::{Explained, Subject};
use slotscope::page::order_table::{OrderRow, OrderTable, order_tables};
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::words;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct OrderedJobsProps {
    pub finished: Rc<Finished>,
    /// The latest answer, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub cursor: Time,
    pub job: Option<usize>,
    pub dispatch: Dispatch,
}

/// The tables; nothing where no formula decides, or before the decisions are known.
#[component]
pub fn OrderedJobs(props: &OrderedJobsProps) -> Html {
    let subject = Subject::Moment(props.cursor);
    let answer = props.explained.as_ref();
    let answer = answer.and_then(|it| it.to(&props.finished.experiment, subject));
    let moment = answer.and_then(|it| it.told.as_ref().ok()?.moment.as_ref());
    let tables = moment.map(order_tables).unwrap_or_default();
    html! { <>{ nothing() }{ for tables.iter().map(|it| table(props, it)) }</> }
}

fn table(props: &OrderedJobsProps, it: &OrderTable) -> Html {
    html! {
        <section class="play-list order-values" aria-label={it.title.clone()} data-count={it.rows.len().to_string()}>
            <h2 data-tip={terms::ORDER_VALUES}>{ &it.title }{ " " }<code>{ &it.formula }</code></h2>
            <table>
                <thead><tr>
                    <th>{ props.finished.run.nouns().job }</th><th class="amount">{ "value" }</th>
                    { for it.terms.iter().map(|term| html! { <th class="amount"><code>{ term }</code></th> }) }
                </tr></thead>
                <tbody>{ for it.rows.iter().map(|it| row(props, it)) }</tbody>
            </table>
            if it.more > 0 {
                <p class="hint">{ format!("and {} more", words::count(it.more as i64)) }</p>
            }
        </section>
    }
}

fn row(props: &OrderedJobsProps, it: &OrderRow) -> Html {
    let place = it.job;
    let choose = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Bring(place)));
    let terms = it.terms.iter().enumerate().map(|(at, term)| {
        let class = classes!("amount", (it.largest == Some(at)).then_some("largest"));
        html! { <td {class}>{ term }</td> }
    });
    html! {
        <tr key={place} class={classes!((props.job == Some(place)).then_some("chosen"))}>
            <td><button type="button" class="job-link" onclick={choose}><i class="swatch batch" />{ props.finished.run.job_name(place) }</button></td>
            <td class="amount">{ &it.value }</td>
            { for terms }
        </tr>
    }
}
