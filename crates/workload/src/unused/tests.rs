use super::*;
use crate::testing::{listed, reading};

fn unused(text: &str) -> Unused {
    reading(text).workload.log().expect("a log").unused.clone()
}

fn names(text: &str) -> String {
    listed(unused(text).features.iter().map(|it| it.name()), ", ")
}

#[test]
fn swf_has_memory_partitions_queues_and_dependencies() {
    let nothing = "1 0 1 5 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n2 1 1 5 1 -1 -1 1 60 -1 1 2 2 2 1 1 -1 -1\n";
    assert_eq!(unused(nothing), Unused::default());
    let all = "1 0 1 5 1 -1 -1 1 60 512 1 1 1 1 1 1 -1 -1\n2 1 1 5 1 -1 -1 1 60 -1 1 2 2 2 2 3 1 5 7\n";
    assert_eq!(names(all), "memory, partitions, queues, dependencies, other columns");
    assert_eq!(unused(all).columns, ["fields after the 18th"]);
    // One partition that is named, and jobs of which none is known: there was no choice.
    let one = "1 0 1 5 1 -1 -1 1 60 -1 1 1 1 1 1 -1 -1 -1\n2 1 1 5 1 -1 -1 1 60 -1 1 2 2 2 1 3 -1 -1\n";
    assert_eq!(names(one), "");
}

#[test]
fn slurm_has_gpus_memory_and_nodes() {
    let text = "JobID|Submit|Eligible|Start|AllocCPUS|ReqMem|AllocTRES|NodeList|Partition|QOS|WorkDir|Licenses|State\n\
             1|100|100|110|4||cpu=4|None assigned|a|q|||COMPLETED\n";
    // Nothing but blanks.
    assert_eq!(names(text), "");
    let more = format!("{text}2|100|150|160|4|16Gn|cpu=4,gres/gpu=2|n[1-2]|b|q|/home/x||COMPLETED\n");
    assert_eq!(names(&more), "GPUs, memory, nodes, partitions, other columns");
    assert_eq!(unused(&more).columns, ["WorkDir"]);
    // Steps are not jobs.
    let step = format!("{text}1.0|100|900|160|4|16Gn|cpu=4,gres/gpu=2|n[1-2]|b|q|/home/x||COMPLETED\n");
    assert_eq!(names(&step), "");
}

/// A job that is left out has no features, and a cluster is read.
#[test]
fn jobs_that_are_kept_alone_have_features() {
    let text = "JobID|Submit|Start|AllocCPUS|AllocTRES|Cluster|WorkDir\n\
             1|100|110|4|cpu=4,gres/gpu=2|c1|\n1|100|110|4|cpu=4,gres/gpu=2|c1|/home/x\n\
             2|Unknown|110|4|cpu=4,gres/gpu=2|c1|/home/x\n";
    let found = unused(text);
    assert!(found.counted().eq([(Feature::Gpus, 1)]));
    assert_eq!(found.columns, [""; 0]);
}

#[test]
fn nodes_that_are_the_sizes_are_read() {
    assert_eq!(names("JobID|Submit|NNodes\n1|100|4\n"), "");
    assert_eq!(names("JobID|Submit|NNodes|NCPUS\n1|100|4|16\n"), "nodes");
}

#[test]
fn the_grid_format_has_sites_and_more() {
    let row = |id: u32, site: &str, disk: &str| {
        format!("{id} 0 1 5 1 -1 -1 1 60 -1 1 u g e q p {site} -1 UNITARY -1 -1 {disk} -1 -1 -1 -1 -1 -1 -1\n")
    };
    assert_eq!(names(&format!("# GWF\n{}{}", row(1, "A", "-1"), row(2, "A", "-1"))), "");
    let text = format!("# GWF\n{}{}", row(1, "A", "-1"), row(2, "B", "77"));
    assert_eq!(names(&text), "sites, other columns");
    assert_eq!(unused(&text).columns, ["UsedLocalDiskSpace"]);
}

#[test]
fn batsim_has_what_its_jobs_say_beyond_the_usual() {
    let csv = "job_id,submission_time,requested_number_of_resources,requested_time,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata\n\
            1,0,4,60,COMPLETED_SUCCESSFULLY,1,10,11,1,11,1.1,0-3,120.5,\n";
    assert_eq!(unused(csv).columns, [""; 0]);
    let json = r#"{"nb_res": 4, "jobs": [{"id": 1, "subtime": 0, "res": 1, "walltime": 60, "profile": "a", "dependencies": [2], "gpus": 2, "extra": 1},
        {"id": 2, "subtime": 0, "res": 1, "walltime": 60, "profile": "a", "extra": 1}], "profiles": {"a": {"type": "delay", "delay": 5}}}"#;
    assert_eq!(names(json), "GPUs, dependencies, other columns");
    assert_eq!(unused(json).columns, ["extra"]);
}

#[test]
fn a_job_of_batsim_has_each_feature_once_and_only_if_it_is_kept() {
    let json = r#"{"nb_res": 4, "jobs": [
        {"id": 1, "subtime": 0, "res": 1, "profile": "a", "gpus": 2, "gpu_kind": "x", "memory": 5},
        {"id": 1, "subtime": 0, "res": 1, "profile": "a", "gpus": 2, "twice": 1},
        {"id": 2, "subtime": 0, "res": 1, "profile": "none", "gpus": 2, "lost": 1},
        {"id": 3, "subtime": 0, "res": 1, "profile": "a", "gpus": 1}],
        "profiles": {"a": {"type": "delay", "delay": 5}}}"#;
    let found = unused(json);
    assert!(found.counted().eq([(Feature::Gpus, 2), (Feature::Memory, 1)]));
    assert_eq!(found.columns, [""; 0]);
    let csv = "job_id,submission_time,requested_number_of_resources,waiting_time,execution_time,note\n\
            1,0,4,1,10,\n1,0,4,1,10,again\n2,0,many,1,10,lost\n";
    assert_eq!(unused(csv).columns, [""; 0]);
}

#[test]
fn columns_that_are_shown_alike_are_named_once() {
    let long = "a_name_of_more_than_32_characters";
    let mut unused = Unused::default();
    for name in [long, &format!("{long}_again"), "b", "b\u{7}"] {
        unused.add_column(name.as_bytes());
    }
    let mut other = Unused::default();
    other.add_column(b"b");
    other.add_column(b"c");
    unused.add_all(other);
    assert_eq!(unused.columns, [&long[..32], "b", "c"]);
    assert_eq!(unused.features, [Feature::OtherColumns]);
}

#[test]
fn it_is_said_in_words() {
    let mut unused = Unused::default();
    assert_eq!(unused.words(|_| false), "");
    unused.add(Feature::Queues);
    unused.add(Feature::Gpus);
    unused.add(Feature::Gpus);
    assert_eq!(unused.words(|_| false), "GPUs, queues");
    assert_eq!(unused.words(|it| it == Feature::Queues), "GPUs");
    unused.add_column(b"WorkDir");
    assert_eq!(unused.words(|_| false), "GPUs, queues, 1 column that is not read (WorkDir)");
    for at in 0..100 {
        unused.add_column(format!("c{at}\n").as_bytes());
    }
    assert_eq!(unused.columns.len(), MOST_COLUMNS);
    let words = unused.words(|_| true);
    assert_eq!(words, "64 columns that are not read (WorkDir, c0, c1, c2, c3, c4, …)");
}
