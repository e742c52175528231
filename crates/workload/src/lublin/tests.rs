use super::*;
use crate::read;
use crate::stats::Statistics;
use crate::swf::write_swf;
use crate::testing::{assert_told, rows};

fn large() -> Workload {
    let settings =
        Lublin { jobs: 20_000, largest_job: None, load: None, kinds: Kinds::InteractiveAndBatch, ..Lublin::default() };
    settings.generate().unwrap()
}

#[test]
fn the_default_looks_like_some_days_of_a_real_machine() {
    let workload = Lublin::default().generate().unwrap();
    let statistics = Statistics::of(&workload);
    let load = statistics.offered_load.unwrap();
    assert_eq!(statistics.jobs, 1000);
    assert!((load - 0.7).abs() < 0.02, "{load}");
    assert_eq!(statistics.sizes.unwrap().max, 64);
    let days = statistics.last_submission.unwrap() / 86_400;
    assert!((3..=14).contains(&days), "{days}");
    assert!((20..=40).contains(&statistics.users));
}

#[test]
fn the_default_is_the_same_for_ever() {
    let text = write_swf(&Lublin::default().generate().unwrap());
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    assert_eq!(sum, 2_004_304_171_046_839_241);
}

#[test]
fn what_is_written_reads_back_equal() {
    let workload = Lublin::default().generate().unwrap();
    let reading = read(&workload.name, write_swf(&workload).as_bytes()).unwrap();
    assert_eq!(reading.workload, workload);
    assert_eq!(reading.complaint_count, 0);
}

#[test]
fn the_classes_have_the_published_shares() {
    let workload = large();
    for (queue, serial, power_of_two) in [(0, 0.1541, 0.625), (1, 0.2927, 0.6686)] {
        let sizes: Vec<i64> = workload
            .records()
            .iter()
            .filter(|record| record.queue == queue)
            .map(|record| record.allocated_processors)
            .collect();
        let share =
            |matches: fn(&i64) -> bool| sizes.iter().filter(|size| matches(size)).count() as f64 / sizes.len() as f64;
        let ones = share(|&size| size == 1);
        assert!((ones - serial).abs() < 0.02, "{queue}: {ones}");
        // Some of the others are powers of two by chance.
        let powers = share(|&size| size > 1 && size.count_ones() == 1);
        let by_chance = powers - power_of_two;
        assert!((-0.02..0.12).contains(&by_chance), "{queue}: {powers}");
        assert!(sizes.iter().all(|size| (1..=128).contains(size)));
    }
}

#[test]
fn run_times_have_the_published_means() {
    // The mean of the logarithm of short interactive jobs, of batch jobs by their mixture.
    let workload = large();
    for (queue, mean) in
        [(0, 0.85 * 3.8351 * 0.6605 + 0.15 * 7.073 * 0.6856), (1, 0.67 * 6.57 * 0.823 + 0.33 * 639.1 * 0.0156)]
    {
        let logs: Vec<f64> = workload
            .records()
            .iter()
            .filter(|record| record.queue == queue)
            .map(|record| (record.run_time as f64).ln())
            .collect();
        let found = logs.iter().sum::<f64>() / logs.len() as f64;
        assert!((found - mean).abs() < 0.3, "{queue}: {found}");
    }
}

#[test]
fn jobs_come_by_day_whatever_the_load() {
    let loads = [None, Some(0.3), Some(1.5)];
    let all = [Kinds::Any, Kinds::InteractiveAndBatch, Kinds::Batch];
    for (load, kinds) in loads.into_iter().zip(all) {
        let settings = Lublin { jobs: 20_000, load, kinds, ..Lublin::default() };
        let workload = settings.generate().unwrap();
        let day: Vec<i64> = workload
            .records()
            .iter()
            .map(|record| record.submit / 3600 % 24)
            .filter(|hour| (9..19).contains(hour))
            .collect();
        let share = day.len() as f64 / workload.records().len() as f64;
        assert!(share > 0.6, "{kinds:?} {load:?}: {share}");
        assert!(workload.records().is_sorted_by_key(|record| record.submit));
    }
}

#[test]
fn requested_times_are_never_below_run_times() {
    let workload = large();
    let mut values: Vec<Time> = workload.records().iter().map(|record| record.requested_time).collect();
    values.sort_unstable();
    values.dedup();
    assert!(values.len() <= 20, "{values:?}");
    assert!(workload.records().iter().all(|record| record.run_time <= record.requested_time));
    assert!(workload.records().iter().all(|record| record.run_time >= 1 && record.wait >= 0));
}

#[test]
fn sizes_stay_within_the_largest() {
    for largest in [1, 2, 3, 5, 100, 1000] {
        let settings = Lublin { processors: 1000, largest_job: Some(largest), ..Lublin::default() };
        let workload = settings.generate().unwrap();
        let sizes = workload.records().iter().map(|record| record.allocated_processors);
        let (least, most) = (sizes.clone().min().unwrap(), sizes.max().unwrap());
        assert!(least >= 1 && most <= i64::from(largest), "{largest}: {least} {most}");
    }
}

#[test]
fn a_shorter_workload_begins_as_a_longer_one() {
    let jobs = |jobs| {
        let settings = Lublin { jobs, load: None, ..Lublin::default() };
        settings.generate().unwrap().records().to_vec()
    };
    assert_eq!(jobs(100), jobs(200)[..100]);
}

#[test]
fn validation_names_the_field() {
    for [settings, field] in rows(
        "{\"jobs\": 0} | jobs…
        {\"jobs\": MOST} | jobs…
        {\"processors\": 0} | processors…
        {\"largest_job\": 129} | largest_job…
        {\"users\": 0} | users…
        {\"load\": 0} | load…",
    ) {
        let settings = settings.replace("MOST", &(MAX_JOBS + 1).to_string());
        let settings: Lublin = serde_json::from_str(&settings).unwrap();
        assert_told(settings.generate().unwrap_err(), &field, &field);
    }
    let settings = Lublin { load: Some(f64::NAN), ..Lublin::default() };
    assert_told(settings.generate().unwrap_err(), "load…", "NaN");
}

fn clocks() -> [Clock; 3] {
    [Kind::Interactive, Kind::Batch, Kind::Any].map(Clock::of)
}

#[test]
fn the_clock_can_be_read_both_ways() {
    for clock in clocks() {
        for step in 0..2000 {
            let wall = f64::from(step) * 131.7;
            let back = clock.wall(clock.clock(wall));
            assert!((back - wall).abs() < 1e-6, "{wall} {back}");
        }
        assert_eq!(clock.wall(0.0), 0.0);
    }
}

#[test]
fn jobs_come_by_day() {
    // The published program's weights, relative to the mean half hour: 13:30 is the rush.
    for clock in clocks() {
        let weight = |hour: f64| clock.clock(hour * 3600.0 + BUCKET) - clock.clock(hour * 3600.0);
        assert!(weight(13.5) > 1.5 * BUCKET);
        assert!(weight(5.0) < 0.5 * BUCKET);
        assert!(weight(23.0) < weight(18.0) && weight(9.0) < weight(11.0));
    }
}

#[test]
fn the_integral_is_exact_enough() {
    let cubic = integral(|x| x * x * x, 0.0, 2.0);
    assert!((cubic - 4.0).abs() < 1e-12);
}
