//! Lessons and the rest of the page: how a lesson opens, where it stands, and what it takes of the run on the page.

use std::rc::Rc;

use super::{NoticeAction, State};
use crate::Reduce;
use crate::lesson_maker::{DraftAction, Taken, taken};
use crate::lessons::{LessonAction, MakerAction, Way};
use crate::places::LessonStep;
use crate::view::View;
use experiment::lesson::Lesson;
use experiment::lesson::shelf::Card;
use export::hand_in::{Figures, HandIn};
use export::snapshot::LessonPlace;
use workload::Time;

/// Ways between lessons and the rest of the page.
pub enum TeachAction {
    /// Opens a lesson that comes with the page.
    Open(&'static Card),
    /// Opens a lesson that was read from a file.
    Read(Rc<Lesson>),
    /// The browser's history has gone to a step of a lesson, or to the list.
    Step(Option<LessonStep>),
    /// Opens the form of a lesson: a new one begins with the run on the page, or with the sample where that is too large.
    Make,
    /// Makes a step of a lesson of the run on the page, and opens its form.
    MakeOfRun,
    /// Puts the run on the page in place of a chart that is made: the scenario in front, or all that are compared.
    TakeRun { all: bool },
}

impl State {
    pub(super) fn teach(&mut self, action: TeachAction) {
        match action {
            TeachAction::Open(card) => {
                self.view.show(View::Lessons);
                self.lesson(LessonAction::Fetch(card));
            }
            TeachAction::Read(lesson) => {
                self.lesson(LessonAction::Read(lesson));
                self.view.show(View::Lessons);
            }
            TeachAction::Step(step) => self.go_to_lesson(step.map(|step| self.lessons.place_at(step))),
            TeachAction::Make => {
                let is_new = self.lessons.draft().is_none();
                let chart = self.run_as_chart(false).ok().filter(|_| is_new);
                self.lesson(LessonAction::Maker(MakerAction::Make(chart)));
            }
            TeachAction::MakeOfRun => {
                let all = self.view.shown == View::Compare;
                if self.make(all, |chart| MakerAction::Make(Some(chart))) {
                    self.view.show(View::Lessons);
                }
            }
            TeachAction::TakeRun { all } => {
                self.make(all, |chart| MakerAction::Edit(DraftAction::Take(chart)));
            }
        }
    }

    /// Has the run on the page taken as a chart, or says why it cannot be. Whether it was.
    fn make(&mut self, all: bool, action: fn(Box<Taken>) -> MakerAction) -> bool {
        let chart = self.run_as_chart(all);
        let is_taken = chart.is_ok();
        match chart {
            Ok(chart) => self.lesson(LessonAction::Maker(action(chart))),
            Err(why) => self.notices.apply(NoticeAction::Complain(why)),
        }
        is_taken
    }

    /// The run on the page as a chart of a lesson.
    fn run_as_chart(&self, all: bool) -> Result<Box<Taken>, String> {
        let present = self.history.present();
        let finished = self.run.finished.as_ref();
        let finished = finished.filter(|it| it.experiment.runs_as(present));
        let finished = finished.ok_or("The scenario on the page has not been run yet.")?;
        taken(present, &finished.run, all).map(Box::new)
    }

    /// Takes an action of the Lessons view, and notes where its lesson stands.
    pub(super) fn lesson(&mut self, action: LessonAction) {
        Rc::make_mut(&mut self.lessons).apply(action);
        self.view.lesson = self.lessons.place();
    }

    /// Goes to a place of a lesson, which is opened first if it is not open, or to the list.
    pub(super) fn go_to_lesson(&mut self, place: Option<LessonPlace>) {
        let Some(place) = place else {
            return self.lesson(LessonAction::Close);
        };
        let (id, way) = (place.id.clone(), self.lessons.way_to(&place.id));
        self.lesson(LessonAction::Arrive(place));
        match way {
            _ if id.is_empty() => {}
            Way::Stay => {}
            Way::Fetch(card) => self.lesson(LessonAction::Fetch(card)),
            Way::Reopen => self.lesson(LessonAction::Reopen(id)),
            Way::Unknown => {
                let why =
                    format!("The lesson {id} does not come with Slotscope: drop its file on the page to open it.");
                self.lesson(LessonAction::Reopen(id));
                self.notices.apply(NoticeAction::Complain(why));
            }
        }
    }
}

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
