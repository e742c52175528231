//! `slotscope explain`.

use serde_json::Value;

use super::{Failure, after_help, input, print};
use crate::chart::time_axis::{Origin, time_label_beside};
use crate::engine::Tick;
use crate::experiment::words::{Speaker, numbered};
use crate::experiment::{self, Explanation, Run, Watch};
use crate::workload::select::select;
use crate::workload::{Job, WorkloadKind};
use input::Loaded;

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a line for each decision, with its time. --json prints them as a list of objects with \
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

/// The jobs of a run, with their names.
enum Jobs {
    /// The jobs of a log, by their numbers.
    Numbered(Vec<Job>),
    /// Tasks, by their names, which are known after the run.
    Named(Box<Run>),
}

impl Jobs {
    fn of(loaded: &Loaded) -> Result<Self, experiment::ScenarioError> {
        let Loaded { scenario, log, .. } = loaded;
        experiment::validate(scenario)?;
        Ok(match log.kind() {
            WorkloadKind::Log => Self::Numbered(select(log, &scenario.workload, scenario.seed)),
            WorkloadKind::Workflow | WorkloadKind::TaskBatch => {
                Self::Named(Box::new(experiment::run(scenario, log)?))
            }
        })
    }

    fn all(&self) -> &[Job] {
        match self {
            Self::Numbered(jobs) => jobs,
            Self::Named(run) => &run.jobs,
        }
    }

    /// The index of a job that is called so; a task may be called by its number as well.
    fn find(&self, name: &str) -> Option<usize> {
        let number: Option<u32> = name.parse().ok();
        let of_number = || self.all().iter().position(|job| Some(job.id) == number);
        match self {
            Self::Numbered(_) => of_number(),
            Self::Named(run) => {
                let mut all = 0..run.jobs.len();
                all.find(|&at| run.job_name(at) == name).or_else(of_number)
            }
        }
    }

    /// The name of a job in JSON.
    fn name(&self, index: u32) -> Value {
        match self {
            Self::Numbered(jobs) => jobs.get(index as usize).map(|job| job.id).into(),
            Self::Named(run) => run.job_name(index as usize).into(),
        }
    }
}

pub fn explain(arguments: &Arguments) -> Result<(), Failure> {
    let loaded = arguments.inputs.read()?;
    let Loaded { scenario, log, .. } = &loaded;
    let failed = |error| Failure::at(arguments.inputs.scenario_name(), error);
    let jobs = Jobs::of(&loaded).map_err(failed)?;
    if jobs.all().is_empty() && log.kind() == WorkloadKind::Log {
        return Err(input::nothing_taken(
            scenario,
            log,
            arguments.inputs.log_name(),
        ));
    }
    let Some(index) = jobs.find(&arguments.job) else {
        let (name, count) = (&arguments.job, jobs.all().len());
        let text = match jobs {
            Jobs::Numbered(_) => format!("job {name} is not among the {count} jobs taken"),
            Jobs::Named(_) => format!("task {name} is not among the {count} tasks"),
        };
        return Err(Failure(text));
    };
    let watch = Watch::Job(index as u32);
    let explanation = experiment::explain(scenario, log, watch).map_err(failed)?;
    if arguments.json {
        let json = numbered(&explanation.entries, &|index| jobs.name(index));
        let json = serde_json::to_string_pretty(&json);
        return print(&(json.map_err(|error| Failure(error.to_string()))? + "\n"));
    }
    print(&told(&loaded, &jobs, index as u32, &explanation))
}

/// The life of a job, a line for each decision.
fn told(loaded: &Loaded, jobs: &Jobs, index: u32, explanation: &Explanation) -> String {
    let unix_start = loaded.log.header().unix_start_time();
    let tick = match jobs {
        Jobs::Numbered(_) => Tick::SECOND,
        Jobs::Named(run) => run.tick,
    };
    let origin = match tick {
        Tick::SECOND => unix_start.map_or(Origin::LogStart, Origin::Unix),
        tick => Origin::Ticks(tick),
    };
    let clock = |time, beside| time_label_beside(time, beside, origin);
    let system = loaded.scenario.system.model();
    let mut speaker = Speaker::new(jobs.all(), &clock).of_system(system);
    if let Jobs::Named(run) = jobs {
        speaker = speaker.of_run(run);
    }
    let mut text = format!("{}\n", speaker.name(index));
    for (place, entry) in explanation.entries.iter().enumerate() {
        if explanation.left_out > 0 && place == explanation.entries.len() / 2 {
            text += &format!("… {} decisions left out …\n", explanation.left_out);
        }
        let words = speaker.text(&speaker.entry(entry));
        text += &format!("{}  {words}\n", speaker.when(entry));
    }
    text
}
