//! Which system schedules.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::control::{Choice, Select, any_one_of};
use slotscope::experiment::{Scenario, System};
use slotscope::page::state::EditAction;
use slotscope::workload::WorkloadKind;

#[derive(Properties, PartialEq)]
pub struct ChooseSystemProps {
    pub scenario: Scenario,
    /// The kind of the workload, once it is known.
    pub kind: Option<WorkloadKind>,
    pub edit: Edit,
}

/// Which system schedules: those that take this workload. A system comes with the settings that it had
/// last, or its usual ones.
#[component]
pub fn ChooseSystem(props: &ChooseSystemProps) -> Html {
    let present = props.scenario.system.model().key();
    let (all, others) = offered(props.kind, present);
    let choices = all.iter().map(|system| Choice {
        value: system.model().key(),
        label: system.model().name(),
        term: system.model().about(),
    });
    let on_change = props.edit.act(EditAction::System);
    html! {
        <div class="field">
            <Select id="system" label="System" offer={any_one_of(choices.collect(), present, on_change)} terse=true />
            if !others.is_empty() {
                <p class="hint" id="other-systems">{ not_offered(&others) }</p>
            }
        </div>
    }
}

/// The systems that take such a workload, or are chosen already, and the others.
fn offered(kind: Option<WorkloadKind>, present: &str) -> (Vec<System>, Vec<System>) {
    System::all().into_iter().partition(|it| {
        let model = it.model();
        model.key() == present || kind.is_none_or(|kind| model.takes().contains(&kind))
    })
}

/// The needs of the systems that are not offered: `The Workflow system needs a workflow file.`
fn not_offered(others: &[System]) -> String {
    // Systems that take the same kinds of workload share a sentence.
    let mut takers: Vec<(String, Vec<&str>)> = Vec::new();
    for model in others.iter().map(System::model) {
        let taken = model.takes().iter().map(|it| match it {
            WorkloadKind::Workflow => "a workflow file",
            WorkloadKind::Log | WorkloadKind::TaskBatch => it.name(),
        });
        let taken: Vec<&str> = taken.collect();
        let taken = taken.join(" or ");
        match takers.iter_mut().find(|(other, _)| *other == taken) {
            Some((_, names)) => names.push(model.name()),
            None => takers.push((taken, vec![model.name()])),
        }
    }
    let sentences = takers
        .into_iter()
        .map(|(taken, names)| match names.as_slice() {
            [name] => format!("The {name} system needs {taken}."),
            names => format!("These systems need {taken}: {}.", names.join(", ")),
        });
    sentences.collect::<Vec<_>>().join(" ")
}
