//! The contrast beside which a comparison of one scenario begins.

use std::rc::Rc;

use super::started::UNASKED;
use super::{EditAction, State, ViewAction};
use crate::compare::natural_contrast;
use crate::history::{Compared, Experiment};
use crate::schedulable::Schedulable;
use crate::view::View;

impl State {
    /// The scenarios that the open view compares: those of the page; of a single one beside its contrast.
    pub fn compared(&self) -> &Rc<Experiment> {
        let present = self.history.present();
        let contrast = self
            .contrast
            .as_ref()
            .filter(|it| self.view.shown == View::Compare && present.count() == 1 && it.runs_as(present));
        contrast.unwrap_or(present)
    }

    /// The scenarios that the open view shows beside a run of this experiment: those that are compared, if the run is of
    /// their front.
    pub fn compared_by<'a>(&'a self, of: &'a Rc<Experiment>) -> &'a Rc<Experiment> {
        let compared = self.compared();
        if self.view.shown == View::Compare && compared.runs_as(of) { compared } else { of }
    }

    /// Changes the view. A comparison that a person opens with one scenario begins beside a contrast to it; a link shows
    /// what it has.
    pub(super) fn look(&mut self, action: ViewAction) {
        let before = self.view.shown;
        self.view.apply(action);
        if self.view.shown == View::Compare && before != View::Compare {
            self.contrast = self.natural();
        }
    }

    /// Takes another contrast where undo, redo or a log brought another scenario, unless the contrast was taken away.
    pub(super) fn follow_contrast(&mut self) {
        let present = self.history.present();
        let is_of_another = present.count() == 1 && self.contrast.as_ref().is_some_and(|it| !it.runs_as(present));
        if is_of_another && self.view.shown == View::Compare {
            self.contrast = self.natural();
        }
    }

    /// The present scenario, in front, beside its contrast; none where there are several, or the runs of the contrast may
    /// take long.
    fn natural(&self) -> Option<Rc<Experiment>> {
        let (present, contents) = (self.history.present(), self.contents()?);
        let run = self.run.finished.as_ref();
        let is_quick = run.is_none_or(|it| it.experiment.workload == present.workload && it.milliseconds <= UNASKED);
        if present.count() > 1 || !is_quick {
            return None;
        }
        let contrast = natural_contrast(&self.history, Schedulable::from(&**contents))?;
        Some(Rc::new(present.compared_with(contrast).compared(Compared::Front(present.front()))))
    }

    /// Changes the scenarios of the comparison in sight; what it was beside becomes part of that step.
    pub(super) fn change_compared(&mut self, next: Experiment) {
        if next.count() == 1 {
            self.contrast = None;
        }
        self.history.change(next, None);
    }

    /// Keeps the contrast of `compared` beside a scenario that has been edited: the person compares with it now.
    pub(super) fn keep_contrast(&mut self, compared: &Rc<Experiment>) {
        let present = self.history.present();
        if present.count() == 1 && present.workload == compared.workload && !present.runs_as(compared) {
            let next = Experiment { beside: compared.beside.clone(), ..Experiment::clone(present) };
            self.history.amend(next);
        }
    }
}

/// Whether an edit changes the scenario in front on its workload, and does not lead to another step.
pub(super) fn edits_the_front(action: &EditAction) -> bool {
    use EditAction::{NextPolicy, Put, RemoveProvider, Set, System};
    matches!(action, Set { .. } | Put(_) | RemoveProvider(_) | System(_) | NextPolicy(_))
}
