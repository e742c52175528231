//! The cases of `tests/explain`: why a job waits, and whom it overtakes, worked out by hand.

use serde::Deserialize;
use serde_json::{Value, json};

/// A small workload, a job, a moment, and why the job waits then.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it shows.
    pub name: String,
    processors: u32,
    local: Value,
    jobs: Vec<[i64; 5]>,
    reservations: Vec<[i64; 3]>,
    /// Whom it asks about, by number.
    pub job: u64,
    /// When, in seconds.
    pub at: i64,
    /// The reason, in one word.
    pub reason: String,
    /// Who is in the way, by number, in order.
    pub blockers: Vec<u64>,
}

/// All of them.
pub fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../explain/cases.json")).expect("cases")
}

impl Case {
    /// The queue policy.
    pub fn queue(&self) -> &str {
        self.local["queue"].as_str().expect("a queue policy")
    }

    /// The scenario, as a file holds it.
    pub fn scenario(&self) -> String {
        scenario(self.processors, &self.local, &self.reservations)
    }

    /// The log, as a file holds it.
    pub fn log(&self) -> String {
        log(self.processors, &self.jobs)
    }
}

/// A small workload, a job, the moment at which it starts, and whom it overtakes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// What it shows.
    pub name: String,
    processors: u32,
    local: Value,
    jobs: Vec<[i64; 5]>,
    reservations: Vec<[i64; 3]>,
    /// Whom it asks about, by number.
    pub job: u64,
    /// When it starts, in seconds.
    pub at: i64,
    /// The jobs whose turn came before and that wait, by number.
    pub passed: Vec<u64>,
    /// The jobs that arrived before and whose turn comes later, by number.
    pub later: Vec<u64>,
    /// Why it may pass the former: a word and its figures.
    pub room: Value,
}

/// All of them.
pub fn starts() -> Vec<Start> {
    serde_json::from_str(include_str!("../explain/starts.json")).expect("cases")
}

impl Start {
    /// The queue policy.
    pub fn queue(&self) -> &str {
        self.local["queue"].as_str().expect("a queue policy")
    }

    /// The scenario, as a file holds it.
    pub fn scenario(&self) -> String {
        scenario(self.processors, &self.local, &self.reservations)
    }

    /// The log, as a file holds it.
    pub fn log(&self) -> String {
        log(self.processors, &self.jobs)
    }
}

fn scenario(processors: u32, local: &Value, reservations: &[[i64; 3]]) -> String {
    let listed =
        reservations.iter().map(|[job, ready, deadline]| json!({ "job": job, "ready": ready, "deadline": deadline }));
    let listed: Vec<Value> = listed.collect();
    let request = if listed.is_empty() { "fixed" } else { "listed" };
    json!({
        "workload": {
            "first_job": null, "last_job": null,
            "reservations": { "percent": 0.0, "request": request, "listed": listed },
        },
        "platform": [processors],
        "system": { "two_level": { "local": local } },
    })
    .to_string()
}

fn log(processors: u32, jobs: &[[i64; 5]]) -> String {
    let mut text = format!("; MaxProcs: {processors}\n");
    for (number, [submit, size, run, limit, user]) in (1..).zip(jobs) {
        text += &format!("{number} {submit} -1 {run} {size} -1 -1 {size} {limit} -1 1 {user} 1 -1 1 -1 -1 -1\n");
    }
    text
}
