//! How long it takes to read a log: `cargo bench --bench parse`.
//!
//! Reads an accounting of Slurm, the same as JSON and one of PBS, and the logs in the folder named by `SLOTSCOPE_TRACES`, or `../shared/traces`.

use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::workload::select::{Selection, select};
use slotscope::workload::{self, read};

fn parse(criterion: &mut Criterion) {
    let folder = std::env::var_os("SLOTSCOPE_TRACES")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/traces")), PathBuf::from);
    for name in ["KTH-SP2-1996-2.swf.gz", "SDSC-SP2-1998-first-4961.swf"] {
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            println!("skipped: no {name} in {}", folder.display());
            continue;
        };
        criterion.bench_function(&format!("read {name}"), |bencher| {
            bencher.iter(|| workload::read(name, black_box(&bytes)).unwrap());
        });
        let workload = read(name, &bytes).unwrap().workload;
        let all = Selection { first_job: None, last_job: None, ..Selection::default() };
        criterion.bench_function(&format!("select all of {name}"), |bencher| {
            bencher.iter(|| select(black_box(&workload), &all, 1));
        });
    }
}

/// The jobs of the accounting.
const JOBS: u32 = 200_000;

/// A row of `sacct --parsable2`.
fn row(job: u32) -> String {
    let (hour, minute) = (job / 60 % 24, job % 60);
    format!(
        "{job}|{job}|name{}|u{}|g{}|cpu|normal|2024-03-01T{hour:02}:{minute:02}:00|2024-03-01T{hour:02}:{minute:02}:10|\
         2024-03-02T{hour:02}:{minute:02}:10|1-00:00:00|8|8|billing=8,cpu=8,mem=16G,node=1|2-00:00:00|COMPLETED|16G|n{}\n",
        job % 1000,
        job % 100,
        job % 10,
        job % 512
    )
}

/// A job of `sacct --json`.
fn object(job: u32) -> String {
    let submitted = 1_709_251_200 + i64::from(job);
    format!(
        "{{\"job_id\": {job}, \"name\": \"name{}\", \"user\": \"u{}\", \"account\": \"g{}\", \"partition\": \"cpu\", \
         \"state\": {{\"current\": [\"COMPLETED\"], \"reason\": \"None\"}}, \"required\": {{\"CPUs\": 8}}, \
         \"time\": {{\"submission\": {submitted}, \"start\": {}, \"end\": {}, \"elapsed\": 3600, \"suspended\": 0, \
         \"limit\": {{\"set\": true, \"infinite\": false, \"number\": 120}}}}, \
         \"tres\": {{\"allocated\": [{{\"type\": \"cpu\", \"name\": \"\", \"id\": 1, \"count\": 8}}]}}}}",
        job % 1000,
        job % 100,
        job % 10,
        submitted + 10,
        submitted + 3610
    )
}

/// A record of PBS Professional's accounting.
fn record(job: u32) -> String {
    let submitted = 1_709_251_200 + i64::from(job);
    let (start, end, node) = (submitted + 10, submitted + 3610, job % 512);
    format!(
        "03/01/2024 00:00:00;E;{job}.head;user=u{} group=g{} account=\"a\" project=_pbs_project_default jobname=name{} queue=cpu \
         ctime={submitted} qtime={submitted} etime={submitted} start={start} exec_host=n{node}/0*8 \
         exec_vnode=(n{node}:ncpus=8:mem=16777216kb) Resource_List.mem=16gb Resource_List.ncpus=8 Resource_List.nodect=1 \
         Resource_List.place=pack Resource_List.select=1:ncpus=8:mem=16gb Resource_List.walltime=02:00:00 session=1 end={end} \
         Exit_status=0 resources_used.cpupercent=99 resources_used.cput=08:00:00 resources_used.mem=1000kb \
         resources_used.ncpus=8 resources_used.vmem=1000kb resources_used.walltime=01:00:00 run_count=1\n",
        job % 100,
        job % 10,
        job % 1000,
    )
}

fn accounting(criterion: &mut Criterion) {
    let head = "JobID|JobIDRaw|JobName|User|Account|Partition|QOS|Submit|Start|End|Elapsed|ReqCPUS|AllocCPUS|AllocTRES|\
                Timelimit|State|ReqMem|NodeList\n";
    let table = head.to_owned() + &(1..=JOBS).map(row).collect::<String>();
    let objects: Vec<String> = (1..=JOBS).map(object).collect();
    let json = format!("{{\"meta\": {{}}, \"jobs\": [{}]}}", objects.join(",\n"));
    let records = (1..=JOBS).map(record).collect();
    for (name, text) in [("sacct", table), ("sacct --json", json), ("PBS", records)] {
        criterion.bench_function(&format!("read {JOBS} jobs of {name}"), |bencher| {
            bencher.iter(|| workload::read(name, black_box(text.as_bytes())).unwrap());
        });
    }
}

criterion_group!(benches, parse, accounting);
criterion_main!(benches);
