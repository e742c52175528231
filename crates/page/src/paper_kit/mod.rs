//! The paper kit of the open view: the view says what it shows, this makes the files of it.

mod command;
mod curves;
mod policy;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::curves::Sweep;
use crate::view::View;
use experiment::Provenance;
use export::paper_kit::PaperKit;
use export::snapshot::CurvesForm;

/// Whether a view has a kit.
pub fn has_one(view: View) -> bool {
    matches!(view, View::Curves)
}

/// What a view shows.
#[derive(Clone)]
pub enum KitSubject {
    /// Curves, and the form that chooses their figures.
    Curves(Rc<Sweep>, Rc<CurvesForm>),
}

impl KitSubject {
    /// The kit. `provenance` has the runs of the view on their workload.
    ///
    /// # Errors
    ///
    /// In words, if there is nothing to show yet, or the workload is no longer loaded.
    pub fn kit(&self, provenance: &[Provenance]) -> Result<PaperKit, String> {
        let log = provenance.first().map(|it| it.log.clone());
        let gone = || "the workload is no longer loaded".to_owned();
        match self {
            Self::Curves(sweep, form) => {
                let log = curves::log_of(sweep).or(log).ok_or_else(gone)?;
                curves::kit(sweep, form, &log)
            }
        }
    }
}
