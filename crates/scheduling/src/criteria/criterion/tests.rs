//! Every figure of a report is a criterion, once.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;
use crate::criteria::{KindReport, ProviderReport};

fn of_key(key: &str) -> Criterion {
    Criterion::of_key(key).expect(key)
}

/// A report that holds no number twice, whatever its fields are.
fn report(providers: usize) -> Report {
    let empty = Report {
        providers: vec![ProviderReport::default(); providers],
        by_size: [1, 8, 1 << 31].map(|it| (it, KindReport::default())).into(),
        rejections: ["too_large", "no_room"].map(|it| (it.to_owned(), 0)).into(),
        ..Report::default()
    };
    let mut json = serde_json::to_value(&empty).unwrap();
    fill(&mut json, &mut 0);
    // Of all kinds and classes some jobs ran.
    let kinds = ["/batch", "/reservations", "/by_size/1", "/by_size/8", "/by_size/2147483648"];
    for kind in kinds {
        let jobs = json.pointer_mut(&format!("{kind}/jobs")).unwrap();
        *jobs = (1_000 + jobs.as_u64().unwrap()).into();
    }
    serde_json::from_value(json).unwrap()
}

/// Puts another number in the place of each.
fn fill(json: &mut Value, count: &mut u32) {
    match json {
        Value::Number(number) => {
            *count += 1;
            *json = if number.is_u64() { Value::from(*count) } else { Value::from(f64::from(*count)) };
        }
        Value::Array(items) => items.iter_mut().for_each(|it| fill(it, count)),
        Value::Object(fields) => fields.values_mut().for_each(|it| fill(it, count)),
        _ => {}
    }
}

/// Every number of some JSON but for the sizes of providers, which are given, not achieved.
fn numbers(json: &Value, found: &mut Vec<f64>) {
    match json {
        Value::Number(number) => found.extend(number.as_f64()),
        Value::Array(items) => items.iter().for_each(|it| numbers(it, found)),
        Value::Object(fields) => {
            fields
                .iter()
                .filter(|(name, _)| *name != "processors" && *name != "population")
                .for_each(|(_, it)| numbers(it, found));
        }
        _ => {}
    }
}

#[test]
fn every_number_of_a_report_is_a_criterion() {
    let report = report(2);
    let mut expected = Vec::new();
    numbers(&serde_json::to_value(&report).unwrap(), &mut expected);
    let all = Criterion::all([], 2);
    let mut found: Vec<f64> = all.map(|it| it.of(&report).unwrap()).collect();
    // Of classes without jobs there is nothing, and of causes that rejected none 0.
    let parts = parts(u32::MAX).filter_map(|it| it.of(&report));
    found.extend(parts.filter(|it| *it > 0.0));
    found.sort_by(f64::total_cmp);
    expected.sort_by(f64::total_cmp);
    assert_eq!(found, expected);
    let third = Criterion::Of(Of::Provider(2), Quantity::of_key("jobs"));
    assert_eq!(third.of(&report), None);
}

#[test]
fn every_key_is_unique_and_says_where_the_value_stands_in_a_report() {
    let report = report(0);
    let json = serde_json::to_value(&report).unwrap();
    let mut keys = BTreeSet::new();
    for criterion in Criterion::all([], 0) {
        let key = criterion.key();
        let value = key.split('.').fold(&json, |json, name| &json[name]);
        assert!(value.is_number(), "{key}");
        assert_eq!(criterion.of(&report), value.as_f64(), "{key}");
        assert_eq!(of_key(key), criterion);
        assert!(keys.insert(key), "{key} stands twice");
    }
    let of_kinds = QUANTITIES.iter().filter(|it| it.of_kind.is_some());
    assert_eq!(keys.len(), QUANTITIES.len() + 2 * of_kinds.count());
    for system in System::all() {
        for measure in system.model().measures() {
            assert!(!keys.contains(measure.key), "{}", measure.key);
            assert_eq!(of_key(measure.key).key(), measure.key);
        }
    }
    for criterion in parts(u32::MAX) {
        let key = criterion.key();
        let value = key.split('.').fold(&json, |json, name| &json[name]);
        let reported = criterion.of(&report).filter(|it| *it > 0.0);
        assert_eq!(reported, value.as_f64(), "{key}");
        assert_eq!(of_key(key), criterion);
        assert!(keys.insert(key), "{key} stands twice");
    }
    let all = || Criterion::all([], 0).chain(parts(u32::MAX));
    let names: BTreeSet<&str> = all().map(Criterion::name).collect();
    let ids: BTreeSet<String> = all().map(Criterion::id).collect();
    assert_eq!((names.len(), ids.len()), (keys.len(), keys.len()));
    assert_eq!(Criterion::of_key("mood"), None);
}

#[test]
fn a_criterion_stands_in_files_by_its_key_and_in_lessons_by_a_shorter_one() {
    for criterion in Criterion::all([], 0) {
        let written = serde_json::to_string(&criterion).unwrap();
        assert_eq!(written, format!("\"{}\"", criterion.key()));
        for name in [written.clone(), written.replace("mean_", "")] {
            let read: Criterion = serde_json::from_str(&name).unwrap();
            assert_eq!(read, criterion, "{name}");
        }
    }
    let wrong = serde_json::from_str::<Criterion>("\"mood\"").unwrap_err();
    assert!(wrong.to_string().contains("\"mood\" is no criterion"));
}

#[test]
fn a_kind_of_which_no_job_ran_has_no_means() {
    let kind = |jobs, rejected, mean| KindReport {
        jobs,
        rejected,
        mean_flow_time: mean,
        mean_waiting_time: mean,
        ..KindReport::default()
    };
    let report =
        Report { rejected: 3, batch: kind(4, 1, 50.0), reservations: kind(2, 2, f64::NAN), ..Report::default() };
    for (key, value) in [
        ("batch.mean_flow_time", Some(50.0)),
        ("reservations.mean_flow_time", None),
        ("reservations.mean_waiting_time", None),
        ("reservations.rejected", Some(2.0)),
        ("rejected", Some(3.0)),
    ] {
        assert_eq!(of_key(key).of(&report), value, "{key}");
    }
}

#[test]
fn no_job_counts_as_killed_where_the_log_does_not_say() {
    let unknown = Report { killed_unknown: true, ..report(2) };
    for criterion in Criterion::all([], 2) {
        let is_killed = criterion.what() == Criterion::KILLED.what();
        assert_eq!(criterion.of(&unknown).is_none(), is_killed, "{criterion:?}");
    }
    assert!(unknown.to_json().contains("\"killed_unknown\": true"));
    assert!(!Report::default().to_json().contains("killed_unknown"));
}

#[test]
fn classes_of_sizes_are_offered_up_to_the_largest_and_causes_always() {
    let of = |largest: u32| -> Vec<Criterion> { parts(largest).collect() };
    for (largest, classes) in [(0, 0), (1, 1), (2, 2), (64, 7), (65, 7), (127, 7), (128, 8)] {
        let sizes = of(largest).into_iter().filter(|it| it.group() == FigureGroup::Size);
        assert_eq!(sizes.count() / 9, classes, "{largest}");
    }
    let causes = of(0);
    assert_eq!(causes.len(), Cause::ALL.len());
    assert!(causes.iter().all(|it| it.group() == FigureGroup::Cause));
}

#[test]
fn a_class_of_sizes_of_which_no_job_ran_has_no_means() {
    let class = KindReport { jobs: 2, rejected: 2, waiting_time_90: f64::NAN, ..KindReport::default() };
    let report = Report { by_size: [(4, class)].into(), ..Report::default() };
    for (key, value) in [
        ("by_size.4.waiting_time_90", None),
        ("by_size.4.rejected", Some(2.0)),
        ("by_size.8.rejected", None),
        ("rejections.too_large", Some(0.0)),
    ] {
        assert_eq!(of_key(key).of(&report), value, "{key}");
    }
}

#[test]
fn measures_are_set_side_by_side_in_seconds_and_as_shares() {
    const fn own(key: &'static str, unit: Unit) -> Measure {
        Measure::new(key, "Own", "", unit, Better::Lower)
    }
    static OWN: [Measure; 3] = [own("hours", Unit::Hours), own("percent", Unit::Percent), own("times", Unit::Times)];
    let values = [("hours", 1.5), ("percent", 40.0), ("times", 3.0)];
    let report = Report { measures: values.map(|(key, value)| (key.to_owned(), value)).into(), ..Report::default() };
    let told = OWN.each_ref().map(|it| {
        let criterion = Criterion::Own(it);
        (criterion.unit().base(), criterion.in_base(&report))
    });
    assert_eq!(told, [(Unit::Seconds, Some(5_400.0)), (Unit::Share, Some(0.4)), (Unit::Times, Some(3.0)),]);
}

#[test]
fn names_stand_in_tables_and_in_sentences() {
    for row in "mean_flow_time: Flow time F | flow time | F | mean flow time F | flow-time
        mean_bounded_slowdown: Bounded slowdown | bounded slowdown | bounded slowdown | mean bounded slowdown \
            | bounded-slowdown
        makespan: Makespan | makespan | makespan | makespan | makespan
        batch.mean_flow_time: F of batch jobs | flow time of batch jobs | flow time of batch jobs \
            | mean F of batch jobs | batch-flow-time
        reservations.rejected: Rejected reservations | rejected reservations | rejected reservations \
            | rejected reservations | reservations-rejected
        by_size.8.mean_flow_time: Flow time of jobs of 8–15 processors | flow time of jobs of 8–15 processors \
            | flow time of jobs of 8–15 processors | mean flow time of jobs of 8–15 processors | size-8-flow-time
        by_size.1.rejected: Rejected jobs of 1 processor | rejected jobs of 1 processor | rejected jobs of 1 processor \
            | rejected jobs of 1 processor | size-1-rejected
        rejections.too_large: Rejected jobs larger than every provider | rejected jobs larger than every provider \
            | rejected jobs larger than every provider | rejected jobs larger than every provider \
            | rejections-too-large"
        .lines()
    {
        let (key, names) = row.trim().split_once(": ").expect(row);
        let it = of_key(key);
        assert_eq!([it.short(), it.plain(), it.brief(), it.label(), it.id()].join(" | "), names, "{key}");
    }
    assert_eq!(Quantity::of_key("mean_utilization").without_letter(), "Mean utilization");
}

#[test]
fn what_is_rejected_or_killed_is_called_what_it_is() {
    let jobs = <&Nouns>::default();
    let tasks = Nouns { jobs: "tasks", ..*jobs };
    for (key, nouns, label) in [
        ("rejected", jobs, "jobs rejected"),
        ("killed", &tasks, "tasks killed"),
        ("makespan", &tasks, "makespan"),
        ("batch.rejected", &tasks, "rejected batch jobs"),
    ] {
        assert_eq!(of_key(key).label_in(nouns), label, "{key}");
    }
}
