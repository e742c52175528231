//! The policies of the local schedulers, and what systems they are.

use yew::prelude::*;

use super::choices::{OVER_LIMITS, QUEUES};
use super::local_systems::LocalSystems;
use super::queue_options::QueueOptions;
use crate::app::control::{Field, Segmented, Select, one_of};
use crate::app::shell::panel::edit::Edit;
use crate::app::terms;
use crate::system::two_level::Local;

#[derive(Properties, PartialEq)]
pub struct LocalProps {
    pub local: Local,
    /// How many providers there are.
    pub providers: usize,
    pub edit: Edit,
}

/// The policies of the local schedulers.
#[component]
pub fn LocalPolicies(props: &LocalProps) -> Html {
    let LocalProps {
        local,
        providers,
        edit,
    } = props;
    html! {
        <>
            <Field of="queue-policy" label="Queue" term={terms::QUEUE}>
                <Select id="queue-policy"
                    offer={one_of(QUEUES, Some(local.queue), edit.set_option(|options, value| options.local.queue = value))} />
            </Field>
            <QueueOptions local={local.clone()} edit={edit.clone()} />
            <Field label="At its time limit, a batch job" term={terms::OVER_LIMIT}>
                <Segmented id="over-limit" label="Over the limit"
                    offer={one_of(OVER_LIMITS, Some(local.over_limit), edit.set_option(|options, value| options.local.over_limit = value))} />
            </Field>
            <LocalSystems local={local.clone()} providers={*providers} edit={edit.clone()} />
        </>
    }
}
