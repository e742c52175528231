use proptest::prelude::*;

use super::*;
use crate::testing::{self, assert_told, listed, reading, rows, told};
use crate::{Feature, ReadErrorKind, Reading, Record, read, read_with};

fn mapping(text: &str) -> Mapping {
    Mapping::parse(text).unwrap()
}

fn by(text: &str, columns: &str) -> Reading {
    read_with("a.csv", text.as_bytes(), &mapping(columns)).unwrap()
}

fn refusal(text: &str) -> String {
    read("a.csv", text.as_bytes()).unwrap_err().to_string()
}

fn complaints(reading: &Reading) -> String {
    told(&reading.complaints)
}

/// Submission, wait, run time, limit, sizes asked for and given, status of each job.
fn figures(reading: &Reading) -> String {
    testing::figures(reading.workload.records(), |it| {
        let sizes = [it.requested_processors, it.allocated_processors];
        [it.submit, it.wait, it.run_time, it.requested_time, sizes[0], sizes[1], it.status]
    })
}

fn ids(reading: &Reading) -> String {
    listed(reading.workload.records().iter().map(|it| it.id), " ")
}

#[test]
fn a_mapping_is_its_text() {
    for text in [
        "submit=submit_time,run_time=duration",
        "job=id,submit=time:ms,start=begin:dmy,requested_processors=nodes*128",
        "submit=\"odd, \"\"name\"\": = *\",requested_processors=nodes*\"128\"",
        "requested_processors=nodes*cores per node:milli,status=state:slurm",
    ] {
        assert_eq!(mapping(text).to_string(), text);
    }
    let loose = mapping(" start = b : ms ,, submit=a , requested_processors = n * 4 ");
    assert_eq!(loose.to_string(), "submit=a,start=b:ms,requested_processors=n*4");
    let json = serde_json::to_string(&loose).unwrap();
    assert_eq!(json, "\"submit=a,start=b:ms,requested_processors=n*4\"");
    assert_eq!(serde_json::from_str::<Mapping>(&json).unwrap(), loose);
}

#[test]
fn a_wrong_mapping_names_its_part() {
    const KEYS: &str = "keys are job, submit, eligible, start, end, wait, run_time, requested_time, suspended, \
        requested_processors, allocated_processors, nodes, requested_gpus, gpu_type, requested_memory, status, user, group, account, partition, queue, \
        qos, executable, cluster";
    for [text, why] in rows(
        "submit | \"submit\": it takes KEY=COLUMN; KEYS
        submit=a,begin=b | \"begin=b\": begin is no key; KEYS
        submit=a:weeks | \"submit=a:weeks\": submit has no unit \"weeks\"; it has s, ms, us, ns, min, h, days, dmy, mdy
        user=a:s | \"user=a:s\": user has no unit, and \"s\" is none
        submit= | \"submit=\": the name of a column is missing
        submit=a,submit=b | \"submit=b\": submit is there twice
        submit=\"a | \"submit=\"a\": a quote is not closed
        submit=a*3 | \"submit=a*3\": submit takes no factor; numbers of processors do
        requested_processors=a*0 | \"requested_processors=a*0\": the factor 0 is not 1 to 10000000
        | it names no column; an example: submit=submit_time,start=start_time,end=end_time",
    ) {
        assert_eq!(Mapping::parse(&text), Err(why.replace("KEYS", KEYS)), "{text}");
    }
}

#[test]
fn what_is_missing_is_said() {
    let missing = |text: &str| mapping(text).missing();
    assert_eq!(
        missing("user=u"),
        [Missing::Submit, Missing::RunTime, Missing::Size, Missing::Wait, Missing::Limit, Missing::Job]
    );
    let all = "job=a,submit=b,start=c,end=d,requested_time=e,requested_processors=f";
    assert_eq!(missing(all), []);
    assert_eq!(missing("submit=a,end=b,run_time=c"), [Missing::Size, Missing::Limit, Missing::Job]);
    assert!(mapping("submit=a,run_time=c").is_enough());
    assert!(!mapping("submit=a,end=b").is_enough());
}

/// As MIT Supercloud publishes it: times in Unix seconds, limits in minutes, states by number.
#[test]
fn the_job_table_of_slurmdbd() {
    let text = "id_array_job,id_array_task,id_job,id_user,nodes_alloc,nodelist,cpus_req,gres_req,partition,state,timelimit,\
        time_submit,time_eligible,time_start,time_end,time_suspended,tres_alloc,tres_req\n\
        0,4294967294,50,2,1,\"['r1']\",40,gpu:volta:2,xeon,3,5760,1609459200,1609459200,1609459210,1609462810,0,\
        \"1=40,2=340000,4=1,5=40\",\"1=40\"\n\
        0,4294967294,51,3,2,\"['r1','r2']\",80,,xeon,5,5760,1609459300,1609459300,1609462810,1609466410,0,\
        \"1=80,2=680000\",\"1=80\"\n\
        0,4294967294,52,3,0,,8,,xeon,4,4294967295,1609459400,1609459400,0,1609459500,0,,\"1=8\"\n";
    let reading = reading(text);
    let jobs = "0 10 3600 345600 40 40 1; 100 3510 3600 345600 80 80 0; 200 -1 -1 -1 8 -1 5";
    assert_eq!(figures(&reading), jobs);
    assert_eq!(ids(&reading), "50 51 52");
    assert_eq!(reading.workload.header().unix_start_time(), Some(1_609_459_200));
    assert_eq!(complaints(&reading), "");
    assert_eq!(reading.repairs, ["the file is read as the job table of slurmdbd, by the documents of its columns"]);
    assert!(reading.workload.log().unwrap().unused.features.contains(&crate::Feature::Gpus));
}

/// Its column `queue` is the wait.
#[test]
fn a_cluster_log_of_helios() {
    let text = "job_id,user,vc,jobname,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n\
        11000000,u1,vc1,j1,8,64,1,COMPLETED,2020-04-01 00:00:05,2020-04-01 00:00:06,2020-04-01 01:00:06,3600,1\n\
        11000001,u2,vc2,j2,1,4,1,FAILED,2020-04-01 00:10:05,2020-04-01 00:10:06,2020-04-01 00:20:06,600,1\n";
    let reading = reading(text);
    assert_eq!(figures(&reading), "0 1 3600 -1 64 -1 1; 600 1 600 -1 4 -1 0");
    assert!(reading.workload.records().iter().map(|it| it.partition).eq([1, 2]));
}

/// As pandas writes its dates; limits in minutes, run times in seconds.
#[test]
fn the_job_table_of_pm100() {
    let text = "job_id,user_id,submit_time,eligible_time,start_time,end_time,run_time,time_limit,num_cores_req,\
        num_cores_alloc,num_gpus_req,job_state,partition,qos\n\
        7,3,2020-10-06 11:30:00+00:00,2020-10-06 11:30:00+00:00,2020-10-06 11:30:04+00:00,2020-10-06 12:30:04+00:00,\
        3600,1440,128,512,4,COMPLETED,1,0\n";
    assert_eq!(figures(&reading(text)), "0 4 3600 86400 128 512 1");
}

#[test]
fn job_traces_of_the_slurm_simulator() {
    let text = "\"\",\"sim_job_id\",\"sim_submit\",\"sim_wclimit\",\"sim_duration\",\"sim_tasks\",\"sim_tasks_per_node\",\
        \"sim_username\",\"sim_submit_ts\",\"sim_qosname\",\"sim_partition\",\"sim_account\",\"sim_gres\",\"sim_cpus_per_task\"\n\
        \"341\",1001,2017-01-01 00:01:26,7,15,12,12,\"user5\",1483246886,\"normal\",\"normal\",\"account2\",\"\",1\n\
        \"157\",1002,2017-01-01 00:02:26,30,1201,4,1,\"user1\",1483246946,\"normal\",\"normal\",\"account1\",\"gpu:1\",2\n";
    assert_eq!(figures(&reading(text)), "0 -1 15 420 12 -1 -1; 60 -1 1201 1800 8 -1 -1");
    let text = "dt;job_id;wall_time;user;wall_limit;n_tasks;ntasks_per_node;account;partition;qos;constraint;mem;gres\n\
        0;1001;0;user5;60;12;12;account2;normal;normal;;;\n\
        16;1004;21;user3;60;24;12;account1;normal;normal;;;gpu:2\n";
    assert_eq!(figures(&reading(text)), "0 -1 0 60 12 -1 -1; 16 -1 21 60 24 -1 -1");
}

#[test]
fn an_unknown_table_is_refused_with_a_guess() {
    let text = "Job Id;Submit Time;Begin;Finished;Cores;Owner\n\
        17;2024-03-01 12:00:00;2024-03-01 12:05:00;2024-03-01 13:05:00;16;ann\n";
    let error = read("a.csv", text.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.csv: this is a table with columns of no known format (Job Id, Submit Time, Begin, Finished, Cores, Owner); \
        if this guess is right, or when it is corrected, add --columns \
        'job=Job Id,submit=Submit Time,start=Begin,end=Finished,requested_processors=Cores,user=Owner'"
    );
    let ReadErrorKind::UnknownTable(unknown) = error.kind else {
        panic!("{error}");
    };
    let reading = read_with("a.csv", text.as_bytes(), &unknown.guess).unwrap();
    assert_eq!((figures(&reading), ids(&reading)), ("0 300 3600 -1 16 -1 -1".to_owned(), "17".to_owned()));
    let shown = preview(&unknown.table, &unknown.guess).unwrap();
    assert_eq!(shown[0].name, "17");
    // The preview has times as they stand in the file.
    assert_eq!(shown[0].job.as_ref().unwrap().submit, 1_709_294_400);
    assert_eq!(
        refusal("alpha,beta,gamma\nx,5,y\n"),
        "a.csv: this is a table with columns of no known format (alpha, beta, gamma); by their names, no column is the \
        time of submission: no job can be made without it; by their names, no column is the run time, and none the \
        start and the end: no job can be made without them; say what they are: \
        --columns submit=COLUMN,start=COLUMN,end=COLUMN,..."
    );
}

#[test]
fn guesses_are_by_names_and_values() {
    for [text, guessed] in rows(
        "// Units at the end of names, and of numbers that are too large for seconds.
        id,submit_ts,wait_min,duration (h),cpus\\n1,1709294400000,5,1.5,4\\n | \
        job=id,submit=submit_ts:ms,wait=wait_min:min,run_time=duration (h):h,requested_processors=cpus
        // The unit of a run time by start and end; a queue of words is no wait.
        jobId,submitTime,startTime,endTime,runtime,queue\\n1,0,60,3660,60,long\\n2,10,60,7260,120,long\\n | \
        job=jobId,submit=submitTime,start=startTime,end=endTime,run_time=runtime:min,queue=queue
        // A wall time that is not from start to end is none.
        submit,start,end,walltime\\n0,60,3660,86400\\n | submit=submit,start=start,end=end
        // Dates that are in order, whatever their names.
        c,b,a,n\\n2024-03-01 13:00:00,2024-03-01 12:00:00,2024-03-01 12:30:00,8\\n | submit=b,start=a,end=c
        // The day is first, which the second row tells.
        submit,run time,n\\n01.02.2024 12:00,60,a\\n13.02.2024 12:00,60,a\\n | submit=submit:dmy,run_time=run time
        // A duration from submission to end is no run time, and the end is where it says.
        submit,start,when,duration\\n1709294400,1709294460,1709294520,120\\n1709294401,1709294470,1709294531,130\\n | \
        submit=submit,start=start,end=when
        // Milliseconds throughout, where no sum tells.
        id,submit,duration,limit,ntasks\\n1,1709294400000,16901,60000,4\\n | \
        job=id,submit=submit:ms,run_time=duration:ms,requested_time=limit:ms,requested_processors=ntasks
        // Limits below most run times are in no unit.
        submit,start,end,limit\\n0,100,1000,0.001\\n0,200,2000,0.001\\n | submit=submit,start=start,end=end
        // A start before the submission is another time; midnight is a day's number as well.
        submit,start,end\\n45352.0000578704,45353,45353.5\\n45352.0000578704,45353,45353.25\\n | \
        submit=submit:days,start=start:days,end=end:days
        submit,start,end,duration\\n1000,10,1100,60\\n2000,10,2100,60\\n | submit=submit,end=end,run_time=duration
        // Numbers by their nouns, with words in any order.
        submit,runtime,required.CPUs,coresUsed,node_count\\n0,60,8,8,1\\n | \
        submit=submit,run_time=runtime,requested_processors=required.CPUs,allocated_processors=coresUsed,\
        nodes=node_count
        submit,runtime,cpu_usage,cores_per_node,tasks_requested\\n0,60,8,8,48\\n | \
        submit=submit,run_time=runtime,requested_processors=tasks_requested
        // Words are no time of submission.
        submit,runtime,n\\nann,60,1\\n | run_time=runtime",
    ) {
        let table = Table::of(text.as_bytes()).unwrap();
        assert_eq!(guess(&table).to_string(), guessed, "{text}");
    }
}

#[test]
fn rows_that_cannot_be_read_are_complaints() {
    let text = "id,submit,start,end,run,limit,cores,state\n\
        1,100,110,170,60,90,4,COMPLETED\n\
        2,soon,110,170,60,90,4,COMPLETED\n\
        3,100,110,170,60,90,many,COMPLETED\n\
        4,100,90,170,80,later,4,blue\n\
        5,100,110,170,50,90,4,COMPLETED\n\
        6,100,110\n\
        7,,110,170,60,90,4,COMPLETED\n\
        8,100,110,105,,90,4,COMPLETED\n";
    let reading = by(
        text,
        "job=id,submit=submit,start=start,end=end,run_time=run,requested_time=limit,requested_processors=cores,\
        status=state",
    );
    assert_eq!(
        complaints(&reading),
        "line 3: submit should be a time but is \"soon\"\n\
        line 4: cores should be a number but is \"many\"\n\
        line 5: limit should be a duration but is \"later\"; it counts as unknown\n\
        line 5: the start is 10 s before the submission; the wait counts as 0\n\
        line 5: state is \"blue\", no state that is known; it counts as unknown\n\
        line 6: from start to end it is 60 s, and the run time is 50 s; the run time counts\n\
        line 7: 3 columns where the first line has 8\n\
        line 8: the job has no time of submission\n\
        line 9: the end is 5 s before the start; the run time counts as unknown"
    );
    assert_eq!(reading.left_out, 4);
    let jobs = "100 10 60 90 4 -1 1; 100 0 80 -1 4 -1 -1; 100 10 50 90 4 -1 1; 100 10 -1 90 4 -1 1";
    assert_eq!(figures(&reading), jobs);
}

/// Jobs that follow one another still do: instants are rounded, and lengths are their differences.
#[test]
fn fractions_are_rounded_at_instants() {
    let text = "submit,start,end,n\n0,0.6,11.1,4\n0,11.1,21.6,4\n";
    let reading = by(text, "submit=submit,start=start,end=end,requested_processors=n");
    let spans =
        testing::figures(reading.workload.records(), |it| [it.submit + it.wait, it.submit + it.wait + it.run_time]);
    assert_eq!((&*spans, &*ids(&reading)), ("1 11; 11 22", "1 2"));
}

/// A queue names expected starts of jobs that wait, and for jobs that run the end of their limits.
#[test]
fn expected_starts_and_ends_are_no_facts() {
    let text = "submit,start,end,limit,state\n\
        1709294400,1709294410,1709298010,3600,RUNNING\n\
        1709294400,1709294410,1709296210,3600,RUNNING\n\
        1709294400,1709298010,1709301610,3600,PENDING\n";
    let reading = by(text, "submit=submit,start=start,end=end,requested_time=limit,status=state");
    let times = testing::figures(reading.workload.records(), |it| [it.wait, it.run_time]);
    assert_eq!(times, "10 -1; 10 1800; -1 -1");
}

/// Limits that most jobs exceed are another unit, or none.
#[test]
fn limits_that_jobs_exceed_are_told() {
    let rows: String =
        (0..20).map(|job| format!("{job},{},{},COMPLETED\n", 60 + job, if job < 3 { 1 } else { 100 })).collect();
    let text = format!("submit,run,limit,state\n{rows}");
    let read = |columns: &str| by(&text, columns).repairs;
    let columns = "submit=submit,run_time=run,requested_time=limit,status=state";
    assert_eq!(
        read(columns),
        ["3 of 20 completed jobs ran longer than their limits, at which jobs are stopped; they are read as \
          requested_time=limit: if that is another unit or no limit, say so (--columns)"]
    );
    assert_eq!(read(&columns.replace("=limit", "=limit:min")), [""; 0]);
}

#[test]
fn percent_of_a_core_are_hundredths() {
    let text = "submit,run,count,cpu\n0,60,4,600\n0,60,1,50\n";
    let reading = by(text, "submit=submit,run_time=run,requested_processors=cpu*count:percent");
    assert!(reading.workload.records().iter().map(|it| it.requested_processors).eq([24, 1]));
}

/// Time for which a job was suspended is no run time.
#[test]
fn suspended_time_is_taken_off() {
    let text = "submit,start,end,paused,nodes,ppn\n0,0,18000,10800,2,16\n";
    for [columns, job] in rows(
        "suspended=paused,requested_processors=nodes*ppn | 0 0 7200 -1 32 -1 -1
        requested_processors=nodes*128 | 0 0 18000 -1 256 -1 -1",
    ) {
        assert_eq!(figures(&by(text, &format!("submit=submit,start=start,end=end,{columns}"))), job);
    }
}

#[test]
fn a_mapping_must_fit_the_table() {
    let no_run_time =
        "a.csv: No column is the run time, and none the start and the end: no job can be made without them";
    for (text, columns, why) in [
        ("a,b,c\n1,2,3\n", "submit=x,run_time=b", "a.csv: submit=x: the table has no column x; it has a, b, c"),
        ("a,b,c\n1,2,3\n", "submit=a", no_run_time),
        ("1 0 1 1 1\n", "submit=a,run_time=b", "…this is no table…"),
    ] {
        assert_told(read_with("a.csv", text.as_bytes(), &mapping(columns)).unwrap_err(), why, columns);
    }
}

#[test]
fn a_table_without_a_header_is_mapped_by_numbers() {
    let reading =
        by("7,100,50,4\n8,110,60,4\n", "job=column 1,submit=column 2,run_time=column 3,requested_processors=column 4");
    assert_eq!(figures(&reading), "100 -1 50 -1 4 -1 -1; 110 -1 60 -1 4 -1 -1");
    assert_eq!(ids(&reading), "7 8");
}

/// Windows line ends, a byte order mark and quotes make no difference.
#[test]
fn line_ends_marks_and_quotes_make_no_difference() {
    let columns = "submit=when,run_time=ran,requested_processors=n";
    let plain = by("when,ran,n\n5,6,7\n", columns);
    assert_eq!(by("\u{feff}when,ran,n\r\n\r\n\"5\",\"6\",7\r\n", columns), plain);
}

/// Its pods by phase: 5,193 running, 1,870 failed, 897 pending and 192 succeeded.
#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn the_real_pod_list_of_openb() {
    let reading = crate::traces::trace("openb-pods-2023.csv.gz");
    let records = reading.workload.records();
    let count = |is: fn(&Record) -> bool| records.iter().filter(|it| is(it)).count();
    assert_eq!(records.len(), 8152);
    assert_eq!(count(|it| it.wait < 0), 897);
    assert_eq!(count(|it| it.status == 0), 1870);
    assert_eq!(count(|it| it.status == 1), 192);
    assert_eq!(records.iter().map(|it| it.wait).max(), Some(14_330));
    assert_eq!(count(|it| it.wait > 0), 5209);
}

fn any_source() -> impl Strategy<Value = (usize, String, Option<u32>, usize)> {
    (0..Key::ALL.len(), "[a-z,=:*\" é1]{1,6}", prop::option::of(1_u32..1_000), 0_usize..12)
}

proptest! {
    #[test]
    fn every_mapping_comes_back(sources in prop::collection::vec(any_source(), 1..6)) {
        let mut mapping = Mapping::default();
        for (key, column, times, unit) in sources {
            let key = Key::ALL[key];
            let is_count = key.takes() == Takes::Count;
            let source = Source {
                column,
                times: times.filter(|_| is_count).map(Factor::Number),
                unit: key.units().get(unit).copied(),
            };
            mapping.set(key, Some(source));
        }
        prop_assert_eq!(Mapping::parse(&mapping.to_string()), Ok(mapping));
    }

    #[test]
    fn any_text_is_read_as_a_mapping_or_refused(text in "[a-z_=:,*\" ]{0,40}|(submit|start)=\\PC{0,20}") {
        if let Ok(mapping) = Mapping::parse(&text) {
            prop_assert_eq!(Mapping::parse(&mapping.to_string()), Ok(mapping));
        }
    }

    #[test]
    fn any_table_is_read_or_refused(
        header in "[a-z,;\"]{0,20}",
        rows in prop::collection::vec("[-0-9,;:. \"a-z]{0,30}", 0..6),
    ) {
        let text = format!("{header}\n{}", rows.join("\n"));
        if let Some(table) = Table::of(text.as_bytes()) {
            let guess = guess(&table);
            let _ = preview(&table, &guess);
            let _ = read_with("a", text.as_bytes(), &guess);
        }
        let _ = read("a", text.as_bytes());
    }
}

#[test]
fn three_columns_without_a_submission_are_no_table_of_jobs() {
    let is_one = |text: &str| is_of_jobs(text.as_bytes());
    for list in ["job,ready,deadline\n1,5,9\n", "id,start,end\n1,0,5\n"] {
        assert!(!is_one(list), "{list}");
    }
    for table in
        ["submit_time,run_time,processors\n0,5,1\n", "id,start,end,processors\n1,0,5,2\n", "1,0,5,2\n2,0,5,2\n"]
    {
        assert!(is_one(table), "{table}");
    }
    assert!(!is_one("1,0,5\n2,0,5\n"));
}

fn requests(reading: &Reading) -> String {
    testing::requests(reading.workload.log().unwrap())
}

#[test]
fn a_mapping_names_nodes_gpus_and_memory() {
    let text = "at,run,cores,hosts,devices,model,mem\n\
        0,9,8,2,5,a100|h100,10\n1,9,8,,5,,10\n2,9,8,,,,10\n3,9,8,1,0.25,,\n4,9,8,,,,\n5,9,8,0,0,a100,0\n";
    let reading = by(
        text,
        "submit=at,run_time=run,requested_processors=cores,nodes=hosts,requested_gpus=devices,gpu_type=model,\
        requested_memory=mem:gib",
    );
    assert_eq!(complaints(&reading), "");
    assert_eq!(
        requests(&reading),
        "2 nodes 3000 a100 h100 5120M; 5 chunks 1000 2048M; 0 chunks 0 1280M; 1 nodes 250 0M; -; -"
    );
    let counted = reading.workload.log().unwrap().unused.counted();
    assert!(counted.eq([(Feature::Gpus, 3), (Feature::Memory, 3), (Feature::Nodes, 2)]));
}

#[test]
fn factors_multiply_memory_and_gpus() {
    let text = "at,run,nodes,per_node,mem\n0,9,2,4,16G\n1,9,3,,16G\n";
    let reading = by(
        text,
        "submit=at,run_time=run,requested_processors=nodes*8,nodes=nodes,requested_gpus=per_node*nodes,\
        requested_memory=mem*nodes",
    );
    assert_eq!(requests(&reading), "2 nodes 4000 16384M; 3 nodes 0 16384M");
    let slurm = by(
        "at,run,tres\n0,9,\"cpu=8,node=2,mem=4G,gres/gpu:a100=4\"\n1,9,\n2,9,\n",
        "submit=at,run_time=run,requested_processors=tres:tres,nodes=tres:tres,requested_gpus=tres:tres,\
        requested_memory=tres:tres",
    );
    assert_told(requests(&slurm), "2 nodes 2000 a100 2048M; …", "TRES");
}

#[test]
fn wrong_values_of_nodes_gpus_and_memory_count_as_unknown() {
    let columns =
        "submit=at,run_time=run,requested_processors=cores,nodes=hosts,requested_gpus=devices,requested_memory=mem";
    for [row, told] in rows(
        "many,1,1 | hosts should be a number but is \"many\"
        9,1,1 | hosts is 9, more than processors
        1,some,1 | devices should be a number but is \"some\"
        1,gpu:a:b:c,1 | devices should have a number of GPUs but has \"gpu:a:b:c\"
        1,1,much | mem should be an amount of memory but is \"much\"",
    ) {
        let reading = by(&format!("at,run,cores,hosts,devices,mem\n0,9,8,1,1,1\n0,9,8,{row}\n"), columns);
        assert_eq!(complaints(&reading), format!("line 3: {told}; it counts as unknown"));
        assert_eq!(reading.workload.records().len(), 2, "{row}");
    }
    let beyond = by(
        "at,run,cores,mem,times\n0,9,8,1000P,9999\n0,9,8,1,1\n1,9,8,1,1\n",
        "submit=at,run_time=run,requested_processors=cores,requested_memory=mem*times",
    );
    assert_eq!(complaints(&beyond), "line 2: mem is 1000P times 9999, more than 1099511627776; it counts as unknown");
}

#[test]
fn known_tables_say_what_jobs_asked_of_nodes() {
    let slurmdbd = "id_job,nodes_alloc,cpus_req,gres_req,state,timelimit,time_submit,time_start,time_end,tres_alloc,tres_req\n\
        50,1,40,gpu:volta:2,3,60,1609459200,1609459210,1609462810,\"1=40,2=340000,4=1\",\"1=40,2=340000,4=1\"\n\
        51,2,80,gpu:volta:2,3,60,1609459200,1609459210,1609462810,\"1=80,2=340000,4=2\",\"1=80,2=340000\"\n\
        52,2,80,,3,60,1609459200,1609459210,1609462810,\"1=80\",\"1=80\"\n";
    let helios = "job_id,user,vc,jobname,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n\
        1,u1,vc1,j1,8,64,1,COMPLETED,2020-04-01 00:00:05,2020-04-01 00:00:06,2020-04-01 01:00:06,3600,1\n\
        2,u1,vc1,j1,16,64,2,COMPLETED,2020-04-01 00:00:05,2020-04-01 00:00:06,2020-04-01 01:00:06,3600,1\n";
    let philly = r#"[{"status": "Pass", "vc": "v", "jobid": "a_1", "user": "u", "submitted_time": "2017-10-07 01:00:00",
        "attempts": [{"start_time": "2017-10-07 01:00:10", "end_time": "2017-10-07 01:02:00",
            "detail": [{"ip": "m4", "gpus": ["gpu0", "gpu1"]}]}]},
        {"status": "Pass", "vc": "v", "jobid": "a_2", "user": "u", "submitted_time": "2017-10-07 01:00:00", "attempts": []}]"#;
    for (text, asked) in [
        (slurmdbd, "1 nodes 2000 volta 340000M; 2 nodes 2000 volta 170000M; 2 nodes 0 0M"),
        (helios, "1 nodes 8000 0M; 2 nodes 8000 0M"),
        (philly, "0 chunks 1000 0M; -"),
    ] {
        assert_eq!(requests(&testing::reading(text)), asked);
    }
}

#[test]
fn pods_of_openb_are_on_one_node_with_shares_of_gpus() {
    let text = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n\
        openb-pod-0000,12000,16384,1,1000,,LS,Succeeded,0,1000,0\n\
        openb-pod-0001,6000,12288,1,460,,LS,Succeeded,10,1000,10\n\
        openb-pod-0002,96000,12288,8,1000,V100M16|V100M32,LS,Succeeded,20,1000,20\n\
        openb-pod-0003,20000,65536,0,0,,LS,Succeeded,30,1000,30\n";
    let reading = read("openb_pod_list_default.csv", text.as_bytes()).unwrap();
    assert_eq!(complaints(&reading), "");
    let asked = "1 nodes 1000 16384M; 1 nodes 460 12288M; 1 nodes 8000 V100M16 V100M32 12288M; 1 nodes 0 65536M";
    assert_eq!(requests(&reading), asked);
    // The names of columns suffice for a guess of most of it.
    let guessed = guess(&Table::of(text.replace("pod_phase", "how").as_bytes()).unwrap()).to_string();
    for part in ["gpu_type=gpu_spec", "requested_memory=memory_mib", "requested_gpus=num_gpu"] {
        assert!(guessed.contains(part), "{guessed}");
    }
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn the_real_pods_of_openb_ask_for_shares_of_gpus() {
    let reading = crate::traces::trace("openb-pods-2023.csv.gz");
    // That they still run is told, and nothing else.
    assert_eq!(reading.complaint_count, 5_193);
    let log = reading.workload.log().unwrap();
    let requests: Vec<_> = (0..log.records.len()).filter_map(|place| log.resources.of(place)).collect();
    assert_eq!(requests.len(), 8_152);
    assert!(requests.iter().all(|it| it.count == 1));
    // One names a memory of 0.
    assert_eq!(requests.iter().filter(|it| it.memory == 0).count(), 1);
    let with = |gpus: u32| requests.iter().filter(|it| it.gpus == gpus).count();
    assert_eq!([0, 460, 1_000, 2_000, 4_000, 8_000].map(with), [1_088, 128, 3_911, 16, 15, 44]);
    let shares = requests.iter().filter(|it| (1..1_000).contains(&it.gpus));
    assert_eq!(shares.count(), 8_152 - 1_088 - 3_911 - 16 - 15 - 44);
    // A pod that was not scheduled has no wait and no run time.
    assert_eq!(log.records.iter().filter(|it| it.wait < 0 && it.run_time < 0).count(), 897);
}

/// Thousandths of a core are rounded up to whole processors; a pending pod has not started.
#[test]
fn a_pod_list_of_openb() {
    let text = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n\
        openb-pod-0000,12000,16384,1,1000,,LS,Running,0,1000,0\n\
        openb-pod-0033,3152,5600,1,1000,,BE,Failed,500,900,520\n\
        openb-pod-0049,8000,5600,0,0,,BE,Succeeded,600,900,600\n\
        openb-pod-0051,4000,5600,1,1000,,BE,Pending,700,900,\n";
    let reading = read("openb_pod_list_default.csv", text.as_bytes()).unwrap();
    let jobs = "0 0 1000 -1 12 -1 -1; 500 20 380 -1 4 -1 0; 600 0 300 -1 8 -1 1; 700 -1 -1 -1 4 -1 -1";
    assert_eq!(figures(&reading), jobs);
    let told = "line 2: its state is that of a job that runs, but it has an end, up to which its run time counts";
    assert_eq!(complaints(&reading), told);
}
