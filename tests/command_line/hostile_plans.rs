//! Prepared folders of plans: links, pipes and devices in place of files, other owners.
#![cfg(unix)]

use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::plans::{Planned, planned, refused, succeeded, sweep_arguments};
use super::{Folder, THREE_JOBS, slotscope, text};

const SLURM: [&str; 2] = ["--to", "slurm"];

/// A file that no command was asked to write.
fn victim(folder: &Folder) -> PathBuf {
    folder.file("victim", "kept").into()
}

#[track_caller]
fn assert_kept(victim: &Path) {
    assert_eq!(std::fs::read_to_string(victim).ok().as_deref(), Some("kept"));
}

/// An sbatch that keeps its arguments and what it is given on standard input.
fn sbatch(planned: &Planned) {
    let folder = planned.folder.path("");
    let script = format!("#!/bin/sh\necho \"$@\" >> '{folder}arguments'\ncat >> '{folder}given'\necho 17\n");
    let path = planned.folder.file("sbatch", &script);
    std::fs::set_permissions(path, Permissions::from_mode(0o755)).expect("executable");
}

fn submit(planned: &Planned) -> Output {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "submit", &planned.plan])
        .args(SLURM)
        .env("PATH", format!("{}:{path}", planned.folder.path("")))
        .output();
    output.expect("slotscope starts")
}

/// Within a minute and 1 GB of addresses, of which the threads' stacks take some.
fn within_bounds(arguments: &[&str]) -> Output {
    let bounded = "ulimit -v 1000000; exec timeout 60 \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", bounded, env!("CARGO_BIN_EXE_slotscope")])
        .args(arguments)
        .stdin(Stdio::null())
        .output();
    output.expect("sh")
}

#[test]
fn a_folder_that_is_a_link_is_refused() {
    let planned = planned("hostile-links", 2, &[]);
    let elsewhere = planned.folder.path("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder");
    for inner in ["results", "slurm", "logs"] {
        let path = Path::new(&planned.plan).join(inner);
        let aside = planned.folder.path("aside");
        let is_there = std::fs::rename(&path, &aside).is_ok();
        symlink(&elsewhere, &path).expect("a link");
        for verb in ["run", "gather", "status"] {
            let told = refused(&planned.sweep(verb, &[]));
            assert!(told.contains(&format!("{inner}: is a link, to /")), "{told}");
        }
        let told = refused(&submit(&planned));
        assert!(told.contains("is a link, to /"), "{told}");
        std::fs::remove_file(&path).expect("the link");
        if is_there {
            std::fs::rename(&aside, &path).expect("put back");
        }
    }
    // A thousand results share a folder.
    let results = Path::new(&planned.plan).join("results");
    std::fs::create_dir(&results).expect("a folder");
    symlink(&elsewhere, results.join("0000")).expect("a link");
    assert!(refused(&planned.sweep("run", &[])).contains("0000: is a link"));
    assert_eq!(std::fs::read_dir(&elsewhere).map(Iterator::count).ok(), Some(0));
    // A new plan through a link.
    let named = planned.folder.path("new");
    symlink(&elsewhere, &named).expect("a link");
    let log = planned.folder.file("log.swf", THREE_JOBS);
    let made = ["sweep", "{}", &log, "--vary", "seed=1,2", "--plan", &named];
    assert!(refused(&slotscope(&made, "")).contains("is a link"));
    assert_eq!(std::fs::read_dir(&elsewhere).map(Iterator::count).ok(), Some(0));
    // The plan itself, with a slash behind it or not.
    let link = planned.folder.path("link");
    symlink(&planned.plan, &link).expect("a link");
    for name in [link.clone(), format!("{link}/")] {
        for verb in ["run", "gather", "status"] {
            let told = refused(&slotscope(&["sweep", verb, &name], ""));
            assert!(told.contains("name that one"), "{told}");
        }
    }
}

#[test]
fn a_folder_that_others_can_change_is_refused() {
    let planned = planned("hostile-owners", 2, &[]);
    for inner in ["", "logs", "results"] {
        let path = Path::new(&planned.plan).join(inner);
        std::fs::create_dir_all(&path).expect("a folder");
        for mode in [0o775, 0o757, 0o1777] {
            std::fs::set_permissions(&path, Permissions::from_mode(mode)).expect("a mode");
            let told = refused(&planned.sweep("run", &[]));
            assert!(told.contains("writable by others") && told.contains("chmod go-w /"), "{told}");
        }
        std::fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a mode");
    }
    // Root can give the plan away; anybody else finds folders of root.
    let others = match chown(&planned.plan, Some(1), None) {
        Ok(()) => planned.plan.as_str(),
        Err(_) => "/usr",
    };
    for verb in ["run", "gather", "status"] {
        let told = refused(&slotscope(&["sweep", verb, others], ""));
        assert!(told.contains("is owned by another user"), "{told}");
    }
    let told = refused(&slotscope(&["sweep", "submit", others, "--to", "slurm"], ""));
    assert!(told.contains("is owned by another user"), "{told}");
}

#[test]
fn a_plan_lies_in_folders_that_nobody_else_can_change() {
    let planned = planned("hostile-new", 2, &[]);
    succeeded(&planned.sweep("run", &[]));
    sbatch(&planned);
    succeeded(&planned.sweep("submit", &[&SLURM[..], &["--dry-run"]].concat()));
    for inner in ["", "logs", "results", "results/0000"] {
        let metadata = std::fs::metadata(Path::new(&planned.plan).join(inner)).expect(inner);
        assert_eq!(metadata.mode() & 0o022, 0, "{inner}");
    }
}

#[test]
fn scripts_reach_sbatch_by_no_file() {
    let planned = planned("hostile-scripts", 2, &[]);
    sbatch(&planned);
    succeeded(&submit(&planned));
    let read = |name: &str| std::fs::read_to_string(planned.folder.path(name)).expect(name);
    assert_eq!(read("arguments"), "--parsable\n--parsable --dependency=afterany:17\n");
    let dry = succeeded(&planned.sweep("submit", &[&SLURM[..], &["--dry-run"]].concat()));
    let given = read("given").replace("exit 1\n#!", "exit 1\n\n#!");
    assert_eq!(given, dry);
    let printed = Path::new(&planned.plan).join("slurm");
    assert_eq!(std::fs::read_dir(&printed).map(Iterator::count).ok(), Some(0));
    // The batch system would write through what lies there.
    let victim = victim(&planned.folder);
    let place = printed.join("17_0.txt");
    for lay in [|from: &Path, to: &Path| symlink(from, to), |from: &Path, to: &Path| std::fs::hard_link(from, to)] {
        lay(&victim, &place).expect("a link");
        let told = refused(&submit(&planned));
        assert!(told.contains("17_0.txt: is no regular file with one name"), "{told}");
        std::fs::remove_file(&place).expect("the link");
    }
    assert_eq!(read("arguments").lines().count(), 2);
    assert_kept(&victim);
}

#[test]
fn the_job_that_gathers_writes_through_no_link_and_runs_no_name() {
    let folder = Folder::new("hostile-gather");
    let log = folder.file("$(touch pwned).swf", THREE_JOBS);
    let scenario = folder.file("s.json", r#"{ "platform": [8] }"#);
    let plan = folder.path("a $(touch pwned) plan");
    let sweep = sweep_arguments(&scenario, &log, "2");
    succeeded(&slotscope(&[&sweep[..], &["--plan", &plan]].concat(), ""));
    succeeded(&slotscope(&["sweep", "run", &plan], ""));
    let dry = ["sweep", "submit", &plan, "--to", "slurm", "--dry-run"];
    std::fs::remove_file(Path::new(&plan).join("results/0000/1.txt")).expect("a result");
    let scripts = succeeded(&slotscope(&dry, ""));
    let (_, gather) = scripts.rsplit_once("#!/bin/sh\n").expect("a script");
    succeeded(&slotscope(&["sweep", "run", &plan], ""));
    let victim = victim(&folder);
    let written =
        ["curves.json", "table.csv", "curves.json.provenance.json", "table.csv.provenance.json", ".table.csv.17.tmp"];
    for name in written {
        symlink(&victim, Path::new(&plan).join(name)).expect("a link");
    }
    let mut shell = Command::new("sh")
        .env("SLURM_JOB_ID", "17")
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .spawn()
        .expect("sh");
    let mut input = shell.stdin.take().expect("a pipe");
    input.write_all(gather.as_bytes()).expect("the script");
    drop(input);
    assert!(shell.wait().expect("it ends").success());
    assert_kept(&victim);
    let curves = Path::new(&plan).join("curves.json");
    assert!(curves.symlink_metadata().is_ok_and(|it| it.is_file()));
    let table = std::fs::read_to_string(Path::new(&plan).join("table.csv")).expect("a table");
    assert_eq!(table, succeeded(&slotscope(&["sweep", "gather", &plan], "")));
    for place in [Path::new(&plan), Path::new(&folder.path(""))] {
        assert!(!place.join("pwned").exists());
    }
}

#[test]
fn files_of_a_plan_keep_the_mode_of_what_they_are_copied_from() {
    let folder = Folder::new("hostile-modes");
    let scenario = folder.file("s.json", r#"{ "platform": [8] }"#);
    let requests = folder.file("requests.csv", "job,ready,deadline\n1,0,900\n");
    let log = folder.file("log.swf", THREE_JOBS);
    let modes = |of: &[(&str, u32)]| {
        for (path, mode) in of {
            std::fs::set_permissions(path, Permissions::from_mode(*mode)).expect("a mode");
        }
    };
    let plan = folder.path("plan");
    let mode = |path: PathBuf| std::fs::metadata(path).expect("a file").mode() & 0o777;
    let sweep =
        [&["sweep", &scenario, &log, "--vary", "seed=1,2"][..], &["--requests", &requests, "--plan", &plan]].concat();
    for (of_log, of_scenario, of_requests, of_plan) in
        [(0o600, 0o644, 0o644, 0o644), (0o640, 0o600, 0o644, 0o600), (0o644, 0o644, 0o640, 0o640)]
    {
        modes(&[(&log, of_log), (&scenario, of_scenario), (&requests, of_requests)]);
        succeeded(&slotscope(&sweep, ""));
        let logs = std::fs::read_dir(Path::new(&plan).join("logs")).expect("logs");
        let copies: Vec<u32> = logs.flatten().map(|it| mode(it.path())).collect();
        assert_eq!(copies, [of_log]);
        for name in ["plan.json", "tasks.csv"] {
            assert_eq!(mode(Path::new(&plan).join(name)), of_plan, "{name}");
        }
        std::fs::remove_dir_all(&plan).expect("the plan");
    }
}

/// Puts something in place of a file.
type Lay<'a> = &'a dyn Fn(&Path);

#[test]
fn pipes_devices_and_endless_files_hold_nothing_up() {
    let planned = planned("hostile-pipes", 2, &[]);
    succeeded(&planned.sweep("run", &["--tasks", "2-12"]));
    let inner = |name: &str| Path::new(&planned.plan).join(name);
    let logs = std::fs::read_dir(inner("logs")).expect("logs");
    let log = logs.flatten().next().expect("a log").path();
    let pipe = |path: &Path| {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo").success());
    };
    let zeros = |path: &Path| symlink("/dev/zero", path).expect("a link");
    let endless = |path: &Path| {
        let file = std::fs::File::create(path).expect("a file");
        file.set_len(1 << 36).expect("a hole");
    };
    let lays: [(Lay, &str); 3] =
        [(&pipe, "this is no file"), (&zeros, "this is no file"), (&endless, "it is larger than ")];
    let kept = planned.folder.path("kept");
    for (lay, why) in lays {
        for (path, verbs) in [
            (inner("plan.json"), &["status", "gather", "run"][..]),
            (log.clone(), &["run"]),
            (planned.result(2), &["gather"]),
        ] {
            std::fs::rename(&path, &kept).expect("moved aside");
            lay(&path);
            for verb in verbs {
                let told = refused(&within_bounds(&["sweep", verb, &planned.plan]));
                assert!(told.contains(why), "{verb}: {told}");
            }
            std::fs::remove_file(&path).expect("what was laid");
            std::fs::rename(&kept, &path).expect("put back");
        }
    }
    succeeded(&within_bounds(&["sweep", "status", &planned.plan]));
}

#[test]
fn the_status_of_a_hundred_million_tasks_takes_little_memory() {
    let planned = planned("hostile-many", 2, &[]);
    succeeded(&planned.sweep("run", &["--tasks", "3-4"]));
    let path = Path::new(&planned.plan).join("plan.json");
    let bytes = std::fs::read(&path).expect("a plan");
    let mut json: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
    let values: Vec<f64> = (0..10_000).map(|it| f64::from(it) / 100.0).collect();
    json["vary"] = serde_json::json!([{ "path": "workload.reservations.percent", "values": values }]);
    json["seeds"] = 10_000.into();
    json["tasks"] = 100_000_000.into();
    std::fs::write(&path, json.to_string()).expect("a plan");
    let status = succeeded(&within_bounds(&["sweep", "status", &planned.plan]));
    let expected = "tasks    100000000\ndone     0\nmissing  99999998\ndamaged  2\nmissing: tasks 1-2,5-100000000\n";
    assert!(status.contains(expected), "{status}");
    let output = within_bounds(&["sweep", "submit", &planned.plan, "--to", "slurm", "--dry-run"]);
    assert!(text(&output.stdout).contains("#SBATCH --array=0-999\n"), "{}", text(&output.stderr));
}

/// A million million runs, of which nothing is made.
#[test]
fn a_sweep_that_is_too_large_is_refused_at_once() {
    let folder = Folder::new("hostile-sweep");
    let log = folder.file("log.swf", THREE_JOBS);
    let fields = [
        "platform.0",
        "seed",
        "workload.first_job",
        "workload.count",
        "workload.missing_limit",
        "workload.clip_limit_to",
    ];
    let vary: Vec<String> = fields.iter().map(|it| format!("{it}=1,2,..,100")).collect();
    let mut arguments = vec!["sweep", "{}", &log];
    arguments.extend(vary.iter().flat_map(|it| ["--vary", it.as_str()]));
    let output = within_bounds(&arguments);
    let told = text(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{told}");
    assert!(told.contains("more than the 100000000 runs that a sweep may have"), "{told}");
}

/// Under a limit that keeps its user from any further thread; a superuser has none, and becomes another one.
#[test]
fn where_no_thread_can_be_had_the_runs_are_made_all_the_same() {
    let folder = Folder::new("hostile-threads");
    let log = folder.file("log.swf", THREE_JOBS);
    let arguments = ["sweep", "{}", "-", "--vary", "seed=1,2,3", "--threads", "500"];
    let expected = succeeded(&slotscope(&arguments[..5], THREE_JOBS));
    let limited = "ulimit -u 1; exec \"$0\" \"$@\"";
    let is_root = nix::unistd::geteuid().is_root();
    let mut command = match is_root {
        true => Command::new("setpriv"),
        false => Command::new("bash"),
    };
    if is_root {
        command.args(["--reuid=54321", "--regid=54321", "--clear-groups", "bash"]);
    }
    let output = command
        .args(["-c", limited, env!("CARGO_BIN_EXE_slotscope")])
        .args(arguments)
        .stdin(std::fs::File::open(log).expect("a log"))
        .output()
        .expect("a shell");
    let told = text(&output.stderr);
    assert_eq!(succeeded(&output), expected, "{told}");
    assert!(told.contains("--threads 500: no more than 1 can be had here"), "{told}");
}
