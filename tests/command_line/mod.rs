//! The command line, as a person or a script calls it.

mod broker;
mod co_allocation;
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
mod runs;
mod scenario_files;
mod sweeps;
mod tables;
mod task_batches;
mod workflows;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

const THREE_JOBS: &str = "; MaxProcs: 8\n\
    1 0 5 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
    2 3 0 10 8 -1 -1 8 20 -1 1 2 1 1 1 1 -1 -1\n\
    3 4 9 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n";

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slotscope"));
    command.args(arguments);
    command
}

fn slotscope(arguments: &[&str], input: &str) -> Output {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("slotscope starts");
    // A command that fails early does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("slotscope ends")
}

/// The words of a line, as a shell has them: what has blanks in it stands between single quotes.
fn words(line: &str) -> Vec<&str> {
    line.split('\'')
        .enumerate()
        .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

fn called(line: &str, input: &str) -> Output {
    slotscope(&words(line), input)
}

#[track_caller]
pub fn printed(line: &str, input: &str) -> String {
    succeeded(&called(line, input))
}

#[track_caller]
fn refused(line: &str, input: &str) -> String {
    failed(&called(line, input))
}

#[track_caller]
pub fn json(line: &str, input: &str) -> Value {
    parsed(&printed(line, input))
}

#[track_caller]
fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

/// What a call prints that succeeds.
#[track_caller]
fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// What a call says on standard error that fails.
#[track_caller]
fn failed(output: &Output) -> String {
    assert!(!output.status.success(), "{}", text(&output.stdout));
    text(&output.stderr)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// That a text has all of these parts, between which ` … ` stands.
#[track_caller]
fn assert_says(text: &str, parts: &str) {
    for part in parts.split(" … ") {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The cells below a head of a table.
#[track_caller]
fn column(table: &str, name: &str) -> Vec<String> {
    let mut rows = table.lines().map(fields);
    let at = rows.next().and_then(|it| it.iter().position(|it| it == name));
    let at = at.unwrap_or_else(|| panic!("no {name}: {table}"));
    rows.map(|mut it| it.swap_remove(at)).collect()
}

#[track_caller]
fn numbers(table: &str, name: &str) -> Vec<f64> {
    let cells = column(table, name);
    cells.iter().map(|it| it.parse().expect("a number")).collect()
}

/// The values at some pointers, one behind the other.
fn values(json: &Value, pointers: &str) -> String {
    let value = |it| json.pointer(it).unwrap_or(&Value::Null).to_string();
    pointers.split(' ').map(value).collect::<Vec<_>>().join(" ")
}

/// A report without the workload that it comes from: the same jobs may stand in other files.
fn criteria(report: &str) -> Value {
    let mut report = parsed(report);
    let provenance = report["provenance"].as_object_mut().expect("provenance");
    provenance.remove("log").expect("the log");
    report
}

/// A temporary folder, in which `slotscope` is called.
struct Folder(PathBuf);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("slotscope-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Self(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).expect("a temporary folder");
        for (name, text) in files {
            folder.file(name, text);
        }
        folder
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect(name);
        path
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    #[track_caller]
    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect(name)
    }

    fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    fn remove(&self, name: &str) {
        std::fs::remove_file(self.0.join(name)).expect(name);
    }

    /// How many files and folders are in a folder of it.
    fn count(&self, name: &str) -> usize {
        std::fs::read_dir(self.0.join(name)).expect(name).count()
    }

    /// Calls `slotscope` with the words of a line; behind `<` stands the file that it reads on standard input.
    #[track_caller]
    fn called(&self, line: &str) -> Output {
        let (line, file) = line.split_once(" < ").unwrap_or((line, ""));
        let stdin = match file {
            "" => Stdio::null(),
            file => std::fs::File::open(self.path(file)).expect(file).into(),
        };
        program(&words(line)).current_dir(&self.0).stdin(stdin).output().expect("slotscope starts")
    }

    #[track_caller]
    fn printed(&self, line: &str) -> String {
        succeeded(&self.called(line))
    }

    #[track_caller]
    fn json(&self, line: &str) -> Value {
        parsed(&self.printed(line))
    }

    #[track_caller]
    fn refused(&self, line: &str) -> String {
        failed(&self.called(line))
    }

    /// What a call says on standard error that succeeds.
    #[track_caller]
    fn warned(&self, line: &str) -> String {
        let output = self.called(line);
        succeeded(&output);
        text(&output.stderr)
    }

    /// That each line is refused with the words behind `=>`, and nothing is printed.
    #[track_caller]
    fn assert_refused(&self, rows: &str) {
        for row in rows.lines() {
            let (line, parts) = row.split_once(" => ").expect(row);
            let output = self.called(line);
            let told = text(&output.stderr);
            assert!(!output.status.success() && output.stdout.is_empty(), "{row}: {told}");
            assert!(parts.split(" … ").all(|part| told.contains(part)), "{row}: {told}");
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
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
