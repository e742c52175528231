//! The whole command on a real log: `cargo bench --bench command`.
//!
//! `slotscope run` on KTH, from its start to its end: reading the packed log, the run with everything recorded, and
//! the report written. Of each queue policy the median of so many starts is printed, in milliseconds, the most
//! memory that it had, in megabytes, and how often it touched a page for the first time. The figures are left
//! beside Criterion's, in `command.json`. Reads KTH in the folder named by `SLOTSCOPE_TRACES`, or
//! `../shared/traces`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

#[cfg(unix)]
use nix::sys::resource::{UsageWho, getrusage};
use serde_json::{Map, Value, json};

const LOG: &str = "KTH-SP2-1996-2.swf.gz";
const POLICIES: [&str; 3] = ["fcfs", "easy", "conservative"];
const STARTS: usize = 41;

/// An argument: measure the memory of the command that follows, and nothing else. A program knows the largest of
/// all that it has started, so each is started by one of its own.
const PEAK: &str = "--peak-of";

fn command(scenario: &Path, log: &Path, report: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slotscope"));
    command.arg("run").args([scenario, log]);
    command.arg("--report").arg(report).stdout(Stdio::null());
    command
}

/// Runs a command once; whether it went well.
fn once(mut command: Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

/// Milliseconds, sorted.
fn times(command: impl Fn() -> Command) -> Vec<f64> {
    let mut times: Vec<f64> = (0..STARTS)
        .filter_map(|_| {
            let since = Instant::now();
            once(command()).then(|| since.elapsed().as_secs_f64() * 1e3)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Megabytes of memory of the program's own that a command had at the most, and its page faults.
fn peak(files: [&Path; 3]) -> Option<(f64, u64)> {
    let mut itself = Command::new(std::env::current_exe().ok()?);
    let output = itself.arg(PEAK).args(files).output().ok()?;
    let numbers = String::from_utf8(output.stdout).ok()?;
    let (kilobytes, faults) = numbers.trim().split_once(' ')?;
    let bytes = kilobytes.parse::<f64>().ok()? * 1024.0;
    Some((bytes / 1e6, faults.parse().ok()?))
}

/// The other end of [`peak`]. Other systems do not tell.
#[cfg_attr(not(unix), expect(unused_variables))]
fn print_peak(files: &[PathBuf]) {
    #[cfg(unix)]
    if let [scenario, log, report] = files
        && once(command(scenario, log, report))
        && let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN)
    {
        println!("{} {}", usage.max_rss(), usage.minor_page_faults());
    }
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if let Some((first, files)) = arguments.split_first()
        && first == Path::new(PEAK)
    {
        print_peak(files);
        return Ok(());
    }
    let traces = std::env::var_os("SLOTSCOPE_TRACES")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/traces")), PathBuf::from);
    let log = traces.join(LOG);
    if !log.exists() {
        println!("skipped: what needs {LOG}, which is absent");
        return Ok(());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = target.join("criterion").join("command");
    std::fs::create_dir_all(&folder)?;
    let report = folder.join("report.json");
    let mut figures = Map::new();
    for queue in POLICIES {
        let scenario = folder.join(queue).with_extension("json");
        let json = json!({
            "workload": {"first_job": null, "last_job": null, "reservations": {"percent": 30}},
            "platform": [100],
            "system": {"two_level": {"local": {"queue": queue}}},
        });
        std::fs::write(&scenario, json.to_string())?;
        let times = times(|| command(&scenario, &log, &report));
        let Some(&median) = times.get(times.len() / 2) else {
            println!("{queue}: the command failed");
            continue;
        };
        let peak = peak([&scenario, &log, &report]);
        let shown = peak
            .map_or("not known".to_string(), |(megabytes, faults)| format!("{megabytes:.1} MB, {faults} page faults"));
        println!("{queue}: {median:.1} ms, memory {shown}");
        let (megabytes, faults) = peak.unzip();
        figures
            .insert(queue.to_string(), json!({"milliseconds": median, "megabytes": megabytes, "page_faults": faults}));
    }
    let path = target.join("criterion").join("command.json");
    std::fs::write(path, Value::Object(figures).to_string())
}
