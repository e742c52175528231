//! Sweeps that are written down as plans, run in pieces and gathered.

mod submit;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::{Folder, THREE_JOBS, slotscope, text};

/// A sweep in a folder of its own, and the plan of it.
pub struct Planned {
    pub folder: Folder,
    pub plan: String,
    /// What `sweep` itself prints.
    pub table: String,
}

/// 6 combinations with so many seeds.
pub fn sweep_arguments<'a>(scenario: &'a str, log: &'a str, seeds: &'a str) -> Vec<&'a str> {
    vec![
        "sweep",
        scenario,
        log,
        "--vary",
        "workload.reservations.percent=0,50,..,100",
        "--vary",
        "system.two_level.local.queue=easy,fcfs",
        "--seeds",
        seeds,
    ]
}

pub fn planned(name: &str, seeds: u32, more: &[&str]) -> Planned {
    let folder = Folder::new(name);
    let scenario = folder
        .file("scenario.json", r#"{ "platform": [8], "seed": 5, "workload": { "reservations": { "percent": 30 } } }"#);
    let log = folder.file("three.swf", THREE_JOBS);
    let seeds = seeds.to_string();
    let arguments = sweep_arguments(&scenario, &log, &seeds);
    let table = succeeded(&slotscope(&arguments, ""));
    let plan = folder.path("plan");
    let made = [&arguments[..], &["--plan", &plan], more].concat();
    succeeded(&slotscope(&made, ""));
    // The plan needs neither any more.
    std::fs::remove_file(scenario).expect("the scenario");
    std::fs::remove_file(log).expect("the log");
    Planned { folder, plan, table }
}

impl Planned {
    pub fn sweep(&self, verb: &str, more: &[&str]) -> Output {
        slotscope(&[&["sweep", verb, &self.plan], more].concat(), "")
    }

    pub fn result(&self, task: u64) -> PathBuf {
        Path::new(&self.plan).join(format!("results/0000/{task}.txt"))
    }

    /// The files beside the results that nobody has put in their place.
    fn temporary_files(&self) -> usize {
        let results = Path::new(&self.plan).join("results/0000");
        let entries = std::fs::read_dir(results).expect("results").flatten();
        let is_temporary = |it: &std::fs::DirEntry| it.file_name().to_string_lossy().ends_with(".tmp");
        entries.filter(is_temporary).count()
    }
}

#[track_caller]
pub fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
pub fn refused(output: &Output) -> String {
    assert!(!output.status.success(), "{}", text(&output.stdout));
    text(&output.stderr)
}

#[test]
fn slices_in_any_order_gather_to_the_table_of_the_sweep() {
    let mut planned = planned("plan-slices", 3, &[]);
    // It is whole wherever it is carried.
    let elsewhere = planned.folder.path("elsewhere");
    std::fs::rename(&planned.plan, &elsewhere).expect("moved");
    planned.plan = elsewhere;
    for slice in ["13-18", "4", "1-7", "8-12"] {
        let told = succeeded(&planned.sweep("run", &["--tasks", slice, "--threads", "2"]));
        // What `cargo xtask scale` reads.
        assert!(told.contains("; a task took ") && told.ends_with(" ms of it beside its runs\n"), "{told}");
    }
    assert_eq!(succeeded(&planned.sweep("gather", &[])), planned.table);
    // A slice may end beyond the last task, and nothing is run twice.
    let again = succeeded(&planned.sweep("run", &["--tasks", "17-32"]));
    assert!(again.contains(": 0 run, 2 were there"), "{again}");
    let again = succeeded(&planned.sweep("run", &[]));
    assert!(again.contains(": 0 run, 18 were there"), "{again}");
    assert_eq!(planned.temporary_files(), 0);
}

#[test]
fn several_runs_may_be_one_task() {
    let planned = planned("plan-lumps", 3, &["--runs-per-task", "4"]);
    let tasks = std::fs::read_to_string(Path::new(&planned.plan).join("tasks.csv")).expect("tasks");
    let rows: Vec<&str> = tasks.lines().collect();
    let columns = "task,first_run,last_run,seed,workload.reservations.percent,system.two_level.local.queue";
    assert_eq!((rows.len(), rows[0]), (6, columns));
    assert_eq!(rows[5], "5,17,18,6,100,fcfs");
    succeeded(&planned.sweep("run", &["--tasks", "2-5"]));
    refused(&planned.sweep("gather", &[]));
    succeeded(&planned.sweep("run", &[]));
    assert_eq!(succeeded(&planned.sweep("gather", &[])), planned.table);
}

#[test]
fn what_is_missing_or_damaged_is_told_and_made_again() {
    let planned = planned("plan-damage", 2, &[]);
    succeeded(&planned.sweep("run", &["--tasks", "1-9"]));
    let of_three = std::fs::read(planned.result(3)).expect("a result");
    let of_four = std::fs::read(planned.result(4)).expect("a result");
    std::fs::write(planned.result(3), &of_three[..of_three.len() / 2]).expect("cut");
    let mut flipped = of_four.clone();
    flipped[150] ^= 1;
    std::fs::write(planned.result(4), &flipped).expect("flipped");
    // Whole, but of another task.
    std::fs::copy(planned.result(6), planned.result(5)).expect("copied");
    // A folder of that name cannot be read, nor become a result while it is there.
    std::fs::create_dir(planned.result(12)).expect("a folder");
    let told = refused(&planned.sweep("run", &["--tasks", "12"]));
    assert!(told.contains("12.txt: could not be written"), "{told}");
    let told = refused(&planned.sweep("gather", &[]));
    assert!(told.contains("damaged: task 12, "), "{told}");
    assert_eq!(planned.temporary_files(), 0);
    std::fs::remove_dir(planned.result(12)).expect("the folder");
    let output = planned.sweep("gather", &[]);
    let told = refused(&output);
    assert_eq!(text(&output.stdout), "");
    for expected in [
        "missing: tasks 10-12\n",
        "damaged: task 3, ",
        "0000/3.txt: its end is missing\n",
        "0000/4.txt: it has changed since it was written, by its digest\n",
        "0000/5.txt: it belongs to another task\n",
        "3 of 12 results are missing and 3 damaged; `slotscope sweep run",
    ] {
        assert!(told.contains(expected), "{told}");
    }
    let status = succeeded(&planned.sweep("status", &[]));
    assert!(status.contains("tasks    12\ndone     6\nmissing  3\ndamaged  3\n"), "{status}");
    // The rows of combinations all of whose seeds are there: 1 and 2, 7 and 8.
    let output = planned.sweep("gather", &["--partial"]);
    refused(&output);
    let rows: Vec<&str> = planned.table.lines().collect();
    let expected = [rows[0], rows[1], rows[4], ""].join("\n");
    assert_eq!(text(&output.stdout), expected);
    let again = succeeded(&planned.sweep("run", &[]));
    assert!(again.contains(": 6 run, 6 were there"), "{again}");
    // The very same bytes.
    assert_eq!(std::fs::read(planned.result(3)).ok(), Some(of_three));
    assert_eq!(std::fs::read(planned.result(4)).ok(), Some(of_four));
    assert_eq!(succeeded(&planned.sweep("gather", &[])), planned.table);
}

/// A runner that is left to itself.
fn runner(plan: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "run", plan, "--threads", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("slotscope starts")
}

#[test]
fn two_that_run_the_same_tasks_at_once_do_no_harm() {
    let planned = planned("plan-twice", 40, &[]);
    let mut runners = [runner(&planned.plan), runner(&planned.plan)];
    for runner in &mut runners {
        assert!(runner.wait().expect("it ends").success());
    }
    assert_eq!(succeeded(&planned.sweep("gather", &[])), planned.table);
    assert_eq!(planned.temporary_files(), 0);
}

#[test]
fn a_killed_runner_leaves_nothing_half() {
    let planned = planned("plan-killed", 160, &[]);
    // 960 tasks: each runner is killed when it has added some.
    for round in 1..=4 {
        let mut runner = runner(&planned.plan);
        let last = planned.result(round * 100);
        while !last.exists() && runner.try_wait().expect("a runner").is_none() {
            std::thread::yield_now();
        }
        let _ = runner.kill();
        runner.wait().expect("it ends");
        let status = succeeded(&planned.sweep("status", &[]));
        assert!(status.contains("damaged  0\n"), "{status}");
    }
    let left = planned.result(7).with_file_name(".7.txt.1-0-1.tmp");
    std::fs::write(left, "half").expect("a file");
    succeeded(&planned.sweep("run", &[]));
    assert_eq!(planned.temporary_files(), 0);
    assert_eq!(succeeded(&planned.sweep("gather", &[])), planned.table);
}

#[test]
fn what_the_page_reads_is_the_same_from_one_machine_and_from_many() {
    let folder = Folder::new("plan-out");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 30 } } }"#);
    let log = folder.file("three.swf", THREE_JOBS);
    let arguments = sweep_arguments(&scenario, &log, "3");
    let (here, there) = (folder.path("here.json"), folder.path("there.json"));
    succeeded(&slotscope(&[&arguments[..], &["--out", &here]].concat(), ""));
    let plan = folder.path("plan");
    succeeded(&slotscope(&[&arguments[..], &["--plan", &plan]].concat(), ""));
    refused(&slotscope(&["sweep", "gather", &plan, "--out", &there], ""));
    assert!(!Path::new(&there).exists());
    succeeded(&slotscope(&["sweep", "run", &plan], ""));
    succeeded(&slotscope(&["sweep", "gather", &plan, "--out", &there], ""));
    let here = std::fs::read_to_string(here).expect("a file");
    assert_eq!(Some(&here), std::fs::read_to_string(there).ok().as_ref());
    let found: serde_json::Value = serde_json::from_str(&here).expect("JSON");
    assert_eq!(found["runs"].as_array().map(Vec::len), Some(18));
    assert_eq!((&found["seeds"], &found["log"]), (&3.into(), &"three.swf".into()));
}

#[test]
fn a_plan_is_refused_where_it_cannot_be_what_was_meant() {
    let planned = planned("plan-refused", 2, &[]);
    let none = planned.folder.path("none");
    for verb in ["run", "gather", "status"] {
        let told = refused(&slotscope(&["sweep", verb, &none], ""));
        assert!(told.contains("is no folder of a plan") && told.contains("--plan DIR"), "{told}");
    }
    let told = refused(&planned.sweep("run", &["--tasks", "13-20"]));
    assert!(told.contains("--tasks 13-20: the plan has 12 tasks"), "{told}");
    let told = refused(&planned.sweep("run", &["--tasks", "0-2"]));
    assert!(told.contains("counted from 1"), "{told}");
    // The log is another one.
    let logs = Path::new(&planned.plan).join("logs");
    let log = std::fs::read_dir(&logs).expect("logs").flatten().next().expect("a log").path();
    let text_of_log = std::fs::read_to_string(&log).expect("a log");
    assert_eq!(text_of_log, THREE_JOBS);
    std::fs::write(&log, text_of_log.replace(" 60 ", " 61 ")).expect("changed");
    let told = refused(&planned.sweep("run", &[]));
    assert!(told.contains("not the log") && told.contains("copy three.swf here again"), "{told}");
    std::fs::write(&log, THREE_JOBS).expect("put right");
    // What was run of one plan is not taken for that of another.
    succeeded(&planned.sweep("run", &[]));
    let path = Path::new(&planned.plan).join("plan.json");
    let json = std::fs::read_to_string(&path).expect("a plan");
    std::fs::write(&path, json.replace("\"seed\": 5", "\"seed\": 6")).expect("changed");
    let told = refused(&planned.sweep("gather", &[]));
    assert!(told.contains("belongs to another plan"), "{told}");
}

#[test]
fn a_plan_is_made_once_and_only_if_it_can_be_run() {
    let folder = Folder::new("plan-made");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 30 } } }"#);
    let plan = folder.path("plan");
    let make = |seeds: &str, vary: &str, plan: &str| {
        let arguments = ["sweep", &scenario, "-", "--seeds", seeds, "--vary", vary, "--plan", plan];
        slotscope(&arguments, THREE_JOBS)
    };
    let shares = "workload.reservations.percent=0,50";
    let told = succeeded(&make("2", shares, &plan));
    assert!(told.contains("4 tasks, 4 runs") && told.contains("--tasks 1-4"), "{told}");
    // The same once more, to nobody's harm; another one not.
    succeeded(&slotscope(&["sweep", "run", &plan], ""));
    succeeded(&make("2", shares, &plan));
    succeeded(&slotscope(&["sweep", "gather", &plan], ""));
    assert!(refused(&make("3", shares, &plan)).contains("holds another plan"));
    let littered = folder.path("");
    assert!(refused(&make("2", shares, &littered)).contains("is not empty"));
    let none = folder.path("none");
    for (vary, told) in [
        ("no.field=1", "\"no\""),
        ("platform.0=8,0", "platform[0]"),
        ("system.two_level.local.queue=easy,eazy", "eazy"),
    ] {
        let error = refused(&make("2", vary, &none));
        assert!(error.contains(told), "{error}");
        assert!(!Path::new(&none).exists());
    }
}

#[test]
fn a_plan_that_is_there_keeps_its_bytes_and_gets_what_is_missing() {
    let folder = Folder::new("plan-kept");
    let scenario = folder
        .file("scenario.json", r#"{ "platform": [8], "seed": 5, "workload": { "reservations": { "percent": 30 } } }"#);
    let log = folder.file("three.swf", THREE_JOBS);
    // A shell would take the name for two.
    let plan = folder.path("a plan");
    let sweep = sweep_arguments(&scenario, &log, "2");
    let make = || slotscope(&[&sweep[..], &["--plan", &plan]].concat(), "");
    let told = succeeded(&make());
    assert!(told.contains(&format!("sweep gather '{plan}'\n")), "{told}");
    succeeded(&slotscope(&["sweep", "run", &plan], ""));
    let path = Path::new(&plan).join("plan.json");
    let logs = Path::new(&plan).join("logs");
    // The same, in other bytes: results belong to these.
    let mut bytes = std::fs::read(&path).expect("a plan");
    bytes.push(b'\n');
    std::fs::write(&path, &bytes).expect("changed");
    std::fs::remove_file(Path::new(&plan).join("tasks.csv")).expect("the table");
    std::fs::remove_dir_all(&logs).expect("the logs");
    succeeded(&make());
    assert_eq!(std::fs::read(&path).ok(), Some(bytes));
    assert!(Path::new(&plan).join("tasks.csv").exists());
    assert_eq!(std::fs::read_dir(&logs).map(Iterator::count).ok(), Some(1));
}

#[test]
fn a_plan_takes_over_what_it_left_itself_and_nothing_else() {
    let planned = planned("plan-left", 2, &[]);
    let scenario = planned
        .folder
        .file("scenario.json", r#"{ "platform": [8], "seed": 5, "workload": { "reservations": { "percent": 30 } } }"#);
    let log = planned.folder.file("three.swf", THREE_JOBS);
    let sweep = sweep_arguments(&scenario, &log, "2");
    let make = || slotscope(&[&sweep[..], &["--plan", &planned.plan]].concat(), "");
    let file = |name: &str| Path::new(&planned.plan).join(name);
    let json = std::fs::read(file("plan.json")).expect("a plan");
    std::fs::remove_file(file("plan.json")).expect("broken off");
    std::fs::write(file(".plan.json.17-2-99.tmp"), "{").expect("a file");
    std::fs::write(file(".tasks.csv.17-1-99.tmp"), "task").expect("a file");
    succeeded(&make());
    assert_eq!(std::fs::read(file("plan.json")).ok(), Some(json));
    // Others' files, though they are called so.
    for (name, text) in [("tasks.csv", "who,what\n"), ("logs/syslog", "a line\n"), (".hidden.tmp", "")] {
        std::fs::remove_dir_all(&planned.plan).expect("the folder");
        std::fs::create_dir_all(file("logs")).expect("a folder");
        std::fs::write(file(name), text).expect("a file");
        assert!(refused(&make()).contains("is not empty"), "{name}");
        assert_eq!(std::fs::read_to_string(file(name)).ok().as_deref(), Some(text));
        assert!(!file("plan.json").exists());
    }
}

#[test]
fn what_the_page_will_not_show_is_written_and_told() {
    let folder = Folder::new("plan-large");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 30 } } }"#);
    let log = folder.file("three.swf", THREE_JOBS);
    let (plan, out) = (folder.path("plan"), folder.path("out.json"));
    let make = |last: &str, more: &[&str]| {
        let sizes = format!("platform.0=8,9,..,{last}");
        let queues = "system.two_level.local.queue=easy,fcfs";
        let shares = "workload.reservations.percent=0,1,..,39";
        let vary = ["--vary", &sizes, "--vary", queues, "--vary", shares];
        slotscope(&[&["sweep", &scenario, &log], &vary[..], more].concat(), "")
    };
    let small = make("19", &["--out", &out]);
    succeeded(&small);
    assert!(!text(&small.stderr).contains("the page will not show it"));
    let large = make("20", &["--out", &out]);
    let table = succeeded(&large);
    let told = "out.json: the page will not show it: 26 lines are more than the 24";
    assert!(text(&large.stderr).contains(told), "{}", text(&large.stderr));
    let here = std::fs::read(&out).expect("a file");
    succeeded(&make("20", &["--plan", &plan]));
    succeeded(&slotscope(&["sweep", "run", &plan], ""));
    let there = folder.path("there.json");
    let gathered = slotscope(&["sweep", "gather", &plan, "--out", &there], "");
    assert_eq!(succeeded(&gathered), table);
    assert!(text(&gathered.stderr).contains("the page will not show it: 26 lines"));
    assert!(std::fs::read(&there).ok() == Some(here));
}
