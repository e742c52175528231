//! A workflow among the batch jobs of a log: its reservations become jobs of the log, which ask for their places.

mod placing;
#[cfg(test)]
mod tests;

use super::{Run, Scenario, run};
pub use placing::{Placed, Placement, free_at, place};
use scheduling::engine::Status;
use scheduling::system::wanted::Wanted;
use scheduling::system::{Input, Work};
use workload::reserve::{ListedRequest, RequestKind};
use workload::select::Selection;
use workload::workflow::Workflow;
use workload::{MAX_TIME, Record, Time, Workload};

/// A log with the reservations of a workflow among its jobs.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The jobs of the log, and one for each reservation.
    pub log: Workload,
    /// Their requests: exactly the intervals at which they were placed.
    pub requests: Vec<ListedRequest>,
}

impl Joined {
    /// Adds reservations that are submitted at an instant. Their jobs have the numbers behind the log's last.
    pub fn of(log: &Workload, placement: &Placement, now: Time) -> Self {
        let first = log.records().iter().map(|it| it.id).max().unwrap_or(0) + 1;
        let mut records: Vec<(Option<usize>, Record)> =
            log.records().iter().copied().enumerate().map(|(place, record)| (Some(place), record)).collect();
        let mut requests = Vec::new();
        for (id, it) in (first..).zip(&placement.reservations) {
            let record = Record {
                id,
                submit: now,
                run_time: it.run_time,
                requested_time: it.end - it.start,
                requested_processors: i64::from(it.processors),
                ..Record::UNKNOWN
            };
            records.push((None, record));
            requests.push(ListedRequest { job: id, ready: it.start, deadline: it.end, best_effort: None });
        }
        // As a file has them.
        records.sort_by_key(|(_, it)| (it.submit, it.id));
        let log = log.with_placed_records(records);
        Self { log, requests }
    }

    /// Whether a job is one of the reservations.
    pub fn is_added(&self, id: u64) -> bool {
        self.requests.first().is_some_and(|it| id >= it.job)
    }

    /// How many of the reservations a run has at another time than they were placed at, and how many it refused.
    pub fn elsewhere(&self, run: &Run) -> (usize, usize) {
        let first = self.requests.first().map_or(u64::MAX, |it| it.job);
        let (mut moved, mut refused) = (0, 0);
        for (job, it) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let place = job.id.checked_sub(first);
            let asked = place.and_then(|it| self.requests.get(it as usize));
            if let Some(asked) = asked {
                let is_refused = it.status == Status::Rejected;
                refused += usize::from(is_refused);
                moved += usize::from(!is_refused && asked.ready != it.promised_start);
            }
        }
        (moved, refused)
    }
}

/// The batch jobs of a log alone and with a workflow among them.
#[derive(Clone, Debug)]
pub struct AmongJobs {
    /// The run of the log alone.
    pub alone: Run,
    /// Where the reservations were placed.
    pub placement: Placement,
    /// The joined workload of the second run.
    pub joined: Joined,
    /// The scenario of the second run.
    pub scenario: Scenario,
    /// The run with the workflow.
    pub with: Run,
}

/// Plans a workflow, places its reservations in a run of a log at an instant, and runs the log again with them.
///
/// `planner` says how the workflow is planned; its tasks take as long as it estimates. A machine of the workflow is
/// `processors` processors of the log's machine. At the instant `now`, in seconds of the log, each reservation goes
/// where it was planned, or as soon after as those that it waits for and the running jobs' limits allow; jobs that
/// wait have no claim. In the second run it asks for exactly that interval.
///
/// # Errors
///
/// In words: a scenario of several providers, or with settings of the workload that would change the reservations'
/// jobs as well; a workflow that cannot be planned, or is larger than the machine; runs that cannot be made.
pub fn among_jobs(
    (scenario, log): (&Scenario, &Workload),
    (planner, workflow): (&Scenario, &Workflow),
    (now, processors): (Time, u32),
) -> Result<AmongJobs, String> {
    let &[machine] = scenario.platform.as_slice() else {
        return Err("platform: the reservations of a workflow go to one provider".to_owned());
    };
    if !(0..=MAX_TIME).contains(&now) {
        return Err(format!("the instant is {now} s: it is 0 to {MAX_TIME} s"));
    }
    check_selection(&scenario.workload)?;
    let log = taken(log, &scenario.workload);
    let wanted = wanted(planner, workflow)?;
    let most = wanted.iter().map(|it| it.machines).max().unwrap_or(0);
    let needed = u64::from(most) * u64::from(processors);
    if needed > u64::from(machine) {
        return Err(format!("a reservation of the workflow takes {needed} processors, and the machine has {machine}"));
    }
    let last = log.records().iter().map(|it| it.id).max().unwrap_or(0);
    if last.saturating_add(wanted.len() as u64) > i64::MAX as u64 {
        return Err(format!("the log's last job has the number {last}, which leaves none for the workflow's"));
    }
    let alone = run(scenario, &log).map_err(|why| why.to_string())?;
    let placement = place(&wanted, &mut free_at(&alone, now), now, processors);
    let joined = Joined::of(&log, &placement, now);
    let mut scenario = scenario.clone();
    (scenario.workload.first_job, scenario.workload.last_job) = (None, None);
    scenario.workload.reservations.request = RequestKind::Listed;
    scenario.workload.reservations.listed = joined.requests.as_slice().into();
    let with = run(&scenario, &joined.log).map_err(|why| why.to_string())?;
    Ok(AmongJobs { alone, placement, joined, scenario, with })
}

/// The reservations that a scenario would make for a workflow.
fn wanted(planner: &Scenario, workflow: &Workflow) -> Result<Vec<Wanted>, String> {
    planner.system.reservations_of(Input {
        platform: &planner.platform,
        seed: planner.seed,
        work: Work::Workflow(workflow, &planner.workload),
        placements: None,
        resources: None,
        names: None,
    })
}

/// Settings that select or change jobs by more than their numbers would also concern the reservations' jobs.
fn check_selection(of: &Selection) -> Result<(), String> {
    let plain = Selection {
        first_job: of.first_job,
        last_job: of.last_job,
        missing_limit: of.missing_limit,
        missing_limit_factor: of.missing_limit_factor,
        // Without requests these settings have no effect.
        reservations: of.reservations.clone(),
        ..Selection::of_all()
    };
    let reservations = &of.reservations;
    let is_listed = reservations.request == RequestKind::Listed;
    let asks = is_listed || reservations.percent > 0.0;
    if *of == plain && !asks {
        Ok(())
    } else {
        Err(
            "workload: with a workflow among the jobs, only first_job, last_job, missing_limit and missing_limit_factor \
             can be set, and no jobs are reservations already"
                .to_owned(),
        )
    }
}

/// The jobs of a log that have the numbers taken.
fn taken(log: &Workload, selection: &Selection) -> Workload {
    let first = selection.first_job.unwrap_or(0);
    let last = selection.last_job.unwrap_or(u64::MAX);
    let has_number = |it: &Record| (first..=last).contains(&it.id);
    let records = log
        .records()
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, record)| has_number(record))
        .map(|(place, record)| (Some(place), record));
    log.with_placed_records(records.collect())
}
