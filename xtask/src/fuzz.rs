//! `cargo xtask fuzz`: every reader under libFuzzer, on the compiler that builds everything else.
//!
//! libFuzzer is guided by coverage counters, which LLVM inserts by flags that stable Rust accepts; only its
//! sanitizers need a nightly one. Readers have no unsafe code that those would check, and their memory is
//! counted by the allocator of the `fuzz` crate.

mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::document;
use crate::process::{self, Outcome};
use crate::project::Project;
use table::Row;

/// The default minutes of each target.
pub const MINUTES: u32 = 1;

/// Coverage counters, and the numbers of comparisons.
const COUNTERS: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Findings are kept here, beside the corpora from which the next runs start, below the folder of built
/// files.
const FOLDER: &str = "fuzz";

/// Runs a target, or all of them one after the other, for `minutes` minutes each; prints the table of all
/// targets' last runs and, once every target has one, writes it into `docs/reliability.md`.
pub fn fuzz(project: &Project, target: Option<&str>, minutes: u32) -> Outcome<()> {
    let all = targets(project)?;
    let chosen: Vec<&str> = match target {
        None => all.iter().map(String::as_str).collect(),
        Some(name) if all.iter().any(|it| it == name) => vec![name],
        Some(name) => {
            let all = all.join(", ");
            return Err(format!("no target is called `{name}`; there are {all}").into());
        }
    };
    let program = build(project)?;
    for target in chosen {
        println!("\n── {target}");
        run(project, &program, target, minutes)?;
    }
    let rows = all.iter().map(|it| table::read(&folder(project, "tally"), it));
    let rows: Vec<Row> = rows.collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect();
    let text = table::text(&rows);
    println!("\n{text}");
    if rows.len() == all.len() {
        document::write(&project.path("docs/reliability.md"), "fuzz", &text)?;
    }
    match rows.iter().map(|it| it.findings).sum::<u64>() {
        0 => Ok(()),
        count => {
            Err(format!("{count} inputs find something: they are in {}", folder(project, "findings").display()).into())
        }
    }
}

/// The names of all targets: each has a corpus.
fn targets(project: &Project) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(project.path("fuzz/corpus"))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn folder(project: &Project, name: &str) -> PathBuf {
    project.target().join(FOLDER).join(name)
}

/// Builds the program with counters. For a target that is named, so that build scripts go without; in a folder of
/// its own, so that other files are not rebuilt.
fn build(project: &Project) -> Outcome<PathBuf> {
    let host = process::output("rustc", &["--version", "--verbose"]).ok_or("rustc does not run")?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not say what it runs on")?;
    let folder = project.target().join(FOLDER);
    let mut command = project.cargo(&["build", "--package", "slotscope-fuzz", "--bin", "guided"]);
    command
        .args(["--features", "guided", "--profile", "fuzz", "--target", host])
        .arg("--target-dir")
        .arg(&folder)
        .env("CARGO_ENCODED_RUSTFLAGS", COUNTERS.join("\x1f"));
    process::run(&mut command)?;
    let name = format!("guided{}", std::env::consts::EXE_SUFFIX);
    Ok(folder.join(host).join("fuzz").join(name))
}

/// Runs a target. New inputs go into a corpus beside the built files, from which the next run starts; inputs
/// with findings into `findings/`.
fn run(project: &Project, program: &Path, target: &str, minutes: u32) -> Outcome<()> {
    let [corpus, findings] = ["corpus", "findings"].map(|it| folder(project, it).join(target));
    let [tally, told] = ["tally", "told"].map(|it| folder(project, it));
    for folder in [&corpus, &findings, &tally, &told] {
        std::fs::create_dir_all(folder)?;
    }
    let told = told.join(target);
    // A run that ends before its first count leaves no counts.
    let _ = std::fs::remove_file(tally.join(target));
    let mut command = Command::new(program);
    command
        .arg(&corpus)
        .arg(project.path("fuzz/corpus").join(target))
        .arg(format!("-max_total_time={}", minutes * 60))
        .arg(format!("-artifact_prefix={}/", findings.display()))
        // Longer inputs than a target takes are passed over by it.
        .args(["-max_len=16384", "-len_control=20", "-use_value_profile=1"])
        // A second time limit, for inputs that never end; the machine may be busy.
        .args(["-timeout=30", "-rss_limit_mb=2048"])
        .env("SLOTSCOPE_FUZZ_TARGET", target)
        .env("SLOTSCOPE_FUZZ_TALLY", tally.join(target))
        // A line for every new input.
        .stderr(std::fs::File::create(&told)?);
    let found = !command.status()?.success();
    if found {
        println!("it found something, which is told in {}", told.display());
    }
    table::note(&tally, target, found)
}
