//! The chart of a step, and what has come of its runs.

use std::rc::Rc;

use super::{Progress, chart_of};
use slotscope::criteria::Report;
use slotscope::engine::Run;
use slotscope::lesson::{Lesson, Shot, Show, turned};
use slotscope::worker::{Made, NotMade, Outcome};

/// What has come of one run.
#[derive(Clone, Debug)]
pub struct Result {
    /// The whole run, where it is drawn.
    pub run: Option<Run>,
    pub report: Report,
}

/// The chart of a step. Cheap to clone.
#[derive(Clone, Default)]
pub struct Chart {
    /// Counts charts.
    pub round: u32,
    /// What is shown, its controls turned; none without a lesson.
    pub show: Option<Rc<Show>>,
    /// The runs that it takes.
    pub shots: Rc<Vec<Shot>>,
    /// What has come of each.
    pub made: Rc<Vec<Option<Result>>>,
    /// Why a run failed.
    pub failed: Option<Rc<str>>,
    /// Whether one was lost with its worker: it may go well another time.
    pub was_lost: bool,
    /// The last chart of the same step that was complete: it stays on the page until this one is.
    before: Option<Rc<Chart>>,
}

/// Charts are told apart by their round and by how much has come of them.
impl PartialEq for Chart {
    fn eq(&self, other: &Self) -> bool {
        self.round == other.round
            && Rc::ptr_eq(&self.made, &other.made)
            && self.failed == other.failed
    }
}

impl Chart {
    /// The chart of the open step, before anything has been run.
    pub fn begin(
        open: Option<(&Rc<Lesson>, &Progress)>,
        round: u32,
        before: Option<&Chart>,
    ) -> Self {
        let Some((lesson, progress)) = open else {
            return Self {
                round,
                ..Self::default()
            };
        };
        let (show, controls) = chart_of(lesson, progress.at);
        let show = turned(show, controls, &progress.positions(controls));
        let planned = show.and_then(|show| Ok((show.shots()?, show)));
        let before = before.and_then(|it| Some(Rc::new(it.complete()?.clone())));
        match planned {
            Ok((shots, show)) => Self {
                round,
                show: Some(Rc::new(show)),
                made: Rc::new(shots.iter().map(|_| None).collect()),
                shots: Rc::new(shots),
                failed: None,
                was_lost: false,
                before,
            },
            Err(why) => Self {
                round,
                failed: Some(why.into()),
                ..Self::default()
            },
        }
    }

    /// Whether all its runs are there.
    pub fn is_complete(&self) -> bool {
        self.made.iter().all(Option::is_some)
    }

    /// This chart, or the last one that was complete.
    fn complete(&self) -> Option<&Chart> {
        if self.is_complete() {
            return self.show.is_some().then_some(self);
        }
        self.before.as_deref()
    }

    /// What is to be drawn now: this chart, or until its runs are there the one before. Curves are
    /// drawn point by point.
    pub fn drawn(&self) -> &Chart {
        let is_curve = matches!(self.show.as_deref(), Some(Show::Curve(_)));
        if is_curve && self.made.iter().any(Option::is_some) {
            return self;
        }
        self.complete().unwrap_or(self)
    }

    /// Takes what has come of runs.
    pub(super) fn take(&mut self, made: Vec<Made>) {
        let results = Rc::make_mut(&mut self.made);
        for (mark, outcome) in made {
            let result = match outcome {
                Ok(Outcome::Run(run, report)) => Result {
                    report: *report,
                    run: Some(*run),
                },
                Ok(Outcome::Report(report)) => Result {
                    run: None,
                    report: *report,
                },
                Ok(_) => continue,
                Err(why) => {
                    self.was_lost |= matches!(why, NotMade::Lost(_));
                    self.failed = Some(why.to_string().into());
                    continue;
                }
            };
            if let Some(place) = results.get_mut(mark) {
                *place = Some(result);
            }
        }
    }
}
