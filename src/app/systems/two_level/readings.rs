//! Readings of the model: where the paper leaves a choice.

use yew::prelude::*;

use super::choices::{COMPLETIONS, ENDS, LATE, LENGTHS, TIES};
use crate::app::control::{Field, Fold, Segmented, one_of};
use crate::app::shell::panel::choices::INTERVALS;
use crate::app::shell::panel::edit::Edit;
use crate::app::terms;
use crate::system::two_level::TwoLevel;
use crate::workload::reserve::IntervalLength;

#[derive(Properties, PartialEq)]
pub struct ReadingsProps {
    pub options: TwoLevel,
    pub interval: IntervalLength,
    pub edit: Edit,
}

/// Readings of the model, folded away, each explained in a sentence.
#[component]
pub fn Readings(props: &ReadingsProps) -> Html {
    let ReadingsProps {
        options,
        interval,
        edit,
    } = props;
    let default = TwoLevel::default();
    let changed = [
        options.late_reservations != default.late_reservations,
        options.reservation_length != default.reservation_length,
        options.reservation_end != default.reservation_end,
        options.completion != default.completion,
        options.mct_ties != default.mct_ties,
        *interval != IntervalLength::default(),
    ];
    let note = match changed.iter().filter(|&&changed| changed).count() {
        0 => "as usual".to_string(),
        n => format!("{n} changed"),
    };
    html! {
        <Fold id="readings" title="Readings of the model" {note}>
            <p class="hint">{ "The model's paper leaves these open. Each reading is fair; they give different figures." }</p>
            <Field label="Late reservations">
                <Segmented id="late-reservations" label="Late reservations"
                    offer={one_of(LATE, Some(options.late_reservations), edit.set_option(|options, value| options.late_reservations = value))} />
                <p class="hint">{ terms::LATE }</p>
            </Field>
            <Field label="Interval asked for">
                <Segmented id="interval-length" label="Interval asked for"
                    offer={one_of(INTERVALS, Some(*interval), edit.set(|scenario, value| scenario.workload.reservations.interval = value))} />
                <p class="hint">{ terms::INTERVAL_LENGTH }</p>
            </Field>
            <Field label="Length of a reservation">
                <Segmented id="reservation-length" label="Length of a reservation"
                    offer={one_of(LENGTHS, Some(options.reservation_length), edit.set_option(|options, value| options.reservation_length = value))} />
                <p class="hint">{ terms::RESERVATION_LENGTH }</p>
            </Field>
            <Field label="Processors are held to">
                <Segmented id="reservation-end" label="Processors are held to"
                    offer={one_of(ENDS, Some(options.reservation_end), edit.set_option(|options, value| options.reservation_end = value))} />
                <p class="hint">{ terms::RESERVATION_END }</p>
            </Field>
            <Field label="Completion of a reservation">
                <Segmented id="completion" label="Completion"
                    offer={one_of(COMPLETIONS, Some(options.completion), edit.set_option(|options, value| options.completion = value))} />
                <p class="hint">{ terms::COMPLETION }</p>
            </Field>
            <Field label="Ties of MCT">
                <Segmented id="mct-ties" label="Ties of MCT"
                    offer={one_of(TIES, Some(options.mct_ties), edit.set_option(|options, value| options.mct_ties = value))} />
                <p class="hint">{ terms::MCT_TIES }</p>
            </Field>
        </Fold>
    }
}
