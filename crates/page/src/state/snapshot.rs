//! The page as a snapshot, for links, the next visit and projects.

use super::{Arrival, State};
use crate::sketched;
use crate::view::View;
use export::permalink::{self, LinkError};
use export::snapshot::{Sight, Snapshot, Source};

impl State {
    /// All that the page shows.
    pub fn snapshot(&self) -> Snapshot {
        let experiment = self.compared();
        // A run that has not come yet will show what it was opened with.
        let jobs = self.run.finished.as_ref().map(|it| &it.run.jobs[..]);
        let looked_at = || self.view.looked_at(jobs.unwrap_or_default());
        let Arrival { sight, cursor, opened, job, selected, look } =
            self.opening.arrival.clone().unwrap_or_else(looked_at);
        Snapshot {
            workload: self.source().unwrap_or(Source::Sample),
            scenarios: experiment.scenarios().cloned().collect(),
            front: experiment.front(),
            baseline: experiment.baseline(),
            view: self.view.shown.id().to_owned(),
            sight: sight.map(Sight::from),
            cursor,
            opened,
            job,
            selected: selected.to_vec(),
            colour_by: look.colour_by,
            rows: look.rows,
            span: look.span,
            curves: (*self.forms.curves).clone(),
            trade_off: (*self.forms.trade_off).clone(),
            lesson: self.view.lesson.clone().filter(|_| self.view.shown == View::Lessons),
        }
    }

    /// Where the present workload comes from, once that is known.
    pub fn source(&self) -> Option<Source> {
        let present = self.history.present();
        match self.workloads.get(present.workload) {
            Some(contents) => Some(contents.source.clone()),
            None => present.sketch.as_deref().map(sketched::linked),
        }
    }

    /// Whether the state stands for something: no link is being opened, nothing is forgotten, and it is not the example
    /// of a first visit on which nothing has been done.
    pub fn is_settled(&self) -> bool {
        let is_forgotten = self.session.is_forgotten(self.history.present());
        let is_first_visit = self.shows_door() && self.history.can() == (false, false);
        !self.opening.is_coming() && self.source().is_some() && !is_forgotten && !is_first_visit
    }

    /// The content of the present link: what is being opened, otherwise what the page shows.
    pub fn linked(&self) -> Snapshot {
        self.opening.awaited.as_ref().map_or_else(|| self.snapshot(), |it| (*it.snapshot).clone())
    }

    /// The hash of the present link, without `#`, and whether it leaves out which jobs are highlighted,
    /// since they are too many.
    ///
    /// # Errors
    ///
    /// As [`permalink::link`], and if a scenario cannot be run, since the link would not open.
    pub fn link(&self) -> Result<(String, bool), LinkError> {
        let mut snapshot = self.linked();
        snapshot.check().map_err(LinkError::Refused)?;
        let whole = permalink::link(&snapshot);
        if whole.is_ok() || snapshot.selected.is_empty() {
            return whole.map(|text| (text, false));
        }
        snapshot.selected.clear();
        permalink::link(&snapshot).map(|text| (text, true))
    }
}
