//! Prepared folders of plans: links, pipes and devices in place of files, other owners.
#![cfg(unix)]

use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::plans::{log, planned, result};
use super::{Folder, THREE_JOBS, assert_says, failed, parsed, printed, succeeded, text, words};

const DRY: &str = "sweep submit plan --to slurm --dry-run";

/// An sbatch that keeps its arguments and what it is given on standard input.
fn sbatch(folder: &Folder) {
    let place = folder.path("");
    let script = format!("#!/bin/sh\necho \"$@\" >> '{place}arguments'\ncat >> '{place}given'\necho 17\n");
    set_mode(&folder.file("sbatch", &script), 0o755);
}

fn submit(folder: &Folder) -> Output {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "submit", &folder.path("plan"), "--to", "slurm"])
        .env("PATH", format!("{}:{path}", folder.path("")))
        .output();
    output.expect("slotscope starts")
}

fn set_mode(path: &str, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
}

fn mode(path: &str) -> u32 {
    std::fs::metadata(path).expect(path).mode() & 0o777
}

/// Within a minute and 1 GB of addresses, of which the threads' stacks take some.
fn within_bounds(folder: &Folder, line: &str) -> Output {
    let bounded = "ulimit -v 1000000; exec timeout 60 \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", bounded, env!("CARGO_BIN_EXE_slotscope")])
        .args(words(line))
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .output();
    output.expect("sh")
}

#[test]
fn a_folder_that_is_a_link_is_refused() {
    let folder = planned(2, "");
    folder.file("log.swf", THREE_JOBS);
    std::fs::create_dir(folder.path("elsewhere")).expect("a folder");
    let lay = |name: &str| symlink(folder.path("elsewhere"), folder.path(name)).expect("a link");
    for inner in ["results", "slurm", "logs"] {
        let path = folder.path("plan/") + inner;
        let is_there = std::fs::rename(&path, folder.path("aside")).is_ok();
        lay(&path);
        for verb in ["run", "gather", "status"] {
            assert_says(&folder.refused(&format!("sweep {verb} plan")), &format!("{inner}: is a link, to /"));
        }
        assert_says(&failed(&submit(&folder)), "is a link, to /");
        folder.remove(&path);
        if is_there {
            std::fs::rename(folder.path("aside"), &path).expect("put back");
        }
    }
    // A thousand results share a folder.
    std::fs::create_dir(folder.path("plan/results")).expect("a folder");
    lay("plan/results/0000");
    folder.assert_refused("sweep run plan => 0000: is a link");
    assert_eq!(folder.count("elsewhere"), 0);
    // A new plan through a link.
    lay("new");
    folder.assert_refused("sweep {} log.swf --vary seed=1,2 --plan new => is a link");
    assert_eq!(folder.count("elsewhere"), 0);
    // The plan itself, with a slash behind it or not.
    symlink(folder.path("plan"), folder.path("link")).expect("a link");
    folder.assert_refused(
        "sweep run link => name that one\n\
         sweep gather link => name that one\n\
         sweep status link => name that one\n\
         sweep run link/ => name that one\n\
         sweep gather link/ => name that one\n\
         sweep status link/ => name that one",
    );
}

#[test]
fn a_folder_that_others_can_change_is_refused() {
    let folder = planned(2, "");
    for inner in ["plan", "plan/logs", "plan/results"] {
        let path = folder.path(inner);
        std::fs::create_dir_all(&path).expect("a folder");
        for mode in [0o775, 0o757, 0o1777] {
            set_mode(&path, mode);
            folder.assert_refused("sweep run plan => writable by others … chmod go-w plan");
        }
        set_mode(&path, 0o755);
    }
    // Root can give the plan away; anybody else finds folders of root.
    let others = match chown(folder.path("plan"), Some(1), None) {
        Ok(()) => "plan",
        Err(_) => "/usr",
    };
    for verb in ["run OTHERS", "gather OTHERS", "status OTHERS", "submit OTHERS --to slurm"] {
        let verb = verb.replace("OTHERS", others);
        folder.assert_refused(&format!("sweep {verb} => is owned by another user"));
    }
}

#[test]
fn a_plan_lies_in_folders_that_nobody_else_can_change() {
    let folder = planned(2, "");
    folder.printed("sweep run plan");
    sbatch(&folder);
    folder.printed(DRY);
    for inner in ["plan", "plan/logs", "plan/results", "plan/results/0000"] {
        assert_eq!(mode(&folder.path(inner)) & 0o022, 0, "{inner}");
    }
}

#[test]
fn scripts_reach_sbatch_by_no_file() {
    let folder = planned(2, "");
    sbatch(&folder);
    succeeded(&submit(&folder));
    assert_eq!(folder.read("arguments"), "--parsable\n--parsable --dependency=afterany:17\n");
    let given = folder.read("given").replace("exit 1\n#!", "exit 1\n\n#!");
    assert_eq!(given, folder.printed(DRY));
    assert_eq!(folder.count("plan/slurm"), 0);
    // The batch system would write through what lies there.
    let victim = folder.file("victim", "kept");
    let place = folder.path("plan/slurm/17_0.txt");
    for lay in [|from: &str, to: &str| symlink(from, to), |from: &str, to: &str| std::fs::hard_link(from, to)] {
        lay(&victim, &place).expect("a link");
        assert_says(&failed(&submit(&folder)), "17_0.txt: is no regular file with one name");
        folder.remove(&place);
    }
    assert_eq!(folder.read("arguments").lines().count(), 2);
    assert_eq!(folder.read("victim"), "kept");
}

#[test]
fn the_job_that_gathers_writes_through_no_link_and_runs_no_name() {
    let folder = Folder::with(&[("$(touch pwned).swf", THREE_JOBS), ("s.json", r#"{ "platform": [8] }"#)]);
    let plan = "'a $(touch pwned) plan'";
    let vary = "--vary workload.reservations.percent=0,50,..,100 --vary system.two_level.local.queue=easy,fcfs";
    folder.printed(&format!("sweep s.json '$(touch pwned).swf' {vary} --seeds 2 --plan {plan}"));
    folder.printed(&format!("sweep run {plan}"));
    folder.remove("a $(touch pwned) plan/results/0000/1.txt");
    let scripts = folder.printed(&format!("sweep submit {plan} --to slurm --dry-run"));
    let (_, gather) = scripts.rsplit_once("#!/bin/sh\n").expect("a script");
    folder.printed(&format!("sweep run {plan}"));
    let victim = folder.file("victim", "kept");
    let inner = |name| folder.path("a $(touch pwned) plan/") + name;
    for name in
        ["curves.json", "table.csv", "curves.json.provenance.json", "table.csv.provenance.json", ".table.csv.17.tmp"]
    {
        symlink(&victim, inner(name)).expect("a link");
    }
    let mut shell = Command::new("sh")
        .env("SLURM_JOB_ID", "17")
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .spawn()
        .expect("sh");
    shell.stdin.take().expect("a pipe").write_all(gather.as_bytes()).expect("the script");
    assert!(shell.wait().expect("it ends").success());
    assert_eq!(folder.read("victim"), "kept");
    assert!(Path::new(&inner("curves.json")).symlink_metadata().is_ok_and(|it| it.is_file()));
    assert_eq!(folder.read(&inner("table.csv")), folder.printed(&format!("sweep gather {plan}")));
    assert!(!folder.has("pwned") && !folder.has(&inner("pwned")));
}

#[test]
fn files_of_a_plan_keep_the_mode_of_what_they_are_copied_from() {
    let folder = Folder::with(&[
        ("log.swf", THREE_JOBS),
        ("s.json", r#"{ "platform": [8] }"#),
        ("requests.csv", "job,ready,deadline\n1,0,900\n"),
    ]);
    // Of the log, the scenario, the requests, and the plan.
    for (given, of_plan) in
        [([0o600, 0o644, 0o644], 0o644), ([0o640, 0o600, 0o644], 0o600), ([0o644, 0o644, 0o640], 0o640)]
    {
        for (name, mode) in ["log.swf", "s.json", "requests.csv"].into_iter().zip(given) {
            set_mode(&folder.path(name), mode);
        }
        folder.printed("sweep s.json log.swf --vary seed=1,2 --requests requests.csv --plan plan");
        assert_eq!(folder.count("plan/logs"), 1);
        let modes = [&log(), "plan/plan.json", "plan/tasks.csv"].map(|it| mode(&folder.path(it)));
        assert_eq!(modes, [given[0], of_plan, of_plan]);
        std::fs::remove_dir_all(folder.path("plan")).expect("the plan");
    }
}

/// Puts something in place of a file.
type Lay<'a> = &'a dyn Fn(&str);

#[test]
fn pipes_devices_and_endless_files_hold_nothing_up() {
    let folder = planned(2, "");
    folder.printed("sweep run plan --tasks 2-12");
    let pipe = |path: &str| assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
    let zeros = |path: &str| symlink("/dev/zero", path).expect("a link");
    // A hole.
    let endless = |path: &str| std::fs::File::create(path).and_then(|it| it.set_len(1 << 36)).expect("a file");
    let lays: [(Lay, &str); 3] =
        [(&pipe, "this is no file"), (&zeros, "this is no file"), (&endless, "it is larger than ")];
    let kept = folder.path("kept");
    for (lay, why) in lays {
        for (name, verbs) in
            [("plan/plan.json", &["status", "gather", "run"][..]), (&log(), &["run"]), (&result(2), &["gather"])]
        {
            let path = folder.path(name);
            std::fs::rename(&path, &kept).expect("moved aside");
            lay(&path);
            for verb in verbs {
                let told = failed(&within_bounds(&folder, &format!("sweep {verb} plan")));
                assert!(told.contains(why), "{name} {verb}: {told}");
            }
            folder.remove(&path);
            std::fs::rename(&kept, &path).expect("put back");
        }
    }
    succeeded(&within_bounds(&folder, "sweep status plan"));
}

#[test]
fn the_status_of_a_hundred_million_tasks_takes_little_memory() {
    let folder = planned(2, "");
    folder.printed("sweep run plan --tasks 3-4");
    let mut json = parsed(&folder.read("plan/plan.json"));
    let values: Vec<f64> = (0..10_000).map(|it| f64::from(it) / 100.0).collect();
    json["vary"] = serde_json::json!([{ "path": "workload.reservations.percent", "values": values }]);
    json["seeds"] = 10_000.into();
    json["tasks"] = 100_000_000.into();
    folder.file("plan/plan.json", &json.to_string());
    assert_says(
        &succeeded(&within_bounds(&folder, "sweep status plan")),
        "tasks    100000000\ndone     0\nmissing  99999998\ndamaged  2\nmissing: tasks 1-2,5-100000000\n",
    );
    assert_says(&succeeded(&within_bounds(&folder, DRY)), "#SBATCH --array=0-999\n");
}

/// A million million runs, of which nothing is made.
#[test]
fn a_sweep_that_is_too_large_is_refused_at_once() {
    let folder = Folder::with(&[("log.swf", THREE_JOBS)]);
    let vary = "--vary platform.0=VALUES --vary seed=VALUES --vary workload.first_job=VALUES \
        --vary workload.count=VALUES --vary workload.missing_limit=VALUES --vary workload.clip_limit_to=VALUES"
        .replace("VALUES", "1,2,..,100");
    let output = within_bounds(&folder, &format!("sweep {{}} log.swf {vary}"));
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
    assert_says(&text(&output.stderr), "more than the 100000000 runs that a sweep may have");
}

/// Under a limit that keeps its user from any further thread; a superuser has none, and becomes another one.
#[test]
fn where_no_thread_can_be_had_the_runs_are_made_all_the_same() {
    let folder = Folder::with(&[("log.swf", THREE_JOBS)]);
    let sweep = "sweep {} - --vary seed=1,2,3";
    let expected = printed(sweep, THREE_JOBS);
    let limited = "ulimit -u 1; exec \"$0\" \"$@\"";
    let is_root = nix::unistd::geteuid().is_root();
    let mut command = if is_root { Command::new("setpriv") } else { Command::new("bash") };
    if is_root {
        command.args(["--reuid=54321", "--regid=54321", "--clear-groups", "bash"]);
    }
    let output = command
        .args(["-c", limited, env!("CARGO_BIN_EXE_slotscope")])
        .args(words(&format!("{sweep} --threads 500")))
        .stdin(std::fs::File::open(folder.path("log.swf")).expect("a log"))
        .output()
        .expect("a shell");
    let told = text(&output.stderr);
    assert_eq!(succeeded(&output), expected, "{told}");
    assert_says(&told, "--threads 500: no more than 1 can be had here");
}
