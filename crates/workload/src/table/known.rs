//! Tables of jobs that are published in a form of their own, with the mapping that their documents give.

use super::{Mapping, Table};

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

#[cfg(test)]
mod tests {
    use crate::read;

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
}
