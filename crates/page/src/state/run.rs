//! The run of the scenario in front: its progress, its result, or why there is none.

use std::rc::Rc;

use super::State;
use crate::finished::Finished;
use experiment::{Scenario, System, validate};
use scheduling::criteria::Report;
use workload::sketch::MOST_SKETCHED;

/// Whether a run is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activity {
    /// Nothing runs.
    #[default]
    Idle,
    /// A run is under way, and has come so far (0 to 1) if it takes long enough to say.
    Running(Option<f64>),
}

/// Why the present scenario was not run.
#[derive(Clone, Debug, PartialEq)]
pub enum NotRun {
    /// It cannot be run; why.
    Refused(Rc<str>),
    /// Its run was lost; why.
    Lost(Rc<str>),
    /// Its run was stopped.
    Cancelled,
}

/// Changes of the run.
pub enum RunAction {
    /// A run began.
    Running,
    /// It has come so far.
    Progress {
        /// The share of its time that it has taken, 0 to 1.
        fraction: f64,
        /// How long the worker has computed.
        milliseconds: f64,
    },
    /// It is complete.
    Finished(Rc<Finished>),
    /// It did not come about.
    NotRun(NotRun),
    /// There is no worker; why.
    NoWorker(String),
    /// Workers are restarted, and lost requests are sent again.
    TryAgain,
}

/// The run of the scenario in front.
#[derive(Clone)]
pub struct RunState {
    /// The last complete run.
    pub finished: Option<Rc<Finished>>,
    /// The criteria of the run before the last movement.
    pub before: Option<Rc<Report>>,
    /// That run, if it is of so few jobs as are drawn by hand.
    pub former: Option<Rc<Finished>>,
    /// Whether a run is under way.
    pub activity: Activity,
    /// Why the present scenario was not run.
    pub not_run: Option<NotRun>,
    /// Why there is no worker: no run begins until the user tries again.
    pub no_worker: Option<Rc<str>>,
    /// Whether a run was asked for while there was none, which begins with the next.
    pub is_held: bool,
    /// How often a run was to be stopped by a key.
    pub cancels: u32,
}

impl Default for RunState {
    /// The page opens with a run under way.
    fn default() -> Self {
        Self {
            finished: None,
            before: None,
            former: None,
            activity: Activity::Running(None),
            not_run: None,
            no_worker: None,
            is_held: false,
            cancels: 0,
        }
    }
}

impl RunState {
    /// Applies a change.
    pub fn apply(&mut self, action: RunAction) {
        match action {
            RunAction::Running => {
                match self.no_worker {
                    None => self.activity = Activity::Running(None),
                    Some(_) => self.is_held = true,
                }
                // A refusal stays until the next run.
                let is_over = |it: &mut NotRun| !matches!(it, NotRun::Refused(_));
                self.not_run.take_if(is_over);
            }
            RunAction::Progress { fraction, .. } => self.activity = Activity::Running(Some(fraction)),
            RunAction::Finished(finished) => self.finish(finished),
            RunAction::NotRun(why) => {
                self.not_run = Some(why);
                self.activity = Activity::Idle;
            }
            RunAction::NoWorker(why) => {
                self.no_worker = Some(why.into());
                self.activity = Activity::Idle;
            }
            RunAction::TryAgain => {
                self.no_worker = None;
                if std::mem::take(&mut self.is_held) {
                    self.activity = Activity::Running(None);
                }
            }
        }
    }

    fn finish(&mut self, finished: Rc<Finished>) {
        if let Some(last) = &self.finished {
            if is_of_another_log(last, &finished) {
                // Figures of another workload are nothing to compare with.
                (self.before, self.former) = (None, None);
            } else if last.movement != finished.movement {
                self.before = Some(Rc::new(last.report.clone()));
                self.former = Some(last.clone()).filter(|it| it.run.jobs.len() <= MOST_SKETCHED);
            }
        }
        self.finished = Some(finished);
        self.not_run = None;
        self.activity = Activity::Idle;
    }

    /// Stops a run that shows how far it has come: what shows no progress yet has hardly begun.
    pub fn cancel(&mut self) {
        if matches!(self.activity, Activity::Running(Some(_))) {
            self.cancels += 1;
        }
    }
}

impl State {
    /// Another system that takes the workload and can be run, for a scenario that cannot be shown.
    pub fn other_system(&self) -> Option<System> {
        let (present, kind) = (&self.history.present().scenario, self.contents()?.kind);
        let can_run = |system: &System| {
            let model = system.model();
            let other = Scenario { system: system.clone(), ..present.clone() };
            !model.card().is_the_log
                && model.key() != present.system.model().key()
                && model.takes().contains(&kind)
                && validate(&other).is_ok()
        };
        System::all().into_iter().find(can_run)
    }
}

/// Whether a sketch has been drawn on since the last run.
pub fn is_redrawn(last: &Finished, next: &Finished) -> bool {
    last.experiment.sketch.is_some() && next.experiment.sketch.is_some()
}

/// Whether a run is of other jobs altogether: of another workload, unless a sketch was drawn on.
pub fn is_of_another_log(last: &Finished, next: &Finished) -> bool {
    last.experiment.workload != next.experiment.workload && !is_redrawn(last, next)
}
