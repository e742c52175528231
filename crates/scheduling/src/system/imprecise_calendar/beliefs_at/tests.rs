//! Beliefs of managers, by hand and at every moment of random runs.

use proptest::prelude::*;

use super::*;
use crate::system::imprecise_calendar;
use crate::system::imprecise_calendar::RequestKind;
use crate::system::imprecise_calendar::simulation::CalendarSimulation;
use crate::system::imprecise_calendar::tests::{any_job, numbered, settings};
use crate::system::prelude::*;
use crate::system::testing::{jobs, run};
use workload::testing::of_user;

fn moment_of(settings: &ImpreciseCalendar, nodes: &[u32], jobs: &[Job], at: Time) -> Moment {
    let mut run = CalendarSimulation::new(settings, nodes, jobs.to_vec());
    run.watch(Watch::Moment(at));
    while !run.advance(100) {}
    let told = run.explanation().and_then(|it| it.moment);
    told.expect("a moment")
}

/// Two clusters of four nodes, in slots of 10 s; the manager above hears of changes after 100 s.
fn stale() -> ImpreciseCalendar {
    settings(
        r#"{"levels": [{"length": 10}], "managers": "clusters", "home": "user", "staleness": 100,
            "promote": {"processors": 3}, "bump_after": null}"#,
    )
}

/// At 0 cluster 0 fills up until 100, and at 15 three of four nodes of cluster 1 until 65. The manager above gets a job
/// of four nodes at 20 and another one at 30.
const JOBS: &str = "0 3 100 100 user=0, 15 3 50 50 user=1, 20 4 40 40 user=0, 30 8 50 50 user=0";

fn told(at: Time, manager: usize) -> (BeliefsAt, Moment) {
    let settings = stale();
    let moment = moment_of(&settings, &[4, 4], &jobs(JOBS), at);
    let beliefs = BeliefsAt::of(&settings, &moment, manager, 0, at);
    (beliefs.expect("a manager"), moment)
}

/// From when, how many slots, how many nodes are free, and are believed to be, of each cluster.
fn stretches(it: &BeliefsAt) -> String {
    let one = |it: &Stretch| (it.from, it.slots, it.free, it.believed);
    let clusters = it.clusters.iter().map(|it| it.stretches.iter().map(one).collect::<Vec<_>>());
    format!("{:?}", clusters.collect::<Vec<_>>())
}

#[test]
fn a_manager_believes_what_it_has_heard_and_what_it_booked() {
    // At 15 it has heard of no change.
    let (at, _) = told(15, 2);
    assert_eq!(at.knows, Knows::After(100));
    let heard = "[[(10, 9, 1, 4), (100, 1, 4, 4)], [(10, 1, 4, 4), (20, 5, 1, 4), (70, 1, 4, 4)]]";
    assert_eq!(stretches(&at), heard);
    assert_eq!(at.clusters[0].slots(), [10, 9]);
    // At 20 it asks cluster 0 for all of its nodes, which offers 100, then cluster 1, which offers 70, and books that: so
    // of cluster 1 it knows that slot, and believes that those before are free. At 30 both must be free at once: it
    // asks both for 30, and has heard of none.
    let (at, moment) = told(20, 2);
    assert_eq!(stretches(&at), "[[(20, 8, 1, 4), (100, 1, 4, 4)], [(20, 5, 1, 4), (70, 4, 0, 0), (110, 1, 4, 4)]]");
    let asked = |moment: &Moment| -> Vec<String> {
        let requests = Managed::of(moment).expect("managers").requests.into_iter().map(|it| {
            let request = it.request;
            let asked: Vec<_> = request.asked.iter().map(|it| (it.share.provider, it.agrees)).collect();
            format!("{} {:?} for {}: {asked:?} {:?}", it.time, it.kind, request.start, request.instead)
        });
        requests.collect()
    };
    let until_20 = [
        "20 Inquiry for 20: [(0, false)] Some(100)",
        "20 Inquiry for 20: [(1, false)] Some(70)",
        "20 Inquiry for 70: [(1, true)] None",
        "20 Reserve for 70: [(1, true)] None",
    ];
    assert_eq!(asked(&moment), until_20);
    let (_, moment) = told(30, 2);
    let until_30 =
        ["30 Inquiry for 110: [(0, true), (1, true)] None", "30 Reserve for 110: [(0, true), (1, true)] None"];
    assert_eq!(asked(&moment)[4..], until_30);
    // It hears at 100 of the event at 0, when that is over: at 99 not yet.
    let (at, _) = told(99, 2);
    assert_eq!(at.clusters[0].stretches[0].believed, 4);
    assert!(at.clusters[0].stretches[0].differs());
    // Of its own cluster a manager knows all.
    for cluster in 0..2 {
        let (at, _) = told(40, cluster);
        assert_eq!((at.knows, at.clusters[0].cluster, at.clusters[0].slots()[1]), (Knows::ItsOwn, cluster, 0));
    }
}

/// Eleven inquiries, of which four are declined, one of them for a part of a group.
#[test]
fn every_inquiry_of_a_run_is_told() {
    // Cluster 0 gives three nodes to a job of its own until 220. The manager above asks both clusters for all nodes
    // from 180 on, which cluster 0 has not, and then for 220.
    // It knows its own booking for 220, and still believes that all is free before: cluster 0 could from 240 on.
    let more = "170 3 50 50 user=0, 180 8 20 20 user=0, 190 4 30 30 user=0";
    let jobs = jobs(&format!("{JOBS}, {more}"));
    let inquiries = |at: Time| {
        let requests = Managed::of(&moment_of(&stale(), &[4, 4], &jobs, at)).expect("managers").requests;
        requests.into_iter().filter(|it| it.kind == RequestKind::Inquiry)
    };
    for (at, job, expected) in [
        (180, 5, "180: [(0, false, Some(1)), (1, true, None)] None; 220: [(0, true, None), (1, true, None)] None"),
        (190, 6, "190: [(0, false, None)] Some(240); 190: [(1, true, None)] None"),
        (189, 6, ""),
    ] {
        let of_job = inquiries(at).filter(|it| it.job == job).map(|it| {
            let request = it.request;
            let asked: Vec<_> = request.asked.iter().map(|it| (it.share.provider, it.agrees, it.has)).collect();
            format!("{}: {asked:?} {:?}", request.start, request.instead)
        });
        assert_eq!(of_job.collect::<Vec<_>>().join("; "), expected, "job {job} at {at}");
    }
    let asked: Vec<_> = inquiries(190).map(|it| it.request).collect();
    let declined = asked.iter().flat_map(|it| &it.asked).filter(|it| !it.agrees);
    let aborted = asked.iter().filter(|it| it.asked.len() > 1 && !it.is_agreed());
    let told = [asked.iter().map(|it| it.asked.len()).sum(), declined.count(), aborted.count()];
    assert_eq!(told, [11, 4, 1]);
    let run = run(&stale(), &[4, 4], jobs.clone());
    let counted = ["inquiries", "declined", "aborted"].map(|it| run.measures[it] as usize);
    assert_eq!(counted, told);
}

/// Cluster 1 runs a job of cluster 0 from 70 to 110, and both one of its from 110 to 160.
#[test]
fn the_balance_of_trade_is_told_at_every_moment() {
    // A job that is done before its limit has had its nodes only as long as it ran.
    let early = JOBS.replace("8 50", "8 10");
    for (jobs, at, balance) in [(JOBS, 19, 0), (JOBS, 20, 160), (JOBS, 30, 360), (early.as_str(), 120, 200)] {
        let moment = moment_of(&stale(), &[4, 4], &self::jobs(jobs), at);
        assert_eq!(Managed::of(&moment).expect("managers").balances, [balance, -balance], "{at}");
    }
}

#[test]
fn one_manager_believes_nothing_of_others() {
    let settings = imprecise_calendar::ImpreciseCalendar::default();
    let moment = moment_of(&settings, &[8], &jobs("0 3 100 100"), 50);
    assert_eq!(moment.own, None);
    assert_eq!(BeliefsAt::of(&settings, &moment, 0, 0, 50), None);
}

/// Settings of three clusters in a tree.
fn tree(more: &str) -> ImpreciseCalendar {
    let settings: ImpreciseCalendar = serde_json::from_str(&format!("{{{TREE}{more}}}")).expect("settings");
    settings.validate(&[4; 3]).expect("settings that can be run");
    settings
}

/// Jobs of several users, none of them larger than a cluster.
fn small_jobs() -> impl Strategy<Value = Vec<Job>> {
    let one =
        (any_job(), 0..3i64, 1..=4u32).prop_map(|(job, user, processors)| of_user(user, Job { processors, ..job }));
    prop::collection::vec(one, 1..40).prop_map(numbered)
}

const TREE: &str = r#""levels": [{"count": 3, "length": 5}, {"count": 2, "length": 20}, {"length": 60}],
    "managers": [[0, 1], 2], "home": "user""#;

/// Free nodes second by second, from the slot of the moment on.
fn by_seconds(stretches: &[Stretch], until: Time, count: fn(&Stretch) -> u32) -> Vec<u32> {
    let mut seconds = Vec::new();
    for stretch in stretches {
        seconds.extend((stretch.from..stretch.to.min(until)).map(|_| count(stretch)));
    }
    seconds.resize((until - stretches[0].from) as usize, count(stretches.last().expect("one")));
    seconds
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(64)))]

    /// Where no manager above books anything, a manager believes the state that was true one delay ago.
    #[test]
    fn a_manager_believes_what_was_so_when_the_news_were_sent(
        jobs in small_jobs(),
        staleness in 1..60i64,
        at in 60..400i64,
    ) {
        let settings = tree(&format!(r#", "staleness": {staleness}, "bump_after": null"#));
        let nodes = [4, 4, 4];
        let now = moment_of(&settings, &nodes, &jobs, at);
        for (manager, clusters) in [(3, vec![(0, 1), (1, 1)]), (4, vec![(0, 2), (1, 2), (2, 1)])] {
            let beliefs = BeliefsAt::of(&settings, &now, manager, jobs[0].submit, at).expect("a manager");
            for (belief, (cluster, hops)) in beliefs.clusters.iter().zip(clusters) {
                let sent = at - hops * staleness;
                let then = moment_of(&settings, &nodes, &jobs, sent);
                let truth = BeliefsAt::of(&settings, &then, cluster, jobs[0].submit, sent).expect("a cluster");
                let begin = belief.stretches[0].from;
                let end = begin + 3_000;
                let believed = by_seconds(&belief.stretches, end, |it| it.believed);
                let mut true_then = by_seconds(&truth.clusters[0].stretches, end, |it| it.free);
                true_then.drain(..(begin - truth.clusters[0].stretches[0].from) as usize);
                prop_assert_eq!(believed, true_then, "manager {} of cluster {}", manager, cluster);
            }
        }
    }

    /// A manager that hears of every change at once believes the true state; and a marked slot is one of those that differ.
    #[test]
    fn a_manager_that_hears_of_every_change_at_once_believes_the_true_state(
        jobs in small_jobs(),
        staleness in prop_oneof![Just(0i64), 1..60i64],
        at in 0..400i64,
    ) {
        let settings = tree(&format!(r#", "staleness": {staleness}, "bump_after": 0"#));
        let now = moment_of(&settings, &[4, 4, 4], &jobs, at);
        for manager in 0..5 {
            let beliefs = BeliefsAt::of(&settings, &now, manager, jobs[0].submit, at).expect("a manager");
            for it in &beliefs.clusters {
                let [slots, differing] = it.slots();
                let differ = it.stretches.iter().any(Stretch::differs);
                prop_assert!(differing <= slots && differ == (differing > 0));
                if staleness == 0 || manager < 3 {
                    prop_assert_eq!(differing, 0);
                }
            }
        }
    }
}

/// The slots of a stretch are counted one by one.
#[test]
fn slots_are_counted_by_arithmetic_as_one_by_one() {
    let settings = tree("");
    let mut grid = Grid::new(settings.levels(), None, 3);
    for now in (0..300).step_by(7) {
        grid.roll(now);
        let (mut begin, mut count) = (grid.begin(), 0);
        while count < 40 {
            assert_eq!(grid.slots_before(begin), count, "{begin} at {now}");
            let slot = grid.slot_at(begin);
            assert_eq!(grid.slots_before(begin + 1), count + 1, "{begin} at {now}");
            (begin, count) = (slot.end, count + 1);
        }
    }
}

/// Calendars of shared slots keep their bookings elsewhere: all nodes would be reported free.
#[test]
fn where_jobs_share_slots_no_number_of_free_nodes_is_told() {
    let settings = ImpreciseCalendar { one_job_per_slot: false, ..stale() };
    let moment = moment_of(&settings, &[4, 4], &jobs(JOBS), 35);
    assert_eq!(BeliefsAt::of(&settings, &moment, 2, 0, 35), None);
    let managed = Managed::of(&moment).expect("several managers");
    assert!(managed.free.is_empty() && managed.beliefs.is_empty());
    assert!(!managed.requests.is_empty());
}
