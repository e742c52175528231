//! What the tests of the page share: the page at rest, and what it should show.

use std::path::PathBuf;

use serde_json::json;
use slotscope::criteria::{Report, report};
use slotscope::experiment::{self, Run, Scenario};
use slotscope::workload::Workload;
use slotscope::workload::lublin::Lublin;

use crate::common;
use crate::harness::Page;

/// The page with the sample scheduled.
pub fn open() -> Page {
    let page = Page::open("/");
    page.set_window_size(1440, 900);
    wait_for(&page, &sample_report());
    page
}

/// The workload that the page begins with.
pub fn sample() -> Workload {
    Lublin::default().generate().expect("the sample is valid")
}

/// What the page should show at first.
pub fn sample_report() -> Report {
    report(&run(&Scenario::default(), &sample()))
}

/// A run as the command line makes it.
pub fn run(scenario: &Scenario, workload: &Workload) -> Run {
    experiment::run(scenario, workload).expect("a scenario that runs")
}

/// Waits until the page shows U, F and D to the last digit.
#[track_caller]
pub fn wait_for(page: &Page, report: &Report) {
    page.wait_until(
        "return document.body.dataset.state === 'idle' && \
         ['utilization', 'flow-time', 'tardiness'].every((name, i) => \
         document.getElementById('figure-mean-' + name)?.dataset.value === arguments[i])",
        &[
            json!(report.mean_utilization.to_string()),
            json!(report.mean_flow_time.to_string()),
            json!(report.mean_tardiness.to_string()),
        ],
    );
}

/// Opens a view.
pub fn show(page: &Page, view: &str) {
    page.click(&format!("#tab-{view}"));
    page.wait_for(&format!("#view-{view}"));
}

/// A real log, where it is and what it holds; none where the folder of logs is absent.
pub fn log(name: &str) -> Option<(PathBuf, Workload)> {
    let path = common::real_log_path(name)?;
    // The driver of the browser takes no path with ".." in it.
    let path = path.canonicalize().expect("a path that exists");
    Some((path, common::real_log(name)?))
}

/// The scenario that the page takes for a log that has just been opened.
pub fn scenario_of(workload: &Workload) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    if let Some(machine) = workload.header.max_processors() {
        scenario.platform = vec![machine];
    }
    scenario
}
