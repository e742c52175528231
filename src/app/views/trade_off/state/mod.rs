//! The trade-off: which policies and periods are tried, and what has come of it so far.

mod exploring;
mod hook;
mod searching;

use std::rc::Rc;

use serde_json::Value;
use yew::Reducible;

use crate::app::views::curves::state::numbers;
use crate::chart::trade_off::Sight;
use crate::criteria::Report;
use crate::experiment::sweep::{Criterion, DEFAULT_SEEDS};
use crate::experiment::trade_off::{Point, Space, Varied};
use crate::experiment::{PeriodOf, Scenario, knobs};
use crate::system::Knob;
use crate::worker::Made;
use crate::workload::Time;
pub use exploring::Exploring;
pub use hook::{TradingOff, use_trade_off};
pub use searching::Searching;

/// What is to be tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The choices that are ticked, by the keys of their knobs: what is usual where nobody chose.
    ticked: Vec<(&'static str, Vec<&'static str>)>,
    /// The numbers as typed, by the keys of their knobs: what is usual where nobody typed.
    typed: Vec<(&'static str, String)>,
    /// Over how many seeds every point is averaged.
    pub seeds: u32,
    /// How much of what has come comes into the picture.
    pub sight: Sight,
    /// The key of the period that is searched for; none for the system's first.
    pub period_of: Option<&'static str>,
    /// What that search goes by.
    pub criterion: Criterion,
    /// The range of that search, in seconds.
    pub range: (Time, Time),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ticked: Vec::new(),
            typed: Vec::new(),
            period_of: None,
            seeds: DEFAULT_SEEDS,
            sight: Sight::Edge,
            criterion: Criterion::MeanFlowTime,
            range: (0, 86_400),
        }
    }
}

impl Settings {
    /// The choices of a knob that are ticked.
    pub fn ticked(&self, knob: &'static Knob) -> Vec<&'static str> {
        let chosen = self.ticked.iter().find(|(key, _)| *key == knob.key);
        let usual = || match knob.choices() {
            Some(choices) if choices.tried => choices.all.iter().map(|it| it.value).collect(),
            _ => Vec::new(),
        };
        chosen.map_or_else(usual, |(_, values)| values.clone())
    }

    /// Ticks these choices of a knob.
    pub fn tick(&mut self, knob: &'static Knob, values: Vec<&'static str>) {
        self.ticked.retain(|(key, _)| *key != knob.key);
        self.ticked.push((knob.key, values));
    }

    /// The numbers of a knob as they stand in the form; none for the scenario's own.
    pub fn typed(&self, knob: &'static Knob) -> String {
        let typed = self.typed.iter().find(|(key, _)| *key == knob.key);
        let usual = || {
            let tried = knob.numbers().map_or(&[][..], |it| it.tried);
            let tried: Vec<String> = tried.iter().map(f64::to_string).collect();
            tried.join(", ")
        };
        typed.map_or_else(usual, |(_, typed)| typed.clone())
    }

    /// Takes numbers of a knob as they are typed.
    pub fn type_numbers(&mut self, knob: &'static Knob, typed: String) {
        self.typed.retain(|(key, _)| *key != knob.key);
        self.typed.push((knob.key, typed));
    }

    /// What is wrong with the numbers of a knob as typed, in words.
    pub fn wrong(&self, knob: &'static Knob) -> Option<String> {
        self.numbers(knob).err()
    }

    fn numbers(&self, knob: &'static Knob) -> Result<Vec<f64>, String> {
        let (typed, Some(of)) = (self.typed(knob), knob.numbers()) else {
            return Ok(Vec::new());
        };
        // Without an own list there must be one where one is usual.
        if typed.trim().is_empty() && of.tried.is_empty() {
            return Ok(Vec::new());
        }
        numbers(&typed, of.least..=of.most, of.whole)
    }

    /// The space that the form asks for, around a scenario.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with some numbers as typed.
    pub fn space(&self, scenario: &Scenario) -> Result<Space, String> {
        let varied = scenario.system.model().knobs().iter().map(|knob| {
            let numbers = self.numbers(knob)?;
            let choices = self.ticked(knob).into_iter().map(Value::from);
            Ok(Varied {
                knob,
                values: choices
                    .chain(numbers.into_iter().map(knobs::number))
                    .collect(),
            })
        });
        Ok(Space {
            varied: varied.collect::<Result<_, String>>()?,
        })
    }

    /// Whose period is searched for, if the system has one.
    pub fn period_of(&self, scenario: &Scenario) -> Option<PeriodOf> {
        let chosen = self.period_of;
        let chosen = chosen.and_then(|key| PeriodOf::named(&scenario.system, key));
        chosen.or_else(|| PeriodOf::all(&scenario.system).first().copied())
    }

    /// What is wrong with the range of the search, in words.
    pub fn wrong_range(&self) -> Option<&'static str> {
        let (from, to) = self.range;
        (from > to).then_some("the range ends before it begins")
    }
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
