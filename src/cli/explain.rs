//! `slotscope explain`.

use super::{Failure, input, print};
use crate::chart::time_axis::{Origin, time_label_beside};
use crate::engine::Tick;
use crate::experiment::words::Speaker;
use crate::experiment::{self, Watch};
use crate::workload::WorkloadKind;
use crate::workload::select::select;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// The job's number in the log
    #[arg(long, value_name = "NUMBER")]
    job: u32,
    /// Print the decisions as JSON
    #[arg(long)]
    json: bool,
}

pub fn explain(arguments: &Arguments) -> Result<(), Failure> {
    let (scenario, log) = arguments.inputs.read()?;
    let failed = |error| Failure::at(&arguments.inputs.scenario, error);
    experiment::validate(&scenario).map_err(failed)?;
    // The tasks of a workflow are known when it has run.
    let (jobs, tick) = match log.kind() {
        WorkloadKind::Log => (
            select(&log, &scenario.workload, scenario.seed),
            Tick::SECOND,
        ),
        WorkloadKind::Workflow | WorkloadKind::TaskBatch => {
            let run = experiment::run(&scenario, &log).map_err(failed)?;
            (run.jobs, run.tick)
        }
    };
    let number = arguments.job;
    let Some(index) = jobs.iter().position(|job| job.id == number) else {
        let text = format!("job {number} is not among the {} jobs taken", jobs.len());
        return Err(Failure(text));
    };
    let watch = Watch::Job(index as u32);
    let explanation = experiment::explain(&scenario, &log, watch).map_err(failed)?;
    if arguments.json {
        let json = serde_json::to_string_pretty(&explanation.entries);
        return print(&(json.map_err(|error| failed_json(&error))? + "\n"));
    }
    let unix_start = log.header.unix_start_time();
    let origin = match tick {
        Tick::SECOND => unix_start.map_or(Origin::LogStart, Origin::Unix),
        tick => Origin::Ticks(tick),
    };
    let clock = |time, beside| time_label_beside(time, beside, origin);
    let speaker = Speaker::new(&jobs, &clock).of_pool(scenario.system.model().pool());
    let mut text = format!("{}\n", speaker.name(index as u32));
    for (place, entry) in explanation.entries.iter().enumerate() {
        if explanation.left_out > 0 && place == explanation.entries.len() / 2 {
            text += &format!("… {} decisions left out …\n", explanation.left_out);
        }
        let words = speaker.text(&speaker.entry(entry));
        text += &format!("{}  {words}\n", speaker.when(entry));
    }
    print(&text)
}

fn failed_json(error: &serde_json::Error) -> Failure {
    Failure(error.to_string())
}
