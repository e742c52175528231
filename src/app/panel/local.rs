//! The policies of the local schedulers.

use yew::prelude::*;

use super::choices::{OVER_LIMITS, QUEUES};
use super::edit::Edit;
use super::period::Period;
use crate::app::control::{Field, Segmented, Select};
use crate::app::experiment::two_level_mut;
use crate::app::terms;
use crate::system::two_level::{Local, OverLimit, QueuePolicy};

#[derive(Properties, PartialEq)]
pub struct LocalProps {
    pub local: Local,
    pub edit: Edit,
}

/// The policies of the local schedulers.
#[component]
pub fn LocalPolicies(props: &LocalProps) -> Html {
    let LocalProps { local, edit } = props;
    let period = edit.drag("local-period", |scenario, period| {
        two_level_mut(scenario).local.period = period;
    });
    html! {
        <>
            <Field of="queue-policy" label="Queue" term={terms::QUEUE}>
                <Select<QueuePolicy> id="queue-policy" choices={QUEUES} value={local.queue}
                    on_change={edit.set_option(|options, value| options.local.queue = value)} />
            </Field>
            if local.queue == QueuePolicy::Lsf {
                <Field label="Period of LSF" term={terms::LOCAL_PERIOD}>
                    <Period id="local-period" number_id="local-period-number" label="Period of LSF"
                        zero="always" value={local.period} on_move={period} />
                </Field>
            }
            <Field label="At its time limit, a batch job" term={terms::OVER_LIMIT}>
                <Segmented<OverLimit> id="over-limit" label="Over the limit" choices={OVER_LIMITS}
                    value={Some(local.over_limit)}
                    on_change={edit.set_option(|options, value| options.local.over_limit = value)} />
            </Field>
        </>
    }
}
