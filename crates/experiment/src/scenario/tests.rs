//! Errors for scenarios that cannot be read.

use serde::Deserialize;
use serde_json::Value;

use super::Scenario;
use base::json::{read, read_value};
use workload::testing::{assert_told, rows};

/// Asserts the error of each scenario. A row: the JSON, the error.
#[track_caller]
fn assert_mistakes(table: &str) {
    for [json, told] in rows(table) {
        assert_told(read::<Scenario>(json.as_bytes()).expect_err(&json), &told, &json);
    }
}

#[test]
fn the_field_is_named_and_what_belongs_there() {
    assert_mistakes(
        "{\"platform\": [\"x\"]} | \
        platform[0]: a whole number from 0 to 4294967295 is needed, not \"x\" (line 1, column 17)
        {\\n  \"platform\": [64, -1]\\n} | \
        platform[1]: a whole number from 0 to 4294967295 is needed, not -1 (line 2, column 21)
        {\"platform\": 64} | platform: a list in brackets is needed, not 64 (line 1, column 15)
        {\"workload\": {\"reservations\": {\"percent\": \"all\"}}} | \
        workload.reservations.percent: a number is needed, not \"all\" (line 1, column 47)
        {\"workload\": {\"skip_never_ran\": 1}} | \
        workload.skip_never_ran: true or false is needed, not 1 (line 1, column 33)
        {\"workload\": true} | workload: an object in braces is needed, not true (line 1, column 17)
        {\"system\": {\"two_level\": {\"grid\": {\"period\": 1.5}}}} | \
        system.two_level.grid.period: a whole number is needed, not 1.5 (line 1, column 48)",
    );
}

/// The path is the one that a reader has which keeps it from the beginning.
#[track_caller]
fn assert_same_path(json: &str) {
    let reader = &mut serde_json::Deserializer::from_str(json);
    let kept = serde_path_to_error::deserialize::<_, Scenario>(reader);
    // Text that is not even JSON has no field.
    let kept = kept.err().map(|error| match error.path().to_string() {
        path if path == "." || !error.inner().is_data() => String::new(),
        path => path,
    });
    let told = read::<Scenario>(json.as_bytes()).err();
    assert_eq!(told.map(|mistake| mistake.path), kept, "{json}");
}

#[test]
fn what_there_is_no_field_or_value_of_is_told_with_those_that_there_are() {
    assert_mistakes(
        "{\"platforms\": [64]} | there is no field `platforms`; there are `workload`, `platform`, `system`, `seed`, \
        `bounded_slowdown_threshold` (line 1, column 12)",
    );
    for [json, path, what] in rows(
        "{\"system\": {\"two_level\": {\"grid\": {\"tempo\": 1}}}} | system.two_level.grid | \
        there is no field `tempo`; there are `period`, …
        {\"system\": {\"two_level\": {\"local\": {\"over_limit\": \"wait\"}}}} | system.two_level.local.over_limit | \
        `wait` is none of `kill`, `ignore`",
    ) {
        let mistake = read::<Scenario>(json.as_bytes()).expect_err(&json);
        assert_eq!(mistake.path, path);
        assert_told(mistake.what, &what, &json);
    }
}

#[test]
fn what_is_no_json_is_told_by_its_place() {
    assert_mistakes(
        "{\"seed\": 1,\\n\"platform\" [1]} | a colon is needed here (line 2, column 12)
        {\"seed\": 1 \"platform\": [1]} | a comma or a closing brace is needed here (line 1, column 12)
        {\"platform\": [1 2]} | a comma or a closing bracket is needed here (line 1, column 17)
        {\"seed\": 1 | the text ends too early (line 1, column 10)
        {\"seed\": 1} x | the text goes on behind its end (line 1, column 13)
        {\"seed\": one} | this is no JSON: a value is needed here (line 1, column 10)",
    );
}

#[test]
fn errors_do_not_mention_rust() {
    let wrong = ["\"x\"", "-1", "1.5", "true", "null", "[]", "{}", "[[]]", "1e300", "[\"x\"]"];
    let scenario = serde_json::to_value(Scenario::default()).expect("a value");
    let mut paths = vec![String::new()];
    let mut at = 0;
    while at < paths.len() {
        let path = paths[at].clone();
        match scenario.pointer(&path).expect("a field") {
            Value::Object(fields) => paths.extend(fields.keys().map(|name| format!("{path}/{name}"))),
            Value::Array(items) => paths.extend((0..items.len()).map(|at| format!("{path}/{at}"))),
            _ => {}
        }
        at += 1;
    }
    let mut told = 0;
    for path in &paths {
        for wrong in wrong {
            let mut changed = scenario.clone();
            let field = changed.pointer_mut(path).expect("a field");
            *field = serde_json::from_str(wrong).expect("JSON");
            assert_same_path(&changed.to_string());
            let Err(mistake) = read_value::<Scenario>(&changed) else {
                continue;
            };
            told += 1;
            let text = mistake.to_string();
            let of_rust = "expected invalid u32 u64 i64 f64 struct sequence variant unit enum identifier tuple";
            for word in of_rust.split(' ') {
                assert!(!text.contains(word), "{path} = {wrong}: {text}");
            }
        }
    }
    assert!(told > 200, "{told}");
}

#[test]
fn what_is_missing_is_named() {
    #[derive(Debug, Deserialize)]
    struct Point {
        #[allow(dead_code, reason = "read only to be missed")]
        x: f64,
    }
    let told = |json: &str| read::<Point>(json.as_bytes()).expect_err(json).what;
    assert_eq!(told("{}"), "the field `x` is missing");
    assert_eq!(told(r#"{"x": 1, "x": 2}"#), "the field `x` stands there twice");
}

#[test]
fn generated_texts_have_no_place() {
    let mistake = read::<Scenario>(br#"{"seed": "x"}"#).expect_err("no number");
    assert_eq!(mistake.without_place().to_string(), "seed: a whole number of 0 or more is needed, not \"x\"");
    let mistake = read_value::<Scenario>(&serde_json::json!({ "seed": -3 })).expect_err("no number");
    assert_eq!(mistake.to_string(), "seed: a whole number of 0 or more is needed, not -3");
}
