//! `cargo xtask scale`: the cost of a plan beside its runs, as the tables of `docs/scale.md`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::process::{self, Outcome};
use crate::project::Project;

/// 100 shares of reservations × 2 queues × 10 seeds on 1,000 jobs.
const RUNS: u64 = 2_000;
const VARIED: [&str; 6] = [
    "--vary",
    "workload.reservations.percent=1,2,..,100",
    "--vary",
    "system.two_level.local.queue=easy,fcfs",
    "--seeds",
    "10",
];

/// Each time is the least of this many: other load of the machine only adds to it.
const TIMES: usize = 5;

/// A file system in memory, where there is one.
const MEMORY: &str = "/dev/shm";

/// The elements of a job array.
const ELEMENTS: f64 = 1_000.0;

/// The plan that is reckoned with on paper.
const MANY: f64 = 1e6;

/// The time in which a cluster begins an element, in seconds: estimated, not measured.
const BEGINS: f64 = 1.0;

/// Measures and prints.
pub fn scale(project: &Project) -> Outcome<()> {
    process::run(&mut project.cargo(&["build", "--release", "--bin", "slotscope"]))?;
    let bench = Bench::new(project)?;
    let one_machine = bench.time(&bench.swept(&[]))?;
    println!("\n| what | measured |\n| --- | ---: |");
    println!("| `sweep` of {RUNS} runs of 1,000 jobs | {one_machine:.2} s |");
    let mut costs = Vec::new();
    for (name, each) in [("plan-1", "1"), ("plan-10", "10"), ("plan-100", "100")] {
        let cost = bench.plan(name, each)?;
        println!("| `sweep run` of all, {each} in a task | {:.2} s |", cost.all);
        println!("| … a task beside its runs | {:.2} ms |", cost.task);
        println!("| … a result | {:.0} bytes |", cost.bytes);
        println!("| … `sweep gather`, for a run | {:.4} ms |", cost.gather);
        costs.push(cost);
    }
    let run = least(costs.iter().map(|it| it.run).collect());
    println!("| a run, on one thread | {run:.2} ms |");
    if Path::new(MEMORY).is_dir() {
        let name = format!("{MEMORY}/slotscope-scale-{}", std::process::id());
        let cost = bench.plan(&name, "1");
        std::fs::remove_dir_all(&name)?;
        let task = cost?.task;
        println!("| a task of one run beside it, in {MEMORY}, where nothing waits for a disk | {task:.2} ms |");
    }
    let start = bench.time(&[["sweep", "run", "plan-1", "--tasks", "1"]])?;
    println!("| a runner begins: plan and log read, nothing to do | {:.0} ms |", start * 1e3);
    bench.million()?;
    on_paper(run, start, &costs);
    bench.clean()
}

/// The measurements of a plan: `all` in seconds, the times of one in milliseconds.
struct Cost {
    runs: f64,
    all: f64,
    run: f64,
    task: f64,
    gather: f64,
    bytes: f64,
}

struct Bench {
    program: PathBuf,
    folder: PathBuf,
}

impl Bench {
    fn new(project: &Project) -> Outcome<Self> {
        let bench =
            Self { program: project.target().join("release/slotscope"), folder: project.target().join("scale") };
        bench.clean()?;
        std::fs::create_dir_all(&bench.folder)?;
        let log = Command::new(&bench.program).args(["generate", "lublin", "--jobs", "1000"]).output()?;
        std::fs::write(bench.folder.join("log.swf"), log.stdout)?;
        let scenario = r#"{"platform": [64, 64], "workload": {"reservations": {"percent": 30}}}"#;
        std::fs::write(bench.folder.join("scenario.json"), scenario)?;
        Ok(bench)
    }

    fn clean(&self) -> Outcome<()> {
        if self.folder.exists() { Ok(std::fs::remove_dir_all(&self.folder)?) } else { Ok(()) }
    }

    fn swept<'a>(&self, more: &[&'a str]) -> [Vec<&'a str>; 1] {
        [[&["sweep", "scenario.json", "log.swf"][..], &VARIED, more].concat()]
    }

    /// How long a command takes, in seconds.
    fn time<'a, A: AsRef<[&'a str]>>(&self, command: &[A]) -> Outcome<f64> {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let start = Instant::now();
            for arguments in command {
                self.run(arguments.as_ref())?;
            }
            times.push(start.elapsed().as_secs_f64());
        }
        Ok(least(times))
    }

    /// Runs it. Returns its output.
    fn run(&self, arguments: &[&str]) -> Outcome<String> {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder);
        let output = command.stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("`{}` failed", process::typed(&command)).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// A plan with `each` runs per task. The runner itself reports the time of a task.
    fn plan(&self, name: &str, each: &str) -> Outcome<Cost> {
        let made = self.swept(&["--plan", name, "--runs-per-task", each]);
        self.run(&made[0])?;
        let results = self.folder.join(name).join("results");
        let mut told = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..TIMES {
            if results.exists() {
                std::fs::remove_dir_all(&results)?;
            }
            let start = Instant::now();
            let text = self.run(&["sweep", "run", name])?;
            let all = start.elapsed().as_secs_f64();
            let (task, beside) = times(&text).ok_or_else(|| format!("no times in: {text}"))?;
            for (list, value) in told.iter_mut().zip([all, task, beside]) {
                list.push(value);
            }
        }
        let gathered = self.time(&[["sweep", "gather", name]])?;
        let [all, task, beside] = told.map(least);
        let runs: f64 = each.parse()?;
        Ok(Cost {
            runs,
            all,
            run: (task - beside) / runs,
            task: beside,
            gather: 1e3 * gathered / RUNS as f64,
            bytes: size(&results)? as f64 * runs / RUNS as f64,
        })
    }

    /// A plan of a million tasks, none of which is run.
    fn million(&self) -> Outcome<()> {
        let loads = "workload.load_factor=0.5,0.501,..,1.499";
        let made = ["sweep", "scenario.json", "log.swf", "--vary", loads, "--seeds", "1000", "--plan", "million"];
        let start = Instant::now();
        self.run(&made)?;
        println!("| a plan of 1,000,000 tasks is made | {:.1} s |", start.elapsed().as_secs_f64());
        let run = self.time(&[["sweep", "run", "million", "--tasks", "1000000"]])?;
        println!("| … and its last task run alone | {:.0} ms |", run * 1e3);
        let status = self.time(&[["sweep", "status", "million"]])?;
        println!("| … and `sweep status` of it told | {status:.1} s |");
        Ok(())
    }
}

fn least(values: Vec<f64>) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}

/// The time of a task and its part beside the task's runs, from `…; a task took 2.61 ms, 0.52 ms of
/// it beside its runs`.
fn times(text: &str) -> Option<(f64, f64)> {
    let (_, told) = text.split_once("a task took ")?;
    let (task, rest) = told.split_once(" ms, ")?;
    let (beside, _) = rest.split_once(" ms")?;
    Some((task.parse().ok()?, beside.parse().ok()?))
}

/// A million runs on this many cores, computed from the measurements.
fn on_paper(run: f64, start: f64, costs: &[Cost]) {
    println!("\n| cores | the runs alone | 1 run a task | 10 runs | 100 runs |");
    println!("| ---: | ---: | ---: | ---: | ---: |");
    for cores in [1.0, 10.0, 100.0, 1_000.0] {
        let alone = MANY * run / 1e3;
        let with = |cost: &Cost| {
            let tasks = MANY / cost.runs * cost.task / 1e3;
            let elements = ELEMENTS * (start + BEGINS);
            (alone + tasks + elements) / cores + MANY * cost.gather / 1e3
        };
        let cells: Vec<String> = costs.iter().map(|it| format!("{:.0} s", with(it))).collect();
        println!("| {cores} | {:.0} s | {} |", alone / cores, cells.join(" | "));
    }
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> Outcome<u64> {
    let mut all = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        all += if entry.file_type()?.is_dir() { size(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::times;

    #[test]
    fn a_runner_tells_what_a_task_took() {
        let text = "plan: tasks 1-9: 9 run, 0 were there; a task took 2.61 ms, 0.52 ms of it beside its runs\n";
        assert_eq!(times(text), Some((2.61, 0.52)));
        assert_eq!(times("plan: tasks 1-9: 0 run, 9 were there\n"), None);
    }
}
