//! `run --by`: the jobs in groups.

use serde_json::{Value, json};

use super::{THREE_JOBS, assert_says, called, json, printed, refused, text, values};

fn groups(input: &str, by: &str) -> Value {
    json(&format!("run {{}} - --by {by}"), input)["groups"].take()
}

/// What the groups of a property are called.
fn labels(grouped: &Value) -> Vec<&str> {
    grouped["groups"].as_array().expect("groups").iter().map(|it| it["group"].as_str().expect("a label")).collect()
}

#[test]
fn users_have_their_waits_in_the_run_and_in_the_log() {
    // Job 2 needs all processors and waits for job 1, from 3 to 60 s; jobs 1 and 3, of user 1, start at once. In the
    // log these waited 5 and 9 s before they ran for 60 and 30 s.
    let found = groups(THREE_JOBS, "user");
    let expected = json!([{ "by": "user", "groups": [
        {
            "group": "user 1", "jobs": 2, "rejected": 0, "processor_hours": 300.0 / 3600.0,
            "simulated": {
                "jobs": 2, "mean_waiting_time": 0.0, "median_waiting_time": 0.0, "waiting_time_90": 0.0,
                "waiting_time_99": 0.0, "mean_bounded_slowdown": 1.0,
            },
            "logged": {
                "jobs": 2, "mean_waiting_time": 7.0, "median_waiting_time": 5.0, "waiting_time_90": 9.0,
                "waiting_time_99": 9.0, "mean_bounded_slowdown": (65.0 / 60.0 + 1.3) / 2.0,
            },
            "without_logged_wait": 0,
        },
        {
            "group": "user 2", "jobs": 1, "rejected": 0, "processor_hours": 80.0 / 3600.0,
            "simulated": {
                "jobs": 1, "mean_waiting_time": 57.0, "median_waiting_time": 57.0, "waiting_time_90": 57.0,
                "waiting_time_99": 57.0, "mean_bounded_slowdown": 6.7,
            },
            "logged": {
                "jobs": 1, "mean_waiting_time": 0.0, "median_waiting_time": 0.0, "waiting_time_90": 0.0,
                "waiting_time_99": 0.0, "mean_bounded_slowdown": 1.0,
            },
            "without_logged_wait": 0,
        },
    ] }]);
    assert_eq!(found, expected);
}

#[test]
fn several_properties_stand_in_their_order_and_months_have_the_date_of_the_log() {
    // What is no zone is told.
    let unknown = format!("; UnixStartTime: 0\n; TimeZoneString: Mars/Olympus\n{THREE_JOBS}");
    assert_says(&text(&called("run {} -", &unknown).stderr), "TimeZoneString \"Mars/Olympus\" is no zone");
    // The first two jobs are submitted in 2024-02, the last, a second into the next day, in 2024-03.
    let found = groups(&format!("; UnixStartTime: 1709251197\n{THREE_JOBS}"), "month,size");
    assert_eq!(values(&found, "/0/by /1/by"), r#""month" "size""#);
    assert_eq!(labels(&found[0]), ["2024-02", "2024-03"]);
    assert_eq!(labels(&found[1]), ["4–7 processors", "8–15 processors", "2–3 processors"]);
    assert_eq!(labels(&groups(THREE_JOBS, "month")[0]), ["days 0–29"]);
}

#[test]
fn under_as_logged_the_run_is_the_log() {
    let report = json(r#"run '{"platform": [8], "system": {"as_logged": {}}}' - --by user"#, THREE_JOBS);
    assert_eq!(
        values(&report["groups"][0]["groups"][0], "/simulated/mean_waiting_time /logged /without_logged_wait"),
        "7.0 null null"
    );
}

#[test]
fn a_report_without_the_option_has_no_groups() {
    assert!(!printed("run {} -", THREE_JOBS).contains("\"groups\""));
}

#[test]
fn what_is_no_log_or_no_property_is_refused() {
    let workflow = printed("generate workflow --kind fork-join --seed 1", "");
    assert_says(
        &refused("run {\"system\":{\"workflow\":{}}} - --by user", &workflow),
        "--by: it takes the jobs of a log, and this is a workflow",
    );
    assert_says(
        &refused("run {} - --by colour", THREE_JOBS),
        "partition, account, user, group, queue, qos, size, month",
    );
}

#[test]
fn names_of_an_accounting_stand_in_their_labels() {
    let accounting = "JobIDRaw|User|Account|Partition|QOS|Submit|Start|End|Elapsed|Timelimit|ReqCPUS|AllocCPUS|State\n\
        1|ada|physics|cpu|normal|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00|01:00:00|02:00:00|4|4|COMPLETED\n\
        2|bob|physics|gpu|normal|2024-03-01T08:00:00|2024-03-01T08:10:00|2024-03-01T08:40:00|00:30:00|02:00:00|4|4|COMPLETED\n";
    let found = groups(accounting, "partition,account,user,qos");
    for (grouped, expected) in found.as_array().expect("a list").iter().zip([
        "partition cpu, partition gpu",
        "account physics",
        "user ada, user bob",
        "QOS normal",
    ]) {
        assert_eq!(labels(grouped).join(", "), expected);
    }
    assert_eq!(found[0]["groups"][1]["logged"]["mean_waiting_time"], 600.0);
}
