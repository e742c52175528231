//! The nodes of a task batch whose file names none: each is a provider.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Fold, Number};
use slotscope::page::words;
use slotscope::workload::task_batch::{MAX_NODES, NODE_POINTS};

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    /// How many there are.
    pub count: usize,
    pub edit: Edit,
}

/// How many nodes; folded away.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let NodesProps { count, edit } = props;
    let set = edit.drag("node-count", |scenario, value: Option<f64>| {
        let Some(value) = value else { return };
        let count = (value as usize).clamp(1, MAX_NODES);
        scenario.platform = vec![NODE_POINTS; count];
        scenario.system.model_mut().keep_providers(count);
    });
    html! {
        <Fold id="nodes" title="Platform" note={words::plural(*count, "node")}>
            <Field of="node-count" label="Nodes" term={terms::NODES}>
                <Number id="node-count" value={*count as f64} min=1.0 max={MAX_NODES as f64} on_change={set} />
            </Field>
        </Fold>
    }
}
