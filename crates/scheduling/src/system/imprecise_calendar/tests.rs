//! Imprecise calendars: whole schedules, impossible requests, and their explanations.

mod naive;
mod naive_levels;
mod naive_messages;
mod naive_shared;
pub(super) mod naive_tree;

use proptest::prelude::*;
use serde_json::json;

use super::decisions::OwnDecision;
use super::simulation::CalendarSimulation as Simulated;
use super::{Assignment, ImpreciseCalendar, Managed, Refine};
use crate::availability::calendar::tests::any_percents;
use crate::availability::calendar::{FAR_FUTURE, Level};
use crate::system::prelude::*;
use crate::system::testing::{any_request, assert_rejections, jobs, measures, rejection, run, started, starts};
use crate::system::{System, SystemModel, testing};
use naive_tree::any_jobs;
use workload::testing::{job, of_user};

pub(super) use crate::system::testing::numbered;

pub(super) fn settings(json: &str) -> ImpreciseCalendar {
    let settings: ImpreciseCalendar = serde_json::from_str(json).expect("settings");
    settings.validate(&[8]).expect("settings that can be run");
    settings
}

/// Three levels: the counts of the finest and of the middle one, and the lengths of all, each of the coarser ones as a
/// multiple of the next finer.
pub(super) fn three_levels(
    (finest, middle): (u32, u32),
    (length, times, times_more): (Time, Time, Time),
) -> [Level; 3] {
    let middle_length = length * times;
    [(Some(finest), length), (Some(middle), middle_length), (None, middle_length * times_more)]
        .map(|(count, length)| Level { count, length })
}

pub(super) fn any_job() -> impl Strategy<Value = Job> {
    testing::any_job(0.2)
}

/// How many jobs are rejected for each cause.
const CAUSES: &str = r#"{"beyond_horizon":1,"no_length":1,"ready_before_submission":1,"too_large":1}"#;

#[test]
fn each_is_rejected_for_what_is_wrong_with_it() {
    let settings = ImpreciseCalendar::default();
    let end = Time::MAX;
    let jobs = jobs(&format!("0 8 100 100, 0 1 10 0, 0 9 5 5, 50 1 5 5 from=49, 50 1 5 {end}, 60 8 5 5"));
    assert_rejections(
        &settings,
        &jobs,
        &format!(
            "None
            Some(NoLength {{ length: 0 }})
            Some(TooLarge {{ needs: 9, most: 8 }})
            Some(ReadyBeforeSubmission {{ ready: 49 }})
            Some(BeyondHorizon {{ end: {end}, horizon: {FAR_FUTURE} }})
            None"
        ),
    );
    let run = run(&settings, &[8], jobs);
    assert_eq!(starts(&run), "0 -1 -1 -1 -1 100");
    let causes = run.causes.counts(&run.schedule.outcomes);
    assert_eq!(json!(causes).to_string(), CAUSES);
}

#[test]
fn a_listed_deadline_is_kept_and_one_that_was_drawn_is_not() {
    let settings = settings(r#"{"levels": [{"length": 5}]}"#);
    let missed = |deadline| Some(Rejection::NoInterval { deadline });
    for (deadline, expected) in
        [("20 listed", missed(20)), ("20", None), ("65 listed", None), ("64 listed", missed(64))]
    {
        let jobs = jobs(&format!("0 8 55 55, 1 1 10 10 from=5 to={deadline}"));
        assert_eq!(rejection(&settings, &jobs, 1), expected, "{deadline}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

    #[test]
    fn no_stream_of_requests_makes_it_panic(
        jobs in proptest::collection::vec(any_request(), 0..25).prop_map(numbered),
        levels in prop_oneof![
            Just(r#"[{"length": 7}]"#),
            Just(r#"[{"count": 3, "length": 5}, {"count": 2, "length": 20}, {"length": 60}]"#),
            Just(r#"[{"count": 2, "length": 31622400}]"#),
        ],
        percent in 0..=100u32,
        backfill in any::<bool>(),
        ruled in prop::bool::weighted(0.8),
        watched in 0..25usize,
        moment in -60..600i64,
    ) {
        let settings = settings(&format!(
            r#"{{"levels": {levels}, "threshold_percent": {percent}, "backfill": {backfill},
                "one_job_per_slot": {ruled}}}"#
        ));
        let run = run(&settings, &[8], jobs.clone());
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let is_bad = job.requested_time <= 0 || job.processors > 8 || job.ready() < job.submit;
            prop_assert!(!is_bad || outcome.status == Status::Rejected);
        }
        if watched < jobs.len() {
            let is_rejected = run.schedule.outcomes[watched].status == Status::Rejected;
            prop_assert_eq!(rejection(&settings, &jobs, watched).is_some(), is_rejected);
        }
        let mut looked_at = started(&settings, &[8], jobs);
        looked_at.watch(Watch::Moment(moment));
        while !looked_at.advance(usize::MAX) {}
        let told = looked_at.explanation().expect("it was watched");
        prop_assert!(told.moment.expect("a moment").time.is_none_or(|it| it <= moment));
    }

    #[test]
    fn a_watch_changes_nothing(
        jobs in proptest::collection::vec(any_job(), 1..30).prop_map(numbered),
        percent in prop_oneof![Just(100u32), 0..100u32],
        watched in 0..30usize,
    ) {
        let settings = settings(&format!(
            r#"{{"levels": [{{"count": 3, "length": 5}}, {{"count": 2, "length": 20}}, {{"length": 60}}],
                "threshold_percent": {percent}}}"#
        ));
        let run = run(&settings, &[8], jobs.clone());
        let watched = watched.min(jobs.len() - 1);
        let mut simulation = started(&settings, &[8], jobs);
        simulation.watch(Watch::Job(watched as u32));
        while !simulation.advance(usize::MAX) {}
        let finished = simulation.finish();
        prop_assert_eq!(&run.schedule.outcomes[watched], &finished.schedule.outcomes[watched]);
    }
}

const TWO: &str = r#""levels": [{"count": 4, "length": 10}, {"length": 40}]"#;

/// The middle level ends at 80 until 30, when the slot from 40 on is split into finest ones, and that from 80 on into two
/// of the middle level. These are split into finest ones at 70 and at 110.
const THREE: &str = r#""levels": [{"count": 2, "length": 10}, {"count": 1, "length": 40}, {"length": 80}]"#;

#[track_caller]
fn assert_starts(nodes: u32, fields: &str, jobs: &str, expected: &str) {
    let run = run(&settings(&format!("{{{fields}}}")), &[nodes], self::jobs(jobs));
    assert_eq!(starts(&run), expected, "{fields}: {jobs}");
}

#[test]
fn several_providers_are_one_pool() {
    let settings = ImpreciseCalendar::default();
    assert_eq!(settings.providers(&[4, 1, 3]), [8]);
    let run = |platform: &[u32]| run(&settings, platform, jobs("0 6 10 10, 0 2 5 5"));
    let whole = run(&[8]);
    assert_eq!(run(&[4, 1, 3]), whole);
    let rows = whole.schedule.bars.iter().map(|it| (it.first_processor, it.last_processor));
    assert!(rows.eq([(0, 5), (6, 7)]));
}

#[test]
fn what_a_split_or_an_early_end_leaves_free_moves_jobs_forward() {
    // The first has all until 40. The second gets the coarse slot from 40 on, though it needs a quarter
    // of it, and the third the one from 80 on.
    // At 10 the coarse slot is split, and the second needs one of its parts.
    // Where the first is done at 15 it gives the slots from 20 on back.
    for (run_time, backfill, expected) in
        [(40, false, "0 40 80"), (40, true, "0 40 50"), (15, false, "0 40 80"), (15, true, "0 20 30")]
    {
        let jobs = format!("0 8 {run_time} 40, 1 5 10 10, 2 5 10 10");
        assert_starts(8, &format!(r#"{TWO}, "backfill": {backfill}"#), &jobs, expected);
    }
}

#[test]
fn a_split_that_only_lifts_the_threshold_moves_jobs_forward() {
    // Half of the four nodes of the slot from 40 to 80 may be committed, and the first job has them.
    // At 30 that slot is split into finest ones, for which no threshold holds, and nodes are idle.
    for (percent, backfill, expected) in [(50, true, "0 30"), (50, false, "0 80"), (100, true, "0 10")] {
        let fields = format!(
            r#""levels": [{{"count": 2, "length": 10}}, {{"length": 40}}], "threshold_percent": {percent},
                "backfill": {backfill}"#
        );
        assert_starts(4, &fields, "0 2 80 80, 1 1 80 80", expected);
    }
}

#[test]
fn a_level_has_a_threshold_of_its_own() {
    // Two of four nodes of the slot from 80 on are committed. From 30 on three of its halves may be.
    // Of the slot from 40 on no more are; from 30 on it is of the finest level.
    for (threshold, backfill, expected) in [
        ("100", true, "0 10"),
        ("[75, 50]", false, "0 160"),
        ("[75, 50]", true, "0 30"),
        ("[50, 50]", false, "0 160"),
        ("[50, 50]", true, "0 110"),
        ("50", false, "0 160"),
        ("50", true, "0 110"),
        ("[50, 100]", false, "0 80"),
        ("[50, 100]", true, "0 30"),
    ] {
        let fields = format!(r#"{THREE}, "threshold_percent": {threshold}, "backfill": {backfill}"#);
        assert_starts(4, &fields, "0 2 160 160, 1 1 120 120", expected);
    }
}

#[test]
fn a_job_with_a_place_keeps_it_where_a_division_lowers_the_threshold() {
    // Six of eight nodes of the slot from 80 on are committed; of its halves no more than four may be.
    // The fourth has no room in the second half until that is of the finest level.
    for (percent, expected) in [("[50, 100]", "0 80 80 110"), ("100", "0 80 80 80")] {
        let fields = format!(r#"{THREE}, "threshold_percent": {percent}"#);
        assert_starts(8, &fields, "0 8 80 80, 1 4 80 80, 2 2 80 80, 45 1 80 80", expected);
    }
}

#[test]
fn near_changes_only_those_are_looked_at_that_stand_next_to_them() {
    // Slots of 40 s from 40 on: the second job has the one from 40, the third that from 80, and the fourth, though
    // it needs a quarter of it, that from 120.
    // The first is done at 5, and gives the slots from 10 on back. All move, one behind the other: each starts right
    // after the slots of the one before.
    let early = "0 8 5 40, 1 8 40 40, 2 5 40 40, 3 5 10 10";
    // Where the second is a reservation and the first is done at 25 there is a gap of 10 s, into which only the fourth
    // fits. The third stands next behind it.
    let gap = "0 8 25 40, 1 8 40 40 from=40, 2 5 40 40, 3 5 10 10";
    for (refine, jobs, expected) in [
        ("at_submission", early, "0 10 50 90"),
        ("at_division", early, "0 10 50 90"),
        ("at_submission", gap, "0 40 80 30"),
        ("at_division", gap, "0 40 80 120"),
    ] {
        assert_starts(8, &format!(r#"{TWO}, "refine": "{refine}""#), jobs, expected);
    }
}

#[test]
fn a_reservation_is_never_moved_and_starts_within_a_coarse_slot() {
    // It begins at 60 and has the slot from 40 to 80; the other job is moved before it, since the
    // first is done at 5.
    let jobs = "0 8 5 40, 1 8 10 10 from=55, 1 8 10 10";
    assert_starts(8, TWO, jobs, "0 60 10");
    // A job that asks for an occupied time gets the first slot after it that is free: the third job
    // still has the one from 80 on.
    assert_starts(8, TWO, &format!("{jobs}, 2 1 10 10 from=62"), "0 60 10 120");
}

#[test]
fn jobs_end_with_their_run_time_or_at_their_limit() {
    let settings = settings(r#"{"levels": [{"length": 10}]}"#);
    let run = run(&settings, &[8], jobs("0 8 25 20, 3 8 4 20, 3 8 0 1"));
    assert!(run.schedule.outcomes.iter().map(|it| (it.start, it.end)).eq([(0, 20), (20, 24), (30, 30)]));
    let report = crate::criteria::report(&run);
    assert_eq!((report.killed, report.rejected), (1, 0));
}

#[test]
fn the_delays_are_told_in_three_ways_and_by_length() {
    // Run times 20 (stopped then), 4 and 200; delays 20, 21 and 237.
    let settings = settings(r#"{"levels": [{"length": 10}]}"#);
    let run = run(&settings, &[8], jobs("0 8 25 20, 3 8 4 20, 3 1 200 400"));
    assert_eq!(starts(&run), "0 20 30");
    let (first, second, third) = (20.0, 21.0, 227.0);
    for (key, expected) in [
        ("weighted_delay", (8.0 * first + 8.0 * second + third) / (8.0 * 20.0 + 8.0 * 4.0 + 200.0)),
        ("delay", (first / 20.0 + second / 4.0 + third / 200.0) / 3.0),
        ("delay_by_limit", (first / 20.0 + second / 20.0 + third / 400.0) / 3.0),
        ("delay_below_10", second / 4.0),
        ("delay_10_100", 1.0),
        ("weighted_delay_100_1000", third / 200.0),
        // The third is booked to 430 at 3.
        ("calendar_slots", 44.0),
        ("flat_slots", 44.0),
    ] {
        assert_eq!(run.measures[key], expected, "{key}");
    }
    assert!(!run.measures.contains_key("delay_above_1000"));
}

/// Clusters of four nodes in slots of 10 s; a message takes 5 s. Jobs of more than three nodes are submitted above.
fn settings_of(more: &str) -> ImpreciseCalendar {
    settings(&format!(
        r#"{{"levels": [{{"length": 10}}], "managers": "clusters", "home": "user", "message_time": 5,
            "promote": {{"processors": 3}}, "bump_after": null{more}}}"#
    ))
}

/// The start of each job, its first cluster and when its place was given; then how many inquiries there were, how many
/// of them declined or aborted, and how many reserves, of which how many failed.
#[track_caller]
fn assert_places(settings: &ImpreciseCalendar, nodes: &[u32], jobs: &str, places: &str, counts: &str) {
    let run = run(settings, nodes, self::jobs(jobs));
    let placed: Vec<_> = run.schedule.outcomes.iter().map(|it| (it.start, it.provider, it.allocated)).collect();
    assert_eq!(format!("{placed:?}"), places);
    let keys = ["inquiries", "declined", "aborted", "reserves", "failed_reserves"];
    assert_eq!(format!("{:?}", keys.map(|it| run.measures[it])), counts);
}

/// The entries about a job: when, and which.
#[track_caller]
fn assert_told(settings: &ImpreciseCalendar, jobs: &str, job: u32, expected: &str) {
    let entries = watched(settings, jobs, Watch::Job(job)).entries;
    let word = |it: &Decision| match it {
        Decision::Own(own) => match own.read()? {
            OwnDecision::Agreed(_) => Some("agreed"),
            OwnDecision::Declined(_) => Some("declined"),
            OwnDecision::NotReserved(_) => Some("not reserved"),
            OwnDecision::SentToSeveral(_) => Some("sent"),
            _ => None,
        },
        Decision::Sent(_) => Some("sent"),
        Decision::Started { .. } => Some("started"),
        _ => None,
    };
    let told: Vec<_> = entries.iter().filter_map(|it| Some(format!("{} {}", it.first, word(&it.decision)?))).collect();
    assert_eq!(told.join(", "), expected);
}

fn watched(settings: &ImpreciseCalendar, jobs: &str, watch: Watch) -> Explanation {
    let mut run = Simulated::new(settings, &[4, 4], self::jobs(jobs));
    run.watch(watch);
    while !run.advance(100) {}
    run.explanation().expect("it is watched")
}

#[test]
fn a_place_needs_three_messages() {
    // Asked for at 0, the reserve arrives at 15: the first slot then begins at 20. A job of the cluster's own manager
    // needs no message.
    let jobs = "0 4 10 10 user=0, 0 2 10 10 user=1";
    let settings = settings_of("");
    assert_places(&settings, &[4, 4], jobs, "[(20, 0, 15), (0, 1, 0)]", "[1.0, 0.0, 0.0, 1.0, 0.0]");
    let run = run(&settings, &[4, 4], self::jobs(jobs));
    assert!((run.measures["time_to_place"] - 7.5).abs() < 1e-9);
    assert_told(&settings, jobs, 0, "5 agreed, 15 sent, 20 started");
}

#[test]
fn a_local_job_between_inquiry_and_reserve_makes_the_reserve_fail() {
    // Both clusters are busy until 40 and 60. The job of the manager above asks cluster 0 for 40 at 0; the cluster
    // agrees at 5, gives that time to a job of its own at 8, and declines the reserve at 15. It reports its state:
    // the manager takes cluster 1, which agrees at 25 and reserves 60 at 35.
    let jobs = "0 3 40 40 user=0, 0 3 60 60 user=1, 0 4 10 10 user=0, 8 3 30 30 user=0";
    let settings = settings_of("");
    let places = "[(0, 0, 0), (0, 1, 0), (60, 1, 35), (40, 0, 8)]";
    assert_places(&settings, &[4, 4], jobs, places, "[2.0, 0.0, 0.0, 2.0, 1.0]");
    assert_told(&settings, jobs, 2, "5 agreed, 15 not reserved, 25 agreed, 35 sent, 60 started");
    // Without message time no other request comes between.
    let run = run(&ImpreciseCalendar { message_time: 0, ..settings }, &[4, 4], self::jobs(jobs));
    assert_eq!(run.schedule.outcomes[2].start, 40);
    assert!(!run.measures.contains_key("reserves"));
}

#[test]
fn of_two_managers_that_ask_for_the_same_time_one_reserve_fails() {
    // One job comes from the manager of clusters 0 and 1, one from the highest, since cluster 2 has a single node: both
    // ask cluster 0 for 20. The first reserve is granted at 15; the second manager knows at 20, and gets 40 at 35.
    let managers = serde_json::from_str("[[0, 1], 2]").expect("a tree");
    assert_places(
        &ImpreciseCalendar { managers, ..settings_of("") },
        &[4, 4, 1],
        "0 4 10 10 user=0, 0 4 10 10 user=2",
        "[(20, 0, 15), (40, 0, 35)]",
        "[3.0, 0.0, 0.0, 3.0, 1.0]",
    );
}

#[test]
fn a_group_of_which_one_part_fails_is_aborted_and_its_other_parts_are_released() {
    // A job over both clusters: no start before parts could be taken back, 25, so 30. Cluster 0 gives a node of that
    // time to a job of its own at 8. At 15 cluster 1 takes its part and cluster 0 does not; at 20 the manager knows, at
    // 25 the part is released, and the manager asks anew: for 50, when the job in cluster 0 is over, and no earlier
    // than 50 anyhow.
    // Between reserve and release the third, a job of cluster 1, finds its nodes taken from 30 to 40: it waits until
    // 40. At 25 they are free again, and it is moved forward.
    let jobs = "0 8 10 10 user=0, 8 1 40 40 user=0, 18 2 20 20 user=1";
    let settings = settings_of("");
    let places = "[(50, 0, 40), (10, 0, 8), (30, 1, 18)]";
    assert_places(&settings, &[4, 4], jobs, places, "[4.0, 0.0, 1.0, 4.0, 1.0]");
    assert_told(&settings, jobs, 0, "5 agreed, 15 not reserved, 30 agreed, 40 sent, 50 started");
    let at = |now: Time| watched(&settings, jobs, Watch::Moment(now)).moment.expect("a moment");
    // The part that is held is a promise, and not of a job that runs.
    let claims = at(20)
        .providers
        .into_iter()
        .map(|it| it.claims.iter().map(|it| (it.job, it.claimant.holds())).collect::<Vec<_>>());
    assert_eq!(format!("{:?}", claims.collect::<Vec<_>>()), "[[(1, true)], [(0, false), (2, false)]]");
    let requests = Managed::of(&at(25)).expect("managers").requests;
    let kinds: Vec<_> = requests.iter().map(|it| (it.time, it.kind, it.request.is_agreed())).collect();
    assert_eq!(format!("{kinds:?}"), "[(5, Inquiry, true), (15, Reserve, false)]");
    // Released at 25, when the manager asks anew: the answer is not there yet.
    assert_eq!(at(25).providers[1].claims.len(), 1);
}

#[test]
fn a_job_that_misses_its_deadline_by_message_time_is_rejected() {
    for (message_time, status, start) in [
        (0, Status::Done, 20),
        (6, Status::Done, 20),
        // The reserve would arrive at 21, and so the job would end at 40.
        (7, Status::Rejected, -1),
    ] {
        let settings = ImpreciseCalendar { message_time, ..settings_of("") };
        let run = run(&settings, &[4, 4], jobs("0 4 10 10 user=0 from=20 to=30 listed"));
        let outcome = run.schedule.outcomes[0];
        assert_eq!((outcome.status, outcome.start), (status, start), "{message_time}");
    }
}

#[test]
fn message_time_goes_with_assignment_at_submission_and_whole_slots_only() {
    for (json, words) in [
        (r#"{"message_time": -1}"#, "message_time: -1 s; it is 0 to 86400 s"),
        (r#"{"message_time": 5, "assignment": "late"}"#, "assigned late only without message time"),
        (r#"{"message_time": 5, "one_job_per_slot": false}"#, "share slots only without message time"),
    ] {
        let settings = System::ImpreciseCalendar(serde_json::from_str(json).expect("settings"));
        assert!(settings.check(&[8, 8]).expect_err(json).contains(words), "{json}");
    }
    // Settings in old links keep their meaning.
    let json = serde_json::to_string(&ImpreciseCalendar::default()).expect("json");
    assert!(!json.contains("message_time"));
}

#[test]
fn a_job_that_was_placed_by_old_news_moves_to_any_earlier_place() {
    // Without message time, but with news that come 100 s late. The manager above books 1 and 2 at 0 until 300 and 1000;
    // job 1 ends at 10, which the manager does not know at 15: it gives 6 the place from 300 on.
    let settings = ImpreciseCalendar { message_time: 0, staleness: 100, ..settings_of("") };
    let jobs = "0 4 10 300 user=0, 0 4 1000 1000 user=0, 12 2 5 20 user=0, 13 2 30 30 user=0, 13 2 30 30 user=0,
        15 4 50 100 user=0";
    let run = run(&settings, &[4, 4], self::jobs(jobs));
    // At 25 job 3 ends early and gives 30 to 40 back, which is too short for 6, but all from 70 on is free.
    let starts = run.schedule.outcomes.iter().map(|it| (it.start, it.provider));
    assert!(starts.eq([(0, 0), (0, 1), (20, 0), (20, 0), (30, 0), (70, 0)]));
}

pub(super) const CLUSTERS: [u32; 3] = [4, 6, 5];

pub(super) fn any_settings() -> impl Strategy<Value = ImpreciseCalendar> {
    let shape = prop::sample::select(vec![r#""clusters""#, "[[0, 1], 2]", "[[[0], [2]], [1]]"]);
    let staleness = prop_oneof![1 => Just(0i64), 3 => 1..200i64];
    let few = prop::option::of(0..8u32);
    let bump = prop::option::of(0..60i64);
    let flags = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.7), any::<bool>());
    let message = prop_oneof![1 => Just(0i64), 1 => 1..30i64];
    (shape, staleness, few, bump, any_percents(), flags, message).prop_map(
        |(managers, staleness, promoted, bump_after, percents, flags, message)| {
            let (backfill, late, ruled, refined) = flags;
            let percents = json!(&percents[1..]);
            let json = format!(
                r#"{{"levels": [{{"count": 3, "length": 5}}, {{"count": 2, "length": 20}}, {{"length": 60}}],
                    "managers": {managers}, "staleness": {staleness}, "threshold_percent": {percents},
                    "backfill": {backfill}, "one_job_per_slot": {ruled}, "home": "queue"}}"#
            );
            let mut settings: ImpreciseCalendar = serde_json::from_str(&json).unwrap();
            settings.promote.processors = promoted;
            settings.bump_after = bump_after;
            if refined {
                settings.refine = Refine::AtDivision;
            }
            match late {
                true => settings.assignment = Assignment::Late,
                // Where jobs share slots, or only those near changes are looked at, messages take no time.
                false if ruled && !refined => settings.message_time = message,
                false => {}
            }
            settings.validate(&CLUSTERS).expect("settings that can be run");
            settings
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(128)))]

    #[test]
    fn whatever_managers_believe_no_node_runs_two_jobs_and_groups_are_whole(
        jobs in any_jobs(),
        settings in any_settings(),
    ) {
        let run = run(&settings, &CLUSTERS, jobs.clone());
        let mut taken = CLUSTERS.map(|nodes| vec![Vec::<(Time, Time)>::new(); nodes as usize]);
        for bar in &run.schedule.bars {
            for node in bar.first_processor..=bar.last_processor {
                let others = &mut taken[bar.provider as usize][node as usize];
                prop_assert!(others.iter().all(|it| it.1 <= bar.start || it.0 >= bar.end));
                others.push((bar.start, bar.end));
            }
        }
        for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
            prop_assert_eq!(outcome.status == Status::Rejected, job.processors > 15);
            let bars = run.schedule.bars_of(index);
            let nodes: u32 = bars.iter().map(|it| it.last_processor - it.first_processor + 1).sum();
            // A job has all of its nodes at the same time, or none at all.
            prop_assert!(nodes == job.processors || bars.is_empty());
            prop_assert!(bars.iter().all(|it| (it.start, it.end) == (outcome.start, outcome.end)));
            // Only slots that are not shared keep every commitment.
            if settings.one_job_per_slot && job.is_reservation() && outcome.status != Status::Rejected {
                prop_assert_eq!(outcome.start, outcome.promised_start);
            }
        }
    }

    #[test]
    fn supply_is_consumption_and_what_ran_elsewhere(jobs in any_jobs(), settings in any_settings()) {
        let run = run(&settings, &CLUSTERS, jobs.clone());
        let figure = |key: &str, cluster: usize| run.measures[&format!("{key}_{}", cluster + 1)];
        let (mut supply, mut consumption) = ([0.0; 3], [0.0; 3]);
        for (index, job) in run.jobs.iter().enumerate() {
            let home = job.logged.queue as usize % 3;
            for bar in run.schedule.bars_of(index) {
                let nodes = bar.last_processor - bar.first_processor + 1;
                let hours = f64::from(nodes) * (bar.end - bar.start) as f64 / 3_600.0;
                if bar.provider as usize != home {
                    supply[bar.provider as usize] += hours;
                    consumption[home] += hours;
                }
            }
        }
        let near = |left: f64, right: f64| (left - right).abs() < 1e-9;
        for cluster in 0..3 {
            prop_assert!(near(figure("supply", cluster), supply[cluster]));
            prop_assert!(near(figure("consumption", cluster), consumption[cluster]));
            let balance = consumption[cluster] - supply[cluster];
            prop_assert!(near(figure("balance", cluster), balance));
        }
        prop_assert!(near(run.measures["trade"], supply.iter().sum()));
    }

    #[test]
    fn a_manager_without_staleness_is_never_declined(jobs in any_jobs(), settings in any_settings()) {
        let settings = ImpreciseCalendar { staleness: 0, message_time: 0, ..settings };
        let run = run(&settings, &CLUSTERS, jobs.clone());
        prop_assert_eq!((run.measures["declined"], run.measures["aborted"]), (0.0, 0.0));
    }
}

proptest! {
    // Every second is looked at.
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(32)))]

    #[test]
    fn between_the_instants_of_a_tree_nothing_happens(jobs in any_jobs(), settings in any_settings()) {
        let mut by_instants = Box::new(Simulated::new(&settings, &CLUSTERS, jobs.clone()));
        while !by_instants.advance(100) {}
        let mut by_seconds = Box::new(Simulated::new(&settings, &CLUSTERS, jobs));
        by_seconds.goes_second_by_second(9_000);
        prop_assert_eq!(by_instants.finish().schedule.outcomes, by_seconds.finish().schedule.outcomes);
    }
}

#[test]
fn one_cluster_is_one_manager_s() {
    let [one, clusters] = ["one", "clusters"].map(|managers| {
        let jobs = (0..60).map(|it| job(it as u64 + 1, 13 * it, 1 + it as u32 % 8, 40 + it, 90));
        run(&settings(&format!(r#"{{"managers": "{managers}"}}"#)), &[8], jobs.collect())
    });
    assert_eq!(one.schedule, clusters.schedule);
    assert_eq!(one.measures, clusters.measures);
}

#[test]
fn a_stale_hint_is_declined_and_the_answer_is_taken() {
    let settings = |staleness: Time| {
        settings(&format!(
            r#"{{"levels": [{{"length": 10}}], "managers": "clusters", "home": "user",
                "staleness": {staleness}, "promote": {{"processors": 3}}, "bump_after": null}}"#
        ))
    };
    // Cluster 0 is filled by a job of its own; at 20 the manager above, which has heard of no change,
    // believes its copy: the cluster answers that there is room from 100 on, and takes cluster 1 at once.
    // Job 3 needs both: its manager knows its own booking in cluster 1, where all is free from 70 on,
    // and believes that all is in cluster 0. That declines; then both are asked once more, for 100.
    for (staleness, counts) in [(0, "3 0 0"), (1_000, "6 2 1")] {
        let jobs = jobs("0 3 100 100 user=0, 20 4 50 50 user=0, 30 6 50 50 user=0");
        let run = run(&settings(staleness), &[4, 4], jobs);
        assert_eq!(measures(&run, "inquiries declined aborted"), counts, "{staleness}");
        let starts = run.schedule.outcomes.iter().map(|it| (it.start, it.provider));
        assert!(starts.eq([(0, 0), (20, 1), (100, 0)]), "{staleness}");
    }
    assert!(settings(0).pool().is_none());
}

#[test]
fn a_job_that_is_assigned_late_takes_the_cluster_that_is_free_first() {
    // Both clusters are promised to a job until 100, and the manager above gives job 3 the first of them. At 20
    // the job in the other one is done.
    let third = |assignment: &str| {
        let settings = settings(&format!(
            r#"{{"levels": [{{"length": 10}}], "managers": "clusters", "promote": {{"processors": 2}},
                "assignment": "{assignment}"}}"#
        ));
        let run = run(&settings, &[4, 4], jobs("0 4 100 100 user=0, 0 4 20 100 user=1, 5 3 50 50 user=0"));
        let outcome = &run.schedule.outcomes[2];
        (outcome.start, outcome.provider, outcome.allocated, run.measures["trade"] * 3_600.0)
    };
    let [at_submission, late] = ["at_submission", "late"].map(third);
    assert_eq!((at_submission.0, at_submission.1, at_submission.2), (100, 0, 5));
    assert_eq!((late.0, late.1, late.2), (20, 1, 5));
    // Three nodes of the other cluster for 50 s.
    assert!((late.3 - at_submission.3 - 150.0).abs() < 1e-6);
}

fn shared(levels: &str) -> ImpreciseCalendar {
    settings(&format!(r#"{{"levels": {levels}, "one_job_per_slot": false}}"#))
}

#[test]
fn the_four_node_example_breaks_a_commitment_only_without_the_rule() {
    let levels = r#"[{"count": 1, "length": 450}, {"length": 1800}]"#;
    let ruled = settings(&format!(r#"{{"levels": {levels}}}"#));
    for (settings, broken) in [(ruled, None), (shared(levels), Some(&1.0))] {
        let run = run(&settings, &[4], jobs("0 1 1800 1800 from=1800, 0 4 1800 1800, 10 4 450 450"));
        // Job 3 was to share the slot of job 1, which begins at 30 minutes.
        assert_eq!(starts(&run), "1800 0 3600");
        assert_eq!(run.measures.get("broken_commitments"), broken);
    }
}

/// Starts, and how many commitments broke, under two managers of `nodes` nodes and one above them.
fn under_managers(nodes: &[u32], ruled: bool, jobs: &str) -> (String, Option<f64>) {
    let settings = settings(&format!(
        r#"{{"levels": [{{"count": 1, "length": 450}}, {{"length": 1800}}], "managers": "clusters",
            "one_job_per_slot": {ruled}, "bump_after": null}}"#
    ));
    let run = run(&settings, nodes, self::jobs(jobs));
    (starts(&run), run.measures.get("broken_commitments").copied())
}

#[test]
fn each_cluster_of_several_may_break_its_own_commitments() {
    // The example of four nodes in each cluster; in the second no job needs a node for all of the slot.
    let jobs = "0 1 1800 1800 user=0 from=1800, 0 4 1800 1800 user=0, 0 4 1800 1800 user=1, 10 4 450 450 user=0,
        10 4 450 450 user=1";
    for (ruled, broken) in [(true, None), (false, Some(1.0))] {
        assert_eq!(under_managers(&[4, 4], ruled, jobs), ("1800 0 0 3600 1800".to_owned(), broken));
    }
}

#[test]
fn a_commitment_of_several_clusters_breaks_in_all_if_it_does_in_one() {
    // Job 4 needs both clusters. It is committed to the slot from 1800 on, of which each has enough node seconds; but
    // in the first a job has one node for all of it. The second has all nodes free then, and waits with it.
    let jobs = "0 1 1800 1800 user=0 from=1800, 0 2 1800 1800 user=0, 0 2 1800 1800 user=1, 10 4 450 450 user=0,
        20 2 450 450 user=1";
    let shared = under_managers(&[2, 2], false, jobs);
    assert_eq!(shared, ("1800 0 0 3600 1800".to_owned(), Some(1.0)));
    // With a slot to each, every promise can be kept.
    assert_eq!(under_managers(&[2, 2], true, jobs).0, shared.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(96)))]

    #[test]
    fn even_so_no_node_runs_two_jobs(
        jobs in proptest::collection::vec(any_job(), 0..30).prop_map(numbered),
        backfill in any::<bool>(),
    ) {
        let levels = r#"[{"count": 3, "length": 5}, {"count": 2, "length": 20}, {"length": 60}]"#;
        let settings = ImpreciseCalendar { backfill, ..shared(levels) };
        let run = run(&settings, &[8], jobs.clone());
        let mut taken = vec![Vec::<(Time, Time)>::new(); 8];
        for bar in &run.schedule.bars {
            for node in bar.first_processor..=bar.last_processor {
                let others = &mut taken[node as usize];
                prop_assert!(others.iter().all(|it| it.1 <= bar.start || it.0 >= bar.end));
                others.push((bar.start, bar.end));
            }
        }
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            prop_assert_eq!(outcome.status == Status::Rejected, job.processors > 8);
            prop_assert!(outcome.status == Status::Rejected || outcome.start >= job.ready());
        }
    }

    #[test]
    fn in_a_flat_calendar_there_is_nothing_to_share(
        jobs in proptest::collection::vec(any_job(), 0..30).prop_map(numbered),
        length in 1..40i64,
        backfill in any::<bool>(),
    ) {
        let levels = format!(r#"[{{"length": {length}}}]"#);
        let free = ImpreciseCalendar { backfill, ..shared(&levels) };
        let ruled = ImpreciseCalendar { one_job_per_slot: true, ..free.clone() };
        let [free, ruled] = [free, ruled].map(|it| run(&it, &[8], jobs.clone()));
        prop_assert_eq!(free.schedule, ruled.schedule);
        prop_assert_eq!(free.measures["broken_commitments"], 0.0);
    }
}
