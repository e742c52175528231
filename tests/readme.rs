//! What the README says of scenarios is so.

use serde_json::Value;
use slotscope::experiment::Scenario;

#[test]
fn the_readme_shows_all_the_defaults() {
    let readme = include_str!("../README.md");
    let (_, after) = readme.split_once("```json\n").expect("a scenario");
    let (json, _) = after.split_once("```").expect("its end");
    let shown: Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(shown, serde_json::to_value(Scenario::default()).unwrap());
}
