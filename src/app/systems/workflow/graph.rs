//! The Graph view: the tasks in layers, coloured by machine, and the facts of the chosen one.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::Identity;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::{Picture, use_width};
use crate::app::files::view_picture::{ViewPicture, use_view_picture};
use slotscope::chart::numbers::Numbered;
use slotscope::chart::table::Table;
use slotscope::chart::task_graph::{TaskGraph, task_graph_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::page::state::Finished;
use slotscope::page::{task_words, words};

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
