//! The queue policy of the local schedulers.

use yew::prelude::*;

use super::choices::queues;
use super::queue_options::QueueOptions;
use crate::app::control::{Field, Select, any_one_of};
use crate::app::shell::panel::edit::Edit;
use crate::app::terms;
use slotscope::system::two_level::Local;

#[derive(Properties, PartialEq)]
pub struct LocalProps {
    pub local: Local,
    pub edit: Edit,
}

/// The queue policy of the local schedulers, and what it goes by.
#[component]
pub fn QueueOfProviders(props: &LocalProps) -> Html {
    let LocalProps { local, edit } = props;
    html! {
        <>
            <Field of="queue-policy" label="Queue" term={terms::QUEUE} class="beside">
                <Select id="queue-policy"
                    offer={any_one_of(queues(), local.queue, edit.set_option(|options, value| options.local.queue = value))} />
            </Field>
            <QueueOptions local={local.clone()} edit={edit.clone()} />
        </>
    }
}
