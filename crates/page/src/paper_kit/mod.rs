//! The paper kit of the open view: the view says what it shows, this makes the files of it.

mod command;
mod compare;
mod curves;
mod gantt;
mod table;
#[cfg(test)]
mod tests;
mod trade_off;

use std::rc::Rc;

use crate::curves::Sweep;
use crate::trade_off::Exploring;
use crate::view::View;
use chart::paper_curves::PaperLegend;
use chart::theme::Look;
use chart::trade_off::Sight;
pub use compare::ComparedForKit;
use experiment::Provenance;
use export::paper_kit::{KitFigure, PaperKit};
use export::snapshot::CurvesForm;
pub use gantt::GanttForKit;

/// Whether a view has a kit.
pub fn has_one(view: View) -> bool {
    matches!(view, View::Gantt | View::Compare | View::Curves | View::TradeOff)
}

/// The note of a kit whose log has no digest.
const NO_FILE: &str = "The digest of the log is not known here. A log that was generated or drawn is no file: make it with \
     slotscope generate, or export the workload, and put its name into the commands.";

/// What a view shows.
#[derive(Clone)]
pub enum KitSubject {
    /// Curves, and the form that chooses their figures.
    Curves(Rc<Sweep>, Rc<CurvesForm>),
    /// A Gantt chart.
    Gantt(Box<GanttForKit>),
    /// A comparison.
    Compare(Box<ComparedForKit>),
    /// The dots of a trade-off, as far as they are in sight.
    TradeOff(Rc<Exploring>, Sight),
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
        let has_digest = log.as_ref().is_some_and(|it| it.digest.is_some());
        let mut kit = match self {
            Self::Curves(sweep, form) => {
                let log = curves::log_of(sweep).or(log).ok_or_else(gone)?;
                curves::kit(sweep, form, &log)?
            }
            Self::Gantt(shown) => gantt::kit(shown, &log.ok_or_else(gone)?),
            Self::Compare(compared) => compare::kit(compared, &log.ok_or_else(gone)?)?,
            Self::TradeOff(exploring, sight) => trade_off::kit(exploring, *sight, &log.ok_or_else(gone)?)?,
        };
        if !has_digest {
            kit.notes.push(NO_FILE.to_owned());
        }
        Ok(kit)
    }
}

/// The legend of lines as a figure of its own, if there are several.
fn legend_of(lines: &[(String, Look)]) -> Option<KitFigure> {
    let legend = || KitFigure::of("legend", "the legend of the figures", &PaperLegend(lines));
    (lines.len() > 1).then(legend)
}
