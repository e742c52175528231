//! A plan on a real Slurm. Where that is not installed, or cannot be started, the test says why in a line that
//! `cargo xtask test` counts as skipped.
#![cfg(target_os = "linux")]

mod cluster;
mod processes;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cluster::{Cluster, NODES};

/// Nothing takes so long, however busy the machine is.
const LONGEST: Duration = Duration::from_secs(300);

/// The tasks of an element.
const CHUNK: u64 = 16;

/// 100 shares, two queues, ten seeds.
const TASKS: u64 = 2_000;

/// What `slotscope` prints in the cluster's folder, called with the words of a line.
#[track_caller]
fn printed(cluster: &Cluster, line: &str) -> String {
    let mut command = cluster.command(env!("CARGO_BIN_EXE_slotscope"));
    let output = command.args(line.split(' ')).output().expect("slotscope starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + LONGEST;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < until, "{what} did not come");
        // The daemons are others' programs, which tell nobody what they have done: one has to ask again and again.
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn result(plan: &Path, task: u64) -> PathBuf {
    let shelf = format!("results/{:04}", (task - 1) / 1_000);
    plan.join(shelf).join(format!("{task}.txt"))
}

/// A task of an element that has ended, so that nobody runs it again.
fn task_of_ended_element(cluster: &Cluster, plan: &Path) -> u64 {
    wait_for("an element that has ended", || {
        let queue = cluster.queue()?;
        let place = |line: &String| line.split(' ').next()?.parse::<u64>().ok();
        let queued: Vec<u64> = queue.iter().filter_map(place).collect();
        let has_ended = |element: &u64| {
            let last = result(plan, (element + 1) * CHUNK);
            !queued.contains(element) && last.exists()
        };
        let ended = (0..TASKS / CHUNK).find(has_ended)?;
        Some(ended * CHUNK + 1)
    })
}

#[test]
#[ignore = "needs Slurm: cargo xtask test"]
fn a_lost_node_and_a_truncated_result_leave_the_table_as_it_is() {
    let mut cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(why) => return println!("skipped here: {why}"),
    };
    let plan = cluster.path("plan");
    let log = printed(&cluster, "generate lublin --jobs 60");
    std::fs::write(cluster.path("log.swf"), log).expect("a log");
    // The percentage is varied.
    let scenario = r#"{"platform": [64, 64]}"#;
    std::fs::write(cluster.path("scenario.json"), scenario).expect("a scenario");
    let sweep = "sweep scenario.json log.swf --seeds 10 --vary workload.reservations.percent=1,2,..,100 \
        --vary system.two_level.local.queue=easy,fcfs";
    let table = printed(&cluster, &format!("{sweep} --out here.json"));
    let told = printed(&cluster, &format!("{sweep} --plan plan"));
    assert!(told.contains("2000 tasks"), "{told}");

    let submit = "sweep submit plan --to slurm";
    // The last element cannot write its last result for now, and fails.
    let obstacle = result(&plan, TASKS);
    std::fs::create_dir_all(&obstacle).expect("a folder in place of a result");
    let told = printed(&cluster, submit);
    assert!(told.contains(": elements 0-124 of 16 tasks"), "{told}");
    let broken = task_of_ended_element(&cluster, &plan);
    cluster.kill_last_node();
    let whole = std::fs::read(result(&plan, broken)).expect("a result");
    std::fs::write(result(&plan, broken), &whole[..whole.len() / 2]).expect("truncated");
    let status = printed(&cluster, "sweep status plan");
    assert!(status.contains("damaged  2\n") && !status.contains("missing  0\n"), "{status}");
    let failed = format!("_{}.txt", TASKS / CHUNK - 1);
    wait_for("the failure of the last element", || {
        let told = told_by(&plan, "", &failed);
        told.contains("could not be written").then_some(())
    });
    std::fs::remove_dir(&obstacle).expect("the obstacle");

    // The rest is run by the other node; what was lost with the node, or has failed, once more.
    wait_for("the end of all jobs", || cluster.queue()?.is_empty().then_some(()));
    let controller = std::fs::read_to_string(cluster.path("slurmctld.log")).expect("a log");
    let lost = format!("due to failure of node {}", NODES[1]);
    assert!(controller.contains(&lost), "{controller}");
    let status = printed(&cluster, "sweep status plan");
    assert!(status.contains("missing  0\ndamaged  1\n"), "{status}");
    // The job that gathered has said so, and written no table.
    assert!(!plan.join("table.csv").exists());
    let told = told_by(&plan, "gather-", ".txt");
    assert!(told.contains(&format!("damaged: task {broken}, ")), "{told}");

    let told = printed(&cluster, submit);
    let element = (broken - 1) / CHUNK;
    assert!(told.contains(&format!(": elements {element} of 16 tasks")), "{told}");
    wait_for("the end of all jobs", || cluster.queue()?.is_empty().then_some(()));
    let gathered = wait_for("the table", || std::fs::read_to_string(plan.join("table.csv")).ok());
    assert_eq!(gathered, table);
    assert_eq!(std::fs::read(result(&plan, broken)).ok(), Some(whole));
    let curves = |path: PathBuf| std::fs::read(path).expect("curves");
    assert!(curves(plan.join("curves.json")) == curves(cluster.path("here.json")));
}

/// What those jobs have printed whose files are called so.
fn told_by(plan: &Path, start: &str, end: &str) -> String {
    let files = std::fs::read_dir(plan.join("slurm")).expect("a folder");
    let of_them = files.flatten().filter(|it| {
        let name = it.file_name().to_string_lossy().into_owned();
        name.starts_with(start) && name.ends_with(end)
    });
    of_them.map(|it| std::fs::read_to_string(it.path()).unwrap_or_default()).collect()
}
