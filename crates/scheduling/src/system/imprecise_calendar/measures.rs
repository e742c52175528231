//! The paper's own figures (Hollingsworth and Maneewongvatana 1999, Sect. 3.1).

use super::simulation::{Inquiries, Trade};
use super::{ImpreciseCalendar, Tree};
use crate::engine::queuing_delay::{CLASSES, QueuingDelay, class_of, queuing_delays};
use crate::system::prelude::*;
use crate::system::{Better, Measure, Measures, Unit};

/// Normalized mean queuing delay in its three ways, of some jobs.
macro_rules! delays {
    ($key:literal, $jobs:literal) => {
        [
            Measure::new(
                concat!("weighted_delay", $key),
                concat!("Weighted queuing delay", $jobs),
                "Normalized queuing delay, weighted by processor seconds: Σ p · (completion − submission) / Σ p · run time.",
                Unit::Times,
                Better::Lower,
            ),
            Measure::new(
                concat!("delay", $key),
                concat!("Normalized queuing delay", $jobs),
                "(Completion − submission) / run time, mean over jobs; a job that ran for less than a second is not counted.",
                Unit::Times,
                Better::Lower,
            ),
            Measure::new(
                concat!("delay_by_limit", $key),
                concat!("Queuing delay by the limit", $jobs),
                "(Completion − submission) / limit, mean over jobs.",
                Unit::Times,
                Better::Lower,
            ),
        ]
    };
}

const DELAYS: [[Measure; 3]; CLASSES + 1] = [
    delays!("", ""),
    delays!("_below_10", ", below 10 s"),
    delays!("_10_100", ", 10 to 100 s"),
    delays!("_100_1000", ", 100 to 1000 s"),
    delays!("_above_1000", ", over 1000 s"),
];

macro_rules! finest {
    ($key:literal, $jobs:literal) => {
        Measure::new(
            concat!("finest_slot", $key),
            concat!("Given a finest slot", $jobs),
            "The share of the jobs whose place began in a slot of the finest level when they were submitted.",
            Unit::Percent,
            Better::Neither,
        )
    };
}

const FINEST: [Measure; CLASSES + 1] = [
    finest!("", ""),
    finest!("_below_10", ", below 10 s"),
    finest!("_10_100", ", 10 to 100 s"),
    finest!("_100_1000", ", 100 to 1000 s"),
    finest!("_above_1000", ", over 1000 s"),
];

const SLOTS: &str = "calendar_slots";
const FLAT: &str = "flat_slots";

const BROKEN: &str = "broken_commitments";

const OF_CALENDAR: [Measure; 3] = [
    Measure::new(
        SLOTS,
        "Slots of the calendar",
        "The most slots that the calendar had, counted at submissions.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        FLAT,
        "Slots of a flat calendar",
        "The most slots that a calendar with only finest slots would have needed for the same time.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        BROKEN,
        "Broken commitments",
        "How often a job could not start in the slot that it was committed to, when that was split: only where jobs share slots.",
        Unit::Times,
        Better::Lower,
    ),
];

const TRADE: &str = "trade";

const OF_MANAGERS: [Measure; 7] = [
    Measure::new(
        TRADE,
        "Traded node hours",
        "Node hours that jobs ran on clusters that they were not submitted to: what all clusters supply together, and consume.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        "inquiries",
        "Inquiries",
        "How often a manager asked one beneath it for a time.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        "declined",
        "Declined inquiries",
        "The inquiries that were declined, since the shadow calendar was stale.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        "aborted",
        "Aborted group reservations",
        "How often one of several clusters declined its part of a job, so that no part was reserved.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        "reserves",
        "Reserves",
        "How often a manager asked one beneath it to reserve a time: only where messages take time.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        "failed_reserves",
        "Failed reserves",
        "The reserves that failed, since the time was given to another job after the inquiry: only where messages take time.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        "time_to_place",
        "Time to a place",
        "From a job's submission until it had a place, mean over jobs: only where messages take time.",
        Unit::Seconds,
        Better::Lower,
    ),
];

/// The trade of one cluster.
macro_rules! trade {
    ($($number:literal),+) => {
        [$([
            Measure::new(
                concat!("supply_", $number),
                concat!("Supply of cluster ", $number, ", node hours"),
                "Node hours that jobs submitted elsewhere ran on the cluster.",
                Unit::Times,
                Better::Neither,
            ),
            Measure::new(
                concat!("consumption_", $number),
                concat!("Consumption of cluster ", $number, ", node hours"),
                "Node hours that jobs submitted to the cluster ran elsewhere.",
                Unit::Times,
                Better::Neither,
            ),
            Measure::new(
                concat!("weighted_delay_of_", $number),
                concat!("Weighted queuing delay of cluster ", $number),
                "Normalized queuing delay of the jobs that were submitted to the cluster, weighted by processor seconds.",
                Unit::Times,
                Better::Lower,
            ),
            Measure::new(
                concat!("balance_", $number),
                concat!("Balance of trade of cluster ", $number, ", node hours"),
                "Its consumption minus its supply, in node hours: negative for a cluster that gives more than it takes.",
                Unit::Times,
                Better::Neither,
            ),
        ]),+]
    };
}

/// How many figures each has.
const OF_EACH: usize = 4;

/// Of the first clusters, counted from 1: as many as the paper's largest study has.
const OF_CLUSTERS: [[Measure; OF_EACH]; 10] = trade!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

/// How many there are before those of clusters.
const OF_ALL: usize = 3 * DELAYS.len() + OF_CALENDAR.len() + OF_MANAGERS.len() + FINEST.len();

/// All of them.
pub(super) const MEASURES: &[Measure] = &{
    let mut all = [OF_CALENDAR[0]; OF_ALL + OF_EACH * OF_CLUSTERS.len()];
    let mut at = 0;
    while at < DELAYS.len() {
        let mut way = 0;
        while way < 3 {
            all[3 * at + way] = DELAYS[at][way];
            way += 1;
        }
        at += 1;
    }
    all[3 * DELAYS.len() + 1] = OF_CALENDAR[1];
    all[3 * DELAYS.len() + 2] = OF_CALENDAR[2];
    at = 0;
    while at < OF_MANAGERS.len() {
        all[3 * DELAYS.len() + OF_CALENDAR.len() + at] = OF_MANAGERS[at];
        at += 1;
    }
    at = 0;
    while at < FINEST.len() {
        all[OF_ALL - FINEST.len() + at] = FINEST[at];
        at += 1;
    }
    at = 0;
    while at < OF_EACH * OF_CLUSTERS.len() {
        all[OF_ALL + at] = OF_CLUSTERS[at / OF_EACH][at % OF_EACH];
        at += 1;
    }
    all
};

/// Counts of a run beside its schedule.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    pub sizes: Sizes,
    pub trade: Trade,
    /// To which cluster each job was submitted.
    pub homes: Vec<u32>,
    /// Which were given a slot of the finest level when they were submitted.
    pub finest: Vec<bool>,
    pub inquiries: Inquiries,
    /// Whether messages between managers take time.
    pub has_messages: bool,
    /// Commitments that could not be kept, where slots are shared.
    pub broken: Option<u64>,
}

/// The largest sizes so far of the calendar, and of a flat one in its place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    slots: u64,
    flat: u64,
}

impl Sizes {
    /// Adds the number of slots of the calendar, and the number that a flat one would have.
    pub fn add(&mut self, (slots, flat): (u64, u64)) {
        self.slots = self.slots.max(slots);
        self.flat = self.flat.max(flat);
    }
}

/// The figures of a run; those of no job are left out. O(jobs).
pub(super) fn measures(jobs: &[Job], schedule: &Schedule, account: &Account) -> Measures {
    let mut measures = Measures::new();
    for (of, delay) in DELAYS.iter().zip(&queuing_delays(jobs, schedule)) {
        let figures = [delay.weighted(), delay.by_run_time(), delay.by_limit()];
        for (measure, figure) in of.iter().zip(figures) {
            if let Some(figure) = figure {
                measures.insert(measure.key.to_owned(), figure);
            }
        }
    }
    let Account { sizes, trade, homes, finest, inquiries, has_messages, broken } = account;
    add_finest(&mut measures, jobs, schedule, finest);
    if let Some(broken) = broken {
        measures.insert(BROKEN.to_owned(), *broken as f64);
    }
    for (key, count) in [(SLOTS, sizes.slots), (FLAT, sizes.flat)] {
        if count > 0 {
            measures.insert(key.to_owned(), count as f64);
        }
    }
    if trade.supply.len() > 1 {
        add_trade(&mut measures, trade, &of_homes(jobs, schedule, homes, trade.supply.len()));
        let counts = [inquiries.sent, inquiries.declined, inquiries.aborted];
        for (measure, count) in OF_MANAGERS[1..].iter().zip(counts) {
            measures.insert(measure.key.to_owned(), count as f64);
        }
        if *has_messages {
            let figures = [inquiries.reserves, inquiries.failed]
                .map(|it| it as f64)
                .map(Some)
                .into_iter()
                .chain([time_to_place(jobs, schedule)]);
            for (measure, figure) in OF_MANAGERS[4..].iter().zip(figures) {
                if let Some(figure) = figure {
                    measures.insert(measure.key.to_owned(), figure);
                }
            }
        }
    }
    measures
}

/// How long the jobs that were taken waited for their first place, in seconds.
fn time_to_place(jobs: &[Job], schedule: &Schedule) -> Option<f64> {
    let (count, sum) = jobs
        .iter()
        .zip(&schedule.outcomes)
        .filter(|(_, outcome)| outcome.status != Status::Rejected)
        .fold((0_u32, 0.0), |(count, sum), (job, outcome)| {
            (count + 1, sum + (outcome.allocated - job.eligible()) as f64)
        });
    (count > 0).then(|| sum / f64::from(count))
}

/// How many of the jobs that were taken began in a slot of the finest level as they were first placed.
fn add_finest(measures: &mut Measures, jobs: &[Job], schedule: &Schedule, finest: &[bool]) {
    let mut counts = [[0_u32; 2]; CLASSES + 1];
    for ((_, outcome), &is_finest) in jobs.iter().zip(&schedule.outcomes).zip(finest) {
        if outcome.status != Status::Rejected {
            for class in [0, class_of(outcome.ran) + 1] {
                counts[class][0] += 1;
                counts[class][1] += u32::from(is_finest);
            }
        }
    }
    for (measure, [all, finest]) in FINEST.iter().zip(counts) {
        if all > 0 {
            let share = f64::from(finest) / f64::from(all);
            measures.insert(measure.key.to_owned(), 100.0 * share);
        }
    }
}

/// The delay of the jobs that were submitted to each cluster.
fn of_homes(jobs: &[Job], schedule: &Schedule, homes: &[u32], clusters: usize) -> Vec<QueuingDelay> {
    let mut delays = vec![QueuingDelay::default(); clusters];
    for ((job, outcome), &home) in jobs.iter().zip(&schedule.outcomes).zip(homes) {
        if outcome.status != Status::Rejected {
            delays[home as usize].add(job, outcome);
        }
    }
    delays
}

/// Adds the trade of clusters, in node hours, and how long their jobs were in the system.
fn add_trade(measures: &mut Measures, trade: &Trade, delays: &[QueuingDelay]) {
    let hours = |seconds: i64| seconds as f64 / 3_600.0;
    let all = trade.supply.iter().fold(0, |sum: i64, &it| sum.saturating_add(it));
    measures.insert(TRADE.to_owned(), hours(all));
    for (cluster, keys) in OF_CLUSTERS.iter().enumerate().take(trade.supply.len()) {
        let figures = [trade.supply[cluster], trade.consumption[cluster]].map(|it| Some(hours(it)));
        let balance = Some(hours(trade.balance(cluster)));
        let figures = figures.into_iter().chain([delays[cluster].weighted(), balance]);
        for (measure, figure) in keys.iter().zip(figures) {
            if let Some(figure) = figure {
                measures.insert(measure.key.to_owned(), figure);
            }
        }
    }
}

// The trade of every cluster and every manager in a run, for any number of them.
//
// "Each node and manager maintains a balance of trade variable" (Hollingsworth and Maneewongvatana 1999, Sect. 2.3).
// Measures have fixed names, and are columns of every sweep: they cover the first ten clusters.

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
