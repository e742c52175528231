//! The trade of every cluster and every manager in a run, for any number of them.
//!
//! "Each node and manager maintains a balance of trade variable" (Hollingsworth and Maneewongvatana 1999, Sect. 2.3).
//! Measures have fixed names, and are columns of every sweep: they cover the first ten clusters.

use super::{ImpreciseCalendar, Tree};
use crate::engine::Run;

/// Use of the nodes beneath a manager by jobs from elsewhere, and of nodes elsewhere by jobs from there, in node
/// seconds. Use among the clusters beneath the manager is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traded {
    pub supply: i64,
    pub consumption: i64,
}

impl Traded {
    /// How much more it has consumed than supplied.
    pub fn balance(self) -> i64 {
        self.consumption.saturating_sub(self.supply)
    }
}

/// The trade of each manager, by its number in the tree, those of the clusters first, over the whole run. O(bars ·
/// levels).
pub fn traded(settings: &ImpreciseCalendar, run: &Run) -> Vec<Traded> {
    let clusters = run.platform.len();
    let tree = Tree::new(&settings.managers, &run.platform);
    let mut all = vec![Traded::default(); tree.managers().len()];
    for bar in &run.schedule.bars {
        let job = bar.job as usize;
        let home = settings.home.of(&run.jobs[job], job, clusters);
        let there = bar.provider as usize;
        let nodes = i64::from(bar.last_processor - bar.first_processor) + 1;
        let work = nodes.saturating_mul(bar.end - bar.start);
        let beneath = |manager: usize, cluster: usize| {
            let clusters = &tree.manager(manager).clusters;
            clusters.binary_search(&cluster).is_ok()
        };
        let above = |cluster: usize| std::iter::successors(Some(cluster), |&it| tree.manager(it).above);
        for manager in above(there).take_while(|&it| !beneath(it, home)) {
            all[manager].supply = all[manager].supply.saturating_add(work);
        }
        for manager in above(home).take_while(|&it| !beneath(it, there)) {
            all[manager].consumption = all[manager].consumption.saturating_add(work);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::system::imprecise_calendar::tests::{any_job, numbered, settings};
    use crate::system::testing::{jobs, run};
    use workload::Job;
    use workload::testing::of_user;

    /// Twelve clusters of two nodes, in two halves beneath managers of their own.
    fn twelve(more: &str) -> ImpreciseCalendar {
        let settings: ImpreciseCalendar = serde_json::from_str(&format!(
            r#"{{"levels": [{{"length": 10}}], "home": "user", "bump_after": 0,
                "managers": [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]{more}}}"#
        ))
        .expect("settings");
        settings.validate(&[2; 12]).expect("settings that can be run");
        settings
    }

    #[test]
    fn twelve_clusters_by_hand() {
        // Two jobs of cluster 11 at once: the second is bumped up, and runs on the first cluster beside it.
        // Seven clusters' nodes: those of the third job's own, 3, then 0, 1, 2, 4 and 5, and one of the other half.
        let settings = twelve("");
        let jobs = jobs("0 2 100 100 user=11, 0 2 100 100 user=11, 200 14 50 50 user=3");
        let run = run(&settings, &[2; 12], jobs);
        let all = traded(&settings, &run);
        let balances: Vec<i64> = all.iter().map(|it| it.balance()).collect();
        assert_eq!(balances[..12], [-100, -100, -100, 600, -100, -100, -300, 0, 0, 0, 0, 200]);
        // The first half consumes two nodes of the other for 50 s; trade among its own clusters does not count.
        let told = all[12..].iter().map(|it| (it.supply, it.consumption));
        assert!(told.eq([(0, 100), (100, 0), (0, 0)]));
        // Measures cover the first ten.
        assert!(run.measures.contains_key("balance_10") && !run.measures.contains_key("balance_11"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(48)))]

        #[test]
        fn what_is_supplied_is_consumed_and_a_manager_s_balance_is_that_of_its_clusters(
            jobs in prop::collection::vec((any_job(), 0..12i64, 1..=20u32), 1..40),
            staleness in prop_oneof![Just(0i64), 1..100i64],
        ) {
            let jobs = jobs.into_iter().map(|(job, user, processors)| of_user(user, Job { processors, ..job }));
            let settings = twelve(&format!(r#", "staleness": {staleness}"#));
            let run = run(&settings, &[2; 12], numbered(jobs.collect()));
            let all = traded(&settings, &run);
            let sum = |of: &[Traded]| of.iter().map(|it| it.balance()).sum::<i64>();
            prop_assert_eq!(sum(&all[..12]), 0);
            prop_assert_eq!(sum(&all[12..14]), 0);
            prop_assert_eq!((sum(&all[..6]), sum(&all[6..12])), (all[12].balance(), all[13].balance()));
            prop_assert_eq!(all[14], Traded::default());
            let near = |key: &str, seconds: i64| (run.measures[key] - seconds as f64 / 3_600.0).abs() < 1e-9;
            for (cluster, it) in all[..10].iter().enumerate() {
                let key = |of: &str| format!("{of}_{}", cluster + 1);
                prop_assert!(near(&key("supply"), it.supply) && near(&key("consumption"), it.consumption));
            }
            // Each manager anew: origin and place of each job, seen from there.
            for (manager, clusters) in [(12, 0..6), (13, 6..12)] {
                let mut naive = Traded::default();
                for bar in &run.schedule.bars {
                    let home = run.jobs[bar.job as usize].logged.user as usize % 12;
                    let nodes = i64::from(bar.last_processor - bar.first_processor + 1);
                    let work = nodes * (bar.end - bar.start);
                    match (clusters.contains(&(bar.provider as usize)), clusters.contains(&home)) {
                        (true, false) => naive.supply += work,
                        (false, true) => naive.consumption += work,
                        _ => {}
                    }
                }
                prop_assert_eq!(all[manager], naive);
            }
        }
    }

    #[test]
    fn one_manager_does_not_trade() {
        let settings = settings("{}");
        let run = run(&settings, &[8], jobs("0 2 10 10"));
        assert_eq!(traded(&settings, &run), [Traded::default()]);
    }
}
