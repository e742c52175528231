//! The trade-off: which policies and periods are tried, and what has come of it so far.

mod exploring;
mod hook;
mod searching;

use std::rc::Rc;

use yew::Reducible;

use crate::app::views::curves::state::{LONGEST_PERIOD, numbers};
use crate::chart::trade_off::Sight;
use crate::criteria::Report;
use crate::experiment::PeriodOf;
use crate::experiment::sweep::{Criterion, DEFAULT_SEEDS};
use crate::experiment::trade_off::{Point, Space};
use crate::worker::Made;
use crate::workload::Time;
pub use exploring::Exploring;
pub use hook::{TradingOff, use_trade_off};
pub use searching::Searching;

/// What is to be tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The policies and allocations; its periods are those that were typed last and made sense.
    pub space: Space,
    /// The grid scheduler's periods as typed.
    pub periods: String,
    /// The local queues' periods as typed; none for the scenario's own.
    pub local_periods: String,
    /// Over how many seeds every point is averaged.
    pub seeds: u32,
    /// How much of what has come comes into the picture.
    pub sight: Sight,
    /// Whose period is searched for.
    pub period_of: PeriodOf,
    /// What that search goes by.
    pub criterion: Criterion,
    /// The range of that search, in seconds.
    pub range: (Time, Time),
}

impl Default for Settings {
    fn default() -> Self {
        let space = Space::default();
        let periods: Vec<String> = space.periods.iter().map(Time::to_string).collect();
        Self {
            space,
            periods: periods.join(", "),
            local_periods: String::new(),
            period_of: PeriodOf::Grid,
            seeds: DEFAULT_SEEDS,
            sight: Sight::Edge,
            criterion: Criterion::MeanFlowTime,
            range: (0, 86_400),
        }
    }
}

impl Settings {
    /// Takes periods as they are typed.
    pub fn type_periods(&mut self, typed: String) {
        if let Ok(periods) = read_periods(&typed) {
            self.space.periods = periods;
        }
        self.periods = typed;
    }

    /// Takes periods of the local queues as they are typed.
    pub fn type_local_periods(&mut self, typed: String) {
        if typed.trim().is_empty() {
            self.space.local_periods.clear();
        } else if let Ok(periods) = read_periods(&typed) {
            self.space.local_periods = periods;
        }
        self.local_periods = typed;
    }

    /// What is wrong with the local queues' periods as typed, in words.
    pub fn wrong_local_periods(&self) -> Option<String> {
        let typed = Some(&self.local_periods).filter(|typed| !typed.trim().is_empty())?;
        read_periods(typed).err()
    }

    /// What is wrong with the periods as typed, in words.
    pub fn wrong_periods(&self) -> Option<String> {
        read_periods(&self.periods).err()
    }

    /// What is wrong with the range of the search, in words.
    pub fn wrong_range(&self) -> Option<&'static str> {
        let (from, to) = self.range;
        (from > to).then_some("the range ends before it begins")
    }
}

fn read_periods(typed: &str) -> Result<Vec<Time>, String> {
    let numbers = numbers(typed, 0.0..=LONGEST_PERIOD, true)?;
    Ok(numbers.into_iter().map(|number| number as Time).collect())
}

/// Runs that have been started: which have come back, and with what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Runs {
    /// The criteria of each run, by its place in the plan.
    pub made: Vec<Option<Point>>,
    /// How many have come back, with figures or without.
    pub done: usize,
    /// The first failure, in words, and how many there were.
    pub failed: Option<(String, usize)>,
    /// Whether they were stopped.
    pub cancelled: bool,
}

impl Runs {
    /// None of `count` runs has been made.
    fn of(count: usize) -> Self {
        Self {
            made: vec![None; count],
            ..Self::default()
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

    fn take(&mut self, mark: usize, made: Result<Report, String>) {
        let Some(place) = self.made.get_mut(mark) else {
            return;
        };
        self.done += 1;
        match made {
            Ok(report) => *place = Some(Point::of(&report)),
            Err(why) => match &mut self.failed {
                Some((_, count)) => *count += 1,
                none => *none = Some((why, 1)),
            },
        }
    }
}

/// The settings of the view, and what was last started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TradeOffs {
    pub settings: Settings,
    pub exploring: Option<Rc<Exploring>>,
    pub searching: Option<Rc<Searching>>,
}

/// What can happen to them.
pub enum TradeOffAction {
    Set(Settings),
    Explore(Box<Exploring>),
    Explored(Vec<Made>),
    StopExploring,
    Search(Box<Searching>),
    Searched(Vec<Made>),
    StopSearching,
}

impl Reducible for TradeOffs {
    type Action = TradeOffAction;

    fn reduce(self: Rc<Self>, action: TradeOffAction) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        match action {
            TradeOffAction::Set(settings) => state.settings = settings,
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
