//! Which system schedules.

use yew::prelude::*;

use crate::app::control::{Choice, Select, any_one_of};
use crate::app::shell::panel::edit::Edit;
use crate::experiment::{Scenario, System};

#[derive(Properties, PartialEq)]
pub struct ChooseSystemProps {
    pub scenario: Scenario,
    pub edit: Edit,
}

/// Which system schedules: those that take this workload. A system comes with its usual settings;
/// Undo brings those of the former one back.
#[component]
pub fn ChooseSystem(props: &ChooseSystemProps) -> Html {
    let all = System::all();
    let choices = all.iter().map(|system| Choice {
        value: system.model().key(),
        label: system.model().name(),
        term: system.model().about(),
    });
    let on_change = props.edit.set(|scenario, key: &'static str| {
        if scenario.system.model().key() != key
            && let Some(system) = System::of_key(key)
        {
            scenario.system = system;
        }
    });
    let present = props.scenario.system.model().key();
    html! {
        <div class="field">
            <Select id="system" label="System" offer={any_one_of(choices.collect(), present, on_change)} terse=true />
        </div>
    }
}
