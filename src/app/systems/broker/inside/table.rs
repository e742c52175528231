//! The dynamic table of one node, as far as its agent has come, and the clone on which its offers stand.

use std::rc::Rc;

use yew::prelude::*;

use super::run_steps::RunSteps;
use crate::app::context::nothing;
use crate::app::context::terms;
use crate::app::control::List;
use crate::app::control::data_table::{MOST, data_table};
use slotscope::chart::Origin;
use slotscope::chart::messages::{intervals_table, node_name, node_place};
use slotscope::text::capital;

#[derive(Properties, PartialEq)]
pub struct NodeTableProps {
    pub told: Rc<RunSteps>,
    /// How many steps are shown.
    pub shown: usize,
    pub node: usize,
    pub origin: Origin,
    /// Called with the node whose table the user chooses.
    pub on_change: Callback<usize>,
}

/// The intervals of a node, the tasks in each, and their load.
#[component]
pub fn NodeTable(props: &NodeTableProps) -> Html {
    let NodeTableProps { told, shown, node, .. } = props;
    let made = use_memo((told.clone(), *shown, *node), |(told, shown, node)| told.table(*shown, *node));
    let run = &told.finished.run;
    let Some(made) = &*made else {
        return nothing();
    };
    let name = node_name(run, *node);
    let options: Vec<AttrValue> = (0..run.platform.len()).map(|it| capital(&node_name(run, it)).into()).collect();
    let rows = |table: &_| intervals_table(run, *node, table, props.origin, MOST);
    let title = format!("Dynamic table of {name}");
    html! {
        <section class="slot-picture node-table" id="dynamic-table" aria-label="Dynamic table" data-node={node.to_string()}
            data-intervals={made.table.intervals().len().to_string()}>
            <h2 data-tip={terms::DYNAMIC_TABLE}>{ "Dynamic table" }<small>{ node_place(run, *node) }</small></h2>
            <div class="search-step">
                <List id="table-node" label="Node whose table is shown" {options} chosen={Some(*node)} on_choose={&props.on_change} />
            </div>
            <p class="hint" id="table-loads" data-tip={terms::AVERAGE_LOAD}>{ made.words(run) }</p>
            <div id="table-rows">{ data_table(&rows(&made.table), &title) }</div>
            if let Some(clone) = &made.clone {
                <h3 data-tip={terms::TABLE_CLONE}>{ "Clone with the offers" }</h3>
                <div id="clone-rows">{ data_table(&rows(clone), &format!("{title}, the clone")) }</div>
            }
        </section>
    }
}
