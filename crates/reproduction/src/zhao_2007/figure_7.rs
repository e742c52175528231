//! Figure 7: the critical path based allocation.

use super::example::{self, farthest, rows, slot_rows, within_a_hundredth};
use crate::prelude::*;
use scheduling::policy::spare_time::{ScheduleGraph, Slot, Variant, critical_path, first_paths, paths};

pub const ITEM: Item = Item {
    key: "figure-7",
    title: "Figure 7: the critical path based allocation, step by step",
    section: "Sect. 3.5",
    paper: "What cp_even_time gives each task, path by path, and the final slots.",
    conclude,
    ..MADE_UP
};

/// Figure 7 (a): the least that each task gets of any path.
const GIVEN: [f64; 10] = [18.85, 18.85, 12.56, 12.56, 12.56, 12.56, 12.56, 18.85, 12.56, 18.85];
/// Figure 7 (a): the paths, the first of them the critical one, and the spare time that is left beside its tasks.
const PATHS: [(&[usize], f64); 5] = [
    (&[0, 1, 7, 9], 75.4),
    (&[0, 5, 3, 6, 9], 37.7),
    (&[0, 4, 2, 8, 9], 37.7),
    (&[0, 4, 7, 9], 18.85),
    (&[0, 5, 8, 9], 37.7),
];
/// Figure 7 (b).
const SLOTS: [(f64, f64); 10] = [
    (0.0, 35.85),
    (55.45, 97.3),
    (74.11, 101.67),
    (78.41, 94.97),
    (47.55, 74.11),
    (35.85, 78.41),
    (94.97, 124.53),
    (97.3, 162.15),
    (101.67, 136.23),
    (162.15, 200.0),
];

/// A time cut to two digits, as the figure cuts 37.7 ÷ 3 to 12.56.
fn cut(time: f64) -> f64 {
    (100.0 * time + 1e-6).floor() / 100.0
}

/// A path, as Figure 4 goes through it.
struct Path {
    tasks: Vec<usize>,
    /// How many of its tasks are critical.
    critical: usize,
    /// The spare time of the application that they leave; on the critical path all of it.
    left: f64,
    /// The share of it that each of the others would get; on the critical path that of each task.
    share: f64,
}

fn each_path(graph: &ScheduleGraph, critical: &[usize], spare: f64) -> Vec<Path> {
    let of_critical = spare / critical.len() as f64;
    let path = |tasks: Vec<usize>| {
        let count = tasks.iter().filter(|it| critical.contains(it)).count();
        let left = spare - of_critical * count as f64;
        if tasks == critical {
            Path { critical: count, left: spare, share: of_critical, tasks }
        } else {
            Path { critical: count, left, share: left / (tasks.len() - count) as f64, tasks }
        }
    };
    first_paths(graph, 100).into_iter().map(path).collect()
}

/// Whether the paths are the printed ones, with the spare time that their critical tasks leave.
fn are_as_printed(all: &[Path]) -> bool {
    let is_printed =
        |path: &Path| PATHS.iter().any(|&(tasks, left)| path.tasks == tasks && (path.left - left).abs() <= 0.01);
    all.len() == PATHS.len() && all.iter().all(is_printed)
}

fn path_table(all: &[Path]) -> Listing {
    let row =
        |it: &Path| vec![joined(&it.tasks, " → "), it.critical.to_string(), number(it.left, 2), number(it.share, 2)];
    Listing::new(
        "Figure 7 (a): all paths",
        ["path", "critical tasks", "spare time left (s)", "for each of the others (s)"],
        all.iter().map(row),
    )
}

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(mut plan) = example::plan() else {
        return Findings::default();
    };
    plan.share_out(Variant::CpEvenTime);
    let path = critical_path(&plan.graph);
    let given: Vec<f64> = plan.slots.iter().map(|it| it.reserved_until - it.finish).collect();
    let cut_given: Vec<f64> = given.iter().map(|&it| cut(it)).collect();
    let shares = rows("given", &GIVEN, given.iter().copied());
    let with_cuts = slot_rows(&SLOTS, &plan.graph.slots(&cut_given));
    let exact = slot_rows(&SLOTS, &plan.slots);
    let one = |holds: bool, evidence: String| [Case::exact("", holds, evidence)];
    let spare = plan.deadline - plan.allocation.finish();
    let each = each_path(&plan.graph, &path, spare);
    let claims = vec![
        Claim::new(
            "Sect. 3.5",
            "All paths in the initial schedule are found",
            "The five paths of Figure 7 (a), no others, and what the critical tasks of each leave, to ± 0.01.",
            &one(are_as_printed(&each), format!("{} paths", each.len())),
        ),
        Claim::new(
            "Sect. 3.5",
            "the tasks which are in the critical path (which is {0, 1, 7, 9}) obtain the same amount of time \
             by dividing the AST evenly",
            "The chain of binding predecessors back from the last finish.",
            &one(path == [0, 1, 7, 9], joined(&path, ", ")),
        ),
        Claim::new(
            "Sect. 3.5",
            "Only the smallest amount of spare time that each task may obtain from different paths will count",
            "What each task is given, and the slots of Figure 7 (b) out of shares cut to two digits as Figure 7 \
             (a) prints them, all to ± 0.01.",
            &one(
                within_a_hundredth(&shares) && within_a_hundredth(&with_cuts),
                format!(
                    "the farthest share is off by {}, the farthest time by {}; without the cut by {}",
                    number(farthest(&shares), 3),
                    number(farthest(&with_cuts), 3),
                    number(farthest(&exact), 3)
                ),
            ),
        ),
    ];
    let all = paths(&plan.graph);
    Findings {
        setting: format!(
            "The example with a deadline of 200 under cp_even_time. Paths go along data and machines, \
             {} of them; their least shares are found without going along each. Figure 4's last loop would cut what critical \
             tasks get to what other paths through them leave; the figure does not, and neither do we.",
            number(all.count, 0)
        ),
        comparisons: vec![
            Comparison { title: "Figure 7 (b), out of shares cut to two digits".to_owned(), rows: with_cuts },
            Comparison { title: "Figure 7 (a): what each task is given".to_owned(), rows: shares },
        ],
        claims,
        listings: vec![path_table(&each), uncut(&plan.slots)],
        remarks: vec![
            "The third of 37.7 is 12.5667, which Figure 7 (a) prints, and Figure 7 (b) goes on with, as 12.56: \
             without the cut a slot behind two others is later by up to 0.02."
                .to_owned(),
            "The row of the path 0→4→7→9 of Figure 7 (a) names task 6 where the path has 7, and what other \
             paths leave to task 4 instead of what this one does, 18.85."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

/// The slots from shares that are not cut.
fn uncut(slots: &[Slot]) -> Listing {
    let row = |(task, it): (usize, &Slot)| {
        let times = [it.start, it.finish, it.reserved_until].map(|it| number(it, 3));
        [task.to_string()].into_iter().chain(times).collect()
    };
    Listing::new(
        "The slots without the cut",
        ["task", "start", "finish by estimate", "reserved until"],
        slots.iter().enumerate().map(row),
    )
}
