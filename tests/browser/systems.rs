//! What holds under every system: it is linked, put into a project, swept over and compared, each by one test for all.

use serde_json::Value;

use crate::harness::Page;
use crate::scene;
use slotscope::criteria::Report;
use slotscope::experiment::comparison::contrasts;
use slotscope::experiment::{Scenario, System, knobs};
use slotscope::export::project;
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::workload;
use slotscope::workload::task_batch::{generate, to_csv};
use slotscope::workload::testing::one_in;
use slotscope::workload::{Workload, WorkloadKind};

/// A system, a knob of it with two values, and a measure of its own that comparisons and curves show.
struct Row {
    key: &'static str,
    knob: &'static str,
    values: [f64; 2],
    measure: &'static str,
}

const ROWS: [Row; 7] = [
    Row { key: "two_level", knob: "system.two_level.grid.period", values: [0.0, 600.0], measure: "Mean waiting time" },
    Row { key: "as_logged", knob: "workload.load_factor", values: [0.5, 1.0], measure: "Mean waiting time" },
    Row {
        key: "co_allocation",
        knob: "system.co_allocation.step",
        values: [300.0, 7_200.0],
        measure: "Attempts per request",
    },
    Row {
        key: "imprecise_calendar",
        knob: "system.imprecise_calendar.levels.1.length",
        values: [160.0, 640.0],
        measure: "Weighted queuing delay",
    },
    Row { key: "workflow", knob: "system.workflow.qoi_percent", values: [0.0, 400.0], measure: "Least spare time" },
    Row { key: "broker", knob: "system.broker.max_load_percent", values: [20.0, 85.0], measure: "Tasks scheduled" },
    Row { key: "cluster", knob: "system.cluster.promises", values: [0.0, 1.0], measure: "Mean waiting time" },
];

/// Three jobs on sixteen processors, two of which wait.
const LOG: &str = "; MaxProcs: 16\n\
    1 0 0 3600 12 -1 -1 12 3600 -1 1 1 1 1 1 1 -1 -1\n\
    2 100 3500 600 16 -1 -1 16 900 -1 1 1 1 1 1 1 -1 -1\n\
    3 600 3600 50 4 -1 -1 4 1200 -1 1 2 1 1 1 1 -1 -1\n";

/// Two tasks that wait for a first one, on two machines.
const WORKFLOW: &str = r#"{"machines": ["left", "right"],
    "tasks": [{"name": "start", "costs": [2, 3]}, {"name": "one", "costs": [4.5, 6]},
              {"name": "two", "costs": [5, 4]}],
    "edges": [{"from": "start", "to": "one", "data": 1}, {"from": "start", "to": "two", "data": 1}],
    "communication": [[0, 0.25], [0.25, 0]]}"#;

/// A file that a system takes.
struct File {
    name: &'static str,
    text: String,
    workload: Workload,
}

impl File {
    fn of(system: &System) -> Self {
        let (name, text) = match system.model().takes()[0] {
            WorkloadKind::Log => ("small.swf", LOG.to_owned()),
            WorkloadKind::Workflow => ("small.json", WORKFLOW.to_owned()),
            WorkloadKind::TaskBatch => {
                let made = generate::MadeUp { tasks: 30, ..generate::MadeUp::default() };
                ("small.csv", to_csv(made.workload().expect("a batch").batch().expect("tasks")))
            }
        };
        let workload = workload::read(name, text.as_bytes()).expect("a workload").workload;
        Self { name, text, workload }
    }

    /// The page with this file under a scenario.
    #[track_caller]
    fn open(&self, scenario: &Scenario, view: &str) -> Page {
        let page = scene::open_at(&Snapshot {
            workload: Source::File(FileMark::of(self.name, self.text.as_bytes())),
            scenarios: vec![scenario.clone()],
            view: view.to_owned(),
            ..Snapshot::default()
        });
        page.wait_for("#awaited");
        page.drop_bytes(self.name, self.text.as_bytes());
        scene::wait_for(&page, &self.report(scenario));
        page
    }

    fn report(&self, scenario: &Scenario) -> Report {
        scene::report_of(scenario, &self.workload)
    }
}

impl Row {
    /// On two providers of eight processors, of which a share of the jobs is reserved.
    fn scenario(&self) -> Scenario {
        let system = System::of_key(self.key).expect("a system");
        let mut scenario = Scenario { platform: vec![16, 16], system, ..Scenario::default() };
        scenario.workload.first_job = None;
        scenario.workload.last_job = None;
        scenario
    }

    /// The scenario with a value of the knob.
    fn at(&self, value: f64) -> Scenario {
        knobs::set(&self.scenario(), self.knob, &knobs::number(value)).expect("a value of the knob")
    }
}

#[test]
fn links_and_projects_have_every_system() {
    for row in one_in(4, 0, &ROWS) {
        let scenario = row.at(row.values[1]);
        let file = File::of(&scenario.system);
        let page = file.open(&scenario, "slots");
        assert_eq!(scene::linked(&page).scenarios, std::slice::from_ref(&scenario), "{}", row.key);
        let written = scene::exported(&page, "project-log", ".json");
        assert_eq!(project::read(&written).expect("a project").snapshot.scenarios, std::slice::from_ref(&scenario));
        page.goto("about:blank");
        page.goto("/#");
        page.wait_until_idle();
        page.drop_bytes("any.json", &written);
        scene::wait_for(&page, &file.report(&scenario));
        page.wait_for("#view-slots");
        assert_eq!(page.count("#awaited"), 0, "{}", row.key);
    }
}

#[test]
fn curves_go_over_a_knob_of_every_system() {
    for row in one_in(4, 1, &ROWS) {
        let scenario = row.scenario();
        let file = File::of(&scenario.system);
        let page = file.open(&scenario, "curves");
        let knob = knobs::knob(&scenario, row.knob).expect("a knob");
        // Over the settings as they are given, without others beside them.
        const OVERLAID: &str = ".curves-form .policies input:checked";
        for left in (0..page.count(OVERLAID)).rev() {
            page.execute_with("document.querySelector(arguments[0]).click()", [OVERLAID]);
            page.wait_until_with(
                "return document.querySelectorAll(arguments[0]).length === arguments[1]",
                (OVERLAID, left),
            );
        }
        scene::assert_curves(&page, knob.label, &row.values, |value| file.report(&row.at(value)));
    }
}

#[test]
fn every_system_stands_beside_a_contrast() {
    for row in one_in(4, 2, &ROWS) {
        let scenario = row.scenario();
        let page = File::of(&scenario.system).open(&scenario, "compare");
        let contrast = contrasts(&scenario).into_iter().next().expect("a contrast");
        page.click(&format!("#contrast-{}", contrast.id));
        scene::wait_for_runs(&page, "#compare-done");
        assert_eq!(page.count("#chip-1"), 1, "{}", row.key);
        let scenarios = scene::linked(&page).scenarios;
        assert_eq!(scenarios, [scenario, contrast.scenario], "{}", row.key);
        let table: Value = page.execute("return document.querySelector('.compare-table').textContent");
        assert!(table.as_str().is_some_and(|it| it.contains(row.measure)), "{}: {table}", row.key);
    }
}

#[test]
fn the_tab_and_the_line_of_every_system() {
    let page = scene::open();
    scene::show(&page, "slots");
    for system in System::all() {
        let model = system.model();
        if !model.takes().contains(&WorkloadKind::Log) {
            continue;
        }
        page.set_value("#system", model.name());
        page.wait_for_text("#inside-about", model.card().inside_about);
        // The group has the name of its only view, and no tab stands alone.
        assert_eq!(page.text("#group-inside[aria-selected=true]"), model.card().inside);
        assert_eq!(page.count(".tabs"), 0);
    }
    page.unfold("#log");
    page.click("#sample-workflow");
    let workflow = System::of_key("workflow").expect("a system");
    let model = workflow.model();
    page.wait_for_text("#inside-about", model.card().inside_about);
    assert_eq!(page.text("#group-inside"), model.card().inside);
    // The name stays in sight in the other groups.
    page.click("#group-learn");
    page.wait_for("#view-lessons");
    assert_eq!(page.text("#group-inside"), model.card().inside);
}
