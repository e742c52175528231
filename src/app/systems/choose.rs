//! Which system schedules.

use yew::prelude::*;

use crate::app::context::state::Edit;
use crate::app::control::{Choice, Select, any_one_of};
use slotscope::experiment::{Scenario, System};
use slotscope::page::contents::Schedulable;
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
    let all = offered(props.workload, present);
    let choices = all.iter().map(|system| Choice {
        value: system.model().key(),
        label: system.model().name(),
        term: system.model().card().about,
    });
    let on_change = props.edit.act(EditAction::System);
    html! {
        <div class="field">
            <Select id="system" label="System" offer={any_one_of(choices.collect(), present, on_change)} terse=true />
            if let Some(needs) = props.workload.and_then(needs) {
                <p class="hint">{ needs }</p>
            }
        </div>
    }
}

/// The systems that schedule such a workload, or are chosen already.
fn offered(workload: Option<Schedulable>, present: &str) -> Vec<System> {
    let takes = |it: &System| it.model().key() == present || workload.is_none_or(|of| of.lacks(it).is_none());
    System::all().into_iter().filter(takes).collect()
}

/// What a system lacks that takes such workloads, but not this one: `The As logged system needs a log with waiting times.`
fn needs(workload: Schedulable) -> Option<String> {
    System::all()
        .into_iter()
        .filter(|it| it.model().takes().contains(&workload.kind))
        .filter_map(|it| Some(format!("The {} system needs {}.", it.model().name(), workload.lacks(&it)?)))
        .next()
}
