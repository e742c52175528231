//! The chart of a question that has not been answered: what is known, and a schedule as far as it is shown.

use yew::prelude::*;

use super::figure::Named;
use super::schedules::schedule_until;
use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use slotscope::chart::Frame;
use slotscope::lesson::Show;
use slotscope::page::lessons::{Chart, Known, known};
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct HiddenProps {
    pub chart: Chart,
    /// Until when schedules are shown, in seconds; 0 shows none.
    pub until: Time,
    /// The title of the step.
    pub step: AttrValue,
    pub ground: Ground,
}

/// The chart before an answer.
#[component]
pub fn HiddenChart(props: &HiddenProps) -> Html {
    let drawn = props.chart.drawn();
    let Some(show) = drawn.show.as_deref() else {
        return nothing();
    };
    let known = known(show);
    let ready = props.chart.is_complete();
    html! {
        <div class="lesson-drawn" id="lesson-hidden" data-ready={ready.to_string()} data-round={props.chart.round.to_string()}>
            if !known.is_empty() { { list(&known) } }
            { until(props, drawn, show) }
            <p class="said">{ "The chart is shown once the answer is right, or when you ask for the solution." }</p>
        </div>
    }
}

/// The schedules as far as they are shown.
fn until(props: &HiddenProps, drawn: &Chart, show: &Show) -> Html {
    if !matches!(show, Show::Schedule(_)) || props.until <= 0 {
        return nothing();
    }
    let names = show.captions(&props.step);
    let all =
        drawn.made.iter().flatten().filter_map(|it| it.run.clone()).zip(names).enumerate().map(|(at, (run, name))| {
            let (height, draw) = schedule_until(run, props.until, props.ground);
            let name = format!("{name}, until {} s", props.until);
            let draw = Callback::from(move |frame: Frame| draw(frame));
            html! { <Named {at} {name} numbers="the jobs are listed" {height} {draw} /> }
        });
    html! { <>{ for all }</> }
}

/// The jobs, each with a bar of its length and height.
fn list(known: &[Known]) -> Html {
    let longest = known.iter().map(|it| it.length).max().unwrap_or(1).max(1) as f64;
    let largest = f64::from(known.iter().map(|it| it.size).max().unwrap_or(1).max(1));
    let row = |it: &Known| {
        let width = 100.0 * it.length as f64 / longest;
        let height = 100.0 * f64::from(it.size) / largest;
        html! {
            <li>
                <span class="known-bar" aria-hidden="true"><span ~style={format!("--length: {width:.1}%; --size: {height:.1}%")} /></span>
                <strong>{ &it.name }</strong>
                <span>{ &it.said }</span>
            </li>
        }
    };
    html! { <ul class="known" id="lesson-known" aria-label="What is known">{ for known.iter().map(row) }</ul> }
}
