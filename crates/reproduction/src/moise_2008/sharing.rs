//! Section 7: several tasks on one node at the same time.

use super::setting::{MADE, OURS, batch, measure, run_on, settings};
use crate::prelude::*;
use scheduling::engine::{Run, Status};
use scheduling::system::broker::Broker;

pub const ITEM: Item = Item {
    key: "sharing",
    title: "Several tasks on one node",
    section: "Sect. 7",
    paper: "That several tasks on the same resource at the same time are more tasks at once, and done earlier. No numbers.",
    conclude,
    ..MADE_UP
};

/// As in test 4.
const TASKS: u32 = 100;
const AGENTS: u32 = 3;
const NODES: u32 = 6;

/// Starts up to these: many tasks meet, some do, hardly any do.
const LATEST: [u32; 3] = [300, 1_000, 3_000];

/// MAX_TASKS, and its name.
const MOST: [(Option<u32>, &str); 3] = [(Some(1), "1"), (Some(2), "2"), (None, "any number")];

/// The results of one batch under one MAX_TASKS.
struct Came {
    /// In percent.
    scheduled: f64,
    /// The most tasks that run at once, on all nodes.
    at_once: f64,
    /// When each task is done, of those that are scheduled.
    ends: Vec<Option<i64>>,
}

impl Came {
    fn of(run: &Run) -> Self {
        let placed = || run.schedule.outcomes.iter().filter(|it| it.status != Status::Rejected);
        let mut changes: Vec<(i64, i64)> = placed().flat_map(|it| [(it.held_from, 1), (it.released, -1)]).collect();
        // At one time ends come first.
        changes.sort_unstable();
        let (mut now, mut most) = (0, 0);
        for (_, change) in changes {
            now += change;
            most = most.max(now);
        }
        let end = |it: &scheduling::engine::Outcome| (it.status != Status::Rejected).then_some(it.released);
        Self {
            scheduled: measure(run, "performance"),
            at_once: most as f64,
            ends: run.schedule.outcomes.iter().map(end).collect(),
        }
    }
}

/// By MAX_TASKS, batch by batch.
type Density = Vec<Vec<Came>>;

fn density(latest: u32, seeds: u32) -> Density {
    let of_most = |(max_tasks, _): (Option<u32>, &str)| {
        each_seed(seeds, |seed| {
            let settings = Broker { max_tasks, ..settings(AGENTS) };
            Some(Came::of(&run_on(&batch(TASKS, latest, seed)?, settings, NODES, seed)?))
        })
    };
    MOST.map(of_most).into_iter().collect()
}

/// The increase with a higher MAX_TASKS over 1, paired by batch.
fn more(all: &Density, most: usize, of: fn(&Came) -> f64) -> PairedDifference {
    PairedDifference::drawn(all[most].iter().zip(&all[0]).map(|(one, other)| of(one) - of(other)))
}

/// A case for each span of starts and each MAX_TASKS above 1, by their places.
fn cases(case: impl Fn(usize, usize, String) -> Case) -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, latest) in LATEST.into_iter().enumerate() {
        for (most, (_, name)) in MOST.iter().enumerate().skip(1) {
            cases.push(case(at, most, format!("starts in 0 to {latest} s, MAX_TASKS {name}")));
        }
    }
    cases
}

const SENTENCE: &str = "it allows several tasks to be executed on the same resource, on the same execution interval, fact that \
                        increases the number of tasks which are executed simultaneously and decreases the completion time for \
                        each task";

fn at_once(all: &[Density]) -> Claim {
    let case = |at: usize, most: usize, name: String| {
        Case::of(name, &more(&all[at], most, |it| it.at_once), Said::More, ToldIn::Number)
    };
    Claim::new(
        "Sect. 7",
        SENTENCE,
        "Of “increases”: the most tasks that run at once, less those with MAX_TASKS 1, are above 0, paired by batch.",
        &cases(case),
    )
}

fn completion(all: &[Density]) -> Claim {
    let case = |at: usize, most: usize, name: String| {
        let pairs = all[at][most].iter().zip(&all[at][0]).flat_map(|(one, other)| one.ends.iter().zip(&other.ends));
        let both: Vec<i64> = pairs.filter_map(|(one, other)| Some((*one)? - (*other)?)).collect();
        let moved = both.iter().filter(|it| **it != 0).count();
        let words = format!(
            "of {} tasks that are scheduled with either, {moved} are done at another time",
            number(both.len() as f64, 0)
        );
        Case::new(name, Verdict::NotTestable, words)
    };
    Claim::new(
        "Sect. 7",
        SENTENCE,
        "Of “decreases”: tasks that are scheduled with MAX_TASKS 1 as well cannot be done at another time, since a task's \
         endTime is given (Sect. 3.2), and no placement moves it.",
        &cases(case),
    )
}

fn listing(all: &[Density]) -> Listing {
    let mut rows = Vec::new();
    for (latest, density) in LATEST.iter().zip(all) {
        for (at, ((_, name), came)) in MOST.iter().zip(density).enumerate() {
            let mean = |of: fn(&Came) -> f64| number(Measured::each(came, of).mean, 1);
            let less = more(density, at, |it| it.scheduled / 100.0);
            rows.push(vec![
                format!("0 to {latest} s"),
                (*name).to_owned(),
                mean(|it| it.scheduled),
                match at {
                    0 => "–".to_owned(),
                    _ => less.words(ToldIn::Share),
                },
                mean(|it| it.at_once),
            ]);
        }
    }
    Listing::new(
        "Tasks scheduled, and the most at once, by MAX_TASKS",
        ["Starts", "MAX_TASKS", "Scheduled (%)", "more than with 1", "Most tasks at once"],
        rows,
    )
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let seeds = plan.options.seeds;
    let all = LATEST.map(|latest| density(latest, seeds));
    Findings {
        setting: format!(
            "{MADE} {OURS} Here starts are in 0 to 300, 1,000 and 3,000 s, and MAX_TASKS is 1, 2 or any number: {seeds} batches of \
             {TASKS} tasks, three agents of two nodes each. Where condition 1 is taken by the word, “less than MAX_TASKS”, \
             MAX_TASKS 2 is what 1 is here."
        ),
        claims: vec![at_once(&all), completion(&all)],
        listings: vec![listing(&all)],
        ..Findings::default()
    }
}
