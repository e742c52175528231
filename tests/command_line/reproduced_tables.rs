//! The paper that is reproduced on two tables: nodes and tasks.

use super::{Folder, assert_says, values};

const NODES: &str = "sn,cpu_milli,memory_mib,gpu,model\nn0,32000,65536,4,T4\nn1,32000,65536,8,A10\n";
const TASKS: &str = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos\n\
    t0,1000,1024,1,470,,LS\nt1,2000,2048,1,1000,,LS\nt2,1000,1024,2,1000,A10,LS\nt3,500,512,0,0,,BE\n";

fn folder() -> Folder {
    Folder::with(&[("nodes.csv", NODES), ("tasks.csv", TASKS), ("broken.csv", &TASKS.replace("470", "x"))])
}

/// Figures, findings and the document, all from two small tables.
#[test]
fn two_tables_are_placed_by_every_policy() {
    let folder = folder();
    let reproduce = "reproduce weng-2023 allocation nodes.csv tasks.csv --seeds 2";
    let found = folder.json(&format!("{reproduce} --json"));
    let rows = &found[0]["comparisons"][0]["rows"];
    assert_eq!(rows.as_array().map(Vec::len), Some(6));
    assert_eq!(values(rows, "/5/paper /5/ours/runs"), "95.23 2");
    folder.printed(&format!("{reproduce} --write out"));
    let shown = "slotscope reproduce weng-2023 all nodes.csv tasks.csv --seeds 2";
    assert_says(&folder.read("out/weng-2023.md"), shown);
    assert_says(&folder.read("out/weng-2023/allocation-0-130.svg"), "FGD");
}

#[test]
fn faults_of_the_tables_are_named() {
    folder().assert_refused(
        "reproduce weng-2023 all nodes.csv broken.csv \
         => broken.csv: line 2, column gpu_milli: \"x\" is no whole number\n\
         reproduce weng-2023 all tasks.csv nodes.csv \
         => tasks.csv: line 1, column sn: the table has no such column\n\
         reproduce weng-2023 all nodes.csv \
         => it needs two tables of cluster-trace-gpu-v2023, the nodes and the tasks\n\
         reproduce weng-2023 all nodes.csv tasks.csv --jobs 1-9 \
         => --jobs: weng-2023 is reproduced on two tables, which have no jobs\n\
         reproduce moise-2008 all nodes.csv => nodes.csv: moise-2008 is made of no tables\n\
         reproduce weng-2023 all nodes.csv tasks.csv --out . => may write over nodes.csv",
    );
}
