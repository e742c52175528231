//! A sentence whose jobs can be clicked.

use crate::app::context::prelude::*;
use slotscope::experiment::words::{Part, Speaker};
use slotscope::page::state::ViewAction;

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
