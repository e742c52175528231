//! The trade-off: what is being tried, and what has come of it so far.

mod exploring;
mod hook;
mod searching;

use std::rc::Rc;

use yew::Reducible;

pub use exploring::Exploring;
pub use hook::{TradingOff, use_trade_off};
pub use searching::Searching;
use slotscope::export::snapshot::TradeOffForm;
use slotscope::worker::Made;

/// Runs that have been started: which have come back, and with what figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Runs<T> {
    /// The figures of each run, by its place in the plan.
    pub made: Vec<Option<T>>,
    /// How many have come back, with figures or without.
    pub done: usize,
    /// The first failure, in words, and how many there were.
    pub failed: Option<(String, usize)>,
    /// Whether they were stopped.
    pub cancelled: bool,
}

impl<T> Runs<T> {
    /// None of `count` runs has been made.
    fn of(count: usize) -> Self {
        Self {
            made: (0..count).map(|_| None).collect(),
            done: 0,
            failed: None,
            cancelled: false,
        }
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.made.len()
    }

    /// Whether runs are still to come.
    pub fn is_running(&self) -> bool {
        self.done < self.total() && !self.cancelled
    }

    fn take(&mut self, mark: usize, made: Result<T, String>) {
        let Some(place) = self.made.get_mut(mark) else {
            return;
        };
        self.done += 1;
        match made {
            Ok(figures) => *place = Some(figures),
            Err(why) => match &mut self.failed {
                Some((_, count)) => *count += 1,
                none => *none = Some((why, 1)),
            },
        }
    }
}

/// What was last started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TradeOffs {
    pub exploring: Option<Rc<Exploring>>,
    pub searching: Option<Rc<Searching>>,
}

/// What can happen to them.
pub enum TradeOffAction {
    Explore(Box<Exploring>),
    Explored(Vec<Made>),
    StopExploring,
    /// The form says what is weighed.
    Weigh(Rc<TradeOffForm>),
    Search(Box<Searching>),
    Searched(Vec<Made>),
    StopSearching,
}

impl Reducible for TradeOffs {
    type Action = TradeOffAction;

    fn reduce(self: Rc<Self>, action: TradeOffAction) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        match action {
            TradeOffAction::Explore(exploring) => state.exploring = Some(Rc::from(exploring)),
            TradeOffAction::Explored(made) => {
                if let Some(exploring) = &mut state.exploring {
                    Rc::make_mut(exploring).take(made);
                }
            }
            TradeOffAction::StopExploring => {
                if let Some(exploring) = &mut state.exploring {
                    Rc::make_mut(exploring).stop();
                }
            }
            TradeOffAction::Weigh(form) => {
                if let Some(exploring) = &mut state.exploring {
                    Rc::make_mut(exploring).weigh(&form);
                }
            }
            TradeOffAction::Search(searching) => state.searching = Some(Rc::from(searching)),
            TradeOffAction::Searched(made) => {
                if let Some(searching) = &mut state.searching {
                    Rc::make_mut(searching).take(made);
                }
            }
            TradeOffAction::StopSearching => {
                if let Some(searching) = &mut state.searching {
                    Rc::make_mut(searching).stop();
                }
            }
        }
        Rc::new(state)
    }
}
