//! The Graph view: the tasks in layers, coloured by machine, and the facts of the chosen one.

use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use crate::app::control::Slider;
use crate::app::control::data_table::Numbers;
use crate::app::files::view_picture::{Picture, ViewPicture, use_view_picture, use_width};
use slotscope::chart::numbers::Numbered;
use slotscope::chart::table::Table;
use slotscope::chart::task_graph::{TaskGraph, task_graph_svg};
use slotscope::chart::task_slots::{
    MOST_TASKS, PlanSteps, SpareOf, sharing, spare_bars_height, spare_bars_svg, spare_by_variant, spare_table,
    task_slots_height, task_slots_svg,
};
use slotscope::chart::{Captions, Frame};
use slotscope::experiment::Run;
use slotscope::export::workflow_with_costs;
use slotscope::page::task_words;
use slotscope::policy::spare_time::Variant;
use slotscope::policy::workflow::FirstAssignment;
use slotscope::system::workflow::{DEADLINE, Scheduler};

#[derive(Properties, PartialEq)]
pub struct GraphProps {
    pub finished: Rc<Finished>,
    pub chosen: UseStateHandle<Option<usize>>,
    pub ground: Ground,
    pub view_picture: ViewPicture,
    /// The content below the graph.
    pub children: Html,
}

/// The Graph view.
#[component]
pub fn Graph(props: &GraphProps) -> Html {
    let run = &props.finished.run;
    let graph = use_memo(Identity::of(&props.finished), |_| TaskGraph::of(run));
    let chosen = props.chosen.filter(|&it| it < graph.names.len());
    let node = use_node_ref();
    let width = use_width(&node) as u32;
    {
        let graph = graph.clone();
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let frame = Frame::new(width, graph.height() + 120);
            task_graph_svg(frame, theme, (&graph, chosen), captions)
        });
    }
    let draw = {
        let (graph, ground) = (graph.clone(), props.ground);
        Callback::from(move |frame| task_graph_svg(frame, &ground.theme(), (&graph, chosen), &Captions::default()))
    };
    let onclick = {
        let (graph, node, choose) = (graph.clone(), node.clone(), props.chosen.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = node.cast::<web_sys::Element>() else {
                return;
            };
            let corner = element.get_bounding_client_rect();
            let x = f64::from(event.client_x()) - corner.left();
            let y = f64::from(event.client_y()) - corner.top();
            let frame = Frame::new(width, graph.height());
            choose.set(graph.task_at(frame, (x, y)));
        })
    };
    let table = {
        let finished = props.finished.clone();
        Callback::from(move |()| numbers(&finished))
    };
    let layers = graph.layers.layers.len();
    html! {
        <div class="slots workflow-graph" id="workflow-graph" data-tasks={graph.names.len().to_string()} data-layers={layers.to_string()}>
            <div class="slot-pictures">
            <section class="slot-picture" aria-label="Graph of the workflow">
                <h2>{ "Tasks" }
                    <small>{ format!("{} in {}, coloured by machine", words::plural(graph.names.len(), "task"), words::plural(layers, "layer")) }</small></h2>
                { chosen_task(props, chosen) }
                <div ref={node} {onclick} class="graph-picture">
                    <Picture id="graph-picture" height={graph.height()} {draw}
                        label="The tasks of the workflow in layers by their dependencies, coloured by machine; the numbers follow in a table" />
                </div>
                <Numbers id="graph-numbers" summary="Tasks as table" title="Tasks of the workflow" make={table} />
            </section>
            { props.children.clone() }
            </div>
        </div>
    }
}

/// The facts of the chosen task, and the controls to choose another.
fn chosen_task(props: &GraphProps, chosen: Option<usize>) -> Html {
    let run = &props.finished.run;
    let count = run.tasks().len();
    let Some(task) = chosen else {
        return html! { <p class="hint" id="graph-hint">{ "Click a task to see when it runs and why." }</p> };
    };
    let step = |to: usize| props.chosen.setter().to_callback().reform(move |_: MouseEvent| Some(to));
    let facts = task_words::facts(run, task);
    html! {
        <section class="chosen-task" id="chosen-task" aria-live="polite" data-task={run.job_name(task)}>
            <h2>
                <button type="button" class="icon" id="task-before" aria-label="Previous task" onclick={step(task.checked_sub(1).unwrap_or(count - 1))}>{ "‹" }</button>
                { format!("Task {}", run.job_name(task)) }
                <button type="button" class="icon" id="task-behind" aria-label="Next task" onclick={step((task + 1) % count)}>{ "›" }</button>
            </h2>
            <p>{ task_words::why(run, task) }</p>
            <dl class="facts">
                { for facts.into_iter().map(|(name, value)| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }) }
            </dl>
        </section>
    }
}

/// All tasks with their times.
fn numbers(finished: &Finished) -> Numbered {
    let run = &finished.run;
    let head = ["Task", "Machine", "Start (s)", "Estimate ends (s)", "Reserved until (s)"];
    let row = |task: &slotscope::engine::Task| {
        let time = |it: f64| words::decimal(it, 3);
        vec![
            task.name.clone(),
            run.provider_name(task.machine as usize),
            time(task.start),
            time(task.finish),
            time(task.reserved_until),
        ]
    };
    Table { head: head.map(str::to_owned).to_vec(), rows: run.tasks().iter().map(row).collect() }.into()
}

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

/// The title of the section, and the labels of its controls.
#[derive(Clone, Copy, PartialEq)]
pub struct StepWords {
    /// The section's id, with which those of its controls begin.
    pub id: &'static str,
    pub step: &'static str,
    pub title: &'static str,
    /// The explanation of the title.
    pub term: &'static str,
    /// A step in a word, "Round".
    pub noun: &'static str,
    /// The words before the first step.
    pub before: &'static str,
    pub picture: &'static str,
    pub table: &'static str,
}

#[derive(Properties)]
pub struct StepsProps {
    pub words: StepWords,
    pub steps: Rc<PlanSteps>,
    /// How many steps are shown; all until a number is chosen.
    pub shown: UseStateHandle<Option<usize>>,
    pub ground: Ground,
}

impl PartialEq for StepsProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.steps, &other.steps)
            && self.words == other.words
            && self.shown == other.shown
            && self.ground == other.ground
    }
}

/// Forwards and backwards: a picture of the machines, the step in words, the tasks in numbers.
#[component]
pub fn StepByStep(props: &StepsProps) -> Html {
    let StepsProps { words, steps, .. } = props;
    let count = steps.count();
    let shown = props.shown.unwrap_or(count).min(count);
    let to = |step: usize| props.shown.setter().to_callback().reform(move |_: MouseEvent| Some(step));
    let on_move = props.shown.setter().to_callback().reform(|value: f64| Some(value as usize));
    let draw = {
        let (steps, theme) = (steps.clone(), props.ground.theme());
        Callback::from(move |frame: Frame| task_slots_svg(frame, &theme, &steps.view(shown), &Captions::default()))
    };
    let make = {
        let steps = steps.clone();
        Callback::from(move |()| steps.table(shown).into())
    };
    let id = |part: &str| format!("{}-{part}", words.step);
    let noun = words.noun.to_lowercase();
    html! {
        <section class="slot-picture" id={words.id} aria-label={words.title} data-shown={shown.to_string()} data-count={count.to_string()}>
            <h2 data-tip={words.term}>{ words.title }</h2>
            <div class="search-step">
                <button type="button" class="icon" id={id("first")} aria-label={words.before} onclick={to(0)} disabled={shown == 0}>{ "«" }</button>
                <button type="button" class="icon" id={id("back")} aria-label={format!("One {noun} back")} onclick={to(shown.saturating_sub(1))} disabled={shown == 0}>{ "‹" }</button>
                <Slider id={words.step} label={words.noun} value={shown as f64} max={count as f64} text={format!("{noun} {shown} of {count}")} {on_move} />
                <button type="button" class="icon" id={id("forth")} aria-label={format!("One {noun} on")} onclick={to((shown + 1).min(count))} disabled={shown == count}>{ "›" }</button>
            </div>
            <p class="said" id={id("said")} aria-live="polite">{ steps.words(shown) }</p>
            <Picture id={id("slots")} height={task_slots_height(steps.machines())} {draw} label={words.picture} />
            <Numbers id={id("numbers")} summary={format!("{} as table", words.noun)} title={words.table} {make} />
        </section>
    }
}

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
            <StepByStep words={SPARE_WORDS} steps={shared.clone()} shown={props.round.clone()} ground={props.ground} />
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

const SPARE_WORDS: StepWords = StepWords {
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
