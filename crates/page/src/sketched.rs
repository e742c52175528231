//! Workloads that are drawn by hand: each stroke makes a new workload.

use std::rc::Rc;

use crate::history::{Experiment, WorkloadKey};
use experiment::Scenario;
use export::snapshot::Source;
use workload::reserve::RequestKind;
use workload::select::Selection;
use workload::sketch::Sketch;

/// The name of a workload that is drawn by hand.
pub const NAME: &str = "Blackboard";

/// The processors of the blackboard example's one provider.
const PROCESSORS: u32 = 8;

/// A sketch that takes the place of the workload.
pub struct Sketched {
    /// The workload that it has become.
    pub key: WorkloadKey,
    /// The drawn jobs.
    pub sketch: Rc<Sketch>,
    /// The scenario to open it with, if the sketch does not begin with the jobs on the page.
    pub opens: Option<Scenario>,
    /// The movement that it belongs to while that goes on.
    pub moving: Option<&'static str>,
    /// The job to be highlighted, by its number.
    pub chosen: Option<u64>,
}

impl Sketched {
    /// The experiment on it, after `present`.
    pub fn experiment(&self, present: &Experiment) -> Experiment {
        let mut next = match &self.opens {
            Some(scenario) => Experiment::new(scenario.clone(), self.key),
            None => present.clone(),
        };
        next.workload = self.key;
        next.sketch = Some(self.sketch.clone());
        let drawn_over = next.scenario.workload.clone();
        let requests = self.sketch.requests();
        // A scenario that takes other jobs, or marks others, goes on doing so.
        next.change_all(|scenario| {
            let mut scenario = scenario.clone();
            if scenario.workload == drawn_over {
                let selection = &mut scenario.workload;
                selection.first_job = None;
                selection.last_job = None;
                selection.count = None;
                // What is drawn is drawn as it is to be.
                selection.clip_size_to = None;
                selection.clip_limit_to = None;
                selection.load_factor = 1.0;
                selection.thin_users = None;
                selection.reservations.request = RequestKind::Listed;
                selection.reservations.listed = requests.clone().into();
            }
            scenario
        });
        next
    }
}

pub fn linked(sketch: &Sketch) -> Source {
    Source::Written { name: NAME.to_owned(), text: sketch.swf(NAME) }
}

/// The scenario of the blackboard example: one small provider.
pub fn scenario() -> Scenario {
    Scenario {
        workload: Selection { first_job: None, last_job: None, ..Selection::default() },
        platform: vec![PROCESSORS],
        ..Scenario::default()
    }
}
