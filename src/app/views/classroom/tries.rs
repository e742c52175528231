//! What was tried, and figures in a line.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::control::use_unfolded;
use slotscope::export::hand_in::Figures;
use slotscope::page::classroom::review::Row;
use slotscope::page::words;

/// The figures of a run in a line; those that it does not have are left out.
pub fn figures(figures: &Figures) -> String {
    let duration = |name: &str, it: Option<f64>| Some(format!("{name} {}", words::duration(it?)));
    let share = |it: f64| format!("U {} %", words::decimal(it * 100.0, 1));
    let rejected = match figures.rejected {
        0 => None,
        count => Some(format!("{} rejected", words::count(count as i64))),
    };
    let parts = [
        figures.mean_utilization.map(share),
        duration("F", figures.mean_flow_time),
        duration("D", figures.mean_tardiness),
        duration("mean wait", figures.mean_waiting_time),
        Some(words::plural(figures.jobs as usize, "job")),
        rejected,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" · ")
}

/// Seconds since the page was opened: `12:05`.
pub fn in_minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[derive(Properties, PartialEq)]
pub struct TriesProps {
    pub row: Rc<Row>,
}

/// What was tried before a hand-in and the answers of lessons, folded away: made while it is open only.
#[component]
pub fn Tries(props: &TriesProps) -> Html {
    let (is_open, ontoggle) = use_unfolded();
    let hand_in = &props.row.hand_in;
    let left_out = hand_in.tried_left_out;
    html! {
        <details class="fold" {ontoggle}>
            <summary><span>{ "All that was handed in" }</span></summary>
            if is_open {
                <div class="fold-body">
                    <p class="hint">{ format!("Handed in {} by the clock of the student's machine. ", props.row.ended()) }
                        { hand_in.figures.as_ref().map_or("Without figures: the scenario had not been run.".to_owned(), figures) }</p>
                    if left_out > 0 {
                        <p class="hint">{ format!("The first {} tried are left out.", words::plural(left_out as usize, "scenario")) }</p>
                    }
                    <ol class="tries">{ for hand_in.tried.iter().map(|it| html! {
                        <li><span><small>{ in_minutes(it.at.into()) }</small>{ " " }<bdi>{ &it.words }</bdi>
                            if let Some(it) = &it.figures { <small class="figures-line">{ figures(it) }</small> }</span></li>
                    }) }</ol>
                    <ul class="tries">{ for hand_in.answers.iter().map(|it| html! {
                        <li><span><bdi>{ &it.question }</bdi>{ " " }<strong><bdi>{ &it.answer }</bdi></strong>
                            { format!(" ({}, tries: {})", if it.right { "right" } else { "wrong" }, it.tries) }</span></li>
                    }) }</ul>
                </div>
            }
        </details>
    }
}
