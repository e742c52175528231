//! The format of a text, recognized by its first bytes.

use super::lines::{lines, without_marks};
use super::{batsim, gwf, sacct};

/// A format of logs that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The Standard Workload Format.
    Swf,
    /// A workload for Batsim: JSON with jobs and profiles.
    BatsimWorkload,
    /// Batsim's output on the jobs that it ran: CSV.
    BatsimJobs,
    /// Slurm's accounting: `sacct`, with any delimiter or none, `sacct --json` and `squeue --json`.
    Sacct,
    /// The Grid Workload Format.
    Gwf,
}

impl Format {
    /// Its usual name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Swf => "the Standard Workload Format",
            Self::BatsimWorkload => "a Batsim workload",
            Self::BatsimJobs => "Batsim's jobs.csv",
            Self::Sacct => "Slurm's accounting (sacct)",
            Self::Gwf => "the Grid Workload Format",
        }
    }

    /// The format of a text, plain and of a kind that could be a log; SWF by default. A byte order
    /// mark makes no difference.
    ///
    /// It reads the first lines, and only where the first begins with `#` or `{` as much as it needs: the
    /// comments, or the names in the outermost JSON object.
    pub fn of(text: &[u8]) -> Self {
        let text = without_marks(text);
        let whole = text;
        let text = text.trim_ascii_start();
        let first = lines(&text[..text.len().min(LONGEST_LINE)]).next();
        let first = first.unwrap_or_default();
        match first.first() {
            None | Some(b';') => Self::Swf,
            Some(b'{') if sacct::is_json(text) => Self::Sacct,
            Some(b'{') if batsim::is_workload(text) => Self::BatsimWorkload,
            // It has commas and blanks as tables have them.
            Some(b'{' | b'[') => Self::Swf,
            Some(_) if batsim::names_columns(first) => Self::BatsimJobs,
            Some(_) if sacct::is_table(whole) => Self::Sacct,
            Some(b'#') => first_job(text),
            Some(_) => by_columns(first),
        }
    }
}

/// No line that names columns is longer.
const LONGEST_LINE: usize = 16 << 10;

/// SWF or GWF, by the first line after the comments.
fn first_job(text: &[u8]) -> Format {
    let is_comment = |line: &&[u8]| line.is_empty() || line.starts_with(b"#");
    let first = lines(text).map(<[u8]>::trim_ascii).find(|line| !is_comment(line));
    // Comments alone show only that it is not SWF.
    first.map_or(Format::Gwf, by_columns)
}

/// SWF or GWF, by a job's line or one that names columns.
fn by_columns(line: &[u8]) -> Format {
    if gwf::names_columns(line) || gwf::columns(line).count() >= gwf::COLUMNS { Format::Gwf } else { Format::Swf }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    #[test]
    fn the_beginning_tells() {
        let minus = " -1".repeat(24);
        for [text, format] in rows(
            "; Version: 2.2\\n1 0 1 1 1 | Swf
            1 0 1 1 1 | Swf
            | Swf
            hello | Swf
            # made by hand\\n1 0 1 1 1 | Swf
            # a grid\\n# of sites | Gwf
            # a grid\\n\\n1 0 1 1 1MINUS | Gwf
            1 0 1 1 1MINUS | Gwf
            JobID SubmitTime WaitTime | Gwf
            \u{feff}JobID|Submit|Start | Sacct
            User|jobidraw|State|\\r\\n | Sacct
            JobID  Submit\\n------ ------ | Sacct
            JobID  Submit\\n1      2 | Swf
            JobID,Submit,Start\\n | Sacct
            sacct: loaded\\nJobID|Submit|Start\\n | Sacct
            # made by sacct\\nJobID|Submit|Start\\n | Sacct
            job_id,workload_name,submission_time | BatsimJobs
            \"job_id\",\"submission_time\" | BatsimJobs
            jobID,submission_time,requested_time | BatsimJobs
            {\"jobs\": [{\"account\": \"a\", \"job_id\": 5} | Sacct
            job,ready,deadline\\n1,2,3 | Swf
            \\s{\"nb_res\": 4, \"jobs\": [ | BatsimWorkload
            {\"profiles\": {}, \"x\": [\"jobs\"], \"jobs\": []} | BatsimWorkload
            {\"jobs\": []} | Swf
            {\"workload\": {\"jobs\": 1, \"profiles\": 2}} | Swf",
        ) {
            let text = text.replace("MINUS", &minus);
            assert_eq!(format!("{:?}", Format::of(text.as_bytes())), format, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_have_a_format(text in prop::collection::vec(any::<u8>(), 0..200)) {
            Format::of(&text);
        }
    }
}
