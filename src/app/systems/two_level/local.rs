//! The queue policy of the local schedulers.

use yew::prelude::*;

use super::queue_options::QueueOptions;
use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Choice, Field, Select, any_one_of, choice, choices, of_setting};
use slotscope::chart::provider_name;
use slotscope::system::two_level::{Local, QueuePolicy};

#[derive(Properties, PartialEq)]
pub struct LocalProps {
    pub local: Local,
    /// How many providers there are.
    pub providers: usize,
    pub edit: Edit,
}

/// The queue policy of the local schedulers, of all or of each, and its options.
#[component]
pub fn QueueOfProviders(props: &LocalProps) -> Html {
    let LocalProps { local, providers, edit } = props;
    let count = *providers;
    let each_its_own = local.queues.len() > 1;
    let set = edit.set_option(move |options, chosen: Option<QueuePolicy>| {
        let local = &mut options.local;
        match chosen {
            Some(queue) => (local.queue, local.queues) = (queue, Vec::new()),
            None => local.queues = vec![local.queue_of(0); count.max(2)],
        }
    });
    let now = (!each_its_own).then(|| local.queue_of(0));
    let own = (0..count).map(|index| {
        let set = edit.set_option(move |options, queue: QueuePolicy| {
            let queues = &mut options.local.queues;
            let last = queues.last().copied().unwrap_or_default();
            queues.resize(queues.len().max(count), last);
            queues[index] = queue;
        });
        html! {
            <label key={index} class="of-provider">
                <span>{ provider_name(index) }</span>
                <Select id={format!("queue-policy-{index}")} terse=true
                    offer={of_setting(local.queue_of(index), set)} />
            </label>
        }
    });
    html! {
        <>
            <Field of="queue-policy" label="Queue" term={terms::QUEUE} class="beside">
                <Select id="queue-policy" offer={any_one_of(offered(count, each_its_own), now, set)} />
            </Field>
            if each_its_own {
                <div class="of-providers">{ for own }</div>
            }
            <QueueOptions local={local.clone()} edit={edit.clone()} />
        </>
    }
}

/// The policies for all providers and, where there are several, one for each.
fn offered(providers: usize, each_its_own: bool) -> Vec<Choice<Option<QueuePolicy>>> {
    let for_all = choices::<QueuePolicy>();
    let mut all: Vec<_> = for_all.map(|it| choice(Some(it.value), it.label, it.term)).collect();
    if providers > 1 || each_its_own {
        all.push(choice(None, "One for each provider", terms::QUEUES));
    }
    all
}
