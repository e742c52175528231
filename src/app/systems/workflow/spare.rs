//! Spare time in the Graph view: how it was shared out, step by step, and what each variant would make of it.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::Identity;
use crate::app::control::Slider;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use crate::app::shell::theme::Ground;
use crate::app::terms;
use slotscope::chart::task_slots::{
    MOST_TASKS, Sharing, SpareOf, sharing, spare_bars_height, spare_bars_svg, spare_by_variant,
    spare_table, task_slots_height, task_slots_svg,
};
use slotscope::chart::{Captions, Frame};
use slotscope::experiment::Run;
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::policy::spare_time::Variant;
use slotscope::system::workflow::DEADLINE;

#[derive(Properties, PartialEq)]
pub struct SpareProps {
    pub finished: Rc<Finished>,
    pub variant: Variant,
    /// The recursive variants go on until less than this part of the deadline is left.
    pub threshold: f64,
    /// How many rounds are shown; all until somebody chooses.
    pub round: UseStateHandle<Option<usize>>,
    pub ground: Ground,
}

/// Both sections; a line in their place where there are too many tasks.
#[component]
pub fn Spare(props: &SpareProps) -> Html {
    let SpareProps {
        finished,
        variant,
        threshold,
        ..
    } = props;
    let computed = use_memo((Identity::of(finished), *variant, *threshold), |_| {
        computed(&finished.run, *variant, *threshold)
    });
    let Some((shared, spare)) = &*computed else {
        return html! {
            <p class="hint" id="spare-too-many">
                { format!("Spare time is shown step by step for up to {} tasks. Trade-off compares the variants for any number.", words::count(MOST_TASKS as i64)) }
            </p>
        };
    };
    html! {
        <>
            <Steps shared={shared.clone()} round={props.round.clone()} ground={props.ground} />
            <ByVariant spare={spare.clone()} variant={*variant} ground={props.ground} />
        </>
    }
}

/// How spare time was shared out, and what every variant would make of it.
type Computed = (Rc<Sharing>, Rc<Vec<SpareOf>>);

fn computed(run: &Run, variant: Variant, threshold: f64) -> Option<Computed> {
    let until = (*run.measures.get(DEADLINE)?, threshold);
    let tasks = &run.tasks;
    if tasks.tasks.len() > MOST_TASKS {
        return None;
    }
    let shared = Rc::new(sharing(tasks, until, variant)?);
    Some((shared, Rc::new(spare_by_variant(tasks, until))))
}

#[derive(Properties)]
struct StepsProps {
    shared: Rc<Sharing>,
    round: UseStateHandle<Option<usize>>,
    ground: Ground,
}

impl PartialEq for StepsProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shared, &other.shared)
            && self.round == other.round
            && self.ground == other.ground
    }
}

/// Round by round: a picture of the machines, what the round did, the tasks in numbers.
#[component]
fn Steps(props: &StepsProps) -> Html {
    let shared = &props.shared;
    let count = shared.rounds.len();
    let shown = props.round.unwrap_or(count).min(count);
    let to = |round: usize| {
        let set = props.round.setter();
        Callback::from(move |_: MouseEvent| set.set(Some(round)))
    };
    let on_move = {
        let set = props.round.setter();
        Callback::from(move |value: f64| set.set(Some(value as usize)))
    };
    let draw = {
        let (shared, theme) = (shared.clone(), props.ground.theme());
        Callback::from(move |frame: Frame| {
            task_slots_svg(frame, &theme, &shared.view(shown), &Captions::default())
        })
    };
    let make = {
        let shared = shared.clone();
        Callback::from(move |()| shared.table(shown).into())
    };
    html! {
        <section class="slot-picture" id="spare-steps" aria-label="Spare time, step by step" data-round={shown.to_string()} data-rounds={count.to_string()}>
            <h2 data-tip={terms::SPARE_TIMES}>{ "Spare time, step by step" }</h2>
            <div class="search-step">
                <button type="button" class="icon" id="round-first" aria-label="The initial schedule" onclick={to(0)} disabled={shown == 0}>{ "«" }</button>
                <button type="button" class="icon" id="round-back" aria-label="One round back" onclick={to(shown.saturating_sub(1))} disabled={shown == 0}>{ "‹" }</button>
                <Slider id="round" label="Round" value={shown as f64} max={count as f64} text={format!("round {shown} of {count}")} {on_move} />
                <button type="button" class="icon" id="round-forth" aria-label="One round on" onclick={to((shown + 1).min(count))} disabled={shown == count}>{ "›" }</button>
            </div>
            <p class="said" id="round-said" aria-live="polite">{ shared.words(shown) }</p>
            <Picture id="spare-slots" height={task_slots_height(shared.machines())} {draw}
                label="The reservations of the tasks after this round, a row for each machine; the numbers follow in a table" />
            <Numbers id="round-numbers" summary="Round as table" title="Tasks after this round" {make} />
        </section>
    }
}

#[derive(Properties)]
struct ByVariantProps {
    spare: Rc<Vec<SpareOf>>,
    variant: Variant,
    ground: Ground,
}

impl PartialEq for ByVariantProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.spare, &other.spare)
            && self.variant == other.variant
            && self.ground == other.ground
    }
}

/// Least, mean and most spare time of every variant, for the same schedule and deadline.
#[component]
fn ByVariant(props: &ByVariantProps) -> Html {
    let ByVariantProps { spare, variant, .. } = props;
    let draw = {
        let (spare, theme, variant) = (spare.clone(), props.ground.theme(), *variant);
        Callback::from(move |frame: Frame| {
            spare_bars_svg(frame, &theme, &spare, variant, &Captions::default())
        })
    };
    let make = {
        let spare = spare.clone();
        Callback::from(move |()| spare_table(&spare).into())
    };
    html! {
        <section class="slot-picture" id="spare-variants" aria-label="Spare time by variant">
            <h2 data-tip={terms::SPARE_TIMES}>{ "Spare time by variant" }
                <small>{ "for this schedule and deadline; the chosen one in bold" }</small></h2>
            <Picture id="spare-bars" height={spare_bars_height(spare.len())} {draw}
                label="Least, mean and most spare time of every variant, in percent of the estimates; the numbers follow in a table" />
            <Numbers id="spare-numbers" summary="Variants as table" title="Spare time by variant" {make} />
        </section>
    }
}
