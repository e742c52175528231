//! The page as a hand-in.

use super::State;
use export::hand_in::{Figures, HandIn};
use workload::Time;

/// The clocks of the student's machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clocks {
    /// Now, in Unix seconds.
    pub unix: Time,
    /// The minutes by which the local time is ahead of UTC.
    pub utc_offset: i32,
    /// Seconds since the page was opened.
    pub since_opened: f64,
}

impl State {
    /// The hand-in of this moment: the page, its figures, the form, what was tried, and the answers of lessons.
    pub fn hand_in(&self, clocks: Clocks) -> HandIn {
        let since = clocks.since_opened.max(0.0) as Time;
        let times = ((clocks.unix - since).max(0), clocks.unix);
        let form = &self.classroom.form;
        HandIn {
            name: form.name.trim().to_owned(),
            exercise: form.exercise.trim().to_owned(),
            answer: form.answer.trim().to_owned(),
            figures: self.figures(),
            tried: self.visit.tried(),
            tried_left_out: self.visit.left_out,
            answers: self.visit.answers.to_vec(),
            ..HandIn::of(self.snapshot(), times, clocks.utc_offset)
        }
    }

    /// The figures of the scenario on the page; none while it has not been run, or cannot be.
    pub fn figures(&self) -> Option<Figures> {
        let finished = self.run.finished.as_ref()?;
        let is_present = finished.experiment.runs_as(self.history.present());
        is_present.then(|| Figures::of(&finished.report))
    }
}
