//! The lesson that is being made, in the Lessons view.

use std::rc::Rc;

use super::{Chart, LessonContent, Lessons, chart_of};
use crate::lesson_maker::{Draft, DraftAction, Taken};
use experiment::lesson::{Control, Show, turned};

/// The actions of the lesson maker.
pub enum MakerAction {
    /// Opens the lesson that is being made, or begins one. A chart from the page becomes a step of it.
    Make(Option<Box<Taken>>),
    /// Makes a lesson of a copy of the open one. That of before comes back with undo.
    Copy,
    /// Begins a new lesson. That of before comes back with undo.
    New,
    Edit(DraftAction),
    /// Opens the lesson as its readers see it.
    Preview,
    /// Takes up the draft that the browser kept, unless there is one.
    Restore(Box<Draft>),
}

impl Lessons {
    /// The lesson that is being made, while its form is open.
    pub fn making(&self) -> Option<&Draft> {
        match self.shown {
            LessonContent::Making => self.draft.as_ref(),
            _ => None,
        }
    }

    /// The lesson that is being made, whether or not its form is open.
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// Whether the open lesson is a preview of the one that is being made.
    pub fn is_preview(&self) -> bool {
        self.preview && self.open().is_some()
    }

    /// How the chart of the open part differs from the page that it was taken from, in a sentence.
    pub fn differs(&self) -> Option<String> {
        let (draft, show) = (self.making()?, self.chart.show.as_deref()?);
        let runs = self.chart.made.iter().map(|it| it.as_ref()?.run.as_ref());
        draft.differs(show, &runs.collect::<Option<Vec<_>>>()?)
    }

    /// The chart of the open step or part, its controls, and their positions.
    pub(super) fn charted(&self) -> Option<(&Show, &[Control], Vec<usize>)> {
        if let Some(draft) = self.making() {
            let (show, controls) = draft.chart()?;
            return Some((show, controls, controls.iter().map(|it| it.first).collect()));
        }
        let (lesson, progress) = self.open()?;
        let (show, controls) = chart_of(lesson, progress.at);
        Some((show, controls, progress.positions(controls)))
    }

    pub(super) fn make(&mut self, action: MakerAction) {
        match action {
            MakerAction::Make(taken) => {
                match (&mut self.draft, taken) {
                    (Some(draft), Some(taken)) => draft.apply(DraftAction::AddStep(Some(taken))),
                    (Some(_), None) => {}
                    (draft, taken) => *draft = Some(Draft::new(taken.map(|it| *it))),
                }
                self.show_form();
            }
            MakerAction::Copy => {
                if let Some(written) = self.written.clone() {
                    self.begin_draft(Draft::copy(&written));
                }
            }
            MakerAction::New => self.begin_draft(Draft::new(None)),
            MakerAction::Edit(edit) => self.edit_draft(edit),
            MakerAction::Preview => {
                let complete = self.draft.as_ref().and_then(|it| it.complete().ok());
                if let Some(lesson) = complete {
                    self.progress.remove(&lesson.id);
                    self.read(Rc::new(lesson));
                    self.preview = true;
                }
            }
            MakerAction::Restore(kept) => {
                self.draft.get_or_insert(*kept);
            }
        }
    }

    fn begin_draft(&mut self, draft: Draft) {
        self.draft = Some(match self.draft.take() {
            Some(before) => before.replaced(draft),
            None => draft,
        });
        self.show_form();
    }

    fn show_form(&mut self) {
        self.arrival = None;
        self.written = None;
        self.shown = LessonContent::Making;
        self.draw();
    }

    fn edit_draft(&mut self, edit: DraftAction) {
        let Some(draft) = &mut self.draft else {
            return;
        };
        let before = draft.at;
        draft.apply(edit);
        let is_same_part = before == draft.at;
        let wanted = self.charted();
        let wanted = wanted.map(|(show, controls, at)| turned(show, controls, &at));
        match (wanted, &self.chart.show) {
            (Some(Ok(wanted)), Some(shown)) if wanted == **shown => self.settle(),
            _ => {
                self.round = self.round.wrapping_add(1);
                let last = is_same_part.then_some(&self.chart);
                self.chart = Chart::begin(self.charted(), self.round, last);
            }
        }
    }

    /// Lets a computed answer follow the runs of the chart, once they are there.
    pub(super) fn settle(&mut self) {
        let (LessonContent::Making, Some(draft)) = (&self.shown, &mut self.draft) else {
            return;
        };
        let Some(show) = self.chart.show.clone() else {
            return;
        };
        let made = self.chart.made.iter().map(|it| {
            let made = it.as_ref()?;
            Some((made.run.as_ref()?, &made.report))
        });
        if let Some(runs) = made.collect::<Option<Vec<_>>>() {
            draft.settle(&show, &runs);
        }
    }
}
