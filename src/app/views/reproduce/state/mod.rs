//! The reproduction: what is asked for, what is being made, and what has come of it.

mod hook;
mod making;

use std::rc::Rc;

use yew::Reducible;

use crate::app::context::clock::now;
pub use hook::{Reproducing, use_reproduction};
pub use making::{Making, Stage};
use slotscope::engine::Run;
use slotscope::experiment::trade_off::Average;
use slotscope::page::history::WorkloadKey;
use slotscope::reproduce::{About, AboutPaper, CONTENTS, Cell, Findings, Options, Readings};
use slotscope::worker::Made;
use slotscope::workload::Time;

/// How everything is reproduced.
#[derive(Clone, Debug, PartialEq)]
pub struct ReproductionSettings {
    pub seeds: u32,
    pub readings: Readings,
    /// First and last job; both empty for each item's own.
    pub first_job: Option<u32>,
    pub last_job: Option<u32>,
}

impl Default for ReproductionSettings {
    fn default() -> Self {
        Self {
            seeds: 5,
            readings: Readings::Main,
            first_job: None,
            last_job: None,
        }
    }
}

impl ReproductionSettings {
    /// As the library takes them.
    ///
    /// # Errors
    ///
    /// In words, if the jobs are no range.
    pub fn options(&self) -> Result<Options, &'static str> {
        let jobs = match (self.first_job, self.last_job) {
            (None, None) => None,
            (Some(first), Some(last)) if first <= last => Some((first, last)),
            (Some(_), Some(_)) => return Err("the last job comes before the first"),
            _ => return Err("a range needs both ends, or none for each item's own jobs"),
        };
        Ok(Options {
            jobs,
            seeds: self.seeds,
            until_decided: false,
            readings: self.readings,
        })
    }
}

/// An item that is to be reproduced.
#[derive(Clone, Debug)]
pub struct Wish {
    pub item: &'static About,
    pub workload: WorkloadKey,
    pub options: Options,
}

/// An item is made again where its log or its options are others.
impl PartialEq for Wish {
    fn eq(&self, other: &Self) -> bool {
        self.item == other.item && self.workload == other.workload && self.options == other.options
    }
}

/// What has come of an item.
#[derive(Clone, Debug)]
pub struct Reproduced {
    pub findings: Findings,
    /// What was run.
    pub cells: Vec<Cell>,
    /// What each cell came to.
    pub averages: Vec<Option<Average>>,
    /// The runs that each figure is drawn of.
    pub pictured: Vec<Vec<Run>>,
    /// Milliseconds that it took.
    pub took: f64,
}

/// An item that has been reproduced, or why it could not be.
#[derive(Clone, Debug)]
pub struct Done {
    pub wish: Wish,
    pub outcome: Result<Reproduced, String>,
}

/// Shared, and told apart by identity: what has come of an item does not change.
impl PartialEq for Done {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The whole reproduction.
#[derive(Clone, PartialEq)]
pub struct Reproduction {
    pub settings: ReproductionSettings,
    /// The item that is looked at: its paper is the one that is turned to.
    pub shown: &'static About,
    /// What comes next.
    pub waiting: Vec<Wish>,
    pub making: Option<Rc<Making>>,
    /// The last of each item.
    pub done: Vec<Rc<Done>>,
    /// How many have been begun.
    begun: u32,
}

impl Default for Reproduction {
    fn default() -> Self {
        Self {
            settings: ReproductionSettings::default(),
            shown: &CONTENTS[0].items[0],
            waiting: Vec::new(),
            making: None,
            done: Vec::new(),
            begun: 0,
        }
    }
}

impl Reproduction {
    /// What has last come of an item.
    pub fn done(&self, item: &About) -> Option<&Rc<Done>> {
        self.done.iter().find(|done| done.wish.item == item)
    }

    /// Whether an item is being made.
    pub fn is_making(&self, item: &About) -> bool {
        let making = self.making.as_ref();
        making.is_some_and(|making| making.wish.item == item)
    }

    /// Whether an item waits for its turn.
    pub fn is_waiting(&self, item: &About) -> bool {
        self.waiting.iter().any(|wish| wish.item == item)
    }

    /// The workloads that items were made of, or are to be.
    pub fn workloads(&self) -> impl Iterator<Item = WorkloadKey> {
        let done = self.done.iter().map(|done| &done.wish);
        let making = self.making.iter().map(|making| &making.wish);
        let wishes = done.chain(making).chain(&self.waiting);
        wishes.map(|wish| wish.workload)
    }

    /// The paper that is turned to.
    pub fn paper(&self) -> &'static AboutPaper {
        let papers = CONTENTS.iter();
        let mut papers = papers.filter(|paper| paper.key == self.shown.of);
        papers.next().unwrap_or(&CONTENTS[0])
    }

    /// The findings of the paper that is turned to, in its order.
    pub fn findings(&self) -> Vec<&Findings> {
        let of_item = |item: &About| Some(&self.done(item)?.outcome.as_ref().ok()?.findings);
        self.paper().items.iter().filter_map(of_item).collect()
    }

    fn begin_next(&mut self) {
        if self.making.is_some() || self.waiting.is_empty() {
            return;
        }
        let wish = self.waiting.remove(0);
        self.begun += 1;
        self.making = Some(Rc::new(Making::of(wish, self.begun)));
    }

    fn made(&mut self, made: Vec<Made>) {
        let Some(making) = &mut self.making else {
            return;
        };
        if let Some(outcome) = Rc::make_mut(making).take(made) {
            let wish = making.wish.clone();
            self.done.retain(|done| done.wish.item != wish.item);
            self.done.push(Rc::new(Done { wish, outcome }));
            self.making = None;
            self.begin_next();
        }
    }
}

/// What can happen to it.
pub enum ReproductionAction {
    Set(ReproductionSettings),
    /// To another paper.
    Turn(&'static AboutPaper),
    Show(&'static About),
    /// These are to be made, after all that wait.
    Wish(Vec<Wish>),
    Made(Vec<Made>),
    Stop,
}

impl Reducible for Reproduction {
    type Action = ReproductionAction;

    fn reduce(self: Rc<Self>, action: ReproductionAction) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        match action {
            ReproductionAction::Set(settings) => state.settings = settings,
            ReproductionAction::Turn(paper) => state.shown = &paper.items[0],
            ReproductionAction::Show(item) => state.shown = item,
            ReproductionAction::Wish(wishes) => {
                let new = wishes.into_iter().filter(|wish| {
                    let is_made = |making: &Rc<Making>| making.wish == *wish;
                    !state.waiting.contains(wish) && !state.making.as_ref().is_some_and(is_made)
                });
                let new: Vec<Wish> = new.collect();
                state.waiting.extend(new);
                state.begin_next();
            }
            ReproductionAction::Made(made) => state.made(made),
            ReproductionAction::Stop => {
                state.waiting.clear();
                state.making = None;
            }
        }
        Rc::new(state)
    }
}

/// Whole seconds in milliseconds.
pub fn seconds(milliseconds: f64) -> Time {
    (milliseconds / 1000.0).round() as Time
}
