//! Figure 5: the example's initial schedule.

use super::example::{self, DEADLINE, SCHEDULE, drawn, farthest, machines, slot_rows, within_a_hundredth};
use crate::prelude::*;
use base::text::in_text;
use scheduling::policy::workflow::FirstAssignment;

pub const ITEM: Item = Item {
    key: "figure-5",
    title: "Figure 5: the example's schedule",
    section: "Sect. 3.5",
    paper: "Ten tasks on three machines as Hybrid.BMCT schedules them: the first reservation of each.",
    conclude,
    ..MADE_UP
};

/// How often the data that the numbers do not fix are drawn.
const DRAWS: u64 = 1_000;

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(plan) = example::plan() else {
        return Findings::default();
    };
    let slots = plan.graph.slots(&[0.0; SCHEDULE.len()]);
    let rows = slot_rows(&SCHEDULE, &slots);
    let makespan = slots.iter().map(|it| it.finish).fold(0.0, f64::max);
    let is_met = (makespan - 124.6).abs() < 0.01 && within_a_hundredth(&rows);
    let by_itself = FirstAssignment::ALL.map(|first| {
        let draws = example::draws_that_print_it(DRAWS, first);
        let name = format!("first by {}", in_text(first.name()));
        let verdict = match draws {
            0 => Verdict::DoesNotHold,
            _ => Verdict::CannotTell,
        };
        Case::new(name, verdict, format!("{draws} of {DRAWS} draws"))
    });
    let made = Claim::new(
        "Sect. 3.5",
        "Using the HBMCT DAG scheduling algorithm [23], the schedule is shown in Figure 5(d)",
        &format!(
            "Hybrid.BMCT on the example's costs and edges: every task on its printed machine, all starts and finishes \
             to ± 0.01. The data of eight edges the numbers do not fix: {DRAWS} draws, each uniform from 13 to 26, the \
             least and the most that are fixed, and on 4→7 from 0 to the 16.9 that are there in time. Draws that make \
             the schedule tell that the sentence may hold, and not that it does; if none does it does not hold."
        ),
        &by_itself,
    );
    let claim = Claim::new(
        "Sect. 3.5",
        "the schedule is shown in Figure 5(d) with a makespan of 124.6",
        "Every task on its printed machine, in the printed order of each machine, as early as costs, data and \
         machines allow: the makespan, and all starts and finishes to ± 0.01. The data of five edges were derived from these \
         numbers, so that meeting them shows that costs, data and times are consistent, and no more.",
        &[Case::new(
            "",
            if is_met { Verdict::Consistent } else { Verdict::DoesNotHold },
            format!("makespan {}, the farthest of 20 times off by {}", number(makespan, 2), number(farthest(&rows), 2)),
        )],
    );
    Findings {
        setting: "The example. Figure 5 (a) is a picture that the text at hand lacks; the paths that Figure 7 (a) \
                  lists, from one entry to one exit, have 13 edges. The numbers fix the data of five: 14 (0→1), 13 \
                  (0→4), 17 (5→8), 26 (6→9), 19 (8→9). The others carry what we chose so that Hybrid.BMCT makes the \
                  printed schedule with either first assignment: 15 on 4→7, 25 on 0→5, 1→7, 2→8, 3→6, 4→2, 5→3 and \
                  7→9, both of whose tasks are on one machine."
            .to_owned(),
        comparisons: vec![Comparison {
            title: "Figure 5 (e)".to_owned(),
            rows,
        }],
        has_derived_data: true,
        claims: vec![claim, made],
        figures: vec![Figure {
            name: "figure-5d".to_owned(),
            title: "Figure 5 (d): the initial schedule".to_owned(),
            caption: "Ten tasks on three machines, by the estimates.".to_owned(),
            picture: Picture::Slots {
                machines: machines(),
                slots: drawn(&slots),
                deadline: DEADLINE,
            },
        }],
        remarks: vec![
            "Figure 1, the motivating example of four tasks on three machines, is left out: the paper gives it no numbers, and \
             its picture cannot be read from the text at hand. Figures 2 to 4 are pseudo-code: the other items run it."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
