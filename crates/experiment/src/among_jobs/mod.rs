//! A workflow among the batch jobs of a log: its reservations become jobs of the log, which ask for their places.

#[cfg(test)]
mod tests;

use scheduling::availability::{Availability, Carts, Request};
use scheduling::engine::{Run, Status};
use scheduling::system::wanted::Wanted;
use scheduling::system::{Input, Work};
use workload::reserve::{ListedRequest, RequestKind};
use workload::select::Selection;
use workload::workflow::Workflow;
use workload::{MAX_TIME, Record, Time, Workload};

use super::{Scenario, run};

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

/// The error that rounding leaves, in seconds.
const ROUNDING: f64 = 1e-3;

/// A reservation that was placed. Times are seconds of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub start: Time,
    pub end: Time,
    /// How long its task runs.
    pub run_time: Time,
    pub processors: u32,
    /// Whether it could not be had at the time at which it was wanted.
    pub is_late: bool,
}

/// The reservations of a workflow, in the order in which they were placed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    pub reservations: Vec<Placed>,
    /// How much later the last one ends than was planned, in seconds.
    pub delay: f64,
}

impl Placement {
    /// The booked processor hours.
    pub fn booked(&self) -> f64 {
        let seconds = |it: &Placed| f64::from(it.processors) * (it.end - it.start) as f64;
        self.reservations.iter().map(seconds).sum::<f64>() / 3_600.0
    }

    /// How many could not be had at their time.
    pub fn late(&self) -> usize {
        self.reservations.iter().filter(|it| it.is_late).count()
    }

    /// When the last one ends, in seconds of the log.
    pub fn end(&self) -> Option<Time> {
        self.reservations.iter().map(|it| it.end).max()
    }
}

/// The free processors over time at an instant of a run: running jobs have their processors until their limits.
pub fn free_at(run: &Run, now: Time) -> Carts {
    let capacity = run.platform.first().copied().unwrap_or(0);
    let mut free = Carts::new(capacity);
    for it in &run.schedule.outcomes {
        if it.start >= 0 && it.start < now && it.end > now {
            free.reserve(now, it.held_until, it.processors);
        }
    }
    free
}

/// Places the reservations of a workflow that comes at an instant, each machine `processors` processors: one after
/// the other, each where it was planned or as soon after as the ones that it waits for and the processors allow.
/// Reservations keep their lengths.
pub fn place(wanted: &[Wanted], free: &mut Carts, now: Time, processors: u32) -> Placement {
    let mut ends: Vec<f64> = Vec::with_capacity(wanted.len());
    let mut placement = Placement::default();
    for it in wanted {
        let earliest = it.waits_for.iter().map(|&(before, seconds)| ends[before] + seconds).fold(it.start, f64::max);
        // In the plan a slot begins when the last of its predecessors lets it.
        let from = if earliest - it.start < ROUNDING { it.start } else { earliest };
        let times = (it.length, it.run_time);
        let placed = book(free, now, from, times, processors * it.machines);
        let start = if placed.is_late { (placed.start - now) as f64 } else { from };
        ends.push(start + it.length);
        placement.reservations.push(placed);
    }
    let planned = wanted.iter().map(|it| it.start + it.length);
    let last = ends.iter().copied().fold(0.0, f64::max);
    placement.delay = last - planned.fold(0.0, f64::max);
    placement
}

/// Books a reservation at its wanted start, in seconds after now, or at the first possible start after that.
fn book(free: &mut Carts, now: Time, wanted: f64, (length, run_time): (f64, f64), processors: u32) -> Placed {
    let ready = now + wanted.round() as Time;
    let length = ((wanted + length).round() - wanted.round()).max(1.0) as Time;
    let request = Request { ready, deadline: None, length, processors };
    // It fits behind everything that is booked.
    let start = free.earliest_fit(&request).unwrap_or(ready);
    free.reserve(start, start + length, processors);
    Placed {
        start,
        end: start + length,
        run_time: (run_time.round() as Time).clamp(1, length),
        processors,
        is_late: start > ready,
    }
}
