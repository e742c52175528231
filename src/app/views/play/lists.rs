//! The waiting, running and booked jobs at the cursor.

use std::rc::Rc;

use yew::prelude::*;

use super::order::OrderedJobs;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label;
use slotscope::engine::{NEVER, Outcome};
use slotscope::page::explained::Explained;
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::words;
use slotscope::system::moment::Standing;
use slotscope::workload::{Job, Time};

#[derive(Properties, PartialEq)]
pub struct ListsProps {
    pub finished: Rc<Finished>,
    pub here: Rc<Standing>,
    /// The latest explanation of the decisions, perhaps of another moment.
    pub explained: Option<Rc<Explained>>,
    pub cursor: Time,
    pub origin: Origin,
    pub job: Option<usize>,
    pub dispatch: Dispatch,
}

const LISTED: usize = 60;

#[component]
pub fn Lists(props: &ListsProps) -> Html {
    let here = &props.here;
    let now = props.cursor;
    let tick = props.finished.run.tick;
    let since = move |time: Time| words::duration(tick.seconds(now - time));
    let waited = move |job: &Job, _: &Outcome| since(job.submit);
    let origin = props.origin;
    let until = move |_: &Job, outcome: &Outcome| match outcome.held_until {
        NEVER => "–".to_string(),
        Time::MAX => "no limit".to_string(),
        until => time_label(until, origin),
    };
    let begins = move |_: &Job, outcome: &Outcome| time_label(outcome.promised_start, origin);
    let counts = format!("{} ended, {} rejected", words::count(here.ended as i64), words::count(here.rejected as i64));
    html! {
        <div class="play-lists">
            <OrderedJobs finished={props.finished.clone()} explained={props.explained.clone()} cursor={now} job={props.job} dispatch={props.dispatch.clone()} />
            { list(props, "waiting", "Queue", terms::PLAY_QUEUE, &here.waiting, "waiting", waited) }
            { list(props, "running", "Running", terms::PLAY_RUNNING, &here.running, "at most until", until) }
            { list(props, "booked", "Booked", terms::PLAY_BOOKED, &here.booked, "begins", begins) }
            if !here.suspended.is_empty() {
                { list(props, "suspended", "Suspended", terms::PLAY_SUSPENDED, &here.suspended, "since submission", waited) }
            }
            if !here.asking.is_empty() {
                { list(props, "asking", "Not forwarded yet", terms::PERIOD, &here.asking, "waiting", waited) }
            }
            <p class="hint" id="play-counts">{ counts }</p>
        </div>
    }
}

fn list(
    props: &ListsProps,
    id: &'static str,
    title: &'static str,
    term: terms::Term,
    jobs: &[u32],
    column: &'static str,
    say: impl Fn(&Job, &Outcome) -> String,
) -> Html {
    let run = &props.finished.run;
    let rows = jobs.iter().take(LISTED).map(|&index| {
        let place = index as usize;
        let (job, outcome) = (&run.jobs[place], &run.schedule.outcomes[place]);
        let choose = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Bring(place)));
        let kind = if job.is_reservation() { "reservation" } else { "batch" };
        html! {
            <tr key={index} class={classes!((props.job == Some(place)).then_some("chosen"))}>
                <td><button type="button" class="job-link" onclick={choose}><i class={classes!("swatch", kind)} />{ run.job_name(place) }</button></td>
                <td>{ words::count(job.processors.into()) }</td>
                <td>{ say(job, outcome) }</td>
            </tr>
        }
    });
    let more = jobs.len().saturating_sub(LISTED);
    html! {
        <section class="play-list" id={format!("play-{id}")} data-count={jobs.len().to_string()} aria-label={title}>
            <h2 data-tip={term}>{ title }{ " " }<small>{ words::count(jobs.len() as i64) }</small></h2>
            if jobs.is_empty() {
                <p class="hint">{ "empty" }</p>
            } else {
                <table>
                    <thead><tr><th>{ run.nouns().job }</th><th>{ "size" }</th><th>{ column }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
        </section>
    }
}
