//! The grid without a workflow, and with one.

use super::{PER_MINUTE, workflow};
use crate::prelude::*;
use crate::zhao_2007::setting::plan;
use experiment::among_jobs::{Joined, Placement, free_at, place};
use experiment::{Scenario, run};
use scheduling::criteria::report;
use scheduling::engine::{Run, Status};
use scheduling::policy::spare_time::Variant;
use scheduling::system::System;
use scheduling::system::two_level::{QueuePolicy, ReservationEnd, TwoLevel};
use scheduling::system::workflow::Scheduler;
use workload::draw::{Draw, Stream};
use workload::reserve::{ListedRequest, RequestKind};
use workload::select::Selection;
use workload::workflow::generate::Kind;
use workload::{Machine, Record, Time};

pub const TASKS: usize = 57;

/// Jobs come this much faster than in the log, so that the machine is busy.
pub const LOAD_FACTOR: f64 = 1.25;

/// October 1996 in KTH's log, by the numbers of its jobs.
const JOBS: (u64, u64) = (107, 2_513);

/// The workflow's machines, together, are half of the grid.
const MACHINES: u32 = 5;

/// The results of one workflow under one variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Came {
    /// Processor hours of its reservations.
    pub booked: f64,
    /// How many reservations it has, and how many could not be had at their time.
    pub reservations: f64,
    pub late: f64,
    /// How much later than planned its last reservation ends, in seconds.
    pub delay: f64,
    /// The batch jobs' mean and total wait, with the workflow less without, in seconds.
    pub mean_wait: f64,
    pub total_wait: f64,
    /// How many reservations the grid booked at other times than they were placed at.
    pub moved: usize,
}

/// Batch jobs, and their results without the workflow.
pub struct Grid {
    pub processors: u32,
    /// How many processors a machine of the workflow is.
    pub per_machine: u32,
    jobs: Workload,
    pub alone: Run,
    pub report: Report,
}

impl Grid {
    /// The jobs of the month, or those asked for; none if the log has none of them.
    pub fn of(log: &Workload, options: &Options) -> Option<Self> {
        let (first, last) = options.jobs.unwrap_or(JOBS);
        let processors = Machine::of(log.header(), log.records()).processors;
        let ran = |it: &&Record| (first..=last).contains(&it.id) && it.run_time > 0;
        let taken = log.records().iter().filter(ran);
        let begin = taken.clone().map(|it| it.submit).min()?;
        let sooner = |submit: Time| ((submit - begin) as f64 / LOAD_FACTOR).round() as Time;
        let records = taken.map(|it| Record { submit: begin + sooner(it.submit), ..*it });
        let jobs = log.with_records(records.collect());
        let alone = run(&scenario(processors, &[]), &jobs).ok()?;
        Some(Self {
            report: report(&alone),
            per_machine: (processors / (2 * MACHINES)).max(1),
            processors,
            jobs,
            alone,
        })
    }

    /// The results of the workflow of a seed, variant by variant.
    pub fn trial(&self, seed: u64) -> Option<Vec<Came>> {
        let now = self.instant(seed)?;
        let workflow = workflow(Kind::Montage, TASKS, seed);
        let mut plan = plan(&workflow, Scheduler::Heft, 1.5)?;
        let free = free_at(&self.alone, now);
        let of_variant = |variant: Variant| {
            plan.share_out(variant);
            let wanted = plan.wanted().into_iter().map(|it| it.stretched(PER_MINUTE));
            let wanted: Vec<_> = wanted.collect();
            let placement = place(&wanted, &mut free.clone(), now, self.per_machine);
            self.with(&placement, now)
        };
        Variant::ALL.map(of_variant).into_iter().collect()
    }

    /// A time in the middle half of the submissions.
    fn instant(&self, seed: u64) -> Option<Time> {
        let submits = self.alone.jobs.iter().map(|it| it.submit);
        let (first, last) = (submits.clone().min()?, submits.max()?);
        let share = 0.25 + 0.5 * Draw::new(seed, Stream::INSTANTS).unit();
        Some(first + ((last - first) as f64 * share).round() as Time)
    }

    /// The grid with these reservations, asked for at an instant.
    fn with(&self, placement: &Placement, now: Time) -> Option<Came> {
        let joined = Joined::of(&self.jobs, placement, now);
        let with = run(&scenario(self.processors, &joined.requests), &joined.log).ok()?;
        let is_batch = |id: u64| !joined.is_added(id);
        let (count, before) = waits(&self.alone, is_batch);
        let (_, after) = waits(&with, is_batch);
        let (moved, refused) = joined.elsewhere(&with);
        Some(Came {
            booked: placement.booked(),
            reservations: joined.requests.len() as f64,
            late: placement.late() as f64,
            delay: placement.delay,
            mean_wait: (after - before) / count.max(1) as f64,
            total_wait: after - before,
            moved: moved + refused,
        })
    }
}

/// How many batch jobs there are, and how long they wait together, in seconds.
fn waits(run: &Run, is_batch: impl Fn(u64) -> bool) -> (usize, f64) {
    run.jobs
        .iter()
        .zip(&run.schedule.outcomes)
        .filter(|(job, it)| is_batch(job.id) && it.status != Status::Rejected)
        .fold((0, 0.0), |(count, wait), (job, it)| (count + 1, wait + (it.start - job.submit) as f64))
}

/// All processors are one provider.
fn scenario(processors: u32, listed: &[ListedRequest]) -> Scenario {
    let mut workload = Selection { first_job: None, last_job: None, ..Selection::default() };
    workload.reservations.request = RequestKind::Listed;
    workload.reservations.listed = listed.into();
    let mut model = TwoLevel { reservation_end: ReservationEnd::JobEnd, ..TwoLevel::default() };
    model.local.queue = QueuePolicy::Easy;
    Scenario { workload, platform: vec![processors], system: System::TwoLevel(model), seed: 1, ..Scenario::default() }
}
