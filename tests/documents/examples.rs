//! The commands that README and docs/command-line.md show do what they are shown for.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use super::{blocks, document};

/// Commands that need a log of an archive, or a batch system.
const NEED_MORE: &[&str] = &["slotscope reproduce", "slotscope sweep submit"];

/// In place of sizes that take long: the examples run on 40 jobs and over two seeds.
const SMALLER: &[(&str, &str)] = &[("--jobs 1000", "--jobs 40"), ("--seeds 100", "--seeds 2")];

/// Files that the examples read and none of them writes.
const FILES: &[(&str, &str)] = &[
    ("scenario.json", r#"{"platform": "log"}"#),
    ("requests.csv", "job,ready,deadline\n5,2000000,3000000\n"),
    (
        "accounting.txt",
        "JobID|Submit|Start|End|AllocCPUS\n1|2024-03-01T00:00:00|2024-03-01T00:01:00|2024-03-01T00:02:00|4\n",
    ),
    ("slurm.conf", "NodeName=n[1-4] CPUs=8 RealMemory=16000\nPartitionName=all Nodes=ALL\n"),
    ("my-lesson.json", include_str!("../../static/lessons/backfilling.json")),
];

#[test]
fn every_example_runs() {
    let folder = std::env::temp_dir().join(format!("slotscope-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    for (name, text) in FILES {
        std::fs::write(folder.join(name), text).expect(name);
    }
    let mut run = 0;
    for name in ["docs/command-line.md", "README.md"] {
        let text = document(name);
        let lines = blocks(&text, "sh").join("\n");
        for line in lines.lines().filter(|it| it.starts_with("slotscope ")) {
            if NEED_MORE.iter().any(|it| line.starts_with(it)) {
                continue;
            }
            // The example runs a slice of the plan; all of it has to be run before it is gathered.
            if line.starts_with("slotscope sweep gather") {
                shell(&folder, "slotscope sweep run plan");
            }
            shell(&folder, line);
            run += 1;
        }
    }
    std::fs::remove_dir_all(&folder).expect("the temporary folder");
    assert!(run > 20, "{run} examples");
}

/// Has a shell do what a line says, in a folder; it has to succeed.
#[track_caller]
fn shell(folder: &Path, line: &str) {
    let small = SMALLER.iter().fold(line.to_owned(), |line, (long, short)| line.replace(long, short));
    let program = Path::new(env!("CARGO_BIN_EXE_slotscope"));
    let programs = program.parent().expect("its folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &small])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}\n{told}");
}
