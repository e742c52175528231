//! What jobs of tables asked of nodes.

use super::*;
use crate::Feature;
use crate::testing::{self, assert_told, rows};

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
