//! The clock of a log: what it names, and the days, hours and months that follow.

use super::{AS_LOGGED, log, ran};
use slotscope::criteria::groups::{GroupBy, Grouping, groups};
use slotscope::criteria::week::{HOURS, Week};
use slotscope::export::{schedule_sacct, schedule_swf};
use slotscope::workload::clock::Clock;
use slotscope::workload::table::Mapping;
use slotscope::workload::{Workload, read, read_with, write_sacct, write_swf};

const PACIFIC: &[u8] = include_bytes!("../inputs/04_clock_of_the_log.swf");
const ACME: &[u8] = include_bytes!("../inputs/05_acme_queue_is_seconds_and_clock.csv");

fn zone(log: &Workload) -> String {
    log.header().clock().expect("a date").zone.words()
}

/// The day, from 0 on Monday, and the hour of those hours of the week in which jobs were submitted, and how many.
fn hours(log: &Workload) -> Vec<(usize, usize, usize)> {
    let clock = log.header().clock().expect("a date");
    let week = Week::new(&ran(log, AS_LOGGED), None, clock, false).simulated;
    let all = (0..week.len() * HOURS).map(|at| (at / HOURS, at % HOURS));
    all.map(|(day, hour)| (day, hour, week[day][hour].jobs)).filter(|it| it.2 > 0).collect()
}

/// The months, and how many jobs each has.
fn months(log: &Workload, clock: Option<Clock>) -> String {
    let grouping = Grouping { clock, ..Grouping::new(GroupBy::Month) };
    let mut groups = groups(&ran(log, AS_LOGGED), &grouping).groups;
    groups.sort_by_key(|it| it.number);
    groups.iter().map(|it| format!("{} {}\n", it.label, it.jobs)).collect()
}

#[test]
fn a_week_has_the_working_hours_of_the_zone_that_the_header_names() {
    let log = log(PACIFIC);
    assert_eq!(zone(&log), "US/Pacific");
    let working: Vec<_> = (0..4).flat_map(|day| (9..=17).map(move |hour| (day, hour, 1))).collect();
    assert_eq!(hours(&log), working);
}

#[test]
fn months_are_those_of_the_offset_of_dates() {
    let mapping = "job=job_id,submit=submit_time,start=start_time,end=end_time,requested_processors=cpu_num";
    let reading = read_with("acme.csv", ACME, &Mapping::parse(mapping).expect("a mapping"));
    let reading = reading.expect("a log");
    assert_eq!(reading.complaint_count, 0);
    let log = reading.workload;
    assert_eq!(zone(&log), "UTC+08:00");
    assert_eq!(months(&log, log.header().clock()), "2023-03 2\n");
}

#[test]
fn days_and_months_follow_a_change_of_the_clock_within_a_log() {
    // Mondays at 9:00, a week before and a day after the clocks went back on 3 November 2024; then the last half hours of
    // October and of November.
    let log = log("; UnixStartTime: 1730131200\n; TimeZoneString: US/Pacific\n; MaxProcs: 8\n\
        1 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 1 1 -1 -1\n\
        2 608400 0 60 1 -1 -1 1 60 -1 1 1 1 -1 1 1 -1 -1\n\
        3 311400 0 60 1 -1 -1 1 60 -1 1 1 1 -1 1 1 -1 -1\n\
        4 2907000 0 60 1 -1 -1 1 60 -1 1 1 1 -1 1 1 -1 -1\n");
    assert_eq!(hours(&log), [(0, 9, 2), (3, 23, 1), (5, 23, 1)]);
    let clock = log.header().clock().expect("a date");
    assert_eq!(months(&log, Some(clock)), "2024-10 2\n2024-11 2\n");
    assert_eq!(months(&log, Some(Clock::utc(clock.start))), "2024-10 1\n2024-11 2\n2024-12 1\n");
}

#[test]
fn a_log_that_is_written_keeps_its_clock() {
    let sacct = |dates: [&str; 2]| {
        let [first, second] = dates;
        let text = format!(
            "JobID|Submit|Start|End|ElapsedRaw|Timelimit|AllocCPUS|State\n\
             1|{first}|{first}|{second}|60|00:10:00|1|COMPLETED\n"
        );
        log(text)
    };
    // Dates of sacct have their offset where the log names a zone, and else none.
    const NOT_GIVEN: &str = "the log's clock, zone not given";
    for (log, words, of_sacct) in [
        (log(PACIFIC), "US/Pacific", "UTC-08:00"),
        (sacct(["2024-03-01T23:59:00", "2024-03-02T00:00:00"]), NOT_GIVEN, NOT_GIVEN),
        (sacct(["2024-03-01T23:59:00+01:00", "2024-03-02T00:00:00+01:00"]), "UTC+01:00", "UTC+01:00"),
        (sacct(["2024-03-01T23:59:00Z", "2024-03-02T00:00:00Z"]), "UTC", "UTC"),
        (sacct(["1709333940", "1709334000"]), "UTC", NOT_GIVEN),
    ] {
        assert_eq!(zone(&log), words);
        let run = ran(&log, AS_LOGGED);
        for text in [write_swf(&log), schedule_swf(&run, log.header(), "log", "")] {
            let back = super::log(&text);
            assert_eq!(back.header().clock(), log.header().clock(), "{text}");
        }
        for text in [write_sacct(&log), schedule_sacct(&run, log.header().clock())] {
            let back = super::log(&text);
            assert_eq!(hours(&back), hours(&log), "{text}");
            let start = |it: &Workload| it.header().unix_start_time().expect("a date") + it.records()[0].submit;
            assert_eq!(start(&back), start(&log), "{text}");
            assert_eq!(zone(&back), of_sacct, "{text}");
        }
    }
}

#[test]
fn different_offsets_are_told_at_their_line() {
    let text = "JobID|Submit|Start|End|ElapsedRaw|Timelimit|AllocCPUS|State\n\
        1|2024-03-30T12:00:00+01:00|2024-03-30T12:00:00+01:00|2024-03-30T12:01:00+01:00|60|00:10:00|1|COMPLETED\n\
        2|2024-04-01T12:00:00+02:00|2024-04-01T12:00:00+02:00|2024-04-01T12:01:00+02:00|60|00:10:00|1|COMPLETED\n\
        3|2024-04-02T12:00:00+02:00|2024-04-02T12:00:00+02:00|2024-04-02T12:01:00+02:00|60|00:10:00|1|COMPLETED\n";
    let reading = read("log", text.as_bytes()).expect("a log");
    let [told] = &reading.complaints[..] else {
        panic!("{:?}", reading.complaints);
    };
    let told = told.to_string();
    assert!(told.starts_with("line 3: dates have different offsets") && told.contains("UTC+02:00"), "{told}");
    assert_eq!(zone(&reading.workload), "UTC+02:00");
}
