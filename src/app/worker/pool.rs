//! Many runs at once: every worker takes the next one as soon as it is free.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::link::{Heard, Link};
use super::protocol::{Answer, Request, RunNumber};
use super::source::Sources;
use crate::app::experiment::{Experiment, WorkloadKey};
use crate::criteria::Report;

/// A run to be made; `mark` comes back with its report.
pub struct Task {
    pub mark: usize,
    pub experiment: Experiment,
}

/// What becomes of a task: its mark, and its report or why there is none.
pub type Made = (usize, Result<Report, String>);

/// Workers that share a queue of tasks. Cheap to clone; the clones share.
#[derive(Clone)]
pub struct Pool(Rc<RefCell<Inner>>);

struct Inner {
    sources: Sources,
    hands: Vec<Hand>,
    queue: VecDeque<Task>,
    numbers: RunNumber,
    tell: Rc<dyn Fn(Made)>,
}

struct Hand {
    link: Link,
    /// The run that it is at: its number, and the task's mark.
    at: Option<(RunNumber, usize)>,
}

/// No more workers than this, however many processors there are: each holds the workload.
const MOST_WORKERS: usize = 8;

impl Pool {
    /// A pool that starts its workers when they are first needed, and tells `tell` of every task.
    pub fn new(sources: Sources, tell: impl Fn(Made) + 'static) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            sources,
            hands: Vec::new(),
            queue: VecDeque::new(),
            numbers: 0,
            tell: Rc::new(tell),
        })))
    }

    /// Takes up these tasks in place of all others.
    pub fn take_up(&self, tasks: Vec<Task>) {
        self.cancel();
        let wanted = workers().min(tasks.len());
        self.0.borrow_mut().queue.extend(tasks);
        while self.0.borrow().hands.len() < wanted {
            self.hire();
        }
        let mut inner = self.0.borrow_mut();
        for hand in 0..inner.hands.len() {
            inner.next(hand);
        }
    }

    /// Stops at once.
    pub fn cancel(&self) {
        let mut inner = self.0.borrow_mut();
        inner.queue.clear();
        for hand in &mut inner.hands {
            if hand.at.take().is_some() {
                hand.link.send(&Request::Cancel);
            }
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

fn hear(inner: &Rc<RefCell<Inner>>, hand: usize, heard: Heard) {
    let (number, made) = match heard {
        Heard::Answer(Answer::Finished { number, report, .. }, _) => (Some(number), Ok(*report)),
        Heard::Answer(Answer::Refused { number, why }, _) => (Some(number), Err(why)),
        Heard::Answer(..) => return,
        Heard::Died(why) => (None, Err(format!("the worker stopped: {why}"))),
    };
    let told = {
        let mut inner = inner.borrow_mut();
        let Some(at) = inner.hands.get_mut(hand).map(|hand| &mut hand.at) else {
            return;
        };
        let ended = at.take_if(|(at, _)| number.is_none_or(|number| number == *at));
        if ended.is_none() {
            return;
        }
        inner.next(hand);
        ended.map(|(_, mark)| (inner.tell.clone(), mark))
    };
    if let Some((tell, mark)) = told {
        tell((mark, made));
    }
}

impl Inner {
    /// Gives a hand that is free its next task.
    fn next(&mut self, hand: usize) {
        if self.hands[hand].at.is_some() {
            return;
        }
        let Some(task) = self.queue.pop_front() else {
            return;
        };
        self.numbers += 1;
        let key: WorkloadKey = task.experiment.workload;
        let hand = &mut self.hands[hand];
        hand.at = Some((self.numbers, task.mark));
        hand.link.give(key);
        hand.link.send(&Request::Run {
            number: self.numbers,
            key,
            scenario: task.experiment.scenario,
            columns: false,
        });
    }
}

/// As many workers as the machine has processors.
fn workers() -> usize {
    let processors =
        web_sys::window().map_or(2.0, |window| window.navigator().hardware_concurrency());
    (processors as usize).clamp(1, MOST_WORKERS)
}
