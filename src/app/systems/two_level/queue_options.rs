//! Options of queue policies: periods, priorities, shares.

use yew::prelude::*;

use super::order::Order;
use super::period::Period;
use crate::app::context::edit::Edit;
use crate::app::context::nothing;
use crate::app::context::terms;
use crate::app::control::{Field, Number, NumberList, Segmented, of_setting};
use slotscope::system::two_level::TwoLevel;
use slotscope::system::two_level::{Local, PriorityBy, TurnBy};
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct QueueOptionsProps {
    pub local: Local,
    pub edit: Edit,
}

/// The options of the chosen queue policies, if they have any.
#[component]
pub fn QueueOptions(props: &QueueOptionsProps) -> Html {
    let QueueOptionsProps { local, edit } = props;
    let (local, edit) = (local.clone(), edit.clone());
    let lsf = local.takes_turns_by(&[TurnBy::Size]).then(|| {
        let period = edit.drag("local-period", |scenario, period| {
            TwoLevel::of_mut(&mut scenario.system).local.period = period;
        });
        html! {
            <>
                <Field label="Local period δ" term={terms::LOCAL_PERIOD}>
                    <Period id="local-period" number_id="local-period-number" label="Local period δ"
                        zero="always" value={local.period} on_move={period} />
                </Field>
                <Field label="Of equal sizes" term={terms::LSF_TIES}>
                    <Segmented id="lsf-ties" label="Of equal sizes"
                        offer={of_setting(local.lsf_ties, edit.set_option(|options, value| options.local.lsf_ties = value))} />
                </Field>
            </>
        }
    });
    html! {
        <>
            { nothing() }
            { for lsf }
            if local.takes_turns_by(&[TurnBy::Priority, TurnBy::Preemption]) {
                <Priorities local={local.clone()} edit={edit.clone()} />
            }
            if local.takes_turns_by(&[TurnBy::Formula]) {
                <Order local={local.clone()} edit={edit.clone()} />
            }
            if local.takes_turns_by(&[TurnBy::Share]) {
                <Shares local={local.clone()} edit={edit.clone()} />
            }
        </>
    }
}

/// The period of all policies but LSF, which has its own, where it may be set.
#[component]
pub fn PassPeriod(props: &QueueOptionsProps) -> Html {
    let local = &props.local;
    let mut queues = local.all_queues().iter();
    let is_read = queues.any(|it| it.turn_by() != TurnBy::Size);
    let may_be_set = is_read && !local.promises_to_all();
    if !may_be_set && local.pass_period == 0 {
        return nothing();
    }
    let set = props.edit.drag("pass-period", |scenario, period| {
        TwoLevel::of_mut(&mut scenario.system).local.pass_period = period;
    });
    html! {
        <Field label="Queue period" term={terms::PASS_PERIOD}>
            <Period id="pass-period" number_id="pass-period-number" label="Period of the local queues"
                zero="always" value={local.pass_period} on_move={set} />
        </Field>
    }
}

/// The settings of priorities.
#[component]
pub fn Priorities(props: &QueueOptionsProps) -> Html {
    let QueueOptionsProps { local, edit } = props;
    let priority = &local.priority;
    let ranked = edit.drag("priority-ranked", |scenario, ranked| {
        TwoLevel::of_mut(&mut scenario.system).local.priority.ranked = ranked;
    });
    // Ranks of sizes or limits are of no use, unless a scenario that was dropped has some.
    let by_name = matches!(priority.by, PriorityBy::Queue | PriorityBy::User | PriorityBy::Group);
    html! {
        <>
            <Field label="Priority by" term={terms::PRIORITY}>
                <Segmented id="priority-by" label="Priority by"
                    offer={of_setting(priority.by, edit.set_option(|options, value| options.local.priority.by = value))} />
            </Field>
            <div class="pair">
                <Field label="First" term={terms::PRIORITY_FIRST}>
                    <Segmented id="priority-first" label="First"
                        offer={of_setting(priority.first, edit.set_option(|options, value| options.local.priority.first = value))} />
                </Field>
                if by_name || !priority.ranked.is_empty() {
                    <Field of="priority-ranked" label="Always first" term={terms::RANKED}>
                        <NumberList id="priority-ranked" value={priority.ranked.clone()} min={-1} max={LARGEST_NUMBER}
                            placeholder="none" on_change={ranked} />
                    </Field>
                }
            </div>
            if local.takes_turns_by(&[TurnBy::Preemption]) {
                <Field label="A preempted job" term={terms::PREEMPTED}>
                    <Segmented id="preempted" label="A preempted job"
                        offer={of_setting(local.preempted, edit.set_option(|options, value| options.local.preempted = value))} />
                </Field>
            }
        </>
    }
}

/// The greatest number of a user, group or queue that can be typed: all that a browser's numbers
/// hold exactly.
const LARGEST_NUMBER: i64 = 9_007_199_254_740_991;

/// The settings of fair share: among users or groups, and the half-life of usage.
#[component]
pub fn Shares(props: &QueueOptionsProps) -> Html {
    let QueueOptionsProps { local, edit } = props;
    let half_life = edit.drag("half-life", |scenario, hours: Option<f64>| {
        if let Some(hours) = hours {
            let seconds = (hours * 3_600.0).round();
            TwoLevel::of_mut(&mut scenario.system).local.fair_share.half_life = seconds as Time;
        }
    });
    html! {
        <div class="pair">
            <Field label="Shared among" term={terms::SHARED_AMONG}>
                <Segmented id="share-among" label="Shared among"
                    offer={of_setting(local.fair_share.among, edit.set_option(|options, value| options.local.fair_share.among = value))} />
            </Field>
            <Field of="half-life" label="Half-life of usage" term={terms::HALF_LIFE}>
                <Number id="half-life" value={local.fair_share.half_life as f64 / 3_600.0} max={8_784.0} fractions=true
                    unit="h" on_change={half_life} />
            </Field>
        </div>
    }
}
