//! The cases of `tests/explain`: why a job waits, worked out by hand.

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
    pub job: u32,
    /// When, in seconds.
    pub at: i64,
    /// The reason, in one word.
    pub reason: String,
    /// Who is in the way, by number, in order.
    pub blockers: Vec<u32>,
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
        let listed = self.reservations.iter().map(
            |[job, ready, deadline]| json!({ "job": job, "ready": ready, "deadline": deadline }),
        );
        let listed: Vec<Value> = listed.collect();
        let request = if listed.is_empty() { "fixed" } else { "listed" };
        json!({
            "workload": {
                "first_job": null, "last_job": null,
                "reservations": { "percent": 0.0, "request": request, "listed": listed },
            },
            "platform": [self.processors],
            "system": { "two_level": { "local": self.local } },
        })
        .to_string()
    }

    /// The log, as a file holds it.
    pub fn log(&self) -> String {
        let mut text = format!("; MaxProcs: {}\n", self.processors);
        for (number, [submit, size, run, limit, user]) in (1..).zip(&self.jobs) {
            text += &format!(
                "{number} {submit} -1 {run} {size} -1 -1 {size} {limit} -1 1 {user} 1 -1 1 -1 -1 -1\n"
            );
        }
        text
    }
}
