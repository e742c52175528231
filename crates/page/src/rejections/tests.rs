use super::*;
use experiment::run;
use export::snapshot::{FileMark, Source};
use scheduling::criteria::report;
use workload::Workload;

/// A machine of eight processors: a job of all of them, one of two at the same time, and one of one later.
const LOG: &str = "; MaxProcs: 8\n\
    1 0 0 60 8 -1 -1 8 60 -1 1 1 1 1 1 1 -1 -1\n\
    2 0 0 60 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1\n\
    3 90 0 60 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n";

fn read() -> (Workload, Contents) {
    let reading = workload::read("a.swf", LOG.as_bytes()).unwrap();
    let mark = FileMark::of("a.swf", LOG.as_bytes());
    let contents = Contents::of(&reading, Source::File(mark), None, 0.0);
    (reading.workload, contents)
}

fn scenario(system: &str, platform: &str) -> Scenario {
    let json = format!(
        "{{'platform': {platform}, 'system': {{'{system}': {{}}}},
            'workload': {{'first_job': null, 'last_job': null, 'reservations': {{'percent': 0}}}}}}"
    );
    Scenario::from_json(json.replace('\'', "\"").as_bytes()).unwrap()
}

fn told_of(system: &str, platform: &str) -> String {
    let (workload, _) = read();
    let run = run(&scenario(system, platform), &workload).unwrap();
    let report = report(&run);
    let all: usize = by_cause(&report).iter().map(|it| it.jobs).sum();
    assert_eq!(all, report.rejected);
    sentence(&report, run.nouns())
}

#[test]
fn every_system_says_why_jobs_were_rejected() {
    // A broker has no queue, and takes 85 % of a node at most. The largest node of the last would take the job, were it
    // idle: a smaller idle one does not make it too large.
    for row in "two_level [4, 4]: 1 job never ran: 1 larger than every provider.
co_allocation [4, 4]: \nco_allocation [4]: 1 job never ran: 1 larger than every provider.
broker [8]: 1 job never ran: 1 larger than every provider.
broker [2]: 2 jobs never ran: 2 larger than every provider.
broker [10]: 1 job never ran: 1 without a node that has room.
broker [2, 10]: 1 job never ran: 1 without a node that has room.
as_logged [8]: "
        .lines()
    {
        let (of, expected) = row.split_once(": ").expect(row);
        let (system, platform) = of.split_once(' ').expect(row);
        assert_eq!(told_of(system, platform), expected, "{row}");
    }
}

#[test]
fn the_most_frequent_cause_comes_first() {
    let report = Report {
        rejected: 6,
        rejections: [("no_room", 4), ("too_large", 1), ("begun", 1)].map(|(key, jobs)| (key.to_owned(), jobs)).into(),
        ..Report::default()
    };
    let causes: Vec<Cause> = by_cause(&report).iter().map(|it| it.cause).collect();
    assert_eq!(causes, [Cause::NoRoom, Cause::TooLarge, Cause::Begun]);
    let (name, about) = told(Cause::TooLarge, <&Nouns>::default());
    assert_eq!(name, "Larger than every provider");
    assert!(about.starts_with("They need more processors"), "{about}");
    assert_eq!(sentence(&Report::default(), <&Nouns>::default()), "");
}

#[test]
fn what_can_be_known_is_said_before_the_run_with_what_to_change() {
    let (_, contents) = read();
    let of = |system: &str, platform: &str| {
        let scenario = scenario(system, platform);
        (warning(&contents, &scenario), one_provider(&contents, &scenario))
    };
    let (said, one) = of("two_level", "[4, 2]");
    assert_eq!(
        said.as_deref(),
        Some("The log has jobs of up to 8 processors, and no provider has more than 4: larger jobs are rejected.")
    );
    assert_eq!(one, Some(8));
    assert_eq!(of("two_level", "[4, 8]"), (None, None));
    // A pool counts as one.
    assert_eq!(of("co_allocation", "[4, 4]"), (None, None));
    assert_eq!(of("as_logged", "[4]").0, None);
    let mut clipped = scenario("two_level", "[4, 4]");
    clipped.workload.clip_size_to = Some(4);
    assert_eq!(warning(&contents, &clipped), None);
    assert_eq!(
        [(100, 4), (10, 3), (1, 4)].map(|(of, parts)| in_parts(of, parts)),
        [vec![25; 4], vec![4, 3, 3], vec![1]]
    );
}
