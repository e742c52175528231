//! Messages that take time, by hand.

use super::*;
use crate::engine::Status;
use crate::engine::decisions::{Decision, Explanation, Watch};
use crate::system::Simulation;
use crate::system::System;
use crate::system::imprecise_calendar::Managed;
use crate::system::imprecise_calendar::decisions::OwnDecision;
use crate::system::imprecise_calendar::simulation::CalendarSimulation as Simulated;

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
