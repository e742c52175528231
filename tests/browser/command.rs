//! The real command line, which the page must agree with, and a folder for its files.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use slotscope::criteria::{KindReport, Report};
use slotscope::experiment::Scenario;

/// A folder that is gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("slotscope-files-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        // The driver of the browser takes no path with a link in it.
        Self(folder.canonicalize().expect("a folder that exists"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file and says where it is.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect(name);
        path
    }

    /// The log of the page's sample, as the command line generates it.
    pub fn sample(&self) -> PathBuf {
        self.file("sample.swf", slotscope(&["generate", "lublin"]))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `slotscope` and returns what it prints.
#[track_caller]
pub fn slotscope(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope")).args(arguments).output().expect("slotscope starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    output.stdout
}

/// What `slotscope run` wrote.
pub struct Written {
    /// By `--report`.
    pub report: String,
    /// By `--jobs`.
    pub jobs: String,
}

impl Written {
    /// What the page shows of the report. Read number by number: reading JSON as a whole may
    /// miss the last digit.
    pub fn figures(&self) -> Report {
        let (_, of_reservations) = self.report.split_once("\"reservations\": {").expect("reservations");
        let reservations = KindReport { jobs: figure(of_reservations, "jobs") as usize, ..KindReport::default() };
        let figure = |name| figure(&self.report, name);
        Report {
            jobs: figure("jobs") as usize,
            mean_utilization: figure("mean_utilization"),
            mean_flow_time: figure("mean_flow_time"),
            mean_tardiness: figure("mean_tardiness"),
            mean_waiting_time: figure("mean_waiting_time"),
            mean_bounded_slowdown: figure("mean_bounded_slowdown"),
            reservations,
            ..Report::default()
        }
    }
}

/// A figure of a report, or of its part that begins there: those of further parts come after it.
fn figure(report: &str, name: &str) -> f64 {
    let (_, rest) = report.split_once(&format!("\"{name}\": ")).expect(name);
    let (number, _) = rest.split_once(',').expect("more figures");
    number.parse().expect("a number")
}

/// Has `slotscope run` run a scenario, given as the text of its file, on a log.
#[track_caller]
pub fn run(folder: &Folder, scenario: &str, log: &Path) -> Written {
    let scenario = folder.file("scenario.json", scenario);
    let (report, jobs) = (folder.path("report.json"), folder.path("jobs.csv"));
    let text = |path: &Path| path.to_str().expect("a plain path").to_owned();
    let [scenario, log, report_at, jobs_at] = [&scenario, log, &report, &jobs].map(text);
    slotscope(&["run", &scenario, &log, "--report", &report_at, "--jobs", &jobs_at]);
    let read = |path| std::fs::read_to_string(path).expect("a file that was written");
    Written { report: read(&report), jobs: read(&jobs) }
}

/// A report without the name and the digest of its log: the page makes the sample that the command line reads
/// from a file.
#[track_caller]
pub fn without_log(report: &str) -> String {
    let (before, rest) = report.split_once("\"log\": {").expect("the log");
    let (_, after) = rest.split_once('}').expect("its end");
    before.to_owned() + after
}

/// A scenario as a file.
pub fn json(scenario: &Scenario) -> String {
    serde_json::to_string_pretty(scenario).expect("a scenario is JSON")
}
