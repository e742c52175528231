//! The scheduler in the Graph view: its decisions, step by step.

use std::rc::Rc;

use yew::prelude::*;

use super::step_by_step::{StepByStep, StepWords};
use crate::app::context::Identity;
use crate::app::context::terms;
use crate::app::context::theme::Ground;
use slotscope::chart::task_slots::{MOST_TASKS, PlanSteps};
use slotscope::experiment::Run;
use slotscope::export::workflow_with_costs;
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::policy::workflow::FirstAssignment;
use slotscope::system::workflow::Scheduler;

#[derive(Properties, PartialEq)]
pub struct PlacingProps {
    pub finished: Rc<Finished>,
    pub scheduler: Scheduler,
    pub first: FirstAssignment,
    /// How many decisions are shown; all until a number is chosen.
    pub step: UseStateHandle<Option<usize>>,
    pub ground: Ground,
}

const WORDS: StepWords = StepWords {
    id: "scheduler-steps",
    step: "decision",
    title: "Initial schedule, step by step",
    term: terms::SCHEDULER_STEPS,
    noun: "Step",
    before: "Before the first step",
    picture: "The places of the tasks after this step, a row for each machine; the numbers follow in a table",
    table: "Tasks after this step",
};

/// The scheduler's decisions; a line in their place where there are too many tasks, or none decided.
#[component]
pub fn Placing(props: &PlacingProps) -> Html {
    let key = (Identity::of(&props.finished), props.scheduler, props.first);
    let steps = use_memo(key, |(_, scheduler, first)| steps(&props.finished.run, *scheduler, *first).map(Rc::new));
    if props.scheduler == Scheduler::Given {
        return html! {
            <p class="hint" id="scheduler-given">{ "The initial schedule is from the file, not from a scheduler. Choose a scheduler to follow its steps." }</p>
        };
    }
    match &*steps {
        Some(steps) => html! {
            <StepByStep words={WORDS} steps={steps.clone()} shown={props.step.clone()} ground={props.ground} />
        },
        None => html! {
            <p class="hint" id="scheduler-too-many">
                { format!("The scheduler is shown step by step for up to {} tasks.", words::count(MOST_TASKS as i64)) }
            </p>
        },
    }
}

fn steps(run: &Run, scheduler: Scheduler, first: FirstAssignment) -> Option<PlanSteps> {
    if run.tasks().len() > MOST_TASKS {
        return None;
    }
    let workflow = workflow_with_costs(run).ok()?;
    PlanSteps::placing(&workflow, scheduler, first).ok()
}
