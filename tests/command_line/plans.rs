//! Sweeps that are written down as plans, run in pieces and gathered.

use std::process::{Child, Command, Stdio};

#[cfg(unix)]
use super::failed;
use super::{Folder, THREE_JOBS, assert_says, parsed, succeeded, text, values};
use slotscope::experiment::plan::Digest;

/// 6 combinations with so many seeds.
const SWEEP: &str = "sweep scenario.json three.swf --vary workload.reservations.percent=0,50,..,100 \
    --vary system.two_level.local.queue=easy,fcfs --seeds";

/// What it takes.
pub fn sources() -> Folder {
    let scenario = r#"{ "platform": [8], "seed": 5, "workload": { "reservations": { "percent": 30 } } }"#;
    Folder::with(&[("scenario.json", scenario), ("three.swf", THREE_JOBS)])
}

/// A folder with the plan of that sweep in `plan`, and what `sweep` itself prints in `table`.
pub fn planned(seeds: u32, more: &str) -> Folder {
    let folder = sources();
    let sweep = format!("{SWEEP} {seeds}");
    folder.file("table", &folder.printed(&sweep));
    folder.printed(&format!("{sweep} --plan plan {more}"));
    // The plan needs neither any more.
    folder.remove("scenario.json");
    folder.remove("three.swf");
    folder
}

pub fn result(task: u64) -> String {
    format!("plan/results/0000/{task}.txt")
}

/// The log in a plan.
pub fn log() -> String {
    format!("plan/logs/{}", Digest::of(THREE_JOBS.as_bytes()))
}

#[track_caller]
fn assert_gathered(folder: &Folder) {
    assert_eq!(folder.printed("sweep gather plan"), folder.read("table"));
    assert_no_temporaries(folder, "plan");
}

/// That there are no files beside the results that nobody has put in their place.
#[track_caller]
fn assert_no_temporaries(folder: &Folder, plan: &str) {
    let results = std::fs::read_dir(folder.path(plan) + "/results/0000").expect("results");
    let names = results.flatten().map(|it| it.file_name().to_string_lossy().into_owned());
    assert_eq!(names.filter(|it| it.ends_with(".tmp")).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn slices_in_any_order_gather_to_the_table_of_the_sweep() {
    let folder = planned(3, "");
    // It is whole wherever it is carried.
    std::fs::rename(folder.path("plan"), folder.path("elsewhere")).expect("moved");
    for slice in ["13-18", "4", "1-7", "8-12"] {
        let told = folder.printed(&format!("sweep run elsewhere --tasks {slice} --threads 2"));
        // What `cargo xtask scale` reads.
        assert!(told.contains("; a task took ") && told.ends_with(" ms of it beside its runs\n"), "{told}");
    }
    assert_eq!(folder.printed("sweep gather elsewhere"), folder.read("table"));
    // A slice may end beyond the last task, and nothing is run twice.
    assert_says(&folder.printed("sweep run elsewhere --tasks 17-32"), ": 0 run, 2 were there");
    assert_says(&folder.printed("sweep run elsewhere"), ": 0 run, 18 were there");
    assert_no_temporaries(&folder, "elsewhere");
}

#[test]
fn several_runs_may_be_one_task() {
    let folder = planned(3, "--runs-per-task 4");
    let tasks = folder.read("plan/tasks.csv");
    let rows: Vec<&str> = tasks.lines().collect();
    let columns = "task,first_run,last_run,seed,workload.reservations.percent,system.two_level.local.queue";
    assert_eq!((rows.len(), rows[0], rows[5]), (6, columns, "5,17,18,6,100,fcfs"));
    folder.printed("sweep run plan --tasks 2-5");
    folder.refused("sweep gather plan");
    folder.printed("sweep run plan");
    assert_gathered(&folder);
}

#[test]
fn what_is_missing_or_damaged_is_told_and_made_again() {
    let folder = planned(2, "");
    folder.printed("sweep run plan --tasks 1-9");
    let [of_three, of_four] = [3, 4].map(|it| folder.read(&result(it)));
    folder.file(&result(3), &of_three[..of_three.len() / 2]);
    let mut flipped = of_four.clone().into_bytes();
    flipped[150] ^= 1;
    folder.file(&result(4), &text(&flipped));
    // Whole, but of another task.
    folder.file(&result(5), &folder.read(&result(6)));
    // A folder of that name cannot be read, nor become a result while it is there.
    let twelfth = folder.path(&result(12));
    std::fs::create_dir(&twelfth).expect("a folder");
    assert_says(&folder.refused("sweep run plan --tasks 12"), "12.txt: could not be written");
    folder.assert_refused("sweep gather plan => damaged: task 12, ");
    assert_no_temporaries(&folder, "plan");
    std::fs::remove_dir(twelfth).expect("the folder");
    folder.assert_refused("sweep gather plan => ");
    assert_says(
        &folder.refused("sweep gather plan"),
        "missing: tasks 10-12\n … damaged: task 3,  … 0000/3.txt: its end is missing\n \
         … 0000/4.txt: it has changed since it was written, by its digest\n \
         … 0000/5.txt: it belongs to another task\n \
         … 3 of 12 results are missing and 3 damaged; `slotscope sweep run",
    );
    let status = folder.printed("sweep status plan");
    assert_says(&status, "tasks    12\ndone     6\nmissing  3\ndamaged  3\n");
    // The rows of combinations all of whose seeds are there: 1 and 2, 7 and 8.
    let partial = folder.called("sweep gather plan --partial");
    let table = folder.read("table");
    let rows: Vec<&str> = table.lines().collect();
    assert!(!partial.status.success());
    assert_eq!(text(&partial.stdout), [rows[0], rows[1], rows[4], ""].join("\n"));
    assert_says(&folder.printed("sweep run plan"), ": 6 run, 6 were there");
    // The very same bytes.
    assert_eq!([3, 4].map(|it| folder.read(&result(it))), [of_three, of_four]);
    assert_gathered(&folder);
}

/// A runner that is left to itself.
fn runner(folder: &Folder) -> Child {
    Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "run", &folder.path("plan"), "--threads", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("slotscope starts")
}

#[test]
fn two_that_run_the_same_tasks_at_once_do_no_harm() {
    let folder = planned(40, "");
    for mut runner in [runner(&folder), runner(&folder)] {
        assert!(runner.wait().expect("it ends").success());
    }
    assert_gathered(&folder);
}

#[test]
fn a_killed_runner_leaves_nothing_half() {
    let folder = planned(160, "");
    // 960 tasks: each runner is killed when it has added some.
    for round in 1..=4 {
        let mut runner = runner(&folder);
        let last = result(round * 100);
        while !folder.has(&last) && runner.try_wait().expect("a runner").is_none() {
            std::thread::yield_now();
        }
        let _ = runner.kill();
        runner.wait().expect("it ends");
        assert_says(&folder.printed("sweep status plan"), "damaged  0\n");
    }
    folder.file("plan/results/0000/.7.txt.1-0-1.tmp", "half");
    folder.printed("sweep run plan");
    assert_gathered(&folder);
}

#[test]
fn what_the_page_reads_is_the_same_from_one_machine_and_from_many() {
    let folder = sources();
    folder.printed(&format!("{SWEEP} 3 --out here.json"));
    folder.printed(&format!("{SWEEP} 3 --plan plan"));
    folder.refused("sweep gather plan --out there.json");
    assert!(!folder.has("there.json"));
    folder.printed("sweep run plan");
    folder.printed("sweep gather plan --out there.json");
    let here = folder.read("here.json");
    assert_eq!(here, folder.read("there.json"));
    let found = parsed(&here);
    assert_eq!(found["runs"].as_array().map(Vec::len), Some(18));
    assert_eq!(values(&found, "/seeds /log"), "3 \"three.swf\"");
}

#[test]
fn a_plan_is_refused_where_it_cannot_be_what_was_meant() {
    let folder = planned(2, "");
    folder.assert_refused(
        "sweep run none => is no folder of a plan … --plan DIR\n\
         sweep gather none => is no folder of a plan … --plan DIR\n\
         sweep status none => is no folder of a plan … --plan DIR\n\
         sweep run plan --tasks 13-20 => --tasks 13-20: the plan has 12 tasks\n\
         sweep run plan --tasks 0-2 => counted from 1",
    );
    // The log is another one.
    assert_eq!(folder.read(&log()), THREE_JOBS);
    folder.file(&log(), &THREE_JOBS.replace(" 60 ", " 61 "));
    assert_says(&folder.refused("sweep run plan"), "not the log … copy three.swf here again");
    folder.file(&log(), THREE_JOBS);
    // What was run of one plan is not taken for that of another.
    folder.printed("sweep run plan");
    folder.file("plan/plan.json", &folder.read("plan/plan.json").replace("\"seed\": 5", "\"seed\": 6"));
    assert_says(&folder.refused("sweep gather plan"), "belongs to another plan");
}

#[test]
fn a_plan_is_made_once_and_only_if_it_can_be_run() {
    let folder = sources();
    let sweep = "sweep scenario.json - --vary workload.reservations.percent=0,50 --seeds";
    let told = folder.printed(&format!("{sweep} 2 --plan plan < three.swf"));
    assert_says(&told, "4 tasks, 4 runs … --tasks 1-4");
    // The same once more, to nobody's harm; another one not.
    folder.printed("sweep run plan");
    folder.printed(&format!("{sweep} 2 --plan plan < three.swf"));
    folder.printed("sweep gather plan");
    folder.assert_refused(&format!(
        "{sweep} 3 --plan plan < three.swf => holds another plan\n{sweep} 2 --plan . < three.swf => is not empty"
    ));
    for row in
        ["no.field=1 => \"no\"", "platform.0=8,0 => platform[0]", "system.two_level.local.queue=easy,eazy => eazy"]
    {
        folder.assert_refused(&format!("sweep scenario.json three.swf --seeds 2 --plan none --vary {row}"));
        assert!(!folder.has("none"));
    }
}

#[test]
fn a_plan_that_is_there_keeps_its_bytes_and_gets_what_is_missing() {
    let folder = sources();
    // A shell would take the name for two.
    let make = format!("{SWEEP} 2 --plan 'a plan'");
    assert_says(&folder.printed(&make), "sweep gather 'a plan'\n");
    folder.printed("sweep run 'a plan'");
    // The same, in other bytes: results belong to these.
    let bytes = folder.read("a plan/plan.json") + "\n";
    folder.file("a plan/plan.json", &bytes);
    folder.remove("a plan/tasks.csv");
    std::fs::remove_dir_all(folder.path("a plan/logs")).expect("the logs");
    folder.printed(&make);
    assert_eq!(folder.read("a plan/plan.json"), bytes);
    assert!(folder.has("a plan/tasks.csv"));
    assert_eq!(folder.count("a plan/logs"), 1);
}

#[test]
fn a_plan_takes_over_what_it_left_itself_and_nothing_else() {
    let folder = sources();
    let make = format!("{SWEEP} 2 --plan plan");
    folder.printed(&make);
    let json = folder.read("plan/plan.json");
    // Broken off.
    folder.remove("plan/plan.json");
    folder.file("plan/.plan.json.17-2-99.tmp", "{");
    folder.file("plan/.tasks.csv.17-1-99.tmp", "task");
    folder.printed(&make);
    assert_eq!(folder.read("plan/plan.json"), json);
    // Others' files, though they are called so.
    for (name, text) in [("tasks.csv", "who,what\n"), ("logs/syslog", "a line\n"), (".hidden.tmp", "")] {
        std::fs::remove_dir_all(folder.path("plan")).expect("the folder");
        std::fs::create_dir_all(folder.path("plan/logs")).expect("a folder");
        let path = format!("plan/{name}");
        folder.file(&path, text);
        folder.assert_refused(&format!("{make} => is not empty"));
        assert_eq!(folder.read(&path), text);
        assert!(!folder.has("plan/plan.json"));
    }
}

#[test]
fn what_the_page_will_not_show_is_written_and_told() {
    let folder = sources();
    let make = |last: u32, more: &str| {
        folder.called(&format!(
            "sweep scenario.json three.swf --vary platform.0=8,9,..,{last} \
             --vary system.two_level.local.queue=easy,fcfs --vary workload.reservations.percent=0,1,..,39 {more}"
        ))
    };
    let small = make(19, "--out out.json");
    succeeded(&small);
    assert!(!text(&small.stderr).contains("the page will not show it"));
    let large = make(20, "--out out.json");
    let table = succeeded(&large);
    assert_says(&text(&large.stderr), "out.json: the page will not show it: 26 lines are more than the 24");
    succeeded(&make(20, "--plan plan"));
    folder.printed("sweep run plan");
    let gathered = folder.called("sweep gather plan --out there.json");
    assert_eq!(succeeded(&gathered), table);
    assert_says(&text(&gathered.stderr), "the page will not show it: 26 lines");
    assert!(folder.read("there.json") == folder.read("out.json"));
}

#[cfg(unix)]
#[test]
fn an_array_without_the_job_that_gathers_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = planned(2, "");
    // It takes what depends on nothing.
    let sbatch = "#!/bin/sh\ncase \"$*\" in *afterany*) echo no >&2; exit 1;; esac\necho 17\n";
    let sbatch = folder.file("sbatch", sbatch);
    std::fs::set_permissions(sbatch, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "submit", &folder.path("plan"), "--to", "slurm"])
        .env("PATH", folder.path(""))
        .output();
    assert_says(
        &failed(&output.expect("slotscope starts")),
        "sbatch: no\n … once the array has ended, call `slotscope sweep gather / … `scancel 17`",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_no_text_is_not_submitted() {
    use std::os::unix::ffi::OsStrExt;
    let folder = planned(2, "");
    let odd = std::path::Path::new(&folder.path("")).join(std::ffi::OsStr::from_bytes(b"pl\xff"));
    std::fs::rename(folder.path("plan"), &odd).expect("renamed");
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "submit", "--to", "slurm", "--dry-run"])
        .arg(odd)
        .output();
    assert_says(&failed(&output.expect("slotscope starts")), "no script can contain");
}

const SUBMIT: &str = "sweep submit plan --to slurm --dry-run";

#[test]
fn an_element_has_no_more_tasks_than_there_are_and_large_arrays_are_told() {
    let folder = planned(200, "");
    let whole = folder.called(&format!("{SUBMIT} --chunk 18446744073709551615"));
    assert_says(&text(&whole.stdout), "#SBATCH --array=0\n … (SLURM_ARRAY_TASK_ID * 1200 + 1)");
    assert!(whole.status.success() && whole.stderr.is_empty());
    let single = format!("{SUBMIT} --chunk 1");
    assert_says(&folder.printed(&single), "#SBATCH --array=0-1199\n");
    assert_says(&folder.warned(&single), "--chunk 1:  … with --chunk 16 ");
}

#[test]
fn a_script_for_slurm_has_what_is_missing() {
    let folder = planned(10, "");
    let script = |more: &str| folder.printed(&format!("{SUBMIT} {more}"));
    assert_says(
        &script("--time 2:00:00 --partition short --account grid"),
        "#SBATCH --array=0-3\n … #SBATCH --requeue\n … #SBATCH --time=2:00:00\n … #SBATCH --partition=short\n \
         … #SBATCH --account=grid\n … first=$((SLURM_ARRAY_TASK_ID * 16 + 1))\n \
         … sweep gather . --out curves.json --table table.csv\n",
    );
    assert_says(&folder.refused("sweep submit plan --to slurm --time '1\n#SBATCH'"), "--time: is one line");
    folder.printed("sweep run plan --tasks 1-20");
    // A damaged result.
    folder.file(&result(2), "cut");
    assert_says(&script("--chunk 10 --cpus 4"), "#SBATCH --array=0,2-5\n … #SBATCH --cpus-per-task=4\n … --threads 4 ");
    folder.printed("sweep run plan");
    assert_says(&script(""), "all tasks have been run");
}
