//! The request that is typed: s, l and n.

use yew::prelude::*;

use crate::app::context::terms;
use crate::app::control::{Field, Number};
use slotscope::availability::idle_periods::steps::Asked;
use slotscope::workload::Time;

/// The typed values; the others have their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Typed {
    /// The number of the job whose request it is.
    pub job: Option<u64>,
    pub start: Option<Time>,
    pub length: Option<Time>,
    pub servers: Option<u32>,
}

impl Typed {
    /// The request, where `usual` stands for values that were not typed.
    pub fn asked(&self, usual: Asked) -> Asked {
        Asked {
            start: self.start.unwrap_or(usual.start),
            length: self.length.unwrap_or(usual.length),
            servers: self.servers.unwrap_or(usual.servers),
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub typed: Typed,
    pub asked: Asked,
    /// The placeholder if no job is typed, if a job may be typed.
    pub job: Option<&'static str>,
    /// Δt, in seconds.
    pub step: Time,
    /// Whether there are servers enough.
    pub is_found: bool,
    pub on_change: Callback<Typed>,
}

/// The form: every number typed is searched for at once.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (typed, asked) = (props.typed, props.asked);
    let set = |change: fn(&mut Typed, Option<f64>)| {
        props.on_change.reform(move |value| {
            let mut next = typed;
            change(&mut next, value);
            next
        })
    };
    let later = {
        let next = Typed { start: Some(asked.start.saturating_add(props.step)), ..typed };
        props.on_change.reform(move |_: MouseEvent| next)
    };
    html! {
        <div class="query-form">
            if let Some(job) = props.job {
                <Field of="idle-job" label="Of job" term={terms::REQUEST_OF_JOB}>
                    <Number id="idle-job" value={typed.job.map(|job| job as f64)} optional=true min=0.0 max={9_007_199_254_740_991.0}
                        placeholder={job} on_change={set(|typed, value| *typed = Typed {
                            job: value.map(|it| it as u64),
                            ..Typed::default()
                        })} />
                </Field>
            }
            <Field of="idle-start" label="Start s" term={terms::READY}>
                <Number id="idle-start" value={typed.start.map(|it| it as f64)} optional=true min={-9e15} unit="s"
                    placeholder={asked.start.to_string()}
                    on_change={set(|typed, value| typed.start = value.map(|it| it as Time))} />
            </Field>
            <Field of="idle-length" label="Length l" term={terms::LENGTH}>
                <Number id="idle-length" value={typed.length.map(|it| it as f64)} optional=true min=1.0 unit="s"
                    placeholder={asked.length.to_string()}
                    on_change={set(|typed, value| typed.length = value.map(|it| it as Time))} />
            </Field>
            <Field of="idle-servers" label="Servers n" term={terms::SIZE}>
                <Number id="idle-servers" value={typed.servers.map(f64::from)} optional=true min=1.0 max={4_294_967_295.0}
                    placeholder={asked.servers.to_string()}
                    on_change={set(|typed, value| typed.servers = value.map(|it| it as u32))} />
            </Field>
            <div class="field">
                <span class="label" aria-hidden="true">{ "\u{a0}" }</span>
                <button type="button" id="idle-later" disabled={props.is_found} onclick={later}
                    aria-label="Next attempt" data-tip="The next attempt: the same request, Δt later.">{ "+ Δt" }</button>
            </div>
        </div>
    }
}
