//! Assumptions of the model where the paper leaves a choice. Those that determine the cost of a reservation
//! stand beside the share of reservations ([`super::cost`]).

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Fold, Segmented, of_setting};
use slotscope::system::two_level::TwoLevel;

#[derive(Properties, PartialEq)]
pub struct ReadingsProps {
    pub options: TwoLevel,
    pub edit: Edit,
}

/// Assumptions of the model, folded away, each explained in a sentence.
#[component]
pub fn Readings(props: &ReadingsProps) -> Html {
    let ReadingsProps { options, edit } = props;
    let default = TwoLevel::default();
    let changed = [
        options.late_reservations != default.late_reservations,
        options.completion != default.completion,
        options.mct_ties != default.mct_ties,
    ];
    let note = match changed.iter().filter(|&&changed| changed).count() {
        0 => "default".to_string(),
        n => format!("{n} changed"),
    };
    html! {
        <Fold id="readings" title="Model assumptions" {note}>
            <p class="hint">{ "The paper leaves these open. Each choice agrees with its text; they give different figures." }</p>
            <Field label="Late reservations">
                <Segmented id="late-reservations" label="Late reservations"
                    offer={of_setting(options.late_reservations, edit.set_option(|options, value| options.late_reservations = value))} />
                <p class="hint">{ terms::LATE }</p>
            </Field>
            <Field label="Completion of a reservation">
                <Segmented id="completion" label="Completion"
                    offer={of_setting(options.completion, edit.set_option(|options, value| options.completion = value))} />
                <p class="hint">{ terms::COMPLETION }</p>
            </Field>
            <Field label="Ties of MCT">
                <Segmented id="mct-ties" label="Ties of MCT"
                    offer={of_setting(options.mct_ties, edit.set_option(|options, value| options.mct_ties = value))} />
                <p class="hint">{ terms::MCT_TIES }</p>
            </Field>
        </Fold>
    }
}
