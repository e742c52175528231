//! Figure 8: the example's final reservations.

use super::example::{self, DEADLINE, drawn, machines};
use crate::prelude::*;
use scheduling::policy::spare_time::{Slot, Variant};

pub const ITEM: Item = Item {
    key: "figure-8",
    title: "Figure 8: the final reservations",
    section: "Sect. 3.5",
    paper: "The slots of the ten tasks under r_even_time and cp_even_time, as Gantt charts without numbers.",
    conclude,
    ..MADE_UP
};

const PARTS: [(&str, &str, Variant); 2] = [
    ("a", "Recursive Spare Time Allocation", Variant::REvenTime),
    ("b", "Critical Path Based Allocation", Variant::CpEvenTime),
];

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(mut plan) = example::plan() else {
        return Findings::default();
    };
    let mut figures = Vec::new();
    let mut all: Vec<Vec<Slot>> = Vec::new();
    for (part, strategy, variant) in PARTS {
        plan.share_out(variant);
        figures.push(Figure {
            name: format!("figure-8{part}"),
            title: format!("Figure 8 ({part}): {strategy}"),
            caption: format!("{}, deadline 200.", variant.name()),
            picture: Picture::Slots { machines: machines(), slots: drawn(&plan.slots), deadline: DEADLINE },
        });
        all.push(plan.slots.clone());
    }
    let last = |slots: &[Slot]| slots.iter().map(|it| it.reserved_until).fold(0.0, f64::max);
    let left = all.first().map_or(f64::NAN, |slots| DEADLINE - last(slots));
    Findings {
        setting: "The example with a deadline of 200. The figure's numbers cannot be read from the text at hand: \
                  ours stand alone."
            .to_owned(),
        claims: vec![Claim::new(
            "Fig. 8",
            "reservation slots for each task using the Recursive Spare Time Allocation Approach (the threshold \
             is 5%)",
            "What is left at the end is less than 5 % of the deadline, 10: the rounds go on until it is, so that it cannot be \
             more.",
            &[Case::new("", Verdict::NotTestable, format!("{} are left", number(left, 2)))],
        )],
        listings: vec![listing(&all)],
        figures,
        ..Findings::default()
    }
}

fn listing(all: &[Vec<Slot>]) -> Listing {
    let mut head = vec!["task".to_owned()];
    for (part, ..) in PARTS {
        head.extend(["start", "estimate ends", "finish"].map(|it| format!("({part}) {it}")));
    }
    let tasks = all.first().map_or(0, Vec::len);
    let row = |task: usize| {
        let mut row = vec![task.to_string()];
        for slots in all {
            let it = &slots[task];
            row.extend([it.start, it.finish, it.reserved_until].map(|it| number(it, 2)));
        }
        row
    };
    Listing::new("The slots", head, (0..tasks).map(row))
}
