//! A run at one moment: who waits, who runs, who has booked.

use crate::engine::{Outcome, Run, Status};
use crate::workload::{Job, Time};

/// Where the jobs of a run stand at one moment, after all that happens at it. Indices of jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Batch jobs that were submitted and hold no processors, in order of submission. Among them
    /// those that were preempted.
    pub waiting: Vec<u32>,
    /// Batch jobs that were suspended, in order of submission: they keep what is left to them.
    pub suspended: Vec<u32>,
    /// Jobs on processors, in order of their start; a reservation also while it only holds them.
    pub running: Vec<u32>,
    /// Reservations that were accepted and have not begun, in order of the start they were promised.
    pub booked: Vec<u32>,
    /// Reservations that were submitted and wait for the grid scheduler's period.
    pub asking: Vec<u32>,
    /// How many jobs have ended, killed ones among them.
    pub ended: usize,
    /// How many were submitted and have been rejected.
    pub rejected: usize,
}

/// Where the jobs stand at `now`. O(jobs).
pub fn standing(run: &Run, now: Time) -> Standing {
    let mut standing = Standing::default();
    for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        // Jobs stand in order of submission.
        if job.submit > now {
            break;
        }
        match place(run, index, job, outcome, now) {
            Place::Waiting => standing.waiting.push(index as u32),
            Place::Suspended => standing.suspended.push(index as u32),
            Place::Running => standing.running.push(index as u32),
            Place::Booked => standing.booked.push(index as u32),
            Place::Asking => standing.asking.push(index as u32),
            Place::Ended => standing.ended += 1,
            Place::Rejected => standing.rejected += 1,
        }
    }
    let outcome = |job: u32| &run.schedule.outcomes[job as usize];
    standing
        .running
        .sort_by_key(|&job| (outcome(job).start, job));
    standing
        .booked
        .sort_by_key(|&job| (outcome(job).promised_start, job));
    standing
}

enum Place {
    Waiting,
    Suspended,
    Running,
    Booked,
    Asking,
    Ended,
    Rejected,
}

fn place(run: &Run, index: usize, job: &Job, outcome: &Outcome, now: Time) -> Place {
    if outcome.status == Status::Rejected {
        return Place::Rejected;
    }
    if outcome.released <= now && outcome.held_from <= now {
        return Place::Ended;
    }
    if outcome.held_from <= now {
        return Place::Running;
    }
    // Only before its last stint can it stand otherwise.
    let schedule = &run.schedule;
    let stints = schedule.earlier_stints(index).iter();
    let begun = stints
        .map(|stint| (stint.suspended, schedule.bars_of_stint(stint)))
        .take_while(|(_, bars)| bars.first().is_some_and(|bar| bar.start <= now));
    if let Some((suspended, bars)) = begun.last() {
        return match (bars.iter().any(|bar| now < bar.end), suspended) {
            (true, _) => Place::Running,
            (false, true) => Place::Suspended,
            (false, false) => Place::Waiting,
        };
    }
    match (job.is_reservation(), outcome.allocated <= now) {
        (false, _) => Place::Waiting,
        (true, true) => Place::Booked,
        (true, false) => Place::Asking,
    }
}

/// The moments at which anything happens to a job, ascending: it is submitted, gets processors,
/// gives them back. O(n log n).
pub fn instants(run: &Run) -> Vec<Time> {
    let outcomes = run.jobs.iter().zip(&run.schedule.outcomes);
    let own = outcomes.flat_map(|(job, outcome)| {
        let ran = outcome.status != Status::Rejected;
        let its = [job.submit, outcome.allocated, outcome.end];
        its.into_iter().take(if ran { 3 } else { 1 })
    });
    let bars = run
        .schedule
        .bars
        .iter()
        .flat_map(|bar| [bar.start, bar.end]);
    let mut instants: Vec<Time> = own.chain(bars).collect();
    instants.sort_unstable();
    instants.dedup();
    instants
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Scenario, run};
    use crate::workload::lublin::Lublin;

    /// Everybody once, and whoever runs is whoever has a bar there.
    fn check(run: &Run, now: Time) {
        let found = standing(run, now);
        let mut running = found.running.clone();
        running.sort_unstable();
        let bars = run.schedule.bars.iter();
        let mut held: Vec<u32> = bars
            .filter(|bar| bar.start <= now && now < bar.end)
            .map(|bar| bar.job)
            .collect();
        held.sort_unstable();
        held.dedup();
        assert_eq!(running, held, "at {now}");
        let submitted = run.jobs.iter().filter(|job| job.submit <= now).count();
        let listed = [
            &found.waiting,
            &found.suspended,
            &found.running,
            &found.booked,
            &found.asking,
        ];
        let listed: usize = listed.iter().map(|list| list.len()).sum();
        assert_eq!(listed + found.ended + found.rejected, submitted);
        for &job in &found.waiting {
            assert!(!run.jobs[job as usize].is_reservation());
        }
        for &job in found.booked.iter().chain(&found.asking) {
            let outcome = &run.schedule.outcomes[job as usize];
            assert!(run.jobs[job as usize].is_reservation() && outcome.held_from > now);
        }
    }

    #[test]
    fn at_every_instant_everybody_stands_somewhere() {
        let workload = Lublin {
            jobs: 150,
            ..Lublin::default()
        };
        let workload = workload.generate().unwrap();
        for queue in ["fcfs", "easy", "pppd"] {
            let json = format!(
                r#"{{"platform":[64],"system":{{"two_level":{{"grid":{{"period":600,"reservation_queue":"fcfs"}},"local":{{"queue":"{queue}"}}}}}}}}"#
            );
            let scenario = Scenario::from_json(json.as_bytes()).unwrap();
            let made = run(&scenario, &workload).unwrap();
            let instants = instants(&made);
            assert!(instants.windows(2).all(|pair| pair[0] < pair[1]));
            for &now in &instants {
                check(&made, now);
                check(&made, now - 1);
            }
        }
    }
}
