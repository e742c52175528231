//! Spare time in the Graph view: its distribution, step by step, and the spare time by each variant.

use std::rc::Rc;

use yew::prelude::*;

use super::step_by_step::{StepByStep, StepWords};
use crate::app::context::Identity;
use crate::app::context::terms;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::task_slots::{
    MOST_TASKS, PlanSteps, SpareOf, sharing, spare_bars_height, spare_bars_svg, spare_by_variant, spare_table,
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
    /// The earliest start of the workflow, in seconds: times count from there.
    pub earliest_start: f64,
    /// How many rounds are shown; all until a number is chosen.
    pub round: UseStateHandle<Option<usize>>,
    pub ground: Ground,
}

/// Both sections; a line in their place where there are too many tasks.
#[component]
pub fn Spare(props: &SpareProps) -> Html {
    let SpareProps { finished, variant, threshold, earliest_start, .. } = props;
    let of = (Identity::of(finished), *variant, *threshold, *earliest_start);
    let computed = use_memo(of, |(_, variant, threshold, from)| computed(&finished.run, *variant, (*threshold, *from)));
    let Some((shared, spare)) = &*computed else {
        return html! {
            <p class="hint" id="spare-too-many">
                { format!("Spare time is shown step by step for up to {} tasks. Trade-off compares the variants for any number of tasks.", words::count(MOST_TASKS as i64)) }
            </p>
        };
    };
    html! {
        <>
            <StepByStep words={WORDS} steps={shared.clone()} shown={props.round.clone()} ground={props.ground} />
            <ByVariant spare={spare.clone()} variant={*variant} ground={props.ground} />
        </>
    }
}

/// The distribution of spare time, and the spare time by every variant.
type Computed = (Rc<PlanSteps>, Rc<Vec<SpareOf>>);

fn computed(run: &Run, variant: Variant, (threshold, from): (f64, f64)) -> Option<Computed> {
    let until = (*run.measures.get(DEADLINE)? - from, threshold);
    let tasks = run.workflow()?;
    if tasks.tasks.len() > MOST_TASKS {
        return None;
    }
    let shared = Rc::new(PlanSteps::Sharing(sharing(tasks, until, variant)?));
    Some((shared, Rc::new(spare_by_variant(tasks, until))))
}

const WORDS: StepWords = StepWords {
    id: "spare-steps",
    step: "round",
    title: "Spare time, step by step",
    term: terms::SPARE_TIMES,
    noun: "Round",
    before: "The initial schedule",
    picture: "The reservations of the tasks after this round, a row for each machine; the numbers follow in a table",
    table: "Tasks after this round",
};

#[derive(Properties)]
struct ByVariantProps {
    spare: Rc<Vec<SpareOf>>,
    variant: Variant,
    ground: Ground,
}

impl PartialEq for ByVariantProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.spare, &other.spare) && self.variant == other.variant && self.ground == other.ground
    }
}

/// Least, mean and most spare time of every variant, for the same schedule and deadline.
#[component]
fn ByVariant(props: &ByVariantProps) -> Html {
    let ByVariantProps { spare, variant, .. } = props;
    let draw = {
        let (spare, theme, variant) = (spare.clone(), props.ground.theme(), *variant);
        Callback::from(move |frame: Frame| spare_bars_svg(frame, &theme, &spare, variant, &Captions::default()))
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
