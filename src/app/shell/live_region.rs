//! The result of a run, for screen readers.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use slotscope::page::state::Finished;
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct SpokenProps {
    pub finished: Option<Rc<Finished>>,
}

/// A knob that is being turned makes many runs: the last is told, once it has been so for a while.
const REST_MS: u32 = 700;

/// A status line that is heard and not seen.
#[component]
pub fn LiveRegion(props: &SpokenProps) -> Html {
    let told = use_state_eq(String::new);
    {
        let told = told.setter();
        use_effect_with(props.finished.clone(), move |finished| {
            let text = finished.as_deref().map(text);
            let timeout = text.map(|text| Timeout::new(REST_MS, move || told.set(text)));
            move || drop(timeout)
        });
    }
    html! { <p class="for-screen-readers" role="status" id="run-told">{ (*told).clone() }</p> }
}

fn text(finished: &Finished) -> String {
    let report = &finished.report;
    let mut text = format!(
        "{} scheduled: utilization {} %, mean flow time {}, mean tardiness {}",
        words::plural(report.jobs, finished.run.nouns().job),
        words::decimal(report.mean_utilization * 100.0, 1),
        words::duration(report.mean_flow_time),
        words::duration(report.mean_tardiness),
    );
    if report.rejected > 0 {
        text += &format!(", {} rejected", words::count(report.rejected as i64));
    }
    text
}
