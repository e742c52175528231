//! Tables of jobs of no known format, by a mapping of their columns.

use super::{Folder, assert_says, called, json, printed, text, values};

const TABLE: &str = "Job;Submitted;Begin;Finished;Cores\n\
    17;2024-03-01 12:00:00;2024-03-01 12:00:10;2024-03-01 13:00:10;40\n\
    18;2024-03-01 12:01:40;2024-03-01 13:00:10;2024-03-01 14:00:10;80\n";

const COLUMNS: &str = "job=Job,submit=Submitted,start=Begin,end=Finished,requested_processors=Cores";

#[test]
fn an_unknown_table_is_refused_with_the_line_to_copy() {
    let output = called("run {} -", TABLE);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        format!(
            "slotscope: standard input: this is a table with columns of no known format (Job, Submitted, Begin, Finished, \
             Cores); if this guess is right, or when it is corrected, add --columns '{COLUMNS}'\n"
        )
    );
}

#[test]
fn limits_that_completed_jobs_exceed_warn() {
    let table = "id,submit,start,end,limit,state\n\
        1,2024-03-01 12:00:00,2024-03-01 12:00:10,2024-03-01 13:00:10,120,COMPLETED\n\
        2,2024-03-01 12:00:00,2024-03-01 12:00:10,2024-03-01 12:30:10,60,COMPLETED\n";
    let columns = "submit=submit,start=start,end=end,status=state,requested_time=limit";
    let told = |columns: &str| text(&called(&format!("run {{}} - --columns {columns}"), table).stderr);
    assert_says(&told(columns), "2 of 2 completed jobs ran longer than their limits, at which jobs are stopped");
    let minutes = told(&format!("{columns}:min"));
    assert!(!minutes.contains("limits"), "{minutes}");
}

#[test]
fn a_table_runs_by_its_columns() {
    assert_eq!(json(&format!("stats - --columns {COLUMNS}"), TABLE)["jobs"], 2);
    let run = format!("run {{\"system\":{{\"as_logged\":{{}}}}}} - --columns {COLUMNS}");
    // (10 + 3510) / 2
    assert_eq!(json(&run, TABLE)["mean_waiting_time"], 1760.0);
}

#[test]
fn a_table_is_converted_by_its_columns() {
    let swf = printed(&format!("convert - --columns {COLUMNS} --to swf"), TABLE);
    assert_says(&swf, &format!("; Note: columns were read so: {COLUMNS}\n"));
    let figures = swf.lines().filter(|it| !it.starts_with(';')).map(|it| {
        let fields: Vec<&str> = it.split_whitespace().collect();
        [0, 1, 2, 3, 4, 7].map(|at| fields[at]).join(" ")
    });
    assert_eq!(figures.collect::<Vec<_>>(), ["17 0 10 3600 -1 40", "18 100 3510 3600 -1 80"]);
}

#[test]
fn wrong_columns_say_what_is_wrong() {
    let output = called("stats - --columns submit=Sent,run_time=Cores", TABLE);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "slotscope: standard input: submit=Sent: the table has no column Sent; it has Job, Submitted, Begin, \
         Finished, Cores\n"
    );
    let output = called("stats - --columns begin=Begin", TABLE);
    assert_eq!(output.status.code(), Some(2));
    assert_says(&text(&output.stderr), "begin is no key; keys are job, submit,");
}

/// The columns are part of the plan: its tasks run without the option.
#[test]
fn a_plan_of_a_table_runs_without_the_option() {
    let folder = Folder::with(&[("table.csv", TABLE)]);
    let sweep = format!("sweep {{}} - --columns {COLUMNS} --vary workload.load_factor=0.5,1 --plan plan < table.csv");
    for line in [&sweep, "sweep run plan --tasks 1-2", "sweep gather plan"] {
        folder.printed(line);
    }
}

/// The jobs of [`TABLE`] and one that waits, as Parquet: by a mapping and every command they are those of the CSV.
#[test]
fn parquet_is_read_as_the_table_in_it() {
    let folder = Folder::with(&[("scenario.json", r#"{"system":{"as_logged":{}}}"#)]);
    for (name, bytes) in [
        ("jobs.parquet", &include_bytes!("../../fuzz/corpus/parquet/zstd_v1.parquet")[..]),
        ("types.parquet", include_bytes!("../../fuzz/corpus/parquet/types.parquet")),
        ("cut.parquet", b"PAR1\x15\x04"),
    ] {
        std::fs::write(folder.path(name), bytes).expect(name);
    }
    let columns = "--columns job=job,submit=submit,start=start,end=end,requested_processors=cores,user=user";
    assert_eq!(folder.json(&format!("stats jobs.parquet {columns}"))["jobs"], 3);
    // (10 + 3510) / 2
    let run = format!("run scenario.json jobs.parquet {columns}");
    assert_eq!(folder.json(&run)["mean_waiting_time"], 1760.0);
    assert_says(&folder.printed(&format!("convert jobs.parquet {columns} --to swf")), "; UnixStartTime: 1709294400\n");
    let types = folder.refused("stats types.parquet");
    assert_says(
        &types,
        "types.parquet: columns that are not read: id (FIXED_LEN_BYTE_ARRAY), power (a list), tags (a list)\n",
    );
    assert_says(&folder.refused("stats cut.parquet"), "cut.parquet: this Parquet file is not read: it is cut short");
}

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
