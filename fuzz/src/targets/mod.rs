//! What is fuzzed: every reader of bytes, and whole scenarios.

mod logs;
mod page;
mod schedule;
mod tasks;
mod workflows;

pub use schedule::{scenario_of, workload_of};

use crate::Watch;

/// Something that takes any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name on the command line, and the name of its corpus.
    pub name: &'static str,
    /// What it reads, within a sentence.
    pub about: &'static str,
    /// The longest input that is tried, in bytes.
    pub longest: usize,
    run: fn(&[u8], &mut Watch),
}

impl Target {
    /// The target of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|it| it.name == name)
    }

    /// Takes an input.
    ///
    /// # Panics
    ///
    /// If it finds something.
    pub fn take(&self, input: &[u8], watch: &mut Watch) {
        watch.tally.inputs += 1;
        (self.run)(input, watch);
    }
}

macro_rules! targets {
    ($($name:ident, $about:literal, $longest:expr, $run:expr;)+) => {
        /// All of them.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            about: $about,
            longest: $longest,
            run: $run,
        }),+];
    };
}

/// Long enough that memory grows with the input and not with what is beside it.
const LONG: usize = 16 << 10;

targets! {
    swf, "logs in SWF", LONG, logs::swf;
    gwf, "logs in GWF", LONG, logs::gwf;
    sacct, "Slurm's accounting", LONG, logs::sacct;
    batsim_workload, "Batsim's workloads", LONG, logs::batsim;
    batsim_jobs, "Batsim's `jobs.csv`", LONG, logs::batsim;
    gzip, "packed logs", 4 << 10, logs::gzip;
    requests_csv, "lists of requests", LONG, logs::requests;
    workflow_json, "workflows in our JSON", LONG, workflows::json;
    wfcommons, "workflows of WfCommons", LONG, workflows::wfcommons;
    dax, "workflows in DAX", LONG, workflows::dax;
    dot, "workflows in DOT", LONG, workflows::dot;
    task_csv, "task batches in CSV", LONG, tasks::csv;
    task_xml, "task batches in XML", LONG, tasks::xml;
    scenario, "scenarios", LONG, page::scenario;
    link, "links, as they are and unpacked", LONG, page::link;
    project, "projects", LONG, page::project;
    lesson, "lessons", LONG, page::lesson;
    columns, "what workers send of a run", LONG, page::columns;
    schedule, "whole runs: any scenario on any workload", 1 << 10, schedule::schedule;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_nothing_is_too_short_to_take() {
        for target in TARGETS {
            assert_eq!(
                Target::named(target.name).map(|it| it.about),
                Some(target.about)
            );
            let mut watch = Watch::default();
            target.take(b"", &mut watch);
            assert_eq!(watch.tally.inputs, 1);
        }
    }
}
