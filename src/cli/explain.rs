//! `slotscope explain`.

use serde_json::Value;

use super::{Failure, after_help, input, print};
use crate::chart::time_axis::{Origin, time_label_beside};
use crate::criteria::wait_parts::wait_parts;
use crate::engine::{Of, OfLog};
use crate::experiment::words::{Speaker, numbered};
use crate::experiment::{self, Explanation, Run, Watch};
use crate::page::{wait_words, words};
use crate::workload::WorkloadKind;
use crate::workload::select::select;
use input::Loaded;

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints what the wait of a job is due to, then a line for each decision, with its time. --json prints them as a list of objects with \
     first, last (s), count, job, provider (counted from 0) and decision; jobs by their numbers in the log, tasks \
     by their names. docs/outputs.md has all fields.\n\n\
     Example: slotscope explain '{}' log.swf --job 17"
))]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// The job's number in the log, or the task's name
    #[arg(long, value_name = "JOB")]
    job: String,
    /// Print the decisions as JSON
    #[arg(long)]
    json: bool,
}

/// The jobs that are taken, with their names: of a log before the run, tasks after it.
fn jobs_of(loaded: &Loaded) -> Result<Run, experiment::ScenarioError> {
    let Loaded { scenario, log, .. } = loaded;
    experiment::validate(scenario)?;
    if log.kind() != WorkloadKind::Log {
        return experiment::run(scenario, log);
    }
    let jobs = select(log, &scenario.workload, scenario.seed);
    let names = experiment::names_of(&jobs, log);
    Ok(Run { jobs, of: Of::Log(OfLog { names, ..OfLog::default() }), ..Run::default() })
}

/// The indices of the jobs that are called so: of a log all runs of that name. A job with another name may be called by
/// its number as well.
fn find(run: &Run, name: &str) -> Vec<u32> {
    let all = || 0..run.jobs.len();
    let mut found: Vec<usize> = all().filter(|&at| run.job_name(at) == name).collect();
    if found.is_empty() {
        let number: Option<u64> = name.parse().ok();
        found.extend(all().find(|&at| Some(run.jobs[at].id) == number));
    }
    found.into_iter().map(|at| at as u32).collect()
}

/// The name of a job in JSON: a number where the log has no other.
fn json_name(run: &Run, index: u32) -> Value {
    match run.jobs.get(index as usize) {
        Some(job) if run.is_of_log() && run.own_name(index as usize).is_none() => job.id.into(),
        Some(_) => run.job_name(index as usize).into(),
        None => Value::Null,
    }
}

pub fn explain(arguments: &Arguments) -> Result<(), Failure> {
    let loaded = arguments.inputs.read()?;
    let Loaded { scenario, log, .. } = &loaded;
    let failed = |error| Failure::at(arguments.inputs.scenario_name(), error);
    let run = jobs_of(&loaded).map_err(failed)?;
    if run.jobs.is_empty() && log.kind() == WorkloadKind::Log {
        return Err(input::nothing_taken(scenario, log, arguments.inputs.log_name()));
    }
    let found = find(&run, &arguments.job);
    if found.is_empty() {
        let (name, count) = (&arguments.job, run.jobs.len());
        let text = if run.is_of_log() {
            format!("job {name} is not among the {count} jobs taken")
        } else {
            format!("task {name} is not among the {count} tasks")
        };
        return Err(Failure(text));
    }
    let mut text = String::new();
    let mut json: Vec<Value> = Vec::new();
    // The parts of a wait are those of the whole schedule.
    let whole =
        if arguments.json || !run.is_of_log() { None } else { Some(experiment::run(scenario, log).map_err(failed)?) };
    for index in found {
        let watch = Watch::Job(index);
        let explanation = experiment::explain(scenario, log, watch).map_err(failed)?;
        if arguments.json {
            let entries = numbered(&explanation.entries, &|index| json_name(&run, index));
            json.extend(entries.as_array().into_iter().flatten().cloned());
        } else {
            let waited = whole.as_ref().and_then(|whole| waited(&loaded, whole, index, &explanation));
            text += &told(&loaded, &run, index, waited.as_deref(), &explanation);
        }
    }
    if arguments.json {
        let json = serde_json::to_string_pretty(&json);
        return print(&(json.map_err(|error| Failure(error.to_string()))? + "\n"));
    }
    print(&text)
}

/// How long a job waited and what that is due to, in a line; nothing if it did not wait.
fn waited(loaded: &Loaded, whole: &Run, index: u32, told: &Explanation) -> Option<String> {
    let index = index as usize;
    let allocates = !loaded.scenario.system.model().card().is_the_log;
    let shares = wait_words::shares(whole, index, allocates, Some(told));
    if shares.is_empty() {
        return None;
    }
    let wait = wait_parts(whole, index, allocates, &told.hindrances)?.sum();
    let wait = words::duration(whole.tick.seconds(wait)).replace('\u{a0}', " ");
    Some(format!("It waited {wait}: {}.", wait_words::line(&shares)))
}

/// The life of a job, a line for each decision.
fn told(loaded: &Loaded, run: &Run, index: u32, waited: Option<&str>, explanation: &Explanation) -> String {
    let origin = Origin::of(run.tick, loaded.log.header().clock());
    let clock = |time, beside| time_label_beside(time, beside, origin);
    let system = &loaded.scenario.system;
    let speaker = Speaker::new(&run.jobs, &clock).of_system(system).of_run(run);
    let mut text = format!("{}\n", speaker.name(index));
    if let Some(waited) = waited {
        text += &format!("{waited}\n");
    }
    if let Origin::Dated(clock) = origin {
        text += &format!("Dates and times: {}.\n", clock.zone.words());
    }
    for (place, entry) in explanation.entries.iter().enumerate() {
        if explanation.left_out > 0 && place == explanation.entries.len() / 2 {
            text += &format!("… {} decisions left out …\n", explanation.left_out);
        }
        let words = speaker.text(&speaker.entry(entry));
        text += &format!("{}  {words}\n", speaker.when(entry));
    }
    text
}
