//! Figure 5: the example's initial schedule.

use super::example::{
    self, DEADLINE, SCHEDULE, drawn, farthest, machines, slot_rows, within_a_hundredth,
};
use crate::criteria::Report;
use crate::reproduce::numbers::number;
use crate::reproduce::{
    Case, Cell, Claim, Comparison, Figure, Findings, Item, Options, Picture, Plan, Unavailable,
    Verdict,
};
use crate::workload::Workload;

pub const ITEM: Item = Item {
    key: "figure-5",
    title: "Figure 5: the example's schedule",
    section: "Sect. 3.5",
    paper: "Ten tasks on three machines as Hybrid.BMCT schedules them: the first reservation of each.",
    needs_log: false,
    plan: nothing,
    conclude,
};

/// Nothing is run on a log.
pub fn nothing(_: &[Workload], _: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(Vec::new())
}

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(plan) = example::plan() else {
        return Findings::default();
    };
    let slots = plan.graph.slots(&[0.0; SCHEDULE.len()]);
    let rows = slot_rows(&SCHEDULE, &slots);
    let makespan = slots.iter().map(|it| it.finish).fold(0.0, f64::max);
    let claim = Claim::new(
        "Sect. 3.5",
        "the schedule is shown in Figure 5(d) with a makespan of 124.6",
        "Every task on its printed machine, in the printed order of each machine, as early as costs, data and \
         machines allow: the makespan, and all starts and finishes to ± 0.01.",
        &[Case::new(
            "",
            Verdict::exact((makespan - 124.6).abs() < 0.01 && within_a_hundredth(&rows)),
            format!(
                "makespan {}, the farthest of 20 times off by {}",
                number(makespan, 2),
                number(farthest(&rows), 2)
            ),
        )],
    );
    Findings {
        setting: "The example, with the edges that its numbers tell of: data of 14 (0→1), 13 (0→4), 17 (5→8), \
                  26 (6→9), 19 (8→9), none on 1→7, 4→7, 7→9. Figure 5 (a) is a picture that the text at hand \
                  lacks; edges that bind nothing do not show in the numbers."
            .to_owned(),
        comparisons: vec![Comparison {
            title: "Figure 5 (e)".to_owned(),
            rows,
        }],
        claims: vec![claim],
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
            "Whether Hybrid.BMCT itself makes this schedule cannot be tried without the whole graph: machines \
             and order are taken as printed."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
