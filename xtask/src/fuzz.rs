//! `cargo xtask fuzz`: every reader under libFuzzer, on the compiler that builds everything else.
//!
//! libFuzzer is guided by coverage counters, which LLVM inserts by flags that stable Rust accepts; only its
//! sanitizers need a nightly one. Readers have no unsafe code that those would check, and their memory is
//! counted by the allocator of the `fuzz` crate.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::document::with_commas;
use super::process::Outcome;
use super::project::Project;
use super::{document, process};

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
    let rows = all.iter().map(|it| read(&folder(project, "tally"), it));
    let rows: Vec<Row> = rows.collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect();
    let text = text(&rows);
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
    note(&tally, target, found)
}

/// A target's last run.
#[derive(Debug, Default, PartialEq)]
struct Row {
    target: String,
    inputs: u64,
    /// Inputs with a finding, which ends the run.
    pub findings: u64,
    worst_ratio: f64,
    slowest_us: u64,
}

/// Records, beside the counts of a run, whether it ended with a finding.
fn note(folder: &Path, target: &str, found: bool) -> Outcome<()> {
    let path = folder.join(target);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut text: String =
        text.lines().filter(|line| !line.starts_with("findings ")).flat_map(|line| [line, "\n"]).collect();
    let _ = writeln!(text, "findings {}", u64::from(found));
    Ok(std::fs::write(path, text)?)
}

/// The last run of a target, if it has run.
fn read(folder: &Path, target: &str) -> Outcome<Option<Row>> {
    match std::fs::read_to_string(folder.join(target)) {
        Ok(text) => Ok(Some(row(target, &text)?)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A word and a number in every line.
fn row(target: &str, text: &str) -> Outcome<Row> {
    let mut row = Row { target: target.to_owned(), ..Row::default() };
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("inputs", number)) => row.inputs = number.parse()?,
            Some(("findings", number)) => row.findings = number.parse()?,
            Some(("worst_ratio", number)) => row.worst_ratio = number.parse()?,
            Some(("slowest_us", number)) => row.slowest_us = number.parse()?,
            _ => return Err(format!("{target}: `{line}` is not understood").into()),
        }
    }
    Ok(row)
}

/// The table in Markdown, with all targets together at its end.
fn text(rows: &[Row]) -> String {
    let mut text = "| target | inputs tried | findings | worst memory, times the input | slowest input |\n\
                    | --- | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let all = Row {
        target: "**all**".to_owned(),
        inputs: rows.iter().map(|it| it.inputs).sum(),
        findings: rows.iter().map(|it| it.findings).sum(),
        worst_ratio: rows.iter().map(|it| it.worst_ratio).fold(0.0, f64::max),
        slowest_us: rows.iter().map(|it| it.slowest_us).max().unwrap_or(0),
    };
    for row in rows.iter().chain([&all]) {
        let memory = match row.worst_ratio {
            0.0 => "–".to_owned(),
            ratio => format!("{ratio:.1}"),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {memory} | {:.1} ms |",
            row.target,
            with_commas(row.inputs),
            row.findings,
            row.slowest_us as f64 / 1000.0
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "inputs 1234567\nworst_ratio 2.25\nslowest_us 1500\nfindings 0\n";

    #[test]
    fn what_was_counted_is_a_row() {
        let row = row("swf", TOLD).expect("a row");
        let text = text(&[row]);
        assert!(text.contains("| swf | 1,234,567 | 0 | 2.2 | 1.5 ms |"), "{text}");
        assert!(text.contains("| **all** | 1,234,567 | 0 | 2.2 | 1.5 ms |"), "{text}");
    }

    #[test]
    fn what_is_not_understood_is_told() {
        assert!(row("swf", "inputs many\n").is_err());
        assert!(row("swf", "input 3\n").is_err());
    }
}
