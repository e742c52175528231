//! What a command reads, and what stands where it writes, is not destroyed.
#![cfg(unix)]

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::Command;

use super::plans::planned;
use super::{Folder, THREE_JOBS, assert_says, failed, printed, words};

/// What is read.
const INPUTS: &[(&str, &str)] = &[
    ("s.json", r#"{ "platform": [8] }"#),
    ("r.csv", "job,ready,deadline\n1,0,900\n"),
    ("log.swf", THREE_JOBS),
    ("other.swf", THREE_JOBS),
];

/// A folder with these files, two of which are one, and a link to it.
fn inputs() -> Folder {
    let folder = Folder::with(INPUTS);
    let log = folder.path("log.swf");
    symlink(&log, folder.path("link.swf")).expect("a link");
    folder.remove("other.swf");
    std::fs::hard_link(&log, folder.path("other.swf")).expect("another name");
    folder
}

#[test]
fn no_result_takes_the_place_of_what_is_read() {
    let folder = inputs();
    for row in [
        "RUN --jobs log.swf --report s.json => --report s.json: is the scenario, which is read",
        "RUN --jobs log.swf => --jobs log.swf: is the log, which is read",
        "RUN --report ./s.json => is the scenario, which is read",
        "RUN --jobs r.csv => is the list of requests, which is read",
        "RUN --export swf=link.swf => --export swf link.swf: is the log",
        "RUN --export swf=other.swf => is the log",
        "run s.json - --jobs log.swf < log.swf => is the log",
        "SWEEP --table log.swf => is the log",
        "SWEEP --out s.json => is the scenario",
        "convert log.swf --to swf --out log.swf => --out log.swf: is the input, which is read",
        "convert - --to gwf --out log.swf < log.swf => is the input",
        "reproduce kurowski-2011 --trace log.csv --out . => --out .: may write over log.csv",
        "reproduce kurowski-2011 --trace kurowski-2011.md --write . => --write .: may write over kurowski-2011.md",
    ] {
        let row = row
            .replace("RUN", "run s.json log.swf --requests r.csv")
            .replace("SWEEP", "sweep s.json log.swf --vary seed=1,2");
        folder.assert_refused(&row);
        for (name, bytes) in INPUTS {
            assert_eq!(folder.read(name), *bytes, "{row}: {name}");
        }
    }
    // Nothing has been written beside them.
    assert_eq!(folder.count(""), 5);
}

#[test]
fn no_result_takes_the_place_of_another() {
    let folder = inputs();
    std::fs::create_dir(folder.path("inner")).expect("a folder");
    for line in [
        "run s.json log.swf --export swf=a --export gwf=a",
        "run s.json log.swf --jobs a --report inner/../a",
        "run s.json log.swf --jobs a --report a.provenance.json",
        "sweep s.json log.swf --vary seed=1,2 --table a --out ./a",
    ] {
        folder.assert_refused(&format!("{line} => would also be written by --"));
        assert!(!folder.has("a"));
    }
    // What loses nothing may be named twice.
    folder.printed("run s.json log.swf --jobs /dev/null --report /dev/null");
}

#[test]
fn gathering_leaves_the_plan_as_it_is() {
    let folder = planned(2, "");
    folder.printed("sweep run plan");
    for name in ["plan.json", "tasks.csv", "results/0000/1.txt", "results/x", "logs/x", "slurm/x"] {
        for option in ["--out", "--table"] {
            std::fs::create_dir_all(folder.path("plan/slurm")).expect("a folder");
            folder.assert_refused(&format!("sweep gather plan {option} plan/{name} => is part of the plan"));
        }
    }
    folder.printed("sweep gather plan --out plan/curves.json --table plan/table.csv");
    assert_eq!(folder.read("plan/table.csv"), folder.read("table"));
}

#[test]
fn what_finds_no_room_leaves_what_was_there() {
    let folder = inputs();
    folder.file("long.swf", &printed("generate lublin --jobs 2000", ""));
    for (name, line) in
        [("jobs.csv", "run {} long.swf --jobs jobs.csv"), ("long.gwf", "convert long.swf --to gwf --out long.gwf")]
    {
        folder.file(name, "before");
        let before = folder.count("");
        // A file may have 16 KiB; a longer write fails and does not end the program.
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_slotscope")])
            .args(words(line))
            .current_dir(folder.path(""))
            .output();
        assert_says(&failed(&output.expect("sh")), &format!("{name} … could not be written"));
        assert_eq!((folder.read(name), folder.count("")), ("before".to_owned(), before));
    }
}

#[test]
fn a_result_replaces_a_link_and_keeps_the_mode_of_a_file() {
    let folder = inputs();
    symlink(folder.file("victim", "kept"), folder.path("jobs.csv")).expect("a link");
    let report = folder.file("report.json", "old");
    std::fs::set_permissions(&report, Permissions::from_mode(0o600)).expect("a mode");
    folder.printed("run s.json log.swf --jobs jobs.csv --report report.json");
    assert_eq!(folder.read("victim"), "kept");
    assert!(folder.read("jobs.csv").starts_with("job,"));
    assert_eq!(std::fs::metadata(report).expect("a report").mode() & 0o777, 0o600);
}
