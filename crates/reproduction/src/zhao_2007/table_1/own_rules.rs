//! Rules of the variants that the paper leaves open, beside other ways to read them.

use super::tried::{
    CP_EVEN_PERCENT, HBMCT, OF_TABLE, OTHERS_EVENLY, RECURSIVE, SCHEDULERS, SHAPES, Table, plans, printed_alpha,
};
use crate::prelude::*;
use scheduling::policy::spare_time::{Recursive, Variant};
use scheduling::system::workflow::Plan;

/// The rules that the paper leaves open, in a few sentences.
pub const OURS: &str = "Four rules are ours, since the paper leaves them open. (1) A round of a recursive variant whose slots \
    would end after the deadline, as they can where a gap closes that counted as spare time, gives all tasks less by the \
    same factor. (2) r_cp_first measures its first shares by the estimates of all tasks, so that the critical ones take \
    only theirs and the rest is shared out in the rounds behind. (3) Figure 4's last loop would cut the share of critical \
    tasks too; the example (Figure 7 a) does not, and so ours does not. (4) Sect. 3.4 gives the second formula for tasks on \
    the critical path only; under cp_even_percent the others also share what their paths leave by percent, and not \
    evenly as Figure 4 has it.";

/// The least spare time of a task.
fn least(plan: &Plan) -> f64 {
    plan.spare_percent().into_iter().fold(f64::INFINITY, f64::min)
}

/// How many of the recursive variants cut a round.
fn cut(plan: &Plan) -> usize {
    let is_cut = |variant: &&Variant| {
        let mut rounds = Recursive::new(&plan.graph, plan.deadline, **variant);
        while rounds.iterate().is_some() {}
        rounds.cut_rounds() > 0
    };
    Variant::SHARED[..RECURSIVE].iter().filter(is_cut).count()
}

/// The least spare time under `r_cp_first`, as it is and where the critical tasks share all at first.
fn first(mut plan: Plan) -> [f64; 2] {
    plan.share_out(Variant::RCpFirst);
    let usual = least(&plan);
    let rounds = Recursive::new(&plan.graph, plan.deadline, Variant::RCpFirst);
    let mut rounds = rounds.first_among_critical();
    while rounds.iterate().is_some() {}
    plan.slots = plan.graph.slots(&rounds.into_extensions());
    [usual, least(&plan)]
}

/// Two minima, and the excess of the second over the first.
fn beside(one: &[f64], other: &[f64]) -> [String; 3] {
    let more = PairedDifference::drawn(one.iter().zip(other).map(|(one, other)| (other - one) / 100.0));
    [number(mean(one), 1), number(mean(other), 1), more.words(ToldIn::Share)]
}

/// How often rounds are cut, and the values of two other readings; `table` has the α of the print.
pub fn told(table: &Table, seeds: u32) -> (String, Listing) {
    let (mut cuts, mut all_plans) = (0, 0);
    let mut rows = Vec::new();
    for (at, shape) in SHAPES.iter().enumerate().take(OF_TABLE) {
        let mut firsts = Vec::new();
        for plans in (1..=u64::from(seeds)).filter_map(|seed| plans(&(shape.make)(seed))) {
            for (column, mut plan) in plans.into_iter().enumerate().take(SCHEDULERS) {
                let alpha = printed_alpha(shape.printed, column);
                plan.deadline = (1.0 + alpha / 100.0) * plan.allocation.finish();
                cuts += cut(&plan);
                all_plans += RECURSIVE;
                if column == HBMCT {
                    firsts.push(first(plan));
                }
            }
        }
        let of_first = |which: usize| firsts.iter().map(|it| it[which]).collect::<Vec<_>>();
        let percent = |variant: usize| {
            let each = table.cells[at][HBMCT].each(|it| it.spare[variant][0]);
            each.into_iter().flatten().collect::<Vec<_>>()
        };
        let mut row = vec![shape.name.to_owned()];
        row.extend(beside(&of_first(0), &of_first(1)));
        row.extend(beside(&percent(CP_EVEN_PERCENT), &percent(OTHERS_EVENLY)));
        rows.push(row);
    }
    let remark = format!(
        "With α as printed, rule 1 cut a round in {cuts} of {} plans, those of the recursive variants under the four \
         schedulers. What rules 2 and 4 decide, the list with the minimum under the other reading of each tells.",
        number(f64::from(all_plans as u32), 0)
    );
    let listing = Listing::new(
        "Rules 2 and 4: the minimum spare time in %, HBMCT, α as printed, and under the other reading; \
                differences paired by workflow",
        [
            "",
            "r_cp_first",
            "where the critical tasks share all at first",
            "difference",
            "cp_even_percent",
            "where the others share evenly",
            "difference",
        ],
        rows,
    );
    (remark, listing)
}
