//! The nodes of a task batch, or the machines of a workflow, whose file names none: each is a provider.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::{self, Term};
use crate::app::control::{Field, Fold, Number};
use slotscope::page::words;
use slotscope::text::capital;
use slotscope::workload::WorkloadKind;
use slotscope::workload::task_batch::{MAX_NODES, NODE_POINTS};

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    /// Whether they are nodes of a task batch or machines of a workflow.
    pub kind: WorkloadKind,
    pub count: usize,
    pub edit: Edit,
}

/// The noun for one, its explanation, its processors, and the most that there may be.
fn of_kind(kind: WorkloadKind) -> (&'static str, Term, u32, usize) {
    match kind {
        WorkloadKind::TaskBatch => ("node", terms::NODES, NODE_POINTS, MAX_NODES),
        _ => ("machine", terms::MACHINES, 1, MAX_MACHINES),
    }
}

/// More machines than these are not drawn sensibly.
const MAX_MACHINES: usize = 64;

/// How many nodes or machines; folded away.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let NodesProps { kind, count, edit } = props;
    let kind = *kind;
    let (noun, term, processors, most) = of_kind(kind);
    let id = format!("{noun}-count");
    let set = edit.set("platform", true).reform(move |value: Option<f64>| {
        let count = (value.unwrap_or(1.0) as usize).clamp(1, most);
        vec![processors; count].into()
    });
    html! {
        <Fold id={format!("{noun}s")} title="Platform" note={words::plural(*count, noun)}>
            <Field of={id.clone()} label={format!("{}s", capital(noun))} {term}>
                <Number {id} value={*count as f64} min=1.0 max={most as f64} on_change={set} />
            </Field>
        </Fold>
    }
}
