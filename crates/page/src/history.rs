//! The edited experiment, a scenario on a workload, with undo and redo.

use std::collections::BTreeSet;
use std::rc::Rc;

use experiment::Scenario;
use experiment::words;
use experiment::words::differences::letter;
use workload::WorkloadKind;
use workload::sketch::Sketch;

/// Names a workload that was dropped or generated during this visit.
pub type WorkloadKey = u32;

/// The built-in sample, which links name without bringing it.
pub const SAMPLE: WorkloadKey = 0;

/// Scenarios on one workload. One of them is in front: the panel changes it, and every view but the
/// comparison shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The scenario in front.
    pub scenario: Scenario,
    /// The workload that all of them run on.
    pub workload: WorkloadKey,
    /// The others, which it is compared with.
    pub beside: Beside,
    /// The workload's jobs, if they were drawn by hand.
    pub sketch: Option<Rc<Sketch>>,
    /// Whether the person has chosen the share of reservations, so that it stays for another log.
    pub share_by_hand: bool,
}

/// The scenarios beside the one in front, in the order of the comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    before: Vec<Rc<Scenario>>,
    after: Vec<Rc<Scenario>>,
    /// The place of the scenario that differences are counted from.
    baseline: usize,
}

/// At most this many scenarios are compared.
pub use export::snapshot::MOST_SCENARIOS as MOST_COMPARED;

/// Changes of a comparison; places count from 0, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// A copy of the scenario in front comes last, and to the front.
    Add,
    /// The scenario at this place leaves; the last one stays.
    Remove(usize),
    /// The scenario at this place comes to the front.
    Front(usize),
    /// Differences are counted from the scenario at this place.
    Baseline(usize),
}

impl Experiment {
    /// One scenario, compared with nothing.
    pub fn new(scenario: Scenario, workload: WorkloadKey) -> Self {
        Self { scenario, workload, beside: Beside::default(), sketch: None, share_by_hand: false }
    }

    /// Several scenarios, the one at `front` in front; at least one, and places within them.
    pub fn of(scenarios: Vec<Scenario>, front: usize, baseline: usize, key: WorkloadKey) -> Self {
        let mut all: Vec<_> = scenarios.into_iter().map(Rc::new).collect();
        all.truncate(MOST_COMPARED);
        if all.is_empty() {
            all.push(Rc::default());
        }
        let baseline = baseline.min(all.len() - 1);
        let after = all.split_off(front.min(all.len() - 1) + 1);
        let scenario = all.pop().unwrap_or_default();
        Self {
            scenario: Rc::unwrap_or_clone(scenario),
            workload: key,
            beside: Beside { before: all, after, baseline },
            sketch: None,
            share_by_hand: false,
        }
    }

    /// All scenarios, in the order of the comparison.
    pub fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        let before = self.beside.before.iter().map(|it| &**it);
        let after = self.beside.after.iter().map(|it| &**it);
        before.chain(std::iter::once(&self.scenario)).chain(after)
    }

    /// How many scenarios there are.
    pub fn count(&self) -> usize {
        self.beside.before.len() + 1 + self.beside.after.len()
    }

    /// The place of the scenario in front.
    pub fn front(&self) -> usize {
        self.beside.before.len()
    }

    /// The place of the scenario that differences are counted from.
    pub fn baseline(&self) -> usize {
        self.beside.baseline
    }

    /// Whether a run of the one in front is a run of the other's.
    pub fn runs_as(&self, other: &Self) -> bool {
        self.workload == other.workload && self.scenario == other.scenario
    }

    /// The line that names the run of the scenario in front on a workload of this kind; of several scenarios with
    /// its letter.
    pub fn run_line(&self, kind: WorkloadKind) -> String {
        let line = words::run_line(&self.scenario, kind);
        match self.count() {
            1 => line,
            _ => format!("{}: {line}", letter(self.front())),
        }
    }

    /// Changes every scenario.
    pub fn change_all(&mut self, change: impl Fn(&Scenario) -> Scenario) {
        self.change_each(|_, scenario| change(scenario));
    }

    /// Changes every scenario, which is given with its place.
    pub fn change_each(&mut self, change: impl Fn(usize, &Scenario) -> Scenario) {
        let front = self.front();
        self.scenario = change(front, &self.scenario);
        let Beside { before, after, .. } = &mut self.beside;
        for (place, other) in before.iter_mut().enumerate() {
            *other = Rc::new(change(place, other));
        }
        for (place, other) in (front + 1..).zip(after) {
            *other = Rc::new(change(place, other));
        }
    }

    /// Notes that the share of reservations is chosen, if it is another than in `before`.
    pub fn note_share(&mut self, before: &Scenario) {
        let share = |scenario: &Scenario| scenario.workload.reservations.percent;
        self.share_by_hand |= share(&self.scenario) != share(before);
    }

    /// The same with another scenario, which comes last and to the front; as it is where there are
    /// enough.
    pub fn compared_with(&self, scenario: Scenario) -> Self {
        let mut next = self.compared(Compared::Add);
        if next.count() > self.count() {
            next.scenario = scenario;
            next.note_share(&self.scenario);
        }
        next
    }

    /// The comparison after a step; an impossible step changes nothing.
    pub fn compared(&self, step: Compared) -> Self {
        let mut all: Vec<Scenario> = self.scenarios().cloned().collect();
        let (mut front, mut baseline) = (self.front(), self.baseline());
        match step {
            Compared::Add if all.len() < MOST_COMPARED => {
                all.push(self.scenario.clone());
                front = all.len() - 1;
            }
            Compared::Remove(place) if place < all.len() && all.len() > 1 => {
                all.remove(place);
                let moved = |it: usize| if it > place { it - 1 } else { it };
                // The baseline's place falls to the first when it leaves, the front's to its neighbour.
                baseline = if baseline == place { 0 } else { moved(baseline) };
                front = moved(front);
            }
            Compared::Front(place) if place < all.len() => front = place,
            Compared::Baseline(place) if place < all.len() => baseline = place,
            _ => {}
        }
        Self {
            sketch: self.sketch.clone(),
            share_by_hand: self.share_by_hand,
            ..Self::of(all, front, baseline, self.workload)
        }
    }
}

/// The present experiment, those before it, and those that were undone.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    present: Rc<Experiment>,
    past: Vec<Rc<Experiment>>,
    undone: Vec<Rc<Experiment>>,
    /// The control whose movement the present experiment belongs to. While it moves, its values
    /// replace one another, so that one undo takes back the whole movement.
    moving: Option<String>,
    /// Counts movements: changes with the same number belong to one movement.
    movement: u32,
}

/// This many steps can be undone.
const DEPTH: usize = 200;

impl History {
    /// A history that begins at `first`.
    pub fn new(first: Experiment) -> Self {
        Self { present: Rc::new(first), past: Vec::new(), undone: Vec::new(), moving: None, movement: 0 }
    }

    /// The experiment on the page.
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

    /// Where undoing leads to, and redoing.
    pub fn beside(&self) -> [Option<Rc<Experiment>>; 2] {
        [self.past.last(), self.undone.last()].map(|it| it.cloned())
    }

    /// The steps before the present one, the last first.
    pub fn past(&self) -> impl Iterator<Item = &Experiment> {
        self.past.iter().rev().map(|it| &**it)
    }

    /// Makes `next` the present. With the name of a control that is still moving, it replaces that
    /// control's former value.
    pub fn change(&mut self, next: Experiment, moving: Option<String>) {
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

    /// Puts another experiment in place of the present one, as part of the same step.
    pub fn amend(&mut self, present: Experiment) {
        self.present = Rc::new(present);
    }

    /// The control has been let go: its next movement is a step of its own. If it came back to where
    /// it began, there is nothing to undo.
    pub fn settle(&mut self) {
        if self.moving.take().is_some() && self.past.last() == Some(&self.present) {
            self.past.pop();
        }
    }

    /// All experiments that undoing and redoing leads to, and the present one.
    pub fn experiments(&self) -> impl Iterator<Item = &Rc<Experiment>> {
        let others = self.past.iter().chain(&self.undone);
        std::iter::once(&self.present).chain(others)
    }

    /// Drops the oldest steps until the workloads of the others have at most `most` bytes together, or only the present
    /// one is left. Returns the workloads that no step leads to any more. O(steps²).
    pub fn limit(&mut self, most: u64, bytes: impl Fn(WorkloadKey) -> u64) -> Vec<WorkloadKey> {
        let reached = |it: &Self| -> BTreeSet<WorkloadKey> { it.experiments().map(|it| it.workload).collect() };
        let before = reached(self);
        let mut left = before.clone();
        let mut first = 0;
        while left.iter().map(|&key| bytes(key)).sum::<u64>() > most && first < self.past.len() {
            first += 1;
            let kept = self.past[first..].iter().chain(&self.undone);
            left = kept.map(|it| it.workload).chain([self.present.workload]).collect();
        }
        self.past.drain(..first);
        before.difference(&left).copied().collect()
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.undone.push(std::mem::replace(&mut self.present, before));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn on(workload: WorkloadKey) -> Experiment {
        Experiment::new(Scenario::default(), workload)
    }

    /// A history of steps on these workloads.
    fn after(workloads: impl IntoIterator<Item = WorkloadKey>, movement: Option<&'static str>) -> History {
        let mut history = History::new(on(0));
        for workload in workloads {
            history.change(on(workload), movement.map(str::to_owned));
        }
        history
    }

    fn reached(history: &History) -> Vec<WorkloadKey> {
        let mut keys: Vec<_> = history.experiments().map(|it| it.workload).collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn the_line_of_a_run_has_a_letter_where_there_are_several_scenarios() {
        let kind = WorkloadKind::Log;
        let one = Experiment::new(Scenario::default(), 0);
        let line = words::run_line(&one.scenario, kind);
        assert_eq!(one.run_line(kind), line);
        let two = one.compared(Compared::Add);
        assert_eq!(two.run_line(kind), format!("B: {line}"));
    }

    #[test]
    fn a_workload_is_reached_by_undoing_and_redoing() {
        let mut history = after([1, 2], None);
        history.undo();
        assert_eq!(reached(&history), [0, 1, 2]);
        // What was undone cannot be had again once something else is done.
        history.change(on(3), None);
        assert_eq!(reached(&history), [0, 1, 3]);
    }

    #[test]
    fn of_a_movement_its_beginning_and_its_end_are_reached() {
        assert_eq!(reached(&after(1..10, Some("pen"))), [0, 9]);
    }

    #[test]
    fn the_oldest_logs_make_way_for_new_ones() {
        let bytes = |key: WorkloadKey| if key == 0 { 0 } else { 20 };
        let mut history = History::new(on(0));
        for workload in 1..=6 {
            history.change(on(workload), None);
            let gone = history.limit(60, bytes);
            let oldest = workload.saturating_sub(3);
            let expected: Vec<WorkloadKey> = if oldest > 0 { vec![oldest] } else { vec![] };
            // The sample goes with the first step that goes.
            assert!(gone.ends_with(&expected) && gone.len() <= 2, "{gone:?}");
        }
        assert_eq!(reached(&history), [4, 5, 6]);
        // Steps on one log take no more of it.
        for seed in 2..9 {
            let mut next = on(6);
            next.scenario.seed = seed;
            history.change(next, None);
            assert!(history.limit(60, bytes).is_empty());
        }
        // The present one stays, however large.
        history.change(on(7), None);
        history.limit(5, bytes);
        assert_eq!((reached(&history), history.can()), (vec![7], (false, false)));
    }

    #[test]
    fn what_lies_too_far_back_is_reached_no_more() {
        assert_eq!(reached(&after(1..=DEPTH as WorkloadKey + 5, None))[0], 5);
    }
}
