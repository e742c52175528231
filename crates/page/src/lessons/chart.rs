//! The chart of a step, and the results of its runs.

use std::rc::Rc;

use super::{LessonContent, Lessons, chart_of};
use crate::history::{SAMPLE, WorkloadKey};
use crate::lesson_maker::{Draft, DraftAction, Taken};
use crate::tasks::{Job, Made, Mark, NotMade, Outcome, Task, Wanted};
use experiment::Run;
use experiment::lesson::{Control, Question, Shot, Show, turned};
use scheduling::criteria::Report;

/// The result of one run.
#[derive(Clone, Debug)]
pub struct ShotResult {
    /// The whole run, if the chart draws it.
    pub run: Option<Run>,
    pub report: Report,
}

/// The chart of a step. Cheap to clone.
#[derive(Clone, Default)]
pub struct Chart {
    /// The number of the chart.
    pub round: u32,
    /// The content of the step, its controls turned; none without a lesson.
    pub show: Option<Rc<Show>>,
    /// The question that waits for a worker, and how often it was asked before: for its values, without which it has no
    /// chart, or only for hints.
    pub asks: Option<(Rc<Question>, u32)>,
    /// The runs of the chart.
    pub shots: Rc<Vec<Shot>>,
    /// The results of the runs.
    pub made: Rc<Vec<Option<ShotResult>>>,
    /// Why a run failed.
    pub failed: Option<Rc<str>>,
    /// Whether a run was lost with its worker and may succeed at another attempt.
    pub was_lost: bool,
    /// The last chart of the same step that was complete: it stays on the page until this one is complete.
    before: Option<Rc<Chart>>,
}

/// Two are equal if they have the same number, results and failure.
impl PartialEq for Chart {
    fn eq(&self, other: &Self) -> bool {
        self.round == other.round && Rc::ptr_eq(&self.made, &other.made) && self.failed == other.failed
    }
}

impl Chart {
    /// The chart of a question that has no values yet.
    pub(super) fn ask(question: Rc<Question>, time: u32, round: u32) -> Self {
        Self { round, asks: Some((question, time)), ..Self::default() }
    }

    /// A chart with its controls at their positions, before anything has been run; none without a lesson.
    pub(super) fn begin(of: Option<(&Show, &[Control], Vec<usize>)>, round: u32, before: Option<&Chart>) -> Self {
        let Some((show, controls, positions)) = of else {
            return Self { round, ..Self::default() };
        };
        let show = turned(show, controls, &positions);
        let planned = show.and_then(|show| Ok((show.shots()?, show)));
        let before = before.and_then(|it| Some(Rc::new(it.complete()?.clone())));
        match planned {
            Ok((shots, show)) => Self {
                round,
                show: Some(Rc::new(show)),
                asks: None,
                made: Rc::new(shots.iter().map(|_| None).collect()),
                shots: Rc::new(shots),
                failed: None,
                was_lost: false,
                before,
            },
            Err(why) => Self { round, failed: Some(why.into()), ..Self::default() },
        }
    }

    /// The tasks of the chart. `keep` names the workload of a run.
    pub fn tasks(&self, mut keep: impl FnMut(&Shot) -> WorkloadKey) -> Vec<Task> {
        let draws_schedules = self.show.as_ref().is_some_and(|it| it.wants_schedules());
        let wanted = if draws_schedules { Wanted::Run } else { Wanted::Report };
        let shots = self.shots.iter().enumerate();
        let task = |(place, shot): (usize, &Shot)| {
            let question = self.round;
            let mark = Mark { question, place };
            Task::run_for(wanted, mark, keep(shot), shot.scenario.clone())
        };
        let asks = self.asks.iter().map(|(question, time)| Task {
            mark: self.asks_mark(),
            // It brings jobs of its own: any workload will do.
            workload: SAMPLE,
            job: Job::Ask(question.clone(), *time),
        });
        shots.map(task).chain(asks).collect()
    }

    /// The mark of the task that asks the question: after those of the runs.
    fn asks_mark(&self) -> Mark {
        Mark { question: self.round, place: self.shots.len() }
    }

    /// The mark of that task where only hints are awaited.
    pub(super) fn hints_mark(&self) -> Option<Mark> {
        let only_hints = self.asks.is_some() && self.show.is_some();
        only_hints.then(|| self.asks_mark())
    }

    /// Whether a question has its values.
    pub fn is_asked(&self) -> bool {
        self.asks.is_none() || self.show.is_some()
    }

    /// Whether the results of all runs are there.
    pub fn is_complete(&self) -> bool {
        self.is_asked() && self.made.iter().all(Option::is_some)
    }

    /// This chart, or the last one that was complete.
    fn complete(&self) -> Option<&Chart> {
        if self.is_complete() {
            return self.show.is_some().then_some(self);
        }
        self.before.as_deref()
    }

    /// The chart to draw now: this one, or until its runs are there the one before. Curves are drawn point by point.
    pub fn drawn(&self) -> &Chart {
        let is_curve = matches!(self.show.as_deref(), Some(Show::Curve(_)));
        if is_curve && self.made.iter().any(Option::is_some) {
            return self;
        }
        self.complete().unwrap_or(self)
    }

    /// Takes the answers of the workers.
    pub(super) fn take(&mut self, made: Vec<Made>) {
        let results = Rc::make_mut(&mut self.made);
        for (mark, outcome) in made {
            if mark.question != self.round {
                continue;
            }
            let result = match outcome {
                Ok(Outcome::Run(run, report)) => ShotResult { report: *report, run: Some(*run) },
                Ok(Outcome::Report(report)) => ShotResult { run: None, report: *report },
                Ok(_) => continue,
                Err(why) => {
                    self.was_lost |= matches!(why, NotMade::Lost(_));
                    self.failed = Some(why.to_string().into());
                    continue;
                }
            };
            if let Some(place) = results.get_mut(mark.place) {
                *place = Some(result);
            }
        }
    }
}

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
