//! Which runs a chart needs.

use serde_json::Value;

use super::batch;
use super::format::{Binding, Curve, Generate, Interval, Job, Plan, RangeSearch, Search, Show, Slots, Task};
use crate::{Scenario, System};
use scheduling::availability::idle_periods::steps::{Asked, SlotSearch};
use scheduling::availability::idle_periods::{IdlePeriod, Selection};
use scheduling::availability::proposition_1::{Counterexample, Small};
use scheduling::availability::{Carts, Commitment, trace};
use scheduling::criteria::Criterion;
use scheduling::engine::Nouns;
use scheduling::system::two_level::{Binding as When, TwoLevel};
use workload::reserve::{ListedRequest, RequestKind};
use workload::resources::{Chunks, Resources, WHOLE};
use workload::table::Mapping;
use workload::{Log, Record, Time, Workload, WorkloadKind};

/// One run that a chart needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Its name where there are several; empty otherwise.
    pub name: String,
    /// Its jobs; none are those of the sample.
    pub jobs: Vec<Job>,
    /// Its workflow, as its file says it, in place of jobs.
    pub workflow: Option<Value>,
    /// Its task batch, in place of jobs.
    pub tasks: Vec<Task>,
    /// The scenario, in which the jobs with a ready time are the reservations.
    pub scenario: Scenario,
}

impl Shot {
    /// The kind of its workload.
    pub fn kind(&self) -> WorkloadKind {
        match &self.workflow {
            Some(_) => WorkloadKind::Workflow,
            None if !self.tasks.is_empty() => WorkloadKind::TaskBatch,
            None => WorkloadKind::Log,
        }
    }

    /// Its workload; none is the sample.
    ///
    /// # Errors
    ///
    /// If its workflow or its task batch is invalid.
    pub fn workload(&self) -> Result<Option<Workload>, String> {
        match &self.workflow {
            Some(written) => super::planning::workload(written).map(Some),
            None if !self.tasks.is_empty() => batch::workload(&self.tasks).map(Some),
            None if self.jobs.is_empty() => Ok(None),
            None => Ok(Some(workload(&self.jobs))),
        }
    }
}

impl Show {
    /// The runs from which this chart is drawn, in order: one for each plan; of a curve for each
    /// plan, each value and each seed. None for algorithms and bindings, which are no runs.
    ///
    /// # Errors
    ///
    /// If a plan sets an unknown field of the chart.
    pub fn shots(&self) -> Result<Vec<Shot>, String> {
        match self {
            Self::Schedule(it) => of_plans(self, &it.plans),
            Self::Slots(_) | Self::Messages(_) => Ok(vec![self.shot("")?]),
            Self::Curve(it) => of_curve(self, it),
            Self::Generate(_) | Self::Search(_) | Self::Binding(_) | Self::RangeSearch(_) | Self::Planning(_) => {
                Ok(Vec::new())
            }
        }
    }

    /// Whether those runs are wanted whole, to be drawn; their reports suffice otherwise.
    pub fn wants_schedules(&self) -> bool {
        matches!(self, Self::Schedule(_) | Self::Slots(_) | Self::Messages(_))
    }

    /// The parts of this chart that can be opened as experiments of their own.
    pub fn experiments(&self) -> Result<Vec<Shot>, String> {
        match self {
            Self::Schedule(_) | Self::Slots(_) | Self::Messages(_) => self.shots(),
            Self::Curve(it) => of_plans(self, &it.plans),
            Self::Generate(it) => Ok(vec![it.as_shot()]),
            Self::Search(it) => Ok(vec![it.as_shot()]),
            Self::Binding(it) => Ok(it.as_shots()),
            // Idle periods result from bookings that are not in the lesson.
            Self::RangeSearch(_) | Self::Planning(_) => Ok(Vec::new()),
        }
    }

    /// The run of the chart as it stands.
    fn shot(&self, name: &str) -> Result<Shot, String> {
        let (jobs, workflow, tasks, scenario) = match self {
            Self::Schedule(it) => (&it.jobs[..], &it.workflow, &it.tasks[..], &it.scenario),
            Self::Slots(it) => (&it.jobs[..], &None, &[][..], &it.scenario),
            Self::Curve(it) => (&it.jobs[..], &it.workflow, &it.tasks[..], &it.scenario),
            Self::Messages(it) => (&[][..], &None, &it.tasks[..], &it.scenario),
            _ => return Err("this chart has no run".to_owned()),
        };
        let mut scenario = scenario.clone();
        if !jobs.is_empty() {
            take_all(&mut scenario, jobs);
        }
        Ok(Shot {
            name: name.to_owned(),
            jobs: jobs.to_vec(),
            workflow: workflow.clone(),
            tasks: tasks.to_vec(),
            scenario,
        })
    }
}

fn of_plans(show: &Show, plans: &[Plan]) -> Result<Vec<Shot>, String> {
    if plans.is_empty() {
        return Ok(vec![show.shot("")?]);
    }
    let planned = |plan: &Plan| planned(show, plan)?.shot(&plan.name);
    plans.iter().map(planned).collect()
}

fn planned(show: &Show, plan: &Plan) -> Result<Show, String> {
    show.with(plan.set.iter().map(|(path, value)| (path.as_str(), value)))
}

fn of_curve(show: &Show, curve: &Curve) -> Result<Vec<Shot>, String> {
    let bases = match curve.plans.as_slice() {
        [] => vec![show.clone()],
        plans => plans.iter().map(|plan| planned(show, plan)).collect::<Result<_, _>>()?,
    };
    let mut shots = Vec::new();
    for base in &bases {
        for &value in &curve.vary.values {
            let value = number(value);
            let paths = curve.vary.sets.iter().map(|path| (path.as_str(), &value));
            let shot = base.with(paths)?.shot("")?;
            for offset in 0..u64::from(curve.seeds) {
                let mut seeded = shot.clone();
                seeded.scenario.seed = seeded.scenario.seed.wrapping_add(offset);
                shots.push(seeded);
            }
        }
    }
    Ok(shots)
}

/// Whole numbers stay whole, so that they fit fields that count.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { Value::from(value as i64) } else { Value::from(value) }
}

/// Takes all jobs of a tiny workload; those with a ready time are the reservations.
fn take_all(scenario: &mut Scenario, jobs: &[Job]) {
    let selection = &mut scenario.workload;
    (selection.first_job, selection.last_job, selection.count) = (None, None, None);
    selection.skip_never_ran = false;
    let listed = jobs.iter().enumerate().filter_map(|(at, job)| {
        let ready = job.ready?;
        Some(ListedRequest {
            job: at as u64 + 1,
            ready,
            deadline: job.deadline.unwrap_or(ready + job.limit()),
            best_effort: None,
        })
    });
    selection.reservations.request = RequestKind::Listed;
    selection.reservations.listed = listed.collect();
}

impl Slots {
    /// Whether the system of a scenario keeps the slots that this chart shows.
    pub fn are_kept_by(scenario: &Scenario) -> bool {
        TwoLevel::of(&scenario.system).is_some()
    }
}

impl Job {
    /// Processing time limit c.
    pub fn limit(&self) -> Time {
        self.limit.unwrap_or(self.run).max(1)
    }

    /// A reservation of an interval, booked at time 0.
    fn reserved(interval: &Interval) -> Self {
        let length = interval.end - interval.start;
        Self {
            submit: 0,
            size: interval.processors,
            gpus: 0,
            run: length,
            limit: Some(length),
            ready: Some(interval.start),
            deadline: Some(interval.end),
        }
    }
}

/// The jobs as a log, numbered from 1; none if there are none.
pub fn workload(jobs: &[Job]) -> Workload {
    let record = |(at, job): (usize, &Job)| Record {
        id: at as u64 + 1,
        submit: job.submit,
        wait: 0,
        run_time: job.run,
        allocated_processors: i64::from(job.size),
        requested_processors: i64::from(job.size),
        requested_time: job.limit(),
        status: 1,
        ..Record::UNKNOWN
    };
    let mut resources = Resources::default();
    for (place, job) in jobs.iter().enumerate().filter(|it| it.1.gpus > 0) {
        let on_one_node =
            Chunks { count: 1, on_distinct_nodes: true, gpus: job.gpus.saturating_mul(WHOLE), ..Chunks::default() };
        resources.set(place, on_one_node);
    }
    let log = Log {
        records: jobs.iter().enumerate().map(record).collect(),
        resources: Box::new(resources),
        ..Log::default()
    };
    Workload::of_log("lesson", log)
}

/// The same jobs as a table with the mapping of its columns, for a reader of files: SWF has no GPUs.
pub fn jobs_table(jobs: &[Job]) -> (String, Mapping) {
    const MAPPING: &str = "job=job,submit=submit,wait=wait,run_time=run,requested_time=limit,requested_processors=size,\
                           allocated_processors=given,nodes=nodes,requested_gpus=gpus,status=status";
    let mut table = "job,submit,wait,run,limit,size,given,nodes,gpus,status\n".to_owned();
    for (id, job) in (1..).zip(jobs) {
        let (submit, run, limit, size) = (job.submit, job.run, job.limit(), job.size);
        let gpus = match job.gpus {
            0 => ",".to_owned(),
            gpus => format!("1,{gpus}"),
        };
        table += &format!("{id},{submit},0,{run},{limit},{size},{size},{gpus},1\n");
    }
    (table, Mapping::parse(MAPPING).expect("a mapping"))
}

/// Only reservations, on one provider.
fn of_intervals(name: &str, capacity: u32, intervals: &[Interval], binding: When) -> Shot {
    let jobs: Vec<Job> = intervals.iter().map(Job::reserved).collect();
    let mut settings = TwoLevel::default();
    settings.local.binding = binding;
    let mut scenario = Scenario { platform: vec![capacity], system: System::TwoLevel(settings), ..Scenario::default() };
    take_all(&mut scenario, &jobs);
    Shot { name: name.to_owned(), jobs, workflow: None, tasks: Vec::new(), scenario }
}

impl Generate {
    fn as_shot(&self) -> Shot {
        of_intervals("", self.capacity, &self.reservations, When::Dynamic)
    }
}

impl Search {
    fn as_shot(&self) -> Shot {
        of_intervals("", self.capacity, &self.reservations, When::Dynamic)
    }
}

impl Binding {
    fn as_shots(&self) -> Vec<Shot> {
        let of = |name, binding| of_intervals(name, self.capacity, &self.reservations, binding);
        vec![of("static binding", When::Static), of("dynamic binding", When::Dynamic)]
    }
}

impl Show {
    /// A name for each picture of this chart, in order, as its caption and for screen
    /// readers. `step` is the title of the step that it belongs to.
    pub fn captions(&self, step: &str) -> Vec<String> {
        match self {
            Self::Schedule(it) if it.plans.is_empty() => vec![step.to_owned()],
            Self::Schedule(it) => it.plans.iter().map(|plan| plan.name.clone()).collect(),
            Self::Slots(it) => {
                let (provider, at) = (it.provider + 1, it.at);
                vec![format!("Slots of provider {provider} from {at} s on: {step}")]
            }
            Self::Curve(it) => {
                let name = |criterion: &Criterion| {
                    let name = criterion.label_in(<&Nouns>::default());
                    format!("{name} over {}", it.vary.label)
                };
                it.criteria.iter().map(name).collect()
            }
            Self::Generate(_) => vec!["The slots that Algorithm 1 has made so far".to_owned()],
            Self::Search(_) => vec!["The slots that Algorithm 2 searches".to_owned()],
            Self::RangeSearch(_) => vec!["The idle periods of the slot".to_owned(), "The trees of the slot".to_owned()],
            Self::Planning(it) => vec![match it.deadline {
                None => "The tasks that are placed so far".to_owned(),
                Some(_) => "The reservations of the tasks".to_owned(),
            }],
            Self::Messages(_) => {
                vec!["The messages so far".to_owned(), "Tasks by agent".to_owned(), "The load of the nodes".to_owned()]
            }
            Self::Binding(_) => vec!["Static binding".to_owned(), "Dynamic binding".to_owned()],
        }
    }
}

/// Promises as the availability structures take them.
pub(super) fn commitments(reservations: &[Interval]) -> Vec<Commitment> {
    let commitment = |it: &Interval| Commitment { start: it.start, end: it.end, processors: it.processors };
    reservations.iter().map(commitment).collect()
}

/// Algorithm 1, as the chart shows it.
pub fn generation(show: &Generate) -> trace::Generation {
    trace::Generation::of(show.capacity, &commitments(&show.reservations))
}

/// Algorithm 2, as the chart shows it.
pub fn search(show: &Search) -> trace::Search {
    let carts = Carts::generate(show.capacity, &commitments(&show.reservations));
    trace::Search::of(&carts, &show.request.request())
}

/// The request of a search among idle periods, and the search, as the chart shows them.
pub fn range_search(show: &RangeSearch) -> (Asked, SlotSearch) {
    let periods = (0..).zip(&show.idle);
    let periods = periods.map(|(server, &(start, end))| IdlePeriod { start, end, server });
    let asked = Asked { start: show.request.ready, length: show.request.length, servers: show.request.processors };
    let periods: Vec<IdlePeriod> = periods.collect();
    let search = SlotSearch::of(&periods, show.slot, &asked, Selection::LatestStart);
    (asked, search)
}

/// The first `booked` reservations of a binding, as Proposition 1's demonstration takes them: a
/// unit of time is a second.
pub fn bound(show: &Binding, booked: usize) -> Counterexample {
    let small = |it: &Interval| Small { start: it.start as usize, end: it.end as usize, processors: it.processors };
    let units = show.reservations.iter().map(|it| it.end as usize).max();
    Counterexample {
        capacity: show.capacity,
        units: units.unwrap_or(0),
        reservations: show.reservations.iter().take(booked).map(small).collect(),
    }
}
