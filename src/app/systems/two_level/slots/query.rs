//! The request that is typed: r, d, p and size.

use yew::prelude::*;

use crate::app::context::terms;
use crate::app::control::{Field, Number};
use slotscope::availability::Request;
use slotscope::workload::Time;

/// A request to be answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Ready time; `None` is the cursor.
    pub ready: Option<Time>,
    /// Deadline; `None` is never.
    pub deadline: Option<Time>,
    /// Processing time.
    pub length: Time,
    /// Size; `None` is a quarter of the largest provider.
    pub processors: Option<u32>,
    pub provider: Option<usize>,
}

impl Default for Query {
    fn default() -> Self {
        Self { ready: None, deadline: None, length: 3_600, processors: None, provider: None }
    }
}

impl Query {
    /// As the slots are asked at time `now` for so many `processors`.
    pub fn request(&self, now: Time, processors: u32) -> Request {
        Request { ready: self.ready.unwrap_or(now), deadline: self.deadline, length: self.length, processors }
    }
}

#[derive(Properties, PartialEq)]
pub struct QueryFormProps {
    pub query: Query,
    /// The size that is asked for.
    pub size: u32,
    pub cursor: Time,
    pub providers: usize,
    pub on_change: Callback<Query>,
}

/// The form: every number typed is answered at once.
#[component]
pub fn QueryForm(props: &QueryFormProps) -> Html {
    let query = props.query;
    let set = |change: fn(&mut Query, Option<f64>)| {
        props.on_change.reform(move |value| {
            let mut next = query;
            change(&mut next, value);
            next
        })
    };
    html! {
        <div class="query-form">
            <Field of="query-ready" label="Ready r" term={terms::READY}>
                <Number id="query-ready" value={query.ready.map(|time| time as f64)} optional=true min={-9e15} unit="s"
                    placeholder={props.cursor.to_string()}
                    on_change={set(|query, value| query.ready = value.map(|value| value as Time))} />
            </Field>
            <Field of="query-deadline" label="Deadline d" term={terms::DEADLINE}>
                <Number id="query-deadline" value={query.deadline.map(|time| time as f64)} optional=true min={-9e15} unit="s"
                    placeholder="none"
                    on_change={set(|query, value| query.deadline = value.map(|value| value as Time))} />
            </Field>
            <Field of="query-length" label="Length p" term={terms::LENGTH}>
                <Number id="query-length" value={query.length as f64} min=1.0 unit="s"
                    on_change={set(|query, value| query.length = value.map_or(query.length, |value| value as Time))} />
            </Field>
            <Field of="query-size" label="Size s" term={terms::SIZE}>
                <Number id="query-size" value={f64::from(props.size)} min=1.0 max={4_294_967_295.0}
                    on_change={set(|query, value| query.processors = value.map(|value| value as u32).or(query.processors))} />
            </Field>
            <Field of="query-provider" label="Provider" term={terms::PROVIDER}>
                <Number id="query-provider" value={query.provider.map(|index| index as f64 + 1.0)} optional=true min=1.0
                    max={props.providers as f64} placeholder="all"
                    on_change={set(|query, value| query.provider = value.map(|value| value as usize - 1))} />
            </Field>
        </div>
    }
}
