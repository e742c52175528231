//! Many runs at once: every worker takes the next one as soon as it is free.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::{ArrayBuffer, Uint8Array};

use super::link::{Heard, Link};
use super::protocol::{Answer, Order, Request, RunNumber};
use super::source::Sources;
use crate::app::experiment::WorkloadKey;
use crate::criteria::Report;
use crate::experiment::reproduce::{Findings, Plan};
use crate::experiment::{Run, Scenario, wire};

/// Something to be done; `mark` comes back with what was made of it.
pub struct Task {
    pub mark: usize,
    /// The workload that it needs.
    pub workload: WorkloadKey,
    pub job: Job,
}

/// What a worker is asked to do.
pub enum Job {
    /// Make a run; with `columns` all of it is wanted, otherwise its report.
    Run {
        scenario: Box<Scenario>,
        columns: bool,
    },
    /// Say what is to be run for an item of a paper.
    Plan(Order),
    /// Conclude from the reports of such a plan's runs, in their order.
    Conclude(Order, Vec<Rc<Report>>),
}

impl Task {
    /// A run whose report is wanted.
    pub fn run(mark: usize, workload: WorkloadKey, scenario: Scenario) -> Self {
        Self {
            mark,
            workload,
            job: Job::Run {
                scenario: Box::new(scenario),
                columns: false,
            },
        }
    }

    /// A run all of which is wanted.
    pub fn whole_run(mark: usize, workload: WorkloadKey, scenario: Scenario) -> Self {
        let job = Job::Run {
            scenario: Box::new(scenario),
            columns: true,
        };
        Self {
            mark,
            workload,
            job,
        }
    }
}

/// What was made of a task.
pub enum Outcome {
    Report(Box<Report>),
    /// A whole run and its report.
    Run(Box<Run>, Box<Report>),
    Plan(Box<Plan>),
    Findings(Box<Findings>),
}

/// What becomes of a task: its mark, and what was made of it, or why nothing was.
pub type Made = (usize, Result<Outcome, String>);

/// The report, where one was asked for.
pub fn report(made: Result<Outcome, String>) -> Result<Report, String> {
    match made? {
        Outcome::Report(report) => Ok(*report),
        _ => Err("the worker answered something else".to_string()),
    }
}

/// Workers that several pools share: each of them holds the workload, so there are no more than the
/// machine has processors. Cheap to clone; the clones share.
#[derive(Clone)]
pub struct Crew(Rc<RefCell<Inner>>);

/// A queue of tasks for a crew. Cheap to clone; the clones share.
#[derive(Clone)]
pub struct Pool {
    crew: Crew,
    /// Its place among the crew's queues.
    place: usize,
}

struct Inner {
    sources: Sources,
    hands: Vec<Hand>,
    queues: Vec<Queue>,
    /// The queue whose turn it is.
    turn: usize,
    numbers: RunNumber,
}

struct Queue {
    tasks: VecDeque<Task>,
    tell: Rc<dyn Fn(Vec<Made>)>,
    /// What has come back since it was last told.
    untold: Vec<Made>,
    /// Whether it will be told without more coming back.
    is_told_later: bool,
    /// Milliseconds until it is told next.
    patience: u32,
}

struct Hand {
    link: Link,
    /// The run that it is at.
    at: Option<At>,
}

#[derive(Clone, Copy)]
struct At {
    number: RunNumber,
    /// The queue that the task came from, and its mark.
    queue: usize,
    mark: usize,
}

/// So many milliseconds pass before what has come back is told for the first time, and twice as many
/// each time up to the most: drawing what there is takes longer than a run, and takes processors from
/// the workers.
const TOLD_AFTER: u32 = 100;
const TOLD_AFTER_AT_MOST: u32 = 800;

/// No more workers than this, however many processors there are: each holds the workload.
const MOST_WORKERS: usize = 8;

impl Crew {
    /// A crew that starts its workers when they are first needed.
    pub fn new(sources: Sources) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            sources,
            hands: Vec::new(),
            queues: Vec::new(),
            turn: 0,
            numbers: 0,
        })))
    }

    /// A pool of its own, which tells `tell` of every task, several at a time. Pools take turns.
    pub fn pool(&self, tell: impl Fn(Vec<Made>) + 'static) -> Pool {
        let mut inner = self.0.borrow_mut();
        inner.queues.push(Queue {
            tasks: VecDeque::new(),
            tell: Rc::new(tell),
            untold: Vec::new(),
            is_told_later: false,
            patience: TOLD_AFTER,
        });
        Pool {
            crew: self.clone(),
            place: inner.queues.len() - 1,
        }
    }

    fn hire(&self) {
        let (index, sources) = {
            let inner = self.0.borrow();
            (inner.hands.len(), inner.sources.clone())
        };
        let weak = Rc::downgrade(&self.0);
        let link = Link::start(sources, move |heard| {
            if let Some(inner) = weak.upgrade() {
                hear(&inner, index, heard);
            }
        });
        self.0.borrow_mut().hands.push(Hand { link, at: None });
    }
}

impl Pool {
    /// Takes up these tasks in place of all others of this pool.
    pub fn take_up(&self, tasks: Vec<Task>) {
        self.cancel();
        let wanted = workers().min(tasks.len());
        let crew = &self.crew.0;
        {
            let queue = &mut crew.borrow_mut().queues[self.place];
            queue.tasks.extend(tasks);
            queue.patience = TOLD_AFTER;
        }
        while crew.borrow().hands.len() < wanted {
            self.crew.hire();
        }
        crew.borrow_mut().all_next();
    }

    /// Stops at once; nothing more is told.
    pub fn cancel(&self) {
        let mut inner = self.crew.0.borrow_mut();
        inner.queues[self.place].tasks.clear();
        inner.queues[self.place].untold.clear();
        for hand in &mut inner.hands {
            if hand.at.take_if(|at| at.queue == self.place).is_some() {
                hand.link.send(&Request::Cancel);
            }
        }
        inner.all_next();
    }
}

fn hear(inner: &Rc<RefCell<Inner>>, hand: usize, heard: Heard) {
    let (number, made) = match heard {
        Heard::Answer(answer, buffer) => match made_of(answer, buffer) {
            Some((number, made)) => (Some(number), made),
            None => return,
        },
        Heard::Died(why) => (None, Err(format!("the worker stopped: {why}"))),
    };
    let queue = {
        let mut inner = inner.borrow_mut();
        let Some(at) = inner.hands.get_mut(hand).map(|hand| &mut hand.at) else {
            return;
        };
        let Some(ended) = at.take_if(|at| number.is_none_or(|number| number == at.number)) else {
            return;
        };
        inner.next(hand);
        inner.queues[ended.queue].untold.push((ended.mark, made));
        ended.queue
    };
    tell(inner, queue);
}

/// What an answer to a task comes to; `None` for an answer to something else.
fn made_of(
    answer: Answer,
    buffer: Option<ArrayBuffer>,
) -> Option<(RunNumber, Result<Outcome, String>)> {
    let bytes = buffer.map(|buffer| Uint8Array::new(&buffer).to_vec());
    match answer {
        Answer::Finished { number, report, .. } => {
            let made = match bytes {
                None => Ok(Outcome::Report(report)),
                Some(bytes) => wire::decode(&bytes)
                    .map(|run| Outcome::Run(Box::new(run), report))
                    .map_err(|why| why.to_string()),
            };
            Some((number, made))
        }
        Answer::Planned { number } => {
            let plan = serde_json::from_slice(&bytes.unwrap_or_default());
            let plan = plan.map(|plan| Outcome::Plan(Box::new(plan)));
            Some((number, plan.map_err(|why| why.to_string())))
        }
        Answer::Concluded { number, findings } => Some((number, Ok(Outcome::Findings(findings)))),
        Answer::Refused { number, why } => Some((number, Err(why))),
        _ => None,
    }
}

/// Tells a queue what has come back: at once if that was the last, otherwise a little later.
fn tell(inner: &Rc<RefCell<Inner>>, queue: usize) {
    if inner.borrow().is_done(queue) {
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
    /// Gives every hand that is free its next task.
    fn all_next(&mut self) {
        for hand in 0..self.hands.len() {
            self.next(hand);
        }
    }

    /// Gives a hand that is free its next task.
    fn next(&mut self, hand: usize) {
        if self.hands[hand].at.is_some() {
            return;
        }
        let Some((queue, task)) = self.next_task() else {
            return;
        };
        self.numbers += 1;
        let (number, key) = (self.numbers, task.workload);
        let hand = &mut self.hands[hand];
        hand.at = Some(At {
            number,
            queue,
            mark: task.mark,
        });
        hand.link.give(key);
        match task.job {
            Job::Run { scenario, columns } => hand.link.send(&Request::Run {
                number,
                key,
                scenario,
                columns,
            }),
            Job::Plan(order) => hand.link.send(&Request::Plan { number, key, order }),
            Job::Conclude(order, reports) => {
                let reports: Vec<&Report> = reports.iter().map(|it| &**it).collect();
                let json = serde_json::to_vec(&reports).unwrap_or_default();
                let bytes = Uint8Array::from(json.as_slice()).buffer();
                hand.link
                    .send_with(&Request::Conclude { number, key, order }, &bytes);
            }
        }
    }

    /// Whether nothing of a queue is still to come back.
    fn is_done(&self, queue: usize) -> bool {
        let at_it = |hand: &Hand| hand.at.is_some_and(|at| at.queue == queue);
        self.queues[queue].tasks.is_empty() && !self.hands.iter().any(at_it)
    }

    /// The first task of the next queue that has one, and which queue that is.
    fn next_task(&mut self) -> Option<(usize, Task)> {
        let count = self.queues.len();
        let turn = self.turn;
        let mut places = (0..count).map(|step| (turn + step) % count);
        let queue = places.find(|&place| !self.queues[place].tasks.is_empty())?;
        self.turn = (queue + 1) % count;
        Some((queue, self.queues[queue].tasks.pop_front()?))
    }
}

/// As many workers as the machine has processors.
fn workers() -> usize {
    let processors =
        web_sys::window().map_or(2.0, |window| window.navigator().hardware_concurrency());
    (processors as usize).clamp(1, MOST_WORKERS)
}
