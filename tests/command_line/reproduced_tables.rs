//! The paper that is reproduced on two tables: nodes and tasks.

use std::process::{Command, Output};

use super::{Folder, text};
use serde_json::Value;

const NODES: &str = "sn,cpu_milli,memory_mib,gpu,model\nn0,32000,65536,4,T4\nn1,32000,65536,8,A10\n";
const TASKS: &str = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos\n\
    t0,1000,1024,1,470,,LS\nt1,2000,2048,1,1000,,LS\nt2,1000,1024,2,1000,A10,LS\nt3,500,512,0,0,,BE\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("nodes.csv", NODES);
    folder.file("tasks.csv", TASKS);
    folder.file("broken.csv", &TASKS.replace("470", "x"));
    folder
}

fn within(folder: &Folder, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope")).args(arguments).current_dir(folder.path("")).output();
    output.expect("slotscope starts")
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path(name)).expect(name)
}

/// Figures, findings and the document, all from two small tables.
#[test]
fn two_tables_are_placed_by_every_policy() {
    let folder = folder("tables-placed");
    let command = ["reproduce", "weng-2023", "allocation", "nodes.csv", "tasks.csv"];
    let json = within(&folder, &[&command[..], &["--seeds", "2", "--json"]].concat());
    assert!(json.status.success(), "{}", text(&json.stderr));
    let found: Value = serde_json::from_str(&text(&json.stdout)).expect("JSON");
    let rows = found[0]["comparisons"][0]["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[5]["paper"], 95.23);
    assert_eq!(rows[5]["ours"]["runs"], 2);
    let to = ["--seeds", "2", "--write", "out"];
    let written = within(&folder, &[&command[..], &to].concat());
    assert!(written.status.success(), "{}", text(&written.stderr));
    let document = read(&folder, "out/weng-2023.md");
    assert!(document.contains("slotscope reproduce weng-2023 all nodes.csv tasks.csv --seeds 2"), "{document}");
    assert!(read(&folder, "out/weng-2023/allocation-0-130.svg").contains("FGD"));
}

#[test]
fn faults_of_the_tables_are_named() {
    let folder = folder("tables-wrong");
    for (arguments, told) in [
        (
            &["weng-2023", "all", "nodes.csv", "broken.csv"][..],
            "broken.csv: line 2, column gpu_milli: \"x\" is no whole number",
        ),
        (&["weng-2023", "all", "tasks.csv", "nodes.csv"], "tasks.csv: line 1, column sn: the table has no such column"),
        (&["weng-2023", "all", "nodes.csv"], "it needs two tables of cluster-trace-gpu-v2023, the nodes and the tasks"),
        (
            &["weng-2023", "all", "nodes.csv", "tasks.csv", "--jobs", "1-9"],
            "--jobs: weng-2023 is reproduced on two tables, which have no jobs",
        ),
        (&["moise-2008", "all", "nodes.csv"], "nodes.csv: moise-2008 is made of no tables"),
        (&["weng-2023", "all", "nodes.csv", "tasks.csv", "--out", "."], "may write over nodes.csv"),
    ] {
        let output = within(&folder, &[&["reproduce"], arguments].concat());
        assert!(!output.status.success(), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(told), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}
