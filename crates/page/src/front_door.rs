//! The first visit: an example that three queue policies schedule differently.

use std::rc::Rc;

use serde_json::Value;

use crate::history::{Experiment, WorkloadKey};
use crate::sketched::{Sketched, scenario};
use crate::words::duration;
use experiment::{Run, Scenario, knobs};
use scheduling::criteria::report;
use scheduling::system::Knob;
use workload::Time;
use workload::sketch::Sketch;

/// The queue policies that the first visit offers, by their keys, and why the example is scheduled so under them.
const POLICIES: [(&str, &str); 3] = [
    (
        "fcfs",
        "Job 2 needs all eight processors and waits for job 1. No job may overtake it: jobs 3, 4 and 5 wait behind it \
         while three processors are idle.",
    ),
    (
        "fcfs_backfilling",
        "Jobs 3 and 4 fit beside job 1 and start at once, job 5 when job 1 ends. Job 2 needs all eight processors and \
         waits until the last of them is done.",
    ),
    (
        "easy",
        "Job 2 is promised its start, the end of job 1. Job 3 is done by then and may overtake it, job 4 would not be, \
         and job 5 finds no room. Here the promise costs jobs 4 and 5 more than it gains job 2; without one, jobs that \
         need many processors may wait for ever.",
    ),
];

/// The job that is chosen when the example opens: the one that others overtake.
const CHOSEN: u64 = 2;

/// When the last job of the example ends under the slowest of the three policies, in seconds: the time axis is the same
/// under all.
const LATEST_END: Time = 180 * 60;

/// The knob that they are values of.
const KNOB: &str = "queue";

/// A queue policy that the first visit offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    pub key: &'static str,
    pub name: &'static str,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// Why the example is scheduled so; the effect of the policy where another setting is not as the example opens with it.
    pub why: &'static str,
    /// Whether the present scenario has it.
    pub chosen: bool,
}

/// The policies that are offered beside a scenario; none if its system has no such queue.
pub fn offered(present: &Scenario) -> Vec<Offered> {
    let Some(knob) = queue(present) else {
        return Vec::new();
    };
    let rows = knob.choices().map_or(&[][..], |it| it.all);
    let now = knobs::get(present, knob.path);
    let mut opened = example(0).experiment(&Experiment::new(Scenario::default(), 0)).scenario;
    choose(&mut opened, now.as_str().unwrap_or_default());
    let of = |(key, why): (&'static str, &'static str)| {
        let row = rows.iter().find(|it| it.key == key)?;
        let why = if opened == *present { why } else { row.about };
        Some(Offered { key, name: row.name, about: row.about, why, chosen: now == key })
    };
    POLICIES.into_iter().filter_map(of).collect()
}

/// Gives a scenario the queue policy of a key; one without such a queue stays as it is.
pub fn choose(present: &mut Scenario, key: &str) {
    let next = queue(present).and_then(|it| knobs::set(present, it.path, &Value::from(key)).ok());
    if let Some(next) = next {
        *present = next;
    }
}

fn queue(present: &Scenario) -> Option<&'static Knob> {
    knobs::knobs(present).into_iter().find(|it| it.key() == KNOB)
}

/// The example, as a workload of that key, with the scenario that it opens with: the policy is that of every other
/// beginning, so that a log that is dropped next runs under it.
pub fn example(key: WorkloadKey) -> Sketched {
    Sketched {
        key,
        sketch: Rc::new(Sketch::first_example()),
        opens: Some(scenario()),
        moving: None,
        chosen: Some(CHOSEN),
    }
}

/// The time axis of the example: fixed, with the arrivals of the jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The time that it reaches at least, in seconds.
    pub until: Time,
    /// The number and the arrival of each job.
    pub arrivals: Vec<(u64, Time)>,
}

impl Axis {
    /// The axis of a run of the example.
    pub fn of(run: &Run) -> Self {
        Self { until: LATEST_END, arrivals: run.jobs.iter().map(|job| (job.id, job.submit)).collect() }
    }
}

/// What another policy has changed: which jobs start earlier and later, and the mean wait before and after. None if no
/// job starts at another time, or the runs are of other jobs.
pub fn changed(before: &Run, now: &Run) -> Option<String> {
    if before.jobs != now.jobs {
        return None;
    }
    let starts = before.schedule.outcomes.iter().zip(&now.schedule.outcomes);
    let moves: Vec<(u64, Time)> =
        now.jobs.iter().zip(starts).map(|(job, (a, b))| (job.id, b.start - a.start)).collect();
    let told = |sign: Time, word: &str| {
        let moved = moves.iter().filter(|(_, by)| by.signum() == sign);
        let jobs: Vec<String> = moved.map(|(id, by)| format!("{id} by {}", duration(by.abs() as f64))).collect();
        (!jobs.is_empty()).then(|| format!("{word}: job {}", jobs.join(", job ")))
    };
    let parts: Vec<String> = [told(-1, "earlier"), told(1, "later")].into_iter().flatten().collect();
    let wait = |run: &Run| duration(report(run).mean_waiting_time);
    let told = || format!("Starts {}. Mean wait {} instead of {}.", parts.join("; "), wait(now), wait(before));
    (!parts.is_empty()).then(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use workload::Workload;

    fn run(scenario: &Scenario) -> Run {
        let read = workload::read("example.swf", Sketch::first_example().swf("example").as_bytes());
        let workload: Workload = read.unwrap().workload;
        experiment::run(scenario, &workload).unwrap()
    }

    /// The starts of the jobs of the example, in minutes.
    fn starts(scenario: &Scenario) -> Vec<i64> {
        run(scenario).schedule.outcomes.iter().map(|it| it.start / 60).collect()
    }

    #[test]
    fn each_policy_that_is_offered_gives_the_example_another_schedule() {
        let example = example(1);
        let scenario = example.experiment(&crate::history::Experiment::new(Scenario::default(), 0));
        let offered: [Offered; 3] = offered(&scenario.scenario).try_into().unwrap();
        let chosen: Vec<bool> = offered.iter().map(|it| it.chosen).collect();
        assert_eq!(chosen, [false, true, false]);
        let under = |it: &Offered| {
            let mut scenario = scenario.scenario.clone();
            choose(&mut scenario, it.key);
            starts(&scenario)
        };
        let all: Vec<Vec<i64>> = offered.iter().map(under).collect();
        assert_eq!(
            all,
            [
                // No job overtakes the second.
                vec![0, 60, 90, 90, 90],
                // The fourth starts as soon as it fits, and the second waits for it.
                vec![0, 105, 10, 15, 60],
                // The third ends before the second is due, the fourth would not.
                vec![0, 60, 10, 90, 90],
            ]
        );
        // Under another period the jobs start at other times.
        let easy = knobs::set(&scenario.scenario, "system.two_level.local.queue", &"easy".into()).unwrap();
        let periodic = knobs::set(&easy, "system.two_level.grid.period", &3_600.into()).unwrap();
        assert_eq!(super::offered(&easy)[2], Offered { chosen: true, ..offered[2] });
        assert_eq!(super::offered(&periodic)[2].why, offered[2].about);
        let different: BTreeSet<&Vec<i64>> = all.iter().collect();
        assert_eq!(different.len(), 3);
        let runs = offered.each_ref().map(|it| {
            let mut scenario = scenario.scenario.clone();
            choose(&mut scenario, it.key);
            run(&scenario)
        });
        let end = |run: &Run| run.schedule.outcomes.iter().map(|it| it.end).max();
        assert_eq!(runs.iter().map(end).max(), Some(Some(LATEST_END)));
        let [fcfs, backfilling, easy] = &runs;
        assert_eq!(changed(fcfs, fcfs), None);
        assert_eq!(
            changed(fcfs, backfilling).unwrap().replace('\u{a0}', " "),
            "Starts earlier: job 3 by 1 h 20 min, job 4 by 1 h 15 min, job 5 by 30 min; later: job 2 by 45 min. Mean wait \
             28 min instead of 56 min."
        );
        assert_eq!(
            changed(backfilling, easy).unwrap().replace('\u{a0}', " "),
            "Starts earlier: job 2 by 45 min; later: job 4 by 1 h 15 min, job 5 by 30 min. Mean wait 40 min instead of 28 min."
        );
        assert_eq!(Axis::of(easy).arrivals, [(1, 0), (2, 300), (3, 600), (4, 900), (5, 1200)]);
    }
}
