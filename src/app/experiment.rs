//! What the person edits: a scenario on a workload, with undo and redo.

use std::rc::Rc;

use crate::experiment::{Scenario, System};
use crate::system::two_level::TwoLevel;

/// Names a workload that was dropped or generated during this visit. 0 is the built-in sample.
pub type WorkloadKey = u32;

/// A scenario on a workload: all that a run depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The scenario.
    pub scenario: Scenario,
    /// The workload that it runs on.
    pub workload: WorkloadKey,
}

/// The present experiment, those before it, and those that were undone.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    present: Rc<Experiment>,
    past: Vec<Rc<Experiment>>,
    undone: Vec<Rc<Experiment>>,
    /// The control whose movement the present experiment belongs to. While it moves, its values
    /// replace one another, so that one undo takes back the whole movement.
    moving: Option<&'static str>,
    /// Counts movements: changes with the same number belong to one movement.
    movement: u32,
}

/// So many steps can be undone.
const DEPTH: usize = 200;

impl History {
    /// A history that begins at `first`.
    pub fn new(first: Experiment) -> Self {
        Self {
            present: Rc::new(first),
            past: Vec::new(),
            undone: Vec::new(),
            moving: None,
            movement: 0,
        }
    }

    /// What is on the page.
    pub fn present(&self) -> &Rc<Experiment> {
        &self.present
    }

    /// The number of the movement that led to the present.
    pub fn movement(&self) -> u32 {
        self.movement
    }

    /// Whether there is something to undo, and to redo.
    pub fn can(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.undone.is_empty())
    }

    /// Makes `next` the present. With the name of a control that is still moving, it replaces that
    /// control's former value.
    pub fn change(&mut self, next: Experiment, moving: Option<&'static str>) {
        if next == *self.present {
            return;
        }
        let goes_on = moving.is_some() && moving == self.moving;
        if !goes_on {
            self.past.push(self.present.clone());
            if self.past.len() > DEPTH {
                self.past.remove(0);
            }
            self.movement += 1;
        }
        self.present = Rc::new(next);
        self.undone.clear();
        self.moving = moving;
    }

    /// The control has been let go: its next movement is a step of its own.
    pub fn settle(&mut self) {
        self.moving = None;
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.undone
                .push(std::mem::replace(&mut self.present, before));
            self.moved();
        }
    }

    /// Takes the last undone step again.
    pub fn redo(&mut self) {
        if let Some(after) = self.undone.pop() {
            self.past.push(std::mem::replace(&mut self.present, after));
            self.moved();
        }
    }

    fn moved(&mut self) {
        self.moving = None;
        self.movement += 1;
    }
}

/// The two-level system's options.
pub fn two_level(scenario: &Scenario) -> &TwoLevel {
    let System::TwoLevel(options) = &scenario.system;
    options
}

/// The two-level system's options, to be changed.
pub fn two_level_mut(scenario: &mut Scenario) -> &mut TwoLevel {
    let System::TwoLevel(options) = &mut scenario.system;
    options
}
