//! Small logs of each scheduler, with values worked out by hand from its documents.

use proptest::prelude::*;

use crate::testing::{assert_told, damaged, listed, reading, requests, rows, told};
use crate::{Format, NameKind, Reading, read};

/// Of each job its number, submission, wait, run time, sizes given and asked for, limit, status, and whether it was
/// stopped at its limit.
fn jobs(reading: &Reading) -> String {
    let of = |it: &crate::Record| {
        let killed = it.killed_at_limit.map_or(-1, i64::from);
        let sizes = [it.allocated_processors, it.requested_processors, it.requested_time];
        let times = listed([it.id as i64, it.submit, it.wait, it.run_time], " ");
        format!("{times} {} {} {killed}", listed(sizes, " "), it.status)
    };
    listed(reading.workload.records().iter().map(of), "\n")
}

/// User, group, account and queue of each job.
fn names(reading: &Reading) -> String {
    let log = reading.workload.log().unwrap();
    let kinds = [NameKind::User, NameKind::Group, NameKind::Account, NameKind::Queue];
    let name = |kind: NameKind, record| match kind.of(record) {
        -1 => "-".to_owned(),
        number => log.names.of(kind, number).map_or(number.to_string(), str::to_owned),
    };
    listed(log.records.iter().map(|record| listed(kinds.map(|kind| name(kind, record)), ", ")), "\n")
}

/// Asserts the jobs of a text and the complaints about it.
#[track_caller]
fn assert_jobs(text: &str, expected: &str, complaints: &str) -> Reading {
    let reading = reading(text);
    let trimmed = |it: &str| listed(it.lines().map(str::trim), "\n");
    assert_eq!(jobs(&reading), trimmed(expected), "{text}");
    assert_eq!(told(&reading.complaints), trimmed(complaints), "{text}");
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(read("a", crlf.as_bytes()).map(|it| it.workload), Ok(reading.workload.clone()));
    reading
}

const PBS: &str = "\
03/01/2024 00:00:00;L;license;floating license hour:1 day:1\n\
03/01/2024 00:00:05;Q;101.head;queue=batch\n\
03/01/2024 00:00:10;S;101.head;user=u1 queue=batch ctime=1709251205 start=1709251210\n\
03/01/2024 00:20:10;E;101.head;user=u1 group=domain users account=chem jobname=a queue=batch ctime=1709251205 \
qtime=1709251206 etime=1709251207 start=1709251210 owner=u1@head exec_host=n1/0-3+n2/0,2-4 Resource_List.nodes=2:ppn=4:gpus=1 \
Resource_List.nodect=2 Resource_List.mem=8gb Resource_List.walltime=01:00:00 session=11 total_execution_slots=8 \
unique_node_count=2 end=1709252410 Exit_status=0 resources_used.walltime=00:20:00\n\
03/01/2024 00:30:00;E;102[3].head;user=u2 group=g2 project=p1 jobname=b queue=workq ctime=1709251215 qtime=1709251215 \
etime=1709251215 start=1709252410 exec_host=n1/0*4+n2/1*4 exec_vnode=(n1:ncpus=4:ngpus=2)+(n2:ncpus=4:ngpus=2) \
Resource_List.ncpus=8 Resource_List.ngpus=4 Resource_List.nodect=2 Resource_List.select=2:ncpus=4:ngpus=2 \
Resource_List.walltime=1800 session=1 end=1709254210 Exit_status=-29 resources_used.walltime=00:30:00 run_count=1\n\
03/01/2024 00:30:00;E;102[].head;user=u2 ctime=1709251215 start=1709252410 end=1709254210 Exit_status=1\n\
03/01/2024 00:01:30;R;103.head;user=u1 queue=batch ctime=1709251225 start=1709251230 exec_host=n1/0 end=1709251290 \
Resource_List.walltime=00:10:00 Exit_status=-11\n\
03/01/2024 00:02:40;E;103.head;user=u1 queue=batch ctime=1709251225 start=1709251300 exec_host=n1/0 end=1709251360 \
Resource_List.walltime=00:10:00 Exit_status=0\n\
03/01/2024 00:03:00;D;104.head;requestor=u1@head\n\
03/01/2024 00:03:00;E;104.head;user=u1 ctime=1709251235 start=1709251250 exec_host=n1/0+n1/1 end=1709251380 \
Resource_List.walltime=00:10:00 Exit_status=271 resources_used.walltime=00:02:10\n\
03/01/2024 00:20:00;E;105.head;user=u1 ctime=1709251245 start=1709251260 exec_host=n1/0 end=1709251865 \
Resource_List.walltime=00:10:00 Exit_status=271 resources_used.walltime=00:10:05\n\
03/01/2024 00:21:00;Q;106.head;queue=batch\n\
03/01/2024 00:22:00;R;106.head;\n\
hello\n";

#[test]
fn pbs_has_a_job_for_each_end_of_a_run() {
    let reading = assert_jobs(
        PBS,
        "101 0 5 1200 8 8 3600 1 0
        106 10 1195 1800 8 8 1800 0 1
        103 20 5 60 1 -1 600 0 0
        107 20 75 60 1 -1 600 1 0
        104 30 15 130 2 -1 600 5 0
        105 40 15 605 1 -1 600 0 1",
        "line 14: no record of accounting, which is a date, a type, a job and its fields with ; between them
        line 12: job 106.head has no record of its end (E) here: it waits or runs, or another day's file has it",
    );
    let names = names(&reading);
    assert_told(names, "u1, domain users, chem, batch\nu2, g2, p1, workq\nu1, -, -, batch…", "names");
    assert_eq!(reading.workload.records()[0].eligible, 2);
    let log = reading.workload.log().unwrap();
    assert_told(requests(log), "2 nodes 1000 4096M; 2 nodes 2000 0M; …", "requests");
}

/// Torque prints no JSON; PBS Professional breaks long lines.
const QSTAT: &str = "\
Job Id: 101.head\n    Job_Name = a\n    Job_Owner = u1@head\n    resources_used.walltime = 00:20:00\n    job_state = C\n    \
queue = batch\n    ctime = Fri Mar  1 00:00:05 2024\n    exec_host = n1/0+n1/1+n1/2+n1/\n\t3\n    etime = Fri Mar  1 00:00:05 2024\n    \
Resource_List.nodes = 1:ppn=4\n    Resource_List.walltime = 01:00:00\n    start_time = Fri Mar  1 00:00:10 2024\n    \
comp_time = Fri Mar  1 00:20:10 2024\n    exit_status = 0\n    Variable_List = PBS_O_HOME=/home/u1\n\n\
Job Id: 102.head\n    Job_Owner = u2@head\n    job_state = Q\n    ctime = Fri Mar  1 00:00:15 2024\n    \
Resource_List.nodes = n7+2:ppn=2\n";

#[test]
fn qstat_has_the_same_in_text_and_json() {
    assert_jobs(QSTAT, "101 0 5 1200 4 4 3600 1 0\n102 10 -1 -1 -1 5 -1 -1 -1", "");
    let json = r#"{"timestamp": 1709254800, "pbs_version": "20.0.1", "Jobs": {
"101.head": {"Job_Name": "a", "Job_Owner": "u1@login", "job_state": "F", "queue": "workq", "project": "_pbs_project_default",
    "ctime": "Fri Mar  1 00:00:05 2024", "stime": "Fri Mar  1 00:00:10 2024", "exec_host": "n1/0*4",
    "exec_vnode": "(n1:ncpus=4:mem=1gb)", "Resource_List": {"ncpus": 4, "nodect": 1, "select": "1:ncpus=4", "walltime": "01:00:00"},
    "resources_used": {"walltime": "00:20:00"}, "Exit_status": 0},
"102[].head": {"job_state": "B", "ctime": "Fri Mar  1 00:00:15 2024"},
"103.head": {"job_state": "R", "ctime": "Fri Mar  1 00:00:25 2024", "stime": "Fri Mar  1 00:00:30 2024",
    "Resource_List": {"ncpus": 2}, "resources_used": {"walltime": "00:05:00"}}}}"#;
    let reading = assert_jobs(
        json,
        "101 0 5 1200 4 4 3600 1 0\n103 20 5 300 -1 2 -1 -1 -1",
        "line 7: the job still runs; its run time counts up to now",
    );
    assert_told(names(&reading), "u1, -, -, workq…", "names");
}

/// A record of accounting(5): up to ru_wallclock, and from the project on.
fn record(front: &str, back: &str) -> String {
    format!("{front}{}:{back}\n", ":0".repeat(17))
}

fn grid_engine() -> String {
    [
        "# Version: 8.1.9\n".to_owned(),
        record(
            "all.q:n1:g1:u1:a:101:sge:0:1709251205:1709251210:1709252410:0:0:1200",
            "chem:defaultdepartment:smp:4:0:4201.3:0:0:-pe smp 4 -l h_rt=1:00:00,x=1,gpu=2:0.0:NONE:0:0:0",
        ),
        // A task of an array, on one host, which the limit ended.
        record(
            "all.q:n2:g1:u2:b:102:sge:0:1709251215:1709251220:1709251280:100:137:60",
            "NONE:defaultdepartment:NONE:1:3:1.0:0:0:-l h_rt=60:0.0:NONE:0:0:0",
        ),
        // A task of a parallel job on another host.
        record(
            "all.q:n3:g1:u1:a:101:sge:0:1709251205:1709251210:1709252410:0:0:1200",
            "NONE:d:smp:1:0:1.0:0:0:-pe smp 4:0.0:1.n3:0:0:0",
        ),
        // Univa's milliseconds; a job that could not start; one that was rescheduled.
        record(
            "all.q:n2:g1:u2:b:103:sge:0:1709251225400:1709251225600:1709251225700:0:1:0",
            "NONE:d:NONE:1:0:1.0:0:0:NONE:0.0:NONE:0:0:0:extra:1",
        ),
        record("all.q:n2:g1:u2:b:104:sge:0:1709251235:0:0:1:0:0", "NONE:d:NONE:1:0:0:0:0:NONE:0.0:NONE:0:0:0"),
        record(
            "all.q:n2:g1:u2:b:105:sge:0:1709251245:1709251250:1709251260:25:0:10",
            "NONE:d:NONE:1:0:0:0:0:NONE:0.0:NONE:0:0:0",
        ),
        "all.q:n2\n".to_owned(),
    ]
    .concat()
}

#[test]
fn grid_engine_has_slots_and_resources() {
    let reading = assert_jobs(
        &grid_engine(),
        "101 0 5 1200 4 -1 3600 1 0
        106 10 5 60 1 -1 60 0 1
        103 20 1 1 1 -1 -1 0 0
        104 30 -1 -1 1 -1 -1 0 0
        105 40 5 10 1 -1 -1 0 0",
        "line 8: no record of accounting(5), which has 45 fields with colons between them",
    );
    assert_told(names(&reading), "u1, g1, chem, all.q\nu2, g1, -, all.q…", "names");
    assert_told(requests(reading.workload.log().unwrap()), "2 chunks 1000 0M; …", "GPUs");
}

#[test]
fn qacct_writes_dates_in_each_version_in_another_way() {
    for [submit, start, end, seconds] in rows(
        "Fri Mar  1 00:00:05 2024 | Fri Mar  1 00:00:10 2024 | Fri Mar  1 00:20:10 2024 | 1200
        03/01/2024 00:00:05.100 | 03/01/2024 00:00:10.100 | 03/01/2024 00:20:10.100 | 1200.000s
        2024-03-01 00:00:05.100000 | 2024-03-01 00:00:10.100000 | 2024-03-01 00:20:10.100000 | 1200",
    ) {
        let text = format!(
            "==============\nqname        all.q\nhostname     n1\nowner        u1\njobname      a b\njobnumber    101\n\
            taskid       undefined\nqsub_time    {submit}\nstart_time   {start}\nend_time     {end}\ngranted_pe   smp\n\
            slots        4\nfailed       100 : assumedly after job\nexit_status  137   (Killed)\nru_wallclock {seconds}\n\
            category     -l h_rt=1200 -pe smp 4\npe_taskid    NONE\n\
            Total System Usage\n    WALLCLOCK         UTIME\n"
        );
        assert_jobs(&text, "101 0 5 1200 4 -1 1200 0 1", "");
    }
}

/// A record of version 10 up to the hosts, from the status to the command, project and index, and the reason of the end; its
/// limit, and how long it ran.
fn finish(front: &str, status: &str, project: &str, reason: &str, limit: &str, ran: &str) -> String {
    let usage = " 1.0".repeat(19);
    format!(
        r#""JOB_FINISH" "10.1" {front} {status}{usage} "" {project} 0 0 "" "" "" "" 0 "" {reason} "" -1 "" "" "" "" -1 "" "" 0 "" 0 "" "" 1 1032 "0" 1 "n1" 1 2 3 4 0 {limit} 0 0 "select[a] rusage[mem=4000.00:duration=5,ngpus_physical=1.00]" "" -1 "" -1 0 "" 0 0 "" {ran} "" 0"#
    ) + "\n"
}

fn lsf() -> String {
    [
        "\"EVENT_ADRSV_FINISH\" \"10.1\" 1709252410 1 2\n".to_owned(),
        // Suspended for 100 s.
        finish(
            r#"1709252410 101 1001 33554482 8 1709251205 0 0 1709251210 "u1" "normal" "" "" "" "head" "/h" "" "" "" "f" 1 "any" 2 "4*n1" "4*n2""#,
            r#"64 60.0 "a[3]" "echo ""x"" 1""#,
            r#""chem" 0 8 "" "" 3"#,
            "0",
            "3600",
            "1100",
        ),
        // Killed at its limit; by its user, before it started; an older version.
        finish(
            r#"1709253010 102 1002 0 2 1709251215 1709251300 0 1709252410 "u2" "normal" "" "done(101)" "" "head" "/h" "" "" "" "f" 0 2 "n1" "n1""#,
            r#"32 60.0 "b" "sleep""#,
            r#""default" 35584 2 "" "" 0"#,
            "5",
            "600",
            "600",
        ),
        finish(
            r#"1709251300 103 1002 0 2 1709251225 0 0 0 "u2" "normal" "" "" "" "head" "/h" "" "" "" "f" 0 0"#,
            r#"32 60.0 "b" "sleep""#,
            r#""default" 0 2 "" "" 0"#,
            "14",
            "600",
            "0",
        ),
        concat!(
            r#""JOB_FINISH" "7.06" 1709253010 104 1002 0 2 1709251235 0 0 1709252410 "u2" "q" "" "" "" "head" "/h" "" "#,
            r#""" "" "f" 0 2 "n1" "n2" 32 60.0 "b" "sleep" 1 1"#,
            "\n"
        )
        .to_owned(),
    ]
    .concat()
}

#[test]
fn lsf_counts_slots_of_hosts() {
    let reading = assert_jobs(
        &lsf(),
        "105 0 5 1100 8 8 3600 1 0
        102 10 1195 600 2 2 600 0 1
        103 20 -1 -1 -1 2 600 5 0
        104 30 1175 600 2 2 -1 0 0",
        "",
    );
    let records = reading.workload.records();
    assert_eq!((records[0].suspended, records[1].eligible), (100, 95));
    assert_told(requests(reading.workload.log().unwrap()), "2 nodes 1000 4000M; 1 nodes 1000 4000M; …", "requests");
    assert_told(names(&reading), "u1, chem, chem, normal\nu2, default, default, normal…", "names");
}

const BJOBS: &str = "\
JOBID|JOBINDEX|STAT|USER|QUEUE|NREQ_SLOT|SLOTS|EXEC_HOST|SUBMIT_TIME|START_TIME|FINISH_TIME|RUN_TIME|RUNTIMELIMIT|GPU_NUM|EXIT_REASON\n\
101|3|DONE|u1|normal|4|4|4*n1:2*n2|Mar  1 00:00:05 2024|Mar  1 00:00:10 2024|Mar  1 00:20:10 2024 L|00:20:00|60.0/n1|2|-\n\
102|0|EXIT|u2|normal|8|8|n1|Mar  1 00:00:15 2024|Mar  1 00:20:10 2024|Mar  1 00:30:10 2024|600 second(s)|10.0|-|TERM_RUNLIMIT: job killed\n\
103|0|PEND|u2|normal|1|-|-|Mar  1 00:00:25 2024|-|-|0 second(s)|-|-|-\n\
104|0|RUN|u2|normal|1|1|n1|Mar  1 00:00:35 2024|Mar  1 00:00:40 2024|Mar  1 00:30:40 2024 L|20 second(s)|30.0|-|-\n\
105|0|DONE|u2|normal|1|1|n1|Mar  1 00:00|Mar  1 00:01|Mar  1 00:02|20 second(s)|30.0|-|-\n";

#[test]
fn bjobs_has_the_same_in_columns_and_json() {
    let jobs = "105 0 5 1200 4 4 3600 1 0
        102 10 1195 600 8 8 600 0 1
        103 20 -1 -1 -1 1 -1 -1 -1
        104 30 5 20 1 1 1800 -1 -1";
    let no_year = "SUBMIT_TIME should be a time but is \"Mar  1 00:00\"; LSB_DISPLAY_YEAR=Y in lsf.conf makes LSF print \
        the year of its dates";
    let runs = "the job still runs; its run time counts up to now";
    let reading = assert_jobs(BJOBS, jobs, &format!("line 5: {runs}\nline 6: {no_year}"));
    assert_told(requests(reading.workload.log().unwrap()), "2 nodes 1000 0M; …", "requests");
    let names: Vec<&str> = BJOBS.lines().next().unwrap().split('|').collect();
    let job = |line: &str| {
        let members = names.iter().zip(line.split('|')).map(|(name, value)| format!("\"{name}\":\"{value}\""));
        format!("{{{}}}", listed(members, ","))
    };
    let list = listed(BJOBS.lines().skip(1).map(job), ",\n");
    let json = format!("{{\"COMMAND\":\"bjobs\",\"JOBS\":5,\"RECORDS\":[\n{list}]}}");
    assert_jobs(&json, jobs, &format!("line 5: {runs}\nline 6: {no_year}"));
}

const FLUX: &str = r#"{"jobs":[
{"id":101,"userid":1001,"username":"u1","t_submit":1709251205.123,"t_depend":1709251205.13,"t_run":1709251210.4,"t_cleanup":1709252410.4,
 "t_inactive":1709252411.6,"state":"INACTIVE","name":"a","queue":"batch","ntasks":2,"ncores":4,"nnodes":2,"nodelist":"n[1-2]",
 "result":"COMPLETED","duration":3600.0,"annotations":{"sched":{"queue":"x"}},"bank":"chem","dependencies":[]},
{"id":102,"userid":1002,"t_submit":1709251215.1,"t_run":1709251216.0,"t_cleanup":1709251216.3,"state":"INACTIVE","ncores":1,
 "result":"TIMEOUT","duration":0.25},
{"id":103,"userid":1002,"t_submit":1709251225,"t_run":0.0,"state":"SCHED","status":"PENDING","ntasks":8,"duration":0.0},
{"id":104,"userid":1002,"t_submit":1709251235,"t_run":1709251236,"state":"RUN","status":"RUNNING","ncores":8,"duration":60}]}"#;

#[test]
fn flux_rounds_instants_and_waits_without_limits() {
    let jobs = "101 0 5 1200 4 -1 3600 1 0
        102 10 1 1 1 -1 1 0 1
        103 20 -1 -1 -1 8 -1 -1 -1
        104 30 1 -1 8 -1 60 -1 -1";
    let reading = assert_jobs(FLUX, jobs, "line 8: the job still runs; its run time is unknown");
    assert!(reading.workload.records()[2].is_unlimited);
    assert_told(names(&reading), "u1, chem, chem, batch\n1002, -, -, -…", "names");
    let one_behind_the_other =
        "{\"id\":1,\"t_submit\":1709251205.1,\"ncores\":1}\n{\"id\":2,\"t_submit\":1709251206.1}\n";
    assert_jobs(one_behind_the_other, "1 0 -1 -1 -1 1 -1 -1 -1\n2 1 -1 -1 -1 -1 -1 -1 -1", "");
}

const SCONTROL: &str = "\
JobId=201 JobName=my job x=1\n   UserId=u1(1001) GroupId=g1(1001) MCS_label=N/A\n   Priority=1 Nice=0 Account=chem QOS=normal\n   \
JobState=COMPLETED Reason=None Dependency=(null)\n   RunTime=00:20:00 TimeLimit=01:00:00 TimeMin=N/A\n   \
SubmitTime=2024-03-01T00:00:05 EligibleTime=2024-03-01T00:00:07\n   StartTime=2024-03-01T00:00:10 EndTime=2024-03-01T00:20:10 \
Deadline=N/A\n   Partition=gpu AllocNode:Sid=login:1\n   NodeList=n[1-2]\n   NumNodes=2 NumCPUs=8 NumTasks=2 CPUs/Task=4\n   \
ReqTRES=cpu=8,mem=8G,node=2,gres/gpu=2\n   AllocTRES=cpu=8,mem=8G,node=2,gres/gpu=2\n   Features=ib DelayBoot=00:00:00\n   \
Command=/home/u1/a b.sh NodeList=no\n\n\
JobId=203 ArrayJobId=202 ArrayTaskId=3 JobName=b\n   UserId=u2(1002) GroupId=g1(1001) Account=(null) QOS=normal\n   \
JobState=PENDING\n   RunTime=00:00:00 TimeLimit=UNLIMITED\n   SubmitTime=2024-03-01T00:00:15 EligibleTime=2024-03-01T00:00:15\n   \
StartTime=2024-03-02T00:00:00 EndTime=Unknown\n   Partition=cpu NodeList=(null)\n   NumNodes=1-1 NumCPUs=4 TRES=cpu=4,mem=4G\n";

#[test]
fn scontrol_shows_a_job_in_lines_or_one() {
    let jobs = "201 0 5 1200 8 8 3600 1 0\n203 10 -1 -1 -1 4 -1 -1 -1";
    let reading = assert_jobs(SCONTROL, jobs, "");
    assert_told(names(&reading), "u1, g1, chem, normal\nu2, g1, -, normal", "names");
    let log = reading.workload.log().unwrap();
    assert_eq!(requests(log), "2 nodes 1000 4096M ib; 1 nodes 0 4096M");
    assert_eq!((log.records[0].eligible, log.records[1].is_unlimited), (2, true));
    assert_jobs(&SCONTROL.replace("\n   ", " ").replace("\n\n", "\n"), jobs, "");
    let completed = "JobId=5 UserId=u1(1) GroupId=g1(1) Name=a JobState=TIMEOUT Partition=p TimeLimit=60 \
        StartTime=2024-03-01T00:00:10 EndTime=2024-03-01T01:00:15 NodeList=n1 NodeCnt=1 ProcCnt=4 \
        SubmitTime=2024-03-01T00:00:05 EligibleTime=2024-03-01T00:00:05\n";
    assert_jobs(completed, "5 0 5 3605 4 -1 3600 0 1", "");
}

#[test]
fn padded_columns_of_squeue_are_read_by_their_names() {
    let right = "             JOBID PARTITION     NAME ST         SUBMIT_TIME          START_TIME       TIME CPUS NODELIST(REASON)\n\
        \u{20}              201       cpu      a b  R 2024-03-01T00:00:05 2024-03-01T00:00:10      40:00    8 n1\n\
        \u{20}              202       cpu        b PD 2024-03-01T00:00:15 2024-03-02T00:00:10       0:00    4 (Resources, x)\n";
    let left = "JOBID     NAME      STATE     SUBMIT_TIME         TIME      CPUS      \n\
        201       a b       RUNNING   2024-03-01T00:00:05 40:00     8         \n\
        202       b         PENDING   2024-03-01T00:00:15 0:00      4         \n";
    let runs = "line 2: the job still runs; its run time counts up to now";
    assert_jobs(right, "201 0 5 2400 -1 8 -1 -1 -1\n202 10 -1 -1 -1 4 -1 -1 -1", runs);
    assert_jobs(left, "201 0 -1 2400 -1 8 -1 -1 -1\n202 10 -1 -1 -1 4 -1 -1 -1", runs);
    let both = "JOBID        NAME TIME_LIMI ST     CPUS TIME         SUBMIT_TIME\n\
        201   long name 1   1:00:00 R        10 40:00        2024-03-01T00:00:05\n\
        2     b               30:00 PD 10000000 0:00         2024-03-01T00:00:15\n";
    assert_jobs(both, "201 0 -1 2400 -1 10 3600 -1 -1\n2 10 -1 -1 -1 10000000 1800 -1 -1", runs);
}

/// Now is 3600 s after the first start.
#[test]
fn squeue_without_submissions_has_jobs_that_run_and_wait_now() {
    let text = "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n\
        \u{20}              201       cpu      a b       u1  R      40:00      1 n1\n\
        \u{20}              202       cpu        b       u2 PD       0:00      4 (Resources)\n\
        \u{20}              203       cpu        c       u2 CG    1:00:00      2 n[2-3]\n";
    let guessed = "no column says when jobs were submitted: those that run count as submitted at their start, those that wait \
        as submitted now; squeue --json says more";
    let runs = "the job still runs; its run time counts up to now";
    let jobs = "201 1200 0 2400 1 -1 -1 -1 -1\n202 3600 -1 -1 4 -1 -1 -1 -1\n203 0 0 3600 2 -1 -1 -1 -1";
    let told = format!("line 1: {guessed}\nline 2: {runs}\nline 4: {runs}");
    let reading = assert_jobs(text, jobs, &told);
    let header = reading.workload.header();
    let notes = header.entries.iter().map(|it| &*it.1);
    assert_told(listed(notes, "; "), "sizes are numbers of nodes: no column names processors; …", "notes");
    let bars = "JOBID|PARTITION|ST|TIME|CPUS|NODES\n201|cpu|R|40:00|8|1\n202|cpu|PD|0:00|4|1\n";
    assert_jobs(
        bars,
        "201 0 0 2400 -1 8 -1 -1 -1\n202 2400 -1 -1 -1 4 -1 -1 -1",
        &format!("line 1: {guessed}\nline 2: {runs}"),
    );
    let blanks = "JOBID PARTITION NAME ST TIME NODES NODELIST(REASON)\n201 cpu a R 40:00 1 n1\n202 cpu b PD 0:00 4 (Resources)\n";
    let two = &format!("line 1: {guessed}\nline 2: {runs}");
    assert_jobs(blanks, "201 0 0 2400 1 -1 -1 -1 -1\n202 2400 -1 -1 4 -1 -1 -1 -1", two);
    let marks = "ACCOUNT\u{1f}JOBID\u{1f}CPUS\u{1f}S:C:T\u{1f}ST\u{1f}SUBMIT_TIME\u{1f}TIME\u{1f}\n\
        a\u{1f}201\u{1f}8\u{1f}*:*:*\u{1f}R\u{1f}2024-03-01T00:00:05\u{1f}40:00\u{1f}\n";
    assert_jobs(marks, "201 0 -1 2400 -1 8 -1 -1 -1", &format!("line 2: {runs}"));
    // The times of another list count from another moment.
    assert_eq!(reading_jobs(&format!("{text}{text}")), 3);
}

const RESERVATIONS: &str = "\
ReservationName=maint StartTime=2024-03-02T08:00:00 EndTime=2024-03-02T16:00:00 Duration=08:00:00\n   Nodes=n[1-4] NodeCnt=4 \
CoreCnt=128 Features=(null) PartitionName=(null) Flags=MAINT\n   TRES=cpu=256\n   Users=root Groups=(null) Accounts=(null) \
State=INACTIVE\n\n\
ReservationName=lic StartTime=2024-03-02T09:00:00 EndTime=2024-03-02T10:00:00 Duration=01:00:00\n   Nodes=(null) NodeCnt=0 \
CoreCnt=0 Licenses=a:1\n\n\
ReservationName=class StartTime=2024-03-02T10:00:00 EndTime=2024-03-02T11:00:00 Duration=01:00:00\n   Nodes=n7 NodeCnt=1 \
CoreCnt=8 PartitionName=cpu\n   Users=(null) Accounts=chem State=INACTIVE\n";

#[test]
fn reservations_hold_their_nodes_from_start_to_end() {
    let jobs = "1 0 0 28800 256 -1 28800 1 0\n3 7200 0 3600 8 -1 3600 1 0";
    let reading = assert_jobs(RESERVATIONS, jobs, "line 6: a reservation without nodes");
    assert_told(names(&reading), "root, -, -, -\n-, -, chem, -", "names");
    assert_told(requests(reading.workload.log().unwrap()), "4 nodes 0 0M; …", "requests");
    let with_jobs = format!("{SCONTROL}\n{RESERVATIONS}");
    assert_eq!(reading_jobs(&with_jobs), 4);
}

/// How many jobs a text has.
fn reading_jobs(text: &str) -> usize {
    reading(text).workload.records().len()
}

/// The fields that an account tells as not read.
#[test]
fn fields_that_are_not_read_are_told() {
    let told = |text| reading(text).workload.log().map(|it| it.unused.columns.join(" ")).unwrap_or_default();
    assert_eq!(
        [PBS, QSTAT, FLUX, SCONTROL, CONDOR, OAR, KUBERNETES].map(told),
        [
            "qtime owner Resource_List.nodect session unique_node_count run_count",
            "Variable_List",
            "t_depend",
            "x Priority AllocNode:Sid NumTasks CPUs/Task Command",
            "Args Requirements",
            "array_id",
            "",
        ]
    );
}

#[test]
fn texts_of_json_follow_one_another() {
    let flux = |id: u64| format!("{{\"jobs\":[{{\"id\":{id},\"t_submit\":1709251205.1,\"ncores\":1}}]}}\n");
    assert_eq!(reading_jobs(&(flux(1) + &flux(2) + &flux(3))), 3);
    let condor = |id: u64| format!("[\n{{\"ClusterId\": {id}, \"QDate\": 1709251205}}\n]\n");
    assert_eq!(reading_jobs(&(condor(1) + &condor(2))), 2);
    let broken = format!("{}{}{{\"jobs\":[{{\"id\":3", flux(1), flux(2));
    assert_jobs(
        &broken,
        "1 0 -1 -1 -1 1 -1 -1 -1\n2 0 -1 -1 -1 1 -1 -1 -1",
        "line 3: the JSON is cut short: it ends here",
    );
}

const CONDOR: &str = "\
Args = \"1 = 2\"\nClusterId = 101\nProcId = 0\nTotalSubmitProcs = 2\nQDate = 1709251205\nJobStartDate = 1709251207\n\
JobCurrentStartDate = 1709251210\nCompletionDate = 1709252410\nJobStatus = 4\nExitBySignal = false\nExitCode = 0\n\
RequestCpus = 4\nCpusProvisioned = 4\nRequestMemory = 2048\nGPUsProvisioned = 1\nAllowedJobDuration = 3600\nOwner = \"u1\"\n\
AcctGroup = \"chem\"\nLastRemoteHost = \"slot1_1@n1.site\"\nRequirements = (Arch == \"X86_64\") && (Memory >= 2)\n\n\
ClusterId = 101\nProcId = 1\nTotalSubmitProcs = 2\nQDate = 1709251205\nJobStatus = 3\nLastJobStatus = 1\n\
JobStartDate = 1709251210\nEnteredCurrentStatus = 1709251300\nRequestCpus = ifThenElse(x, 2, 1)\nOwner = \"u1\"\n\
*** Offset = 0 ClusterId = 101 ProcId = 1 Owner = \"u1\" CompletionDate = 0\n\
ClusterId = 102\nProcId = 0\nQDate = 1709251215\nJobStatus = 3\nLastJobStatus = 2\nJobCurrentStartDate = 1709251220\n\
EnteredCurrentStatus = 1709251280\nUser = \"u2@site\"\n\
*** Offset = 900 ClusterId = 102 ProcId = 0\n\
Owner = \"u2\"\nQDate = 1709251220\n";

#[test]
fn condor_counts_the_last_run_of_a_job() {
    let reading = assert_jobs(
        CONDOR,
        "103 0 5 1200 4 4 3600 1 0\n104 0 -1 -1 -1 -1 -1 5 0\n102 10 5 60 1 1 -1 5 0",
        "line 41: the job has no name",
    );
    assert_told(names(&reading), "u1, chem, chem, -\nu1, -, -, -\nu2, -, -, -", "names");
    assert_told(requests(reading.workload.log().unwrap()), "1 nodes 1000 2048M; …", "requests");
    let json = r#"[
{"ClusterId": 102, "ProcId": 0, "QDate": 1709251215, "JobStatus": 2, "JobCurrentStartDate": 1709251220, "ServerTime": 1709251280,
 "JobUniverse": 11, "MinHosts": 3, "RequestCpus": 2},
{"ClusterId": 103, "ProcId": 0, "QDate": 1709251225, "JobStatus": 5, "JobStartDate": 1709251230, "RequestCpus": 2},
{"ClusterId": 104, "ProcId": 0, "QDate": 1709251235, "JobStatus": 4, "JobCurrentStartDate": 1709251240,
 "CompletionDate": 1709251250, "ExitBySignal": true}]"#;
    let jobs = "102 0 5 60 6 6 -1 -1 -1\n103 10 -1 -1 -1 2 -1 -1 -1\n104 20 5 10 1 1 -1 0 0";
    let runs = "the job still runs; its run time counts up to now";
    assert_jobs(json, jobs, &format!("line 2: {runs}"));
    let without_status = "ClusterId = 7\nQDate = 1486408089\nJobCurrentStartDate = 1486408188\nCompletionDate = 1486408342\nExitStatus = 0\n";
    assert_jobs(without_status, "7 0 99 154 1 1 -1 1 0", "");
    // Done, and removed from the queue later; held after a run, and removed; of three machines one is named.
    let removed = r#"{"ClusterId": 8, "QDate": 1000000000, "JobStatus": 3, "LastJobStatus": 4, "JobCurrentStartDate": 1000000010,
 "CompletionDate": 1000000070, "EnteredCurrentStatus": 1000900000, "ExitCode": 0}
{"ClusterId": 9, "QDate": 1000000000, "JobStatus": 3, "LastJobStatus": 5, "JobCurrentStartDate": 1000000010,
 "LastRemoteWallClockTime": 50.0, "EnteredCurrentStatus": 1000900000, "JobUniverse": 11, "MinHosts": 3, "LastRemoteHost": "a@n1"}
{"ClusterId": 10, "QDa"#;
    let reading = assert_jobs(
        removed,
        "8 0 10 60 1 1 -1 1 0\n9 0 10 50 3 3 -1 5 0",
        "line 5: the JSON is cut short: it ends here",
    );
    assert_told(requests(reading.workload.log().unwrap()), "…3 nodes 0 0M", "requests");
    let dagman = "ClusterId = 7\nQDate = 1486408089\nJobUniverse = 7\nCmd = \"condor_dagman\"\n\nClusterId = 8\nQDate = 1486408089\n";
    let why = "line 1: it runs at the access point, as DAGMan does, and holds no slot";
    assert_jobs(dagman, "8 0 -1 -1 -1 1 -1 -1 -1", why);
    let lines = json[1..json.len() - 1].replace("},\n", "}\n");
    assert_jobs(&lines, jobs, &format!("line 2: {runs}"));
}

const OAR: &str = r#"{
"101": {"Job_Id": 101, "array_id": 101, "owner": "u1", "state": "Terminated", "exit_code": 0, "assigned_resources": [1, 2, 3, 4],
 "assigned_network_address": ["n1", "n2"], "queue": "default", "project": "chem", "walltime": 3600, "name": null,
 "submissionTime": 1709251205, "startTime": 1709251210, "stopTime": 1709252410, "wanted_resources": "-l \"/host=2/core=2,walltime=1:0:0\" "},
"102": {"Job_Id": 102, "owner": "u2", "state": "Error", "assigned_resources": [7], "walltime": 600, "submissionTime": 1709251215,
 "startTime": 1709251220, "stopTime": 1709251820},
"103": {"Job_Id": 103, "owner": "u2", "state": "Waiting", "assigned_resources": [], "walltime": 3600, "startTime": 0,
 "submissionTime": 1709251225, "wanted_resources": "-l \"{type = 'default'}/host=2/core=4+{x='/y'}/core=1,walltime=1:0:0\" "},
"104": {"Job_Id": 104, "owner": "u2", "state": "Error", "submissionTime": 1709251235, "startTime": 0, "stopTime": 1709251300,
 "wanted_resources": "-l \"/host=2,walltime=1:0:0\" "}}"#;

#[test]
fn oar_counts_resources_that_are_assigned_or_wanted() {
    let jobs = "101 0 5 1200 4 -1 3600 1 0\n102 10 5 600 1 -1 600 0 1\n103 20 -1 -1 -1 9 3600 -1 -1\n104 30 -1 -1 -1 -1 -1 5 0";
    let reading = assert_jobs(OAR, jobs, "");
    assert_told(names(&reading), "u1, chem, chem, default\nu2, -, -, -…", "names");
    let reservation = r#"{"7": {"Job_Id": 7, "state": "Error", "assigned_resources": [], "submissionTime": 1709251205, "startTime": 1709900000,
 "stopTime": 1709900000, "walltime": 60}}"#;
    assert_jobs(reservation, "7 0 -1 -1 -1 -1 60 5 0", "");
    let running = r#"{"9": {"Job_Id": 9, "state": "Running", "assigned_resources": [1, 2], "submissionTime": 1709251205,
 "startTime": 1709251210}}"#;
    assert_jobs(running, "9 0 5 -1 2 -1 -1 -1 -1", "line 1: the job still runs; its run time is unknown");
    let cut = &OAR[..OAR.len() - 90];
    assert_jobs(cut, &jobs[..jobs.len() - 26], "line 9: the JSON is cut short: it ends here");
}

const KUBERNETES: &str = r#"{"apiVersion": "v1", "items": [
{"kind": "Pod", "metadata": {"name": "a", "namespace": "chem", "creationTimestamp": "2024-03-01T00:00:05Z"},
 "spec": {"nodeName": "n1", "activeDeadlineSeconds": 3600, "containers": [
  {"name": "x", "resources": {"requests": {"cpu": "500m", "memory": "512Mi"}, "limits": {"nvidia.com/gpu": "2"}}},
  {"name": "y", "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}],
  "initContainers": [{"resources": {"requests": {"cpu": "3"}}}]},
 "status": {"phase": "Succeeded", "startTime": "2024-03-01T00:00:11Z",
  "conditions": [{"type": "Ready", "status": "False"},
   {"type": "PodScheduled", "status": "True", "lastTransitionTime": "2024-03-01T00:00:10Z"}],
  "containerStatuses": [{"state": {"terminated": {"finishedAt": "2024-03-01T00:10:10Z"}}},
   {"state": {"terminated": {"finishedAt": "2024-03-01T00:20:10Z"}}}]}},
{"kind": "Pod", "metadata": {"name": "b", "creationTimestamp": "2024-03-01T00:00:15Z"},
 "spec": {"containers": [{"resources": {"limits": {"cpu": 2}}}]}, "status": {"phase": "Pending",
  "conditions": [{"type": "PodScheduled", "status": "False", "lastTransitionTime": "2024-03-01T00:00:16Z"}]}},
{"kind": "Job", "metadata": {"name": "c", "creationTimestamp": "2024-03-01T00:00:25Z"}, "spec": {}, "status": {}}
], "kind": "List"}"#;

#[test]
fn kubernetes_rounds_cpus_up() {
    let reading = assert_jobs(KUBERNETES, "1 0 5 1200 3 -1 3600 1 0\n2 10 -1 -1 -1 2 -1 -1 -1", "");
    assert_told(names(&reading), "-, chem, chem, -\n-, -, -, -", "names");
    assert_told(requests(reading.workload.log().unwrap()), "1 nodes 2000 1536M; …", "requests");
    let jobs = r#"{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "c", "creationTimestamp": "2024-03-01T00:00:25Z"},
 "spec": {"parallelism": 3, "template": {"spec": {"containers": [{"resources": {"requests": {"cpu": "1500m"}}}]}}},
 "status": {"startTime": "2024-03-01T00:00:26Z", "completionTime": "2024-03-01T00:01:26Z"}}"#;
    assert_jobs(jobs, "1 0 1 60 6 -1 -1 1 0", "");
    assert_jobs(
        &jobs.replace("\"parallelism\": 3", "\"parallelism\": 9, \"completions\": 3"),
        "1 0 1 60 6 -1 -1 1 0",
        "",
    );
    // Evicted without a state of its containers; a sidecar; parts that add up to 1.
    let evicted = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"creationTimestamp": "2024-03-01T00:00:05Z"},
 "spec": {"containers": [{"resources": {"requests": {"cpu": "200m"}}}, {"resources": {"requests": {"cpu": "700m"}}},
  {"resources": {"requests": {"cpu": "100m"}}}], "initContainers": [
  {"restartPolicy": "Always", "resources": {"requests": {"cpu": "1"}}}, {"resources": {"requests": {"cpu": "500m"}}}]},
 "status": {"phase": "Failed", "reason": "Evicted", "startTime": "2024-03-01T00:00:10Z",
  "conditions": [{"type": "DisruptionTarget", "status": "True", "lastTransitionTime": "2024-03-01T00:01:10Z"}]}}"#;
    assert_jobs(evicted, "1 0 5 60 2 -1 -1 0 0", "");
}

#[test]
fn each_is_recognized_by_its_first_lines() {
    for (text, format) in [
        (PBS, Format::Pbs),
        (QSTAT, Format::Pbs),
        ("08/01/2017 00:00:05;E;811;ctime=1501545600.5 start=1501545601.5\n", Format::Pbs),
        (&*grid_engine(), Format::GridEngine),
        (&*lsf(), Format::Lsf),
        (BJOBS, Format::Lsf),
        (FLUX, Format::Flux),
        (SCONTROL, Format::Scontrol),
        (RESERVATIONS, Format::Scontrol),
        (CONDOR, Format::Condor),
        (OAR, Format::Oar),
        (KUBERNETES, Format::Kubernetes),
    ] {
        assert_eq!(Format::of(text.as_bytes()), format, "{text}");
    }
    let why = read("a", b"JOBID,STAT,USER\n1,DONE,u\n").unwrap_err().to_string();
    assert_told(
        why,
        "a: these are columns of bjobs without SUBMIT_TIME: Slotscope reads `bjobs -a -json -o \"jobid…",
        "bjobs",
    );
}

proptest! {
    #[test]
    fn damaged_logs_are_read_or_refused(
        texts in [PBS, QSTAT, &grid_engine(), &lsf(), BJOBS, FLUX, SCONTROL, RESERVATIONS, CONDOR, OAR, KUBERNETES].map(|text| damaged(text.to_owned())),
    ) {
        for text in texts {
            let _ = read("a", &text).map_err(|error| error.to_string());
        }
    }
}
