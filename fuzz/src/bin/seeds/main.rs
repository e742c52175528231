//! Makes the corpora anew: `cargo run --package slotscope-fuzz --bin seeds`.
//!
//! Everything in them is the project's own: what it generates and exports, its lessons cut down, and the
//! examples of its tests.

mod sweeps;

use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use slotscope::experiment::wire::encode;
use slotscope::experiment::{Scenario, System, knobs, run, validate};
use slotscope::export::project::{self, Project};
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::export::{
    batsim_jobs_csv, batsim_workload, permalink, workflow_json, workflow_wfcommons,
};
use slotscope::policy::formula::PRESETS;
use slotscope::workload::lublin::Lublin;
use slotscope::workload::task_batch::{self, to_csv, to_xml};
use slotscope::workload::workflow::{generate, to_json};
use slotscope::workload::{Workload, WorkloadKind, write_gwf, write_sacct, write_swf};
use slotscope_fuzz::corpus;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    logs()?;
    workflows()?;
    tasks()?;
    formulas()?;
    scenarios()?;
    snapshots()?;
    lessons()?;
    sweeps::sweeps()?;
    columns()?;
    schedules()
}

fn put(target: &str, name: &str, bytes: impl AsRef<[u8]>) -> Outcome {
    let folder = corpus::folder().join(target);
    std::fs::create_dir_all(&folder)?;
    Ok(std::fs::write(folder.join(name), bytes)?)
}

/// A file of the project.
fn file(path: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Ok(std::fs::read(root.join(path))?)
}

fn log() -> Result<Workload, String> {
    let few = Lublin {
        jobs: 12,
        ..Lublin::default()
    };
    few.generate()
}

fn workflow() -> Result<Workload, String> {
    let small = generate::MadeUp {
        tasks: 8,
        machines: 2,
        ..generate::MadeUp::default()
    };
    small.workload()
}

fn batch() -> Result<Workload, String> {
    let few = task_batch::generate::MadeUp {
        tasks: 6,
        latest: 60,
        ..task_batch::generate::MadeUp::default()
    };
    few.workload()
}

fn workload(kind: WorkloadKind) -> Result<Workload, String> {
    match kind {
        WorkloadKind::Log => log(),
        WorkloadKind::Workflow => workflow(),
        WorkloadKind::TaskBatch => batch(),
    }
}

fn logs() -> Outcome {
    let log = log()?;
    put("swf", "generated", write_swf(&log))?;
    put("swf", "short", "1 0 1 1 1\n2 5 -1 3.5 2 ; late\n\n")?;
    put("gwf", "generated", write_gwf(&log))?;
    put("gwf", "grid", file("tests/formats/grid.gwf")?)?;
    put("sacct", "generated", write_sacct(&log))?;
    put("sacct", "accounting", file("tests/formats/accounting.txt")?)?;
    for name in ["commas", "padded", "nameless"] {
        put(
            "sacct",
            name,
            file(&format!("tests/formats/sacct/{name}.txt"))?,
        )?;
    }
    for name in ["sacct", "squeue"] {
        put(
            "slurm_json",
            name,
            file(&format!("tests/formats/sacct/{name}.json"))?,
        )?;
    }
    let run = run(&Scenario::default(), &log)?;
    put("batsim_workload", "exported", batsim_workload(&run))?;
    put(
        "batsim_workload",
        "four",
        file("tests/formats/workload.json")?,
    )?;
    put("batsim_jobs", "exported", batsim_jobs_csv(&run))?;
    put("batsim_jobs", "jobs", file("tests/formats/jobs.csv")?)?;
    put("table", "unknown", file("tests/formats/table.csv")?)?;
    put("table", "slurmdbd", file("tests/formats/slurmdbd.csv")?)?;
    put("table", "philly", file("tests/formats/philly.json")?)?;
    put("gzip", "plain", "1 0 1 1 1\n2 5 -1 3 2\n")?;
    for (name, text) in [("log", write_swf(&log)), ("short", "1 0 1 1 1\n".into())] {
        put("gzip", name, gzip(&text)?)?;
        put(
            "gzip",
            &format!("{name}-twice"),
            [gzip(&text)?, gzip(&text)?].concat(),
        )?;
    }
    packed()?;
    put(
        "requests_csv",
        "named",
        "job,ready,deadline\n1,0,60\n2,10,70\n",
    )?;
    put(
        "requests_csv",
        "quoted",
        "\"1\",\"0\",\"60\"\r\n 7 , 3 , 3 \r\n",
    )?;
    for (name, text) in CLUSTERS {
        put("nodes", name, text)?;
    }
    Ok(())
}

/// The nodes of a cluster in every form in which they are read.
const CLUSTERS: &[(&str, &str)] = &[
    (
        "scontrol",
        "NodeName=g1 CoresPerSocket=16 CPUAlloc=0 CPUEfctv=62 CPUTot=64 AvailableFeatures=a,b Gres=gpu:a100:4(S:0-1),shard:8 \
         RealMemory=256000 Sockets=2 MemSpecLimit=6000 State=IDLE+DRAIN ThreadsPerCore=2 Partitions=gpu,all\n\
         NodeName=c1 CPUTot=16\n   CoreSpecCount=2 CPUSpecList=0-1 State=DOWN*\n   Partitions=all\n\
         NodeName=c2 CfgTRES=cpu=8,mem=2G,gres/gpu:v100=4\n   Partitions=all Reason=no power\n",
    ),
    (
        "slurm_conf",
        "NodeName=DEFAULT Sockets=2 CoresPerSocket=8 RealMemory=1000\nNodeName=c[01-04] Feature=ib \\\n  State=DRAIN # a\n\
         NodeName=g1,g2 CPUs=8 Gres=gpu:4 CpuSpecList=0,2-3\nNodeSet=s Nodes=c01 Feature=ib\n\
         PartitionName=DEFAULT Nodes=ALL\nPartitionName=p\nPartitionName=q Nodes=s,feature{ib},g[1-2]\n\
         DownNodes=g2 State=DOWN\nInclude more.conf\n",
    ),
    (
        "scontrol_json",
        r#"{"nodes": [{"name": "g1", "cpus": {"set": true, "infinite": false, "number": 64}, "real_memory": 1000, "gres": "gpu:8",
            "features": ["a"], "partitions": ["p"], "state": ["IDLE", "DRAIN"], "specialized_cpus": "0-1"}]}"#,
    ),
    (
        "sinfo_json",
        r#"{"sinfo": [{"node": {"state": ["DOWN"]}, "nodes": {"nodes": ["n1", "n2"]}, "cpus": {"minimum": 4, "maximum": 8},
            "memory": {"minimum": 9, "maximum": 10}, "gres": {"total": "gpu:2"}, "features": {"total": "a"},
            "partition": {"name": "p"}}]}"#,
    ),
    (
        "kinds",
        r#"{"system": {"cluster": {"nodes": [{"count": 2, "name": "n[1-2]", "cores": 4, "gpus": 1, "memory": 2.5}]}}}"#,
    ),
];

/// A log of two jobs by `xz -9`, `zstd -19` and `zip -X`.
const PACKED: [(&str, &str); 3] = [
    (
        "xz",
        "fd377a585a000004e6d6b446020021011c00000010cf58cce0002a00265d001d8804e8d9c847db39512221403d4180153a3d35c3edda9eb5\
         82fbeb3f578dbff39b35c5aa6000000047b93370a4b9a9190001422bec61754e1fb6f37d010000000004595a",
    ),
    (
        "zstd",
        "28b52ffd242b5901003b20436f6d70757465723a20746573740a3120313020323020333020340a3220313120323020333020340ab3984b17",
    ),
    (
        "zip",
        "504b03041400000008008f017b5d8980db2e250000002b000000070000006c6f672e737766b35670cecf2d282d492db25228492d2ee13254\
         30345030325030365030e132523034847300504b01021e031400000008008f017b5d8980db2e250000002b00000007000000000000000100\
         0000a481000000006c6f672e737766504b05060000000001000100350000004a0000000000",
    ),
];

fn packed() -> Outcome {
    for (name, digits) in PACKED {
        let digits: Vec<u32> = digits.chars().filter_map(|it| it.to_digit(16)).collect();
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|it| (it[0] * 16 + it[1]) as u8)
            .collect();
        put("packed", name, bytes)?;
    }
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in [("README", "about\n"), ("log.swf", "1 0 1 1 1\n")] {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, name, content.as_bytes())?;
    }
    put("packed", "tar", archive.into_inner()?)?;
    put("packed", "plain", "1 0 1 1 1\n2 5 -1 3 2\n")
}

fn gzip(text: &str) -> std::io::Result<Vec<u8>> {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(text.as_bytes())?;
    packer.finish()
}

const DAX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- two and what they come from -->
<adag xmlns="http://pegasus.isi.edu/schema/DAX" name="fork">
  <job id="A" name="split" runtime="13.5"><uses file="x" link="output" size="4200"/><uses file="p&amp;q" link="output" size="1e2"/></job>
  <job id="B" name="one" runtime="1"><uses file="x" link="input"/><uses name="p&#38;q" link="inout" size="1"/></job>
  <job id="C"><profile namespace="pegasus" key="runtime"> 7 </profile><uses name="x" link="input"/></job>
  <child ref="B"><parent ref="A"/></child>
  <child ref="C"><parent ref="A"/><parent ref="B"/></child>
</adag>
"#;

const PEGASUS: &str = "x-pegasus: {apiLang: python}
pegasus: '5.0'
name: fork
jobs:
- type: job
  id: A
  arguments: [-T, '60', \"a: b\"]
  uses:
  - {lfn: f.b, type: output, size: '4000'}
  profiles: {pegasus: {runtime: '60', cores: 4}}
- id: B
  uses:
  - lfn: f.b
    type: input # the same
  metadata: {runtime: 2.5}
jobDependencies:
- id: A
  children: [B]
";

const BEFORE_1_5: &str = r#"{"schemaVersion": "1.3", "workflow": {"tasks": [
{"name": "a", "id": "1", "parents": [], "children": ["2"], "runtime": 10.5, "files": [{"link": "output", "name": "f", "size": 100}]},
{"name": "b", "id": "2", "parents": ["a"], "cores": 4, "runtimeInSeconds": 2, "files": [{"link": "input", "name": "f", "sizeInBytes": 1}]}]}}
"#;

const SIMGRID: &str = "digraph G { c1 [size=\"1e9\"]; c2 [size=\"5e9\"]; root->c1 [size=\"2e8\"]; c1->end [size=\"-1.\"]; c2->end }\n";

const OPERATIONS: &str = r#"{"nb_res": 4, "jobs": [{"id": 1, "subtime": 0, "res": 2, "profile": "a"},
{"id": 2, "subtime": 1, "res": 2, "profile": "b"}, {"id": 3, "subtime": 2, "res": 1, "profile": "c"}],
"profiles": {"a": {"type": "parallel_homogeneous_total", "cpu": 6e9, "com": 1}, "b": {"type": "parallel", "cpu": [1e9, 2], "com": [0, 0, 0, 0]},
"c": {"type": "composed", "repeat": 2, "seq": ["a", "b"]}}}
"#;

const DOT: &str = "strict digraph G { // a
 node [cost=1]; \"a b\" -> {c d} -> e:n [size=4, label=\"x\"]
 subgraph s { e [costs=\"1 2\"] } /* b */ communication=2
 # c
}
";

fn workflows() -> Outcome {
    let made = workflow()?;
    let inner = made.workflow().ok_or("no workflow")?;
    put("workflow_json", "made-up", to_json(inner))?;
    put(
        "workflow_json",
        "printed",
        file("tests/workflows/zhao-2007-figure-5.json")?,
    )?;
    let scenario = Scenario {
        system: System::for_kind(WorkloadKind::Workflow).ok_or("no system for workflows")?,
        ..Scenario::default()
    };
    let run = run(&scenario, &made)?;
    put("workflow_json", "exported", workflow_json(&run)?)?;
    put(
        "wfcommons",
        "exported",
        workflow_wfcommons(&run, "small", "made up")?,
    )?;
    put("wfcommons", "before-1.5", BEFORE_1_5)?;
    put("dax", "fork", DAX)?;
    put("pegasus", "fork", PEGASUS)?;
    put("dot", "simgrid", SIMGRID)?;
    put("batsim_workload", "operations", OPERATIONS)?;
    put("dot", "mixed", DOT)?;
    put(
        "dot",
        "plain",
        "digraph { a -> b -> c; a -> c [size=2.5] }\n",
    )
}

const NODES: &str = "<?xml version=\"1.0\"?>
<batch>
  <resources>
    <agent>
      <resource><Id>1</Id><nodeName>n&amp;1</nodeName><clusterName>one</clusterName><farmName>f</farmName></resource>
      <resource><Id>2</Id><nodeName>n2</nodeName><parameters><CPUPower>3</CPUPower><Memory>1e3</Memory><CPU_idle>50</CPU_idle></parameters></resource>
    </agent>
  </resources>
  <tasks>
    <task><taskId>a</taskId><startTime>0</startTime><endTime>9</endTime><load>50</load><clusterName>one</clusterName></task>
    <task><taskId>b</taskId><startTime>5</startTime><endTime>6</endTime><load>100</load><userName>u</userName><submitTime>2</submitTime></task>
  </tasks>
</batch>
";

fn tasks() -> Outcome {
    let made = batch()?;
    let inner = made.batch().ok_or("no tasks")?;
    put("task_csv", "made-up", to_csv(inner))?;
    let wide = "taskId;startTime;endTime;load;clusterName;user;submit\n\"a \"\"b\"\"\";0;9;50%;one;u;0\nc;5;6;100;;;2\n";
    put("task_csv", "wide", wide)?;
    put(
        "task_csv",
        "named",
        "task,start,end,load,cluster,submit,user\na,0,9,50,one,0,u\nb,5,6,100,,2,\n",
    )?;
    put("task_xml", "made-up", to_xml(inner))?;
    put("task_xml", "nodes", NODES)
}

/// Scenarios of a system: as usual, then every choice of every knob that goes with the others so far.
fn scenarios_of(system: System) -> Vec<Scenario> {
    let usual = Scenario {
        system,
        ..Scenario::default()
    };
    let knobs = knobs::knobs(&usual);
    let choices = |place: usize| {
        let mut scenario = usual.clone();
        for knob in &knobs {
            let choice = knob.choices().and_then(|it| it.all.get(place));
            let set = choice.map(|it| knobs::set(&scenario, knob.path, &it.key.into()));
            if let Some(Ok(set)) = set
                && validate(&set).is_ok()
            {
                scenario = set;
            }
        }
        scenario
    };
    let most = knobs
        .iter()
        .filter_map(|it| it.choices())
        .map(|it| it.all.len());
    let mut all: Vec<Scenario> = (0..most.max().unwrap_or(1)).map(choices).collect();
    all.dedup();
    all
}

fn scenarios() -> Outcome {
    for system in System::all() {
        let key = system.model().key();
        for (place, scenario) in scenarios_of(system.clone()).iter().enumerate() {
            let text = serde_json::to_string(scenario)?;
            put("scenario", &format!("{key}-{place}"), text)?;
        }
    }
    let rare = json!({
        "workload": {
            "first_job": null, "count": 5, "clip_size_to": 8, "missing_limit": 60, "load_factor": 2.0, "ccr": 0.5,
            "fold": {"days": 1, "intervals": 2}, "machines": 2,
            "reservations": {"request": "listed", "listed": [{"job": 1, "ready": 0, "deadline": 90}]},
        },
        "platform": [3, 1],
    });
    put("scenario", "rare", rare.to_string())
}

fn snapshots() -> Outcome {
    let log = write_swf(&log()?);
    let written = Source::Written {
        name: "by hand".into(),
        text: "1 0 1 1 1\n".into(),
    };
    let sources = [
        (
            "file",
            Source::File(FileMark::of("log.swf", log.as_bytes())),
        ),
        ("generated", Source::Generated(Box::default())),
        ("workflow", Source::Workflow(generate::MadeUp::default())),
        (
            "tasks",
            Source::Tasks(task_batch::generate::MadeUp::default()),
        ),
        ("written", written),
    ];
    for ((name, workload), system) in sources.into_iter().zip(System::all().into_iter().cycle()) {
        let scenario = Scenario {
            system,
            ..Scenario::default()
        };
        let is_file = matches!(workload, Source::File(_));
        let snapshot = Snapshot {
            workload,
            scenarios: vec![scenario, Scenario::default()],
            cursor: Some(60),
            selected: vec![1, 2, 3, 7],
            ..Snapshot::default()
        };
        put("link", name, serde_json::to_string(&snapshot)?)?;
        put(
            "link",
            &format!("{name}-packed"),
            permalink::link(&snapshot)?,
        )?;
        let log = is_file.then(|| log.clone().into_bytes());
        put("project", name, project::write(&Project { snapshot, log })?)?;
    }
    Ok(())
}

/// Every kind of thing that a step shows, in a lesson of one step.
fn lessons() -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/lessons");
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .flatten()
        .map(|it| it.path())
        .collect();
    paths.sort();
    let mut seen = Vec::new();
    for path in paths {
        let whole: Value = serde_json::from_slice(&std::fs::read(path)?)?;
        for step in whole["steps"].as_array().into_iter().flatten() {
            let shown = step["show"].as_object().and_then(|it| it.keys().next());
            let kind = shown.cloned().unwrap_or_else(|| "nothing".to_owned());
            if seen.contains(&kind) {
                continue;
            }
            let (mut step, mut lesson) = (step.clone(), whole.clone());
            step["text"] = json!(["Look."]);
            lesson["steps"] = json!([step]);
            lesson["source"] = json!("");
            put("lesson", &kind, lesson.to_string())?;
            seen.push(kind);
        }
    }
    Ok(())
}

/// The orders of the literature, a formula of all kinds of words, and one with a mistake.
fn formulas() -> Outcome {
    for preset in PRESETS {
        put("formula", preset.key, preset.formula)?;
    }
    let words =
        "if(not user == 'a b' and queue != \"12\" or qos == -1, .5e-3, abs(floor(exp(ln(now)))))";
    put("formula", "words", words)?;
    put("formula", "misspelt", "3 * sise <= (limit")
}

fn columns() -> Outcome {
    for system in System::all() {
        let kind = system.model().takes()[0];
        let scenario = Scenario {
            system,
            ..Scenario::default()
        };
        let run = run(&scenario, &workload(kind)?)?;
        put("columns", scenario.system.model().key(), encode(&run))?;
    }
    Ok(())
}

/// Any bytes make a run.
fn schedules() -> Outcome {
    let mut draws = ChaCha8Rng::seed_from_u64(1);
    for place in 0..24 {
        let mut bytes = vec![0; 100 + 20 * place];
        draws.fill_bytes(&mut bytes);
        put("schedule", &format!("drawn-{place:02}"), bytes)?;
    }
    Ok(())
}
