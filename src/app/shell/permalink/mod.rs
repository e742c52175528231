//! Links: what is on the page as an address, and an address as what is on the page.
//!
//! A link, the last session and a project file all hold a [`Snapshot`]; all are opened here.

mod address;
mod arrival;
mod card;
mod copy;
mod search;
mod steps;

pub use address::{begin, clear, follow};
pub use arrival::{Arrival, Awaited, Origin, Search, Step};
pub use card::AwaitedCard;
pub use copy::{CopyAs, CopyLink, use_copy};
pub use search::use_search;
pub use steps::use_steps;

use super::state::State;
use crate::app::views::gantt::sketching;
use crate::export::permalink::{self, LinkError};
use crate::export::snapshot::{Sight, Snapshot, Source};

/// All that the page shows.
pub fn snapshot(state: &State) -> Snapshot {
    let experiment = state.history.present();
    // A run that has not come yet will show what it was opened with.
    let Arrival {
        sight,
        cursor,
        job,
        selected,
        look,
    } = state.arrival.clone().unwrap_or_else(|| looked_at(state));
    Snapshot {
        workload: source(state).unwrap_or(Source::Sample),
        scenarios: experiment.scenarios().cloned().collect(),
        front: experiment.front(),
        baseline: experiment.baseline(),
        view: state.view.id().to_owned(),
        sight: sight.map(Sight::from),
        cursor,
        job,
        selected: selected.to_vec(),
        colour_by: look.colour_by,
        span: look.span,
    }
}

/// Where the present workload comes from, once that is known.
pub fn source(state: &State) -> Option<Source> {
    let present = state.history.present();
    let mut known = state.workloads.iter();
    match known.find(|(key, _)| *key == present.workload) {
        Some((_, contents)) => Some(contents.source.clone()),
        None => present.sketch.as_deref().map(sketching::linked),
    }
}

fn looked_at(state: &State) -> Arrival {
    let jobs = state.finished.as_ref().map(|finished| &finished.run.jobs);
    let job = state.job.zip(jobs).and_then(|(job, jobs)| jobs.get(job));
    Arrival {
        sight: state.sight,
        cursor: state.cursor,
        job: job.map(|job| job.id),
        selected: state.selected.clone(),
        look: state.look,
    }
}

/// The hash of the present link, without `#`, and whether it leaves out which jobs are singled out,
/// since they are too many.
///
/// # Errors
///
/// As [`permalink::link`].
pub fn hash(state: &State) -> Result<(String, bool), LinkError> {
    let mut snapshot = snapshot(state);
    let whole = permalink::link(&snapshot);
    if whole.is_ok() || snapshot.selected.is_empty() {
        return whole.map(|text| (text, false));
    }
    snapshot.selected.clear();
    permalink::link(&snapshot).map(|text| (text, true))
}

/// The present link: the address at which another machine shows the same. None if it would be too
/// long.
pub fn present(state: &State) -> Option<String> {
    let (hash, _) = hash(state).ok()?;
    Some(address::with_hash(&address::base()?, &hash))
}
