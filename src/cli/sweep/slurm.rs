//! Scripts for Slurm.

use std::path::Path;

use super::folder::SLURM;
use crate::experiment::plan::ranges;

/// The most restarts of an element that fails, whatever the cause of each.
const AGAIN: u32 = 3;

/// The jobs as which a plan is submitted.
pub struct Jobs<'a> {
    /// The folder of the plan, absolute: it lies where all nodes see it.
    pub folder: &'a Path,
    /// The name of the jobs.
    pub name: String,
    /// This program, absolute.
    pub program: &'a Path,
    /// The elements of the array that have tasks to run.
    pub elements: Vec<u64>,
    /// How many tasks an element has.
    pub chunk: u64,
    /// The processors of an element.
    pub cpus: u16,
    /// Options that are passed on: name and value.
    pub options: Vec<(&'static str, String)>,
}

impl Jobs<'_> {
    /// The job array.
    pub fn array(&self) -> String {
        let Self { chunk, cpus, .. } = self;
        let elements = ranges(self.elements.iter().copied());
        let head = self.head("", "%A_%a");
        let (program, folder) = (shell(self.program), shell(self.folder));
        format!(
            "{head}\
             #SBATCH --array={elements}\n\
             #SBATCH --cpus-per-task={cpus}\n\
             #SBATCH --requeue\n\
             #SBATCH --open-mode=append\n\n\
             # Element k runs tasks {chunk} k + 1 to {chunk} k + {chunk}; what has been run is not run again.\n\
             first=$((SLURM_ARRAY_TASK_ID * {chunk} + 1))\n\
             last=$((first + {chunk} - 1))\n\
             {program} sweep run {folder} --tasks \"$first-$last\" --threads {cpus} && exit 0\n\n\
             # Slurm itself starts again what a lost node ran; what has failed, unless that makes more than {AGAIN} restarts.\n\
             if [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {AGAIN} ]; then\n  \
               scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"\n\
             fi\n\
             exit 1\n"
        )
    }

    /// The job that gathers, once the array has ended.
    pub fn gather(&self) -> String {
        let head = self.head("-gather", "gather-%j");
        let (program, folder) = (shell(self.program), shell(self.folder));
        format!(
            "{head}\n\
             cd {folder} || exit\n\
             {program} sweep gather . --out curves.json --table table.csv\n"
        )
    }

    fn head(&self, of: &str, output: &str) -> String {
        // Slurm takes a percent sign for the beginning of a number of the job.
        let folder = self.folder.join(SLURM).display().to_string().replace('%', "%%");
        let output = quoted(&format!("{folder}/{output}.txt"));
        let name = &self.name;
        let options = self.options.iter();
        let options = options.map(|(name, value)| format!("#SBATCH --{name}={}\n", quoted(value)));
        format!(
            "#!/bin/sh\n#SBATCH --job-name={name}{of}\n#SBATCH --output={output}\n#SBATCH --ntasks=1\n{}",
            options.collect::<String>()
        )
    }
}

/// A path as the shell reads it.
pub fn shell(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// A text in single quotes, if it needs them.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,=@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs<'a>(folder: &'a str, elements: &[u64]) -> Jobs<'a> {
        Jobs {
            folder: Path::new(folder),
            name: "slotscope-3b0c91aa".to_owned(),
            program: Path::new("/opt/slotscope"),
            elements: elements.to_vec(),
            chunk: 16,
            cpus: 2,
            options: vec![("time", "1:00:00".to_owned())],
        }
    }

    #[test]
    fn an_array_runs_a_chunk_an_element() {
        let expected = r#"#!/bin/sh
#SBATCH --job-name=slotscope-3b0c91aa
#SBATCH --output=/shared/plan/slurm/%A_%a.txt
#SBATCH --ntasks=1
#SBATCH --time=1:00:00
#SBATCH --array=0-2,7
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --open-mode=append

# Element k runs tasks 16 k + 1 to 16 k + 16; what has been run is not run again.
first=$((SLURM_ARRAY_TASK_ID * 16 + 1))
last=$((first + 16 - 1))
/opt/slotscope sweep run /shared/plan --tasks "$first-$last" --threads 2 && exit 0

# Slurm itself starts again what a lost node ran; what has failed, unless that makes more than 3 restarts.
if [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit 1
"#;
        assert_eq!(jobs("/shared/plan", &[0, 1, 2, 7]).array(), expected);
    }

    #[test]
    fn a_folder_may_be_called_anything() {
        let odd = jobs("/shared/it's 100 %", &[0]);
        assert!(odd.gather().contains("\ncd '/shared/it'\\''s 100 %' || exit\n"));
        let output = "#SBATCH --output='/shared/it'\\''s 100 %%/slurm/gather-%j.txt'\n";
        assert!(odd.gather().contains(output), "{}", odd.gather());
    }
}
