//! Ours: reservations that move forward when tasks end early.

use super::{Runs, runs};
use crate::prelude::*;
use scheduling::policy::spare_time::{THRESHOLD, Variant};
use scheduling::system::workflow::{OnEarlyEnd, Plan, Workflow as Settings, carried_out, last_end};

/// The variants that are shown: one of each kind.
const VARIANTS: [Variant; 2] = [Variant::REvenTime, Variant::CpEvenPercent];

/// The effect of moving forward in one run: with it less without it.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// Whether the run fails, 1 or 0.
    fails: f64,
    /// The use of the reservations, as a share.
    utilization: f64,
    /// When the last task ends, as a share of the initial schedule's length; none where a task failed without it.
    last_end: Option<f64>,
    /// How many reservations moved, as a share of the tasks.
    moved: f64,
}

impl Change {
    fn of(plan: &Plan, qoi_percent: f64, seed: u64) -> Option<Self> {
        let settings = |on_early_end| Settings { qoi_percent, on_early_end, ..Settings::default() };
        let [kept, moved] = [OnEarlyEnd::Keep, OnEarlyEnd::MoveEarlier].map(settings);
        let [before, after] = [&kept, &moved].map(|it| carried_out(plan, it, seed));
        let fails = [&before, &after].map(|it| it.get("failures").copied());
        let [failed, fails] = [fails[0]?, fails[1]?].map(|it| f64::from(u8::from(it > 0.0)));
        let used = [&before, &after].map(|it| it.get("slot_utilization").copied());
        let ends = [&kept, &moved].map(|it| last_end(plan, it, seed));
        Some(Self {
            fails: fails - failed,
            utilization: (used[1]? - used[0]?) / 100.0,
            last_end: (failed == 0.0).then_some((ends[1] - ends[0]) / plan.allocation.finish()),
            moved: *after.get("moved_forward")? / plan.graph.tasks() as f64,
        })
    }
}

pub(super) struct Forward(Vec<Runs<Change>>);

pub(super) fn forward(seeds: u32) -> Forward {
    Forward(runs(seeds, THRESHOLD, &VARIANTS, Change::of))
}

/// The mean of a change and its interval; empty without such runs.
fn cell(values: Vec<f64>) -> String {
    match values.len() {
        0 => "–".to_owned(),
        _ => PairedDifference::of(values, true).words(ToldIn::Share),
    }
}

impl Forward {
    pub(super) fn listing(&self) -> Listing {
        let figures = [
            "runs with a failure",
            "use of the reservations",
            "last end, of the schedule's length",
            "moved (% of the tasks)",
        ];
        let mut head = vec![String::new()];
        for variant in VARIANTS {
            head.extend(figures.map(|it| format!("{}: {it}", variant.name())));
        }
        let row = |it: &Runs<Change>| {
            std::iter::once(it.name()).chain(it.of_variants.iter().flat_map(|it| cells(it))).collect()
        };
        Listing::new(
            "Ours: what it changes that reservations move forward when tasks end early, with it less without it, \
                    paired by run, 95 % intervals in brackets",
            head,
            self.0.iter().map(row),
        )
    }

    pub(super) fn remark(&self) -> String {
        let exact = self.0.iter().filter(|it| it.qoi == 0).flat_map(|it| &it.of_variants).flatten();
        let moved = mean(exact.map(|it| it.moved));
        format!(
            "The last listing is ours: the paper's plans stay as they are while tasks run, and Sect. 5 leaves “techniques for \
             dynamic re-planning advanced reservations based on run-time information” for later. There a reservation moves \
             forward, as a whole, to when the data of all tasks before it are there and its machine is done with the one \
             before. It moves once the last of these is over, so that no running task loses time, and what it takes of the \
             slot before it is given back. Failures fall because a task that begins earlier may run on to where the \
             reservations behind it still stand. Even with exact estimates, a QoI of 0, {} % of the reservations move: each task ends \
             when its estimate does, before the spare time in its slot. The last end is compared over the runs in which no task \
             fails without it; with it none fails in them either.",
            number(100.0 * moved, 0)
        )
    }
}

fn cells(runs: &[Change]) -> [String; 4] {
    let of = |value: fn(&Change) -> f64| cell(runs.iter().map(value).collect());
    let moved: f64 = runs.iter().map(|it| it.moved).sum();
    [
        of(|it| it.fails),
        of(|it| it.utilization),
        cell(runs.iter().filter_map(|it| it.last_end).collect()),
        number(100.0 * moved / runs.len().max(1) as f64, 0),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::{ALPHA, QOI};
    use super::*;

    /// Each task that was done is done, no later; and time that no task uses is given back.
    #[test]
    fn moving_forward_fails_no_task_and_ends_no_later() {
        let Forward(all) = forward(6);
        let mut count = 0;
        for it in all.iter().flat_map(|it| &it.of_variants).flatten() {
            assert!(it.fails <= 0.0, "{it:?}");
            assert!(it.last_end.is_none_or(|it| it <= 1e-9), "{it:?}");
            count += 1;
        }
        assert_eq!(count, 6 * ALPHA.len() * QOI.len() * VARIANTS.len());
        let listing = Forward(all).listing();
        assert!(listing.rows.iter().all(|it| it.len() == listing.head.len()));
    }
}
