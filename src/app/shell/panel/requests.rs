//! The reservations that are listed one by one: how many there are, and where they come from.

use web_sys::File;
use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Browse, Field};
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct RequestsProps {
    pub listed: usize,
    /// How many of them are for jobs that are taken, once a run has told.
    pub found: Option<usize>,
    pub edit: Edit,
    pub on_files: Callback<Vec<File>>,
}

/// The reservations that are listed.
#[component]
pub fn Requests(props: &RequestsProps) -> Html {
    let listed = props.listed;
    let clear = props.edit.set("workload.reservations.listed", false).reform(|_: MouseEvent| Vec::<()>::new().into());
    let found = props.found.filter(|_| listed > 0);
    html! {
        <Field label="Listed jobs" term={terms::LISTED}>
            <div class="drop-hint" id="requests" data-listed={listed.to_string()}
                data-found={found.map(|found| found.to_string())}>
                if listed == 0 {
                    <span>{ "Drop a list, " }<code>{ "job,ready,deadline" }</code></span>
                } else {
                    <span>
                        { words::plural(listed, "request") }
                        if let Some(found) = found {
                            <small>{ found_text(listed, found) }</small>
                        }
                    </span>
                    <button type="button" id="requests-clear" onclick={clear}>{ "Clear" }</button>
                }
                <Browse id="requests-file" label="List of requests" on_files={&props.on_files} />
            </div>
        </Field>
    }
}

fn found_text(listed: usize, found: usize) -> String {
    match found {
        0 => "none for a selected job".to_string(),
        found if found >= listed => "all for selected jobs".to_string(),
        found => format!("{} for selected jobs", words::count(found as i64)),
    }
}
