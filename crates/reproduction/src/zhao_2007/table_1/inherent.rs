//! The spare time that a schedule has before any is shared out, and how evenly tasks have it.

use super::tried::{COLUMNS, FCP, FCP_BY_FINISH, HEFT, OF_TABLE, SHAPES, plans};
use crate::numbers::number;
use crate::zhao_2007::setting::mean;
use crate::{Case, Claim, Listing, PairedDifference, Said, ToldIn};
use scheduling::policy::spare_time::Variant;

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
    let of_shape = |shape: &super::tried::Shape| {
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
    fn less(&self, shape: usize, (one, other): (usize, usize), of: fn(&Inherent) -> f64) -> PairedDifference {
        let row = &self.0[shape];
        let pairs = row[one].iter().zip(&row[other]);
        PairedDifference::of(pairs.map(|(one, other)| of(one) - of(other)).collect(), true)
    }

    /// A case of every type of DAG with either way of FCP.
    fn fcp_beside_heft(&self, of: fn(&Inherent) -> f64, unit: ToldIn) -> Vec<Case> {
        let of_fcp = |fcp: usize| {
            SHAPES.iter().enumerate().take(OF_TABLE).map(move |(shape, it)| {
                let name = format!("{}, {} less HEFT", it.name, COLUMNS[fcp].0);
                Case::of(name, &self.less(shape, (fcp, HEFT), of), Said::More, unit)
            })
        };
        [FCP, FCP_BY_FINISH].into_iter().flat_map(of_fcp).collect()
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
                let of = |of: fn(&Inherent) -> f64| mean(&runs.iter().map(of).collect::<Vec<_>>());
                rows.push(vec![
                    format!("{}, {name}", shape.name),
                    number(of(|it| it.mean), 1),
                    number(of(|it| it.without), 1),
                    number(of(|it| it.gini), 2),
                ]);
            }
        }
        Listing {
            title: "Spare time of the initial schedules, before any is shared out".to_owned(),
            head: ["", "mean of the tasks, in % of the estimate", "tasks without any (%)", "Gini coefficient"]
                .map(str::to_owned)
                .to_vec(),
            rows,
        }
    }
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
