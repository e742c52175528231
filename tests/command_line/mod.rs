//! The command line, as a person or a script calls it.

mod broker;
mod co_allocation;
mod explained;
mod groups;
mod hostile_names;
mod hostile_plans;
mod kept_files;
mod loads;
mod logs;
mod nodes;
mod outputs;
mod plans;
mod replicates;
mod reproduced_tables;
mod runs;
mod scenario_files;
mod sweeps;
mod tables;
mod task_batches;
mod workflows;

use std::io::Write;
use std::process::{Command, Output, Stdio};

const THREE_JOBS: &str = "; MaxProcs: 8\n\
    1 0 5 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
    2 3 0 10 8 -1 -1 8 20 -1 1 2 1 1 1 1 -1 -1\n\
    3 4 9 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n";

fn slotscope(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("slotscope starts");
    // A command that fails early does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("slotscope ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The fields of a line, of which some are quoted.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("a field").push(letter),
        }
    }
    fields
}

/// A report without the workload that it comes from: the same jobs may stand in other files.
fn criteria(report: &[u8]) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_slice(report).expect("a report");
    let provenance = report["provenance"].as_object_mut().expect("provenance");
    provenance.remove("log").expect("the log");
    report
}

struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("slotscope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect(name);
        path
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
