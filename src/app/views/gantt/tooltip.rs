//! The tooltip of the job under the pointer.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;

use slotscope::chart::gantt::resources::memory_in_words;
use slotscope::chart::time_axis::{Origin, time_label};
use slotscope::engine::{Outcome, Run};
use slotscope::page::job_columns::logged_facts;
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::text::capital;
use slotscope::workload::Time;

/// The job under the pointer, and where that is in the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointed {
    /// The job's index in the run.
    pub job: usize,
    pub x: f64,
    pub y: f64,
    /// The extent of the plotted area.
    pub width: f64,
    pub height: f64,
}

/// A fact: its name, and its value in words.
type Fact = (&'static str, String);

#[derive(Properties, PartialEq)]
pub struct TooltipProps {
    pub finished: Rc<Finished>,
    pub pointed: Pointed,
    pub origin: Origin,
    /// The moment until which the schedule is told; none tells all of it.
    #[prop_or_default]
    pub known_until: Option<Time>,
}

/// The tooltip of the job under the pointer.
#[component]
pub fn Tooltip(props: &TooltipProps) -> Html {
    let Pointed { job: at, x, y, width, height } = props.pointed;
    let run = &props.finished.run;
    let (Some(job), Some(outcome)) = (run.jobs.get(at), run.schedule.outcomes.get(at)) else {
        return nothing();
    };
    let across =
        if x > width / 2.0 { format!("right: calc(100% - {}px)", x - 14.0) } else { format!("left: {}px", x + 16.0) };
    let down =
        if y > height / 2.0 { format!("bottom: calc(100% - {}px)", y - 10.0) } else { format!("top: {}px", y + 14.0) };
    let time = |at| time_label(at, props.origin);
    let kind = if job.is_reservation() { capital(run.nouns().reservation) } else { "Batch job".to_owned() };
    let mut providers: Vec<usize> = run.schedule.bars_of(at).iter().map(|it| it.provider as usize).collect();
    providers.dedup();
    let names: Vec<String> = providers.into_iter().map(|it| run.provider_name(it)).collect();
    let given =
        if outcome.processors < job.processors { format!(", given {}", outcome.processors) } else { String::new() };
    let mut facts = vec![
        ("Size", words::plural(job.processors as usize, "processor")),
        ("On", names.join(", ") + &given),
        ("Submitted", time(job.submit)),
    ];
    if let Some(nodes) = run.nodes_of(at) {
        facts[1] = ("Nodes", nodes + &given);
        facts.splice(2..2, held(run, at));
    }
    if let Some(request) = job.reservation {
        facts.push(("Ready", time(request.ready)));
        facts.push(("Deadline", time(request.deadline)));
    }
    facts.push(("Start", time(outcome.start)));
    // A bar may end in a future that is hidden.
    let is_over = props.known_until.is_none_or(|now| outcome.released <= now);
    if is_over {
        facts.extend(ended(run, outcome, time));
    }
    facts.push(("Limit", words::duration(run.tick.seconds(job.requested_time))));
    facts.push(("Waited", words::duration(run.tick.seconds(outcome.start - job.ready()))));
    if is_over {
        facts.extend(logged_facts(run, at));
    }
    html! {
        <div class="tooltip" role="status" id="gantt-tooltip" data-job={job.id.to_string()} ~style={format!("{across}; {down}")}>
            <h3>
                <i class={classes!("swatch", if job.is_reservation() { "reservation" } else { "batch" })} />
                { format!("{} {}", capital(run.nouns().job), run.job_name(at)) }<small>{ if is_over { format!("{kind}, {}", outcome.status.word()) } else { format!("{kind}, running") } }</small>
            </h3>
            <dl>{ for facts.iter().map(|(name, value)| html! { <><dt>{ *name }</dt><dd>{ value }</dd></> }) }</dl>
        </div>
    }
}

/// The GPUs and the memory that a job has, and how many cores where those are more than its processors.
fn held(run: &Run, job: usize) -> Vec<Fact> {
    let Some(holds) = run.holds() else {
        return Vec::new();
    };
    let (gpus, memory) = holds.of_job(job as u32, &run.schedule.outcomes);
    let mut facts = Vec::new();
    let (asked, cores) = (run.jobs[job].processors, run.schedule.outcomes[job].processors);
    if cores > asked {
        facts.push(("Cores", cores.to_string()));
    }
    if gpus > 0 {
        facts.push(("GPUs", (gpus as f64 / 1_000.0).to_string()));
    }
    if memory > 0 {
        facts.push(("Memory", memory_in_words(memory)));
    }
    facts
}

/// The facts that stand when a job is over.
fn ended(run: &Run, outcome: &Outcome, time: impl Fn(Time) -> String) -> Vec<Fact> {
    let mut facts = vec![("End", time(outcome.end))];
    if outcome.released > outcome.end {
        facts.push(("Held until", time(outcome.released)));
    }
    facts.push(("Ran", words::duration(run.tick.seconds(outcome.ran))));
    if outcome.interruptions > 0 {
        let times = words::plural(outcome.interruptions as usize, "time");
        facts.push(("Interrupted", times));
    }
    if outcome.lost > 0 {
        facts.push(("Ran in vain", words::duration(run.tick.seconds(outcome.lost))));
    }
    facts
}
