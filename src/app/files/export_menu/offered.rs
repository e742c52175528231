//! The exports that are offered, by the kind of run.

use slotscope::engine::Run;
use slotscope::page::paper_kit;
use slotscope::page::view::View;

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
    (
        "Everything on the page",
        &[
            (Export::Project { with_log: false }, "export-project", "Project, JSON", "without the workflow"),
            (
                Export::Project { with_log: true },
                "export-project-log",
                "Project with the workflow, JSON",
                "for recipients without the file",
            ),
        ],
    ),
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
    (
        "Everything on the page",
        &[
            (Export::Project { with_log: false }, "export-project", "Project, JSON", "without the tasks"),
            (
                Export::Project { with_log: true },
                "export-project-log",
                "Project with the tasks, JSON",
                "for recipients without the file",
            ),
        ],
    ),
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
    (
        "Everything on the page",
        &[
            (Export::Project { with_log: false }, "export-project", "Project, JSON", "without the log"),
            (
                Export::Project { with_log: true },
                "export-project-log",
                "Project with the log, JSON",
                "for recipients without the file",
            ),
        ],
    ),
];

/// The exports of a run in a view, kind by kind; the tables of agents if it has agents, and a paper kit if the view has
/// one. A class has none of its lecturer's.
pub fn groups_of(run: &Run, view: View, class: bool) -> Vec<(&'static str, Vec<Item>)> {
    let groups: &[Group] = match (run.is_of_workflow(), run.is_of_log()) {
        // Lessons show runs of their own.
        _ if view == View::Lessons => &[OF_THE_VIEW],
        (true, _) => &OF_WORKFLOWS,
        (false, true) => &OF_LOGS,
        (false, false) => &OF_BATCHES,
    };
    let groups = groups.iter().chain([&FOR_A_CLASS]);
    let is_offered = |it: &&Item| match it.0 {
        Export::Kit => paper_kit::has_one(view),
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
