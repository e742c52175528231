//! The tree of managers: the load of each at the moment, and its balance of trade.

use std::rc::Rc;

use yew::prelude::*;

use super::seen::{Seen, Standing};
use crate::app::context::nothing;
use crate::app::context::terms;
use slotscope::page::state::Finished;
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct TreeOfManagersProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The number of the manager whose calendar is shown.
    pub chosen: usize,
    pub on_choose: Callback<usize>,
}

const HEAD: [(&str, terms::Term); 8] = [
    ("Manager", terms::MANAGER),
    ("Nodes busy", "Number of busy nodes beneath it at the cursor."),
    ("Waiting", "Number of waiting jobs that have their place there."),
    (
        "Supply",
        "Node hours that jobs submitted elsewhere ran here, in the whole run. Trade among clusters beneath a manager does not count for the manager.",
    ),
    ("Consumption", "Node hours that jobs submitted here ran elsewhere, in the whole run."),
    ("Balance", terms::BALANCE_OF_TRADE),
    (
        "Balance now",
        "Consumption minus supply until the cursor, in node hours. Jobs that still run count with their limits, as for the limit on the deficit.",
    ),
    ("Delay", "Normalized queuing delay of the jobs that were submitted here, weighted by processor seconds."),
];

/// A row for each manager, those beneath it indented; nothing of a single one. A click shows its calendar.
#[component]
pub fn TreeOfManagers(props: &TreeOfManagersProps) -> Html {
    let managers = &props.seen.managers;
    if managers.len() < 2 {
        return nothing();
    }
    let head = HEAD.map(|(name, term)| html! { <th scope="col" data-tip={term}>{ name }</th> });
    let rows = managers.iter().map(|it| row(props, it));
    html! {
        <section class="slot-picture tree-of-managers" id="tree-of-managers">
            <h2>{ "Managers" }<small>{ "a click shows the calendar" }</small></h2>
            <div class="scroll-across" role="region" aria-label="Managers" tabindex="0">
                <table>
                    <thead><tr>{ for head }</tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        </section>
    }
}

fn row(props: &TreeOfManagersProps, it: &Standing) -> Html {
    // Of the first clusters, as it is a measure.
    let delay = (it.clusters == [it.number]).then(|| {
        let key = format!("weighted_delay_of_{}", it.number + 1);
        props.finished.report.measures.get(&key).copied()
    });
    let delay = delay.flatten().map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"));
    let hours = |seconds: i64| words::count((seconds as f64 / 3_600.0).round() as i64);
    let is_chosen = it.number == props.chosen;
    let number = it.number;
    let onclick = props.on_choose.reform(move |_: MouseEvent| number);
    let inset = format!("padding-left: {}em", it.depth);
    html! {
        <tr class={classes!(is_chosen.then_some("is-chosen"))} data-manager={it.number.to_string()}>
            <td><span ~style={inset}><button type="button" aria-pressed={is_chosen.to_string()} {onclick}>{ &it.name }</button></span></td>
            <td>{ format!("{} of {}", words::count(it.busy as i64), words::count(it.nodes as i64)) }</td>
            <td>{ words::count(it.waiting as i64) }</td>
            <td>{ hours(it.traded.supply) }</td>
            <td>{ hours(it.traded.consumption) }</td>
            <td>{ hours(it.traded.balance()) }</td>
            <td>{ hours(it.balance) }</td>
            <td>{ delay }</td>
        </tr>
    }
}
