//! Initial schedules: how long they are, and so α, with either beginning of Hybrid.BMCT; and the spare time that they
//! have before any is shared out, and how evenly tasks have it.

use super::tried::{
    BEGINNINGS, COLUMNS, CP_EVEN_PERCENT, DEADLINE, FCP, FCP_BY_FINISH, HBMCT, HEFT, MONTAGE, OF_TABLE, OTHERS_EVENLY,
    RECURSIVE, SCHEDULERS, SHAPES, Shape, Table, plans, printed_alpha,
};
use crate::prelude::*;
use crate::zhao_2007::setting::plan_from;
use scheduling::policy::spare_time::{Recursive, Variant};
use scheduling::system::workflow::Plan;

/// Indices into [`BEGINNINGS`].
const BY_EXECUTION: usize = 0;
const BY_COMPLETION: usize = 1;
const BY_DLS: usize = 4;
const BY_HEFT: usize = 5;

/// The length of a workflow's schedules, with each of [`BEGINNINGS`], in seconds.
type Lengths = [f64; BEGINNINGS.len()];

/// By shape, workflow by workflow.
pub struct Schedules(Vec<Vec<Lengths>>);

/// The lengths of `seeds` workflows of each shape.
pub fn schedules(seeds: u32) -> Schedules {
    let of_seed = |shape: &Shape, seed: u64| -> Option<Lengths> {
        let workflow = (shape.make)(seed);
        let lengths = BEGINNINGS.map(|(_, it)| Some(plan_from(&workflow, it, 1.0)?.allocation.finish()));
        lengths.into_iter().collect::<Option<Vec<f64>>>()?.try_into().ok()
    };
    let of_shape = |shape: &Shape| each_seed(seeds, |seed| of_seed(shape, seed));
    Schedules(SHAPES.iter().map(of_shape).collect())
}

impl Schedules {
    /// All lengths, how many are late, and α where none is.
    pub fn listing(&self) -> Listing {
        let mut rows = Vec::new();
        for (shape, all) in SHAPES.iter().zip(&self.0) {
            let whole: Vec<&Lengths> = all.iter().filter(|it| it.iter().all(|it| *it <= DEADLINE)).collect();
            for (at, (name, _)) in BEGINNINGS.iter().enumerate() {
                let late = all.iter().filter(|it| it[at] > DEADLINE).count();
                let alpha = mean(whole.iter().map(|it| 100.0 * (DEADLINE - it[at]) / it[at]));
                rows.push(vec![
                    format!("{}, {name}", shape.name),
                    number(mean(all.iter().map(|it| it[at])), 0),
                    late.to_string(),
                    number(alpha, 1),
                    whole.len().to_string(),
                ]);
            }
        }
        Listing::new(
            "Initial schedules: mean length of all, how many end after 1500 s and so are rejected, and the mean α of \
                    the runs in which no schedule does. The paper prints an α of 34, 7, 32 and 24 for Montage under HBMCT, \
                    FCP, DLS and HEFT",
            ["", "mean length (s)", "late", "α (%)", "runs"],
            rows,
        )
    }

    /// Whether the printed order of α for Montage is reproduced, with each beginning. Under one deadline the
    /// shorter schedule has the higher α, so all runs count, also those with late schedules.
    pub fn order_on_montage(&self) -> String {
        let shorter = |one: usize, other: usize| {
            PairedDifference::drawn(self.0[MONTAGE].iter().map(|it| it[one] / it[other] - 1.0))
        };
        let execution = shorter(BY_EXECUTION, BY_DLS);
        let completion = shorter(BY_COMPLETION, BY_DLS);
        let heft = shorter(BY_DLS, BY_HEFT);
        let order =
            |hybrid: &PairedDifference| Verdict::whole(&[hybrid.verdict(Said::Less), heft.verdict(Said::Less)]).words();
        let words = |it: &PairedDifference| it.words(ToldIn::Share);
        format!(
            "Of Montage the paper prints a higher α under HBMCT than under DLS, and a higher one under DLS than under HEFT: \
             under one deadline, shorter schedules. Ours, by length, paired by workflow, all runs: DLS beside HEFT {}; HBMCT \
             beside DLS {} where Hybrid.BMCT first assigns tasks by execution time, and {} where by completion time. The \
             order with the former: {}; with the latter: {}. The rest of this item is computed with the former.",
            words(&heft),
            words(&execution),
            words(&completion),
            order(&execution),
            order(&completion)
        )
    }
}

/// The part of its estimate that counts as rounding error and not as spare time, in percent.
const ROUNDING: f64 = 1e-6;

/// The spare time of the tasks of one schedule that ends at its deadline, in percent of their estimates.
#[derive(Clone, Copy, Debug, Default)]
struct Inherent {
    mean: f64,
    /// How many tasks have none, in percent.
    without: f64,
    /// The Gini coefficient: 0 where all have the same, towards 1 the fewer have it all.
    gini: f64,
}

impl Inherent {
    fn of(mut all: Vec<f64>) -> Self {
        all.sort_by(f64::total_cmp);
        let count = all.len() as f64;
        let without = all.iter().filter(|it| **it <= ROUNDING).count();
        let sum: f64 = all.iter().sum();
        let ranked = all.iter().zip(1..).map(|(it, rank)| f64::from(rank) * it);
        let gini = if sum > 0.0 { 2.0 * ranked.sum::<f64>() / (count * sum) - (count + 1.0) / count } else { 0.0 };
        Self { mean: mean(&all), without: 100.0 * without as f64 / count, gini }
    }
}

/// By shape, by column, workflow by workflow.
pub struct Initial(Vec<Vec<Vec<Inherent>>>);

/// The initial schedules of `seeds` workflows of each shape.
pub fn initial(seeds: u32) -> Initial {
    let of_shape = |shape: &Shape| {
        let mut of_columns = vec![Vec::new(); COLUMNS.len()];
        for plans in (1..=u64::from(seeds)).filter_map(|seed| plans(&(shape.make)(seed))) {
            for (mut plan, all) in plans.into_iter().zip(&mut of_columns) {
                // The deadline is the schedule's end: no spare time is shared out.
                plan.share_out(Variant::REvenTime);
                all.push(Inherent::of(plan.spare_percent()));
            }
        }
        of_columns
    };
    Initial(SHAPES.iter().take(OF_TABLE).map(of_shape).collect())
}

impl Initial {
    /// A case of every type of DAG with either way of FCP.
    fn fcp_beside_heft(&self, of: fn(&Inherent) -> f64, unit: ToldIn) -> Vec<Case> {
        let mut cases = Vec::new();
        for fcp in [FCP, FCP_BY_FINISH] {
            for (shape, row) in SHAPES.iter().zip(&self.0) {
                let less = row[fcp].iter().zip(&row[HEFT]).map(|(fcp, heft)| of(fcp) - of(heft));
                let name = format!("{}, {} less HEFT", shape.name, COLUMNS[fcp].0);
                cases.push(Case::drawn(name, less, Said::More, unit));
            }
        }
        cases
    }

    pub fn claims(&self) -> Vec<Claim> {
        vec![
            Claim::new(
                "Sect. 4.2, on Table 1",
                "This can be attributed to the inefficient initial schedule that FCP builds, which already gives a rather \
                 large amount of spare time to each task",
                "Of the initial schedules, the deadline being their end: the mean spare time of a task under FCP less that \
                 under HEFT, with which FCP is compared there, is above 0. In percentage points of the estimates, paired by \
                 workflow.",
                &self.fcp_beside_heft(|it| it.mean / 100.0, ToldIn::Share),
            ),
            Claim::new(
                "Sect. 4.2, on Table 1",
                "although an originally inefficient schedule (as the one produced by the FCP algorithm) may have some \
                 inherent spare time, this is not necessarily fairly distributed amongst tasks",
                "The paper speculates, and names no measure. Of the initial schedules, the deadline being their end: the \
                 spare time under FCP is less evenly distributed than under HEFT, by the Gini coefficient of what each task \
                 has in percent of its estimate. Paired by workflow.",
                &self.fcp_beside_heft(|it| it.gini, ToldIn::Number),
            ),
        ]
    }

    pub fn listing(&self) -> Listing {
        let mut rows = Vec::new();
        for (shape, row) in SHAPES.iter().zip(&self.0) {
            for ((name, _), runs) in COLUMNS.iter().zip(row) {
                let of = |of: fn(&Inherent) -> f64| mean(runs.iter().map(of));
                rows.push(vec![
                    format!("{}, {name}", shape.name),
                    number(of(|it| it.mean), 1),
                    number(of(|it| it.without), 1),
                    number(of(|it| it.gini), 2),
                ]);
            }
        }
        Listing::new(
            "Spare time of the initial schedules, before any is shared out",
            ["", "mean of the tasks, in % of the estimate", "tasks without any (%)", "Gini coefficient"],
            rows,
        )
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gini_coefficient_tells_how_few_have_it() {
        let of = |all: &[f64]| Inherent::of(all.to_vec());
        assert!(of(&[5.0; 4]).gini.abs() < 1e-12);
        assert!((of(&[8.0, 0.0, 0.0, 0.0]).gini - 0.75).abs() < 1e-12);
        assert!((of(&[1.0, 3.0]).gini - 0.25).abs() < 1e-12);
        let none = of(&[0.0; 3]);
        assert_eq!((none.mean, none.without, none.gini), (0.0, 100.0, 0.0));
    }
}
