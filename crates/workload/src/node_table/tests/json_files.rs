//! JSON: of scontrol, of sinfo, of a scenario.

use super::*;
use crate::testing::assert_told;

#[test]
fn nodes_of_scontrol_in_both_forms_of_numbers() {
    let plain = r#"{"meta": {"Slurm": {"release": "22.05"}}, "errors": [], "nodes": [
        {"name": "g1", "cpus": 64, "cores": 16, "sockets": 2, "threads": 2, "real_memory": 256000, "gres": "gpu:h100:8(S:0-1)",
         "features": "fast,big", "partitions": ["gpu", "all"], "state": "idle", "state_flags": ["DRAIN"]},
        {"name": "c1", "cpus": 16, "real_memory": 64000, "gres": "", "features": "", "partitions": ["all"], "state": "mixed",
         "state_flags": []}]}"#;
    let set = r#"{"nodes": [
        {"name": "g1", "cpus": {"set": true, "infinite": false, "number": 64}, "effective_cpus": 64, "cores": 16, "sockets": 2,
         "real_memory": {"set": true, "infinite": false, "number": 260000}, "specialized_memory": 4000, "specialized_cores": 0,
         "specialized_cpus": "", "gres": "gpu:h100:8(S:0-1)", "features": ["fast", "big"], "partitions": ["gpu", "all"],
         "state": ["IDLE", "DRAIN"]},
        {"name": "c1", "cpus": 16, "real_memory": 64000, "gres": "", "features": [], "partitions": ["all"], "state": ["MIXED"]}],
        "last_update": {"set": true, "number": 1}}"#;
    for text in [plain, set] {
        let read = read(text);
        assert_eq!(short(&read), "1 g1 64c 8xh100 256000M [gpu,all] {fast,big}; 1 c1 16c 64000M [all]");
        assert_eq!((read.out_of_service.as_str(), read.remarks.len()), ("g1", 0));
    }
}

#[test]
fn effective_cpus_count_and_reserved_ones_are_subtracted_otherwise() {
    for [more, cores] in rows(
        "\"effective_cpus\": 60, \"specialized_cores\": 2 | 60
        \"effective_cpus\": 0, \"specialized_cores\": 2 | 60
        \"specialized_cpus\": \"0-1\" | 62",
    ) {
        let text = format!(
            r#"{{"nodes": [{{"name": "n1", "cpus": 64, "sockets": 2, "cores": 16, "real_memory": 8, "partitions": ["p"], {more}}}]}}"#
        );
        assert_eq!(read(&text).kinds[0].cores.to_string(), cores, "{more}");
    }
}

/// A group of sinfo.
fn group(partition: &str, nodes: &str, cpus: u32, memory: [u32; 2], state: &str) -> String {
    let [least, most] = memory;
    format!(
        r#"{{"port": 6818, "node": {{"state": ["{state}"]}}, "nodes": {{"total": 2, "nodes": [{nodes}], "hostnames": []}},
            "cpus": {{"minimum": {cpus}, "maximum": {cpus}, "load": {{"minimum": 0}}}},
            "memory": {{"minimum": {least}, "maximum": {most}}},
            "gres": {{"total": "gpu:2", "used": "gpu:0"}}, "features": {{"total": "ib", "active": "ib"}},
            "resource_spec": {{"cpus": "", "memory": 0}},
            "partition": {{"name": "{partition}", "nodes": {{"total": 2}}}}}}"#
    )
}

#[test]
fn groups_of_sinfo_are_put_together() {
    let groups = [
        group("all", r#""n1", "n2""#, 16, [900, 1_000], "IDLE"),
        group("big", r#""n2""#, 16, [1_000, 1_000], "IDLE"),
        group("all", r#""n3""#, 32, [500, 500], "DOWN"),
        group("empty", "", 0, [0, 0], "IDLE"),
    ];
    let read = read(&format!("{{\"sinfo\": [\n{}]}}", groups.map(|it| it.replace('\n', " ")).join(",\n")));
    let nodes = "1 n1 16c 2x 900M [all] {ib}; 1 n2 16c 2x 1000M [all,big] {ib}; 1 n3 32c 2x 500M [all] {ib}";
    assert_eq!(short(&read), nodes);
    assert_eq!(read.out_of_service, "n3");
    let said = remarks(&read);
    let (first, second) = said.split_once('\n').expect("two remarks");
    assert!(first.starts_with("line 2: sinfo tells the GPUs and features of a group"), "{first}");
    assert_eq!(second, "line 2: n1: sinfo gives 900 to 1000 MiB for them: 900 is taken for each");
}

#[test]
fn the_list_of_a_scenario_is_taken_as_it_is() {
    let list = r#"[{"count": 2, "name": "n[1-2]", "cores": 64, "gpus": 4, "gpu_type": "a100", "memory": 250.5, "partitions": ["p"]},
        {"count": 3, "cores": 8}]"#;
    for text in [
        list.to_owned(),
        format!(r#"{{"nodes": {list}}}"#),
        format!(r#"{{"platform": [1], "system": {{"cluster": {{"order": "arrival", "nodes": {list}}}}}}}"#),
    ] {
        assert_eq!(short(&read(&text)), "2 n[1-2] 64c 4xa100 256512M [p]; 3  8c 0M");
    }
    for [wrong, said] in rows(
        "[{\"count\": 2, \"name\": \"n[1-3]\"}] | line 1: count is 2, but n[1-3] names 3: make them equal
        [{\"name\": \"n1\", \"cores\": 0}] | line 1: n1: the node has no cores: give their number, or take it out
        [{\"name\": \"n1\"}, {\"name\": \"n1\"}] | line 1: n1 is named a second time: take it out of one list
        [{\"count\": 200000}] | line 1: more than 100000 nodes: leave some out
        [{\"count\": 0}] | line 1: these nodes: count is 0: take the line out
        [] | the list of nodes is empty
        [1] | line 1: a node is an object: {\"name\": …}
        [{\\n\"size\": 3}] | line 1: these nodes: unknown field `size`…",
    ) {
        assert_told(error(&wrong), &said, &wrong);
    }
}

#[test]
fn broken_json_is_said_with_its_line() {
    for [text, said] in rows(
        "{\"nodes\": [\\n{\"name\": \"n1\", \"cpus\": 4, \"real_memory\": 9},\\n{\"name\": \"n2\", \"cpus\" | \
        line 3: the JSON is cut short: it ends here; copy the whole output
        {\"nodes\": [\\n{\"name\": \"n1\"}\\n} | line 3: this is no JSON from here on
        {\"nodes\": [\\n{\"name\": \"n1\", \"cpus\": 0, \"real_memory\": 9}]} | \
        line 2: n1: the node has no cores (cpus is 0): give their number, or take the node out
        {\"nodes\": [{\"cpus\": 4}]} | line 1: this node has no name",
    ) {
        assert_eq!(error(&text), said);
    }
    assert!(!error(&"{\"system\":".repeat(100_000)).is_empty());
}
