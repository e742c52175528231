//! Facts on a workload, beside its records, that an experiment needs.

use super::Scenario;
use super::plan::Digest;
use super::run::{MOST_PROCESSORS, MOST_PROVIDERS};
use workload::reserve::{IntervalStart, usual_start};
use workload::select::{Dependencies, Preceding, Selection};
use workload::task_batch::NODE_POINTS;
use workload::{Feature, Machine, Workload, WorkloadKind};

/// The number of machines for a workflow that names none.
pub const USUAL_MACHINES: usize = 2;

/// The number of nodes for a task batch that names none: Moise et al. 2008 have two or three agents, and do
/// not give the number of nodes.
pub const USUAL_NODES: usize = 6;

/// A workload without its records: scenario files are resolved against it, and reports contain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadFacts {
    /// The file's name, or the generator's.
    pub name: String,
    pub kind: WorkloadKind,
    /// How many jobs, or tasks, the file holds.
    pub in_log: usize,
    /// How many of them ran: their run time is known and above 0; every task of a workflow or a batch.
    pub ran: usize,
    /// The processors of the logged machine ([`Machine::of`]).
    pub processors: u32,
    /// How many machines a workflow names, or nodes a task batch.
    pub machines: usize,
    /// The default start of reservations: by the logged waits, or with lead times where a log has none.
    pub usual_start: IntervalStart,
    /// What files that do not say it make of the jobs that others name: it depends on whether the log contradicts them.
    pub dependencies: Dependencies,
    /// The SHA-256 of the file's bytes as they were given, packed or not; `None` of a workload that was
    /// generated or drawn.
    pub digest: Option<Digest>,
    /// The mapping of its columns, as `--columns` takes it, if it was read by one that was given.
    pub mapping: Option<Box<str>>,
    /// Features of jobs that most models leave out, each with the number of jobs that have it.
    pub not_modelled: Vec<(Feature, u64)>,
    /// Whether the log tells of its nodes.
    pub has_nodes: bool,
}

impl WorkloadFacts {
    /// The facts of a workload without a file. O(n log n) for n records.
    pub fn of(workload: &Workload) -> Self {
        let records = workload.records();
        let log = workload.log();
        let ran = || records.iter().filter(|it| it.run_time > 0).count();
        Self {
            name: workload.name.clone(),
            kind: workload.kind(),
            in_log: workload.jobs(),
            ran: match workload.kind() {
                WorkloadKind::Log => ran(),
                WorkloadKind::Workflow | WorkloadKind::TaskBatch => workload.jobs(),
            },
            processors: Machine::of(workload.header(), records).processors,
            machines: workload.machines(),
            usual_start: usual_start(workload),
            dependencies: Preceding::of(records).usual(),
            digest: None,
            mapping: log.and_then(|it| it.mapping.clone()),
            not_modelled: log.map_or_else(Vec::new, |it| it.unused.counted().collect()),
            has_nodes: workload.has_nodes(),
        }
    }

    /// The facts of a workload that was read from these bytes. O(bytes + n log n) for n records.
    pub fn of_file(workload: &Workload, bytes: &[u8]) -> Self {
        Self { digest: Some(Digest::of(bytes)), ..Self::of(workload) }
    }

    /// The value of `"platform": "log"`: one provider of the logged machine; of a workflow or a task batch
    /// the machines or nodes that it names, or else [`USUAL_MACHINES`] or [`USUAL_NODES`]. The selection of
    /// jobs does not matter.
    pub fn platform(&self) -> Vec<u32> {
        let named = |usual| match self.machines {
            0 => usual,
            named => named.min(MOST_PROVIDERS),
        };
        match self.kind {
            WorkloadKind::Log => vec![self.processors.min(MOST_PROCESSORS)],
            WorkloadKind::Workflow => vec![1; named(USUAL_MACHINES)],
            WorkloadKind::TaskBatch => vec![NODE_POINTS; named(USUAL_NODES)],
        }
    }
}

/// Why a scenario that was run took no job, in words with the setting to change, such as `first_job 1 to
/// last_job 1000 leave none of the log's 2 jobs, whose numbers are 20012 to 20013`. O(n).
pub fn why_nothing(scenario: &Scenario, workload: &Workload) -> String {
    let records = workload.records();
    let numbers = records.iter().map(|it| it.id);
    let (Some(least), Some(most)) = (numbers.clone().min(), numbers.max()) else {
        return "the workload holds no job".to_owned();
    };
    let selection = &scenario.workload;
    let count = match records.len() {
        1 => "one job".to_owned(),
        count => format!("{count} jobs"),
    };
    let whose =
        if least == most { format!("whose number is {least}") } else { format!("whose numbers are {least} to {most}") };
    let in_range =
        |id: u64| selection.first_job.is_none_or(|it| id >= it) && selection.last_job.is_none_or(|it| id <= it);
    if !records.iter().any(|it| in_range(it.id)) {
        let (range, verb) = range(selection);
        return format!("workload.{range} {verb} none of the log's {count}, {whose}: set them to null for all");
    }
    let mut taken = records.iter().filter(|it| in_range(it.id));
    if selection.skip_never_ran && !taken.clone().any(|it| it.run_time > 0) {
        let of_which = match range(selection).0 {
            range if range.is_empty() => String::new(),
            range => format!(" of {range}"),
        };
        // Not those that were cancelled while they waited.
        if taken.any(|it| it.run_time < 0 && it.status != CANCELLED) {
            return format!(
                "none{of_which} of the log's {count} has ended: jobs that wait, or whose run time is not known, give \
                 no schedule. Take jobs that have ended, such as those of sacct"
            );
        }
        return format!(
            "none{of_which} of the log's {count} ever ran, and workload.skip_never_ran leaves such jobs out: \
             set it to false to take them, for 0 s each"
        );
    }
    format!("workload.fold leaves none of the log's {count}: set it to null, or other intervals")
}

/// Field 11 of SWF of a job that was cancelled.
const CANCELLED: i64 = 5;

/// The range of job numbers in words, and the verb that goes with it.
fn range(selection: &Selection) -> (String, &'static str) {
    match (selection.first_job, selection.last_job) {
        (Some(first), Some(last)) => (format!("first_job {first} to last_job {last}"), "leave"),
        (Some(first), None) => (format!("first_job {first}"), "leaves"),
        (None, Some(last)) => (format!("last_job {last}"), "leaves"),
        (None, None) => (String::new(), "leave"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::read;

    const LOG: &str = "20012 0 0 0 4\n20013 9 0 60 4\n";

    fn why(change: impl FnOnce(&mut Selection)) -> String {
        let log = read("a.swf", LOG.as_bytes()).expect("a log").workload;
        let mut scenario = Scenario::default();
        (scenario.workload.first_job, scenario.workload.last_job) = (None, None);
        change(&mut scenario.workload);
        why_nothing(&scenario, &log)
    }

    #[test]
    fn what_leaves_nothing_is_named() {
        let told = why(|it| (it.first_job, it.last_job) = (Some(1), Some(1000)));
        assert!(
            told.contains(
                "first_job 1 to last_job 1000 leave none of the log's 2 jobs, whose numbers are 20012 to 20013"
            ),
            "{told}"
        );
        let told = why(|it| it.first_job = Some(30_000));
        assert!(told.contains("first_job 30000 leaves none"), "{told}");
        let told = why(|it| it.last_job = Some(20_012));
        assert!(told.contains("last_job 20012 of the log's 2 jobs ever ran"), "{told}");
    }

    /// A job that runs and one that waits: to take them for 0 s would be no schedule of theirs.
    #[test]
    fn jobs_that_have_not_ended_are_not_offered() {
        let text = b"1 0 5 -1 4 -1 -1 4 90 -1 -1\n2 9 -1 -1 -1 -1 -1 4 90 -1 -1\n";
        let log = read("a.swf", text).expect("a log").workload;
        let mut scenario = Scenario::default();
        (scenario.workload.first_job, scenario.workload.last_job) = (None, None);
        let told = why_nothing(&scenario, &log);
        assert!(told.starts_with("none of the log's 2 jobs has ended"), "{told}");
        assert!(!told.contains("false"), "{told}");
    }
}
