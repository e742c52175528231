//! Figure 6: the first iteration of the recursive allocation.

use super::example::{self, DEADLINE, farthest, rows, slot_rows, within_a_hundredth};
use crate::prelude::*;
use scheduling::policy::spare_time::{Recursive, Variant};

pub const ITEM: Item = Item {
    key: "figure-6",
    title: "Figure 6: the recursive allocation, step by step",
    section: "Sect. 3.5",
    paper: "The first iteration of r_even_time: spare time, what each task is given, its slot.",
    conclude,
    ..MADE_UP
};

const SPARE: [f64; 10] = [0.0, 0.0, 4.6, 0.0, 0.0, 0.0, 1.2, 0.0, 2.3, 0.0];
const GIVEN: [f64; 10] = [7.54, 7.54, 2.94, 7.54, 7.54, 7.54, 6.34, 7.54, 5.24, 7.54];
const SLOTS: [(f64, f64); 10] = [
    (0.0, 24.54),
    (44.14, 74.68),
    (57.78, 75.72),
    (62.08, 73.62),
    (36.24, 57.78),
    (24.54, 62.08),
    (73.62, 96.96),
    (74.68, 128.22),
    (77.38, 104.62),
    (133.36, 159.9),
];

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(plan) = example::plan() else {
        return Findings::default();
    };
    let mut recursive = Recursive::new(&plan.graph, DEADLINE, Variant::REvenTime);
    let iterations: Vec<_> = std::iter::from_fn(|| recursive.iterate()).collect();
    let mut all: Vec<Row> = Vec::new();
    if let Some(first) = iterations.first() {
        all.extend(rows("spare time", &SPARE, first.spare.iter().copied()));
        all.extend(rows("given", &GIVEN, first.given.iter().copied()));
        all.extend(slot_rows(&SLOTS, &first.slots));
    }
    let left = joined(iterations.iter().map(|it| number(it.left, 2)), ", ");
    let first_left = iterations.first().map_or(f64::NAN, |it| it.left);
    let one = |holds: bool, evidence: String| [Case::exact("", holds, evidence)];
    let claims = vec![
        Claim::new(
            "Sect. 3.5",
            "the initial Application Spare Time (AST) to be distributed to tasks is equal to 200-124.6=75.4",
            "To ± 0.01. The makespan is that of Figure 5, whose numbers the data were derived from.",
            &[Case::new(
                "",
                if (first_left - 75.4).abs() < 0.01 { Verdict::Consistent } else { Verdict::DoesNotHold },
                number(first_left, 2),
            )],
        ),
        Claim::new(
            "Sect. 3.5",
            "task 2 had spare time of 4.6 from the initial schedule, therefore, another 2.94(=7.54-4.6) is \
             allocated to it in the new reservation slot",
            "All forty numbers of the figure to ± 0.01.",
            &one(
                !all.is_empty() && within_a_hundredth(&all),
                format!("the farthest is off by {}", number(farthest(&all), 2)),
            ),
        ),
        Claim::new(
            "Sect. 3.5",
            "After two more iterations, where additional spare time is added to each task, the reservation \
             slots for each task and the final schedule are shown in Figure 8(a)",
            "With the threshold of Figure 8, a twentieth of the deadline.",
            &one(
                iterations.len() == 3,
                format!("{} iterations, before which there were {left} s left", iterations.len()),
            ),
        ),
    ];
    Findings {
        setting: "The example with a deadline of 200 under r_even_time. The total that a task is to have grows \
                  once an iteration by its share of the rest; the pseudo-code of Figure 3 adds it once a \
                  task. A round whose slots would end after the deadline would give all tasks less by the same factor, \
                  which is ours and does not happen here."
            .to_owned(),
        comparisons: vec![Comparison { title: "Figure 6".to_owned(), rows: all }],
        claims,
        listings: vec![later(&iterations)],
        ..Findings::default()
    }
}

/// The iterations after the first, which the figure does not show.
fn later(iterations: &[scheduling::policy::spare_time::Iteration]) -> Listing {
    let mut head = vec!["task".to_owned()];
    for at in 2..=iterations.len() {
        head.extend(["spare time", "given", "start", "finish"].map(|it| format!("{at}: {it}")));
    }
    let row = |task: usize| {
        let mut row = vec![task.to_string()];
        for it in iterations.iter().skip(1) {
            let slot = &it.slots[task];
            let numbers = [it.spare[task], it.given[task], slot.start, slot.reserved_until];
            row.extend(numbers.map(|it| number(it, 2)));
        }
        row
    };
    Listing::new("The iterations that follow", head, (0..SLOTS.len()).map(row))
}
