//! Messages that take time, by hand.

use super::*;
use crate::engine::Status;
use crate::engine::decisions::{Decision, Watch};
use crate::system::Simulation;
use crate::system::imprecise_calendar::decisions::OwnDecision;
use crate::system::imprecise_calendar::simulation::CalendarSimulation as Simulated;
use crate::system::imprecise_calendar::{Managed, RequestKind};

/// Clusters of four nodes in slots of 10 s; a message takes 5 s. Jobs of more than three nodes are submitted above.
fn settings_of(more: &str) -> ImpreciseCalendar {
    settings(&format!(
        r#"{{"levels": [{{"length": 10}}], "managers": "clusters", "home": "user", "message_time": 5,
            "promote": {{"processors": 3}}, "bump_after": null{more}}}"#
    ))
}

/// Start, first cluster, and when the place was given.
fn places(run: &Run) -> Vec<(Time, u32, Time)> {
    let outcomes = run.schedule.outcomes.iter();
    outcomes.map(|it| (it.start, it.provider, it.allocated)).collect()
}

fn counts(run: &Run) -> [u32; 5] {
    let keys = ["inquiries", "declined", "aborted", "reserves", "failed_reserves"];
    keys.map(|it| run.measures[it] as u32)
}

/// The entries about a job: when, and which.
fn told(settings: &ImpreciseCalendar, nodes: &[u32], jobs: &[Job], job: u32) -> Vec<(Time, &'static str)> {
    let mut run = Simulated::new(settings, nodes, jobs.to_vec());
    run.watch(Watch::Job(job));
    while !run.advance(100) {}
    let entries = run.explanation().expect("it is watched").entries;
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
    let told = entries.iter();
    told.filter_map(|it| Some((it.first, word(&it.decision)?))).collect()
}

#[test]
fn a_place_needs_three_messages() {
    // Asked for at 0, the reserve arrives at 15: the first slot then begins at 20. A job of the cluster's own manager
    // needs no message.
    let jobs = [of_user(0, job(1, 0, 4, 10, 10)), of_user(1, job(2, 0, 2, 10, 10))];
    let settings = settings_of("");
    let run = run(&settings, &[4, 4], jobs.to_vec());
    assert_eq!(places(&run), [(20, 0, 15), (0, 1, 0)]);
    assert_eq!(counts(&run), [1, 0, 0, 1, 0]);
    assert!((run.measures["time_to_place"] - 7.5).abs() < 1e-9);
    assert_eq!(told(&settings, &[4, 4], &jobs, 0), [(5, "agreed"), (15, "sent"), (20, "started")]);
}

#[test]
fn a_local_job_between_inquiry_and_reserve_makes_the_reserve_fail() {
    // Both clusters are busy until 40 and 60. The job of the manager above asks cluster 0 for 40 at 0; the cluster
    // agrees at 5, gives that time to a job of its own at 8, and declines the reserve at 15. It reports its state:
    // the manager takes cluster 1, which agrees at 25 and reserves 60 at 35.
    let jobs = [
        of_user(0, job(1, 0, 3, 40, 40)),
        of_user(1, job(2, 0, 3, 60, 60)),
        of_user(0, job(3, 0, 4, 10, 10)),
        of_user(0, job(4, 8, 3, 30, 30)),
    ];
    let settings = settings_of("");
    let run = run(&settings, &[4, 4], jobs.to_vec());
    assert_eq!(places(&run), [(0, 0, 0), (0, 1, 0), (60, 1, 35), (40, 0, 8)]);
    assert_eq!(counts(&run), [2, 0, 0, 2, 1]);
    assert_eq!(
        told(&settings, &[4, 4], &jobs, 2),
        [(5, "agreed"), (15, "not reserved"), (25, "agreed"), (35, "sent"), (60, "started"),]
    );
    // Without message time no other request comes between.
    let at_once = ImpreciseCalendar { message_time: 0, ..settings };
    let run = super::run(&at_once, &[4, 4], jobs.to_vec());
    assert_eq!(run.schedule.outcomes[2].start, 40);
    assert!(!run.measures.contains_key("reserves"));
}

#[test]
fn of_two_managers_that_ask_for_the_same_time_one_reserve_fails() {
    // One job comes from the manager of clusters 0 and 1, one from the highest, since cluster 2 has a single node: both
    // ask cluster 0 for 20. The first reserve is granted at 15; the second manager knows at 20, and gets 40 at 35.
    let settings =
        ImpreciseCalendar { managers: serde_json::from_str("[[0, 1], 2]").expect("a tree"), ..settings_of("") };
    let jobs = [of_user(0, job(1, 0, 4, 10, 10)), of_user(2, job(2, 0, 4, 10, 10))];
    let run = run(&settings, &[4, 4, 1], jobs.to_vec());
    assert_eq!(places(&run), [(20, 0, 15), (40, 0, 35)]);
    assert_eq!(counts(&run), [3, 0, 0, 3, 1]);
}

#[test]
fn a_group_of_which_one_part_fails_is_aborted_and_its_other_parts_are_released() {
    // A job over both clusters: no start before parts could be taken back, 25, so 30. Cluster 0 gives a node of that
    // time to a job of its own at 8. At 15 cluster 1 takes its part and cluster 0 does not; at 20 the manager knows, at
    // 25 the part is released, and the manager asks anew: for 50, when the job in cluster 0 is over, and no earlier
    // than 50 anyhow.
    let jobs = [
        of_user(0, job(1, 0, 8, 10, 10)),
        of_user(0, job(2, 8, 1, 40, 40)),
        // Between reserve and release a job of cluster 1 finds its nodes taken from 30 to 40: it waits until 40. At 25
        // they are free again, and it is moved forward.
        of_user(1, job(3, 18, 2, 20, 20)),
    ];
    let settings = settings_of("");
    let run = run(&settings, &[4, 4], jobs.to_vec());
    assert_eq!(counts(&run), [4, 0, 1, 4, 1]);
    let outcomes = &run.schedule.outcomes;
    assert_eq!((outcomes[0].start, outcomes[0].allocated), (50, 40));
    assert_eq!((outcomes[1].start, outcomes[2].start), (10, 30));
    assert_eq!(
        told(&settings, &[4, 4], &jobs, 0),
        [(5, "agreed"), (15, "not reserved"), (30, "agreed"), (40, "sent"), (50, "started"),]
    );
    let at = |now: Time| {
        let mut run = Simulated::new(&settings, &[4, 4], jobs.to_vec());
        run.watch(Watch::Moment(now));
        while !run.advance(100) {}
        run.explanation().and_then(|it| it.moment).expect("a moment")
    };
    // The part that is held is a promise, and not of a job that runs.
    let held = at(20);
    let claims = |provider: usize| -> Vec<(u32, bool)> {
        let claims = held.providers[provider].claims.iter();
        claims.map(|it| (it.job, it.claimant.holds())).collect()
    };
    assert_eq!(claims(0), [(1, true)]);
    assert_eq!(claims(1), [(0, false), (2, false)]);
    let requests = Managed::of(&at(25)).expect("managers").requests;
    let kinds: Vec<_> = requests.iter().map(|it| (it.time, it.kind, it.request.is_agreed())).collect();
    assert_eq!(kinds, [(5, RequestKind::Inquiry, true), (15, RequestKind::Reserve, false)]);
    // Released at 25, when the manager asks anew: the answer is not there yet.
    assert_eq!(at(25).providers[1].claims.len(), 1);
}

#[test]
fn a_job_that_misses_its_deadline_by_message_time_is_rejected() {
    let wish = |deadline: Time| {
        let mut wish = of_user(0, reserved(job(1, 0, 4, 10, 10), 20));
        if let Some(request) = &mut wish.reservation {
            (request.deadline, request.is_listed) = (deadline, true);
        }
        wish
    };
    let status = |message_time: Time| {
        let settings = ImpreciseCalendar { message_time, ..settings_of("") };
        let run = run(&settings, &[4, 4], vec![wish(30)]);
        (run.schedule.outcomes[0].status, run.schedule.outcomes[0].start)
    };
    assert_eq!(status(0), (Status::Done, 20));
    assert_eq!(status(6), (Status::Done, 20));
    // The reserve would arrive at 21, and so the job would end at 40.
    assert_eq!(status(7).0, Status::Rejected);
}

#[test]
fn message_time_goes_with_assignment_at_submission_and_whole_slots_only() {
    let problem = |json: &str| {
        let settings: ImpreciseCalendar = serde_json::from_str(json).expect("settings");
        settings.validate(&[8, 8]).expect_err("not valid")
    };
    assert!(problem(r#"{"message_time": -1}"#).contains("message_time: -1 s; it is 0 to 86400 s"));
    let late = r#"{"message_time": 5, "assignment": "late"}"#;
    assert!(problem(late).contains("assigned late only without message time"));
    let shared = r#"{"message_time": 5, "one_job_per_slot": false}"#;
    assert!(problem(shared).contains("share slots only without message time"));
    // Settings in old links keep their meaning.
    let json = serde_json::to_string(&ImpreciseCalendar::default()).expect("json");
    assert!(!json.contains("message_time"));
}

#[test]
fn a_job_that_was_placed_by_old_news_moves_to_any_earlier_place() {
    // Without message time, but with news that come 100 s late. The manager above books 1 and 2 at 0 until 300 and 1000;
    // job 1 ends at 10, which the manager does not know at 15: it gives 6 the place from 300 on.
    let settings = ImpreciseCalendar { message_time: 0, staleness: 100, ..settings_of("") };
    let jobs = [
        of_user(0, job(1, 0, 4, 10, 300)),
        of_user(0, job(2, 0, 4, 1_000, 1_000)),
        of_user(0, job(3, 12, 2, 5, 20)),
        of_user(0, job(4, 13, 2, 30, 30)),
        of_user(0, job(5, 13, 2, 30, 30)),
        of_user(0, job(6, 15, 4, 50, 100)),
    ];
    let run = run(&settings, &[4, 4], jobs.to_vec());
    let starts: Vec<(Time, u32)> = places(&run).iter().map(|it| (it.0, it.1)).collect();
    // At 25 job 3 ends early and gives 30 to 40 back, which is too short for 6, but all from 70 on is free.
    assert_eq!(starts, [(0, 0), (0, 1), (20, 0), (20, 0), (30, 0), (70, 0)]);
}
