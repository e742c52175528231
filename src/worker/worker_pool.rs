//! Many runs at once: every worker takes the next one as soon as it is free.

use std::cell::RefCell;
use std::rc::Rc;

use super::handle::{Heard, Program, WorkerHandle};
use super::protocol::{Answer, Request, RunNumber};
use super::source::Sources;
use crate::experiment::wire;
use crate::json;
use crate::lesson::Question;
use crate::page::budget;
use crate::page::history::WorkloadKey;
use crate::page::task_queues::{Given, TaskQueues};
use crate::page::tasks::{Job, Made, NotMade, Outcome, Task};
use crate::slices::{AtOnce, at_once};

/// Workers that several pools share: each of them holds the workload, so there are no more than the
/// machine has processors. Cheap to clone; the clones share.
#[derive(Clone)]
pub struct WorkerPool(Rc<RefCell<Inner>>);

/// A queue of tasks for a pool of workers. Cheap to clone; the clones share.
#[derive(Clone)]
pub struct TaskQueue {
    pool: WorkerPool,
    /// Its place among the pool's queues.
    place: usize,
}

struct Inner {
    program: Program,
    sources: Sources,
    handles: Vec<WorkerHandle>,
    assignments: TaskQueues<Task>,
    queues: Vec<Queue>,
    /// Says why there is no worker left.
    no_workers: Rc<dyn Fn(String)>,
}

struct Queue {
    tell: Rc<dyn Fn(Vec<Made>)>,
    /// The results since the last report.
    untold: Vec<Made>,
    /// Whether a report is already scheduled.
    is_told_later: bool,
    /// Milliseconds until the next report.
    patience: u32,
}

/// Milliseconds before results are reported for the first time, doubled each time up to the most:
/// drawing them takes longer than a run, and takes processors from the workers.
const TOLD_AFTER: u32 = 100;
const TOLD_AFTER_AT_MOST: u32 = 800;

/// No more workers than this, however many processors there are: each holds the workload.
const MOST_WORKERS: usize = 8;

impl WorkerPool {
    /// A pool that starts its workers when they are first needed. When none is left, `no_workers` is
    /// called with the reason; waiting tasks stay until [`WorkerPool::try_again`].
    pub fn new(program: Program, sources: Sources, no_workers: impl Fn(String) + 'static) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            program,
            sources,
            handles: Vec::new(),
            assignments: TaskQueues::default(),
            queues: Vec::new(),
            no_workers: Rc::new(no_workers),
        })))
    }

    /// A queue of its own, which calls `tell` with every finished task, several at a time. Queues
    /// take turns.
    pub fn add_queue(&self, tell: impl Fn(Vec<Made>) + 'static) -> TaskQueue {
        let mut inner = self.0.borrow_mut();
        inner.queues.push(Queue {
            tell: Rc::new(tell),
            untold: Vec::new(),
            is_told_later: false,
            patience: TOLD_AFTER,
        });
        TaskQueue { pool: self.clone(), place: inner.assignments.add_queue() }
    }

    /// Restarts the workers that were given up; waiting tasks go on.
    pub fn try_again(&self) {
        self.start_again();
        self.0.borrow_mut().give_out();
    }

    fn start_again(&self) {
        let mut inner = self.0.borrow_mut();
        for worker in inner.assignments.try_again() {
            inner.handles[worker].try_again();
        }
    }

    /// The workloads that waiting tasks need.
    pub fn wants(&self) -> Vec<WorkloadKey> {
        let inner = self.0.borrow();
        inner.assignments.tasks().map(|task| task.workload).collect()
    }

    /// Has the workers drop a workload.
    pub fn forget(&self, key: WorkloadKey) {
        self.0.borrow().handles.iter().for_each(|handle| handle.forget(key));
    }

    fn add_worker(&self) {
        let (index, program, sources) = {
            let inner = self.0.borrow();
            (inner.handles.len(), inner.program, inner.sources.clone())
        };
        let weak = Rc::downgrade(&self.0);
        let handle = WorkerHandle::start(program, sources, move |heard| {
            if let Some(inner) = weak.upgrade() {
                hear(&inner, index, heard);
            }
        });
        let mut inner = self.0.borrow_mut();
        inner.handles.push(handle);
        inner.assignments.add_worker();
    }
}

impl TaskQueue {
    /// Takes up these tasks in place of all others of this queue.
    pub fn take_up(&self, tasks: Vec<Task>) {
        self.cancel();
        let pool = &self.pool.0;
        let records = |task: &Task| pool.borrow().sources.records(task.workload);
        let largest = tasks.iter().map(records).max().unwrap_or(0);
        let most = match budget::workers(workers(), largest) {
            Ok(most) => most,
            Err(why) => return self.refuse(&tasks, &why),
        };
        let wanted = most.min(tasks.len());
        {
            let mut pool = pool.borrow_mut();
            pool.assignments.queue(self.place, tasks, most);
            pool.queues[self.place].patience = TOLD_AFTER;
        }
        // A new task starts the workers again.
        self.pool.start_again();
        while pool.borrow().handles.len() < wanted {
            self.pool.add_worker();
        }
        pool.borrow_mut().give_out();
    }

    /// Reports that none of these tasks is done.
    fn refuse(&self, tasks: &[Task], why: &str) {
        let refused = |task: &Task| (task.mark, Err(NotMade::Refused(why.to_owned())));
        let refused = tasks.iter().map(refused);
        self.pool.0.borrow_mut().queues[self.place].untold.extend(refused);
        // The code that gave them is still running.
        let (weak, place) = (Rc::downgrade(&self.pool.0), self.place);
        let later = gloo_timers::callback::Timeout::new(0, move || {
            if let Some(inner) = weak.upgrade() {
                tell_now(&inner, place);
            }
        });
        later.forget();
    }

    /// Stops at once; there are no more reports.
    pub fn cancel(&self) {
        let mut inner = self.pool.0.borrow_mut();
        inner.queues[self.place].untold.clear();
        for worker in inner.assignments.cancel(self.place) {
            inner.handles[worker].send(&Request::Cancel);
        }
        inner.give_out();
    }
}

fn hear(inner: &Rc<RefCell<Inner>>, worker: usize, heard: Heard) {
    let ended = match heard {
        Heard::Answer(answer) => made_of(answer).and_then(|(number, made)| {
            let ended = inner.borrow_mut().assignments.done(worker, number);
            ended.map(|ended| (ended, made))
        }),
        Heard::Lost(why) => {
            let ended = inner.borrow_mut().assignments.lost(worker);
            ended.map(|ended| (ended, Err(NotMade::Lost(why))))
        }
        Heard::GivenUp(why) => {
            let (none_left, no_workers) = {
                let mut inner = inner.borrow_mut();
                (inner.assignments.give_up(worker), inner.no_workers.clone())
            };
            if none_left {
                no_workers(why);
            }
            None
        }
    };
    inner.borrow_mut().give_out();
    if let Some(((queue, task), made)) = ended {
        inner.borrow_mut().queues[queue].untold.push((task.mark, made));
        tell(inner, queue);
    }
}

/// The result in an answer to a task; `None` for an answer to another request.
fn made_of(answer: Answer) -> Option<(RunNumber, Result<Outcome, NotMade>)> {
    match answer {
        Answer::Finished { number, report, columns, .. } => {
            let made = match columns {
                None => Ok(Outcome::Report(report)),
                Some(columns) => at_once(wire::decode_from(&columns, &AtOnce))
                    .map(|run| Outcome::Run(Box::new(run), report))
                    .map_err(|why| NotMade::Lost(format!("its answer could not be read: {why}"))),
            };
            Some((number, made))
        }
        Answer::Asked { number, question } => {
            let read = json::read(question.as_bytes());
            let lost = |why| NotMade::Lost(format!("its answer could not be read: {why}"));
            Some((number, read.map(Outcome::Asked).map_err(lost)))
        }
        Answer::Planned { number, plan } => Some((number, Ok(Outcome::Plan(plan)))),
        Answer::Concluded { number, findings } => Some((number, Ok(Outcome::Findings(findings)))),
        Answer::Refused { number, why } => Some((number, Err(NotMade::Refused(why)))),
        _ => None,
    }
}

/// Reports results to a queue: at once if that was the last, otherwise a little later.
fn tell(inner: &Rc<RefCell<Inner>>, queue: usize) {
    if inner.borrow().assignments.is_done(queue) {
        return tell_now(inner, queue);
    }
    let patience = {
        let queue = &mut inner.borrow_mut().queues[queue];
        if std::mem::replace(&mut queue.is_told_later, true) {
            return;
        }
        let patience = queue.patience;
        queue.patience = (2 * patience).min(TOLD_AFTER_AT_MOST);
        patience
    };
    let weak = Rc::downgrade(inner);
    let later = gloo_timers::callback::Timeout::new(patience, move || {
        if let Some(inner) = weak.upgrade() {
            inner.borrow_mut().queues[queue].is_told_later = false;
            tell_now(&inner, queue);
        }
    });
    later.forget();
}

fn tell_now(inner: &Rc<RefCell<Inner>>, queue: usize) {
    let (tell, made) = {
        let queue = &mut inner.borrow_mut().queues[queue];
        (queue.tell.clone(), std::mem::take(&mut queue.untold))
    };
    if !made.is_empty() {
        tell(made);
    }
}

impl Inner {
    /// Gives all idle workers their next task.
    fn give_out(&mut self) {
        for given in self.assignments.give_out() {
            let Given { worker, number, task } = given;
            let (handle, key) = (&self.handles[worker], task.workload);
            handle.give(key);
            match task.job {
                Job::Run { scenario, wanted, replicate } => {
                    handle.send(&Request::Run { number, key, scenario, wanted, replicate })
                }
                Job::Ask(question, time) => handle.send(&Request::Ask { number, question: written(&question), time }),
                Job::Plan(order) => handle.send(&Request::Plan { number, key, order }),
                Job::Conclude(order, reports) => handle.send(&Request::Conclude { number, key, order, reports }),
            }
        }
    }
}

/// A question as JSON. One that has been read can be written.
fn written(question: &Question) -> String {
    serde_json::to_string(question).unwrap_or_default()
}

/// As many workers as the machine has processors.
fn workers() -> usize {
    let processors = web_sys::window().map_or(2.0, |window| window.navigator().hardware_concurrency());
    (processors as usize).clamp(1, MOST_WORKERS)
}
