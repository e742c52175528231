//! The worker behind the picture: the newest experiment wins.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::{ArrayBuffer, Uint8Array};

use super::link::{Heard, Link};
use super::protocol::{Answer, Contents, Request, RunNumber};
use super::source::Sources;
use crate::app::experiment::{Experiment, WorkloadKey};
use crate::app::explained::{Explained, Question};
use crate::app::state::Finished;
use crate::experiment::{Explanation, wire};

/// What the live worker has to tell.
pub enum News {
    /// A workload has been read.
    Loaded(WorkloadKey, Rc<Contents>),
    /// A file could not be read.
    Unreadable(WorkloadKey, String),
    /// A run has been under way for a while and has come so far.
    Progress(f64),
    /// The run of an experiment is complete.
    Finished(Rc<Finished>),
    /// The run of an experiment failed; why.
    Failed(String),
    /// A question was answered.
    Explained(Rc<Explained>),
}

/// The worker behind the picture.
#[derive(Clone)]
pub struct Live {
    link: Rc<Link>,
    desk: Rc<RefCell<Desk>>,
}

#[derive(Default)]
struct Desk {
    under_way: Option<UnderWay>,
    /// The newest experiment, while an older run may still finish.
    next: Option<(Rc<Experiment>, u32)>,
    patience: Option<Timeout>,
    /// Workloads that were given to be read and have not been answered for.
    reading: Vec<WorkloadKey>,
    numbers: RunNumber,
    /// The latest question, until it is answered.
    asked: Option<(RunNumber, Question)>,
}

struct UnderWay {
    number: RunNumber,
    experiment: Rc<Experiment>,
    movement: u32,
    since: f64,
}

/// A run that a newer setting makes obsolete may still finish within so many milliseconds of its
/// start: while a slider moves, a picture a little late is better than none until it rests.
const GRACE: f64 = 150.0;

impl Live {
    /// Starts the worker.
    pub fn start(sources: Sources, tell: impl Fn(News) + 'static) -> Self {
        let desk = Rc::new(RefCell::new(Desk::default()));
        let slot: Rc<RefCell<Option<Live>>> = Rc::default();
        let hear = {
            let slot = slot.clone();
            move |heard| {
                let live = slot.borrow().clone();
                if let Some(live) = live {
                    live.hear(heard, &tell);
                }
            }
        };
        let live = Self {
            link: Rc::new(Link::start(sources, hear)),
            desk,
        };
        slot.replace(Some(live.clone()));
        live
    }

    /// Reads a workload.
    pub fn read(&self, key: WorkloadKey) {
        self.desk.borrow_mut().reading.push(key);
        self.link.give(key);
    }

    /// Runs an experiment, in place of any older one.
    pub fn run(&self, experiment: Rc<Experiment>, movement: u32) {
        let mut desk = self.desk.borrow_mut();
        desk.next = Some((experiment, movement));
        let Some(under_way) = &desk.under_way else {
            drop(desk);
            return self.start_next();
        };
        let left = GRACE - (now() - under_way.since);
        if left <= 0.0 {
            drop(desk);
            self.start_next();
        } else if desk.patience.is_none() {
            let live = self.clone();
            desk.patience = Some(Timeout::new(left.ceil() as u32, move || live.start_next()));
        }
    }

    /// Asks about a run, in place of any older question.
    pub fn ask(&self, question: Question) {
        let number = {
            let mut desk = self.desk.borrow_mut();
            desk.numbers += 1;
            desk.asked = Some((desk.numbers, question.clone()));
            desk.numbers
        };
        let Question { experiment, watch } = question;
        self.link.give(experiment.workload);
        self.link.send(&Request::Explain {
            number,
            key: experiment.workload,
            scenario: Box::new(experiment.scenario.clone()),
            watch,
        });
    }

    /// The question of this number is answered.
    fn explained(
        &self,
        number: RunNumber,
        told: impl FnOnce() -> Result<Explanation, String>,
    ) -> Option<News> {
        let asked = {
            let mut desk = self.desk.borrow_mut();
            desk.asked.take_if(|(asked, _)| *asked == number)
        };
        let (_, question) = asked?;
        let told = told();
        Some(News::Explained(Rc::new(Explained { question, told })))
    }

    fn start_next(&self) {
        let mut desk = self.desk.borrow_mut();
        desk.patience = None;
        let Some((experiment, movement)) = desk.next.take() else {
            return;
        };
        desk.numbers += 1;
        let number = desk.numbers;
        desk.under_way = Some(UnderWay {
            number,
            experiment: experiment.clone(),
            movement,
            since: now(),
        });
        self.link.give(experiment.workload);
        self.link.send(&Request::Run {
            number,
            key: experiment.workload,
            scenario: Box::new(experiment.scenario.clone()),
            columns: true,
        });
    }

    fn hear(&self, heard: Heard, tell: &impl Fn(News)) {
        match heard {
            Heard::Answer(answer, buffer) => self.hear_answer(answer, buffer, tell),
            Heard::Died(why) => {
                let (reading, ran, asked) = {
                    let mut desk = self.desk.borrow_mut();
                    let asked = desk.asked.as_ref().map(|(number, _)| *number);
                    let reading = std::mem::take(&mut desk.reading);
                    (reading, desk.under_way.take(), asked)
                };
                let died = || Err(format!("the worker stopped: {why}"));
                if let Some(news) = asked.and_then(|number| self.explained(number, died)) {
                    tell(news);
                }
                for key in reading {
                    tell(News::Unreadable(key, format!("the worker stopped: {why}")));
                }
                if ran.is_some() {
                    tell(News::Failed(format!("the worker stopped: {why}")));
                }
                self.start_next();
            }
        }
    }

    fn hear_answer(&self, answer: Answer, buffer: Option<ArrayBuffer>, tell: &impl Fn(News)) {
        match answer {
            Answer::Ready => {}
            Answer::Loaded { key, contents } => {
                if self.answered(key) {
                    tell(News::Loaded(key, Rc::from(contents)));
                }
            }
            Answer::Unreadable { key, why } => {
                if self.answered(key) {
                    tell(News::Unreadable(key, why));
                }
            }
            Answer::Progress { number, fraction } => {
                if self.is_current(number) {
                    tell(News::Progress(fraction));
                }
            }
            Answer::Finished {
                number,
                report,
                milliseconds,
            } => {
                let Some(ended) = self.take(number) else {
                    return;
                };
                let bytes = buffer.map(|buffer| Uint8Array::new(&buffer).to_vec());
                match wire::decode(&bytes.unwrap_or_default()) {
                    Ok(run) => tell(News::Finished(Rc::new(Finished {
                        experiment: ended.experiment,
                        movement: ended.movement,
                        run,
                        report: *report,
                        milliseconds,
                    }))),
                    Err(why) => tell(News::Failed(why.to_string())),
                }
                self.start_next();
            }
            // The live worker is not asked for these.
            Answer::Planned { .. } | Answer::Concluded { .. } => {}
            Answer::Explained { number } => {
                let told = || {
                    let bytes = buffer.map(|buffer| Uint8Array::new(&buffer).to_vec());
                    let told = serde_json::from_slice(&bytes.unwrap_or_default());
                    told.map_err(|error| error.to_string())
                };
                if let Some(news) = self.explained(number, told) {
                    tell(news);
                }
            }
            Answer::Refused { number, why } => {
                if let Some(news) = self.explained(number, || Err(why.clone())) {
                    return tell(news);
                }
                if self.take(number).is_some() {
                    tell(News::Failed(why));
                    self.start_next();
                }
            }
        }
    }

    /// Whether `key` was waiting to be read; it no longer is.
    fn answered(&self, key: WorkloadKey) -> bool {
        let mut desk = self.desk.borrow_mut();
        let place = desk.reading.iter().position(|&reading| reading == key);
        place.map(|place| desk.reading.remove(place)).is_some()
    }

    fn is_current(&self, number: RunNumber) -> bool {
        let desk = self.desk.borrow();
        desk.under_way
            .as_ref()
            .is_some_and(|run| run.number == number)
    }

    fn take(&self, number: RunNumber) -> Option<UnderWay> {
        let mut desk = self.desk.borrow_mut();
        desk.under_way.take_if(|run| run.number == number)
    }
}

/// Milliseconds since the page was opened.
fn now() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |clock| clock.now())
}
