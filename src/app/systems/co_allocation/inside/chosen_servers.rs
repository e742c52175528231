//! The servers of one request, chosen by hand of those that the range search lists.

use std::rc::Rc;

use serde_json::Value;
use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Text};
use slotscope::availability::idle_periods::ServerSet;
use slotscope::chart::idle_periods::Searched;
use slotscope::engine::NEVER;
use slotscope::page::state::Finished;
use slotscope::page::words::plural;
use slotscope::system::co_allocation::CoAllocation;

/// The most idle servers for which each has a button.
const MOST_BUTTONS: u32 = 128;

#[derive(Properties)]
pub struct ChosenServersProps {
    pub system: CoAllocation,
    pub finished: Rc<Finished>,
    /// The number of the job, and its place in the run if it is there.
    pub job: u64,
    pub place: Option<usize>,
    /// The search for its request.
    pub looked_at: Rc<Searched>,
    pub edit: Edit,
}

/// Runs are told apart by their identity.
impl PartialEq for ChosenServersProps {
    fn eq(&self, other: &Self) -> bool {
        self.system == other.system
            && Rc::ptr_eq(&self.finished, &other.finished)
            && Rc::ptr_eq(&self.looked_at, &other.looked_at)
            && (self.job, self.place) == (other.job, other.place)
    }
}

const CHOSEN: &str = "system.co_allocation.chosen_servers";

/// The choices of servers with another one for a job.
fn chosen(system: &CoAllocation, job: u64, servers: Option<&ServerSet>) -> Value {
    let mut system = system.clone();
    system.choose(job, servers);
    serde_json::to_value(system.chosen_servers).unwrap_or_default()
}

fn servers_in(text: &str) -> Option<Vec<u32>> {
    text.split(|it: char| it == ',' || it.is_whitespace())
        .filter(|it| !it.is_empty())
        .map(|it| it.parse().ok())
        .collect()
}

/// The servers of the job, the servers that it may have instead, and the way to commit exactly those.
#[component]
pub fn ChosenServers(props: &ChosenServersProps) -> Html {
    let (job, edit) = (props.job, &props.edit);
    let committed = props.system.chosen_for(job);
    let picked = use_state(|| (job, None::<ServerSet>));
    let Some(place) = props.place else {
        return html! {
            <p class="hint" id="job-servers">{ format!("Job {job} is not among the selected jobs.") }</p>
        };
    };
    let asked = props.looked_at.asked;
    let idle = props.looked_at.search.idle_throughout(&asked);
    let got = servers_of(&props.finished, place);
    // Servers picked for another job do not count.
    let now = picked.1.clone().filter(|_| picked.0 == job).or(committed.clone()).unwrap_or_else(|| got.clone());
    let pick = picked.setter().to_callback().reform(move |servers: ServerSet| (job, Some(servers)));
    let buttons = idle.iter().map(|server| {
        let is_picked = now.contains(server);
        let pick = pick.clone();
        let others: Vec<u32> = now.iter().filter(|&it| it != server).collect();
        let toggled = if is_picked { others } else { others.into_iter().chain([server]).collect() };
        let toggle = Callback::from(move |_: MouseEvent| pick.emit(ServerSet::of(toggled.clone())));
        html! {
            <button type="button" key={server} aria-pressed={is_picked.to_string()} onclick={toggle}
                aria-label={format!("Server {server}")}>{ server }</button>
        }
    });
    let all: u32 = props.finished.run.platform.iter().sum();
    let mistake = Callback::from(move |text: String| {
        let is_list = servers_in(&text).is_some_and(|it| it.iter().all(|server| *server < all));
        (!is_list).then(|| format!("whole numbers from 0 to {}", all - 1))
    });
    let typed = pick.reform(|text: String| ServerSet::of(servers_in(&text).unwrap_or_default()));
    let needs = props.finished.run.jobs[place].processors;
    let is_enough = now.count() == needs;
    let commit = {
        let chosen = chosen(&props.system, job, Some(&now));
        edit.set(CHOSEN, false).reform(move |_: MouseEvent| chosen.clone())
    };
    let leave = {
        let picked = picked.clone();
        let chosen = chosen(&props.system, job, None);
        edit.set(CHOSEN, false).reform(move |_: MouseEvent| {
            picked.set((job, None));
            chosen.clone()
        })
    };
    let numbers: Vec<String> = now.iter().map(|it| it.to_string()).collect();
    html! {
        <div class="chosen-servers">
            <p class="hint" id="job-servers" data-servers={got.to_string()}>{ got_words(props, place, &got, committed.as_ref()) }</p>
            if idle.count() <= MOST_BUTTONS {
                <div class="server-buttons" role="group" aria-label="Idle servers">{ for buttons }</div>
            }
            <Field of="picked-servers" label={format!("{} of {needs} picked", now.count())} term={terms::CHOSEN_SERVERS}>
                <Text id="picked-servers" value={numbers.join(", ")} placeholder="none" {mistake} on_change={typed} />
            </Field>
            <div class="actions">
                <button type="button" id="commit-servers" disabled={!is_enough || committed.as_ref() == Some(&now)} onclick={commit}
                    data-tip={terms::CHOSEN_SERVERS}>{ format!("Commit exactly {}", plural(needs as usize, "server")) }</button>
                <button type="button" id="leave-servers" disabled={committed.is_none()} onclick={leave}>{ "Leave it to the selection" }</button>
            </div>
        </div>
    }
}

/// The servers that a job has in the run; none if it was rejected.
fn servers_of(finished: &Finished, place: usize) -> ServerSet {
    let runs: Vec<ServerSet> = finished
        .run
        .schedule
        .bars_of(place)
        .iter()
        .map(|it| ServerSet::run(it.first_processor, it.last_processor))
        .collect();
    ServerSet::union(runs.iter())
}

/// The servers of the job in the run, and whether the user or the selection chose them.
fn got_words(props: &ChosenServersProps, place: usize, got: &ServerSet, chosen: Option<&ServerSet>) -> String {
    let job = props.job;
    let start = props.finished.run.schedule.outcomes[place].start;
    if start == NEVER || got.is_empty() {
        let needs = props.finished.run.jobs[place].processors;
        return match chosen {
            None => format!("Job {job} was rejected; its explanation says why."),
            Some(chosen) => format!(
                "Job {job}, which needs {needs} servers, was rejected with the chosen servers, {chosen}; its explanation says why."
            ),
        };
    }
    let servers = match got.count() {
        1 => format!("server {got}"),
        _ => format!("servers {got}"),
    };
    let by = if chosen.is_some() { "as you chose" } else { "by the selection" };
    let start = props.looked_at.time_words(start);
    format!("These idle periods were there when its request was placed. Job {job} has {servers} from {start} on, {by}.")
}
