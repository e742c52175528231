//! The waits of each scenario beside those of the log.

use yew::prelude::*;

use super::sign::Sign;
use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use slotscope::experiment::words::differences::letter;
use slotscope::page::calibrated;
use slotscope::page::compare::Sight;

/// A line for each scenario whose log has waits, with a warning where the model is far from it.
pub fn html(sight: &Sight, ground: Ground) -> Html {
    let there = sight.subjects.iter().enumerate().filter_map(|(place, it)| Some((place, it.as_ref()?.calibration()?)));
    let lines: Vec<Html> = there
        .map(|(place, it)| {
            html! {
                <li key={place} data-place={letter(place).to_string()} data-far={it.far.to_string()}>
                    <Sign {place} {ground} />
                    { calibrated::line(it) }{ "." }
                    if let Some(warning) = calibrated::warning(it) {
                        <strong class="worse">{ " ⚠ " }{ warning }</strong>
                    }
                </li>
            }
        })
        .collect();
    match lines.is_empty() {
        true => nothing(),
        false => {
            html! { <ul class="calibrations" id="compare-calibrations" aria-label="Waits compared with the log">{ for lines }</ul> }
        }
    }
}
