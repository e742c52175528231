use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::engine::Status;
use crate::engine::testing::{bar_run, random_run};
use workload::Logged;

fn rows() -> impl Iterator<Item = &'static Row> {
    JobField::ALL.into_iter().map(JobField::row)
}

#[track_caller]
fn assert_all_different<'a>(names: impl Iterator<Item = &'a str>) {
    let names: Vec<&str> = names.collect();
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
    assert!(!different.contains(""));
}

#[test]
fn names_are_different_and_can_be_written() {
    assert_all_different(rows().map(|it| it.key));
    assert_all_different(rows().filter_map(|it| it.filter));
    assert_all_different(rows().filter_map(|it| Some(it.colour.as_ref()?.name)));
    assert_all_different(rows().filter(|it| it.in_table).map(|it| it.title));
    let mut filters = rows().filter_map(|it| it.filter);
    assert!(filters.all(|name| name.bytes().all(|it| it.is_ascii_lowercase())));
}

#[test]
fn what_a_job_keeps_of_the_log_is_a_field() {
    for name in Logged::NAMES {
        assert!(rows().any(|it| it.key == name), "no row has the key {name}");
    }
}

/// Links, queries and menus know them by these names in this order; others come behind them.
#[test]
fn filters_and_colours_have_their_names_and_places() {
    let listed = || JobField::listed().map(JobField::row);
    assert_eq!(listed().count(), JobField::ALL.len());
    let filters: Vec<&str> = listed().filter_map(|it| it.filter).collect();
    let expected = "job user group queue provider size wait run limit flow slowdown";
    assert!(filters.join(" ").starts_with(expected), "{filters:?}");
    let colours: Vec<&str> = listed().filter_map(|it| Some(it.colour.as_ref()?.name)).collect();
    let expected = "kind user group queue size wait slowdown start";
    assert!(colours.join(" ").starts_with(expected), "{colours:?}");
}

#[test]
fn values_of_a_job_by_hand() {
    // Job 7 of user 3 waits 10 s and runs 40 s on processors 2 and 3 of the second provider.
    let mut run = bar_run(&[4, 4], &[(7, 1, 2, 3, 10, 50)]);
    run.jobs[0].submit = 0;
    run.jobs[0].logged.user = 3;
    let number = |run: &Run, name: &str| JobField::of_filter(name).unwrap().number(run, 0);
    for (name, expected) in [
        ("job", 7.0),
        ("user", 3.0),
        ("group", -1.0),
        ("provider", 2.0),
        ("size", 2.0),
        ("wait", 10.0),
        ("run", 40.0),
        ("flow", 50.0),
        ("slowdown", 1.25),
    ] {
        assert_eq!(number(&run, name), Some(expected), "{name}");
    }
    let value = |field: JobField| field.value(&run, 0);
    assert_eq!(value(JobField::Provider), Some(Value::Whole(1)));
    assert_eq!(value(JobField::ProcessorsUsed), Some(Value::Whole(2)));
    assert_eq!(value(JobField::Kind), Some(Value::Word("batch", 0)));
    assert_eq!(value(JobField::Status), Some(Value::Word("done", 0)));
    assert_eq!(value(JobField::Deadline), None);
    assert_eq!(JobField::Kind.number(&run, 0), None);
    // A job that never ran has not waited and was sent nowhere, but it has a size.
    run.schedule.outcomes[0].status = Status::Rejected;
    for (name, expected) in [("wait", None), ("provider", None), ("size", Some(2.0))] {
        assert_eq!(number(&run, name), expected, "{name}");
    }
}

proptest! {
    #[test]
    fn values_are_of_their_type(run in random_run()) {
        for field in JobField::ALL {
            for at in 0..run.jobs.len() {
                let Some(value) = field.value(&run, at) else {
                    continue;
                };
                let is_whole = matches!(value, Value::Whole(_));
                let is_of_type = match field.row().values {
                    ValueType::LogNumber | ValueType::Count | ValueType::Place | ValueType::Ranges => is_whole,
                    ValueType::Moment | ValueType::Duration => is_whole || matches!(value, Value::Real(_)),
                    ValueType::Factor => matches!(value, Value::Real(_)),
                    ValueType::Word => matches!(value, Value::Word(..)),
                    ValueType::Name => matches!(value, Value::Name(_)),
                };
                prop_assert!(is_of_type, "{field:?}: {value:?}");
            }
        }
    }
}
