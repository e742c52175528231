//! The state of the Trade-off view: the exploration of a space, the search for a period, and the results of their runs.

pub mod columns;
mod exploring;
pub mod scattered;
mod searching;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::history::Experiment;
use crate::reduce::Reduce;
use crate::tasks::Made;
pub use exploring::Exploring;
use export::snapshot::TradeOffForm;
pub use searching::Searching;

/// The exploration and the search that were last started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TradeOffs {
    /// The exploration, if there was one.
    pub exploring: Option<Rc<Exploring>>,
    pub searching: Option<Rc<Searching>>,
    /// Whether the form of the exploration is folded to a line that tells it: the chart gets its room.
    pub folded: bool,
    /// The number for an exploration after those that are gone.
    past: u32,
    /// Whether the next exploration is asked for, however long it takes.
    pub is_asked: bool,
}

/// The actions of the Trade-off view. Exploration and search do not touch each other.
pub enum TradeOffAction {
    /// Shows this exploration in place of any other.
    Explore(Box<Exploring>),
    /// Takes the answers of the workers to the exploration.
    Explored(Vec<Made>),
    /// Stops the exploration; the runs that have returned stay.
    StopExploring,
    /// Folds the form of the exploration, or opens it again.
    Fold(bool),
    /// Shows this search in place of any other.
    Search(Box<Searching>),
    /// Takes the answers of the workers to the present round of the search. After the last one the next round begins.
    Searched(Vec<Made>),
    /// Stops the search; the runs that have returned count.
    StopSearching,
}

impl TradeOffs {
    /// The number for the next exploration.
    pub fn next_exploration(&self) -> u32 {
        self.exploring.as_ref().map_or(self.past, |it| it.runs.question().wrapping_add(1))
    }

    /// Has the view start the next exploration by itself, however long it takes.
    pub fn ask(&mut self) {
        (self.past, self.exploring, self.is_asked) = (self.next_exploration(), None, true);
    }

    /// Shows an exploration that the view starts by itself. An open form stays open.
    pub fn follow(&mut self, exploring: Exploring) {
        self.folded |= self.exploring.is_none();
        (self.exploring, self.is_asked) = (Some(Rc::new(exploring)), false);
    }

    /// Weighs the criteria of the form. No run is repeated.
    pub fn weigh(&mut self, form: &TradeOffForm) {
        if let Some(exploring) = &mut self.exploring {
            let criteria = form.criteria(&exploring.base.scenario);
            if criteria != exploring.plan.criteria {
                Rc::make_mut(exploring).weigh(criteria);
            }
        }
    }

    /// The experiments that exploration and search were started from.
    pub fn bases(&self) -> impl Iterator<Item = &Rc<Experiment>> {
        let searching = self.searching.as_ref().map(|it| &it.base);
        self.exploring.as_ref().map(|it| &it.base).into_iter().chain(searching)
    }

    /// The number for the first round of the next search.
    pub fn next_search(&self) -> u32 {
        self.searching.as_ref().map_or(0, |it| it.round().wrapping_add(1))
    }
}

impl Reduce for TradeOffs {
    type Action = TradeOffAction;

    fn apply(&mut self, action: TradeOffAction) {
        match action {
            TradeOffAction::Explore(exploring) => {
                self.exploring = Some(Rc::from(exploring));
                self.folded = true;
            }
            TradeOffAction::Fold(folded) => self.folded = folded && self.exploring.is_some(),
            TradeOffAction::Explored(made) => {
                if let Some(exploring) = &mut self.exploring {
                    Rc::make_mut(exploring).take(made);
                }
            }
            TradeOffAction::StopExploring => {
                if let Some(exploring) = &mut self.exploring {
                    Rc::make_mut(exploring).stop();
                }
            }
            TradeOffAction::Search(searching) => self.searching = Some(Rc::from(searching)),
            TradeOffAction::Searched(made) => {
                if let Some(searching) = &mut self.searching {
                    Rc::make_mut(searching).take(made);
                }
            }
            TradeOffAction::StopSearching => {
                if let Some(searching) = &mut self.searching {
                    Rc::make_mut(searching).stop();
                }
            }
        }
    }
}
