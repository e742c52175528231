//! Data on their way between the tasks of a workflow: lines from one machine's bar to another's.

use super::hit::layout;
use super::index::GanttIndex;
use crate::viewport::Viewport;
use experiment::Run;
use scheduling::engine::Tick;

/// The data of one task for another on their way between two machines; times are ticks of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// Who sends them, an index among the run's jobs.
    pub from: u32,
    /// The task that waits for them.
    pub to: u32,
    /// The sender's provider, and when its reservation ends.
    pub leaves: (u32, f64),
    /// The other's provider, and when they are there.
    pub arrives: (u32, f64),
}

/// All transfers of a run; of a log there are none.
pub(super) fn of_run(run: &Run) -> Vec<Transfer> {
    let tasks = run.tasks();
    let between = run.workflow().into_iter().flat_map(|it| &it.edges).filter(|it| it.seconds > 0.0);
    between
        .map(|edge| {
            let (from, to) = (&tasks[edge.from as usize], &tasks[edge.to as usize]);
            let leaves = from.reserved_until;
            Transfer {
                from: edge.from,
                to: edge.to,
                leaves: (from.machine, in_ticks(run.tick, leaves)),
                arrives: (to.machine, in_ticks(run.tick, leaves + edge.seconds)),
            }
        })
        .collect()
}

/// Not rounded to whole ticks: it is only drawn.
fn in_ticks(tick: Tick, seconds: f64) -> f64 {
    seconds * f64::from(tick.per_second())
}

/// The lines of the data that a job sends and waits for, in CSS pixels of the plot. O(transfers).
pub fn lines_of(
    index: &GanttIndex,
    viewport: &Viewport,
    (width, height): (f64, f64),
    job: u32,
) -> Vec<[(f64, f64); 2]> {
    let own = index.transfers.iter().filter(|it| it.from == job || it.to == job);
    if own.clone().next().is_none() {
        return Vec::new();
    }
    let layout = layout(index, viewport, height);
    let place = |(provider, time): (u32, f64)| {
        let lane = layout.lane(provider as usize)?;
        let (top, bottom) = layout.span(lane, 0, 0);
        Some((viewport.x(time, width), f64::midpoint(top, bottom)))
    };
    own.filter_map(|it| Some([place(it.leaves)?, place(it.arrives)?])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::{self, Scenario};
    use workload::Workload;
    use workload::workflow::from_json;

    /// Zhao and Sakellariou 2007, Figure 5, without spare time: task 0 ends at 17 on m0; 13 units for task 4 on
    /// m1 at 0.9 s each, 14 for task 1 on m2 at 1.4 s.
    #[test]
    fn lines_go_from_the_senders_end_to_when_the_data_are_there() {
        let file = include_str!("../../../../tests/workflows/zhao-2007-figure-5.json");
        let workflow = from_json(file).unwrap();
        let scenario = br#"{"system": {"workflow": {"scheduler": "given", "deadline_factor": 1}}}"#;
        let scenario = Scenario::from_json(scenario).unwrap();
        let workload = Workload::of_workflow("example", workflow);
        let run = experiment::run(&scenario, &workload).unwrap();
        let index = GanttIndex::new(&run);
        let viewport = Viewport::new(0.0, 100_000.0, 3);
        let lines = |job: u32| {
            let lines = lines_of(&index, &viewport, (1000.0, 300.0), job);
            lines.into_iter().map(|it| it.map(|(x, _)| x.round() as i64)).collect::<Vec<_>>()
        };
        assert_eq!(lines(0), [[170, 366], [170, 287]]);
        // It ends at 42.7 on m1, and its 15 units for task 7 go to m2 at 1 s each.
        assert_eq!(lines(4), [[170, 287], [427, 577]]);
        // It waits for data and sends data on its own machine alone.
        assert_eq!(lines(3), [[0; 2]; 0]);
        let [from, to] = lines_of(&index, &viewport, (1000.0, 300.0), 4)[0];
        assert!(from.1 < 100.0 && (100.0..200.0).contains(&to.1), "from m0 to m1");
    }
}
