//! A small workflow as tables that can be changed: every change is a step that Undo takes back.

use web_sys::HtmlInputElement;

use crate::app::context::Identity;
use crate::app::context::prelude::*;
use crate::app::control::{Fold, List, Number};
use slotscope::export::workflow_with_costs;
use slotscope::lesson::Shot;
use slotscope::page::workflow_edit::{MOST_MACHINES, MOST_TASKS, WorkflowEdit, can_be_edited, edited};
use slotscope::system::workflow::{Scheduler, Workflow as Settings};
use slotscope::workload::workflow::{MAX_AMOUNT, Workflow, to_json};

#[derive(Properties, PartialEq)]
pub struct EditRunProps {
    pub finished: Rc<Finished>,
    /// Takes the changed workflow in place of the one that ran.
    pub take: Callback<Shot>,
}

/// The workflow of a run as tables that can be changed.
#[component]
pub fn EditRun(props: &EditRunProps) -> Html {
    let workflow =
        use_memo(Identity::of(&props.finished), |_| workflow_with_costs(&props.finished.run).ok().map(Rc::new));
    let finished = props.finished.clone();
    let on_change = props.take.reform(move |workflow: Workflow| shot(&finished, &workflow));
    html! { <Editor workflow={(*workflow).clone()} {on_change} /> }
}

/// The same scenario on another workflow. If the file gave the schedule, HEFT schedules instead: a changed
/// workflow has no schedule.
fn shot(finished: &Finished, workflow: &Workflow) -> Shot {
    let mut scenario = finished.experiment.scenario.clone();
    let settings = Settings::of_mut(&mut scenario.system);
    if settings.scheduler == Scheduler::Given {
        settings.scheduler = Scheduler::Heft;
    }
    Shot {
        name: String::new(),
        jobs: Vec::new(),
        workflow: serde_json::from_str(&to_json(workflow)).ok(),
        tasks: Vec::new(),
        scenario,
    }
}

#[derive(Properties)]
struct EditorProps {
    /// The workflow of the run; none if it is too large to be stored with it.
    workflow: Option<Rc<Workflow>>,
    /// Takes the changed one.
    on_change: Callback<Workflow>,
}

/// The callback is made anew at every turn.
impl PartialEq for EditorProps {
    fn eq(&self, other: &Self) -> bool {
        self.workflow == other.workflow
    }
}

/// The tables, a line until they are opened.
#[component]
fn Editor(props: &EditorProps) -> Html {
    let refused = use_state_eq(|| None::<String>);
    let editable = props.workflow.as_ref().filter(|it| can_be_edited(it));
    let Some(workflow) = editable else {
        return html! {
            <p class="hint" id="workflow-too-large">
                { format!("Workflows of up to {MOST_TASKS} tasks on up to {MOST_MACHINES} machines of their own can be edited here as tables.") }
            </p>
        };
    };
    let change = {
        let (workflow, refused) = (workflow.clone(), refused.clone());
        let on_change = props.on_change.clone();
        Callback::from(move |edit: WorkflowEdit| match edited(&workflow, &edit) {
            Ok(next) => {
                refused.set(None);
                on_change.emit(next);
            }
            Err(why) => refused.set(Some(why)),
        })
    };
    let note = "costs, data, dependencies";
    html! {
        <section class="slot-picture" aria-label="Edit the workflow">
        <Fold id="workflow-editor" title="Edit as tables" {note}>
            if let Some(why) = &*refused {
                <p class="refused" role="alert" id="edit-refused">{ format!("Not changed: {why}.") }</p>
            }
            { tasks(workflow, &change) }
            <Edges workflow={workflow.clone()} change={change.clone()} />
            { communication(workflow, &change) }
        </Fold>
        </section>
    }
}

/// A button that removes something.
fn remove(id: String, what: &str, change: &Callback<WorkflowEdit>, edit: WorkflowEdit) -> Html {
    let onclick = change.reform(move |_: MouseEvent| edit.clone());
    html! {
        <button type="button" class="icon" {id} aria-label={format!("Remove {what}")} title={format!("Remove {what}")} {onclick}>{ "×" }</button>
    }
}

fn amount(
    (id, label): (String, String),
    value: f64,
    change: &Callback<WorkflowEdit>,
    edit: impl Fn(f64) -> WorkflowEdit + 'static,
) -> Html {
    let change = change.clone();
    let on_change = Callback::from(move |value: Option<f64>| {
        if let Some(value) = value {
            change.emit(edit(value));
        }
    });
    html! { <Number {id} label={Some(AttrValue::from(label))} {value} max={MAX_AMOUNT} fractions=true {on_change} /> }
}

/// A row for each task: its name, and its cost on each machine.
fn tasks(workflow: &Workflow, change: &Callback<WorkflowEdit>) -> Html {
    let heads = workflow.machines.iter().enumerate().map(|(at, name)| {
        let edit = WorkflowEdit::RemoveMachine(at);
        html! { <th scope="col">{ name } { remove(format!("remove-machine-{at}"), &format!("machine {name}"), change, edit) }</th> }
    });
    let rows = workflow.tasks.iter().enumerate().map(|(task, it)| {
        let cells = it.costs.iter().enumerate().map(|(machine, &seconds)| {
            let label = format!("Cost of {} on {}, in seconds", it.name, workflow.machines[machine]);
            let named = (format!("cost-{task}-{machine}"), label);
            let edit = move |seconds| WorkflowEdit::Cost { task, machine, seconds };
            html! { <td>{ amount(named, seconds, change, edit) }</td> }
        });
        let rename = change.reform(move |event: Event| WorkflowEdit::Name {
            task,
            name: event.target_unchecked_into::<HtmlInputElement>().value(),
        });
        html! {
            <tr key={it.name.clone()}>
                <th scope="row"><input type="text" class="task-name" id={format!("name-{task}")} value={it.name.clone()}
                    aria-label={format!("Name of task {}", it.name)} onchange={rename} /></th>
                { for cells }
                <td>{ remove(format!("remove-task-{task}"), &format!("task {}", it.name), change, WorkflowEdit::RemoveTask(task)) }</td>
            </tr>
        }
    });
    let add_task = change.reform(|_: MouseEvent| WorkflowEdit::AddTask);
    let add_machine = change.reform(|_: MouseEvent| WorkflowEdit::AddMachine);
    html! {
        <>
            <h3>{ "Tasks" } <small>{ "cost on each machine, in seconds" }</small></h3>
            <div class="scroll-across" role="region" aria-label="Tasks" tabindex="0">
                <table class="edit-table" id="edit-tasks">
                    <thead><tr><th scope="col">{ "task" }</th>{ for heads }<td></td></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
            <p class="edit-actions">
                <button type="button" id="add-task" onclick={add_task}>{ "Add a task" }</button>
                <button type="button" id="add-machine" onclick={add_machine}>{ "Add a machine" }</button>
            </p>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct EdgesProps {
    workflow: Rc<Workflow>,
    change: Callback<WorkflowEdit>,
}

/// A row for each edge, and one more to choose a new one.
#[component]
fn Edges(props: &EdgesProps) -> Html {
    let EdgesProps { workflow, change } = props;
    let from = use_state_eq(|| 0_usize);
    let to = use_state_eq(|| 1_usize);
    let last = workflow.tasks.len() - 1;
    let (first, second) = ((*from).min(last), (*to).min(last));
    let name = |task: usize| workflow.tasks[task].name.clone();
    let rows = workflow.edges.iter().enumerate().map(|(at, edge)| {
        let (from, to) = (name(edge.from), name(edge.to));
        let named = (format!("data-{at}"), format!("Data from {from} to {to}, in units"));
        let what = format!("the edge from {from} to {to}");
        html! {
            <tr key={format!("{from} {to}")}>
                <th scope="row">{ from }</th><th scope="row">{ to }</th>
                <td>{ amount(named, edge.data, change, move |data| WorkflowEdit::Data { edge: at, data }) }</td>
                <td>{ remove(format!("remove-edge-{at}"), &what, change, WorkflowEdit::RemoveEdge(at)) }</td>
            </tr>
        }
    });
    let choose = |id: &'static str, label: &'static str, chosen: usize, state: UseStateHandle<usize>| {
        let on_choose = state.setter().to_callback();
        let options: Vec<AttrValue> = workflow.tasks.iter().map(|it| it.name.clone().into()).collect();
        html! { <label>{ label } <List {id} {options} chosen={Some(chosen)} {on_choose} /></label> }
    };
    let add = change.reform(move |_: MouseEvent| WorkflowEdit::AddEdge { from: first, to: second });
    html! {
        <>
            <h3>{ "Dependencies" } <small>{ "with units of data" }</small></h3>
            <table class="edit-table" id="edit-edges">
                <thead><tr><th scope="col">{ "from" }</th><th scope="col">{ "to" }</th><th scope="col">{ "data" }</th><td></td></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <p class="edit-actions">
                { choose("edge-from", "From", first, from) }
                { choose("edge-to", "To", second, to) }
                <button type="button" id="add-edge" onclick={add}>{ "Add an edge" }</button>
            </p>
        </>
    }
}

/// The transfer times of a unit of data between two machines.
fn communication(workflow: &Workflow, change: &Callback<WorkflowEdit>) -> Html {
    let machines = &workflow.machines;
    let rows =
        (0..machines.len()).flat_map(|from| (from + 1..machines.len()).map(move |to| (from, to))).map(|(from, to)| {
            let (one, other) = (&machines[from], &machines[to]);
            let label = format!("Seconds for a unit of data between {one} and {other}");
            let named = (format!("between-{from}-{to}"), label);
            let edit = move |seconds| WorkflowEdit::Communication { from, to, seconds };
            html! {
                <tr key={format!("{one} {other}")}><th scope="row">{ one }</th><th scope="row">{ other }</th>
                    <td>{ amount(named, workflow.communication[from][to], change, edit) }</td></tr>
            }
        });
    if machines.len() < 2 {
        return nothing();
    }
    html! {
        <>
            <h3>{ "Between machines" } <small>{ "seconds for a unit of data" }</small></h3>
            <table class="edit-table" id="edit-communication"><tbody>{ for rows }</tbody></table>
        </>
    }
}
