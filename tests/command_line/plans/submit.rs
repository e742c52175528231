//! Plans that are handed to a cluster's batch system: the scripts, and what is told. Slurm itself has its own tests.

use std::process::Command;

use super::{assert_says, planned, result, text};
use crate::command_line::failed;

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
