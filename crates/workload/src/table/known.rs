//! Tables of jobs that are published in a form of their own, with the mapping that their documents give.

use serde::Deserialize;

use super::values::{moment, state};
use super::{Mapping, Table};
use crate::draft::{Draft, NO_WORDS, Parsed};
use crate::foreign::has_all;
use crate::names::JobName;
use crate::resources::{Chunks, WHOLE};
use crate::unused::Feature;
use crate::{Header, NameKind, Record, Time, UNKNOWN, json};

/// A table that is recognized by its columns.
pub struct Known {
    /// Its name in a sentence: `read as …`.
    pub name: &'static str,
    /// The columns by which it is recognized: all of them are there. A comma parts two of them.
    columns: &'static str,
    /// The meaning of its columns; those that a file lacks are left out.
    mapping: &'static str,
    /// Columns that repeat others. A comma parts two of them.
    pub restated: &'static str,
}

/// The job table of PM100, by the names of three of its columns: processors asked for and allocated, and the column that
/// repeats the latter.
macro_rules! pm100 {
    ($requested:literal, $allocated:literal, $repeated:literal) => {
        Known {
            name: "the job table of PM100",
            columns: concat!("job_id,submit_time,start_time,run_time,time_limit,", $requested, ",", $allocated),
            mapping: concat!(
                "job=job_id,submit=submit_time,eligible=eligible_time,start=start_time,end=end_time,run_time=run_time,",
                "requested_time=time_limit:min,requested_processors=",
                $requested,
                ",allocated_processors=",
                $allocated,
                ",nodes=num_nodes_req,requested_gpus=num_gpus_req,status=job_state,user=user_id,group=group_id,partition=partition,qos=qos"
            ),
            restated: concat!("num_gpus_alloc,num_nodes_alloc,", $repeated),
        }
    };
}

/// The job table of slurmdbd, by the columns of allocated processors: their mapping, the names that it needs, and the columns
/// that repeat them.
macro_rules! slurmdbd {
    ($allocated:literal, $needed:literal, $repeated:literal) => {
        Known {
            name: "the job table of slurmdbd",
            columns: concat!("id_job,cpus_req,time_submit,time_start,time_end,timelimit", $needed),
            mapping: concat!(
                "job=id_job,submit=time_submit,eligible=time_eligible,start=time_start,end=time_end,",
                "requested_time=timelimit:min,suspended=time_suspended,requested_processors=cpus_req,",
                "allocated_processors=",
                $allocated,
                ",nodes=nodes_alloc,requested_gpus=gres_req,requested_memory=tres_req:tres,status=state:slurm,user=id_user,group=id_group,",
                "account=account,partition=partition,qos=id_qos,executable=job_name"
            ),
            restated: $repeated,
        }
    };
}

/// All of them.
const ALL: [Known; 8] = [
    // Slurm's source: src/plugins/accounting_storage/mysql/as_mysql_cluster.c, the table CLUSTER_job_table; timelimit in
    // minutes, times in Unix seconds and 0 for never, states by number. So published by MIT Supercloud (Samsi et al.,
    // The MIT Supercloud Dataset, 2021) as slurm-log.csv.
    slurmdbd!("tres_alloc:tres", ",tres_alloc", "cpus_alloc"),
    // Before the column tres_alloc.
    slurmdbd!("cpus_alloc", "", ""),
    // Hu, Sun, Yan, Wen, Zhang: Characterization and Prediction of Deep Learning Workloads in Large-Scale GPU
    // Datacenters, SC 2021; README of S-Lab-System-Group/HeliosData: `queue` is the wait in seconds.
    Known {
        name: "a cluster_log.csv of Helios",
        columns: "job_id,vc,gpu_num,cpu_num,submit_time,start_time,end_time,duration,queue",
        mapping: "job=job_id,submit=submit_time,start=start_time,end=end_time,run_time=duration,wait=queue,\
            requested_processors=cpu_num,nodes=node_num,requested_gpus=gpu_num,status=state,user=user,partition=vc,\
            executable=jobname",
        restated: "",
    },
    // Antici, Ardebili, Bartolini, Kiziltan: PM100: A Job Power Consumption Dataset of a Large-scale Production HPC
    // System, SC-W 2023; documentation/job_features.md of francescoantici/PM100-data: time_limit in minutes, run_time in
    // seconds.
    pm100!("num_cores_req", "num_cores_alloc", "cores_allocated"),
    // The names of the columns in that document.
    pm100!("num_cpus_req", "num_cpus_alloc", "cpus_allocated"),
    // README of cluster-trace-gpu-v2023 in alibaba/clusterdata: cpu_milli are thousandths of a core, times seconds;
    // gpu_milli are thousandths of each GPU, and gpu_spec the models allowed. A pod runs on one node.
    Known {
        name: "a pod list of Alibaba's openb trace",
        columns: "name,cpu_milli,num_gpu,gpu_milli,pod_phase,creation_time,deletion_time,scheduled_time",
        mapping: "job=name,submit=creation_time,start=scheduled_time,end=deletion_time,\
            requested_processors=cpu_milli:milli,nodes=name:one,requested_gpus=num_gpu*gpu_milli:milli,\
            gpu_type=gpu_spec,requested_memory=memory_mib,status=pod_phase,qos=qos",
        restated: "",
    },
    // ubccr-slurm-simulator/slurm_sim_tools, RSlurmSimTools/R/trace_job_util.R: sim_wclimit in minutes, sim_duration in
    // seconds.
    Known {
        name: "a job trace of the Slurm simulator of UBCCR",
        columns: "sim_job_id,sim_submit,sim_wclimit,sim_duration,sim_tasks",
        mapping: "job=sim_job_id,submit=sim_submit,run_time=sim_duration,requested_time=sim_wclimit:min,\
            requested_processors=sim_tasks*sim_cpus_per_task,requested_gpus=sim_gres,user=sim_username,\
            account=sim_account,partition=sim_partition,qos=sim_qosname",
        restated: "column 1,sim_submit_ts,sim_tasks_per_node",
    },
    // tutorials/micro_cluster/workload in the same repository: seconds throughout.
    Known {
        name: "a job trace of the Slurm simulator of UBCCR",
        columns: "dt,job_id,wall_time,wall_limit,n_tasks",
        mapping: "job=job_id,submit=dt,run_time=wall_time,requested_time=wall_limit,requested_processors=n_tasks,\
            requested_gpus=gres,user=user,account=account,partition=partition,qos=qos",
        restated: "ntasks_per_node",
    },
];

impl Known {
    /// The one whose columns a table has.
    pub fn of(table: &Table) -> Option<&'static Self> {
        let has = |name: &str| table.columns.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        ALL.iter().find(|known| table.has_header && known.columns.split(',').all(has))
    }

    /// Its mapping, without the columns that a table lacks.
    pub fn mapping(&self, table: &Table) -> Mapping {
        let mut mapping = Mapping::parse(self.mapping).unwrap_or_default();
        let sources: Vec<_> = mapping.iter().map(|(key, source)| (key, source.clone())).collect();
        for (key, mut source) in sources {
            if let Some(super::Factor::Column(factor)) = &source.times
                && table.place(factor).is_none()
            {
                source.times = None;
                mapping.set(key, Some(source.clone()));
            }
            if table.place(&source.column).is_none() {
                mapping.set(key, None);
            }
        }
        mapping
    }
}

// Philly's `cluster_job_log`: JSON with a list of jobs, each with its attempts.
//
// Source: the README of msr-fiddle/philly-traces (Jeon et al., *Analysis of Large-Scale Multi-Tenant GPU Clusters for DNN
// Training Workloads*, USENIX ATC 2019). The trace has GPUs and no processors: a GPU counts as a processor. A job that
// was tried several times is one job, which counts as suspended between its attempts.

/// The words by which it is recognized stand in this many bytes at its beginning.
const BEGINNING: usize = 64 << 10;

/// Whether a text is such a list.
pub fn is_one(text: &[u8]) -> bool {
    let beginning = &text[..text.len().min(BEGINNING)];
    text.trim_ascii_start().first() == Some(&b'[') && has_all(beginning, "\"jobid\" \"attempts\" \"submitted_time\"")
}

#[derive(Deserialize)]
struct Job {
    jobid: String,
    status: Option<String>,
    vc: Option<String>,
    user: Option<String>,
    submitted_time: Option<String>,
    #[serde(default)]
    attempts: Vec<Attempt>,
}

#[derive(Deserialize)]
struct Attempt {
    start_time: Option<String>,
    end_time: Option<String>,
    #[serde(default)]
    detail: Vec<Detail>,
}

#[derive(Deserialize)]
struct Detail {
    #[serde(default)]
    gpus: Vec<serde_json::Value>,
}

/// Reads a whole text. A job that cannot be read is a complaint. O(n log n) for n jobs.
pub fn parse(text: &[u8], max_complaints: usize) -> Parsed {
    let mut draft = Draft::new(max_complaints);
    let at = text.iter().position(|&byte| byte == b'[').unwrap_or(text.len());
    let mut lines = json::LineCount::new(text);
    for element in json::elements(text, at) {
        match element {
            Ok(place) => {
                let line = lines.line(place.start);
                let job = serde_json::from_slice(&text[place]).map_err(|why| format!("the job cannot be read: {why}"));
                if let Err(why) = job.and_then(|job| add(&mut draft, line, &job)) {
                    draft.complaints.leave_out(line, why);
                }
            }
            Err(broken) => {
                let line = lines.line(broken.0.min(text.len()));
                draft.complaints.leave_out(line, "the JSON ends or breaks here; the jobs before it are read");
            }
        }
    }
    draft.unused.add(Feature::Gpus);
    draft.finish(Header::default(), 0)
}

fn add(draft: &mut Draft, line: u64, job: &Job) -> Result<(), String> {
    let instant = |word: &Option<String>| {
        let word = word.as_deref().unwrap_or_default();
        moment(word.as_bytes(), None)
    };
    let submit = instant(&job.submitted_time).map_err(|why| format!("submitted_time {why}"))?;
    let submit = submit.ok_or("the job has no time of submission")?;
    let mut amended = Vec::new();
    let mut spans: Vec<(Time, Time)> = Vec::new();
    for attempt in &job.attempts {
        let start = instant(&attempt.start_time).map_err(|why| format!("start_time {why}"))?;
        let end = instant(&attempt.end_time).map_err(|why| format!("end_time {why}"))?;
        match (start, end) {
            (Some(start), Some(end)) if start <= end => spans.push((start, end)),
            (Some(start), Some(end)) => {
                amended.push(format!("an attempt ends {} s before it starts; it is left out", start - end))
            }
            (Some(_), None) => amended.push("an attempt has no end; it is left out".to_owned()),
            (None, _) => {}
        }
    }
    let gpus = |attempt: &Attempt| attempt.detail.iter().map(|it| it.gpus.len() as i64).sum::<i64>();
    let size = job.attempts.iter().rev().map(gpus).find(|&gpus| gpus > 0);
    let size = size.unwrap_or(UNKNOWN).min(crate::MAX_PROCESSORS.into());
    let times = run(submit, &spans, &mut amended);
    let word = |word: &Option<String>| word.clone().unwrap_or_default();
    let status = state(word(&job.status).as_bytes(), None).map_err(|why| format!("status {why}"))?;
    let killed_at_limit = status.killed_at_limit();
    let record = Record {
        submit,
        requested_processors: size,
        allocated_processors: if spans.is_empty() { UNKNOWN } else { size },
        status: status.status(times.run_time >= 0, &mut amended),
        killed_at_limit,
        ..times
    };
    draft.complaints.amend(line, amended);
    let (user, vc) = (word(&job.user), word(&job.vc));
    let mut words = NO_WORDS;
    words[NameKind::User as usize] = user.as_bytes();
    words[NameKind::Partition as usize] = vc.as_bytes();
    let submitted = word(&job.submitted_time);
    draft.zones.look(line, submitted.as_bytes());
    let taken = draft.add(line, JobName::of(job.jobid.as_bytes()), record, &words);
    if let Some(taken) = taken.filter(|_| size > 0) {
        let a_gpu_each = Chunks { gpus: WHOLE, ..Chunks::default() };
        draft.resources.set(taken.place, Some(a_gpu_each));
    }
    Ok(())
}

/// Wait, run time and suspensions of a job with these attempts; `amended` gets what was changed.
fn run(submit: Time, spans: &[(Time, Time)], amended: &mut Vec<String>) -> Record {
    let first = spans.iter().map(|(start, _)| *start).min();
    let last = spans.iter().map(|(_, end)| *end).max();
    let (Some(first), Some(last)) = (first, last) else {
        return Record::UNKNOWN;
    };
    if first < submit {
        let early = submit - first;
        amended.push(format!("the first attempt starts {early} s before the submission; the wait counts as 0"));
    }
    let run_time: Time = spans.iter().map(|(start, end)| end - start).sum();
    Record {
        wait: (first - submit).max(0),
        run_time,
        suspended: u32::try_from((last - first - run_time).max(0)).unwrap_or(u32::MAX),
        ..Record::UNKNOWN
    }
}

#[cfg(test)]
mod tests {
    use crate::read;
    use crate::testing::{figures, reading, told};

    #[test]
    fn a_job_table_of_slurmdbd_without_tres_has_its_processors() {
        let text = "id_job,cpus_req,cpus_alloc,time_submit,time_start,time_end,timelimit,state\n\
            50,6,8,1609459200,1609459210,1609462810,60,3\n\
            51,6,0,1609459200,0,0,60,0\n";
        let reading = read("jobs.csv", text.as_bytes()).unwrap();
        let records = &reading.workload.log().unwrap().records;
        let sizes = records.iter().map(|it| (it.requested_processors, it.allocated_processors));
        assert_eq!(sizes.collect::<Vec<_>>(), [(6, 8), (6, 0)]);
        assert_eq!(reading.complaints, []);
    }

    #[test]
    fn attempts_that_are_mended_are_told() {
        let reading = reading(
            r#"[{"status": "Pass", "vc": "v", "jobid": "a_1", "user": "u", "submitted_time": "2017-10-07 01:00:00",
            "attempts": [
                {"start_time": "2017-10-07 00:59:50", "end_time": "2017-10-07 01:02:00", "detail": [{"ip": "m4", "gpus": ["gpu0"]}]},
                {"start_time": "2017-10-07 01:04:00", "end_time": "2017-10-07 01:03:00", "detail": []},
                {"start_time": "2017-10-07 01:05:00", "end_time": null, "detail": []}]}]"#,
        );
        assert_eq!(
            told(&reading.complaints),
            "line 1: an attempt ends 60 s before it starts; it is left out\n\
            line 1: an attempt has no end; it is left out\n\
            line 1: the first attempt starts 10 s before the submission; the wait counts as 0"
        );
        assert_eq!(reading.workload.records()[0].run_time, 130);
    }

    /// Two attempts with a pause of 50 s, the second on four GPUs of two machines; a job that never started; one
    /// whose time is wrong.
    #[test]
    fn attempts_are_one_job() {
        let text = r#"[
            {"status": "Pass", "vc": "ee9e8c", "jobid": "application_1_7", "user": "ce2e4c", "submitted_time": "2017-10-07 01:00:00",
            "attempts": [
                {"start_time": "2017-10-07 01:01:00", "end_time": "2017-10-07 01:02:00", "detail": [{"ip": "m4", "gpus": ["gpu0"]}]},
                {"start_time": "2017-10-07 01:02:50", "end_time": "2017-10-07 01:04:30",
                "detail": [{"ip": "m4", "gpus": ["gpu0", "gpu1"]}, {"ip": "m5", "gpus": ["gpu0", "gpu1"]}]}]},
            {"status": "Killed", "vc": "ee9e8c", "jobid": "application_1_8", "user": "b", "submitted_time": "2017-10-07 01:00:10",
            "attempts": []},
            {"status": "Failed", "jobid": "application_1_9", "submitted_time": "once", "attempts": []}
        ]"#;
        let whole = reading(text);
        let jobs = figures(whole.workload.records(), |it| {
            [it.submit, it.wait, it.run_time, it.suspended.into(), it.requested_processors, it.status]
        });
        assert_eq!(jobs, "0 60 160 50 4 1; 10 -1 -1 0 -1 5");
        assert_eq!(whole.complaints[0].to_string(), "line 9: submitted_time should be a time but is \"once\"");
        let repair = "the file is read as Philly's cluster_job_log: a GPU counts as a processor, and a job that was \
            tried again as one job, suspended in between";
        assert_eq!(whole.repairs, [repair]);
        let cut = reading(&text[..text.find("},\n            {\"status\": \"Failed\"").unwrap()]);
        assert_eq!((cut.workload.records().len(), cut.left_out), (1, 1));
    }
}
