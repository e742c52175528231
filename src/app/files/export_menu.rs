//! The export menu: the open view as a picture, the run as files.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Node};

use super::paper_kit::FetchKit;
use super::view_picture::ViewPicture;
use super::{clipboard, download, paper_kit};
use crate::app::context::prelude::*;
use slotscope::chart::Captions;
use slotscope::engine::Run;
use slotscope::experiment;
use slotscope::experiment::{Provenance, WorkloadFacts, full_report};
use slotscope::export::{
    batsim_jobs_csv, batsim_workload, dynamic_tables_csv, jobs_csv, provenance_line, schedule_gwf, schedule_sacct,
    schedule_swf, svg_with_metadata, tasks_csv, tasks_xml, workflow_json, workflow_wfcommons,
};
use slotscope::page::classroom::{ClassroomAction, Overlay};
use slotscope::page::contents::Contents;
use slotscope::page::paper_kit as kit;
use slotscope::page::state::TeachAction;
use slotscope::page::view::View;
use slotscope::workload::Header;

/// The runs that a view shows. They are put together only when asked for: a paper has hundreds.
pub type ViewProvenance = Callback<(), Vec<Provenance>>;

#[derive(Properties, PartialEq)]
pub struct ExportMenuProps {
    pub view: View,
    /// Whether the page is that of a class.
    pub class: bool,
    pub finished: Rc<Finished>,
    /// The contents of the run's workload, once they are known.
    pub contents: Option<Rc<Contents>>,
    pub ground: Ground,
    /// The captions of its pictures.
    pub captions: Captions,
    /// The runs that the view shows.
    pub provenance: ViewProvenance,
    pub view_picture: ViewPicture,
    /// Fetches the code of paper kits.
    pub fetch_kit: FetchKit,
    /// Hands out a project, with its log or without.
    pub on_project: Callback<bool>,
    pub dispatch: Dispatch,
}

/// The width of exported pictures, in CSS pixels.
const WIDTH: u32 = 1280;

#[component]
pub fn ExportMenu(props: &ExportMenuProps) -> Html {
    let Menu { open, node, toggle } = use_menu();
    let item = |&(export, id, name, what): &Item| {
        let onclick = {
            let (open, order) = (open.clone(), Order::of(props));
            Callback::from(move |_: MouseEvent| {
                open.set(false);
                order.clone().fill(export);
            })
        };
        html! { <li><button type="button" {id} {onclick}><strong>{ name }</strong><small>{ what }</small></button></li> }
    };
    let groups = groups_of(&props.finished.run, props.view, props.class);
    let groups = groups.iter().map(|(heading, items)| {
        html! {
            <><li class="export-heading">{ heading }</li>{ for items.iter().map(item) }</>
        }
    });
    html! {
        <div class="menu" ref={node}>
            <button type="button" id="export" aria-expanded={open.to_string()} aria-controls="export-items" onclick={toggle}>
                { "Export" }
            </button>
            <ul id="export-items" class="export-items" hidden={!*open}>{ for groups }</ul>
        </div>
    }
}

/// A menu below a button.
pub struct Menu {
    pub open: UseStateHandle<bool>,
    /// The element that holds button and menu.
    pub node: NodeRef,
    /// The handler of the button: it opens or closes the menu.
    pub toggle: Callback<MouseEvent>,
}

/// A menu that is closed again when something else is clicked, or Escape is pressed.
#[hook]
pub fn use_menu() -> Menu {
    let open = use_state_eq(|| false);
    let node = use_node_ref();
    use_closing(&node, *open, open.setter());
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    Menu { open, node, toggle }
}

/// Closes the menu when something else is clicked, or Escape is pressed.
#[hook]
fn use_closing(node: &NodeRef, open: bool, close: yew::UseStateSetter<bool>) {
    let node = node.clone();
    use_effect_with(open, move |&open| {
        let document = web_sys::window().and_then(|window| window.document());
        let listeners: Vec<EventListener> = document
            .filter(|_| open)
            .iter()
            .flat_map(|document| {
                ["pointerdown", "keydown"].map(|name| {
                    let (node, close) = (node.clone(), close.clone());
                    EventListener::new(document, name, move |event| {
                        let key = event.dyn_ref::<web_sys::KeyboardEvent>();
                        let target = event.target().and_then(|it| it.dyn_into::<Node>().ok());
                        let outside = node.cast::<Element>().is_some_and(|menu| !menu.contains(target.as_ref()));
                        if key.map_or(outside, |key| key.key() == "Escape") {
                            close.set(false);
                        }
                    })
                })
            })
            .collect();
        move || drop(listeners)
    });
}

/// An export about to be made.
#[derive(Clone)]
struct Order {
    view: View,
    finished: Rc<Finished>,
    /// The name of the workload.
    name: String,
    contents: Option<Rc<Contents>>,
    ground: Ground,
    captions: Captions,
    view_provenance: ViewProvenance,
    view_picture: ViewPicture,
    fetch_kit: FetchKit,
    on_project: Callback<bool>,
    dispatch: Dispatch,
}

impl Order {
    fn of(props: &ExportMenuProps) -> Self {
        Self {
            view: props.view,
            finished: props.finished.clone(),
            name: props.contents.as_ref().map_or_else(String::new, |contents| contents.name.clone()),
            contents: props.contents.clone(),
            ground: props.ground,
            captions: props.captions.clone(),
            view_provenance: props.provenance.clone(),
            view_picture: props.view_picture.clone(),
            fetch_kit: props.fetch_kit,
            on_project: props.on_project.clone(),
            dispatch: props.dispatch.clone(),
        }
    }

    fn fill(self, export: Export) {
        if matches!(export, Export::Copy) {
            let dispatch = self.dispatch.clone();
            let picture = async move { self.slide().await };
            return clipboard::copy_picture(picture, &dispatch);
        }
        spawn_local(async move {
            if let Err(error) = self.make(export).await {
                let why = error.as_string().unwrap_or_else(|| format!("{error:?}"));
                let text = format!("The file could not be made: {why}");
                self.dispatch.dispatch(Action::complain(text));
            }
        });
    }

    async fn make(&self, export: Export) -> Result<(), wasm_bindgen::JsValue> {
        let run = &self.finished.run;
        let scenario = &self.finished.experiment.scenario;
        match export {
            // It has gone to the clipboard.
            Export::Copy => Ok(()),
            Export::Png => {
                let name = self.file(self.view.id(), "png");
                download::picture(&name, &self.slide().await?)
            }
            Export::Svg => {
                let name = self.file(self.view.id(), "svg");
                let mut picture = self.picture()?;
                if let Some(line) = self.provenance_line() {
                    picture = svg_with_metadata(&picture, &line);
                }
                download::text(&name, "image/svg+xml", &picture)
            }
            Export::Kit => {
                let name = self.file(&format!("{}-paper-kit", self.view.id()), "zip");
                let provenance = self.view_provenance.emit(());
                paper_kit::hand_out(&name, &self.view_picture, &provenance, self.fetch_kit).await
            }
            Export::Swf => {
                let text = schedule_swf(run, &self.header(), &self.name, &self.notes()?);
                // Browsers hold back what ends in .swf: they take it for Flash.
                self.text("schedule", "swf.txt", "text/plain", &text)
            }
            Export::BatsimJobs => self.text("batsim-jobs", "csv", "text/csv", &batsim_jobs_csv(run)),
            Export::Sacct => {
                let text = schedule_sacct(run, self.header().clock());
                self.text("schedule", "sacct.txt", "text/plain", &text)
            }
            Export::Gwf => {
                let text = schedule_gwf(run, &self.header(), &self.name, &self.notes()?);
                self.text("schedule", "gwf", "text/plain", &text)
            }
            Export::BatsimWorkload => {
                let text = batsim_workload(run);
                self.text("batsim-workload", "json", "application/json", &text)
            }
            Export::WfCommons => {
                let text = workflow_wfcommons(run, &self.name, &self.notes()?)?;
                self.text("wfcommons", "json", "application/json", &text)
            }
            Export::Workflow => {
                let text = workflow_json(run)?;
                self.text("workflow", "json", "application/json", &text)
            }
            Export::TasksCsv => self.text("batch", "csv", "text/csv", &tasks_csv(run)?),
            Export::TasksXml => self.text("batch", "xml", "application/xml", &tasks_xml(run)?),
            Export::Jobs => self.text(run.nouns().jobs, "csv", "text/csv", &jobs_csv(run)),
            Export::DynamicTables => self.text("dynamic-tables", "csv", "text/csv", &dynamic_tables_csv(run)?),
            Export::Report => {
                let report = self.finished.report.clone();
                self.json("report", &full_report(report, scenario, &self.facts()?))
            }
            Export::Scenario => self.json("scenario", scenario),
            Export::Project { with_log } => {
                self.on_project.emit(with_log);
                Ok(())
            }
            Export::HandIn => self.open(Overlay::HandIn),
            Export::Review => self.open(Overlay::Review),
            Export::Lesson => {
                self.dispatch.dispatch(Action::Teach(TeachAction::MakeOfRun));
                Ok(())
            }
        }
    }

    /// Opens a dialog of the classroom.
    fn open(&self, overlay: Overlay) -> Result<(), wasm_bindgen::JsValue> {
        let show = ClassroomAction::Show(Some(overlay));
        self.dispatch.dispatch(Action::Classroom(show));
        Ok(())
    }

    /// The facts of the workload.
    fn facts(&self) -> Result<WorkloadFacts, &'static str> {
        self.contents.as_ref().map(|it| it.facts()).ok_or("the workload is no longer loaded")
    }

    /// Where the run comes from.
    fn provenance(&self) -> Result<Provenance, &'static str> {
        let scenario = &self.finished.experiment.scenario;
        Ok(Provenance::of(scenario, &self.facts()?))
    }

    /// Where the open view comes from; none of a view that shows no run.
    fn provenance_line(&self) -> Option<String> {
        let all = self.view_provenance.emit(());
        (!all.is_empty()).then(|| provenance_line(&all))
    }

    /// The comments of a file: the scenario in words, and its origin.
    fn notes(&self) -> Result<String, &'static str> {
        let scenario = &self.finished.experiment.scenario;
        let words = experiment::words_on(scenario, self.finished.run.kind());
        Ok(self.provenance()?.notes(&words))
    }

    /// The header of the log, as far as the page knows it.
    fn header(&self) -> Header {
        let Some(contents) = &self.contents else {
            return Header::default();
        };
        let mut entries = contents.header.clone();
        let left_out = contents.header_left_out();
        if !left_out.is_empty() {
            entries.push(("Note".to_owned(), left_out));
        }
        Header { entries }
    }

    fn text(&self, what: &str, ending: &str, kind: &str, text: &str) -> Result<(), wasm_bindgen::JsValue> {
        download::text(&self.file(what, ending), kind, text)
    }

    fn json(&self, what: &str, value: &impl serde::Serialize) -> Result<(), wasm_bindgen::JsValue> {
        let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
        download::text(&self.file(what, "json"), "application/json", &(text + "\n"))
    }

    fn picture(&self) -> Result<String, &'static str> {
        let drawn = self.view_picture.draw(WIDTH, &self.ground.theme(), &self.captions);
        drawn.ok_or("this view has no picture yet")
    }

    /// The same on 16:9, as PNG.
    async fn slide(&self) -> Result<web_sys::Blob, wasm_bindgen::JsValue> {
        let theme = self.ground.theme();
        let picture = self.view_picture.slide_png(&theme, &self.captions).await?;
        match self.provenance_line() {
            Some(line) => download::with_text(&picture, &line).await,
            None => Ok(picture),
        }
    }

    fn file(&self, what: &str, ending: &str) -> String {
        format!("slotscope-{what}-{}.{ending}", words::slug(&self.name))
    }
}

#[derive(Clone, Copy)]
pub enum Export {
    Copy,
    Png,
    Svg,
    Kit,
    Swf,
    BatsimJobs,
    Sacct,
    Gwf,
    BatsimWorkload,
    WfCommons,
    Workflow,
    TasksCsv,
    TasksXml,
    Jobs,
    DynamicTables,
    Report,
    Scenario,
    Project { with_log: bool },
    HandIn,
    Review,
    Lesson,
}

/// An export with its id, its name and its use.
pub type Item = (Export, &'static str, &'static str, &'static str);

/// Those of one kind, under their heading.
type Group = (&'static str, &'static [Item]);

const OF_THE_VIEW: Group = (
    "This view as",
    &[
        (Export::Copy, "export-copy", "Copy picture", "for pasting into a slide"),
        (Export::Png, "export-png", "PNG", "for slides, 1920 × 1080"),
        (Export::Svg, "export-svg", "SVG", "for papers"),
        (Export::Kit, "export-kit", "Paper kit, ZIP", "figures at 85 and 175 mm, with the numbers of their runs"),
    ],
);

const NUMBERS: &str = "Numbers and settings";

const REPORT: Item = (Export::Report, "export-report", "Criteria, JSON", "as in Summary");

const DYNAMIC_TABLES: Item = (
    Export::DynamicTables,
    "export-dynamic-tables",
    "Dynamic tables, CSV",
    "of the agents: each node's intervals, tasks and usage",
);

const SCENARIO: Item = (Export::Scenario, "export-scenario", "Scenario, JSON", "for slotscope run");

/// The page as a project, without the file that it shows and with it.
const fn projects(without: &'static str, with: &'static str) -> [Item; 2] {
    [
        (Export::Project { with_log: false }, "export-project", "Project, JSON", without),
        (Export::Project { with_log: true }, "export-project-log", with, "for recipients without the file"),
    ]
}

/// What goes between students and their lecturer.
const FOR_A_CLASS: Group = (
    "For a class",
    &[
        (Export::HandIn, "export-hand-in", "Hand in", "your answer to an exercise, as file or link"),
        (Export::Review, "export-review", "Review hand-ins", "the answers of a class as a table"),
        (Export::Lesson, "export-lesson", "Make this a lesson", "the run on the page as a step, with your text"),
    ],
);

/// The exports of the run of a workflow.
const OF_WORKFLOWS: [Group; 4] = [
    OF_THE_VIEW,
    (
        "Workflow as",
        &[
            (Export::WfCommons, "export-wfcommons", "WfCommons, JSON", "with this run as its execution"),
            (Export::Workflow, "export-workflow", "Slotscope's JSON", "with its initial schedule"),
        ],
    ),
    (NUMBERS, &[(Export::Jobs, "export-csv", "Tasks, CSV", "one row for each"), REPORT, SCENARIO]),
    ("Everything on the page", &projects("without the workflow", "Project with the workflow, JSON")),
];

/// The exports of the run of a task batch.
const OF_BATCHES: [Group; 4] = [
    OF_THE_VIEW,
    (
        "Task batch as",
        &[
            (Export::TasksCsv, "export-tasks-csv", "CSV", "task, start, end, load: input for another run"),
            (Export::TasksXml, "export-tasks-xml", "XML", "with the nodes, agent by agent"),
        ],
    ),
    (NUMBERS, &[(Export::Jobs, "export-csv", "Tasks, CSV", "outcome of each task"), REPORT, SCENARIO]),
    ("Everything on the page", &projects("without the tasks", "Project with the tasks, JSON")),
];

/// The exports of the run of a log.
const OF_LOGS: [Group; 5] = [
    OF_THE_VIEW,
    (
        "Schedule as",
        &[
            (Export::Swf, "export-swf", "SWF", "for other tools; as .swf.txt, since browsers block .swf as Flash"),
            (Export::BatsimJobs, "export-jobs-csv", "Batsim jobs.csv", "for evalys"),
            (Export::Sacct, "export-sacct", "sacct", "as Slurm lists it"),
            (Export::Gwf, "export-gwf", "GWF", "for grid tools"),
        ],
    ),
    ("Workload as", &[(Export::BatsimWorkload, "export-batsim", "Batsim JSON", "the selected jobs")]),
    (NUMBERS, &[(Export::Jobs, "export-csv", "Jobs, CSV", "one row for each"), REPORT, SCENARIO]),
    ("Everything on the page", &projects("without the log", "Project with the log, JSON")),
];

/// The exports of a run in a view, kind by kind; the tables of agents if it has agents, and a paper kit if the view has
/// one. A class has none of its lecturer's.
fn groups_of(run: &Run, view: View, class: bool) -> Vec<(&'static str, Vec<Item>)> {
    let groups: &[Group] = match (run.is_of_workflow(), run.is_of_log()) {
        // Lessons show runs of their own.
        _ if view == View::Lessons => &[OF_THE_VIEW],
        (true, _) => &OF_WORKFLOWS,
        (false, true) => &OF_LOGS,
        (false, false) => &OF_BATCHES,
    };
    let groups = groups.iter().chain([&FOR_A_CLASS]);
    let is_offered = |it: &&Item| match it.0 {
        Export::Kit => kit::has_one(view),
        Export::Review | Export::Lesson => !class,
        _ => true,
    };
    let mut groups: Vec<_> =
        groups.map(|it| (it.0, it.1.iter().filter(is_offered).copied().collect::<Vec<Item>>())).collect();
    if !run.messages.is_empty() {
        groups.iter_mut().filter(|it| it.0 == NUMBERS).for_each(|it| it.1.insert(1, DYNAMIC_TABLES));
    }
    groups
}
