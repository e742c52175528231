//! Small inputs of real situations with their right values, which lie beside the project: every file that their README
//! lists gives the value that it names.

use std::path::PathBuf;

use super::starts;
use slotscope::criteria::report;
use slotscope::engine::Run;
use slotscope::workload::{Machine, Workload, read};

fn folder() -> PathBuf {
    let folder = std::env::var_os("SLOTSCOPE_INPUTS");
    folder.expect("the folder of the small inputs").into()
}

fn workload(file: &str) -> Workload {
    let bytes = std::fs::read(folder().join(file)).expect(file);
    read(file, &bytes).unwrap_or_else(|why| panic!("{file}: {why}")).workload
}

fn ran(file: &str, scenario: &str) -> Run {
    super::ran(&workload(file), scenario)
}

fn on(system: &str, processors: u32, workload: &str) -> String {
    format!(r#"{{"platform": [{processors}], "system": {system}, "workload": {{{workload}}}}}"#)
}

fn as_logged(file: &str, processors: u32) -> Run {
    ran(file, &on(r#"{"as_logged": {}}"#, processors, ""))
}

fn easy(file: &str, processors: u32, workload: &str) -> Run {
    let system = r#"{"two_level": {"local": {"queue": "easy"}}}"#;
    ran(file, &on(system, processors, workload))
}

fn sizes(run: &Run) -> Vec<u32> {
    run.jobs.iter().map(|it| it.processors).collect()
}

fn waits(run: &Run) -> Vec<i64> {
    run.jobs.iter().zip(&run.schedule.outcomes).map(|(job, it)| it.start - job.ready()).collect()
}

fn names(run: &Run) -> Vec<String> {
    (0..run.jobs.len()).map(|at| run.job_name(at)).collect()
}

fn machine(file: &str) -> u32 {
    let workload = workload(file);
    Machine::of(workload.header(), workload.records()).processors
}

/// The files that the other tests read; the last three are an issue of their own, or decided otherwise.
const CHECKED: &str = "\
01_scenario.json
01_slurm_ids_default_scenario.txt
02_alloc_differs_from_req.txt
03_sacct_noheader.txt
04_eligible_later_than_submit.txt
05_requeued_with_duplicates.txt
06_recycled_job_ids.txt
06b_same_id_on_two_clusters.txt
07_fractions_make_machine_larger.csv
07b_fractions.swf
08_placement_thrown_away.csv
09_size_only_in_tres.txt
09b_no_size_at_all.txt
11_partition_hidden_by_qos.txt
12_unlimited_is_run_time.txt
13_heterogeneous_job.txt
14_array_names_lost.txt
15_sacct_comma.csv
15c_sacct_fixed_width.txt
15d_line_before_header.txt
16_slurmdbd_table.csv
16b_gpu_trace.csv
16c_swf_as_csv.swf
17_sacct.json
18_evalys_old_header.csv
19_wfcommons_1.3.json
19_wfcommons_1.4.json
19b_wfcommons_without_execution.json
19c_wfcommons_250GB_file.json
20_simgrid_flops_as_seconds.dot
20b_simgrid_root_end.dot
20c_simgrid_large_flops.dot
21_pegasus5.yml
21b_dax_without_runtime.dax
22_suspended.txt
23_preceding_job_think_time.swf
24_unix_times_and_UnixStartTime.swf
25_negative_wait.gwf
26_64_bit_ids.swf
28b_question_mark.txt
29_pipe_in_last_column.txt
31_no_seconds.txt
10_gpus_not_seen.txt
27_batsim_short_delays.json
README.md";

#[test]
#[ignore = "needs the small inputs: SLOTSCOPE_INPUTS"]
fn every_small_input_is_checked() {
    let files = std::fs::read_dir(folder()).expect("the folder");
    for file in files {
        let name = file.expect("a file").file_name();
        assert!(CHECKED.lines().any(|it| name == *it), "{name:?}");
    }
}

#[test]
#[ignore = "needs the small inputs: SLOTSCOPE_INPUTS"]
fn sizes_and_times_of_small_inputs_are_those_of_the_clusters() {
    let default = std::fs::read_to_string(folder().join("01_scenario.json")).expect("a scenario");
    let first = ran("01_slurm_ids_default_scenario.txt", &default);
    assert_eq!(report(&first).mean_waiting_time, 1510.0);

    let whole_nodes = "02_alloc_differs_from_req.txt";
    assert_eq!(report(&as_logged(whole_nodes, 64)).mean_utilization, 1.0);
    let allocated = easy(whole_nodes, 64, r#""size_from": "allocated""#);
    assert_eq!(report(&allocated).makespan, 7200.0);

    let nameless = as_logged("03_sacct_noheader.txt", 512);
    assert_eq!(sizes(&nameless), [256, 36]);
    assert!(nameless.jobs.iter().map(|it| it.run_time).eq([259_200, 252_184]));

    let eligible = "04_eligible_later_than_submit.txt";
    assert!((report(&as_logged(eligible, 8)).mean_waiting_time - 5.0 / 3.0).abs() < 0.01);
    let run = easy(eligible, 8, "");
    assert_eq!(starts(&run)[2] - run.jobs[2].submit, 201_300);
    assert_eq!(report(&run).makespan, 205_200.0);

    assert_eq!(machine("07_fractions_make_machine_larger.csv"), 4);
    let fractions = as_logged("07_fractions_make_machine_larger.csv", 4);
    assert_eq!(fractions.measures["jobs_over_the_top"], 0.0);
    let fractions = as_logged("07b_fractions.swf", 4);
    assert_eq!(starts(&fractions)[1], fractions.schedule.outcomes[0].end);
    assert!([5.0, 5.5].contains(&report(&fractions).mean_waiting_time));

    assert_eq!(machine("09_size_only_in_tres.txt"), 72);
    assert_eq!(sizes(&as_logged("09_size_only_in_tres.txt", 72)), [64, 8]);

    let suspended = as_logged("22_suspended.txt", 10);
    assert_eq!(report(&suspended).makespan, 18_000.0);
    assert_eq!(suspended.schedule.outcomes[0].ran, 7200);

    let unix = workload("24_unix_times_and_UnixStartTime.swf");
    let first = unix.records()[0].submit + unix.header().unix_start_time().expect("a date");
    assert_eq!(first.div_euclid(86_400), 1_709_251_200 / 86_400, "1 March 2024");

    let early = as_logged("25_negative_wait.gwf", 8);
    assert_eq!((early.jobs.len(), machine("25_negative_wait.gwf")), (2, 8));
    assert_eq!(sizes(&as_logged("28b_question_mark.txt", 16)), [1]);
    assert_eq!(waits(&as_logged("31_no_seconds.txt", 8)), [600]);
}

#[test]
#[ignore = "needs the small inputs: SLOTSCOPE_INPUTS"]
fn every_run_in_a_small_input_counts_once() {
    let requeued = as_logged("05_requeued_with_duplicates.txt", 8);
    let jobs = requeued.jobs.iter().zip(&requeued.schedule.outcomes);
    let work: i64 = jobs.map(|(job, it)| i64::from(job.processors) * it.ran).sum();
    assert_eq!((requeued.jobs.len(), work), (3, 14_484));
    for (file, jobs) in [
        ("06_recycled_job_ids.txt", 4),
        ("06b_same_id_on_two_clusters.txt", 2),
        ("15_sacct_comma.csv", 3),
        ("15c_sacct_fixed_width.txt", 2),
        ("15d_line_before_header.txt", 3),
        ("16c_swf_as_csv.swf", 3),
        ("26_64_bit_ids.swf", 2),
        ("29_pipe_in_last_column.txt", 2),
    ] {
        assert_eq!(as_logged(file, 512).jobs.len(), jobs, "{file}");
    }
}

#[test]
#[ignore = "needs the small inputs: SLOTSCOPE_INPUTS"]
fn small_inputs_name_places_jobs_and_partitions() {
    let placed = as_logged("08_placement_thrown_away.csv", 8);
    let exported = slotscope::export::batsim_jobs_csv(&placed);
    for part in [",4-7,120.5,", ",0 3,60.1,"] {
        assert!(exported.contains(part), "{exported}");
    }
    let partitions = workload("11_partition_hidden_by_qos.txt");
    let names = &partitions.log().expect("a log").names;
    let kind = slotscope::workload::NameKind::Partition;
    assert!(names.all(kind).iter().map(|it| &**it).eq(["cpu", "gpu"]));

    let parts = easy("13_heterogeneous_job.txt", 64, "");
    assert_eq!(starts(&parts)[1..], [3600, 3600]);
    assert_eq!(self::names(&parts)[1..], ["300+0", "300+1"]);
    assert_eq!(self::names(&as_logged("14_array_names_lost.txt", 16)), ["200_1", "200_2", "201"]);

    assert_eq!(starts(&easy("12_unlimited_is_run_time.txt", 8, ""))[2], 120);
    assert_eq!(starts(&easy("23_preceding_job_think_time.swf", 16, "")), [0, 105, 155]);
}

#[test]
#[ignore = "needs the small inputs: SLOTSCOPE_INPUTS"]
fn small_inputs_of_other_tables_are_read() {
    let table = as_logged("16_slurmdbd_table.csv", 128);
    assert_eq!((sizes(&table), waits(&table)), (vec![40, 80], vec![10, 3510]));
    let helios = as_logged("16b_gpu_trace.csv", 128);
    assert_eq!((sizes(&helios), waits(&helios)), (vec![64, 4], vec![1, 1]));
    let gpus = workload("16b_gpu_trace.csv");
    assert_eq!(gpus.log().expect("a log").unused.counted().next().map(|it| it.1), Some(2));
    let json = as_logged("17_sacct.json", 128);
    assert_eq!(waits(&json), [10, 3010]);
    assert!(json.jobs.iter().map(|it| it.requested_time).eq([7200, 3600]));
    assert_eq!(sizes(&as_logged("18_evalys_old_header.csv", 128)), [4, 1]);
    assert_eq!(sizes(&as_logged("09b_no_size_at_all.txt", 8)), [1, 1]);
}

#[test]
#[ignore = "needs the small inputs: SLOTSCOPE_INPUTS"]
fn jobs_of_small_inputs_ask_for_nodes_gpus_and_memory() {
    // Count, whether on distinct nodes, GPUs in thousandths, memory in MiB.
    for (file, expected) in [
        ("09_size_only_in_tres.txt", "(1, true, 4000, 256000) (1, true, 0, 16384)"),
        ("10_gpus_not_seen.txt", "(1, true, 4000, 256000) (1, true, 4000, 16384)"),
        ("16_slurmdbd_table.csv", "(1, true, 2000, 340000) (2, true, 0, 0)"),
        ("16b_gpu_trace.csv", "(1, true, 8000, 0) (1, true, 1000, 0)"),
        ("17_sacct.json", "(2, false, 1000, 0) nothing"),
        ("15_sacct_comma.csv", "nothing nothing nothing"),
    ] {
        let workload = workload(file);
        let log = workload.log().expect("a log");
        let asked = (0..log.records.len()).map(|place| match log.resources.of(place) {
            Some(it) => format!("{:?}", (it.count, it.on_distinct_nodes, it.gpus, it.memory)),
            None => "nothing".to_owned(),
        });
        assert_eq!(asked.collect::<Vec<_>>().join(" "), expected, "{file}");
    }
}

#[test]
#[ignore = "needs the small inputs: SLOTSCOPE_INPUTS"]
fn workflows_among_the_small_inputs_take_the_time_that_they_take() {
    let length = |file: &str, machines: &str| {
        let scenario = format!(r#"{{"platform": {machines}, "system": {{"workflow": {{}}}}}}"#);
        let run = ran(file, &scenario);
        (run.jobs.len(), run.measures["schedule_length"])
    };
    for (file, machines, tasks, seconds) in [
        ("19_wfcommons_1.3.json", "[1]", 2, 30.0),
        ("19_wfcommons_1.4.json", "[1]", 2, 30.0),
        // Each task counts as a second.
        ("19b_wfcommons_without_execution.json", "[1]", 2, 2.0),
        ("19c_wfcommons_250GB_file.json", "[1]", 2, 30.0),
        ("20_simgrid_flops_as_seconds.dot", "[1, 1]", 3, 7.0),
        ("21_pegasus5.yml", "[1]", 2, 61.0),
        ("21b_dax_without_runtime.dax", "[1]", 2, 2.0),
    ] {
        assert_eq!(length(file, machines), (tasks, seconds), "{file}");
    }
    for (file, task, seconds) in [
        ("20b_simgrid_root_end.dot", "root", 0.0),
        ("20b_simgrid_root_end.dot", "end", 0.0),
        ("20c_simgrid_large_flops.dot", "a", 500.0),
        ("21_pegasus5.yml", "ID0000001", 60.0),
    ] {
        let workload = workload(file);
        let found = workload.workflow().expect("a workflow").tasks.iter().find(|it| it.name == task);
        assert_eq!(found.map(|it| it.costs[0]), Some(seconds), "{file}: {task}");
    }
}
