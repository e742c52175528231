//! Plans that are handed to a cluster's batch system: the scripts, and what is told. Slurm itself has its own tests.

use std::path::Path;
use std::process::Command;

use super::{planned, refused, succeeded, text};

#[cfg(unix)]
#[test]
fn an_array_without_the_job_that_gathers_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let planned = planned("plan-half", 2, &[]);
    // It takes what depends on nothing.
    let sbatch = "#!/bin/sh\ncase \"$*\" in *afterany*) echo no >&2; exit 1;; esac\necho 17\n";
    let sbatch = planned.folder.file("sbatch", sbatch);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&sbatch, executable).expect("executable");
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "submit", &planned.plan, "--to", "slurm"])
        .env("PATH", planned.folder.path(""))
        .output();
    let told = refused(&output.expect("slotscope starts"));
    assert!(told.contains("sbatch: no\n"), "{told}");
    for to_do in ["once the array has ended, call `slotscope sweep gather /", "`scancel 17`"] {
        assert!(told.contains(to_do), "{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_no_text_is_not_submitted() {
    use std::os::unix::ffi::OsStrExt;
    let planned = planned("plan-bytes", 2, &[]);
    let odd = Path::new(&planned.folder.path("")).join(std::ffi::OsStr::from_bytes(b"pl\xff"));
    std::fs::rename(&planned.plan, &odd).expect("renamed");
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["sweep", "submit", "--to", "slurm", "--dry-run"])
        .arg(odd)
        .output();
    assert!(refused(&output.expect("slotscope starts")).contains("no script can contain"));
}

#[test]
fn an_element_has_no_more_tasks_than_there_are_and_large_arrays_are_told() {
    let planned = planned("plan-chunks", 200, &[]);
    let submit = |chunk: &str| {
        let all = ["--to", "slurm", "--dry-run", "--chunk", chunk];
        planned.sweep("submit", &all)
    };
    let whole = submit("18446744073709551615");
    let script = succeeded(&whole);
    assert!(script.contains("#SBATCH --array=0\n") && script.contains("(SLURM_ARRAY_TASK_ID * 1200 + 1)"), "{script}");
    assert_eq!(text(&whole.stderr), "");
    let single = submit("1");
    assert!(succeeded(&single).contains("#SBATCH --array=0-1199\n"));
    let told = text(&single.stderr);
    assert!(told.contains("--chunk 1: ") && told.contains("with --chunk 16 "), "{told}");
}

#[test]
fn a_script_for_slurm_has_what_is_missing() {
    let planned = planned("plan-script", 10, &[]);
    let script = |more: &[&str]| {
        let all = [&["--to", "slurm", "--dry-run"], more].concat();
        succeeded(&planned.sweep("submit", &all))
    };
    let all = script(&["--time", "2:00:00", "--partition", "short", "--account", "grid"]);
    for line in [
        "#SBATCH --array=0-3\n",
        "#SBATCH --requeue\n",
        "#SBATCH --time=2:00:00\n",
        "#SBATCH --partition=short\n",
        "#SBATCH --account=grid\n",
        "first=$((SLURM_ARRAY_TASK_ID * 16 + 1))\n",
        "sweep gather . --out curves.json --table table.csv\n",
    ] {
        assert!(all.contains(line), "{all}");
    }
    let told = refused(&planned.sweep("submit", &["--to", "slurm", "--time", "1\n#SBATCH"]));
    assert!(told.contains("--time: is one line"), "{told}");
    succeeded(&planned.sweep("run", &["--tasks", "1-20"]));
    std::fs::write(planned.result(2), "cut").expect("a damaged result");
    let some = script(&["--chunk", "10", "--cpus", "4"]);
    assert!(some.contains("#SBATCH --array=0,2-5\n"), "{some}");
    assert!(some.contains("#SBATCH --cpus-per-task=4\n") && some.contains("--threads 4 "), "{some}");
    succeeded(&planned.sweep("run", &[]));
    assert!(script(&[]).contains("all tasks have been run"));
}
