//! `cargo xtask digests`: the outputs that stay the same while the code is rebuilt, by their digests in `tests/digests.txt`.
//!
//! Outputs are what the command line prints, of every system under every policy and value of its knobs, the pictures that the
//! tests of `chart` draw, and the documents of `reproduce`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::process::{self, Outcome};
use crate::project::{Project, remove};

/// The file of digests: a line for each output, its digest and its name.
const FILE: &str = "tests/digests.txt";

/// Makes all outputs anew and names those that differ from their digests; with `write` puts the new digests in place of these.
///
/// # Errors
///
/// If outputs differ and are not to be written, or cannot be made.
pub fn digests(project: &Project, write: bool) -> Outcome<()> {
    let folder = project.target().join("digests");
    remove(&folder)?;
    std::fs::create_dir_all(folder.join("pictures"))?;
    let mut found = Outputs::of(project, &folder)?.all()?;
    found.extend(pictures(project, &folder)?);
    for path in files(&project.path("docs/reproduction"), "md|csv|svg")? {
        found.insert(name_of(project, &path), digest(&std::fs::read(path)?));
    }
    let lines: String = found.iter().map(|(name, digest)| format!("{digest} {name}\n")).collect();
    let file = project.path(FILE);
    if write {
        return Ok(std::fs::write(file, lines)?);
    }
    let before = std::fs::read_to_string(&file)?;
    let before: BTreeMap<&str, &str> =
        before.lines().filter_map(|line| line.split_once(' ')).map(|(digest, name)| (name, digest)).collect();
    let mut differing: Vec<&str> = found
        .iter()
        .filter(|(name, it)| before.get(name.as_str()) != Some(&it.as_str()))
        .map(|it| it.0.as_str())
        .collect();
    differing.extend(before.keys().filter(|name| !found.contains_key(**name)));
    println!("{} outputs, {} differ; they are in {}", found.len(), differing.len(), folder.display());
    if differing.is_empty() {
        Ok(())
    } else {
        Err(format!("these outputs differ from {FILE}:\n  {}", differing.join("\n  ")).into())
    }
}

/// The outputs of the command line so far.
struct Outputs<'a> {
    program: PathBuf,
    folder: &'a Path,
    /// The workload of each system, by its key.
    workloads: BTreeMap<String, PathBuf>,
    found: BTreeMap<String, String>,
}

/// The arguments that make each workload.
const MADE: [(&str, &str); 3] = [
    ("log.swf", "generate lublin --jobs 100 --processors 16 --largest-job 8 --seed 1"),
    ("workflow.json", "generate workflow --kind montage --seed 1"),
    ("tasks.csv", "generate tasks --tasks 80 --seed 1"),
];

/// The systems, each with its workload.
const SYSTEMS: [(&str, &str); 7] = [
    ("two_level", "log.swf"),
    ("as_logged", "log.swf"),
    ("co_allocation", "log.swf"),
    ("imprecise_calendar", "log.swf"),
    ("workflow", "workflow.json"),
    ("broker", "tasks.csv"),
    ("cluster", "log.swf"),
];

/// Other outputs, by their arguments: a dash stands for the log.
const OTHERS: [&str; 16] = [
    "--help",
    "run --help",
    "sweep --help",
    "trade-off --help",
    "explain --help",
    "stats --help",
    "convert --help",
    "generate --help",
    "reproduce --help",
    "knobs",
    "stats -",
    "convert - --to gwf",
    "convert - --to sacct",
    "run {} - --by user,queue",
    "explain {} - --job 100",
    "trade-off - --seeds 2 --vary system.two_level.local.queue=easy,sjf,fcfs --periods 0,600",
];

impl<'a> Outputs<'a> {
    fn of(project: &Project, folder: &'a Path) -> Outcome<Self> {
        process::run(&mut project.cargo(&["build", "--bin", "slotscope"]))?;
        let program = project.debug_command();
        let mut workloads = BTreeMap::new();
        for (name, words) in MADE {
            let made = Command::new(&program).args(words.split(' ')).output()?;
            std::fs::write(folder.join(name), &made.stdout)?;
        }
        for (system, name) in SYSTEMS {
            workloads.insert(system.to_owned(), folder.join(name));
        }
        Ok(Self { program, folder, workloads, found: BTreeMap::new() })
    }

    fn all(mut self) -> Outcome<BTreeMap<String, String>> {
        let log = self.workloads["two_level"].clone();
        for words in OTHERS {
            let log = log.to_string_lossy();
            let words: Vec<&str> = words.split(' ').map(|it| if it == "-" { &*log } else { it }).collect();
            self.take(words.join(" "), &words)?;
        }
        let listed = Command::new(&self.program).args(["knobs", "--json"]).output()?;
        let knobs: Vec<Value> = serde_json::from_slice(&listed.stdout)?;
        for (system, _) in SYSTEMS {
            let scenario = format!(r#"{{"platform": [16, 8, 8], "system": {{"{system}": {{}}}}}}"#);
            let workload = self.workloads[system].to_string_lossy().into_owned();
            let run = |set: Option<&str>| {
                let mut words = vec!["run", &scenario, &workload, "--jobs", "-"];
                words.extend(set.into_iter().flat_map(|it| ["--set", it]));
                words.into_iter().map(str::to_owned).collect::<Vec<_>>()
            };
            self.take_run(system, "", run(None))?;
            for knob in knobs.iter().filter(|it| it["system"] == system) {
                let path = knob["path"].as_str().unwrap_or_default();
                let values: Vec<&str> =
                    knob["values"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let are_words = values.iter().all(|it| it.parse::<f64>().is_err() && *it != "..");
                if are_words {
                    for value in values {
                        let set = format!("{path}={value}");
                        self.take_run(system, &set, run(Some(&set)))?;
                    }
                    continue;
                }
                let vary = format!("{path}={}", values.join(","));
                self.take(
                    format!("sweep {system} {vary}"),
                    &["sweep", &scenario, &workload, "--vary", &vary, "--seeds", "1"],
                )?;
            }
        }
        Ok(self.found)
    }

    /// A run with its report and its jobs.
    fn take_run(&mut self, system: &str, set: &str, words: Vec<String>) -> Outcome<()> {
        let report = self.folder.join("report.json").to_string_lossy().into_owned();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.extend(["--report", &report]);
        // A run that fails leaves no report of the run before.
        let _ = std::fs::remove_file(&report);
        self.take(format!("jobs {system} {set}"), &words)?;
        let text = std::fs::read(&report).unwrap_or_default();
        self.keep(format!("report {system} {set}"), &text);
        Ok(())
    }

    /// Runs the program and keeps its output: results, errors, status.
    fn take(&mut self, name: String, words: &[&str]) -> Outcome<()> {
        let ran = Command::new(&self.program).args(words).output()?;
        let status = format!("\nexit {:?}\n", ran.status.code());
        let told = [ran.stdout, ran.stderr, status.into_bytes()].concat();
        self.keep(name, &told);
        Ok(())
    }

    /// Keeps an output without the folder of this machine.
    fn keep(&mut self, name: String, bytes: &[u8]) {
        let folder = self.folder.to_string_lossy().into_owned() + "/";
        let text = String::from_utf8_lossy(bytes).replace(&folder, "");
        let name = name.replace(&folder, "").trim().to_owned();
        let file = format!("{:.80}", name.replace(['/', ' ', '"', '{', '}', ','], "_"));
        let _ = std::fs::write(self.folder.join(file), &text);
        self.found.insert(name, digest(text.as_bytes()));
    }
}

/// The pictures that the tests of `chart` draw.
fn pictures(project: &Project, folder: &Path) -> Outcome<BTreeMap<String, String>> {
    let folder = folder.join("pictures");
    let mut tests = project.cargo(&["test", "--quiet", "--package", "chart", "--lib"]);
    process::run(tests.env("SLOTSCOPE_PICTURES", &folder).env("SLOTSCOPE_THOROUGH", "1"))?;
    let mut paths = files(&folder, "svg|png|pdf")?;
    paths.sort();
    // One digest for all pictures whose names begin alike, such as those of a lesson.
    let mut groups: BTreeMap<String, String> = BTreeMap::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let group = name.split(|it: char| it.is_ascii_digit() || it == '.').next().unwrap_or_default();
        let group = format!("pictures {}", group.trim_end_matches('-'));
        *groups.entry(group).or_default() += &format!("{name} {}\n", digest(&std::fs::read(path)?));
    }
    Ok(groups.into_iter().map(|(group, all)| (group, digest(all.as_bytes()))).collect())
}

/// The files of a folder and of those in it, with one of these endings.
fn files(folder: &Path, endings: &str) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, endings)?);
        } else if path.extension().is_some_and(|it| endings.split('|').any(|ending| it == ending)) {
            found.push(path);
        }
    }
    Ok(found)
}

fn name_of(project: &Project, path: &Path) -> String {
    let name = path.strip_prefix(project.path(".")).unwrap_or(path);
    name.to_string_lossy().replace('\\', "/")
}

/// Enough of SHA-256 to tell outputs apart.
fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().map(|it| format!("{it:02x}")).collect()
}
