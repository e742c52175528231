//! Guesses of columns that the other columns bear out, formats that are named and not read, and workflows without costs:
//! each file of `tests/inputs` with its right values.

use super::{input, ran};
use slotscope::columnar::to_csv;
use slotscope::criteria::report;
use slotscope::workload::node_table::read_nodes;
use slotscope::workload::table::Mapping;
use slotscope::workload::{ReadErrorKind, Reading, Record, read, read_with};

/// An input by a mapping of its columns.
fn mapped(file: &str, columns: &str) -> Reading {
    let mapping = Mapping::parse(columns).expect(columns);
    read_with(file, &input(file), &mapping).expect(file)
}

/// Wait, run time and limit of each job.
fn times(records: &[Record]) -> Vec<[i64; 3]> {
    let of = |it: &Record| [it.wait, it.run_time, it.requested_time];
    records.iter().map(of).collect()
}

#[test]
fn guesses_agree_with_all_columns() {
    let cases: [(&str, &str, &[[i64; 3]]); 6] = [
        (
            "05_acme_queue_is_seconds_and_clock.csv",
            "job=job_id,submit=submit_time,start=start_time,end=end_time,wait=queue,run_time=duration,\
             requested_processors=cpu_num,nodes=node_num,requested_gpus=gpu_num,status=state,user=user",
            &[[60, 3600, -1], [3660, 600, -1]],
        ),
        (
            "06_limit_in_minutes.csv",
            "job=jobid,submit=submit_time,start=start_time,end=end_time,requested_time=timelimit:min,\
             requested_processors=ncpus,status=state,user=user",
            &[[10, 3600, 7200], [3605, 7200, 14_400]],
        ),
        (
            "07_nextflow_raw_ms.tsv",
            "job=task_id,submit=submit:ms,start=start:ms,end=complete:ms,requested_processors=cpus,status=status",
            &[[0, 17, -1], [4, 32, -1]],
        ),
        (
            "11_excel_serial_dates.csv",
            "job=id,submit=submit:days,start=start:days,end=end:days,requested_processors=cores",
            &[[5, 1200, -1], [1205, 41_990, -1]],
        ),
        (
            "12_pandas_nanoseconds.csv",
            "job=id,submit=submit:ns,start=start:ns,end=end:ns,requested_processors=cores",
            &[[5, 1200, -1], [1195, 600, -1]],
        ),
        (
            "21b_lassen.csv",
            "submit=job_submit_time,eligible=time_eligible,start=begin_time,end=end_time,requested_time=time_limit,\
             requested_processors=num_processors,nodes=num_nodes,requested_gpus=num_gpus,status=job_state,user=user_id,\
             queue=queue",
            &[[60, 3600, 7200], [60, 60, 3600]],
        ),
    ];
    for (file, guess, right) in cases {
        let error = read(file, &input(file)).unwrap_err().kind;
        let ReadErrorKind::UnknownTable(table) = error else {
            panic!("{file}: {error}");
        };
        assert_eq!(table.guess.to_string(), guess, "{file}");
        let reading = read_with(file, &input(file), &table.guess).expect(file);
        assert_eq!(times(reading.workload.records()), right, "{file}");
        assert_eq!(reading.complaint_count, 0, "{file}");
        assert_eq!(reading.repairs, [""; 0], "{file}");
    }
    let dated = mapped("11_excel_serial_dates.csv", "submit=submit:days,start=start:days,end=end:days");
    let first = dated.workload.header().unix_start_time();
    assert_eq!(first, Some(1_709_251_205), "1 March 2024 00:00:05");
}

#[test]
fn limits_in_minutes_kill_no_job() {
    let file = "06_limit_in_minutes.csv";
    for (unit, killed, warnings) in [(":min", 0, 0), ("", 2, 1)] {
        let columns = format!(
            "submit=submit_time,start=start_time,end=end_time,requested_time=timelimit{unit},requested_processors=ncpus,\
             status=state"
        );
        let reading = mapped(file, &columns);
        assert_eq!(reading.repairs.len(), warnings, "{:?}", reading.repairs);
        assert_eq!(report(&ran(&reading.workload, "{}")).killed, killed, "{columns}");
    }
}

/// As `squeue -o` prints it, and `%all` with its columns there twice.
#[test]
fn expected_starts_of_squeue_are_no_starts() {
    let right = [[10, -1, 14_400], [-1, -1, 3600], [-1, -1, 1800]];
    assert_eq!(times(read("squeue", &input("08_squeue_o.txt")).expect("squeue").workload.records()), right);
    let all = "ACCOUNT|GROUP|JOBID|NAME|TIME_LIMIT|REASON||ST|USER|S:C:T|JOBID|CPUS|NODES|GROUP|TIME_LEFT|TIME|PARTITION|\
        NODELIST(REASON)|START_TIME|STATE|UID|SUBMIT_TIME|END_TIME\n\
        a|g|201|j|4:00:00|None||R|u|*:*:*|201|8|1|100|3:00:00|1:00:00|cpu|n1|2024-03-01T08:00:10|RUNNING|1|\
        2024-03-01T08:00:00|2024-03-01T12:00:10\n\
        a|g|202|j|30:00|Resources||PD|u|*:*:*|202|8|1|100|30:00|0:00|cpu|(Resources)|2024-03-01T12:00:10|PENDING|1|\
        2024-03-01T08:30:00|2024-03-01T13:00:10\n";
    let reading = read("all", all.as_bytes()).expect("squeue");
    let records = reading.workload.records();
    assert_eq!(times(records), [[10, 3600, 14_400], [-1, -1, 1800]]);
    assert_eq!(records[1].requested_processors, 8);
}

#[test]
fn logs_of_any_scheduler_have_the_same_jobs() {
    // bjobs knows minutes, and Flux rounds the starts up.
    let limits = [[5, 1200, 3600], [1195, 600, 1800]];
    let no_limits = [[5, 1200, -1], [1195, 600, -1]];
    for (file, right) in [
        ("13_pbs_accounting.txt", limits),
        ("13c_sge_accounting.txt", limits),
        ("13e_lsb.acct", no_limits),
        ("13f_bjobs_o.txt", [[0, 1200, 3600], [1200, 600, 1800]]),
        ("13h_flux_jobs.json", [[6, 1200, 3600], [1196, 600, 1800]]),
    ] {
        let reading = read(file, &input(file)).expect(file);
        let records = reading.workload.records();
        assert_eq!(times(records), right, "{file}");
        assert!(records.iter().map(|it| it.allocated_processors).eq([4, 8]), "{file}");
    }
}

/// What runs holds nodes now, what waits does not; a window holds its nodes.
#[test]
fn jobs_of_now_and_windows_are_read() {
    for (file, right, sizes) in [
        ("13k_squeue_default.txt", &[[0, 2400, -1], [-1, -1, -1]][..], &[1, 1][..]),
        ("13n_scontrol_show_reservation.txt", &[[0, 28_800, 28_800]], &[256]),
    ] {
        let reading = read(file, &input(file)).expect(file);
        let records = reading.workload.records();
        assert_eq!(times(records), right, "{file}");
        assert!(records.iter().map(|it| it.allocated_processors).eq(sizes.iter().copied()), "{file}");
    }
}

#[test]
fn formats_that_are_not_read_are_named() {
    let file = "14_parquet_magic.parquet";
    let why = read(file, &input(file)).unwrap_err().to_string();
    assert!(why.contains("Parquet: save the table as CSV") && why.contains(" not "), "{why}");
    let cut = to_csv(input(file), 1 << 20).unwrap_err();
    let why = "this Parquet file is not read: it is cut short: the list of its columns is missing at its end; copy it once \
               more (Parquet: save the table as CSV)";
    assert_eq!(cut, why);
    let nodes = read_nodes(&input("13n_scontrol_show_reservation.txt")).unwrap_err();
    assert!(nodes.to_string().contains("a log, of Slurm's scontrol"), "{nodes}");
}

#[test]
fn the_mark_of_excel_is_no_row() {
    let columns = "job=id,submit=submit,run_time=rt,requested_processors=cores";
    assert_eq!(mapped("15_excel_sep_line.csv", columns).workload.records().len(), 2);
    let broken = b"sep=;\r\nid;submit;rt;cores\r\n1;0;100;4\r\n2;x;100;4\r\n";
    let reading = read_with("a", broken, &Mapping::parse(columns).expect("a mapping")).expect("a table");
    let told = reading.complaints[0].to_string();
    assert!(told.starts_with("line 4: "), "{told}");
}

#[test]
fn percents_of_processors_and_gpus_are_hundredths() {
    let columns = "job=job_name,submit=submit_time,start=start_time,end=end_time,\
        requested_processors=plan_cpu*inst_num:percent,requested_gpus=plan_gpu*inst_num:percent";
    let reading = mapped("23_percent_of_a_core.csv", columns);
    assert!(reading.workload.records().iter().map(|it| it.requested_processors).eq([24, 1]));
}

#[test]
fn graphs_without_costs_and_below_other_words_are_read() {
    for (file, length, told) in [
        ("16b_text_before_digraph.dot", 30.0, "2 lines before digraph are passed over"),
        ("16c_dot_without_costs.dot", 2.0, "the run times of 2 tasks are not in the file: each counts as 1 s"),
    ] {
        let reading = read(file, &input(file)).expect(file);
        assert!(reading.repairs.iter().any(|it| it == told), "{:?}", reading.repairs);
        let run = ran(&reading.workload, r#"{"platform": [1], "system": {"workflow": {}}}"#);
        assert_eq!(report(&run).measures["schedule_length"], length, "{file}");
    }
}
