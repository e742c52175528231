//! The selection of a workflow.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Fold, Number};
use slotscope::workload::select::{MOST_CCR, MOST_MACHINES, Selection};

#[derive(Properties, PartialEq)]
pub struct TasksTakenProps {
    pub selection: Selection,
    /// How many machines the workflow has.
    pub machines: usize,
    pub edit: Edit,
}

/// On how many machines a workflow runs, and with how much data.
#[component]
pub fn TasksTaken(props: &TasksTakenProps) -> Html {
    let TasksTakenProps { selection, machines, edit } = props;
    let most = u32::try_from(*machines).map_or(MOST_MACHINES, |it| it.clamp(1, MOST_MACHINES));
    html! {
        <Fold id="tasks-taken" title="Data and machines" note={note(selection)}>
            <Field of="ccr" label="Communication ÷ computation" term={terms::CCR}>
                <Number id="ccr" value={selection.ccr} optional=true fractions=true placeholder="as is" max={MOST_CCR}
                    on_change={edit.drag("ccr", |scenario, value: Option<f64>| scenario.workload.ccr = value)} />
            </Field>
            <Field of="machines-taken" label="Machines, the first" term={terms::MACHINES_TAKEN}>
                <Number id="machines-taken" value={selection.machines.map(f64::from)} optional=true min=1.0 placeholder="all" max={f64::from(most)}
                    on_change={edit.drag("machines-taken", |scenario, value: Option<f64>| {
                        scenario.workload.machines = value.map(|value| value as u32);
                    })} />
            </Field>
        </Fold>
    }
}

fn note(selection: &Selection) -> String {
    let machines = selection.machines.map(|it| format!("the first {it}"));
    let ccr = selection.ccr.map(|it| format!("CCR {it}"));
    let told: Vec<String> = ccr.into_iter().chain(machines).collect();
    match told.is_empty() {
        true => "as in the file".to_owned(),
        false => told.join(", "),
    }
}
