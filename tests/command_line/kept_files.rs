//! What a command reads, and what stands where it writes, is not destroyed.
#![cfg(unix)]

use std::fs::{File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use super::plans::{planned, refused, succeeded};
use super::{Folder, THREE_JOBS, slotscope, text};

const SCENARIO: &str = r#"{ "platform": [8] }"#;
const REQUESTS: &str = "job,ready,deadline\n1,0,900\n";

/// A folder with a scenario, a log and requests, and other names of the log.
fn inputs(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("s.json", SCENARIO);
    folder.file("r.csv", REQUESTS);
    let log = folder.file("log.swf", THREE_JOBS);
    symlink(&log, folder.path("link.swf")).expect("a link");
    std::fs::hard_link(&log, folder.path("other.swf")).expect("another name");
    folder
}

fn within(folder: &Folder, arguments: &[&str]) -> std::process::Output {
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(arguments)
        .current_dir(folder.path(""))
        .stdin(File::open(folder.path("log.swf")).expect("the log"))
        .output();
    output.expect("slotscope starts")
}

#[test]
fn no_result_takes_the_place_of_what_is_read() {
    let folder = inputs("kept-inputs");
    let run = ["run", "s.json", "log.swf", "--requests", "r.csv"];
    let piped = ["run", "s.json", "-"];
    let sweep = ["sweep", "s.json", "log.swf", "--vary", "seed=1,2"];
    let convert = ["convert", "log.swf", "--to", "swf"];
    for (command, more, told) in [
        (&run[..], &["--jobs", "log.swf", "--report", "s.json"][..], "--report s.json: is the scenario, which is read"),
        (&run, &["--jobs", "log.swf"], "--jobs log.swf: is the log, which is read"),
        (&run, &["--report", "./s.json"], "is the scenario, which is read"),
        (&run, &["--jobs", "r.csv"], "is the list of requests, which is read"),
        (&run, &["--export", "swf=link.swf"], "--export swf link.swf: is the log"),
        (&run, &["--export", "swf=other.swf"], "is the log"),
        (&piped, &["--jobs", "log.swf"], "is the log"),
        (&sweep, &["--table", "log.swf"], "is the log"),
        (&sweep, &["--out", "s.json"], "is the scenario"),
        (&convert, &["--out", "log.swf"], "--out log.swf: is the input, which is read"),
        (&["convert", "-", "--to", "gwf"], &["--out", "log.swf"], "is the input"),
        (&["reproduce", "kurowski-2011", "--trace", "log.csv"], &["--out", "."], "--out .: may write over log.csv"),
        (
            &["reproduce", "kurowski-2011", "--trace", "kurowski-2011.md"],
            &["--write", "."],
            "--write .: may write over kurowski-2011.md",
        ),
    ] {
        let output = within(&folder, &[command, more].concat());
        assert!(refused(&output).contains(told), "{more:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty());
        for (name, bytes) in
            [("s.json", SCENARIO), ("r.csv", REQUESTS), ("log.swf", THREE_JOBS), ("other.swf", THREE_JOBS)]
        {
            assert_eq!(std::fs::read_to_string(folder.path(name)).ok().as_deref(), Some(bytes), "{more:?}: {name}");
        }
    }
    // Nothing has been written beside them.
    assert_eq!(std::fs::read_dir(folder.path("")).map(Iterator::count).ok(), Some(5));
}

#[test]
fn no_result_takes_the_place_of_another() {
    let folder = inputs("kept-results");
    let run = ["run", "s.json", "log.swf"];
    std::fs::create_dir(folder.path("inner")).expect("a folder");
    for (command, more) in [
        (&run[..], &["--export", "swf=a", "--export", "gwf=a"][..]),
        (&run, &["--jobs", "a", "--report", "inner/../a"]),
        (&run, &["--jobs", "a", "--report", "a.provenance.json"]),
        (&["sweep", "s.json", "log.swf", "--vary", "seed=1,2"], &["--table", "a", "--out", "./a"]),
    ] {
        let told = refused(&within(&folder, &[command, more].concat()));
        assert!(told.contains("would also be written by --"), "{told}");
        assert!(!Path::new(&folder.path("a")).exists());
    }
    // What loses nothing may be named twice.
    succeeded(&within(&folder, &[&run[..], &["--jobs", "/dev/null", "--report", "/dev/null"]].concat()));
}

#[test]
fn gathering_leaves_the_plan_as_it_is() {
    let planned = planned("kept-plan", 2, &[]);
    succeeded(&planned.sweep("run", &[]));
    let inner = |name: &str| format!("{}/{name}", planned.plan);
    for name in ["plan.json", "tasks.csv", "results/0000/1.txt", "results/x", "logs/x", "slurm/x"] {
        for option in ["--out", "--table"] {
            std::fs::create_dir_all(inner("slurm")).expect("a folder");
            let told = refused(&planned.sweep("gather", &[option, &inner(name)]));
            assert!(told.contains("is part of the plan"), "{told}");
        }
    }
    succeeded(&planned.sweep("gather", &["--out", &inner("curves.json"), "--table", &inner("table.csv")]));
    let table = std::fs::read_to_string(inner("table.csv")).expect("a table");
    assert_eq!(table, planned.table);
}

#[test]
fn what_finds_no_room_leaves_what_was_there() {
    let folder = inputs("kept-full");
    let log = succeeded(&slotscope(&["generate", "lublin", "--jobs", "2000"], ""));
    folder.file("long.swf", &log);
    for (name, arguments) in [
        ("jobs.csv", &["run", "{}", "long.swf", "--jobs", "jobs.csv"][..]),
        ("long.gwf", &["convert", "long.swf", "--to", "gwf", "--out", "long.gwf"]),
    ] {
        folder.file(name, "before");
        let before = std::fs::read_dir(folder.path("")).map(Iterator::count).ok();
        // A file may have 16 KiB; a longer write fails and does not end the program.
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_slotscope")])
            .args(arguments)
            .current_dir(folder.path(""))
            .output();
        let told = refused(&output.expect("sh"));
        assert!(told.contains(name) && told.contains("could not be written"), "{told}");
        assert_eq!(std::fs::read_to_string(folder.path(name)).ok().as_deref(), Some("before"));
        assert_eq!(std::fs::read_dir(folder.path("")).map(Iterator::count).ok(), before);
    }
}

#[test]
fn a_result_replaces_a_link_and_keeps_the_mode_of_a_file() {
    let folder = inputs("kept-modes");
    let (victim, jobs) = (folder.file("victim", "kept"), folder.path("jobs.csv"));
    symlink(&victim, &jobs).expect("a link");
    let report = folder.file("report.json", "old");
    std::fs::set_permissions(&report, Permissions::from_mode(0o600)).expect("a mode");
    let outputs = ["--jobs", "jobs.csv", "--report", "report.json"];
    succeeded(&within(&folder, &[&["run", "s.json", "log.swf"][..], &outputs].concat()));
    assert_eq!(std::fs::read_to_string(victim).ok().as_deref(), Some("kept"));
    assert!(std::fs::read_to_string(jobs).is_ok_and(|it| it.starts_with("job,")));
    assert_eq!(std::fs::metadata(report).expect("a report").mode() & 0o777, 0o600);
}
