use proptest::prelude::*;

use super::*;
use scheduling::criteria::job_fields::JobField;
use scheduling::engine::Status;
use scheduling::engine::testing::{bar_run, random_run};

/// Four jobs: numbers 3, 5, 8 and 13 of users 1, 2, 1, −1, of sizes 1, 2, 4, 8, which wait 0, 90, 3600
/// and 172 800 s for an hour's run; the last one has been killed.
fn jobs() -> Run {
    let bars =
        [(3, 0, 0, 0, 0, 3_600), (5, 0, 0, 1, 90, 3_690), (8, 1, 0, 3, 3_600, 7_200), (13, 1, 0, 7, 172_800, 176_400)];
    let mut run = bar_run(&[8, 8], &bars);
    for (job, user) in run.jobs.iter_mut().zip([1, 2, 1, -1]) {
        job.submit = 0;
        job.logged.user = user;
    }
    for outcome in &mut run.schedule.outcomes {
        outcome.allocated = 0;
    }
    run.schedule.outcomes[3].status = Status::Killed;
    run
}

#[test]
fn conditions_are_met_all_at_once() {
    let run = jobs();
    for row in "user 1 -> [3, 8]
user = 1 -> [3, 8]
USER -1 -> [13]
user != 1 -> [5, 13]
size > 2 -> [8, 13]
size>=2 size<=4 -> [5, 8]
size ≥ 2   wait<1h -> [5]
wait > 1 d -> [13]
wait 90 -> [5]
wait = 1.5 min -> [5]
wait >= 60min -> [8, 13]
wait < 2 w -> [3, 5, 8, 13]
flow > 1h -> [5, 8, 13]
slowdown >= 2 -> [8, 13]
provider 2 killed -> [13]
job 8 -> [8]
done user 1 -> [3, 8]
batch run 1 h -> [3, 5, 8, 13]
reservation -> []
in turn -> [3, 5, 8, 13]"
        .lines()
    {
        check(&run, row);
    }
}

/// Checks a row of a query and the numbers of the jobs that it finds.
#[track_caller]
fn check(run: &Run, row: &str) {
    let (query, expected) = row.split_once(" -> ").expect(row);
    assert_eq!(format!("{:?}", Query::read(query).expect(row).jobs(run)), expected, "{row}");
}

/// A run of the jobs of a log.
fn run_of(log: &str) -> Run {
    let workload = workload::read("names", log.as_bytes()).unwrap().workload;
    let mut scenario = experiment::Scenario::default();
    (scenario.workload.first_job, scenario.workload.last_job) = (None, None);
    experiment::run(&scenario, &workload).unwrap()
}

#[test]
fn names_of_the_log_find_their_jobs() {
    let log = "JobID|Submit|Start|End|AllocCPUS|User|Account|Partition|QOS\n\
               200_1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|ann|heavy ions|gpu|high\n\
               200_2|2024-03-01T00:00:01|2024-03-01T00:00:01|2024-03-01T01:00:00|4|bob|chem|cpu|normal\n\
               201|2024-03-01T00:00:02|2024-03-01T00:00:02|2024-03-01T01:00:00|4|ann|chem|cpu|normal\n";
    let run = run_of(log);
    // The log has names of users: a number is none of the reader's.
    for row in "user ann -> 200_1 201
user != Ann -> 200_2
account \"heavy ions\" -> 200_1
partition cpu user=bob -> 200_2
qos normal size > 2 -> 200_2 201
job 200_2 -> 200_2
job 201 -> 201
user carl -> \nuser 1 -> \njob 202 -> 200_1"
        .lines()
    {
        let (query, expected) = row.split_once(" -> ").expect(row);
        let numbers = Query::read(query).unwrap().jobs(&run);
        let names: Vec<String> =
            (0..run.jobs.len()).filter(|&at| numbers.contains(&run.jobs[at].id)).map(|at| run.job_name(at)).collect();
        assert_eq!(names.join(" "), expected, "{row}");
    }
}

#[test]
fn names_that_are_numbers_and_names_in_other_letters_are_found() {
    let log = "JobID|Submit|Start|End|AllocCPUS|User|Account\n\
               1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|Zoë|12345\n\
               2|2024-03-01T00:00:01|2024-03-01T00:00:01|2024-03-01T01:00:00|4|bob|chem\n\
               3|2024-03-01T00:00:02|2024-03-01T00:00:02|2024-03-01T01:00:00|8|bob|007\n";
    let run = run_of(log);
    for row in "account 12345 -> [1]
account 007 -> [3]
account 7 -> []
account 1 -> []
user ZOË -> [1]
user=bob size>4 -> [3]"
        .lines()
    {
        check(&run, row);
    }
    assert!(Query::read("user=3size>4").is_err());
}

#[test]
fn every_field_finds_the_jobs_that_have_its_number() {
    let run = jobs();
    let named = JobField::ALL.into_iter();
    for (field, name) in named.filter_map(|it| Some((it, it.row().filter?))) {
        for (at, job) in run.jobs.iter().enumerate() {
            let number = field.number(&run, at).unwrap();
            let found = Query::read(&format!("{name} {number}")).unwrap().jobs(&run);
            assert!(found.contains(&job.id), "{name} {number}: {found:?}");
        }
    }
}

#[test]
fn who_never_ran_has_not_waited() {
    let mut run = jobs();
    run.schedule.outcomes[0].status = Status::Rejected;
    for row in ["wait < 1 h -> [5]", "rejected -> [3]", "size 1 -> [3]"] {
        check(&run, row);
    }
}

#[test]
fn backfilled_jobs_are_those_of_the_schedule() {
    let mut run = jobs();
    // The first waits for what the second did not.
    run.schedule.outcomes[0].start = 100;
    check(&run, "backfilled -> [5]");
}

#[test]
fn errors_say_what_is_wrong_and_what_can_be_written() {
    for row in " -> The search is empty. Write user 12,
siz > 4 -> Unknown field “siz”. Use job, user,
size > -> “size” needs a number: size > 64.
size is 3 -> “size” needs a number, not “is”: size > 64.
user < ann -> A name has no order: user ann.
user \"ann -> A name that begins with a quotation mark
12 -> “12” has no field: begin with one
size & wait -> “&” has no meaning here. Comparisons are <,
size 4-5 -> “4-5” is not a number.
wait > 1 fortnight -> Unknown unit of time “fortnight”. Use s,
size > 1 d -> “d” is a unit of time, which size does not have: size > 64."
        .lines()
    {
        let (query, expected) = row.split_once(" -> ").expect(row);
        let error = Query::read(query).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{row}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_is_too_odd_to_be_read_or_refused(text in "[a-z0-9<>=!≥ .µ-]{0,24}") {
        let _ = Query::read(&text);
    }

    #[test]
    fn a_comparison_and_its_opposite_part_the_jobs_that_have_the_value(
        run in random_run(), number in 0i64..300,
    ) {
        for field in ["size", "wait", "flow", "run"] {
            let jobs = |sign: &str| Query::read(&format!("{field} {sign} {number}")).unwrap().jobs(&run);
            let mut both = [jobs("<"), jobs(">=")].concat();
            both.sort_unstable();
            let mut all: Vec<u64> = run.jobs.iter().map(|job| job.id).collect();
            all.sort_unstable();
            prop_assert_eq!(both, all);
        }
    }
}
