//! What a scenario leaves out while another one takes it into account.

use yew::prelude::*;

use super::sign::Sign;
use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use slotscope::experiment::words::differences::letter;

/// A line for each scenario that leaves something out.
pub fn html(left_out: &[Option<String>], ground: Ground) -> Html {
    let told = left_out.iter().enumerate();
    let lines: Vec<Html> = told
        .filter_map(|(place, it)| Some((place, it.as_ref()?)))
        .map(|(place, it)| {
            html! {
                <li key={place} data-place={letter(place).to_string()}><Sign {place} {ground} />{ it }</li>
            }
        })
        .collect();
    match lines.is_empty() {
        true => nothing(),
        false => {
            html! { <ul class="calibrations" id="compare-left-out" aria-label="Parts of the log that are left out">{ for lines }</ul> }
        }
    }
}
