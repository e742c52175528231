//! A workflow that runs.

use super::decisions::OwnDecision;
use super::execution::{Execution, execute};
use super::measures::measures;
use super::{Plan, Workflow};
use crate::engine;
use crate::engine::{Causes, Course, Of, Recorder, Task, TaskEdge, Tasks, Tick};
use crate::system::booked::{Event, explanation, of_booked};
use crate::system::prelude::*;
use workload::{Flexibility, ReservationRequest, workflow};

/// Times are counted in these.
const TICK: Tick = Tick::MILLISECOND;

/// An executed plan. All of it is computed at once: there are no decisions during the run.
pub(super) struct WorkflowSimulation {
    plan: Plan,
    settings: Workflow,
    execution: Execution,
    names: Vec<String>,
    watch: Option<Watch>,
}

impl WorkflowSimulation {
    /// Plans a workflow and carries the plan out.
    ///
    /// # Errors
    ///
    /// As [`Plan::new`].
    pub fn new(workflow: &workflow::Workflow, settings: &Workflow, seed: u64) -> Result<Self, String> {
        let plan = Plan::new(workflow, settings, workflow.machines.len())?;
        let execution = execute(&plan, settings, seed);
        let names = workflow.tasks.iter().map(|it| it.name.clone()).collect();
        Ok(Self { plan, settings: settings.clone(), execution, names, watch: None })
    }

    /// A time of the plan or of its execution, in ticks after the request.
    fn at(&self, seconds: f64) -> Time {
        TICK.ticks(self.from(seconds))
    }

    /// The same in seconds.
    fn from(&self, seconds: f64) -> f64 {
        self.settings.earliest_start + seconds
    }

    /// A task as a job: it asks for an advance reservation by the deadline.
    fn job(&self, task: usize) -> Job {
        Job {
            id: task as u64 + 1,
            run_time: TICK.ticks(self.execution.ran[task].run_time),
            requested_time: TICK.ticks(self.plan.graph.estimates()[task]).max(1),
            reservation: Some(ReservationRequest {
                ready: self.at(0.0),
                deadline: self.at(self.plan.deadline),
                flexibility: Flexibility::Rigid,
                is_listed: false,
            }),
            ..Job::default()
        }
    }

    /// Where and when a task was, in ticks. Of one that never ran the reservation alone.
    fn record(&self, recorder: &mut Recorder, task: usize) {
        let slot = &self.execution.slots[task];
        let [start, until] = [slot.start, slot.reserved_until].map(|it| self.at(it));
        let job = task as u32;
        recorder.promise(job, start, until);
        let ran = &self.execution.ran[task];
        let Some(ended) = ran.ended else {
            recorder.reject(job, Cause::NoData);
            return;
        };
        recorder.allocate(job, slot.machine, 1, 0);
        let end = self.at(ended);
        let course = Course {
            held_from: start,
            held_until: until,
            start,
            end,
            // It may go on while no task waits for its machine.
            released: until.max(end),
            completion: end,
            killed: ran.failed,
        };
        recorder.start(job, course, |tell| tell(0, 0));
    }

    fn schedule(&self) -> Schedule {
        self.recorded().1
    }

    /// The schedule, with why tasks never ran.
    fn recorded(&self) -> (Causes, Schedule) {
        let count = self.names.len();
        let mut recorder = Recorder::new(count);
        let mut order: Vec<usize> = (0..count).collect();
        let start = |task: usize| -> Time { self.at(self.execution.slots[task].start) };
        sort_by_key(&mut order, |&task| (start(task), task));
        for task in order {
            self.record(&mut recorder, task);
        }
        (recorder.take_causes(), recorder.finish())
    }

    fn task(&self, task: usize) -> Task {
        let slot = &self.execution.slots[task];
        Task {
            name: self.names[task].clone(),
            machine: slot.machine as u32,
            planned_start: self.plan.allocation.placed[task].start,
            planned_finish: self.plan.allocation.placed[task].finish,
            start: self.from(slot.start),
            finish: self.from(slot.finish),
            reserved_until: self.from(slot.reserved_until),
            ended: self.execution.ran[task].ended.map(|it| self.from(it)),
        }
    }

    fn edges(&self) -> Vec<TaskEdge> {
        let (dag, slots) = (&self.plan.dag, &self.execution.slots);
        let of_task = |from: usize| {
            dag.successors(from).iter().map(move |link| TaskEdge {
                from: from as u32,
                to: link.task as u32,
                data: link.data,
                seconds: dag.transfer(link.data, slots[from].machine, slots[link.task].machine),
            })
        };
        (0..slots.len()).flat_map(of_task).collect()
    }

    /// Whether the estimates of all machines go with the run.
    fn keeps_costs(&self) -> bool {
        let dag = &self.plan.dag;
        let machines = dag.machines();
        dag.tasks().max(machines).saturating_mul(machines) <= Tasks::MOST_COSTS
    }

    fn costs(&self) -> Vec<f64> {
        let dag = &self.plan.dag;
        let of_task = |task: usize| dag.costs(task).iter().copied();
        (0..dag.tasks()).flat_map(of_task).collect()
    }

    fn communication(&self) -> Vec<f64> {
        let dag = &self.plan.dag;
        let machines = dag.machines();
        let row = |from: usize| (0..machines).map(move |to| dag.transfer(1.0, from, to));
        (0..machines).flat_map(row).collect()
    }
}

/// The events of a task: all are booked at the beginning.
fn happened(outcome: &Outcome, task: u32) -> Vec<Event> {
    let mut told = vec![(0, task, outcome.provider, Decision::Submitted)];
    told.extend(of_booked(outcome, task, 0));
    if outcome.status == Status::Rejected {
        let rejected = OwnDecision::NoData.into();
        told.push((outcome.promised_start, task, outcome.provider, rejected));
    }
    told
}

impl Simulation for WorkflowSimulation {
    fn advance(&mut self, _instants: usize) -> bool {
        true
    }

    fn standing(&self) -> Standing {
        let jobs = self.names.len();
        Standing { jobs, submitted: jobs, settled: jobs, waiting: 0 }
    }

    fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
    }

    fn explanation(&mut self) -> Option<Explanation> {
        let platform = vec![1; self.plan.machines.len()];
        let schedule = self.schedule();
        let events = schedule.outcomes.iter().zip(0..).flat_map(|(it, task)| happened(it, task)).collect();
        Some(explanation(&schedule, &platform, events, self.watch?))
    }

    fn finish(self: Box<Self>) -> engine::Run {
        let count = self.names.len();
        let (causes, schedule) = self.recorded();
        engine::Run {
            tick: TICK,
            platform: vec![1; self.plan.machines.len()],
            jobs: (0..count).map(|task| self.job(task)).collect(),
            schedule,
            causes,
            measures: measures(&self.plan, &self.settings, &self.execution),
            of: Of::Workflow(Tasks {
                machines: self.plan.machines.clone(),
                tasks: (0..count).map(|task| self.task(task)).collect(),
                edges: self.edges(),
                costs: if self.keeps_costs() { self.costs() } else { Vec::new() },
                communication: if self.keeps_costs() { self.communication() } else { Vec::new() },
            }),
            ..engine::Run::default()
        }
    }
}
