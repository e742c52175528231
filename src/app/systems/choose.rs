//! Which system schedules.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::control::{Choice, Select, any_one_of};
use slotscope::experiment::{Scenario, System};
use slotscope::page::schedulable::Schedulable;
use slotscope::page::state::EditAction;

#[derive(Properties, PartialEq)]
pub struct ChooseSystemProps {
    pub scenario: Scenario,
    /// The workload, once it is known.
    pub workload: Option<Schedulable>,
    pub edit: Edit,
}

/// Which system schedules: those that take this workload. A system comes with the settings that it had
/// last, or its usual ones.
#[component]
pub fn ChooseSystem(props: &ChooseSystemProps) -> Html {
    let present = props.scenario.system.model().key();
    let (all, others) = offered(props.workload, present);
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

/// The systems that schedule such a workload, or are chosen already, and the others by what they need.
fn offered(workload: Option<Schedulable>, present: &str) -> (Vec<System>, Vec<(String, Vec<&'static str>)>) {
    let mut takers = Vec::new();
    let mut others: Vec<(String, Vec<&str>)> = Vec::new();
    for system in System::all() {
        let name = system.model().name();
        let lacks = workload.and_then(|it| it.lacks(&system));
        let Some(needed) = lacks.filter(|_| system.model().key() != present) else {
            takers.push(system);
            continue;
        };
        match others.iter_mut().find(|(other, _)| *other == needed) {
            Some((_, names)) => names.push(name),
            None => others.push((needed, vec![name])),
        }
    }
    (takers, others)
}

/// The needs of the systems that are not offered: `The Workflow system needs a workflow file.`
fn not_offered(others: &[(String, Vec<&str>)]) -> String {
    let sentences = others.iter().map(|(needed, names)| match names.as_slice() {
        [name] => format!("The {name} system needs {needed}."),
        names => format!("These systems need {needed}: {}.", names.join(", ")),
    });
    sentences.collect::<Vec<_>>().join(" ")
}
