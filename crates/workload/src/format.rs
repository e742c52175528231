//! The formats of logs: how each is called, by what it is recognized, and how it is read.

use super::draft::Parsed;
use super::foreign::Beginning;
use super::foreign::Sign::{self, Begins, Form, Has, Text};
use super::lines::{lines, without_marks};
use super::schedulers::{condor, flux, grid_engine, kubernetes, lsf, oar, pbs, scontrol};
use super::{ReadErrorKind, batsim, gwf, sacct, swf};

/// Reads a whole text. The number is how many complaints are kept at most.
type Parse = fn(&[u8], usize) -> Result<Parsed, ReadErrorKind>;

/// [`Format`] of rows: its name in a sentence, the signs of which a text has one, and its reader. The first row of which
/// a text has a sign counts, else the last one.
macro_rules! formats {
    ($($(#[$about:meta])* $Format:ident: $name:literal, $signs:expr, $parse:expr;)+) => {
        /// A format of logs that is read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Format {
            $($(#[$about])* $Format,)+
        }

        impl Format {
            const ALL: &[(Self, &[Sign])] = &[$((Self::$Format, &$signs)),+];

            /// Its usual name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$Format => $name,)+ }
            }

            /// Reads a text of this format; at most `max_complaints` are kept.
            ///
            /// # Errors
            ///
            /// If nothing of it can be read.
            pub(super) fn parse(self, text: &[u8], max_complaints: usize) -> Result<Parsed, ReadErrorKind> {
                let parse: Parse = match self { $(Self::$Format => $parse,)+ };
                parse(text, max_complaints)
            }
        }
    };
}

formats! {
    /// Batsim's output on the jobs that it ran: CSV.
    BatsimJobs: "Batsim's jobs.csv", [Text(|text| batsim::names_columns(first_line(text)))],
        |text, most| Ok(batsim::parse_jobs(text, most));
    /// Slurm's accounting: `sacct`, with any delimiter or none, `sacct --json` and `squeue --json`.
    Sacct: "Slurm's accounting (sacct)", [Text(sacct::is_one)],
        |text, most| sacct::parse(text, most).map_err(|why| ReadErrorKind::TooFewColumns { why });
    /// A workload for Batsim: JSON with jobs and profiles.
    BatsimWorkload: "a Batsim workload", [Text(batsim::is_workload)],
        |text, most| not_read(batsim::parse_workload(text, most));
    /// PBS Professional's and Torque's accounting, and `qstat -f`, as text or JSON.
    Pbs: "PBS (accounting, qstat -f)",
        [Form(pbs::is_record), Begins("Job Id:"), Has(b'{', "\"pbs_version\" \"Jobs\"")],
        |text, most| not_read(pbs::parse(text, most));
    /// Grid Engine's accounting(5), and `qacct -j`.
    GridEngine: "Grid Engine (accounting, qacct -j)", [Form(grid_engine::is_record), Begins("qname ")],
        |text, most| not_read(grid_engine::parse(text, most));
    /// LSF's lsb.acct, and `bjobs -o` and `bacct -o` with a delimiter or as JSON.
    Lsf: "LSF (lsb.acct, bjobs -o)",
        [Form(lsf::is_record), Form(lsf::names_columns), Has(b'{', "\"RECORDS\" \"JOBS\"")],
        |text, most| lsf::parse(text, most).map_err(|why| ReadErrorKind::TooFewColumns { why });
    /// `flux jobs --json`.
    Flux: "Flux (flux jobs --json)", [Has(b'{', "\"t_submit\"")],
        |text, most| not_read(flux::parse(text, most));
    /// HTCondor's history and `condor_q`, as job ads in lines or JSON.
    Condor: "HTCondor (history)",
        [
            Begins("ClusterId ="),
            Begins("QDate ="),
            Begins("*** Offset ="),
            Has(b'[', "\"ClusterId\" \"QDate\""),
            Has(b'{', "\"ClusterId\" \"QDate\""),
        ],
        |text, most| not_read(condor::parse(text, most));
    /// `oarstat -f -J`.
    Oar: "OAR (oarstat -f -J)", [Has(b'{', "\"Job_Id\" \"submissionTime\"")],
        |text, most| not_read(oar::parse(text, most));
    /// Pods, or jobs, of `kubectl get -o json`.
    Kubernetes: "Kubernetes (kubectl get pods -o json)",
        [
            Has(b'{', "\"apiVersion\" \"Pod\" \"creationTimestamp\""),
            Has(b'{', "\"apiVersion\" \"Job\" \"creationTimestamp\""),
        ],
        |text, most| not_read(kubernetes::parse(text, most));
    /// `scontrol show job` and `show reservation` of Slurm.
    Scontrol: "Slurm's scontrol (show job, show reservation)", [Begins("JobId="), Begins("ReservationName=")],
        |text, most| not_read(scontrol::parse(text, most));
    /// The Grid Workload Format.
    Gwf: "the Grid Workload Format", [Text(is_gwf)], |text, most| Ok(gwf::parse(text, most));
    /// The Standard Workload Format.
    Swf: "the Standard Workload Format", [], |text, most| Ok(swf::parse(text, most));
}

impl Format {
    /// The format of a text, plain and of a kind that could be a log; SWF by default. A byte order
    /// mark makes no difference.
    ///
    /// It reads the first lines, and only where the first begins with `#` or `{` as much as it needs: the
    /// comments, or the names in the outermost JSON object.
    pub fn of(text: &[u8]) -> Self {
        let text = without_marks(text);
        if text.trim_ascii_start().first().is_none_or(|it| *it == b';') {
            return Self::Swf;
        }
        let beginning = Beginning::of(text);
        let mut all = Self::ALL.iter();
        all.find(|(_, signs)| signs.iter().any(|sign| beginning.shows(sign))).map_or(Self::Swf, |it| it.0)
    }
}

fn not_read(parsed: Result<Parsed, String>) -> Result<Parsed, ReadErrorKind> {
    parsed.map_err(|why| ReadErrorKind::NotRead { why })
}

/// No line that names columns is longer.
const LONGEST_LINE: usize = 16 << 10;

/// The first line that is not blank, as far as it is read.
fn first_line(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_start();
    lines(&text[..text.len().min(LONGEST_LINE)]).next().unwrap_or_default()
}

/// By the first line after the comments, which names columns or has those of a job.
fn is_gwf(text: &[u8]) -> bool {
    let is_comment = |line: &&[u8]| line.is_empty() || line.starts_with(b"#");
    let first = first_line(text);
    let line = match first.first() {
        // JSON has commas and blanks as tables have them.
        Some(b'{' | b'[') => return false,
        Some(b'#') => lines(text).map(<[u8]>::trim_ascii).find(|line| !is_comment(line)),
        _ => Some(first),
    };
    // Comments alone show only that it is not SWF.
    line.is_none_or(|line| gwf::names_columns(line) || gwf::columns(line).count() >= gwf::COLUMNS)
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
