//! The controls that the panel and the views are made of.

mod browse;
pub mod data_table;
mod dialog;
mod field;
mod formula_field;
mod offer;

use super::context::prelude::*;
use super::context::state::Edit;
use super::context::terms::Term;
use slotscope::experiment::words::{Part, Speaker};
use slotscope::page::state::ViewAction;
use slotscope::setting::Setting;

pub use browse::{Browse, OpenFiles, one};
pub use dialog::Dialog;
pub use field::{Field, Fold, Number, Slider, Text, put_back, use_unfolded};
pub use formula_field::FormulaField;
pub use offer::{Checks, List, Offer, Segmented, Select, Switch, any_of, any_one_of, knob_choices, of_setting, one_of};

/// One value of a control that offers a few.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<T> {
    pub value: T,
    /// Its text on the page.
    pub label: &'static str,
    /// Its explanation.
    pub term: Term,
}

/// Short for a [`Choice`], so that tables of them read well.
pub const fn choice<T: Copy>(value: T, label: &'static str, term: Term) -> Choice<T> {
    Choice { value, label, term }
}

/// The values of a setting, as its table has them.
pub fn choices<T: Setting>() -> impl Iterator<Item = Choice<T>> {
    let (values, rows) = T::TABLE;
    values.iter().zip(rows).map(|(&value, row)| choice(value, row.label, row.about))
}

/// The pieces of a sentence; a click on a job's name chooses the job.
pub fn sentence(parts: &[Part], speaker: &Speaker, dispatch: &Dispatch) -> Html {
    let pieces = parts.iter().map(|part| match part {
        Part::Text(text) => html! { { text } },
        Part::Job(job) | Part::Number(job) => {
            let name = speaker.name(*job);
            let shown = match part {
                Part::Number(job) => speaker.number(*job),
                _ => name.clone(),
            };
            let job = *job as usize;
            let choose = dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Bring(job)));
            html! { <button type="button" class="named" aria-label={name} data-index={job.to_string()} onclick={choose}>{ shown }</button> }
        }
    });
    html! { <span>{ for pieces }</span> }
}

#[derive(Properties, PartialEq)]
pub struct OneProviderProps {
    pub processors: u32,
    pub edit: Edit,
}

/// Puts the scenario on one provider as large as the log's machine.
#[component]
pub fn OneProvider(props: &OneProviderProps) -> Html {
    let processors = props.processors;
    let onclick = props.edit.set("platform", false).reform(move |_: MouseEvent| vec![processors].into());
    html! {
        <button type="button" class="one-provider" {onclick}>
            { format!("Use one provider of {}", words::processors(processors)) }
        </button>
    }
}
