//! Files that are no workload, or one of a format that is not read, told by their first lines: a rule and a sentence each.

use Sign::{Begins, Form, Has, Words};
use base::json;
use serde::de::IgnoredAny;

use super::lines::lines;
use super::schedulers::lsf::COMMAND as LSF;
use super::{Format, ReadErrorKind, number, packed};

const TABLE: &str =
    "save its jobs as a table, with columns for submission, start, end and processors, and map these (--columns)";
const SQUEUE: &str = "Slotscope reads `squeue --json`, and `squeue -o` with SUBMIT_TIME (%V) and a state (%T)";
const NODES: &str = "`slotscope nodes` reads what `scontrol show nodes` prints";
const QSTAT: &str = "Slotscope reads `qstat -x -f -F json` (of Torque `qstat -f`), and the server's accounting";
const QACCT: &str = "Slotscope reads `qacct -j`, which lists jobs that have ended, and the file accounting";
const FLUX: &str = "Slotscope reads `flux jobs -a --json`";
const CONDOR: &str = "Slotscope reads `condor_history -long` or `-json`, with ClusterId, ProcId, QDate and JobStatus";
const DAGMAN: &str = "Slotscope reads the DOT file that its line `DOT dag.dot` makes, as a workflow, and \
                      `condor_history -long` of its jobs";
const OAR: &str = "Slotscope reads `oarstat -f -J`";
const KUBERNETES: &str = "Slotscope reads `kubectl get pods -A -o json`";

/// The files of programs that are not read: a sign, what it is a sign of, and what to do instead. The first that fits
/// counts.
const PROGRAMS: &[(Sign, &str, &str)] = &[
    (Form(is_lsf), "a log of LSF's events (lsb.events)", LSF),
    (Form(is_sge), "Grid Engine's file reporting", QACCT),
    (Form(is_moab), "an event log of Moab", TABLE),
    (Begins("VERSION 2"), "a trace of Maui", TABLE),
    (Words("job-ID prior"), "output of Grid Engine's qstat", QACCT),
    (Has(b'<', "<job_info"), "output of Grid Engine's qstat", QACCT),
    (Has(b'<', "<JB_job_number>"), "output of Grid Engine's qstat", QACCT),
    (Begins("Job: "), "output of PBS's tracejob", QSTAT),
    (Words("Job id Name User Time Use"), "output of PBS's qstat", QSTAT),
    (Words("Job ID Username Queue"), "output of PBS's qstat", QSTAT),
    (Words("Req'd Elap"), "output of PBS's qstat", QSTAT),
    (Has(b'{', "\"pbs_version\""), "output of PBS's qstat", QSTAT),
    (Has(b'<', "<Data> <Job_Id>"), "output of PBS's qstat", QSTAT),
    (Words("JobID WallTime Location"), "output of Cobalt's qstat", TABLE),
    (Begins("Job <"), "output of LSF's bjobs, bhist or bacct", LSF),
    (Begins("Summary of time in seconds spent in various states"), "output of LSF's bhist", LSF),
    (Begins("Accounting information about jobs that are"), "output of LSF's bacct", LSF),
    (Words("JOBID PEND PSUSP"), "output of LSF's bhist", LSF),
    (Words("JOBID STAT"), "output of LSF's bjobs, in columns that are padded,", LSF),
    (Words("JOBID NTASKS NNODES"), "output of Flux (flux jobs)", FLUX),
    (Has(b'[', "\"ClusterId\""), "a history of HTCondor without QDate", CONDOR),
    (Has(b'{', "\"ClusterId\" \"ProcId\""), "a history of HTCondor without QDate", CONDOR),
    (Has(b'<', "<classads>"), "a history of HTCondor in XML", CONDOR),
    (Words("submitted from host:"), "an event log of HTCondor", CONDOR),
    (Words("OWNER SUBMITTED RUN_TIME"), "output of HTCondor (condor_q, condor_history)", CONDOR),
    (Words("OWNER BATCH_NAME SUBMITTED"), "output of HTCondor (condor_q)", CONDOR),
    (Form(is_dag), "a DAG of HTCondor's DAGMan", DAGMAN),
    (Words("(CONDOR_DAGMAN) STARTING"), "output of HTCondor's DAGMan (dagman.out)", DAGMAN),
    (Has(b'{', "\"condor_dagman\""), "metrics of HTCondor's DAGMan", DAGMAN),
    (Begins("Job_Id:"), "output of OAR (oarstat)", OAR),
    (Words("Job id Submission Date"), "output of OAR (oarstat)", OAR),
    (Words("Job id User Duration"), "output of OAR (oarstat)", OAR),
    (Has(b'{', "\"assigned_network_address\""), "output of OAR (oarstat) without times", OAR),
    (Begins("=============== Job Step"), "output of LoadLeveler (llq, llsummary)", TABLE),
    (Begins("Job Step Id:"), "output of LoadLeveler (llq, llsummary)", TABLE),
    (Words("Id Owner Submitted ST PRI"), "output of LoadLeveler (llq)", TABLE),
    (Words("Name Jobs Steps Starter"), "output of LoadLeveler (llsummary)", TABLE),
    (Words("JOBID USERNAME STATE REMAINING"), "output of Moab's or Maui's showq", TABLE),
    (Begins("active jobs----"), "output of Moab's or Maui's showq", TABLE),
    (Has(b'{', "\"apiVersion\" \"kind\""), "a list of Kubernetes without pods, jobs or their times", KUBERNETES),
    (Words("READY STATUS RESTARTS"), "output of kubectl in columns", KUBERNETES),
    (Has(b'{', "\"jobArn\""), "output of AWS Batch", TABLE),
    (Begins("NodeName="), "a list of Slurm's nodes", NODES),
    (Begins("PartitionName="), "a list of Slurm's partitions", NODES),
    (Begins("SlurmctldHost="), "a slurm.conf", NODES),
    (Words("PARTITION AVAIL NODES"), "output of Slurm's sinfo", NODES),
    (Words("JOBID NODELIST(REASON)"), "the usual output of Slurm's squeue, which has no times of submission,", SQUEUE),
    (Words("JOBID ST"), "such output of Slurm's squeue, without SUBMIT_TIME,", SQUEUE),
    (Words("JOBID STATE"), "such output of Slurm's squeue, without SUBMIT_TIME,", SQUEUE),
    (Words("JOBID PARTITION PRIORITY"), "output of Slurm's sprio", SQUEUE),
];

/// What a text of a program that is not read is, and what to do instead; `None` for all others.
pub(super) fn program(text: &[u8]) -> Option<String> {
    let beginning = Beginning::of(text);
    let (_, what, instead) = PROGRAMS.iter().find(|(sign, _, _)| beginning.shows(sign))?;
    Some(format!("{what} is not read: {instead}"))
}

/// Whether a word is numbers with a mark between each two, of these lengths; 0 for any.
fn is_parted(word: &[u8], mark: u8, lengths: &[usize]) -> bool {
    let parts: Vec<&[u8]> = word.split(|byte| *byte == mark).collect();
    let fits = |(part, length): (&&[u8], &usize)| are_digits(part) && (*length == 0 || part.len() == *length);
    parts.len() == lengths.len() && parts.iter().zip(lengths).all(fits)
}

/// `"JOB_NEW" "10.1" 1709252410 …`.
fn is_lsf(line: &[u8]) -> bool {
    let mut words = line.split(|byte| *byte == b' ');
    let is_event = words.next().is_some_and(|it| {
        let name = it.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\"")).unwrap_or_default();
        name.contains(&b'_') && name.iter().all(|byte| byte.is_ascii_uppercase() || b"_0123456789".contains(byte))
    });
    is_event && words.nth(1).is_some_and(are_digits)
}

/// `1709251205:new_job:…` of the file `reporting`.
fn is_sge(line: &[u8]) -> bool {
    const REPORTS: [&[u8]; 5] = [b"new_job", b"job_log", b"acct", b"host", b"queue"];
    let fields: Vec<&[u8]> = line.split(|byte| *byte == b':').collect();
    fields.len() >= 6 && are_digits(fields[0]) && REPORTS.contains(&fields[1])
}

/// `00:00:05 1709251205:5 job 101 JOBSUBMIT …`.
fn is_moab(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|it| !it.is_empty());
    let is = |word: Option<&[u8]>, lengths: &[usize]| word.is_some_and(|it| is_parted(it, b':', lengths));
    is(words.next(), &[2; 3]) && is(words.next(), &[0; 2])
}

/// `JOB A a.sub`, or `PARENT A CHILD B`.
fn is_dag(line: &[u8]) -> bool {
    let words: Vec<Vec<u8>> = line.split(u8::is_ascii_whitespace).map(<[u8]>::to_ascii_uppercase).collect();
    match words.first().map(Vec::as_slice) {
        Some(b"PARENT") => words.contains(&b"CHILD".to_vec()),
        Some(b"JOB") => words.len() > 2 && words[2].contains(&b'.'),
        _ => false,
    }
}

/// Why a text is not read, if it is no workload or of a format that is not read; `format` is what [`Format::of`] has
/// found, and SWF if nothing.
pub(super) fn why_not_read(text: &[u8], format: Format) -> Option<ReadErrorKind> {
    if let Some(kind) = kind(text) {
        return Some(ReadErrorKind::NotALog { kind });
    }
    let first = text.trim_ascii_start().first();
    let is_unknown = matches!(format, Format::Swf | Format::Gwf);
    let why = match first {
        _ if !is_unknown => None,
        Some(b'{' | b'[') => program(text).or_else(|| Some(json(text))),
        _ => program(text),
    };
    match (why, first) {
        (Some(why), _) => Some(ReadErrorKind::NotRead { why }),
        (None, Some(b'<')) => Some(ReadErrorKind::NotALog { kind: "HTML or XML" }),
        (None, _) => None,
    }
}

/// The kind of a file that is neither text nor packed, by its beginning; what follows makes no log of it.
pub fn kind_of_beginning(beginning: &[u8]) -> Option<&'static str> {
    if packed::is_packed(beginning) { None } else { kind(beginning) }
}

/// The kind of a file that is plainly no text, from its first bytes, with its article.
fn kind(text: &[u8]) -> Option<&'static str> {
    const SIGNATURES: &[(&[u8], &str)] = &[
        (b"\x89PNG", "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"GIF8", "a GIF image"),
        (b"%PDF", "a PDF document (save its table as CSV)"),
        (b"PK\x03\x04", "a ZIP archive inside an archive"),
        (b"\x1f\x8b", "a gzip file inside a gzip file"),
        (b"BZh", "a bzip2 file (unpack it first)"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive (unpack it first)"),
        (b"\xfd7zXZ", "an xz file inside a packed file"),
        (b"\x28\xb5\x2f\xfd", "a zstd file inside a packed file"),
        (b"\xff\xfe", "text in UTF-16 (save it as UTF-8 or ASCII)"),
        (b"\xfe\xff", "text in UTF-16 (save it as UTF-8 or ASCII)"),
        (b"\0asm", "a WebAssembly module"),
        (b"PAR1", "a Parquet file in a packed one (unpack it first, or from the Parquet: save the table as CSV)"),
        (b"ARROW1", "an Arrow file (save the table as CSV)"),
        (b"FEA1", "a Feather file (save the table as CSV)"),
        (b"ORC", "an ORC file (save the table as CSV)"),
        (b"Obj\x01", "an Avro file (save the table as CSV)"),
        (
            b"SQLite format 3",
            "an SQLite database (save its table as CSV: sqlite3 -header -csv FILE 'SELECT * FROM TABLE')",
        ),
        (b"\x89HDF", "an HDF5 file (save the table as CSV)"),
        (b"\xd0\xcf\x11\xe0", "a document of an office program (save its table as CSV)"),
        (b"\x80\x04", "a pickle of Python (save the table as CSV)"),
        (b"\x80\x05", "a pickle of Python (save the table as CSV)"),
    ];
    let known = SIGNATURES.iter().find(|(start, _)| text.starts_with(start));
    if let Some((_, kind)) = known {
        return Some(kind);
    }
    let beginning = &text[..text.len().min(1024)];
    // Zeros pad an archive's entry on its first file; a comment may have the word there as well.
    beginning.contains(&0).then(|| match beginning.get(257..262) {
        Some(b"ustar") => "a tar archive that is damaged or inside an archive",
        _ => "a binary file",
    })
}

/// Fields by which JSON of Slotscope is known, and what it is.
const OF_SLOTSCOPE: &[(&str, &str)] = &[
    ("\"slotscope_project\"", "a project of Slotscope"),
    ("\"slotscope_sweep\"", "a sweep of Slotscope, for its curves"),
    ("\"slotscope_plan\"", "a plan of Slotscope"),
    ("\"hand_in\"", "a hand-in of Slotscope"),
    ("\"lesson\"", "a lesson of Slotscope"),
    ("\"platform\"", "a scenario of Slotscope"),
    ("\"system\"", "a scenario of Slotscope"),
    ("\"workload\"", "a scenario of Slotscope"),
];

/// What a text that begins as JSON is, with the place where it ceases to be JSON. O(length).
fn json(text: &[u8]) -> String {
    let beginning = &text[..text.len().min(4096)];
    let as_what = OF_SLOTSCOPE
        .iter()
        .find(|(field, _)| has_all(beginning, field))
        .map_or_else(String::new, |(_, what)| format!(" that begins as {what}"));
    let mistake = match json::read::<IgnoredAny>(text) {
        Ok(_) => String::new(),
        Err(mistake) => format!("; {mistake}"),
    };
    format!("this is JSON{as_what}, not a log of jobs{mistake}")
}

/// The bytes and lines at the beginning of a text in which signs are sought.
const BEGINNING: usize = 64 << 10;
pub(super) const LINES: usize = 200;

/// By what a format is known.
pub(super) enum Sign {
    /// A line begins so, behind blanks.
    Begins(&'static str),
    /// A line has all of these words, parted by blanks.
    Words(&'static str),
    /// A line is of this form.
    Form(fn(&[u8]) -> bool),
    /// The text begins as JSON, or as XML, and has all of these pieces at its beginning.
    Has(u8, &'static str),
    /// The whole text is of this form.
    Text(fn(&[u8]) -> bool),
}

/// The beginning of a text.
pub(super) struct Beginning<'a> {
    whole: &'a [u8],
    start: &'a [u8],
    /// Lines but for comments, without blanks around them; none of a log, whose lines begin with numbers.
    lines: Vec<&'a [u8]>,
}

impl<'a> Beginning<'a> {
    /// Of a text without a byte order mark.
    pub fn of(whole: &'a [u8]) -> Self {
        let text = whole.trim_ascii_start();
        let start = &text[..text.len().min(BEGINNING)];
        let is_comment = |line: &&[u8]| line.first().is_none_or(|it| b";#".contains(it));
        let lines = lines(start).take(LINES).map(<[u8]>::trim_ascii).filter(|line| !is_comment(line));
        let mut lines: Vec<&[u8]> = lines.collect();
        let mut words = lines.first().into_iter().flat_map(|it| it.split(|byte| b" \t,".contains(byte)));
        let mut is_number = || words.next().is_some_and(|it| number::parse(it).is_ok());
        if is_number() && is_number() {
            lines.clear();
        }
        Self { whole, start, lines }
    }

    /// Whether it has a sign.
    pub fn shows(&self, sign: &Sign) -> bool {
        let mut lines = self.lines.iter();
        match sign {
            Sign::Begins(word) => lines.any(|it| it.starts_with(word.as_bytes())),
            Sign::Words(words) => lines.any(|it| has_words(it, b" \t", words)),
            Sign::Form(is_of_form) => lines.any(|it| is_of_form(it)),
            Sign::Has(mark, pieces) => self.start.first() == Some(mark) && has_all(self.start, pieces),
            Sign::Text(is_of_form) => is_of_form(self.whole),
        }
    }
}

/// Whether a text has all of these pieces, with blanks between them.
pub(super) fn has_all(text: &[u8], pieces: &str) -> bool {
    let has = |piece: &str| text.windows(piece.len()).any(|it| it == piece.as_bytes());
    pieces.split(' ').all(has)
}

/// Whether a line, taken apart at these marks, has all of these words.
pub(super) fn has_words(line: &[u8], marks: &[u8], words: &str) -> bool {
    let there: Vec<&[u8]> = line.split(|byte| marks.contains(byte)).collect();
    words.split(' ').all(|word| there.contains(&word.as_bytes()))
}

/// Digits alone.
pub(super) fn are_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use crate::read;
    use crate::testing::rows;

    #[test]
    fn files_of_other_programs_are_named() {
        for [text, named] in rows(
            "Job id            Name             User              Time Use S Queue\\n | PBS's qstat
            {\"timestamp\":1,\"pbs_version\":\"20\",\"Queue\":{\"a\":{\"started\":\"x\"}}} | PBS's qstat
            1709251205:new_job:1709251205:101:-1:NONE:a:u1:g1::dep:sge:1024\\n | Grid Engine
            job-ID  prior   name       user  state submit/start at\\n-----\\n 101 0.5 a u1 r 03/01/2024\\n | \
            Grid Engine's qstat
            <?xml version='1.0'?>\\n<job_info  xmlns:xsd=\"x\">\\n | Grid Engine's qstat
            \"JOB_NEW\" \"10.1\" 1709252410 101 1001 33554482 4 1709251205\\n | lsb.events
            JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\\n | bjobs
            Summary of time in seconds spent in various states:\\nJOBID USER JOB_NAME PEND\\n | bhist
            \\nAccounting information about jobs that are:\\n  - submitted by all users.\\n | bacct
            \\nJob <101>, Job Name <a>, User <u1>, Project <default>\\n | bhist
            \\s      JOBID USER     NAME       ST NTASKS NNODES     TIME INFO\\n | Flux
            [\\n{\"Args\":\"1\",\"ClusterId\":101}\\n] | HTCondor
            000 (101.000.000) 03/01 00:00:05 Job submitted from host: <10.0.0.1>\\n...\\n | HTCondor
            \\sID      OWNER   SUBMITTED  RUN_TIME     ST COMPLETED   CMD\\n | HTCondor
            Job_Id: 101\\n    job_array_id = 101\\n | OAR
            {\"101\":{\"assigned_network_address\":[],\"owner\":\"u1\"}} | OAR
            Id   Owner  Submitted   ST PRI Class Running On\\n----\\n | LoadLeveler
            =============== Job Step head.101.0 ===============\\n | LoadLeveler
            JobID  User  WallTime  Nodes  State  Location\\n=====\\n | Cobalt
            00:00:05 1709251205:5 job 101 JOBSUBMIT 0 4 u1 g1\\n | Moab
            \\s JOBID PARTITION     NAME     USER ST  NODES NODELIST(REASON)\\n | squeue --json
            JOBID STATE  TIME_LIMIT\\n1 RUNNING 1:00:00\\n | squeue --json
            JOB A a.sub\\nPARENT A CHILD B\\n | condor_history -long
            # a\\nparent a child b\\n | DOT dag.dot
            03/01/24 00:00:05 ** condor_scheduniv_exec.1.0 (CONDOR_DAGMAN) STARTING UP\\n | DAGMan
            {\"apiVersion\":\"v1\",\"items\":[],\"kind\":\"List\"} | Kubernetes
            PAR1\u{15}\u{4} | save the table as CSV
            %PDF-1.4 | save its table as CSV
            SQLite format 3\0 | sqlite3 -header -csv",
        ) {
            let why = read("a", text.as_bytes()).unwrap_err().to_string();
            let is_told = why.contains(&named) && (why.contains("not read") || why.contains("not a log"));
            assert!(is_told, "{text}: {why}");
        }
    }

    #[test]
    fn json_is_named_as_what_it_begins_as() {
        let sizes = "99999999999, ".repeat(1001);
        for (text, why) in [
            (
                format!("{{\"platform\": [{sizes}1]}}"),
                "this is JSON that begins as a scenario of Slotscope, not a log of jobs",
            ),
            (
                "{\"slotscope_sweep\":1,\"log\":\"a\",\n\"runs\":[[1,2],[3".to_owned(),
                "this is JSON that begins as a sweep of Slotscope, for its curves, not a log of jobs; the text ends too \
                 early (line 2, column 16)",
            ),
            (
                format!("{{\"lesson\":1,\"steps\":[{sizes}]}}"),
                "this is JSON that begins as a lesson of Slotscope, not a log of jobs; this is no JSON: a value is needed here \
                 (line 1, column 13035)",
            ),
            ("[1, 2".to_owned(), "this is JSON, not a log of jobs; the text ends too early (line 1, column 5)"),
        ] {
            let found = read("a", text.as_bytes()).unwrap_err().kind.to_string();
            assert_eq!(found, why);
        }
    }
}
