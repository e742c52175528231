//! What is fuzzed: every reader of bytes, and whole scenarios.

mod formulas;
mod logs;
mod nodes;
mod page;
mod schedule;
mod sweeps;
mod tasks;
mod workflows;

pub use schedule::{scenario_of, workload_of};
pub use sweeps::task;

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
    /// How many blindly changed inputs `cargo xtask test` tries.
    pub blind: u64,
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
    ($($name:ident, $about:literal, $longest:expr, $blind:expr, $run:expr;)+) => {
        /// All of them.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            about: $about,
            longest: $longest,
            blind: $blind,
            run: $run,
        }),+];
    };
}

/// Blindly changed inputs of a target whose inputs are quick.
const MANY: u64 = 2_000;

/// Long enough that memory grows with the input and not with what is beside it.
const LONG: usize = 16 << 10;

targets! {
    swf, "logs in SWF", LONG, MANY, logs::swf;
    gwf, "logs in GWF", LONG, MANY, logs::gwf;
    sacct, "Slurm's accounting", LONG, MANY / 2, logs::sacct;
    slurm_json, "Slurm's accounting and queue in JSON", LONG, MANY / 2, logs::sacct;
    schedulers, "logs of PBS, Grid Engine, LSF, Flux, HTCondor, OAR and Kubernetes, and what scontrol shows", LONG, MANY, logs::swf;
    batsim_workload, "Batsim's workloads", LONG, MANY, logs::batsim;
    batsim_jobs, "Batsim's `jobs.csv`", LONG, MANY, logs::batsim;
    table, "tables of jobs by what their columns are", LONG, MANY / 4, logs::table;
    gzip, "packed logs", 4 << 10, MANY, logs::gzip;
    packed, "files packed by zstd or xz, and archives", 4 << 10, MANY, logs::packed;
    parquet, "tables in Parquet", 4 << 10, MANY, logs::parquet;
    requests_csv, "lists of requests", LONG, MANY, logs::requests;
    nodes, "nodes of clusters", LONG, MANY, nodes::nodes;
    workflow_json, "workflows in our JSON", LONG, MANY / 2, workflows::json;
    wfcommons, "workflows of WfCommons", LONG, MANY, workflows::wfcommons;
    dax, "workflows in DAX", LONG, MANY, workflows::dax;
    pegasus, "workflows of Pegasus 5", LONG, MANY, workflows::pegasus;
    dot, "workflows in DOT", LONG, MANY, workflows::dot;
    task_csv, "task batches in CSV", LONG, MANY, tasks::csv;
    task_xml, "task batches in XML", LONG, MANY, tasks::xml;
    formula, "formulas for orders of waiting jobs", LONG, MANY, formulas::formula;
    scenario, "scenarios", LONG, MANY, page::scenario;
    link, "links, as they are and unpacked", LONG, MANY, page::link;
    project, "projects", LONG, MANY, page::project;
    lesson, "lessons", LONG, MANY, page::lesson;
    curves, "sweeps as curves", LONG, MANY, sweeps::curves;
    plan, "plans of sweeps", LONG, MANY, sweeps::plan;
    outcome, "what has come of a plan's tasks", LONG, MANY, sweeps::outcome;
    columns, "what workers send of a run", LONG, MANY, page::columns;
    schedule, "whole runs: any scenario on any workload", 1 << 10, 200, schedule::schedule;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_nothing_is_too_short_to_take() {
        for target in TARGETS {
            assert_eq!(Target::named(target.name).map(|it| it.about), Some(target.about));
            let mut watch = Watch::default();
            target.take(b"", &mut watch);
            assert_eq!(watch.tally.inputs, 1);
        }
    }
}
