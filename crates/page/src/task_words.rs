//! The facts of a task of a workflow: its times, and why it starts when it does.

use super::words;
use experiment::Run;
use scheduling::engine::Status;

/// Two times within this many seconds are one.
const SAME: f64 = 1e-6;

/// A time of a schedule in seconds, with three decimals at most: `42.7 s`.
pub fn seconds(time: f64) -> String {
    let text = words::decimal(time, 3);
    let short = text.trim_end_matches('0').trim_end_matches('.');
    format!("{short}\u{a0}s")
}

/// The times of a task, each with its name.
pub fn facts(run: &Run, task: usize) -> Vec<(&'static str, String)> {
    let Some(it) = run.tasks().get(task) else {
        return Vec::new();
    };
    let spare = it.reserved_until - it.finish;
    let estimate = it.finish - it.start;
    let percent = if estimate > 0.0 {
        format!(", {} % of the estimate", words::decimal(100.0 * spare / estimate, 0))
    } else {
        String::new()
    };
    let mut facts = vec![
        ("Machine", run.provider_name(it.machine as usize)),
        ("Reserved", format!("{} to {}", seconds(it.start), seconds(it.reserved_until))),
        ("Estimate", format!("{}, to {}", seconds(estimate), seconds(it.finish))),
        ("Beyond it", format!("{}{percent}", seconds(spare))),
    ];
    match (it.ended, run.schedule.outcomes.get(task).map(|it| it.status)) {
        (None, _) => facts.push(("Ran", "never".to_owned())),
        (Some(ended), Some(Status::Killed)) => facts.push(("Killed", seconds(ended))),
        (Some(ended), _) if (ended - it.finish).abs() > SAME => {
            facts.push(("Ended", seconds(ended)));
        }
        _ => {}
    }
    facts
}

/// Why the reservation of a task begins when it does: `It waits for the data of 8 until 47.2 s, on m1.`
pub fn why(run: &Run, task: usize) -> String {
    let Some(workflow) = run.workflow() else {
        return String::new();
    };
    let tasks = &workflow.tasks;
    let Some(it) = tasks.get(task) else {
        return String::new();
    };
    let machine = run.provider_name(it.machine as usize);
    if it.start <= SAME {
        return format!("It starts at once, on {machine}.");
    }
    let arrivals = workflow.edges.iter().filter(|edge| edge.to as usize == task).map(|edge| {
        let from = &tasks[edge.from as usize];
        // Where reservations were moved, what really came counts.
        let end = from.ended.map_or(from.reserved_until, |ended| ended.max(from.reserved_until));
        (end + edge.seconds, edge)
    });
    let last = arrivals.max_by(|one, other| one.0.total_cmp(&other.0));
    if let Some((arrival, edge)) = last
        && (arrival - it.start).abs() <= SAME
    {
        let from = &tasks[edge.from as usize];
        return if edge.seconds > 0.0 {
            format!(
                "It waits for the data of {}, which are on {machine} at {}: they take {} from {}.",
                from.name,
                seconds(it.start),
                seconds(edge.seconds),
                run.provider_name(from.machine as usize)
            )
        } else {
            format!("It waits for {}, until {}.", from.name, seconds(it.start))
        };
    }
    let mut before =
        tasks.iter().filter(|other| other.machine == it.machine && (other.reserved_until - it.start).abs() <= SAME);
    match before.next_back() {
        Some(other) => format!("It waits for {machine}, which {} has until {}.", other.name, seconds(it.start)),
        None => format!("It starts at {} on {machine}.", seconds(it.start)),
    }
}
